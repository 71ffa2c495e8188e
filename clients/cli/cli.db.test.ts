import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, openBusiness, type TestBusiness } from '../../test/business.ts';
import { addCleanup, queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { CliError } from './command.ts';
import { run } from './command-line.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/frontdesk');

let service: Service;
let business: TestBusiness;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  business = await openBusiness(service, 'restaurant');
  env = { FRONTDESK_URL: `${service.url}/`, FRONTDESK_KEY: business.key };
});

const reservation = (day: number) => ({
  partySize: 2,
  startsAt: `2026-11-${day}T18:00`,
  customer: { name: 'Dana\tFox', phone: '212 555 0142' },
});
const book = (day: number) => business.send('POST', '/restaurant/reservations', { body: reservation(day), now: NOW });

/** Starts a command in this process. */
function start(args: string[], overrides: Record<string, string | undefined> = {}) {
  const out: string[] = [];
  const notes: string[] = [];
  const stopController = new AbortController();
  const io = {
    env: { ...env, ...overrides },
    signal: stopController.signal,
    print: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
  };
  return { out, notes, stop: () => stopController.abort(), done: run(args, io) };
}

async function outputOf(...args: string[]): Promise<string> {
  const { out, done } = start(args);
  await done;
  return out.join('\n');
}

const runToFailure = (args: string[], overrides: Record<string, string | undefined> = {}) =>
  awaitFailure(start(args, overrides));

async function awaitFailure({ done }: ReturnType<typeof start>) {
  const error = await done.catch((thrown: unknown) => thrown);
  if (!(error instanceof CliError)) throw new Error(`It should have failed: ${String(error)}`);
  return { code: error.exitCode, text: error.message };
}

it('chats, and continues the conversation', async () => {
  const first = JSON.parse(await outputOf('chat', 'When are you open?', '--business-name', 'Luigi’s', '--json'));
  expect(first.intent).toBe('general.hours');
  expect(await outputOf('chat', 'Thank you!', '--conversation', first.conversationId)).not.toBe('');
});

it('lists bookings and events', async () => {
  expect(await outputOf('bookings', 'list')).toBe('No bookings.');
  const { json: booking } = await book(18);
  expect(await outputOf('bookings', 'list', '--status', 'confirmed')).toMatch(
    new RegExp(
      `^CODE +STARTS .*\\n${booking.code} +2026-11-18 18:00 +confirmed +reservation +Dana Fox +${booking.id}$`,
    ),
  );
  expect(JSON.parse(await outputOf('bookings', 'list', '--json')).data).toHaveLength(1);
  expect(await outputOf('events', 'list', '--object', booking.id)).toContain('booking.created');
  expect(await outputOf('events', 'list', '--type', 'booking.cancelled')).toBe('No events.');
});

it('notes that a list has more entries', async () => {
  await book(19);
  for (const list of ['bookings', 'events']) {
    const truncatedList = start([list, 'list', '--limit', '1']);
    await truncatedList.done;
    expect(truncatedList.notes).toEqual([expect.stringContaining('There are more. Show up to 100 with --limit')]);
    const completeList = start([list, 'list', '--limit', '100']);
    await completeList.done;
    expect(completeList.notes).toEqual([]);
  }
});

it('sends any request', async () => {
  const body = JSON.stringify({ message: 'Hello', dryRun: true });
  expect(JSON.parse(await outputOf('api', 'post', '/api/chat', '--data', body)).intent).toBe('general.greeting');
  expect(JSON.parse(await outputOf('api', 'get', '/api/v1/config')).industry).toBe('restaurant');
});

const countPolls = () => service.logLines.filter((line) => JSON.parse(line).route === '/api/events').length;

it('prints events as they happen, and forwards them with a valid signature', async () => {
  const pollsBefore = countPolls();
  const receiver = await startReceiver();
  const tail = start(['events', 'tail', '--json', '--type', 'booking.created']);
  const listener = start(['webhooks', 'listen', '--forward-to', `${receiver.url}/hooks`, '--type', 'booking.created']);
  await expect.poll(() => listener.out[0]).toMatch(/^Signing secret: whsec_/);
  // Both have polled once, so that the next booking is new to them.
  await expect.poll(countPolls).toBeGreaterThanOrEqual(pollsBefore + 2);
  const { json: booking } = await book(20);
  await expect.poll(() => tail.out.length, { timeout: 20_000 }).toBe(1);
  const [request] = await receiver.waitUntil((received) => received.length > 0);
  tail.stop();
  listener.stop();
  await Promise.all([tail.done, listener.done]);
  const event = JSON.parse(tail.out[0] ?? '');
  expect(event).toMatchObject({ type: 'booking.created', data: { id: booking.id } });
  const secret = listener.out[0]?.replace('Signing secret: ', '') ?? '';
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({ data: { id: booking.id } });
  expect(headers['webhook-id']).toBe(event.id);
});

it('does not print an older event as new when newer ones are deleted', async () => {
  const runSql = (sql: string) => queryAsDbOwner(service.connection, sql, [business.id]);
  const recordEvents = (ids: string) =>
    runSql(`insert into events (workspace_id, id, type, data, occurred_at)
      select $1, 'evt_00' || id, 'booking.held', '{}', now() from ${ids} as id`);
  await recordEvents('generate_series(10, 39)');
  const pollsBefore = countPolls();
  const tail = start(['events', 'tail', '--type', 'booking.held']);
  await expect.poll(countPolls).toBeGreaterThan(pollsBefore);
  await runSql(`delete from events where workspace_id = $1 and type = 'booking.held' and id > 'evt_0034'`);
  // One event that was committed after a newer one, and one new event.
  await recordEvents(`unnest('{335,40}'::text[])`);
  await expect.poll(() => tail.out.length, { timeout: 20_000 }).toBeGreaterThan(0);
  tail.stop();
  await tail.done;
  expect(tail.out.map((line) => line.split(' ').at(-1))).toEqual(['evt_00335', 'evt_0040']);
});

describe('a note that events are only recorded for a webhook endpoint', () => {
  it.each([
    [['events', 'tail'], 'message.replied'],
    [['events', 'tail', '--type', 'message.received'], 'message.received'],
    [['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/'], 'feedback.received'],
    [['events', 'tail', '--type', 'booking.created'], undefined],
  ])('is printed by %s if it applies', async (args, type) => {
    const command = start(args);
    command.stop();
    await command.done;
    const subscriptionNotes = command.notes.filter((note) => note.includes('enabled webhook endpoint'));
    expect(subscriptionNotes).toEqual(type ? [expect.stringContaining(type)] : []);
  });
});

it('does not print a secret that was passed with --secret', async () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==';
  const listener = start(['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/', '--secret', secret]);
  listener.stop();
  await listener.done;
  expect([...listener.out, ...listener.notes].join()).not.toContain(secret);
  expect(listener.out).toEqual([]);
});

it.each([[['chat', 'Hello']], [['bookings', 'list']], [['events', 'list']], [['api', 'get', '/x']]])(
  'stops at once while it waits for a response: %s',
  async (args) => {
    let requests = 0;
    const silentServer = createServer(() => requests++);
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    addCleanup(async () => {
      silentServer.close();
      silentServer.closeAllConnections();
    });
    const command = start(args, { FRONTDESK_URL: `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}` });
    await expect.poll(() => requests).toBe(1);
    command.stop();
    expect(await awaitFailure(command)).toEqual({ code: 130, text: 'Stopped before the answer came.' });
  },
);

describe('the error message for', () => {
  it.each([
    ['no key', ['bookings', 'list'], { FRONTDESK_KEY: undefined }, 2, 'Set FRONTDESK_KEY'],
    ['a wrong key', ['bookings', 'list'], { FRONTDESK_KEY: 'fd_sk_test_x' }, 1, 'Check FRONTDESK_KEY'],
    [
      'no service at the URL',
      ['api', 'patch', '/x'],
      { FRONTDESK_URL: 'http://127.0.0.1:1' },
      1,
      'Nothing answers at http://127.0.0.1:1 (bad port)',
    ],
    ['a typographic key', ['bookings', 'list'], { FRONTDESK_KEY: 'fd_sk_test_…' }, 2, 'The API key has a character'],
    ['no protocol', ['bookings', 'list'], { FRONTDESK_URL: 'localhost:3000' }, 2, '"localhost:3000" is not an address'],
    ['no web address', ['bookings', 'list'], { FRONTDESK_URL: 'ftp://x' }, 2, '"ftp://x" is not an address'],
    [
      'no protocol to forward to',
      ['webhooks', 'listen', '--forward-to', 'localhost:4000'],
      {},
      2,
      'needs --forward-to',
    ],
    ['a GET with a body', ['api', 'get', '/x', '--data', '{}'], {}, 2, 'GET takes no --data'],
    ['no method', ['api', 'list', '/x'], {}, 2, '"list" is not a method. Use one of GET, POST'],
    ['no address', ['bookings', 'list'], { FRONTDESK_URL: 'desk' }, 2, '"desk" is not an address'],
    ['an unknown command', ['orders'], {}, 2, 'Unknown command "orders". Try: frontdesk --help'],
    ['an unknown option', ['bookings', 'list', '--day', '1'], {}, 2, `Unknown option '--day'`],
    ['no message', ['chat'], {}, 2, '"chat" needs <message>'],
    ['a wrong value', ['bookings', 'list', '--limit', '1000'], {}, 1, 'invalid_request'],
    ['no endpoint', ['webhooks', 'listen'], {}, 2, 'needs --forward-to'],
    ['no JSON', ['api', 'post', '/api/chat', '--data', '{'], {}, 2, '--data is not JSON'],
  ])('%s', async (_, args, overrides, code, text) => {
    const failure = await runToFailure(args, overrides);
    expect(failure.text).toContain(text);
    expect(failure.code).toBe(code);
  });

  it('another server’s page', async () => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(404).end('<html>'));
    const args = ['api', 'post', '/x', '--data', '{}'];
    expect((await runToFailure(args, { FRONTDESK_URL: receiver.url })).text).toContain('but not as Frontdesk does');
  });

  it('too many requests', async () => {
    const problem = JSON.stringify({ code: 'rate_limited', detail: 'Wait an hour.', requestId: 'req_1' });
    const headers = { 'retry-after': '3600', 'content-type': 'application/problem+json' };
    const receiver = await startReceiver((_request, response) => void response.writeHead(429, headers).end(problem));
    const args = ['api', 'post', '/x', '--data', '{}'];
    expect((await runToFailure(args, { FRONTDESK_URL: receiver.url })).text).toBe(
      'Wait an hour. (rate_limited, req_1)',
    );
  });
});

it('bin/frontdesk runs the command line', async () => {
  const launch = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) =>
      execFile('sh', [LAUNCHER, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      ),
    );
  expect((await launch('events', '--help')).out).toContain('events tail');
  expect((await launch('chat', '--help')).out).toContain('--business-type <industry>');
  expect(await launch('api', 'get', 'x')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('is not a path'),
  });
});
