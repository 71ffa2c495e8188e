// Plays random customers of one business, some at a time, and looks at all its rows after each turn.
import { must } from '../business.ts';
import { call, type Service } from '../harness.ts';
import type { Random } from '../random.ts';
import { nextSaying, type Person, peopleOf } from './customer.ts';
import type { openRows, Rows } from './rows.ts';
import { type Words, wordsOf } from './sayings.ts';
import { type Answer, compareWithRows, type Receipt } from './words-and-rows.ts';
import type { World } from './worlds.ts';

const TALKING_AT_ONCE = 3;
const SHORTEST_TALK = 5;
const LONGEST_TALK = 16;
const LINES_SHOWN = 12;

type Talk = { person: Person; said: string[]; lines: string[]; turnsLeft: number; answer?: Answer };
type Stage = { service: Service; rows: ReturnType<typeof openRows>; world: World; random: Random; words: Words };

export type Played = { receipts: Receipt[]; problems: string[] };

export async function playIn(given: Omit<Stage, 'words'>, turns: number): Promise<Played> {
  const { world, random, rows } = given;
  const stage: Stage = { ...given, words: wordsOf(world.document) };
  const people = peopleOf(world.document);
  const talks: (Talk | undefined)[] = [];
  const played: Played = { receipts: [], problems: [] };
  let before = await rows.read(world.business.id);
  for (let turn = 0; turn < turns; turn++) {
    const place = random.below(TALKING_AT_ONCE);
    const talk = talks[place] ?? newTalk(random, people);
    const { receipts, problems, after } = await takeTurn(stage, talk, before);
    played.receipts.push(...receipts);
    if (problems.length > 0)
      played.problems.push([`at ${world.id}:`, ...talk.lines.slice(-LINES_SHOWN), ...problems].join('\n'));
    before = after;
    talks[place] = talk.turnsLeft > 0 ? talk : undefined;
  }
  return played;
}

const newTalk = (random: Random, people: readonly Person[]): Talk => ({
  person: random.pick(people),
  said: [],
  lines: [],
  turnsLeft: SHORTEST_TALK + random.below(LONGEST_TALK - SHORTEST_TALK),
});

async function takeTurn(stage: Stage, talk: Talk, before: Rows) {
  const { service, world, rows, random, words } = stage;
  const { business, clock, document } = world;
  const { answer: last, person } = talk;
  const codes = [...before.values()]
    .filter(
      ({ code, person: of, conversation_id: made }) => code && (of === person.name || made === last?.conversationId),
    )
    .map(({ code }) => code!);
  const message = nextSaying(random, { words, person, codes, industry: document.industry, answer: last });
  const silent = last?.status === 'handoff';
  const body = { message, ...(last ? { conversationId: last.conversationId } : {}) };
  const headers = { 'x-test-clock': clock };
  const reply = await call(service, 'POST', '/api/chat', { key: business.key, body, headers });
  const after = await rows.read(business.id);
  talk.turnsLeft -= 1;
  talk.said.push(message);
  if (reply.status !== 200) {
    talk.turnsLeft = 0;
    talk.lines.push(`customer: ${message}`, reply.text, ...logOf(service, reply.json.requestId));
    return { receipts: [], problems: [`the answer was ${reply.status}`], after };
  }
  const answer: Answer = reply.json;
  talk.answer = answer;
  const types = answer.receipts.map(({ type }) => ` ${type}`).join('');
  talk.lines.push(`customer: ${message}`, `assistant: ${answer.reply}  [${answer.intent} ${answer.status}${types}]`);
  const quoted = [...housesOwn(world), ...talk.said.filter(isSentence).map(withoutEnd)];
  const seen = { answer, before, after, silent, said: talk.said.join(' '), quoted };
  const problems = [...compareWithRows(seen), ...(await judgeOverApi(stage, talk, answer))];
  if (silent) talk.answer = await resolved(world, answer);
  return { receipts: answer.receipts, problems, after };
}

const logOf = ({ logged }: Service, requestId: string) => logged.filter((line) => line.includes(requestId));

/** A reply that takes a customer's words for a name says them again; that claims nothing. */
const isSentence = (said: string) => said.split(' ').length > 2;
const withoutEnd = (said: string) => said.replace(/[?.!]+$/, '');

/** FAQ answers and policies are said word for word, or without the yes or no that was for another question. */
const housesOwn = ({ document: { faqs, policies } }: World) =>
  [...faqs.map(({ answer }) => answer), ...Object.values(policies)].flatMap((text) => [text, withoutYes(text)]);
const withoutYes = (text: string) => text.replace(/^(?:yes|no)[,.!] +(\w)/i, (_, first: string) => first.toUpperCase());

/** What a client sees of the rows that the receipts name, and in the end of the conversation. */
async function judgeOverApi({ world: { business } }: Stage, talk: Talk, answer: Answer): Promise<string[]> {
  const problems: string[] = [];
  for (const { type, id, code } of answer.receipts) {
    const [kind] = type.split('.') as [string];
    if (!PATHS[kind]) continue;
    const { json } = must(200, await business.send('GET', `${PATHS[kind]}/${id}`));
    const { name } = json.customer ?? json.patient;
    const isOwn = json.conversationId === answer.conversationId || hasSaid(talk, name) || hasSaid(talk, json.code);
    if (code != null && json.code !== code) problems.push(`the API has the code ${json.code}, not ${code}`);
    if (!isOwn) problems.push(`${type} is about ${name}, whom nobody named here`);
  }
  if (talk.turnsLeft === 0) {
    const { json } = must(200, await business.send('GET', `/conversations/${answer.conversationId}`));
    const text = answer.reply || talk.said.at(-1);
    if (json.status !== answer.status) problems.push(`the conversation is ${json.status}, not ${answer.status}`);
    if (json.messages.at(-1).text !== text) problems.push(`the conversation ends with "${json.messages.at(-1).text}"`);
  }
  return problems;
}

const PATHS: Readonly<Record<string, string>> = { booking: '/bookings', prescription: '/medical/prescriptions' };

const hasSaid = ({ said }: Talk, words = '?') => said.join(' ').toLowerCase().includes(words.toLowerCase());

/** The person is done, and the assistant speaks again. */
async function resolved({ business }: World, answer: Answer): Promise<Answer> {
  must(200, await business.send('POST', `/conversations/${answer.conversationId}/resolve`, { body: {} }));
  return { ...answer, status: 'resolved' };
}
