// What people and programs ask for most, of one workspace.
import { COMMON_WORD, PAST_WORD, RARE_WORD } from './fill.ts';

export type Target = {
  serviceUrl: string;
  key: string;
  /** The ids of conversations that exist at every size. */
  conversationIds: string[];
  /** How many appointments were booked by this benchmark. */
  bookedCount: number;
};

const DAY_MS = 86_400_000;
/** Those who have the hours of the business: see openSalon(). */
const STYLISTS = Array.from({ length: 10 }, (_, n) => `s${2 * n}`);
const OPENING_HOUR = 9;
const OPEN_HOURS = 9;
/** After the bookings of the coming week. */
export const FIRST_BOOKABLE_DAY = 10;
const LAST_BOOKABLE_DAY = 58;

const formatDateInDays = (daysAhead: number) => new Date(Date.now() + daysAhead * DAY_MS).toISOString().slice(0, 10);
const isSunday = (date: string) => new Date(date).getUTCDay() === 0;
const BOOKABLE_DAYS = Array.from({ length: LAST_BOOKABLE_DAY - FIRST_BOOKABLE_DAY }, (_, n) =>
  formatDateInDays(FIRST_BOOKABLE_DAY + n),
).filter((date) => !isSunday(date));

const QUESTIONS = [
  'When are you open on Saturday?',
  'How much is a cut?',
  'Do you have parking?',
  'Can I bring my dog?',
  'hello',
  'What time do you close today?',
];

/** `n` counts the calls, so that they differ. */
type BenchRequest = (target: Target, n: number) => Promise<unknown>;

const createGetRequest =
  (path: string | ((target: Target, n: number) => string)): BenchRequest =>
  (target, n) =>
    call(target, 'GET', typeof path === 'string' ? path : path(target, n));

/** What the first page of the dashboard asks for, at once. */
const HOME_PATHS = [
  '/api/inbox',
  `/api/inbox/conversations?from=${formatDateInDays(0)}&limit=100`,
  `/api/v1/bookings?from=${formatDateInDays(0)}&sort=startsAt&limit=100`,
  `/api/analytics?from=${formatDateInDays(-30)}&to=${formatDateInDays(0)}&interval=day`,
  `/api/analytics?from=${formatDateInDays(-60)}&to=${formatDateInDays(-30)}&interval=day`,
];

export const REQUESTS: Record<string, BenchRequest> = {
  'chat turn': (target, n) => call(target, 'POST', '/api/chat', { message: QUESTIONS[n % QUESTIONS.length] }),
  conversation: createGetRequest(
    ({ conversationIds }, n) => `/api/conversations/${conversationIds[n % conversationIds.length]}`,
  ),
  conversations: createGetRequest('/api/conversations'),
  inbox: createGetRequest('/api/inbox/conversations'),
  'inbox, waiting': createGetRequest('/api/inbox/conversations?stage=waiting'),
  'inbox, how many': createGetRequest('/api/inbox'),
  'search, common word': createGetRequest(`/api/inbox/conversations?q=${COMMON_WORD}`),
  'search, word of long ago': createGetRequest(`/api/inbox/conversations?q=${PAST_WORD}`),
  'search, rare word': createGetRequest(`/api/inbox/conversations?q=${RARE_WORD}`),
  bookings: createGetRequest('/api/v1/bookings'),
  'day grid': createGetRequest(
    (_, n) =>
      `/api/v1/bookings?from=${formatDateInDays(1 + (n % 5))}&to=${formatDateInDays(2 + (n % 5))}&sort=startsAt&limit=100`,
  ),
  'bookings, by name': createGetRequest('/api/v1/bookings?q=dana+paster'),
  availability: createGetRequest('/api/v1/salon/availability?service=cut&days=7'),
  book: (target) => call(target, 'POST', '/api/v1/salon/appointments', createAppointment(target.bookedCount++)),
  customers: createGetRequest('/api/v1/customers'),
  'customers, latest': createGetRequest('/api/v1/customers?sort=lastBooking'),
  'customers, by name': createGetRequest('/api/v1/customers?q=dana+pa'),
  'analytics, month': createGetRequest(
    `/api/analytics?from=${formatDateInDays(-30)}&to=${formatDateInDays(0)}&interval=day`,
  ),
  'analytics, year': createGetRequest(
    `/api/analytics?from=${formatDateInDays(-360)}&to=${formatDateInDays(0)}&interval=month`,
  ),
  events: createGetRequest('/api/events'),
  'events, by type': createGetRequest('/api/events?type=conversation.handoff'),
  'events, by object': createGetRequest(
    ({ conversationIds }, n) => `/api/events?objectId=${conversationIds[n % conversationIds.length]}`,
  ),
  'request log': createGetRequest('/api/request-log'),
  'request log, errors': createGetRequest('/api/request-log?errors=true'),
  home: (target) => Promise.all(HOME_PATHS.map((path) => call(target, 'GET', path))),
};

/** Each number gets a different time. */
function createAppointment(n: number) {
  const stylist = STYLISTS[Math.floor(n / OPEN_HOURS) % STYLISTS.length];
  const hour = OPENING_HOUR + (n % OPEN_HOURS);
  return {
    service: 'cut',
    stylist,
    startsAt: `${BOOKABLE_DAYS[Math.floor(n / OPEN_HOURS / STYLISTS.length)]}T${String(hour).padStart(2, '0')}:00`,
    customer: { name: 'Dana Fox', phone: `+1212555${String(n).padStart(4, '0')}` },
  };
}

/** The plan's limit of calls a minute. */
export class RateLimitError extends Error {
  readonly retryAfterSeconds: number;
  constructor(seconds: number) {
    super(`Wait ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}

async function call({ serviceUrl, key }: Target, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(serviceUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status === 429) throw new RateLimitError(Number(response.headers.get('retry-after')));
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
