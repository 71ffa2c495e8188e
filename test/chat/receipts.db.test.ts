// Random customers at every kind of business: words, receipts and rows always agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { must, openBusiness } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { casesOf, choicesOf, inParallel, seeded } from '../random.ts';
import { claimsIn } from './claims.ts';
import { playIn } from './play.ts';
import { openRows, type Row } from './rows.ts';
import { type Answer, compareWithRows, type Seen } from './words-and-rows.ts';
import { openWorlds } from './worlds.ts';

const TURNS = casesOf(8_400, 8);
const WORLDS_AT_ONCE = 4;
const EVERY_KIND = [
  'booking.cancelled',
  'booking.created',
  'booking.rescheduled',
  'membership.requested',
  'prescription.requested',
  'return.requested',
];

let service: Service;
let rows: ReturnType<typeof openRows>;
beforeAll(async () => {
  service = await startService();
  rows = openRows(service);
});
afterAll(() => rows.close());

it('claims, does and tells nothing but what a receipt proves', { timeout: 600_000 }, async () => {
  const { seed } = seeded(1);
  const worlds = await openWorlds(service);
  const each = Math.ceil(TURNS / worlds.length);
  const began = performance.now();
  const played = await inParallel(worlds, WORLDS_AT_ONCE, (world) =>
    playIn({ service, rows, world, random: choicesOf(seed, world.id) }, each),
  );
  const seconds = (performance.now() - began) / 1000;
  const turns = worlds.length * each;
  const receipts = Object.groupBy(
    played.flatMap((each) => each.receipts),
    ({ type }) => type,
  );
  const counts = Object.entries(receipts).map(([type, of]) => `${of!.length} ${type}`);
  console.log(`${turns} turns in ${seconds.toFixed(1)} s: ${counts.join(', ')}`);
  expect(played.flatMap(({ problems }) => problems).join('\n\n')).toBe('');
  expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(TURNS);
  // Customers who bring nothing about would prove nothing.
  expect(Object.keys(receipts)).toEqual(expect.arrayContaining(EVERY_KIND));
});

it('tells nobody the code of who was next in line', async () => {
  const spin = { id: 'spin', name: 'Spin', durationMinutes: 45, capacity: 1, weekly: [{ day: 'thu', time: '18:00' }] };
  const gym = await openBusiness(service, 'fitness', { fitness: { classes: [spin], memberships: [], trainers: [] } });
  const write = async (message: string, to?: Answer): Promise<Answer> => {
    const body = { message, ...(to ? { conversationId: to.conversationId } : {}) };
    return must(200, await gym.send('POST', '/chat', { body })).json;
  };
  const join = async (who: string) =>
    write('yes please', await write(`put me down for spin on thursday at 6pm, ${who}`));
  const inside = await join('Dana Fox, 212 555 0140');
  const waiting = await join('Ann Lee, 212 555 0145');
  expect((await rows.read(gym.id)).get(waiting.receipts[0]!.id)?.status).toBe('waitlisted');
  await write('cancel my booking', inside);
  const left = await write('yes', inside);
  expect((await rows.read(gym.id)).get(waiting.receipts[0]!.id)?.status).toBe('offered');
  const { id, code } = inside.receipts[0]!;
  expect(left.receipts).toMatchObject([{ type: 'booking.cancelled', id, code }]);
});

it('books once, however often the yes arrives', async () => {
  const restaurant = await openBusiness(service, 'restaurant');
  const write = async (message: string, conversationId?: string): Promise<Answer> =>
    must(200, await restaurant.send('POST', '/chat', { body: { message, conversationId } })).json;
  const { conversationId } = await write('table for 2 on friday at 7pm, Dana Fox, 212 555 0140');
  const answers = await Promise.all(Array.from({ length: 5 }, () => write('yes please', conversationId)));
  const receipts = answers.flatMap((answer) => answer.receipts);
  expect(receipts).toMatchObject([{ type: 'booking.created' }]);
  expect([...(await rows.read(restaurant.id)).keys()]).toEqual([receipts[0]!.id]);
});

describe('a claim', () => {
  it.each([
    ["You're booked: a table for 2 on Friday.", 'booked'],
    ['Great, I have put you down for Spin.', 'booked'],
    ['You are on the waiting list.', 'booked'],
    ['Done: your haircut is cancelled.', 'cancelled'],
    ["It's moved.", 'moved'],
    ['Your visit is now at 3 PM.', 'moved'],
    ['Your request is with our team.', 'requested'],
    ['I’ve passed on the request for metformin.', 'requested'],
    ['Your table is reserved and you can cancel it online.', 'booked'],
    ['All set!', 'done'],
  ])('is heard in "%s"', (reply, deed) => {
    expect(claimsIn(reply).map((claim) => claim.deed)).toContain(deed);
  });

  it.each([
    'Shall I book it?',
    'Would you like it moved?',
    "I'm afraid that time isn't available: we are fully booked.",
    'Ana is already booked at 3 PM.',
    'It can be cancelled until the day before.',
    'Nothing has been booked.',
    'You have a table for 2 on Friday.',
  ])('is not heard in "%s"', (reply) => {
    expect(claimsIn(reply)).toEqual([]);
  });

  it('is not what the business says of itself', () => {
    const quoted = ['Tables are reserved for 15 minutes.'];
    expect(claimsIn(`We are nice. ${quoted[0]}`, quoted)).toEqual([]);
  });
});

describe('the law', () => {
  const row = (more: Partial<Row> = {}): Row => ({
    kind: 'booking',
    id: 'bkg_1',
    status: 'confirmed',
    code: 'K7P4QX',
    starts_at: new Date('2026-11-20T19:00:00Z'),
    conversation_id: 'conv_1',
    occurrence_id: null,
    person: 'Dana Fox',
    digest: 'a',
    ...more,
  });
  const rowsOf = (...all: Row[]) => new Map(all.map((each) => [each.id, each]));
  const made = [{ type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' }];
  const seenWith = (answer: Partial<Answer>, before: Row[], after: Row[], more: Partial<Seen> = {}): Seen => {
    const said = { conversationId: 'conv_1', reply: "You're booked. Your code is K7P4QX.", intent: '', confidence: 1 };
    const whole = { ...said, receipts: made, suggestions: [], status: 'open', ...answer };
    return {
      answer: whole,
      before: rowsOf(...before),
      after: rowsOf(...after),
      silent: false,
      said: '',
      quoted: [],
      ...more,
    };
  };

  it('is content with a receipt, its row and its words', () => {
    expect(compareWithRows(seenWith({}, [], [row()]))).toEqual([]);
  });

  it.each<[string, Seen]>([
    ['claims booked without a receipt', seenWith({ receipts: [] }, [], [])],
    ['claims cancelled without a receipt', seenWith({ reply: 'K7P4QX is cancelled.' }, [], [row()])],
    ['booking.created has no row', seenWith({}, [], [])],
    ['booking.created is about a row that was there before', seenWith({}, [row()], [row({ digest: 'b' })])],
    ['booking.created is about a row that is cancelled', seenWith({}, [], [row({ status: 'cancelled' })])],
    ['booking.created has the code K7P4QX, not QQQQQQ', seenWith({}, [], [row({ code: 'QQQQQQ' })])],
    ['went from no row to confirmed without', seenWith({ receipts: [], reply: 'Hi!' }, [], [row()])],
    ['went from confirmed to no row without', seenWith({ receipts: [], reply: 'Hi!' }, [row()], [])],
    [
      'went from confirmed to cancelled without',
      seenWith({ receipts: [], reply: 'Hi!' }, [row()], [row({ status: 'cancelled', digest: 'b' })]),
    ],
    [
      'waitlist.offered is not for this customer',
      seenWith({ receipts: [{ type: 'waitlist.offered', id: 'bkg_1' }] }, [], [row()]),
    ],
    ["tells somebody else's code", seenWith({}, [], [row({ conversation_id: 'conv_2' })])],
    ['says nothing', seenWith({ reply: ' ', receipts: [] }, [], [])],
    ['speaks beside a person', seenWith({}, [], [row()], { silent: true })],
    ['is resolved after a reply', seenWith({ status: 'resolved' }, [], [row()])],
    ['shows what is not for people', seenWith({ reply: 'Your code is K7P4QX, undefined.' }, [], [row()])],
  ])('minds a reply that %s', (problem, seen) => {
    expect(compareWithRows(seen).join('\n')).toContain(problem);
  });
});
