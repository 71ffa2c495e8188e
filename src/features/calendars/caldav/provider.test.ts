import { describe, expect, it } from 'vitest';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import { zoneOf } from '../../../scheduling/zone.ts';
import { createCalDavProvider } from './provider.ts';

const CALENDAR = 'https://dav.example.com/ana/work/';
const range = { start: Date.parse('2026-11-01Z'), end: Date.parse('2027-02-01Z'), zone: zoneOf('UTC') };
const credentials = { server: 'dav.example.com', user: 'ana', password: 'secret' };

type DavCall = { method: string; url: string; body: string; headers: Record<string, string> };
type StubResponse = { status: number; body?: string; headers?: Record<string, string> };

/** A CalDAV provider whose server responds as the test decides. */
function createStubbedProvider(handle: (call: DavCall) => StubResponse) {
  const calls: DavCall[] = [];
  const fetch: SafeFetch['fetch'] = async (url, { method, body = '', headers = {} }) => {
    const call = { method, url, body: String(body), headers };
    calls.push(call);
    const { status, body: text = '', headers: responseHeaders = {} } = handle(call);
    return { status, headers: responseHeaders, bytes: Buffer.from(text), body: text };
  };
  return { calls, provider: createCalDavProvider({ fetch } as SafeFetch, credentials) };
}

const multistatus = (...responses: string[]): StubResponse => ({
  status: 207,
  body: `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join('')}</D:multistatus>`,
});
const foundResponse = (href: string, properties: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
   <D:propstat><D:prop><D:owner/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;
const eventIcs = (uid: string) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:${uid}\nDTSTART:20261120T150000Z\nDTEND:20261120T160000Z\nEND:VEVENT\nEND:VCALENDAR`;
const eventResponse = (uid: string) =>
  foundResponse(
    `/ana/work/${uid}.ics`,
    `<D:getetag>"1"</D:getetag><C:calendar-data><![CDATA[${eventIcs(uid)}]]></C:calendar-data>`,
  );

describe('a CalDAV server', () => {
  it('is found by its well-known URL, and may lead to other hosts', async () => {
    const { provider, calls } = createStubbedProvider(({ url }) => {
      if (url === 'https://dav.example.com/') return { status: 404 };
      if (url.endsWith('/.well-known/caldav')) return { status: 301, headers: { location: '/dav/' } };
      const href = (text: string) => `<D:href>${text}</D:href>`;
      if (url.endsWith('/dav/'))
        return multistatus(
          foundResponse('/dav/', `<D:current-user-principal>${href('/p/ana/')}</D:current-user-principal>`),
        );
      if (url.endsWith('/p/ana/'))
        return multistatus(
          foundResponse(
            '/p/ana/',
            `<C:calendar-home-set>${href('https://p7.example.com/c/ana/')}</C:calendar-home-set>`,
          ),
        );
      const calendar = '<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>';
      const supportedComponent = (component: string) =>
        `<C:supported-calendar-component-set><C:comp name="${component}"/></C:supported-calendar-component-set>`;
      const onlyPrivilege = (right: string) =>
        `<D:current-user-privilege-set><D:privilege><D:${right}/></D:privilege></D:current-user-privilege-set>`;
      return multistatus(
        foundResponse('/c/ana/', '<D:resourcetype><D:collection/></D:resourcetype>'),
        foundResponse(
          '/c/ana/work/',
          `${calendar}${supportedComponent('VEVENT')}<D:displayname>Work &amp; more</D:displayname>`,
        ),
        foundResponse('/c/ana/todo/', calendar + supportedComponent('VTODO')),
        foundResponse('/c/ana/shared/', calendar + onlyPrivilege('read')),
        foundResponse('/c/a%6Ea/own%20one/', calendar + onlyPrivilege('write')),
      );
    });
    expect(await provider.listCalendars()).toEqual([
      { id: 'https://p7.example.com/c/ana/work/', name: 'Work & more' },
      { id: 'https://p7.example.com/c/ana/own%20one/', name: 'own one' },
    ]);
    expect(calls.every(({ method }) => method === 'PROPFIND')).toBe(true);
  });

  it('is sent a wrong password only once, and none without encryption', async () => {
    const refusingServer = createStubbedProvider(() => ({ status: 401 }));
    await expect(refusingServer.provider.listCalendars()).rejects.toMatchObject({ needsOwnerAction: true });
    expect(refusingServer.calls).toHaveLength(1);
    const { provider, calls } = createStubbedProvider(() => ({
      status: 302,
      headers: { location: 'http://dav.example.com/' },
    }));
    await expect(provider.listCalendars()).rejects.toThrow('without encryption');
    expect(calls.filter(({ url }) => url.startsWith('http:'))).toEqual([]);
  });

  it('is read completely again when it no longer knows the sync token', async () => {
    const { provider, calls } = createStubbedProvider(({ method, body }) => {
      if (body.includes('sync-collection'))
        return { status: 403, body: '<D:error xmlns:D="DAV:"><D:valid-sync-token/></D:error>' };
      if (method === 'PROPFIND') return multistatus(foundResponse('/ana/work/', '<D:sync-token>t2</D:sync-token>'));
      return multistatus(eventResponse('a'), eventResponse('b'));
    });
    const changes = await provider.readChanges(CALENDAR, 't1', range);
    expect(changes).toMatchObject({ isFullList: true, token: 't2', removedIds: [] });
    expect(changes.events.map(({ uid, etag, busyTimes: busy }) => [uid, etag, busy.length])).toEqual([
      ['a', '"1"', 1],
      ['b', '"1"', 1],
    ]);
    expect(calls.at(-1)?.body).toContain('start="20261101T000000Z" end="20270201T000000Z"');
  });

  it('reports changed and removed events', async () => {
    const { provider } = createStubbedProvider(({ body }) =>
      body.includes('sync-collection')
        ? multistatus(
            foundResponse('/ana/work/', '<D:getetag>"c"</D:getetag>'),
            foundResponse('/ana/work/a.ics', '<D:getetag>"1"</D:getetag>'),
            foundResponse('/ana/work/todo.ics', '<D:getetag>"1"</D:getetag>'),
            '<D:response><D:href>/ana/work/b.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>',
            '<D:sync-token>t2</D:sync-token>',
          )
        : multistatus(eventResponse('a')),
    );
    const changes = await provider.readChanges(CALENDAR, 't1', range);
    expect(changes).toMatchObject({ isFullList: false, token: 't2', events: [{ id: `${CALENDAR}a.ics` }] });
    expect(changes.removedIds).toEqual([`${CALENDAR}b.ics`, `${CALENDAR}todo.ics`]);
  });

  it('without sync tokens is read again only if its CTag has changed', async () => {
    let ctag = '7';
    const { provider, calls } = createStubbedProvider(({ method }) =>
      method === 'PROPFIND'
        ? multistatus(
            foundResponse('/ana/work/', `<S:getctag xmlns:S="http://calendarserver.org/ns/">${ctag}</S:getctag>`),
          )
        : multistatus(eventResponse('a')),
    );
    const { token, isFullList } = await provider.readChanges(CALENDAR, null, range);
    expect(isFullList).toBe(true);
    calls.length = 0;
    expect(await provider.readChanges(CALENDAR, token, range)).toMatchObject({ isFullList: false, events: [], token });
    expect(calls.map(({ method }) => method)).toEqual(['PROPFIND']);
    ctag = '8';
    expect(await provider.readChanges(CALENDAR, token, range)).toMatchObject({ isFullList: true });
  });

  it('does not overwrite an event that changed in between', async () => {
    const content = {
      uid: 'fd1',
      start: new Date(0),
      end: new Date(3_600_000),
      summary: 'Booked',
      description: 'x',
      location: null,
      url: 'https://desk.example.com/',
      sequence: 1,
      stamp: new Date(0),
    };
    const { provider, calls } = createStubbedProvider(({ headers }) => ({
      status: headers['if-match'] === '"1"' ? 204 : 412,
      headers: { etag: '"2"' },
    }));
    const id = provider.eventIdOf(CALENDAR, content.uid);
    expect(await provider.write(CALENDAR, id, content, '"1"')).toEqual({ etag: '"2"' });
    expect(await provider.write(CALENDAR, id, content, '"0"')).toBe('changed');
    expect(await provider.write(CALENDAR, id, content, null)).toBe('changed');
    expect(calls.at(-1)?.headers['if-none-match']).toBe('*');
    expect(await provider.remove(CALENDAR, id, '"0"')).toBe('changed');
  });

  it('still has an event whose content cannot be read', async () => {
    const { provider } = createStubbedProvider(({ url }) =>
      url.endsWith('gone.ics') ? { status: 404 } : { status: 200, body: 'nonsense' },
    );
    expect(await provider.readEvent(CALENDAR, `${CALENDAR}gone.ics`, range)).toBeUndefined();
    expect(await provider.readEvent(CALENDAR, `${CALENDAR}odd.ics`, range)).toMatchObject({
      time: undefined,
      busyTimes: [],
    });
  });
});
