// Plays a simulated customer with one question against the assistant, as in a real chat.
import { sql } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import type { Assistant } from '../assistant/assistant.ts';
import type { ActiveTask, DialogueState } from '../assistant/dialogue-state.ts';
import type { KnowledgeIndex } from '../assistant/knowledge-index.ts';
import { containsAllPhrases } from './contains-all-phrases.ts';
import type { Question } from './questions.ts';

export type PlayedQuestion = {
  id: string;
  topic: string;
  turns: { asked: string; answered: string }[];
  /** What the answer had to contain; for a list, one of its entries. */
  expected: readonly (string | readonly string[])[];
  /** Whether the assistant had to end up asking for a booking's confirmation. */
  books: boolean;
  passed: boolean;
  at: string;
};

type PlayDependencies = {
  assistant: Assistant;
  industries: readonly AnyIndustry[];
  knowledgeIndex: KnowledgeIndex | undefined;
};

/** A customer gives up if booking an appointment takes more turns. */
const MAX_TURNS = 6;

/** Runs work as an unknown customer. Nothing lasts: writes are rolled back and after-commit work is dropped. */
export async function runWithoutEffects<T>(
  ctx: CapabilityContext<Business>,
  industry: string,
  work: (asCustomer: CapabilityContext<Business>) => Promise<T>,
): Promise<T> {
  const customer = { afterCommit: () => undefined, conversationId: newId('conv'), isByCustomer: true };
  await sql`savepoint question`.execute(ctx.db);
  try {
    return await work({ ...ctx, ...customer, industry });
  } finally {
    await sql`rollback to savepoint question`.execute(ctx.db);
  }
}

export async function playQuestion(
  ctx: CapabilityContext<Business>,
  { assistant, industries, knowledgeIndex }: PlayDependencies,
  question: Question,
): Promise<PlayedQuestion> {
  const { id, topic, mustMention, expectedAction, pointer } = question;
  const industry = industries.find(({ name }) => name === question.industry);
  const { business } = ctx;
  const turns: PlayedQuestion['turns'] = [];
  let state: DialogueState = {};
  await runWithoutEffects(ctx, question.industry, async (asCustomer) => {
    for (let message: string | undefined = question.ask; message !== undefined && turns.length < MAX_TURNS; ) {
      const request = { message, industry, businessName: business.name, customer: {}, knowledgeIndex, state };
      const { reply, state: nextState } = await assistant.reply(asCustomer, request);
      turns.push({ asked: message, answered: reply.text });
      state = nextState;
      const nextMessage =
        expectedAction === undefined ? undefined : nextCustomerMessage(state.task, reply.suggestions, question.answers);
      // A customer who was not understood gives up instead of repeating the message.
      message = nextMessage === message ? undefined : nextMessage;
    }
  });
  const isReadyToConfirm =
    expectedAction === undefined || (state.task?.intent === expectedAction && state.task.confirming === true);
  const passed = isReadyToConfirm && containsAllPhrases(must(turns.at(-1), 'a turn').answered, mustMention);
  return {
    id,
    topic,
    turns,
    expected: mustMention,
    books: expectedAction !== undefined,
    passed,
    at: pointer,
  };
}

/** The simulated customer's details, by the last part of the field name, which all industries share. */
const DEFAULT_ANSWERS: Record<string, string> = {
  name: 'Alex Carter',
  phone: '+1 212 555 0187',
  email: 'alex.carter@example.com',
  dateOfBirth: 'March 3, 1985',
};

/** What a customer with a flexible schedule says next; undefined if the assistant asks nothing they can answer. */
function nextCustomerMessage(
  task: ActiveTask | undefined,
  suggestions: string[],
  questionAnswers: Question['answers'] = {},
): string | undefined {
  if (!task || task.confirming) return undefined;
  if (task.offered?.length) return suggestions[0];
  if (task.requestedSlots.includes('startsAt')) return 'As soon as possible, please';
  const answers = task.requestedSlots.flatMap(
    (field) => questionAnswers[field] ?? DEFAULT_ANSWERS[field.split('.')[1] ?? ''] ?? [],
  );
  return answers.length > 0 ? answers.join(', ') : undefined;
}
