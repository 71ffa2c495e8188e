// Random customers at every kind of business: replies, receipts and database rows must always agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { inParallel, sampleSize, seededRandom, taskRandom } from '../random.ts';
import { type Answer, checkTurn, type PlayedTurn } from './check-turn.ts';
import { claimsIn } from './claims.ts';
import { playCustomers } from './play.ts';
import { openRowReader, type Row } from './rows.ts';
import { openScenarios } from './scenarios.ts';

const TURN_COUNT = sampleSize(8_400, 24);
const EXAM_BUSINESSES_ONE_IN = 6;
const MAX_CONCURRENT = 4;
const RECEIPT_TYPES = [
  'booking.cancelled',
  'booking.created',
  'booking.rescheduled',
  'membership.requested',
  'prescription.requested',
  'return.requested',
];

let service: Service;
let rows: ReturnType<typeof openRowReader>;
beforeAll(async () => {
  service = await startService();
  rows = openRowReader(service);
});
afterAll(() => rows.close());

it('claims, changes and reveals nothing that a receipt does not prove', { timeout: 600_000 }, async () => {
  const { seed } = seededRandom(1);
  const scenarios = await openScenarios(service, EXAM_BUSINESSES_ONE_IN);
  const turnsPerScenario = Math.ceil(TURN_COUNT / scenarios.length);
  const startedAt = performance.now();
  const results = await inParallel(scenarios, MAX_CONCURRENT, (scenario) =>
    playCustomers({ service, rows, scenario, random: taskRandom(seed, scenario.id) }, turnsPerScenario),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const turns = scenarios.length * turnsPerScenario;
  const receipts = Object.groupBy(
    results.flatMap((result) => result.receipts),
    ({ type }) => type,
  );
  const counts = Object.entries(receipts).map(([type, receiptsOfType]) => `${receiptsOfType!.length} ${type}`);
  console.log(`${turns} turns in ${seconds.toFixed(1)} s: ${counts.join(', ')}`);
  expect(results.flatMap(({ problems }) => problems).join('\n\n')).toBe('');
  expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(TURN_COUNT);
  // The test is only meaningful if the customers caused changes: every kind of them among all turns, bookings in a sample.
  const expectedTypes = process.env.FULL ? RECEIPT_TYPES : ['booking.created'];
  expect(Object.keys(receipts)).toEqual(expect.arrayContaining(expectedTypes));
});

it('does not reveal the booking code of the next customer on the waitlist', async () => {
  const spin = { id: 'spin', name: 'Spin', durationMinutes: 45, capacity: 1, weekly: [{ day: 'thu', time: '18:00' }] };
  const gym = await openBusiness(service, 'fitness', { fitness: { classes: [spin], memberships: [], trainers: [] } });
  const send = async (message: string, previousAnswer?: Answer): Promise<Answer> => {
    const body = { message, ...(previousAnswer ? { conversationId: previousAnswer.conversationId } : {}) };
    return expectStatus(200, await gym.send('POST', '/chat', { body })).json;
  };
  const join = async (contact: string) =>
    send('yes please', await send(`put me down for spin on thursday at 6pm, ${contact}`));
  const booked = await join('Dana Fox, 212 555 0140');
  const waitlisted = await join('Ann Lee, 212 555 0145');
  expect((await rows.read(gym.id)).get(waitlisted.receipts[0]!.id)?.status).toBe('waitlisted');
  await send('cancel my booking', booked);
  const cancelled = await send('yes', booked);
  expect((await rows.read(gym.id)).get(waitlisted.receipts[0]!.id)?.status).toBe('offered');
  const { id, code } = booked.receipts[0]!;
  expect(cancelled.receipts).toMatchObject([{ type: 'booking.cancelled', id, code }]);
});

it('books once if the confirmation arrives several times', async () => {
  const restaurant = await openBusiness(service, 'restaurant');
  const send = async (message: string, conversationId?: string): Promise<Answer> =>
    expectStatus(200, await restaurant.send('POST', '/chat', { body: { message, conversationId } })).json;
  const { conversationId } = await send('table for 2 on friday at 7pm, Dana Fox, 212 555 0140');
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('yes please', conversationId)));
  const receipts = answers.flatMap((answer) => answer.receipts);
  expect(receipts).toMatchObject([{ type: 'booking.created' }]);
  expect([...(await rows.read(restaurant.id)).keys()]).toEqual([receipts[0]!.id]);
});

describe('a claim', () => {
  it.each([
    ["You're booked: a table for 2 on Friday.", 'booked'],
    ['Great, I have put you down for Spin.', 'booked'],
    ['You are on the waitlist.', 'booked'],
    ['Done: your haircut is cancelled.', 'cancelled'],
    ["It's moved.", 'moved'],
    ['Your visit is now at 3 PM.', 'moved'],
    ['Your request is with our team.', 'requested'],
    ['I’ve passed on the request for metformin.', 'requested'],
    ['Your table is reserved and you can cancel it online.', 'booked'],
    ['All set!', 'done'],
  ])('is found in "%s"', (reply, action) => {
    expect(claimsIn(reply).map((claim) => claim.action)).toContain(action);
  });

  it.each([
    'Shall I book it?',
    'Would you like it moved?',
    "I'm afraid that time isn't available: we are fully booked.",
    'Ana is already booked at 3 PM.',
    'It can be cancelled until the day before.',
    'Nothing has been booked.',
    'You have a table for 2 on Friday.',
  ])('is not found in "%s"', (reply) => {
    expect(claimsIn(reply)).toEqual([]);
  });

  it('is not found in a quote of the business’s own text', () => {
    const quoted = ['Tables are reserved for 15 minutes.'];
    expect(claimsIn(`We are nice. ${quoted[0]}`, quoted)).toEqual([]);
  });
});

describe('the comparison of a reply with the rows', () => {
  const row = (overrides: Partial<Row> = {}): Row => ({
    kind: 'booking',
    id: 'bkg_1',
    status: 'confirmed',
    code: 'K7P4QX',
    starts_at: new Date('2026-11-20T19:00:00Z'),
    conversation_id: 'conv_1',
    occurrence_id: null,
    person: 'Dana Fox',
    digest: 'a',
    ...overrides,
  });
  const rowsOf = (...all: Row[]) => new Map(all.map((row) => [row.id, row]));
  const bookingReceipt = [{ type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' }];
  const makeTurn = (
    answer: Partial<Answer>,
    before: Row[],
    after: Row[],
    overrides: Partial<PlayedTurn> = {},
  ): PlayedTurn => {
    const base = { conversationId: 'conv_1', reply: "You're booked. Your code is K7P4QX.", intent: '', confidence: 1 };
    const fullAnswer = { ...base, receipts: bookingReceipt, suggestions: [], status: 'open', ...answer };
    return {
      answer: fullAnswer,
      before: rowsOf(...before),
      after: rowsOf(...after),
      isHandedOff: false,
      customerText: '',
      quotedTexts: [],
      ...overrides,
    };
  };

  it('accepts a reply that matches its receipt and row', () => {
    expect(checkTurn(makeTurn({}, [], [row()]))).toEqual([]);
  });

  it.each<[string, PlayedTurn]>([
    ['claims booked without a receipt', makeTurn({ receipts: [] }, [], [])],
    ['claims cancelled without a receipt', makeTurn({ reply: 'K7P4QX is cancelled.' }, [], [row()])],
    ['booking.created has no row', makeTurn({}, [], [])],
    ['booking.created is about a row that was there before', makeTurn({}, [row()], [row({ digest: 'b' })])],
    ['booking.created is about a row that is cancelled', makeTurn({}, [], [row({ status: 'cancelled' })])],
    ['booking.created has the code K7P4QX, not QQQQQQ', makeTurn({}, [], [row({ code: 'QQQQQQ' })])],
    ['went from no row to confirmed without', makeTurn({ receipts: [], reply: 'Hi!' }, [], [row()])],
    ['went from confirmed to no row without', makeTurn({ receipts: [], reply: 'Hi!' }, [row()], [])],
    [
      'went from confirmed to cancelled without',
      makeTurn({ receipts: [], reply: 'Hi!' }, [row()], [row({ status: 'cancelled', digest: 'b' })]),
    ],
    [
      'waitlist.offered is not for this customer',
      makeTurn({ receipts: [{ type: 'waitlist.offered', id: 'bkg_1' }] }, [], [row()]),
    ],
    ["tells somebody else's code", makeTurn({}, [], [row({ conversation_id: 'conv_2' })])],
    ['says nothing', makeTurn({ reply: ' ', receipts: [] }, [], [])],
    ['speaks beside a person', makeTurn({}, [], [row()], { isHandedOff: true })],
    ['is resolved after a reply', makeTurn({ status: 'resolved' }, [], [row()])],
    ['shows what is not for people', makeTurn({ reply: 'Your code is K7P4QX, undefined.' }, [], [row()])],
  ])('reports a reply that %s', (problem, turn) => {
    expect(checkTurn(turn).join('\n')).toContain(problem);
  });
});
