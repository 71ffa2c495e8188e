// Random customers at every kind of business: words, receipts and rows must always agree.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { must } from '../business.ts';
import { call, type Service, startService } from '../harness.ts';
import { inParallel, type Random, seeded } from '../random.ts';
import { claimsIn } from './claims.ts';
import { nextSaying, type Person, peopleOf } from './customer.ts';
import { openRows, type Rows } from './rows.ts';
import { wordsOf } from './sayings.ts';
import { type Answer, judge, type Receipt } from './words-and-rows.ts';
import { choicesOf, openWorlds, type World } from './worlds.ts';

const TURNS_PER_WORLD = 105;
const WORLDS_AT_ONCE = 4;
const TALKING_AT_ONCE = 3;
const LONGEST_TALK = 16;

let service: Service;
let rows: ReturnType<typeof openRows>;
beforeAll(async () => {
  service = await startService();
  rows = openRows(service);
});
afterAll(() => rows.close());

type Talk = { person: Person; lines: string[]; said: string[]; answer?: Answer; turnsLeft: number };

it('never claims, changes or shows anything but what a receipt proves', { timeout: 180_000 }, async () => {
  const { seed } = seeded(1);
  const worlds = await openWorlds(service);
  const began = performance.now();
  const played = await inParallel(worlds, WORLDS_AT_ONCE, (world) => playIn(world, choicesOf(seed, world.id)));
  const seconds = (performance.now() - began) / 1000;
  const receipts = played.flatMap((each) => each.receipts);
  const turns = worlds.length * TURNS_PER_WORLD;
  const types = Object.entries(Object.groupBy(receipts, ({ type }) => type)).map(([type, of]) => `${type} ${of!.length}`);
  console.log(`${turns} turns in ${seconds.toFixed(1)} s, ${receipts.length} receipts: ${types.sort().join(', ')}`);
  expect(played.flatMap(({ problems }) => problems).join('\n\n')).toBe('');
  expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(2_000);
  // Customers who bring nothing about would prove nothing.
  expect(Object.keys(Object.groupBy(receipts, ({ type }) => type))).toEqual(expect.arrayContaining(EVERY_KIND));
});

const EVERY_KIND = [
  'booking.created',
  'booking.rescheduled',
  'booking.cancelled',
  'prescription.requested',
  'membership.requested',
  'return.requested',
];

/** Some customers at a time take turns; after each turn all rows of the business are looked at. */
async function playIn(world: World, random: Random) {
  const people = peopleOf(world.document);
  const talks: Talk[] = [];
  const receipts: Receipt[] = [];
  const problems: string[] = [];
  let before = await rows.read(world.business.id);
  for (let turn = 0; turn < TURNS_PER_WORLD; turn++) {
    const slot = random.below(TALKING_AT_ONCE);
    const talk = talks[slot] ?? { person: random.pick(people), lines: [], said: [], turnsLeft: 4 + random.below(LONGEST_TALK) };
    talks[slot] = talk;
    const found = await takeTurn(world, random, talk, before);
    before = found.after;
    receipts.push(...found.receipts);
    if (found.problems.length > 0) problems.push([world.id, ...talk.lines.slice(-8), ...found.problems].join('\n'));
    if (talk.turnsLeft-- <= 0) delete talks[slot];
  }
  return { receipts, problems };
}

async function takeTurn(world: World, random: Random, talk: Talk, before: Rows) {
  const { business, document, clock } = world;
  const { person, answer: last } = talk;
  const codes = [...before.values()].flatMap(({ code, conversation_id }) => (code && (conversation_id === last?.conversationId || random.chance(0.1)) ? [code] : []));
  const message = nextSaying(random, { words: wordsOf(document), person, codes, industry: document.industry, answer: last });
  const body = { message, ...(last ? { conversationId: last.conversationId } : {}) };
  const answer: Answer = must(200, await call(service, 'POST', '/api/chat', { key: business.key, body, headers: { 'x-test-clock': clock } })).json;
  const after = await rows.read(business.id);
  talk.said.push(message);
  talk.answer = answer;
  talk.lines.push(`customer: ${message}`, `assistant: ${answer.reply}  [${answer.intent} ${answer.status} ${answer.receipts.map(({ type }) => type)}]`);
  const seen = { answer, before, after, silent: last?.status === 'handoff', said: talk.said.join(' '), quoted: wordsOfTheHouse(world) };
  return { after, receipts: answer.receipts, problems: judge(seen) };
}

const wordsOfTheHouse = ({ document: { faqs, policies } }: World) => [...faqs.map(({ answer }) => answer), ...Object.values(policies)];
