// A customer with one question, played against the assistant as it answers in a chat.
import { sql } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import type { Assistant } from '../assistant/assistant.ts';
import type { ActiveTask, DialogueState } from '../assistant/dialogue-state.ts';
import type { DocumentIndex } from '../assistant/document-index.ts';
import { holdsAll } from './holds-all.ts';
import type { Question } from './questions.ts';

export type PlayedQuestion = {
  id: string;
  topic: string;
  turns: { asked: string; answered: string }[];
  /** What had to stand in the answer; of a list, one of its entries. */
  expected: readonly (string | readonly string[])[];
  /** Whether it had to be ready for a yes. */
  books: boolean;
  passed: boolean;
  at: string;
};

/** Who answers, and from what beside the document. */
type Answering = { assistant: Assistant; industries: readonly AnyIndustry[]; written: DocumentIndex | undefined };

/** Nobody answers more questions than that for an appointment. */
const MOST_TURNS = 6;

export async function play(
  ctx: CapabilityContext<Business>,
  { assistant, industries, written }: Answering,
  question: Question,
): Promise<PlayedQuestion> {
  const { id, topic, says, books, at } = question;
  const industry = industries.find(({ name }) => name === question.industry);
  const { business } = ctx;
  // Whatever the assistant might write is undone, and nothing is done because of it.
  const undone = { afterCommit: () => undefined, conversationId: newId('conv'), byCustomer: true };
  const asCustomer = { ...ctx, ...undone, industry: question.industry };
  const turns: PlayedQuestion['turns'] = [];
  let state: DialogueState = {};
  await sql`savepoint question`.execute(ctx.db);
  try {
    for (let say: string | undefined = question.ask; say !== undefined && turns.length < MOST_TURNS; ) {
      const asked = { message: say, industry, businessName: business.name, customer: {}, written, state };
      const { reply, state: next } = await assistant.reply(asCustomer, asked);
      turns.push({ asked: say, answered: reply.text });
      state = next;
      const answer = books === undefined ? undefined : answerTo(state.task, reply.suggestions, question.answers);
      // Who was not understood gives up instead of saying it again.
      say = answer === say ? undefined : answer;
    }
  } finally {
    await sql`rollback to savepoint question`.execute(ctx.db);
  }
  const ready = books === undefined || (state.task?.intent === books && state.task.confirming === true);
  const passed = ready && holdsAll(must(turns.at(-1), 'a turn').answered, says);
  return { id, topic, turns, expected: says, books: books !== undefined, passed, at };
}

/** Whoever it is for, whatever an industry calls them. */
const SOMEBODY: Record<string, string> = {
  name: 'Alex Carter',
  phone: '+1 212 555 0187',
  email: 'alex.carter@example.com',
  dateOfBirth: 'March 3, 1985',
};

/** What a customer with all the time in the world says next; undefined once nothing is asked that they know. */
function answerTo(
  task: ActiveTask | undefined,
  suggestions: string[],
  own: Question['answers'] = {},
): string | undefined {
  if (!task || task.confirming) return undefined;
  if (task.offered?.length) return suggestions[0];
  if (task.asked.includes('startsAt')) return 'As soon as possible, please';
  const answers = task.asked.flatMap((field) => own[field] ?? SOMEBODY[field.split('.')[1] ?? ''] ?? []);
  return answers.length > 0 ? answers.join(', ') : undefined;
}
