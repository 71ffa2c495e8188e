import type { TestBusiness } from '../business.ts';
import { call, expectStatus, retryWhileUnavailable } from '../http.ts';
import type { ExamCase } from './cases.ts';
import { createCustomer } from './customer.ts';
import { type Booking, type ChatResponse, gradeConversation, gradeTurn } from './grade.ts';

type PlayResult = { problems: string[]; dialogue: string };

const MAX_ANSWERS_BETWEEN_TURNS = 6;
const MAX_ANSWERS_AT_END = 7;

/** Plays one complete conversation and returns the problems found in it. */
export async function playCase(
  service: { url: string },
  business: Pick<TestBusiness, 'key' | 'send'>,
  examCase: ExamCase,
): Promise<PlayResult> {
  const { clock, turns, facts = {}, follow = true, maxFollow = MAX_ANSWERS_AT_END, expect = {} } = examCase;
  const previousBookings = await findExistingBookings(business, clock);
  const conversation = startConversation(service, business.key, examCase);
  const customer = createCustomer(facts);
  const answerQuestions = async (maxAnswers: number) => {
    for (let i = 0; i < maxAnswers; i++) {
      const answer = customer(conversation.responses.at(-1)!.reply);
      if (!answer) return;
      await conversation.sendMessage(answer);
    }
  };
  const problems: string[] = [];
  try {
    for (const turn of turns.map((turn) => (typeof turn === 'string' ? { say: turn } : turn))) {
      problems.push(
        ...gradeTurn(turn, await conversation.sendMessage(turn.say.replace('{code}', conversation.getLastCode()))),
      );
      if (turn.follow) await answerQuestions(MAX_ANSWERS_BETWEEN_TURNS);
    }
    if (follow) await answerQuestions(maxFollow);
  } catch (error) {
    // Report the error as a problem, so that the dialogue up to this point is shown too.
    problems.push(String(error));
  }

  const previousIds = new Set(previousBookings.map(({ id }) => id));
  const newBookings = (await findExistingBookings(business, clock)).filter(({ id }) => !previousIds.has(id));
  problems.push(
    ...gradeConversation(expect, {
      responses: conversation.responses,
      receipts: conversation.listReceipts(),
      newBookings,
    }),
  );
  return { problems, dialogue: conversation.lines.join('\n') };
}

function startConversation(service: { url: string }, key: string, { clock, chat = {} }: ExamCase) {
  const responses: ChatResponse[] = [];
  const lines: string[] = [];
  const listReceipts = () => responses.flatMap((response) => response.receipts ?? []);
  return {
    responses,
    lines,
    listReceipts,
    getLastCode: () => listReceipts().findLast(({ code }) => code)?.code ?? 'NOCODE',
    sendMessage: async (message: string): Promise<ChatResponse> => {
      const conversationId = responses.at(-1)?.conversationId;
      const body = { message, ...(conversationId ? { conversationId } : {}), ...chat };
      const headers = { 'x-test-clock': clock };
      const sendRequest = () => call(service, 'POST', '/api/chat', { key, body, headers });
      const response: ChatResponse = expectStatus(200, await retryWhileUnavailable(sendRequest)).json;
      responses.push(response);
      const receiptTypes = (response.receipts ?? []).map(({ type }) => ` ${type}`).join('');
      lines.push(`customer: ${message}`, `assistant: ${response.reply}  [${response.intent}${receiptTypes}]`);
      return response;
    },
  };
}

async function findExistingBookings(business: Pick<TestBusiness, 'send'>, now: string): Promise<Booking[]> {
  return expectStatus(200, await business.send('GET', '/bookings?limit=100', { now })).json.data;
}
