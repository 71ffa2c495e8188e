import ical from 'ical-generator';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { CalDavCredentials } from '../sync/connections.ts';
import type { CalendarChanges, CalendarEvent, CalendarProvider, EventContent, ReadRange } from '../sync/provider.ts';
import { createDavClient, createRefusalError, type DavClient } from './client.ts';
import { escapeXml, type Multistatus, parseMultistatus } from './dav-xml.ts';
import { discoverCalendars, normalizeUrl } from './discovery.ts';
import { type ExpansionBudget, readCalendarObject } from './read-object.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
const EVENT_PROPERTIES = '<d:prop><d:getetag/><c:calendar-data/></d:prop>';
const OBJECTS_PER_REQUEST = 100;
/** For all events together. */
const MAX_OCCURRENCES_PER_READ = 300_000;
/** Distinguishes a CTag, which only says whether anything changed, from a sync token. */
const CTAG_PREFIX = 'ctag:';

export function createCalDavProvider(safeFetch: SafeFetch, credentials: CalDavCredentials): CalendarProvider {
  const client = createDavClient(safeFetch, credentials);
  return {
    listCalendars: () => discoverCalendars(client, credentials.server),
    async readChanges(calendarUrl, token, range) {
      const changesSinceToken =
        token?.startsWith(CTAG_PREFIX) === false
          ? await readChangesSince(client, calendarUrl, token, range)
          : undefined;
      if (changesSinceToken) return changesSinceToken;
      // Read first, so that changes made while we read are reported again next time.
      const currentToken = await readToken(client, calendarUrl);
      if (currentToken !== null && currentToken === token)
        return { events: [], removedIds: [], isFullList: false, token };
      return {
        events: await readAll(client, calendarUrl, range),
        removedIds: [],
        isFullList: true,
        token: currentToken,
      };
    },
    async readEvent(_, eventUrl, range) {
      const response = await client.send({ method: 'GET', url: eventUrl });
      if (response.status === 404 || response.status === 410) return undefined;
      if (response.status !== 200) throw createRefusalError(response.status);
      const id = eventUrl;
      const etag = String(response.headers.etag ?? '');
      // The event exists, though we cannot read it: that is not the same as deleted.
      const event = await toCalendarEvent(id, etag, response.body, range);
      return event ?? { id, etag, uid: '', time: undefined, busyTimes: [] };
    },
    eventIdOf: (calendarUrl, uid) => normalizeUrl(`${uid}.ics`, calendarUrl),
    async write(_, eventUrl, content, etag) {
      const response = await client.send({
        method: 'PUT',
        url: eventUrl,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          ...(etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }),
        },
        body: toCalendarObject(content),
      });
      // Some servers respond with 404 or 409 if the object is not as we believe.
      if ([404, 409, 412].includes(response.status)) return 'changed';
      if (![200, 201, 204].includes(response.status)) throw createRefusalError(response.status);
      return { etag: typeof response.headers.etag === 'string' ? response.headers.etag : null };
    },
    async remove(_, eventUrl, etag) {
      const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
      const response = await client.send({ method: 'DELETE', url: eventUrl, headers });
      if (response.status === 412) return 'changed';
      if (![200, 204, 404, 410].includes(response.status)) throw createRefusalError(response.status);
      return 'removed';
    },
  };
}

/** A sync token (RFC 6578), else the older CTag, else null: then the calendar is read completely each time. */
async function readToken(client: DavClient, url: string): Promise<string | null> {
  const body = `<d:propfind ${NAMESPACES}><d:prop><d:sync-token/><s:getctag/></d:prop></d:propfind>`;
  const { responses } = await client.query({ method: 'PROPFIND', url, depth: '0', body });
  const properties = responses[0]?.properties;
  const ctag = properties?.get('getctag')?.text.trim();
  return properties?.get('sync-token')?.text.trim() || (ctag ? CTAG_PREFIX + ctag : null);
}

/** Undefined if the server does not know the token any more, or has no such report. */
async function readChangesSince(
  client: DavClient,
  url: string,
  token: string,
  range: ReadRange,
): Promise<CalendarChanges | undefined> {
  const body = `<d:sync-collection ${NAMESPACES}><d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
  const response = await client.send({ method: 'REPORT', url, depth: '1', body });
  // If the calendar itself is gone, reading all of it will fail with the right error.
  if (response.status !== 207) return undefined;
  const multistatus = { ...parseMultistatus(response.body), url: response.url };
  // 507: the list is truncated. Reading everything is simpler than continuing it.
  const isTruncated = multistatus.responses.some(({ status }) => status === 507);
  if (!multistatus.syncToken || isTruncated) return undefined;
  const findUrls = (isRemoved: boolean) =>
    multistatus.responses
      .filter(({ status }) => (status === 404) === isRemoved)
      .map(({ href }) => normalizeUrl(href, multistatus.url))
      .filter((changedUrl) => changedUrl !== normalizeUrl(url, url));
  const changedUrls = findUrls(false);
  const events = await readObjects(client, url, changedUrls, range);
  // These are no longer events, or were deleted a moment ago.
  const missingUrls = changedUrls.filter((changedUrl) => !events.some(({ id }) => id === changedUrl));
  return { events, removedIds: [...findUrls(true), ...missingUrls], isFullList: false, token: multistatus.syncToken };
}

async function readObjects(client: DavClient, url: string, urls: string[], range: ReadRange): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  const budget = { remainingOccurrences: MAX_OCCURRENCES_PER_READ };
  for (let offset = 0; offset < urls.length; offset += OBJECTS_PER_REQUEST) {
    const hrefs = urls
      .slice(offset, offset + OBJECTS_PER_REQUEST)
      .map((objectUrl) => `<d:href>${escapeXml(new URL(objectUrl).pathname)}</d:href>`);
    const body = `<c:calendar-multiget ${NAMESPACES}>${EVENT_PROPERTIES}${hrefs.join('')}</c:calendar-multiget>`;
    const response = await client.query({ method: 'REPORT', url, depth: '1', body });
    events.push(...(await readEvents(response, range, budget)));
  }
  return events;
}

async function readAll(client: DavClient, url: string, range: ReadRange): Promise<CalendarEvent[]> {
  const timeRange = `<c:time-range start="${formatUtc(range.start)}" end="${formatUtc(range.end)}"/>`;
  const filter = `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${timeRange}</c:comp-filter></c:comp-filter></c:filter>`;
  const body = `<c:calendar-query ${NAMESPACES}>${EVENT_PROPERTIES}${filter}</c:calendar-query>`;
  const response = await client.query({ method: 'REPORT', url, depth: '1', body });
  return readEvents(response, range, { remainingOccurrences: MAX_OCCURRENCES_PER_READ });
}

/** Such as 20261118T090000Z. */
const formatUtc = (epoch: number): string => `${new Date(epoch).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

async function readEvents(
  { responses, url }: Multistatus & { url: string },
  range: ReadRange,
  budget: ExpansionBudget,
): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (const { href, properties } of responses) {
    const calendarText = properties.get('calendar-data')?.text;
    const etag = properties.get('getetag')?.text.trim() ?? '';
    const id = normalizeUrl(href, url);
    const event = calendarText === undefined ? undefined : await toCalendarEvent(id, etag, calendarText, range, budget);
    if (event) events.push(event);
  }
  return events;
}

async function toCalendarEvent(
  id: string,
  etag: string,
  calendarText: string,
  range: ReadRange,
  budget?: ExpansionBudget,
): Promise<CalendarEvent | undefined> {
  const object = await readCalendarObject(calendarText, range, budget);
  return object && { id, etag, ...object };
}

function toCalendarObject({
  uid,
  start,
  end,
  summary,
  description,
  location,
  url,
  sequence,
  stamp,
}: EventContent): string {
  const calendar = ical({ prodId: { company: 'Frontdesk', product: 'Bookings' } });
  calendar.createEvent({
    id: uid,
    sequence,
    start,
    end,
    stamp,
    timezone: null,
    summary,
    description,
    location,
    url,
  });
  return `${calendar.toString()}\r\n`;
}
