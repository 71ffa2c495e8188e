// A name that leads to the open internet when it is given, and inside when it is used, through a real name server: on every
// way by which the service goes where a stranger has sent it.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIMING } from '../../src/features/webhooks/schedule.ts';
import { createSafeFetch, resolveWithDns, UnsafeAddressError } from '../../src/kernel/safe-fetch.ts';
import { must } from '../business.ts';
import { call, makeWorkspace, type Service, startService } from '../harness.ts';
import { htmlOf, openWebsite, type Website } from '../knowledge/website.ts';
import { openNameServer } from '../name-server.ts';

const OPEN = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
/** Where a name leads from its second look on. */
const INSIDE: Record<string, string[]> = {
  loopback: ['127.0.0.1'],
  loopback6: ['::1'],
  mapped: ['::ffff:127.0.0.1'],
  metadata: ['169.254.169.254'],
  'metadata-mapped': ['::ffff:169.254.169.254'],
  'metadata-nat64': ['64:ff9b::a9fe:a9fe'],
  unspecified: ['0.0.0.0'],
  private: ['10.0.0.1'],
  'beside-an-open-one': [OPEN[0]!, '127.0.0.1'],
  'by-ipv6-alone': [OPEN[0]!, '::1'],
  'link-local': ['fe80::1'],
  unique: ['fd00::1'],
};
const KINDS = Object.keys(INSIDE);
const wanted = { method: 'GET' as const, timeoutMs: 5_000, maxBytes: 100 };

let names: Awaited<ReturnType<typeof openNameServer>>;
let canaries: Server[];
let port: number;
let touched = 0;
let service: Service;
let key: string;
let site: Website;

/** Whoever connects to this machine by one of the names is noticed, by either kind of address. */
async function openCanaries(): Promise<void> {
  const open = () =>
    createServer((socket) => {
      touched++;
      socket.destroy();
    });
  const four = open();
  await new Promise<void>((listening) => four.listen(0, '0.0.0.0', listening));
  ({ port } = four.address() as AddressInfo);
  const six = open();
  await new Promise<void>((done) => six.once('error', () => done()).listen({ port, host: '::1' }, done));
  canaries = [four, six];
}

beforeAll(async () => {
  await openCanaries();
  names = await openNameServer((name, look) => (look === 1 ? OPEN : (INSIDE[name.split('.')[0]!] ?? OPEN)));
  const resolve = resolveWithDns(names.resolver);
  const webhookTiming = { ...TIMING, retries: [50], idle: 10, busy: 5 };
  service = await startService(undefined, {}, { resolve, webhookTiming });
  ({ key } = await makeWorkspace(service));
  site = await openWebsite((path) => (path === '/' ? htmlOf('Home', '<p>Hello.</p>') : undefined));
});
afterAll(async () => {
  expect(touched).toBe(0);
  for (const server of canaries) server.close();
  await names.close();
  await site.close();
});

const post = (path: string, body: unknown) => call(service, 'POST', path, { key, body });
const named = (kind: string, of: string) => `https://${kind}.${of}.example.com:${port}/`;

it('the name server is asked, and answers anew each time', async () => {
  const ask = resolveWithDns(names.resolver);
  expect((await ask('loopback.self.example.com')).sort()).toEqual([...OPEN].sort());
  expect(await ask('loopback.self.example.com')).toEqual(['127.0.0.1']);
  expect(await ask('loopback.self.example.com')).toEqual(['127.0.0.1']);
  expect(names.asked).toContain('AAAA loopback.self.example.com');
});

describe.each(KINDS)('that leads to %s', (kind) => {
  it('a webhook is not sent there, however often it is tried', async () => {
    const url = named(kind, 'hooks');
    const { id } = must(201, await post('/api/webhooks', { url, events: ['*'] })).json;
    must(202, await post(`/api/webhooks/${id}/test`, {}));
    const attempts = async () =>
      (await call(service, 'GET', `/api/webhooks/${id}/deliveries`, { key })).json.data[0].attempts.map(
        ({ error }: { error: string }) => error,
      );
    await expect.poll(attempts, { interval: 20 }).toEqual(['address_not_allowed', 'address_not_allowed']);
    expect(touched).toBe(0);
  });

  it('a website is not read there', async () => {
    const { id } = must(201, await post('/api/v1/knowledge', { url: named(kind, 'site') })).json;
    const read = async () => (await call(service, 'GET', `/api/v1/knowledge/${id}`, { key })).json;
    await expect.poll(read, { interval: 20 }).toMatchObject({ status: 'failed' });
    expect((await read()).reason).toMatch(/is not allowed/);
    expect(touched).toBe(0);
  });

  it('nothing is fetched there by a library either', async () => {
    const guarded = createSafeFetch({ allowPrivate: false, resolve: resolveWithDns(names.resolver) });
    const url = named(kind, 'library');
    expect(await guarded.findRejectionReason(url)).toBeUndefined();
    await expect(guarded.standardFetch(url)).rejects.toMatchObject({ cause: expect.any(UnsafeAddressError) });
    await expect(guarded.fetch(url, wanted)).rejects.toBeInstanceOf(UnsafeAddressError);
    await guarded.close();
    expect(touched).toBe(0);
  });
});

it('a model’s address is refused at the time of the question too', async () => {
  const url = named('loopback', 'model');
  const body = { provider: 'openai', apiKey: 'sk-x', baseUrl: url };
  must(200, await call(service, 'PUT', '/api/v1/assistant/provider', { key, body }));
  const assistant = { engine: 'llm', model: 'x' };
  must(200, await call(service, 'PUT', '/api/v1/config', { key, body: { assistant } }));
  must(200, await post('/api/chat', { message: 'Tell me a story about the moon' }));
  expect(names.asked.filter((each) => each.includes('loopback.model')).length).toBeGreaterThan(2);
  expect(touched).toBe(0);
});

it('where private addresses are allowed, a name that leads to metadata is refused still', async () => {
  const lenient = createSafeFetch({ allowPrivate: true, resolve: resolveWithDns(names.resolver) });
  for (const kind of ['metadata', 'metadata-mapped', 'metadata-nat64', 'link-local']) {
    const url = `http://${kind}.lenient.example.com:${port}/`;
    expect(await lenient.findRejectionReason(url)).toBeUndefined();
    await expect(lenient.fetch(url, wanted)).rejects.toBeInstanceOf(UnsafeAddressError);
  }
  await lenient.close();
});
