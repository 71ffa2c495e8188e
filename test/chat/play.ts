// Plays several random customers of one business at a time, and checks all its rows after each turn.
import { expectStatus } from '../business.ts';
import { call, type Service } from '../harness.ts';
import type { Random } from '../random.ts';
import { type Answer, checkTurn, type Receipt } from './check-turn.ts';
import { nextMessage, type Person, peopleOf } from './customer.ts';
import { type PlaceholderValues, placeholderValues } from './message-templates.ts';
import type { openRowReader, Rows } from './rows.ts';
import type { Scenario } from './scenarios.ts';

const CONCURRENT_CONVERSATIONS = 3;
const MIN_TURNS = 5;
const MAX_TURNS = 16;
const LINES_SHOWN = 12;

type Conversation = { person: Person; customerMessages: string[]; lines: string[]; turnsLeft: number; answer?: Answer };
type PlayContext = {
  service: Service;
  rows: ReturnType<typeof openRowReader>;
  scenario: Scenario;
  random: Random;
  words: PlaceholderValues;
};

export type PlayResult = { receipts: Receipt[]; problems: string[] };

export async function playCustomers(input: Omit<PlayContext, 'words'>, turns: number): Promise<PlayResult> {
  const { scenario, random, rows } = input;
  const context: PlayContext = { ...input, words: placeholderValues(scenario.document) };
  const people = peopleOf(scenario.document);
  const conversations: (Conversation | undefined)[] = [];
  const result: PlayResult = { receipts: [], problems: [] };
  let before = await rows.read(scenario.business.id);
  for (let turn = 0; turn < turns; turn++) {
    const slot = random.integerBelow(CONCURRENT_CONVERSATIONS);
    const conversation = conversations[slot] ?? newConversation(random, people);
    const { receipts, problems, after } = await playTurn(context, conversation, before);
    result.receipts.push(...receipts);
    if (problems.length > 0)
      result.problems.push([`at ${scenario.id}:`, ...conversation.lines.slice(-LINES_SHOWN), ...problems].join('\n'));
    before = after;
    conversations[slot] = conversation.turnsLeft > 0 ? conversation : undefined;
  }
  return result;
}

const newConversation = (random: Random, people: readonly Person[]): Conversation => ({
  person: random.pick(people),
  customerMessages: [],
  lines: [],
  turnsLeft: MIN_TURNS + random.integerBelow(MAX_TURNS - MIN_TURNS),
});

async function playTurn(context: PlayContext, conversation: Conversation, before: Rows) {
  const { service, scenario, rows, random, words } = context;
  const { business, clock, document } = scenario;
  const { answer: previousAnswer, person } = conversation;
  const codes = [...before.values()]
    .filter(
      ({ code, person: bookedBy, conversation_id: conversationId }) =>
        code && (bookedBy === person.name || conversationId === previousAnswer?.conversationId),
    )
    .map(({ code }) => code!);
  const message = nextMessage(random, { words, person, codes, industry: document.industry, answer: previousAnswer });
  const isHandedOff = previousAnswer?.status === 'handoff';
  const body = { message, ...(previousAnswer ? { conversationId: previousAnswer.conversationId } : {}) };
  const headers = { 'x-test-clock': clock };
  const reply = await call(service, 'POST', '/api/chat', { key: business.key, body, headers });
  const after = await rows.read(business.id);
  conversation.turnsLeft -= 1;
  conversation.customerMessages.push(message);
  if (reply.status !== 200) {
    conversation.turnsLeft = 0;
    conversation.lines.push(`customer: ${message}`, reply.text, ...logLinesOf(service, reply.json.requestId));
    return { receipts: [], problems: [`the answer was ${reply.status}`], after };
  }
  const answer: Answer = reply.json;
  conversation.answer = answer;
  const types = answer.receipts.map(({ type }) => ` ${type}`).join('');
  conversation.lines.push(
    `customer: ${message}`,
    `assistant: ${answer.reply}  [${answer.intent} ${answer.status}${types}]`,
  );
  const quotedTexts = [
    ...businessTexts(scenario),
    ...conversation.customerMessages.filter(isSentence).map(withoutPunctuation),
  ];
  const customerText = conversation.customerMessages.join(' ');
  const turn = { answer, before, after, isHandedOff, customerText, quotedTexts };
  const problems = [...checkTurn(turn), ...(await checkOverApi(context, conversation, answer))];
  if (isHandedOff) conversation.answer = await resolveConversation(scenario, answer);
  return { receipts: answer.receipts, problems, after };
}

const logLinesOf = ({ logLines }: Service, requestId: string) => logLines.filter((line) => line.includes(requestId));

/** A reply may repeat a customer's sentence, for example when it mistakes it for a name. That is not a claim. */
const isSentence = (message: string) => message.split(' ').length > 2;
const withoutPunctuation = (message: string) => message.replace(/[?.!]+$/, '');

/** FAQ answers and policies are quoted verbatim, or without a leading yes or no that answers a different question. */
const businessTexts = ({ document: { faqs, policies } }: Scenario) =>
  [...faqs.map(({ answer }) => answer), ...Object.values(policies)].flatMap((text) => [
    text,
    withoutLeadingYesNo(text),
  ]);
const withoutLeadingYesNo = (text: string) =>
  text.replace(/^(?:yes|no)[,.!] +(\w)/i, (_, first: string) => first.toUpperCase());

/** Checks over the API the rows that the receipts name, and after the last turn the conversation. */
async function checkOverApi(
  { scenario: { business } }: PlayContext,
  conversation: Conversation,
  answer: Answer,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { type, id, code } of answer.receipts) {
    const [kind] = type.split('.') as [string];
    if (!API_PATHS[kind]) continue;
    const { json } = expectStatus(200, await business.send('GET', `${API_PATHS[kind]}/${id}`));
    const { name } = json.customer ?? json.patient;
    const isAboutCustomer =
      json.conversationId === answer.conversationId ||
      hasMentioned(conversation, name) ||
      hasMentioned(conversation, json.code);
    if (code != null && json.code !== code) problems.push(`the API has the code ${json.code}, not ${code}`);
    if (!isAboutCustomer) problems.push(`${type} is about ${name}, whom nobody named here`);
  }
  if (conversation.turnsLeft === 0) {
    const { json } = expectStatus(200, await business.send('GET', `/conversations/${answer.conversationId}`));
    const text = answer.reply || conversation.customerMessages.at(-1);
    if (json.status !== answer.status) problems.push(`the conversation is ${json.status}, not ${answer.status}`);
    if (json.messages.at(-1).text !== text) problems.push(`the conversation ends with "${json.messages.at(-1).text}"`);
  }
  return problems;
}

const API_PATHS: Readonly<Record<string, string>> = { booking: '/bookings', prescription: '/medical/prescriptions' };

const hasMentioned = ({ customerMessages }: Conversation, words = '?') =>
  customerMessages.join(' ').toLowerCase().includes(words.toLowerCase());

/** The staff member resolves the conversation, so that the assistant answers again. */
async function resolveConversation({ business }: Scenario, answer: Answer): Promise<Answer> {
  expectStatus(200, await business.send('POST', `/conversations/${answer.conversationId}/resolve`, { body: {} }));
  return { ...answer, status: 'resolved' };
}
