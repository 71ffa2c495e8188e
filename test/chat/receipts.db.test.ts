// Random customers at every kind of business: replies, receipts and database rows must always agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { chooseCaseCount, createSeededRandom, createTaskRandom, inParallel } from '../random.ts';
import { type ChatReply, checkTurn, type PlayedTurn } from './check-turn.ts';
import { findClaims } from './claims.ts';
import { playCustomers } from './play.ts';
import { openRowReader, type Row } from './rows.ts';
import { openScenarios } from './scenarios.ts';

const TURN_COUNT = chooseCaseCount(8_400, 24);
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
let rowReader: ReturnType<typeof openRowReader>;
beforeAll(async () => {
  service = await startService();
  rowReader = openRowReader(service);
});
afterAll(() => rowReader.close());

it('claims, changes and reveals nothing that a receipt does not prove', { timeout: 600_000 }, async () => {
  const { seed } = createSeededRandom(1);
  const scenarios = await openScenarios(service, EXAM_BUSINESSES_ONE_IN);
  const turnsPerScenario = Math.ceil(TURN_COUNT / scenarios.length);
  const startedAt = performance.now();
  const results = await inParallel(scenarios, MAX_CONCURRENT, (scenario) =>
    playCustomers({ service, rowReader, scenario, random: createTaskRandom(seed, scenario.id) }, turnsPerScenario),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const turnCount = scenarios.length * turnsPerScenario;
  const receiptsByType = Object.groupBy(
    results.flatMap((result) => result.receipts),
    ({ type }) => type,
  );
  const counts = Object.entries(receiptsByType).map(([type, receiptsOfType]) => `${receiptsOfType!.length} ${type}`);
  console.log(`${turnCount} turns in ${seconds.toFixed(1)} s: ${counts.join(', ')}`);
  expect(results.flatMap(({ problems }) => problems).join('\n\n')).toBe('');
  expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(turnCount).toBeGreaterThanOrEqual(TURN_COUNT);
  // The test is only meaningful if the customers caused changes: every kind of them among all turns, bookings in a sample.
  const expectedTypes = process.env.FULL ? RECEIPT_TYPES : ['booking.created'];
  expect(Object.keys(receiptsByType)).toEqual(expect.arrayContaining(expectedTypes));
});

it('does not reveal the booking code of the next customer on the waitlist', async () => {
  const spin = { id: 'spin', name: 'Spin', durationMinutes: 45, capacity: 1, weekly: [{ day: 'thu', time: '18:00' }] };
  const gym = await openBusiness(service, 'fitness', { fitness: { classes: [spin], memberships: [], trainers: [] } });
  const send = async (message: string, previousResponse?: ChatReply): Promise<ChatReply> => {
    const body = { message, ...(previousResponse ? { conversationId: previousResponse.conversationId } : {}) };
    return expectStatus(200, await gym.send('POST', '/chat', { body })).json;
  };
  const join = async (contact: string) =>
    send('yes please', await send(`put me down for spin on thursday at 6pm, ${contact}`));
  const bookedResponse = await join('Dana Fox, 212 555 0140');
  const waitlistedResponse = await join('Ann Lee, 212 555 0145');
  expect((await rowReader.read(gym.id)).get(waitlistedResponse.receipts[0]!.id)?.status).toBe('waitlisted');
  await send('cancel my booking', bookedResponse);
  const cancelledResponse = await send('yes', bookedResponse);
  expect((await rowReader.read(gym.id)).get(waitlistedResponse.receipts[0]!.id)?.status).toBe('offered');
  const { id, code } = bookedResponse.receipts[0]!;
  expect(cancelledResponse.receipts).toMatchObject([{ type: 'booking.cancelled', id, code }]);
});

it('books once if the confirmation arrives several times', async () => {
  const restaurant = await openBusiness(service, 'restaurant');
  const send = async (message: string, conversationId?: string): Promise<ChatReply> =>
    expectStatus(200, await restaurant.send('POST', '/chat', { body: { message, conversationId } })).json;
  const { conversationId } = await send('table for 2 on friday at 7pm, Dana Fox, 212 555 0140');
  const responses = await Promise.all(Array.from({ length: 5 }, () => send('yes please', conversationId)));
  const receipts = responses.flatMap((response) => response.receipts);
  expect(receipts).toMatchObject([{ type: 'booking.created' }]);
  expect([...(await rowReader.read(restaurant.id)).keys()]).toEqual([receipts[0]!.id]);
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
    expect(findClaims(reply).map((claim) => claim.action)).toContain(action);
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
    expect(findClaims(reply)).toEqual([]);
  });

  it('is not found in a quote of the business’s own text', () => {
    const quotedTexts = ['Tables are reserved for 15 minutes.'];
    expect(findClaims(`We are nice. ${quotedTexts[0]}`, quotedTexts)).toEqual([]);
  });
});

describe('the comparison of a reply with the rows', () => {
  const createRow = (overrides: Partial<Row> = {}): Row => ({
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
  const readRows = (...rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  const bookingReceipt = [{ type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' }];
  const createTurn = (
    responseOverrides: Partial<ChatReply>,
    before: Row[],
    after: Row[],
    overrides: Partial<PlayedTurn> = {},
  ): PlayedTurn => {
    const base = { conversationId: 'conv_1', reply: "You're booked. Your code is K7P4QX.", intent: '', confidence: 1 };
    const response = { ...base, receipts: bookingReceipt, suggestions: [], status: 'open', ...responseOverrides };
    return {
      response,
      before: readRows(...before),
      after: readRows(...after),
      isHandedOff: false,
      customerText: '',
      quotedTexts: [],
      ...overrides,
    };
  };

  it('accepts a reply that matches its receipt and row', () => {
    expect(checkTurn(createTurn({}, [], [createRow()]))).toEqual([]);
  });

  it.each<[string, PlayedTurn]>([
    ['claims booked without a receipt', createTurn({ receipts: [] }, [], [])],
    ['claims cancelled without a receipt', createTurn({ reply: 'K7P4QX is cancelled.' }, [], [createRow()])],
    ['booking.created has no row', createTurn({}, [], [])],
    [
      'booking.created is about a row that was there before',
      createTurn({}, [createRow()], [createRow({ digest: 'b' })]),
    ],
    ['booking.created is about a row that is cancelled', createTurn({}, [], [createRow({ status: 'cancelled' })])],
    ['booking.created has the code K7P4QX, not QQQQQQ', createTurn({}, [], [createRow({ code: 'QQQQQQ' })])],
    ['went from no row to confirmed without', createTurn({ receipts: [], reply: 'Hi!' }, [], [createRow()])],
    ['went from confirmed to no row without', createTurn({ receipts: [], reply: 'Hi!' }, [createRow()], [])],
    [
      'went from confirmed to cancelled without',
      createTurn({ receipts: [], reply: 'Hi!' }, [createRow()], [createRow({ status: 'cancelled', digest: 'b' })]),
    ],
    [
      'waitlist.offered is not for this customer',
      createTurn({ receipts: [{ type: 'waitlist.offered', id: 'bkg_1' }] }, [], [createRow()]),
    ],
    ["reveals somebody else's code", createTurn({}, [], [createRow({ conversation_id: 'conv_2' })])],
    ['has an empty reply', createTurn({ reply: ' ', receipts: [] }, [], [])],
    ['replies although a person has taken over', createTurn({}, [], [createRow()], { isHandedOff: true })],
    ['is resolved after a reply', createTurn({ status: 'resolved' }, [], [createRow()])],
    ['shows internal text', createTurn({ reply: 'Your code is K7P4QX, undefined.' }, [], [createRow()])],
  ])('reports a reply that %s', (problem, turn) => {
    expect(checkTurn(turn).join('\n')).toContain(problem);
  });
});
