// Plays several random customers of one business at a time, and checks all its rows after each turn.
import { expectStatus } from '../business.ts';
import { call, type Service } from '../harness.ts';
import type { Random } from '../random.ts';
import { type ChatReply, checkTurn, type Receipt } from './check-turn.ts';
import { createPeople, type Person, writeNextMessage } from './customer.ts';
import { collectPlaceholderValues, type PlaceholderValues } from './message-templates.ts';
import type { openRowReader, Rows } from './rows.ts';
import type { Scenario } from './scenarios.ts';

const CONCURRENT_CONVERSATIONS = 3;
const MIN_TURNS = 5;
const MAX_TURNS = 16;
const SHOWN_LINE_COUNT = 12;

type Conversation = {
  person: Person;
  customerMessages: string[];
  transcript: string[];
  turnsLeft: number;
  response?: ChatReply;
};
type PlayContext = {
  service: Service;
  rowReader: ReturnType<typeof openRowReader>;
  scenario: Scenario;
  random: Random;
  placeholders: PlaceholderValues;
};

export type PlayResult = { receipts: Receipt[]; problems: string[] };

export async function playCustomers(
  contextWithoutPlaceholders: Omit<PlayContext, 'placeholders'>,
  turns: number,
): Promise<PlayResult> {
  const { scenario, random, rowReader } = contextWithoutPlaceholders;
  const context: PlayContext = {
    ...contextWithoutPlaceholders,
    placeholders: collectPlaceholderValues(scenario.document),
  };
  const people = createPeople(scenario.document);
  const conversations: (Conversation | undefined)[] = [];
  const result: PlayResult = { receipts: [], problems: [] };
  let before = await rowReader.read(scenario.business.id);
  for (let turn = 0; turn < turns; turn++) {
    const conversationIndex = random.integerBelow(CONCURRENT_CONVERSATIONS);
    const conversation = conversations[conversationIndex] ?? createConversation(random, people);
    const { receipts, problems, after } = await playTurn(context, conversation, before);
    result.receipts.push(...receipts);
    if (problems.length > 0)
      result.problems.push(
        [`at ${scenario.id}:`, ...conversation.transcript.slice(-SHOWN_LINE_COUNT), ...problems].join('\n'),
      );
    before = after;
    conversations[conversationIndex] = conversation.turnsLeft > 0 ? conversation : undefined;
  }
  return result;
}

const createConversation = (random: Random, people: readonly Person[]): Conversation => ({
  person: random.pick(people),
  customerMessages: [],
  transcript: [],
  turnsLeft: MIN_TURNS + random.integerBelow(MAX_TURNS - MIN_TURNS),
});

async function playTurn(context: PlayContext, conversation: Conversation, before: Rows) {
  const { service, scenario, rowReader, random, placeholders } = context;
  const { business, clock, document } = scenario;
  const { response: previousResponse, person } = conversation;
  const codes = [...before.values()]
    .filter(
      ({ code, person: bookedBy, conversation_id: conversationId }) =>
        code && (bookedBy === person.name || conversationId === previousResponse?.conversationId),
    )
    .map(({ code }) => code!);
  const message = writeNextMessage(random, {
    placeholders,
    person,
    codes,
    industry: document.industry,
    response: previousResponse,
  });
  const isHandedOff = previousResponse?.status === 'handoff';
  const body = { message, ...(previousResponse ? { conversationId: previousResponse.conversationId } : {}) };
  const headers = { 'x-test-clock': clock };
  const httpResponse = await call(service, 'POST', '/api/chat', { key: business.key, body, headers });
  const after = await rowReader.read(business.id);
  conversation.turnsLeft -= 1;
  conversation.customerMessages.push(message);
  if (httpResponse.status !== 200) {
    conversation.turnsLeft = 0;
    conversation.transcript.push(
      `customer: ${message}`,
      httpResponse.text,
      ...findLogLines(service, httpResponse.json.requestId),
    );
    return { receipts: [], problems: [`the response was ${httpResponse.status}`], after };
  }
  const response: ChatReply = httpResponse.json;
  conversation.response = response;
  const receiptTypes = response.receipts.map(({ type }) => ` ${type}`).join('');
  conversation.transcript.push(
    `customer: ${message}`,
    `assistant: ${response.reply}  [${response.intent} ${response.status}${receiptTypes}]`,
  );
  const quotedTexts = [
    ...collectBusinessTexts(scenario),
    ...conversation.customerMessages.filter(isSentence).map(withoutPunctuation),
  ];
  const customerText = conversation.customerMessages.join(' ');
  const turn = { response, before, after, isHandedOff, customerText, quotedTexts };
  const problems = [...checkTurn(turn), ...(await checkOverApi(context, conversation, response))];
  if (isHandedOff) conversation.response = await resolveConversation(scenario, response);
  return { receipts: response.receipts, problems, after };
}

const findLogLines = ({ logLines }: Service, requestId: string) => logLines.filter((line) => line.includes(requestId));

/** A reply may repeat a customer's sentence, for example when it mistakes it for a name. That is not a claim. */
const isSentence = (message: string) => message.split(' ').length > 2;
const withoutPunctuation = (message: string) => message.replace(/[?.!]+$/, '');

/** FAQ answers and policies are quoted verbatim, or without a leading yes or no that answers a different question. */
const collectBusinessTexts = ({ document: { faqs, policies } }: Scenario) =>
  [...faqs.map(({ answer }) => answer), ...Object.values(policies)].flatMap((text) => [
    text,
    withoutLeadingYesNo(text),
  ]);
const withoutLeadingYesNo = (text: string) =>
  text.replace(/^(?:yes|no)[,.!] +(\w)/i, (_, firstLetter: string) => firstLetter.toUpperCase());

/** Checks over the API the rows that the receipts name, and after the last turn the conversation. */
async function checkOverApi(
  { scenario: { business } }: PlayContext,
  conversation: Conversation,
  response: ChatReply,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { type, id, code } of response.receipts) {
    const [kind] = type.split('.') as [string];
    if (!API_PATHS[kind]) continue;
    const { json } = expectStatus(200, await business.send('GET', `${API_PATHS[kind]}/${id}`));
    const { name } = json.customer ?? json.patient;
    const isAboutCustomer =
      json.conversationId === response.conversationId ||
      hasMentioned(conversation, name) ||
      hasMentioned(conversation, json.code);
    if (code != null && json.code !== code) problems.push(`the API has the code ${json.code}, not ${code}`);
    if (!isAboutCustomer) problems.push(`${type} is about ${name}, whom nobody named here`);
  }
  if (conversation.turnsLeft === 0) {
    const { json } = expectStatus(200, await business.send('GET', `/conversations/${response.conversationId}`));
    const expectedText = response.reply || conversation.customerMessages.at(-1);
    if (json.status !== response.status) problems.push(`the conversation is ${json.status}, not ${response.status}`);
    if (json.messages.at(-1).text !== expectedText)
      problems.push(`the conversation ends with "${json.messages.at(-1).text}"`);
  }
  return problems;
}

const API_PATHS: Readonly<Record<string, string>> = { booking: '/bookings', prescription: '/medical/prescriptions' };

const hasMentioned = ({ customerMessages }: Conversation, text = '?') =>
  customerMessages.join(' ').toLowerCase().includes(text.toLowerCase());

/** The staff member resolves the conversation, so that the assistant answers again. */
async function resolveConversation({ business }: Scenario, response: ChatReply): Promise<ChatReply> {
  expectStatus(200, await business.send('POST', `/conversations/${response.conversationId}/resolve`, { body: {} }));
  return { ...response, status: 'resolved' };
}
