// Google Calendar: https://developers.google.com/workspace/calendar/api/v3/reference
import type { GoogleCalendarConfig } from '../../../kernel/config.ts';
import type { FetchResult, SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Interval } from '../../../scheduling/hours.ts';
import { mustParseDay } from '../../../scheduling/zone.ts';
import type { GoogleCredentials } from '../sync/connections.ts';
import {
  CalendarError,
  type CalendarEvent,
  type CalendarProvider,
  type Changes,
  type EventContent,
  type ReadRange,
} from '../sync/provider.ts';
import { refreshAccessToken, revokeAccess } from './oauth.ts';

type GoogleTime = { date?: string; dateTime?: string };
type GoogleEvent = {
  id: string;
  etag: string;
  status?: string;
  transparency?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  recurringEventId?: string;
  recurrence?: string[];
  attendees?: { self?: boolean; responseStatus?: string }[];
};
type EventList = { items?: GoogleEvent[]; nextPageToken?: string; nextSyncToken?: string };
type CalendarList = { items?: { id: string; summary?: string; summaryOverride?: string; primary?: boolean }[] };

/** Never what an event is about. */
const EVENT_FIELDS = 'id,etag,status,transparency,start,end,recurringEventId,recurrence,attendees(self,responseStatus)';
const PAGE_SIZE = '250';
const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A token that expires during a request would be refused. */
const REFRESH_BEFORE_MS = 60_000;
const RATE_LIMIT_REASONS = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'calendarUsageLimitsExceeded',
];

export type GoogleProvider = CalendarProvider & {
  /** The address of the account. */
  readAccount(): Promise<string>;
};

export function createGoogle(
  safeFetch: SafeFetch,
  config: GoogleCalendarConfig,
  initial: GoogleCredentials,
  save: (credentials: GoogleCredentials) => Promise<void>,
): GoogleProvider {
  const call = createCaller(safeFetch, config, initial, save);
  const eventsOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;
  const eventPath = (calendarId: string, eventId: string) => `${eventsOf(calendarId)}/${encodeURIComponent(eventId)}`;
  const listCalendars = async () => {
    const answer = await call('GET', '/users/me/calendarList?minAccessRole=writer&maxResults=250');
    return (readJson<CalendarList>(answer, 200).items ?? []).map((item) => ({
      id: item.id,
      name: item.summaryOverride ?? item.summary ?? item.id,
      isPrimary: item.primary ?? false,
    }));
  };

  /** Undefined if Google has forgotten the token. */
  async function listEvents(calendarId: string, since: Record<string, string>): Promise<EventList | undefined> {
    const items: GoogleEvent[] = [];
    for (let pageToken: string | undefined; ; ) {
      const query = new URLSearchParams({
        ...{ singleEvents: 'true', maxResults: PAGE_SIZE, ...since },
        fields: `items(${EVENT_FIELDS}),nextPageToken,nextSyncToken`,
        ...(pageToken ? { pageToken } : {}),
      });
      const answer = await call('GET', `${eventsOf(calendarId)}?${query}`);
      if (answer.status === 410) return undefined;
      const page = readJson<EventList>(answer, 200);
      items.push(...(page.items ?? []));
      if (!page.nextPageToken) return { ...page, items };
      pageToken = page.nextPageToken;
    }
  }

  return {
    listCalendars: async () => (await listCalendars()).map(({ id, name }) => ({ id, name })),
    async readAccount() {
      const calendars = await listCalendars();
      return calendars.find(({ isPrimary }) => isPrimary)?.id ?? 'Google';
    },
    async readChanges(calendarId, token, range): Promise<Changes> {
      const changed = token === null ? undefined : await listEvents(calendarId, { syncToken: token });
      if (changed) return changesOf(changed, range, false);
      const since = { timeMin: new Date(range.start).toISOString(), timeMax: new Date(range.end).toISOString() };
      return changesOf((await listEvents(calendarId, since)) ?? {}, range, true);
    },
    async readEvent(calendarId, eventId, range) {
      const answer = await call('GET', `${eventPath(calendarId, eventId)}?fields=${encodeURIComponent(EVENT_FIELDS)}`);
      if (answer.status === 404 || answer.status === 410) return undefined;
      const event = readJson<GoogleEvent>(answer, 200);
      return event.status === 'cancelled' ? undefined : toCalendarEvent(event, range);
    },
    eventIdOf: (_, uid) => uid,
    async write(calendarId, eventId, content, etag) {
      const resource = resourceOf(eventId, content);
      if (etag !== null) return writeResult(await call('PUT', eventPath(calendarId, eventId), resource, etag));
      const inserted = await call('POST', eventsOf(calendarId), resource);
      if (inserted.status !== 409) return writeResult(inserted);
      // An event that was deleted keeps its ID, and comes back when it is updated.
      const existing = await call('GET', eventPath(calendarId, eventId));
      if (existing.status !== 200) return 'changed';
      const { status, etag: current } = readJson<GoogleEvent>(existing, 200);
      if (status !== 'cancelled') return 'changed';
      return writeResult(await call('PUT', eventPath(calendarId, eventId), resource, current));
    },
    async remove(calendarId, eventId, etag) {
      const answer = await call('DELETE', eventPath(calendarId, eventId), undefined, etag ?? undefined);
      if (answer.status === 412) return 'changed';
      if (![200, 204, 404, 410].includes(answer.status)) throw refusalOf(answer);
      return 'removed';
    },
    revoke: () => revokeAccess(safeFetch, config, initial),
  };
}

function createCaller(
  safeFetch: SafeFetch,
  config: GoogleCalendarConfig,
  initial: GoogleCredentials,
  save: (credentials: GoogleCredentials) => Promise<void>,
) {
  let credentials = initial;
  const refresh = async () => {
    credentials = await refreshAccessToken(safeFetch, config, credentials);
    await save(credentials);
  };
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, etag?: string) =>
    safeFetch
      .fetch(config.apiUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${credentials.accessToken}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(etag ? { 'if-match': etag } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      .catch(() => {
        throw new CalendarError('Google Calendar did not answer.');
      });
  return async (...request: Parameters<typeof send>): Promise<FetchResult> => {
    if (credentials.expiresAt - REFRESH_BEFORE_MS < Date.now()) await refresh();
    const answer = await send(...request);
    if (answer.status !== 401) return checkLimits(answer);
    await refresh();
    return checkLimits(await send(...request));
  };
}

/** Google answers 403 both for limits and for missing rights. */
function checkLimits(answer: FetchResult): FetchResult {
  const isLimited =
    answer.status === 429 ||
    (answer.status === 403 && RATE_LIMIT_REASONS.some((reason) => answer.body.includes(reason)));
  if (isLimited)
    throw new CalendarError('Google Calendar asks us to slow down. We’ll try again later.', {
      retryAfterSeconds: Number(answer.headers['retry-after']) || undefined,
    });
  if (answer.status >= 500) throw new CalendarError(`Google Calendar has a problem (${answer.status}).`);
  return answer;
}

function refusalOf({ status }: FetchResult): CalendarError {
  if (status === 401)
    return new CalendarError('Google ended our access to this account. Connect it again.', { needsOwner: true });
  if (status === 403)
    return new CalendarError('Google no longer lets us change this calendar. Connect it again.', { needsOwner: true });
  if (status === 404)
    return new CalendarError('This calendar no longer exists at Google. Connect another one.', { needsOwner: true });
  return new CalendarError(`Google Calendar refused the request (${status}).`);
}

function readJson<T>(answer: FetchResult, expected: number): T {
  if (answer.status !== expected) throw refusalOf(answer);
  return JSON.parse(answer.body);
}

function writeResult(answer: FetchResult) {
  // Gone: somebody deleted it meanwhile.
  if ([404, 409, 410, 412].includes(answer.status)) return 'changed' as const;
  return { etag: readJson<GoogleEvent>(answer, 200).etag };
}

function changesOf({ items = [], nextSyncToken }: EventList, range: ReadRange, isComplete: boolean): Changes {
  const [removed, present] = [true, false].map((isRemoved) =>
    items.filter(({ status }) => (status === 'cancelled') === isRemoved),
  ) as [GoogleEvent[], GoogleEvent[]];
  return {
    events: present.flatMap((event) => [
      toCalendarEvent(event, range),
      // Somebody made one of our events repeat: its series has the ID that we know.
      ...(event.recurringEventId ? [seriesOf(event, event.recurringEventId)] : []),
    ]),
    removedIds: removed.map(({ id }) => id),
    isComplete,
    token: nextSyncToken ?? null,
  };
}

const seriesOf = ({ etag }: GoogleEvent, id: string): CalendarEvent => ({
  id,
  etag,
  uid: id,
  time: undefined,
  busy: [],
});

function toCalendarEvent(event: GoogleEvent, range: ReadRange): CalendarEvent {
  const { id, etag, start = {}, end = {}, transparency, attendees = [], recurrence } = event;
  const interval = intervalOf(start, end, range);
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  const isBusy = transparency !== 'transparent' && !isDeclined;
  const isInRange = interval && interval.end > range.start && interval.start < range.end;
  return {
    id,
    etag,
    uid: id,
    time: start.dateTime && !recurrence ? interval : undefined,
    busy: isBusy && isInRange ? [interval] : [],
  };
}

/** Days are those of the business, whatever the calendar's zone is. The end of an all-day event is the day after it. */
function intervalOf(start: GoogleTime, end: GoogleTime, { zone }: ReadRange): Interval | undefined {
  const epochOf = ({ date, dateTime }: GoogleTime) =>
    dateTime ? Date.parse(dateTime) : date ? zone.epochAt(mustParseDay(date), 0) : Number.NaN;
  const interval = { start: epochOf(start), end: epochOf(end) };
  return interval.start < interval.end ? interval : undefined;
}

const resourceOf = (id: string, { start, end, summary, description, location, url }: EventContent) => ({
  id,
  status: 'confirmed',
  summary,
  description: `${description}\n${url}`,
  ...(location ? { location } : {}),
  start: { dateTime: start.toISOString() },
  end: { dateTime: end.toISOString() },
});
