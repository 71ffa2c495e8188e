// Bookings and chats at a steady rate, from clients that repeat what was not answered, as the problem documents ask them to.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, call, type HttpResponse } from '../http.ts';

const MAX_WAITING = 150;
const GIVE_UP_AFTER_MS = 120_000;
/** One in so many requests goes without an Idempotency-Key, and is not repeated. */
const WITHOUT_KEY = 10;
/** One in so many bookings asks for the time of the one before it. */
const CONTENDED = 10;

export type Business = { key: string };
type Instance = { url: string };
type Kind = 'booking' | 'chat';

export type Attempt = { instance: number; sentAt: number; answeredAt: number; reply: HttpResponse | undefined };
export type Sent = {
  id: string;
  kind: Kind;
  isRepeatable: boolean;
  attempts: Attempt[];
  /** The last answer, or undefined if none came. */
  reply: HttpResponse | undefined;
};

export const isAcknowledged = ({ reply }: { reply: HttpResponse | undefined }): boolean =>
  reply?.status === 200 || reply?.status === 201;
export const isOutcomeUnknown = ({ reply }: { reply: HttpResponse | undefined }): boolean =>
  reply?.status === 503 && reply.json.detail.includes('may have been saved');

const DAYS = 60;
const STYLISTS = 20;
/** A business with enough free times, and what to send it as its document. */
export const DOCUMENT = {
  hours: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['08:00', '20:00']]]),
  ),
  closures: [],
  timezone: 'UTC',
  booking: { noticeMinutes: 0, horizonDays: DAYS + 10, slotMinutes: 15, cancelUntilMinutes: 0 },
  salon: {
    services: [{ id: 'brows', name: 'Brows', durationMinutes: 15, bufferMinutes: 0 }],
    stylists: Array.from({ length: STYLISTS }, (_, n) => ({ id: `s${n}`, name: `Stylist ${n}` })),
  },
};

/** The n-th free time of a business: consecutive ones are on different days, because a day's bookings wait for each other. */
function timeOf(n: number): { stylist: string; startsAt: string } {
  const [day, stylist, slot] = [n % DAYS, Math.floor(n / DAYS) % STYLISTS, Math.floor(n / DAYS / STYLISTS) % 48];
  const date = new Date(Date.now() + (day + 2) * 86_400_000).toISOString().slice(0, 10);
  const [hour, minute] = [8 + Math.floor(slot / 4), (slot % 4) * 15].map((part) => String(part).padStart(2, '0'));
  return { stylist: `s${stylist}`, startsAt: `${date}T${hour}:${minute}` };
}

export function createLoad(instances: [Instance, Instance], businesses: Business[], name: string) {
  let bookingCount = 0;

  function nextBooking(round: string, index: number): [path: string, body: object] {
    const isContended = index % CONTENDED === CONTENDED - 1;
    const n = isContended ? bookingCount - 1 : bookingCount++;
    const time = timeOf(Math.floor(n / businesses.length));
    const customer = { name: `${name} ${round} ${index}`, email: `customer${index % 500}@example.com` };
    return ['/api/v1/salon/appointments', { service: 'brows', ...time, customer }];
  }

  const businessOf = (kind: Kind, index: number): Business => {
    const n = kind === 'booking' ? bookingCount - 1 : index;
    return businesses[n % businesses.length] as Business;
  };

  async function send(sent: Sent, path: string, options: CallOptions, index: number): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; performance.now() < giveUpAt; attempt++) {
      const instance = (index + attempt) % 2;
      const sentAt = performance.now();
      const reply = await call(instances[instance] as Instance, 'POST', path, options).catch(() => undefined);
      sent.attempts.push({ instance, sentAt, answeredAt: performance.now(), reply });
      sent.reply = reply;
      const isOver = reply && reply.status !== 503 && reply.json?.code !== 'idempotency_in_progress';
      if (isOver || !sent.isRepeatable) return;
      await sleep(Number(reply?.headers.get('retry-after') ?? 1) * 1_000);
    }
  }

  /** Sends until `until` resolves, then waits for the last answers. */
  async function run(round: string, perSecond: Record<Kind, number>, until: Promise<unknown>): Promise<Sent[]> {
    const all: Sent[] = [];
    const waiting = new Set<Promise<void>>();
    let isOver = false;
    void until.then(() => {
      isOver = true;
    });
    const sendSteadily = async (kind: Kind) => {
      for (let index = 0, dueAt = performance.now(); !isOver; index++, dueAt += 1000 / perSecond[kind]) {
        const pause = dueAt - performance.now();
        if (pause > 0) await sleep(pause);
        // Behind what the machine can do, the rate falls rather than the queue growing.
        while (waiting.size >= MAX_WAITING && !isOver) await sleep(20);
        dueAt = Math.max(dueAt, performance.now() - 500);
        const id = `${name} ${round} ${index}`;
        const isRepeatable = index % WITHOUT_KEY !== 0;
        const chat = { message: 'What time do you open on Sunday?', metadata: { request: id } };
        const [path, body] = kind === 'booking' ? nextBooking(round, index) : ['/api/chat', chat];
        const sent: Sent = { id, kind, isRepeatable, attempts: [], reply: undefined };
        const headers: Record<string, string> = isRepeatable ? { 'idempotency-key': `${kind} ${id}` } : {};
        const pending = send(sent, path, { key: businessOf(kind, index).key, body, headers }, index).finally(() =>
          waiting.delete(pending),
        );
        waiting.add(pending);
        all.push(sent);
      }
    };
    await Promise.all([sendSteadily('booking'), sendSteadily('chat')]);
    await Promise.all(waiting);
    return all;
  }
  return { run };
}
