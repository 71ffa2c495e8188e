// Finds a person's calendars from the URL of their server (RFC 6764, RFC 5397).
import { CalendarError, WrongCredentials } from '../sync/provider.ts';
import type { DavClient } from './client.ts';
import { type DavResponse, findAll, findChild } from './dav-xml.ts';

const buildPropfindXml = (properties: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${properties}</d:prop></d:propfind>`;

const CALENDAR_PROPERTIES = buildPropfindXml(
  '<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/><d:current-user-privilege-set/>',
);

/** If the URL is that of a single calendar, returns that calendar. */
export async function discoverCalendars(client: DavClient, server: string): Promise<{ id: string; name: string }[]> {
  const baseUrl = parseServerUrl(server);
  const homeUrl = await findHomeUrl(client, baseUrl);
  const { responses, url } = await client.query({
    method: 'PROPFIND',
    url: homeUrl,
    depth: '1',
    body: CALENDAR_PROPERTIES,
  });
  return responses.filter(isWritableCalendar).map(({ href, properties }) => ({
    id: normalizeUrl(href, url),
    name: properties.get('displayname')?.text.trim() || readLastSegment(href),
  }));
}

/** Adds https://, which people leave out. */
function parseServerUrl(server: string): string {
  const text = server.includes('://') ? server : `https://${server}`;
  if (!URL.canParse(text)) throw new CalendarError('That isn’t the address of a server.', { needsOwnerAction: true });
  return new URL(text).href;
}

async function findHomeUrl(client: DavClient, baseUrl: string): Promise<string> {
  const wellKnown = new URL('/.well-known/caldav', baseUrl).href;
  const failures: CalendarError[] = [];
  for (const url of new Set([baseUrl, wellKnown, new URL('/', baseUrl).href])) {
    try {
      const homeUrl = await findHomeUrlAt(client, url);
      if (homeUrl) return homeUrl;
    } catch (error) {
      // Wrong credentials are wrong everywhere, and providers lock accounts after a few attempts.
      if (!(error instanceof CalendarError) || error instanceof WrongCredentials) throw error;
      failures.push(error);
    }
  }
  throw failures[0] ?? new CalendarError('No calendars were found at this address.', { needsOwnerAction: true });
}

async function findHomeUrlAt(client: DavClient, url: string): Promise<string | undefined> {
  const body = buildPropfindXml('<d:current-user-principal/><d:resourcetype/>');
  const principalResponse = await client.query({ method: 'PROPFIND', url, depth: '0', body });
  const [resource] = principalResponse.responses;
  if (findChild(resource?.properties.get('resourcetype'), 'calendar')) return principalResponse.url;
  const principal = findHref(resource, 'current-user-principal');
  if (!principal) return undefined;
  const principalDetails = await client.query({
    method: 'PROPFIND',
    url: new URL(principal, principalResponse.url).href,
    depth: '0',
    body: buildPropfindXml('<c:calendar-home-set/>'),
  });
  const homeHref = findHref(principalDetails.responses[0], 'calendar-home-set');
  return homeHref && new URL(homeHref, principalDetails.url).href;
}

const findHref = (response: DavResponse | undefined, property: string): string | undefined =>
  findChild(response?.properties.get(property), 'href')?.text.trim();

function isWritableCalendar({ properties }: DavResponse): boolean {
  const components = findAll(properties.get('supported-calendar-component-set'), 'comp');
  const privileges = properties.get('current-user-privilege-set');
  const hasEvents = !components.length || components.some(({ attributes }) => attributes.name === 'VEVENT');
  const isWritable =
    !privileges || ['all', 'write', 'write-content', 'bind'].some((name) => findAll(privileges, name).length > 0);
  return Boolean(findChild(properties.get('resourcetype'), 'calendar')) && hasEvents && isWritable;
}

/** One spelling for each resource, whichever characters the server escapes. */
export function normalizeUrl(href: string, base: string): string {
  const url = new URL(href, base);
  url.pathname = url.pathname
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
  return url.href;
}

const readLastSegment = (href: string): string => decodeURIComponent(href.split('/').filter(Boolean).pop() ?? href);
