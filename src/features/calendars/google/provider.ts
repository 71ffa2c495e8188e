// Google Calendar: https://developers.google.com/workspace/calendar/api/v3/reference

import type { GoogleCalendarConfig } from '../../../kernel/config.ts';
import type { FetchResult, SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Interval } from '../../../scheduling/intervals.ts';
import { mustParseDay } from '../../../scheduling/zone.ts';
import type { GoogleCredentials } from '../sync/connections.ts';
import {
  type CalendarChanges,
  CalendarError,
  type CalendarEvent,
  type CalendarProvider,
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

/** Without the title and description of events. */
const EVENT_FIELDS = 'id,etag,status,transparency,start,end,recurringEventId,recurrence,attendees(self,responseStatus)';
const PAGE_SIZE = '250';
const TIMEOUT_MS = 20_000;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** A token that expires during a request would be refused. */
const REFRESH_BEFORE_EXPIRY_MS = 60_000;
const RATE_LIMIT_REASONS = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'calendarUsageLimitsExceeded',
];

export type GoogleProvider = CalendarProvider & {
  /** The email address of the account. */
  readAccount(): Promise<string>;
};

export function createGoogleProvider(
  safeFetch: SafeFetch,
  config: GoogleCalendarConfig,
  initialCredentials: GoogleCredentials,
  saveCredentials: (credentials: GoogleCredentials) => Promise<void>,
): GoogleProvider {
  const callApi = createApiCaller(safeFetch, config, initialCredentials, saveCredentials);
  const buildEventsPath = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;
  const buildEventPath = (calendarId: string, eventId: string) =>
    `${buildEventsPath(calendarId)}/${encodeURIComponent(eventId)}`;
  const listCalendars = async () => {
    const response = await callApi('GET', '/users/me/calendarList?minAccessRole=writer&maxResults=250');
    return (readJson<CalendarList>(response, 200).items ?? []).map((item) => ({
      id: item.id,
      name: item.summaryOverride ?? item.summary ?? item.id,
      isPrimary: item.primary ?? false,
    }));
  };

  /** Undefined if Google has forgotten the token. */
  async function listEvents(calendarId: string, eventFilter: Record<string, string>): Promise<EventList | undefined> {
    const items: GoogleEvent[] = [];
    for (let pageToken: string | undefined; ; ) {
      const query = new URLSearchParams({
        singleEvents: 'true',
        maxResults: PAGE_SIZE,
        ...eventFilter,
        fields: `items(${EVENT_FIELDS}),nextPageToken,nextSyncToken`,
        ...(pageToken ? { pageToken } : {}),
      });
      const response = await callApi('GET', `${buildEventsPath(calendarId)}?${query}`);
      if (response.status === 410) return undefined;
      const page = readJson<EventList>(response, 200);
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
    async readChanges(calendarId, token, range): Promise<CalendarChanges> {
      const changedEvents = token === null ? undefined : await listEvents(calendarId, { syncToken: token });
      if (changedEvents) return toChanges(changedEvents, range, false);
      const timeRange = { timeMin: new Date(range.start).toISOString(), timeMax: new Date(range.end).toISOString() };
      return toChanges((await listEvents(calendarId, timeRange)) ?? {}, range, true);
    },
    async readEvent(calendarId, eventId, range) {
      const response = await callApi(
        'GET',
        `${buildEventPath(calendarId, eventId)}?fields=${encodeURIComponent(EVENT_FIELDS)}`,
      );
      if (response.status === 404 || response.status === 410) return undefined;
      const event = readJson<GoogleEvent>(response, 200);
      return event.status === 'cancelled' ? undefined : toCalendarEvent(event, range);
    },
    eventIdOf: (_, uid) => uid,
    async write(calendarId, eventId, content, etag) {
      const googleEvent = toGoogleEvent(eventId, content);
      if (etag !== null)
        return toWriteResult(await callApi('PUT', buildEventPath(calendarId, eventId), googleEvent, etag));
      const insertResponse = await callApi('POST', buildEventsPath(calendarId), googleEvent);
      if (insertResponse.status !== 409) return toWriteResult(insertResponse);
      // An event that was deleted keeps its ID, and comes back when it is updated.
      const existingResponse = await callApi('GET', buildEventPath(calendarId, eventId));
      if (existingResponse.status !== 200) return 'changed';
      const { status, etag: currentEtag } = readJson<GoogleEvent>(existingResponse, 200);
      if (status !== 'cancelled') return 'changed';
      return toWriteResult(await callApi('PUT', buildEventPath(calendarId, eventId), googleEvent, currentEtag));
    },
    async remove(calendarId, eventId, etag) {
      const response = await callApi('DELETE', buildEventPath(calendarId, eventId), undefined, etag ?? undefined);
      if (response.status === 412) return 'changed';
      if (![200, 204, 404, 410].includes(response.status)) throw createRefusalError(response);
      return 'removed';
    },
    revoke: () => revokeAccess(safeFetch, config, initialCredentials),
  };
}

function createApiCaller(
  safeFetch: SafeFetch,
  config: GoogleCalendarConfig,
  initialCredentials: GoogleCredentials,
  saveCredentials: (credentials: GoogleCredentials) => Promise<void>,
) {
  let credentials = initialCredentials;
  const refresh = async () => {
    credentials = await refreshAccessToken(safeFetch, config, credentials);
    await saveCredentials(credentials);
  };
  const sendRequest = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, etag?: string) =>
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
        maxBytes: MAX_RESPONSE_BYTES,
      })
      .catch(() => {
        throw new CalendarError('Google Calendar did not answer.');
      });
  return async (...request: Parameters<typeof sendRequest>): Promise<FetchResult> => {
    if (credentials.expiresAt - REFRESH_BEFORE_EXPIRY_MS < Date.now()) await refresh();
    const response = await sendRequest(...request);
    if (response.status !== 401) return requireUsableResponse(response);
    await refresh();
    return requireUsableResponse(await sendRequest(...request));
  };
}

/** Google responds with 403 both for rate limits and for missing rights. */
function requireUsableResponse(response: FetchResult): FetchResult {
  const isLimited =
    response.status === 429 ||
    (response.status === 403 && RATE_LIMIT_REASONS.some((reason) => response.body.includes(reason)));
  if (isLimited)
    throw new CalendarError('Google Calendar asks us to slow down. We’ll try again later.', {
      retryAfterSeconds: Number(response.headers['retry-after']) || undefined,
    });
  if (response.status >= 500) throw new CalendarError(`Google Calendar has a problem (${response.status}).`);
  return response;
}

function createRefusalError({ status }: FetchResult): CalendarError {
  if (status === 401)
    return new CalendarError('Google ended our access to this account. Connect it again.', { needsOwnerAction: true });
  if (status === 403)
    return new CalendarError('Google no longer lets us change this calendar. Connect it again.', {
      needsOwnerAction: true,
    });
  if (status === 404)
    return new CalendarError('This calendar no longer exists at Google. Connect another one.', {
      needsOwnerAction: true,
    });
  return new CalendarError(`Google Calendar refused the request (${status}).`);
}

function readJson<T>(response: FetchResult, expectedStatus: number): T {
  if (response.status !== expectedStatus) throw createRefusalError(response);
  return JSON.parse(response.body);
}

function toWriteResult(response: FetchResult) {
  // 404 and 410: somebody deleted it meanwhile.
  if ([404, 409, 410, 412].includes(response.status)) return 'changed' as const;
  return { etag: readJson<GoogleEvent>(response, 200).etag };
}

function toChanges({ items = [], nextSyncToken }: EventList, range: ReadRange, isFullList: boolean): CalendarChanges {
  const [removedEvents, currentEvents] = [true, false].map((isRemoved) =>
    items.filter(({ status }) => (status === 'cancelled') === isRemoved),
  ) as [GoogleEvent[], GoogleEvent[]];
  return {
    events: currentEvents.flatMap((event) => [
      toCalendarEvent(event, range),
      // Somebody made one of our events repeat: its series has the ID that we know.
      ...(event.recurringEventId ? [toSeriesEvent(event, event.recurringEventId)] : []),
    ]),
    removedIds: removedEvents.map(({ id }) => id),
    isFullList: isFullList,
    token: nextSyncToken ?? null,
  };
}

const toSeriesEvent = ({ etag }: GoogleEvent, id: string): CalendarEvent => ({
  id,
  etag,
  uid: id,
  time: undefined,
  busyTimes: [],
});

function toCalendarEvent(event: GoogleEvent, range: ReadRange): CalendarEvent {
  const { id, etag, start = {}, end = {}, transparency, attendees = [], recurrence } = event;
  const interval = toInterval(start, end, range);
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  const isBusy = transparency !== 'transparent' && !isDeclined;
  const isInRange = interval && interval.end > range.start && interval.start < range.end;
  return {
    id,
    etag,
    uid: id,
    time: start.dateTime && !recurrence ? interval : undefined,
    busyTimes: isBusy && isInRange ? [interval] : [],
  };
}

/** Days are those of the business, whatever the calendar's zone is. The end of an all-day event is the day after it. */
function toInterval(start: GoogleTime, end: GoogleTime, { zone }: ReadRange): Interval | undefined {
  const toEpochMs = ({ date, dateTime }: GoogleTime) =>
    dateTime ? Date.parse(dateTime) : date ? zone.epochAt(mustParseDay(date), 0) : Number.NaN;
  const interval = { start: toEpochMs(start), end: toEpochMs(end) };
  return interval.start < interval.end ? interval : undefined;
}

const toGoogleEvent = (id: string, { start, end, summary, description, location, url }: EventContent) => ({
  id,
  status: 'confirmed',
  summary,
  description: `${description}\n${url}`,
  ...(location ? { location } : {}),
  start: { dateTime: start.toISOString() },
  end: { dateTime: end.toISOString() },
});
