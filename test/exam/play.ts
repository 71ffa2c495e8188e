import type { BusinessOf } from '../business.ts';
import { call, must, patiently } from '../http.ts';
import type { Case } from './cases.ts';
import { createCustomer } from './customer.ts';
import { type Answer, type Booking, grade, gradeTurn } from './grade.ts';

type Played = { problems: string[]; dialogue: string };

const ANSWERS_BETWEEN_TURNS = 6;
const ANSWERS_AT_THE_END = 7;

/** One conversation from the first word to the last, and what is wrong with it. */
export async function play(
  service: { url: string },
  business: Pick<BusinessOf, 'key' | 'send'>,
  played: Case,
): Promise<Played> {
  const { clock, turns, facts = {}, follow = true, maxFollow = ANSWERS_AT_THE_END, expect = {} } = played;
  const bookings = await existingBookings(business, clock);
  const conversation = converse(service, business.key, played);
  const customer = createCustomer(facts);
  const answerQuestions = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const next = customer(conversation.answers.at(-1)!.reply);
      if (!next) return;
      await conversation.say(next);
    }
  };
  const problems: string[] = [];
  try {
    for (const turn of turns.map((each) => (typeof each === 'string' ? { say: each } : each))) {
      problems.push(...gradeTurn(turn, await conversation.say(turn.say.replace('{code}', conversation.lastCode()))));
      if (turn.follow) await answerQuestions(ANSWERS_BETWEEN_TURNS);
    }
    if (follow) await answerQuestions(maxFollow);
  } catch (error) {
    // What was said until then tells more than the error alone.
    problems.push(String(error));
  }

  const before = new Set(bookings.map(({ id }) => id));
  const newBookings = (await existingBookings(business, clock)).filter(({ id }) => !before.has(id));
  problems.push(...grade(expect, { answers: conversation.answers, receipts: conversation.receipts(), newBookings }));
  return { problems, dialogue: conversation.lines.join('\n') };
}

function converse(service: { url: string }, key: string, { clock, chat = {} }: Case) {
  const answers: Answer[] = [];
  const lines: string[] = [];
  const receipts = () => answers.flatMap((answer) => answer.receipts ?? []);
  return {
    answers,
    lines,
    receipts,
    lastCode: () => receipts().findLast(({ code }) => code)?.code ?? 'NOCODE',
    say: async (message: string): Promise<Answer> => {
      const conversationId = answers.at(-1)?.conversationId;
      const body = { message, ...(conversationId ? { conversationId } : {}), ...chat };
      const headers = { 'x-test-clock': clock };
      const send = () => call(service, 'POST', '/api/chat', { key, body, headers });
      const answer: Answer = must(200, await patiently(send)).json;
      answers.push(answer);
      const types = (answer.receipts ?? []).map(({ type }) => ` ${type}`).join('');
      lines.push(`customer: ${message}`, `assistant: ${answer.reply}  [${answer.intent}${types}]`);
      return answer;
    },
  };
}

async function existingBookings(business: Pick<BusinessOf, 'send'>, now: string): Promise<Booking[]> {
  return must(200, await business.send('GET', '/bookings?limit=100', { now })).json.data;
}
