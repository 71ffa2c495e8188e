// Finds a person's calendars from the address of their server (RFC 6764, RFC 5397).
import { CalendarError, WrongCredentials } from '../sync/provider.ts';
import type { DavClient } from './client.ts';
import { type DavResponse, findAll, findChild } from './dav-xml.ts';

const propfind = (properties: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${properties}</d:prop></d:propfind>`;

const CALENDAR_PROPERTIES = propfind(
  '<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/><d:current-user-privilege-set/>',
);

/** With the address of a calendar itself, that one. */
export async function discoverCalendars(client: DavClient, server: string): Promise<{ id: string; name: string }[]> {
  const base = serverUrl(server);
  const home = await findHome(client, base);
  const { responses, url } = await client.query({
    ...{ method: 'PROPFIND', url: home, depth: '1', body: CALENDAR_PROPERTIES },
  });
  return responses.filter(isWritableCalendar).map(({ href, properties }) => ({
    id: normalizeUrl(href, url),
    name: properties.get('displayname')?.text.trim() || lastSegment(href),
  }));
}

/** People leave out https://. */
function serverUrl(server: string): string {
  const text = server.includes('://') ? server : `https://${server}`;
  if (!URL.canParse(text)) throw new CalendarError('That isn’t the address of a server.', { needsOwner: true });
  return new URL(text).href;
}

async function findHome(client: DavClient, base: string): Promise<string> {
  const wellKnown = new URL('/.well-known/caldav', base).href;
  const failures: CalendarError[] = [];
  for (const url of new Set([base, wellKnown, new URL('/', base).href])) {
    try {
      const home = await findHomeAt(client, url);
      if (home) return home;
    } catch (error) {
      // Wrong credentials are wrong everywhere, and providers lock accounts after a few attempts.
      if (!(error instanceof CalendarError) || error instanceof WrongCredentials) throw error;
      failures.push(error);
    }
  }
  throw failures[0] ?? new CalendarError('No calendars were found at this address.', { needsOwner: true });
}

async function findHomeAt(client: DavClient, url: string): Promise<string | undefined> {
  const body = propfind('<d:current-user-principal/><d:resourcetype/>');
  const found = await client.query({ method: 'PROPFIND', url, depth: '0', body });
  const [resource] = found.responses;
  if (findChild(resource?.properties.get('resourcetype'), 'calendar')) return found.url;
  const principal = hrefOf(resource, 'current-user-principal');
  if (!principal) return undefined;
  const details = await client.query({
    ...{ method: 'PROPFIND', url: new URL(principal, found.url).href, depth: '0' },
    body: propfind('<c:calendar-home-set/>'),
  });
  const home = hrefOf(details.responses[0], 'calendar-home-set');
  return home && new URL(home, details.url).href;
}

const hrefOf = (response: DavResponse | undefined, property: string): string | undefined =>
  findChild(response?.properties.get(property), 'href')?.text.trim();

function isWritableCalendar({ properties }: DavResponse): boolean {
  const components = findAll(properties.get('supported-calendar-component-set'), 'comp');
  const privileges = properties.get('current-user-privilege-set');
  const hasEvents = !components.length || components.some(({ attributes }) => attributes.name === 'VEVENT');
  const isWritable =
    !privileges || ['all', 'write', 'write-content', 'bind'].some((name) => findAll(privileges, name).length > 0);
  return Boolean(findChild(properties.get('resourcetype'), 'calendar')) && hasEvents && isWritable;
}

/** The same resource gets the same text, however its server writes it. */
export function normalizeUrl(href: string, base: string): string {
  const url = new URL(href, base);
  url.pathname = url.pathname
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
  return url.href;
}

const lastSegment = (href: string): string => decodeURIComponent(href.split('/').filter(Boolean).pop() ?? href);
