import ical from 'ical-generator';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { CalDavCredentials } from '../sync/connections.ts';
import type { CalendarEvent, CalendarProvider, Changes, EventContent, ReadRange } from '../sync/provider.ts';
import { createDavClient, type DavClient, refusalOf } from './client.ts';
import { escapeXml, type Multistatus, parseMultistatus } from './dav-xml.ts';
import { discoverCalendars, normalizeUrl } from './discovery.ts';
import { type ExpansionBudget, readCalendarObject } from './read-object.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
const EVENT_PROPERTIES = '<d:prop><d:getetag/><c:calendar-data/></d:prop>';
const OBJECTS_PER_REQUEST = 100;
/** Of all events together. */
const MAX_OCCURRENCES = 300_000;
/** Tells a number of the server's own (CTag) from a token that the server understands. */
const CTAG_PREFIX = 'ctag:';

export function createCalDav(safeFetch: SafeFetch, credentials: CalDavCredentials): CalendarProvider {
  const client = createDavClient(safeFetch, credentials);
  return {
    listCalendars: () => discoverCalendars(client, credentials.server),
    async readChanges(calendarUrl, token, range) {
      const changed =
        token?.startsWith(CTAG_PREFIX) === false
          ? await readChangesSince(client, calendarUrl, token, range)
          : undefined;
      if (changed) return changed;
      // Asked first: what changes while we read is reported again next time.
      const current = await readToken(client, calendarUrl);
      if (current !== null && current === token) return { events: [], removedIds: [], isComplete: false, token };
      return { events: await readAll(client, calendarUrl, range), removedIds: [], isComplete: true, token: current };
    },
    async readEvent(_, eventUrl, range) {
      const answer = await client.send({ method: 'GET', url: eventUrl });
      if (answer.status === 404 || answer.status === 410) return undefined;
      if (answer.status !== 200) throw refusalOf(answer.status);
      const id = eventUrl;
      const etag = String(answer.headers.etag ?? '');
      // The event exists, though we cannot read it: that is not the same as deleted.
      const event = await toCalendarEvent(id, etag, answer.body, range);
      return event ?? { id, etag, uid: '', time: undefined, busy: [] };
    },
    eventIdOf: (calendarUrl, uid) => normalizeUrl(`${uid}.ics`, calendarUrl),
    async write(_, eventUrl, content, etag) {
      const answer = await client.send({
        method: 'PUT',
        url: eventUrl,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          ...(etag === null ? { 'if-none-match': '*' } : { 'if-match': etag }),
        },
        body: calendarObject(content),
      });
      // Some servers answer 404 or 409 if the object is not as we believe.
      if ([404, 409, 412].includes(answer.status)) return 'changed';
      if (![200, 201, 204].includes(answer.status)) throw refusalOf(answer.status);
      return { etag: typeof answer.headers.etag === 'string' ? answer.headers.etag : null };
    },
    async remove(_, eventUrl, etag) {
      const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
      const answer = await client.send({ method: 'DELETE', url: eventUrl, headers });
      if (answer.status === 412) return 'changed';
      if (![200, 204, 404, 410].includes(answer.status)) throw refusalOf(answer.status);
      return 'removed';
    },
  };
}

/** A sync token (RFC 6578), or the older CTag, or null: then the calendar is read anew each time. */
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
): Promise<Changes | undefined> {
  const body = `<d:sync-collection ${NAMESPACES}><d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
  const answer = await client.send({ method: 'REPORT', url, depth: '1', body });
  // If the calendar itself is gone, reading all of it will tell.
  if (answer.status !== 207) return undefined;
  const changed = { ...parseMultistatus(answer.body), url: answer.url };
  // 507: there is more, with a token of its own. Reading everything is simpler than to go on.
  const isTruncated = changed.responses.some(({ status }) => status === 507);
  if (!changed.syncToken || isTruncated) return undefined;
  const urls = (isRemoved: boolean) =>
    changed.responses
      .filter(({ status }) => (status === 404) === isRemoved)
      .map(({ href }) => normalizeUrl(href, changed.url))
      .filter((each) => each !== normalizeUrl(url, url));
  const present = urls(false);
  const events = await readObjects(client, url, present, range);
  // What is no event any more, or was deleted a moment ago.
  const missing = present.filter((each) => !events.some(({ id }) => id === each));
  return { events, removedIds: [...urls(true), ...missing], isComplete: false, token: changed.syncToken };
}

async function readObjects(client: DavClient, url: string, urls: string[], range: ReadRange): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  const budget = { left: MAX_OCCURRENCES };
  for (let first = 0; first < urls.length; first += OBJECTS_PER_REQUEST) {
    const hrefs = urls
      .slice(first, first + OBJECTS_PER_REQUEST)
      .map((each) => `<d:href>${escapeXml(new URL(each).pathname)}</d:href>`);
    const body = `<c:calendar-multiget ${NAMESPACES}>${EVENT_PROPERTIES}${hrefs.join('')}</c:calendar-multiget>`;
    const answer = await client.query({ method: 'REPORT', url, depth: '1', body });
    events.push(...(await eventsIn(answer, range, budget)));
  }
  return events;
}

async function readAll(client: DavClient, url: string, range: ReadRange): Promise<CalendarEvent[]> {
  const during = `<c:time-range start="${utcText(range.start)}" end="${utcText(range.end)}"/>`;
  const filter = `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${during}</c:comp-filter></c:comp-filter></c:filter>`;
  const body = `<c:calendar-query ${NAMESPACES}>${EVENT_PROPERTIES}${filter}</c:calendar-query>`;
  const answer = await client.query({ method: 'REPORT', url, depth: '1', body });
  return eventsIn(answer, range, { left: MAX_OCCURRENCES });
}

/** Such as 20261118T090000Z. */
const utcText = (epoch: number): string => `${new Date(epoch).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

async function eventsIn(
  { responses, url }: Multistatus & { url: string },
  range: ReadRange,
  budget: ExpansionBudget,
): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (const { href, properties } of responses) {
    const data = properties.get('calendar-data')?.text;
    const etag = properties.get('getetag')?.text.trim() ?? '';
    const id = normalizeUrl(href, url);
    const event = data === undefined ? undefined : await toCalendarEvent(id, etag, data, range, budget);
    if (event) events.push(event);
  }
  return events;
}

async function toCalendarEvent(
  id: string,
  etag: string,
  data: string,
  range: ReadRange,
  budget?: ExpansionBudget,
): Promise<CalendarEvent | undefined> {
  const object = await readCalendarObject(data, range, budget);
  return object && { id, etag, ...object };
}

function calendarObject({
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
    ...{ id: uid, sequence, start, end, stamp, timezone: null },
    ...{ summary, description, location, url },
  });
  return `${calendar.toString()}\r\n`;
}
