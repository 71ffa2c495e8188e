import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, openBusiness, type TestBusiness } from '../../test/business.ts';
import { type Service, startService } from '../../test/harness.ts';
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

const table = (day: number) => ({
  partySize: 2,
  startsAt: `2026-11-${day}T18:00`,
  customer: { name: 'Dana\tFox', phone: '212 555 0142' },
});
const book = (day: number) => business.send('POST', '/restaurant/reservations', { body: table(day), now: NOW });

/** Starts a command in this process. */
function start(args: string[], overrides: Record<string, string | undefined> = {}) {
  const out: string[] = [];
  const stop = new AbortController();
  const io = {
    env: { ...env, ...overrides },
    signal: stop.signal,
    print: (line: string) => void out.push(line),
    note: () => {},
  };
  return { out, stop: () => stop.abort(), done: run(args, io) };
}

async function printed(...args: string[]): Promise<string> {
  const { out, done } = start(args);
  await done;
  return out.join('\n');
}

async function failure(args: string[], overrides: Record<string, string | undefined> = {}) {
  const error = await start(args, overrides).done.catch((thrown: unknown) => thrown);
  if (!(error instanceof CliError)) throw new Error(`It should have failed: ${String(error)}`);
  return { code: error.exitCode, text: error.message };
}

it('chats, and goes on with the conversation', async () => {
  const first = JSON.parse(await printed('chat', 'When are you open?', '--business-name', 'Luigi’s', '--json'));
  expect(first.intent).toBe('general.hours');
  expect(await printed('chat', 'Thank you!', '--conversation', first.conversationId)).not.toBe('');
});

it('lists bookings and events', async () => {
  expect(await printed('bookings', 'list')).toBe('No bookings.');
  const { json: booking } = await book(18);
  expect(await printed('bookings', 'list', '--status', 'confirmed')).toMatch(
    new RegExp(
      `^CODE +STARTS .*\\n${booking.code} +2026-11-18 18:00 +confirmed +reservation +Dana Fox +${booking.id}$`,
    ),
  );
  expect(JSON.parse(await printed('bookings', 'list', '--json')).data).toHaveLength(1);
  expect(await printed('events', 'list', '--object', booking.id)).toContain('booking.created');
  expect(await printed('events', 'list', '--type', 'booking.cancelled')).toBe('No events.');
});

it('sends any request', async () => {
  const body = JSON.stringify({ message: 'Hello', dryRun: true });
  expect(JSON.parse(await printed('api', 'post', '/api/chat', '--data', body)).intent).toBe('general.greeting');
  expect(JSON.parse(await printed('api', 'get', '/api/v1/config')).industry).toBe('restaurant');
});

it('prints events as they happen, and forwards them with a valid signature', async () => {
  const countLooks = () => service.logged.filter((line) => JSON.parse(line).route === '/api/events').length;
  const looksBefore = countLooks();
  const receiver = await startReceiver();
  const tail = start(['events', 'tail', '--json', '--type', 'booking.created']);
  const listener = start(['webhooks', 'listen', '--forward-to', `${receiver.url}/hooks`, '--type', 'booking.created']);
  await expect.poll(() => listener.out[0]).toMatch(/^Signing secret: whsec_/);
  // Both have looked once, so that what is booked now is new to them.
  await expect.poll(countLooks).toBeGreaterThanOrEqual(looksBefore + 2);
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

describe('what went wrong', () => {
  it.each([
    ['no key', ['bookings', 'list'], { FRONTDESK_KEY: undefined }, 2, 'Set FRONTDESK_KEY'],
    ['a wrong key', ['bookings', 'list'], { FRONTDESK_KEY: 'fd_sk_test_x' }, 1, 'Check FRONTDESK_KEY'],
    [
      'nobody there',
      ['api', 'patch', '/x'],
      { FRONTDESK_URL: 'http://127.0.0.1:1' },
      1,
      'Nothing answers at http://127.0.0.1:1',
    ],
    ['no address', ['bookings', 'list'], { FRONTDESK_URL: 'desk' }, 2, '"desk" is not an address'],
    ['an unknown command', ['orders'], {}, 2, 'Unknown command "orders". Try: frontdesk --help'],
    ['an unknown option', ['bookings', 'list', '--day', '1'], {}, 2, `Unknown option '--day'`],
    ['no message', ['chat'], {}, 2, '"chat" needs <message>'],
    ['a wrong value', ['bookings', 'list', '--limit', '1000'], {}, 1, 'invalid_request'],
    ['no endpoint', ['webhooks', 'listen'], {}, 2, 'needs --forward-to'],
    ['no JSON', ['api', 'post', '/api/chat', '--data', '{'], {}, 2, '--data is not JSON'],
  ])('%s', async (_, args, overrides, code, text) => {
    const failed = await failure(args, overrides);
    expect(failed.text).toContain(text);
    expect(failed.code).toBe(code);
  });

  it('another server’s page', async () => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(404).end('<html>'));
    const args = ['api', 'post', '/x', '--data', '{}'];
    expect((await failure(args, { FRONTDESK_URL: receiver.url })).text).toContain('but not as Frontdesk does');
  });

  it('too many requests', async () => {
    const problem = JSON.stringify({ code: 'rate_limited', detail: 'Wait an hour.', requestId: 'req_1' });
    const headers = { 'retry-after': '3600', 'content-type': 'application/problem+json' };
    const receiver = await startReceiver((_request, response) => void response.writeHead(429, headers).end(problem));
    const args = ['api', 'post', '/x', '--data', '{}'];
    expect((await failure(args, { FRONTDESK_URL: receiver.url })).text).toBe('Wait an hour. (rate_limited, req_1)');
  });
});

it('is started by bin/frontdesk', async () => {
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
