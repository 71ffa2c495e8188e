// Bookings and chats at a steady rate, from clients that retry requests without a final response, as the API asks them to.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, call, type HttpResponse } from '../http.ts';

const MAX_PENDING_REQUESTS = 150;
const GIVE_UP_AFTER_MS = 120_000;
/** One in this many requests has no Idempotency-Key, and is not retried. */
const KEYLESS_INTERVAL = 10;
/** One in this many bookings requests the same time as the one before it. */
const CONTENDED_INTERVAL = 10;

export type Business = { key: string };
type Instance = { url: string };
type RequestKind = 'booking' | 'chat';

/** `sentAt` and `respondedAt` are milliseconds of `performance.now()`. */
export type Attempt = {
  instanceIndex: number;
  sentAt: number;
  respondedAt: number;
  response: HttpResponse | undefined;
};
export type LoadRequest = {
  id: string;
  kind: RequestKind;
  isRetryable: boolean;
  attempts: Attempt[];
  /** The last response, or undefined if none arrived. */
  response: HttpResponse | undefined;
};

export const isAcknowledged = ({ response }: { response: HttpResponse | undefined }): boolean =>
  response?.status === 200 || response?.status === 201;
export const isOutcomeUnknown = ({ response }: { response: HttpResponse | undefined }): boolean =>
  response?.status === 503 && response.json.detail.includes('may have been saved');

const DAY_COUNT = 60;
const STYLIST_COUNT = 20;
/** The document of a business with enough free times. */
export const BUSINESS_DOCUMENT = {
  hours: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['08:00', '20:00']]]),
  ),
  closures: [],
  timezone: 'UTC',
  booking: { noticeMinutes: 0, horizonDays: DAY_COUNT + 10, slotMinutes: 15, cancelUntilMinutes: 0 },
  salon: {
    services: [{ id: 'brows', name: 'Brows', durationMinutes: 15, bufferMinutes: 0 }],
    stylists: Array.from({ length: STYLIST_COUNT }, (_, n) => ({ id: `s${n}`, name: `Stylist ${n}` })),
  },
};

/** The n-th free slot of a business. Consecutive slots are on different days, because bookings of one day wait for each other. */
function pickFreeSlot(n: number): { stylist: string; startsAt: string } {
  const [day, stylist, slot] = [
    n % DAY_COUNT,
    Math.floor(n / DAY_COUNT) % STYLIST_COUNT,
    Math.floor(n / DAY_COUNT / STYLIST_COUNT) % 48,
  ];
  const date = new Date(Date.now() + (day + 2) * 86_400_000).toISOString().slice(0, 10);
  const [hour, minute] = [8 + Math.floor(slot / 4), (slot % 4) * 15].map((part) => String(part).padStart(2, '0'));
  return { stylist: `s${stylist}`, startsAt: `${date}T${hour}:${minute}` };
}

export function createLoad(instances: [Instance, Instance], businesses: Business[], clientName: string) {
  let bookingCount = 0;

  function createNextBooking(round: string, index: number): [path: string, body: object] {
    const isContended = index % CONTENDED_INTERVAL === CONTENDED_INTERVAL - 1;
    const slotIndex = isContended ? bookingCount - 1 : bookingCount++;
    const slot = pickFreeSlot(Math.floor(slotIndex / businesses.length));
    const customer = { name: `${clientName} ${round} ${index}`, email: `customer${index % 500}@example.com` };
    return ['/api/v1/salon/appointments', { service: 'brows', ...slot, customer }];
  }

  const pickBusiness = (kind: RequestKind, index: number): Business => {
    const businessIndex = kind === 'booking' ? bookingCount - 1 : index;
    return businesses[businessIndex % businesses.length] as Business;
  };

  async function send(request: LoadRequest, path: string, options: CallOptions, index: number): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; performance.now() < giveUpAt; attempt++) {
      const instanceIndex = (index + attempt) % 2;
      const sentAt = performance.now();
      const response = await call(instances[instanceIndex] as Instance, 'POST', path, options).catch(() => undefined);
      request.attempts.push({ instanceIndex, sentAt, respondedAt: performance.now(), response });
      request.response = response;
      const isFinal = response && response.status !== 503 && response.json?.code !== 'idempotency_in_progress';
      if (isFinal || !request.isRetryable) return;
      await sleep(Number(response?.headers.get('retry-after') ?? 1) * 1_000);
    }
  }

  /** Sends requests until `loadEnd` resolves, then waits for the last responses. */
  async function run(
    round: string,
    requestsPerSecond: Record<RequestKind, number>,
    loadEnd: Promise<unknown>,
  ): Promise<LoadRequest[]> {
    const requests: LoadRequest[] = [];
    const pendingRequests = new Set<Promise<void>>();
    let isDone = false;
    void loadEnd.then(() => {
      isDone = true;
    });
    const sendSteadily = async (kind: RequestKind) => {
      for (let index = 0, dueAt = performance.now(); !isDone; index++, dueAt += 1000 / requestsPerSecond[kind]) {
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        // If the machine is too slow, the rate falls instead of the queue growing.
        while (pendingRequests.size >= MAX_PENDING_REQUESTS && !isDone) await sleep(20);
        dueAt = Math.max(dueAt, performance.now() - 500);
        const id = `${clientName} ${round} ${index}`;
        const isRetryable = index % KEYLESS_INTERVAL !== 0;
        const chat = { message: 'What time do you open on Sunday?', metadata: { request: id } };
        const [path, body] = kind === 'booking' ? createNextBooking(round, index) : ['/api/chat', chat];
        const request: LoadRequest = { id, kind, isRetryable, attempts: [], response: undefined };
        const headers: Record<string, string> = isRetryable ? { 'idempotency-key': `${kind} ${id}` } : {};
        const pending = send(request, path, { key: pickBusiness(kind, index).key, body, headers }, index).finally(() =>
          pendingRequests.delete(pending),
        );
        pendingRequests.add(pending);
        requests.push(request);
      }
    };
    await Promise.all([sendSteadily('booking'), sendSteadily('chat')]);
    await Promise.all(pendingRequests);
    return requests;
  }
  return { run };
}
