// A real CalDAV server on this machine, and a calendar app that a person uses with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { vi } from 'vitest';
import { addCleanup } from '../harness.ts';
import { findFreePort } from '../process/service-process.ts';

const RADICALE = '/usr/bin/radicale';
export const hasRadicale = existsSync(RADICALE);
export const PASSWORD = 'app-password';
const USER = 'ana';

type CalendarEvent = { uid: string; url: string; summary: string; start: number; end: number; isAllDay: boolean };

export async function startRadicale() {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-radicale-'));
  const port = await findFreePort();
  const config = join(folder, 'config');
  await writeFile(join(folder, 'users'), `${USER}:${PASSWORD}\n`);
  await writeFile(
    config,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${folder}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${folder}/collections
[logging]
level = error
`,
  );
  const radicale = spawn(RADICALE, ['--config', config], { stdio: 'ignore' });
  addCleanup(async () => {
    const exited = new Promise((resolve) => radicale.on('exit', resolve));
    radicale.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) });
  await vi.waitFor(() => fetch(url), 20_000);
  return { url, user: USER, openCalendar: (name: string) => openCalendar(send, name) };
}

type Send = (method: string, path: string, body?: string, headers?: Record<string, string>) => Promise<Response>;

async function openCalendar(send: Send, name: string) {
  const path = `/${USER}/${name}/`;
  const mkcalendarXml = `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
    <d:displayname>${name} calendar</d:displayname><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
    </d:prop></d:set></c:mkcalendar>`;
  const response = await send('MKCALENDAR', path, mkcalendarXml);
  if (response.status !== 201) throw new Error(`MKCALENDAR: ${response.status}`);
  const put = async (uid: string, icsText: string) => {
    const { status } = await send('PUT', `${path}${uid}.ics`, icsText, { 'content-type': 'text/calendar' });
    if (status !== 201 && status !== 204) throw new Error(`PUT: ${status}`);
  };
  return {
    path,
    put,
    /** Adds an event, given the lines of its VEVENT besides the UID. */
    add: (uid: string, ...lines: string[]) => put(uid, createIcs(uid, lines)),
    async delete(uid: string) {
      await send('DELETE', `${path}${uid}.ics`);
    },
    /** Changes an event as an app does: it writes the whole event again. False if it was deleted or changed meanwhile. */
    async edit(uid: string, change: (event: ICAL.Event) => void): Promise<boolean> {
      const response = await send('GET', `${path}${uid}.ics`);
      if (response.status !== 200) return false;
      const calendar = new ICAL.Component(ICAL.parse(await response.text()));
      change(new ICAL.Event(calendar.getFirstSubcomponent('vevent')!));
      const { status } = await send('PUT', `${path}${uid}.ics`, calendar.toString(), {
        'content-type': 'text/calendar',
        'if-match': response.headers.get('etag') ?? '',
      });
      return status === 201 || status === 204;
    },
    async events(): Promise<CalendarEvent[]> {
      const icsText = await (await send('GET', path)).text();
      if (!icsText.includes('VEVENT')) return [];
      const components = new ICAL.Component(ICAL.parse(icsText)).getAllSubcomponents('vevent');
      return components.map((component) => {
        const event = new ICAL.Event(component);
        return {
          uid: event.uid,
          summary: event.summary,
          isAllDay: event.startDate.isDate,
          url: String(component.getFirstPropertyValue('url') ?? ''),
          start: event.startDate.toUnixTime() * 1_000,
          end: event.endDate.toUnixTime() * 1_000,
        };
      });
    },
    /** A text that differs after every change of the calendar. */
    async state(): Promise<string> {
      const body = '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>';
      return (await send('PROPFIND', path, body, { depth: '0' })).text();
    },
  };
}

export type TestCalendar = Awaited<ReturnType<typeof openCalendar>>;

const createIcs = (uid: string, lines: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//App//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20261101T000000Z', 'SUMMARY:Private matter', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

/** Such as 20261118T090000Z. */
const formatUtc = (epoch: number): string => `${new Date(epoch).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

export const formatTimeLines = (start: number, end: number): [string, string] => [
  `DTSTART:${formatUtc(start)}`,
  `DTEND:${formatUtc(end)}`,
];

export const setTimes = (event: ICAL.Event, start: number, end: number): void => {
  event.startDate = ICAL.Time.fromJSDate(new Date(start), true);
  event.endDate = ICAL.Time.fromJSDate(new Date(end), true);
};

export const setAllDay = (event: ICAL.Event, day: number): void => {
  event.startDate = ICAL.Time.fromDateString(new Date(day).toISOString().slice(0, 10));
  event.endDate = ICAL.Time.fromDateString(new Date(day + 86_400_000).toISOString().slice(0, 10));
};
