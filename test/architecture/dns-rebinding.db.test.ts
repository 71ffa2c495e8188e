// DNS rebinding: a host name that resolves to a public address when it is validated and to an internal one when it is
// used. Tested with a real name server for every feature that connects to user-provided addresses.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELIVERY_TIMING } from '../../src/features/webhooks/schedule.ts';
import { createSafeFetch, resolveWithDns, UnsafeAddressError } from '../../src/kernel/safe-fetch.ts';
import { expectStatus } from '../business.ts';
import { call, createWorkspace, type Service, startService } from '../harness.ts';
import { createHtml, openWebsite, type Website } from '../knowledge/website.ts';
import { openNameServer } from '../name-server.ts';

const PUBLIC_ADDRESSES = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
/** What a name resolves to from the second query on. */
const INTERNAL_ADDRESSES: Record<string, string[]> = {
  loopback: ['127.0.0.1'],
  loopback6: ['::1'],
  mapped: ['::ffff:127.0.0.1'],
  metadata: ['169.254.169.254'],
  'metadata-mapped': ['::ffff:169.254.169.254'],
  'metadata-nat64': ['64:ff9b::a9fe:a9fe'],
  unspecified: ['0.0.0.0'],
  private: ['10.0.0.1'],
  'next-to-a-public-one': [PUBLIC_ADDRESSES[0]!, '127.0.0.1'],
  'internal-in-ipv6-only': [PUBLIC_ADDRESSES[0]!, '::1'],
  'link-local': ['fe80::1'],
  'unique-local': ['fd00::1'],
};
const ADDRESS_KINDS = Object.keys(INTERNAL_ADDRESSES);
const fetchOptions = { method: 'GET' as const, timeoutMs: 5_000, maxBytes: 100 };

let nameServer: Awaited<ReturnType<typeof openNameServer>>;
let canaryServers: Server[];
let port: number;
let connectionCount = 0;
let service: Service;
let key: string;
let site: Website;

/** Opens servers on IPv4 and IPv6 that count every connection, because none is allowed. */
async function openCanaries(): Promise<void> {
  const createCanary = () =>
    createServer((socket) => {
      connectionCount++;
      socket.destroy();
    });
  const ipv4Server = createCanary();
  await new Promise<void>((done) => ipv4Server.listen(0, '0.0.0.0', done));
  ({ port } = ipv4Server.address() as AddressInfo);
  const ipv6Server = createCanary();
  await new Promise<void>((done) => ipv6Server.once('error', () => done()).listen({ port, host: '::1' }, done));
  canaryServers = [ipv4Server, ipv6Server];
}

beforeAll(async () => {
  await openCanaries();
  nameServer = await openNameServer((name, queryNumber) =>
    queryNumber === 1 ? PUBLIC_ADDRESSES : (INTERNAL_ADDRESSES[name.split('.')[0]!] ?? PUBLIC_ADDRESSES),
  );
  const resolve = resolveWithDns(nameServer.resolver);
  const webhookTiming = { ...DELIVERY_TIMING, retryDelaysMs: [50], idlePauseMs: 10, busyPauseMs: 5 };
  service = await startService(undefined, {}, { resolveHost: resolve, webhookTiming });
  ({ key } = await createWorkspace(service));
  site = await openWebsite((path) => (path === '/' ? createHtml('Home', '<p>Hello.</p>') : undefined));
});
afterAll(async () => {
  expect(connectionCount).toBe(0);
  for (const server of canaryServers) server.close();
  await nameServer.close();
  await site.close();
});

const post = (path: string, body: unknown) => call(service, 'POST', path, { key, body });
const buildUrl = (kind: string, feature: string) => `https://${kind}.${feature}.example.com:${port}/`;

it('the name server answers differently on the second query', async () => {
  const resolveName = resolveWithDns(nameServer.resolver);
  expect((await resolveName('loopback.self.example.com')).sort()).toEqual([...PUBLIC_ADDRESSES].sort());
  expect(await resolveName('loopback.self.example.com')).toEqual(['127.0.0.1']);
  expect(await resolveName('loopback.self.example.com')).toEqual(['127.0.0.1']);
  expect(nameServer.queries).toContain('AAAA loopback.self.example.com');
});

describe.each(ADDRESS_KINDS)('a name that resolves to %s', (kind) => {
  it('receives no webhook, not even on a retry', async () => {
    const url = buildUrl(kind, 'hooks');
    const { id } = expectStatus(201, await post('/api/webhooks', { url, events: ['*'] })).json;
    expectStatus(202, await post(`/api/webhooks/${id}/test`, {}));
    const listAttemptErrors = async () =>
      (await call(service, 'GET', `/api/webhooks/${id}/deliveries`, { key })).json.data[0].attempts.map(
        ({ error }: { error: string }) => error,
      );
    await expect.poll(listAttemptErrors, { interval: 20 }).toEqual(['address_not_allowed', 'address_not_allowed']);
    expect(connectionCount).toBe(0);
  });

  it('is not read as a website', async () => {
    const { id } = expectStatus(201, await post('/api/v1/knowledge', { url: buildUrl(kind, 'site') })).json;
    const getKnowledge = async () => (await call(service, 'GET', `/api/v1/knowledge/${id}`, { key })).json;
    await expect.poll(getKnowledge, { interval: 20 }).toMatchObject({ status: 'failed' });
    expect((await getKnowledge()).reason).toMatch(/is not allowed/);
    expect(connectionCount).toBe(0);
  });

  it('is rejected by the fetch functions for libraries', async () => {
    const safeFetch = createSafeFetch({ allowPrivate: false, resolve: resolveWithDns(nameServer.resolver) });
    const url = buildUrl(kind, 'library');
    expect(await safeFetch.findRejectionReason(url)).toBeUndefined();
    await expect(safeFetch.standardFetch(url)).rejects.toMatchObject({ cause: expect.any(UnsafeAddressError) });
    await expect(safeFetch.fetch(url, fetchOptions)).rejects.toBeInstanceOf(UnsafeAddressError);
    await safeFetch.close();
    expect(connectionCount).toBe(0);
  });
});

it('checks the address of a language model again on each request', async () => {
  const url = buildUrl('loopback', 'model');
  const body = { provider: 'openai', apiKey: 'sk-x', baseUrl: url };
  expectStatus(200, await call(service, 'PUT', '/api/v1/assistant/provider', { key, body }));
  const assistant = { engine: 'llm', model: 'x' };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { assistant } }));
  expectStatus(200, await post('/api/chat', { message: 'Tell me a story about the moon' }));
  expect(nameServer.queries.filter((query) => query.includes('loopback.model')).length).toBeGreaterThan(2);
  expect(connectionCount).toBe(0);
});

it('rejects metadata addresses even if private addresses are allowed', async () => {
  const privateAllowedFetch = createSafeFetch({ allowPrivate: true, resolve: resolveWithDns(nameServer.resolver) });
  for (const kind of ['metadata', 'metadata-mapped', 'metadata-nat64', 'link-local']) {
    const url = `http://${kind}.lenient.example.com:${port}/`;
    expect(await privateAllowedFetch.findRejectionReason(url)).toBeUndefined();
    await expect(privateAllowedFetch.fetch(url, fetchOptions)).rejects.toBeInstanceOf(UnsafeAddressError);
  }
  await privateAllowedFetch.close();
});
