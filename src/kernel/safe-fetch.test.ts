import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { createSafeFetch, isPublicAddress, type ResolveHost, UnsafeAddressError } from './safe-fetch.ts';

const PUBLIC_ADDRESS = '93.184.215.14';
const fetchOptions = { method: 'POST' as const, body: '{}', timeoutMs: 10_000, maxBytes: 16 };

let canaryServer: Server;
let port: number;
let connectionCount = 0;

beforeAll(async () => {
  canaryServer = createTcpServer((socket) => {
    connectionCount++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canaryServer.listen(0, '0.0.0.0', resolve));
  ({ port } = canaryServer.address() as AddressInfo);
});
afterAll(() => void canaryServer.close());

const ADDRESSES_BY_HOST: Record<string, string[]> = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'private.example.com': ['10.0.0.5'],
  'metadata.example.com': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::a9fe:a9fe'],
  'mixed.example.com': [PUBLIC_ADDRESS, '127.0.0.1'],
  'mixed6.example.com': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'fe80::1'],
  'unspecified.example.com': ['0.0.0.0'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
};
const resolveFixture: ResolveHost = async (host) => ADDRESSES_BY_HOST[host] ?? [PUBLIC_ADDRESS];

const PRIVATE_IPV4_NOTATIONS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1'],
  ...['0x7f.0x0.0x0.0x1', '017700000001', '0177.0.0.1', '0177.1', '0', '0.0.0.0', '0x0', '10.0.0.1', '10.1'],
  ...['167772161', '0xa000001', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777', '0xc0a80101'],
  ...['0300.0250.1.1', '100.64.0.1', '100.100.100.200', '169.254.169.254', '2852039166', '0xa9fea9fe'],
  ...['0251.0376.0251.0376', '169.254.170.2', '192.0.0.192', '168.63.129.16', '198.18.0.1', '224.0.0.1'],
  ...['239.255.255.250', '240.0.0.1', '255.255.255.255', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
];
const PRIVATE_IPV6_NOTATIONS = [
  ...['::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::a9fe:a9fe', 'fe80::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
  ...['2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1', '100::1'],
];
const PRIVATE_HOST_NAMES = [
  ...['localhost', 'LocalHost', 'localhost.', 'hooks.localhost', 'printer.local', 'metadata.google.internal'],
  ...['intranet', 'kubernetes', 'db.corp', 'nas.lan', 'router.home.arpa', 'a.intranet', 'x.localdomain'],
];

describe('private addresses are rejected before connecting', () => {
  const rejectedUrls = [
    ...PRIVATE_IPV4_NOTATIONS.map((host) => `https://${host}:PORT/latest/meta-data/`),
    ...PRIVATE_IPV6_NOTATIONS.map((host) => `https://[${host}]:PORT/`),
    ...PRIVATE_HOST_NAMES.map((host) => `https://${host}:PORT/`),
    ...Object.keys(ADDRESSES_BY_HOST).map((host) => `https://${host}:PORT/`),
    'http://example.com/',
    'https://user:password@example.com/',
    'https://example.com@127.0.0.1:PORT/',
    'https:\\\\127.0.0.1:PORT\\',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_x',
    'data:text/plain,hello',
    'javascript:alert(1)',
    '//example.com/',
    'example.com',
    '',
  ];
  const { findRejectionReason, fetch } = createSafeFetch({ allowPrivate: false, resolve: resolveFixture });

  it('covers more than sixty notations', () => expect(new Set(rejectedUrls).size).toBeGreaterThan(60));

  it.for(rejectedUrls)('%s', async (urlTemplate) => {
    const url = urlTemplate.replace('PORT', String(port));
    expect(await findRejectionReason(url)).toMatch(/^must /);
    await expect(fetch(url, fetchOptions)).rejects.toBeInstanceOf(UnsafeAddressError);
    expect(connectionCount).toBe(0);
  });

  it('public addresses are allowed', async () => {
    for (const url of [
      'https://example.com/hook',
      'https://hooks.example.co.uk:8443/a?b=c',
      `https://${PUBLIC_ADDRESS}/`,
    ]) {
      expect(await findRejectionReason(url)).toBeUndefined();
    }
    expect(await findRejectionReason('https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/')).toBeUndefined();
  });

  it('a name that does not resolve yet is allowed', async () => {
    const unresolvedFetch = createSafeFetch({
      allowPrivate: false,
      resolve: async () => {
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
      },
    });
    expect(await unresolvedFetch.findRejectionReason('https://soon.example.com/')).toBeUndefined();
    await expect(unresolvedFetch.fetch('https://soon.example.com/', fetchOptions)).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });
});

describe('an address in a private range', () => {
  const ranges: [rangeStart: number, bits: number][] = [
    [0x7f000000, 24],
    [0x0a000000, 24],
    [0xac100000, 20],
    [0xc0a80000, 16],
    [0xa9fe0000, 16],
    [0x64400000, 22],
    [0xe0000000, 28],
  ];
  const privateAddressArbitrary = fc
    .tuple(fc.constantFrom(...ranges), fc.nat(0xfffffff))
    .map(([[start, bits], offset]) => (start + (offset % 2 ** bits)) >>> 0);
  const radixArbitrary = fc.constantFrom(8, 10, 16);
  const formatPart = (number: number, radix: number) => ({ 8: '0', 10: '', 16: '0x' })[radix] + number.toString(radix);

  it('is rejected in any notation', async () => {
    const { findRejectionReason } = createSafeFetch({ allowPrivate: false, resolve: resolveFixture });
    const anyNotation = fc.asyncProperty(
      privateAddressArbitrary,
      radixArbitrary,
      radixArbitrary,
      fc.constantFrom(1, 2, 3, 4),
      async (address, leadRadix, tailRadix, partCount) => {
        const bytes = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
        const leadingParts = bytes.slice(0, partCount - 1).map((byte) => formatPart(byte, leadRadix));
        const lastPart = bytes.slice(partCount - 1).reduce((sum, byte) => sum * 256 + byte, 0);
        expect(isPublicAddress(bytes.join('.'))).toBe(false);
        const url = `https://${[...leadingParts, formatPart(lastPart, tailRadix)].join('.')}/`;
        expect(await findRejectionReason(url), url).toMatch(/^must /);
      },
    );
    await fc.assert(anyNotation, { numRuns: chooseCaseCount(300, 4) });
  });
});

describe('a name that resolves differently the second time', () => {
  it('is rejected when connecting, not only when checked', async () => {
    const resolvedAddresses = [[PUBLIC_ADDRESS], ['127.0.0.1']];
    const { findRejectionReason, fetch } = createSafeFetch({
      allowPrivate: false,
      resolve: async () => resolvedAddresses.shift()!,
    });
    const url = `https://rebinding.example.com:${port}/`;
    expect(await findRejectionReason(url)).toBeUndefined();
    await expect(fetch(url, fetchOptions)).rejects.toBeInstanceOf(UnsafeAddressError);
    expect(connectionCount).toBe(0);
  });

  it('is resolved once, so the checked address is the one connected to', async () => {
    const resolvedAddresses = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
    const connectedAddresses: (string | undefined)[] = [];
    const { url, close } = await startServer((request, response) => {
      connectedAddresses.push(request.socket.localAddress);
      response.end('ok');
    });
    const namedUrl = url.replace('127.0.0.1', 'pinned.example.com');
    const pinnedFetch = createSafeFetch({ allowPrivate: true, resolve: async () => resolvedAddresses.shift()! });
    expect(await pinnedFetch.fetch(namedUrl, fetchOptions)).toMatchObject({ status: 200, body: 'ok' });
    expect({ seen: connectedAddresses, left: resolvedAddresses.length }).toEqual({ seen: ['127.0.0.1'], left: 2 });
    await pinnedFetch.close();
    close();
  });
});

async function startServer(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close().closeAllConnections() };
}

describe('with private networks allowed', () => {
  const privateFetch = createSafeFetch({ allowPrivate: true });
  afterAll(() => privateFetch.close());

  it('fetches private addresses, but still rejects credentials in the URL', async () => {
    const { url, close } = await startServer((request, response) => response.end(request.method));
    expect(await privateFetch.findRejectionReason(url)).toBeUndefined();
    expect(await privateFetch.fetch(url.replace('127.0.0.1', 'localhost'), fetchOptions)).toMatchObject({
      status: 200,
      body: 'POST',
    });
    expect(await privateFetch.findRejectionReason('http://me:secret@127.0.0.1/')).toMatch(/password/);
    close();
  });

  it.for([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://0xa9fea9fe/',
  ])('still rejects metadata and link-local addresses: %s', async (url) => {
    expect(await privateFetch.findRejectionReason(url)).toMatch(/link-local/);
    await expect(privateFetch.fetch(url, fetchOptions)).rejects.toThrow(UnsafeAddressError);
  });

  it('rejects a name that resolves to such an address', async () => {
    const namedFetch = createSafeFetch({ allowPrivate: true, resolve: async () => ['10.0.0.7', '169.254.169.254'] });
    expect(await namedFetch.findRejectionReason('http://metadata.example.com/')).toMatch(/link-local/);
    await expect(namedFetch.fetch('http://metadata.example.com/', fetchOptions)).rejects.toThrow();
    await namedFetch.close();
  });

  it.for([301, 302, 303, 307, 308])('does not follow a redirect (%d)', async (status) => {
    let requestCount = 0;
    const { url, close } = await startServer((_, response) => {
      requestCount++;
      response.writeHead(status, { location: `http://169.254.169.254/latest/` }).end();
    });
    expect(await privateFetch.fetch(url, fetchOptions)).toMatchObject({ status });
    expect(requestCount).toBe(1);
    close();
  });

  it('reads at most maxBytes of an endless response', async () => {
    const { url, close } = await startServer((_, response) => {
      response.write('0123456789abcdefghij');
      setInterval(() => response.write('x'.repeat(1_000)), 5).unref();
    });
    expect((await privateFetch.fetch(url, fetchOptions)).body).toBe('0123456789abcdef');
    close();
  });

  it.for([
    ['a silent server', () => undefined],
    ['a body that drips', (_: IncomingMessage, response: ServerResponse) => response.write('x')],
  ] as const)('times out on %s', async ([, handler]) => {
    const { url, close } = await startServer(handler);
    const startedAt = performance.now();
    await expect(privateFetch.fetch(url, { ...fetchOptions, timeoutMs: 200 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(performance.now() - startedAt).toBeLessThan(fetchOptions.timeoutMs);
    close();
  });

  it('times out on a slow DNS server and sends nothing when it responds later', async () => {
    let requestCount = 0;
    let onResolved = () => {};
    const { url, close } = await startServer((_, response) => void response.end(String(++requestCount)));
    const resolved = new Promise<void>((resolve) => {
      onResolved = resolve;
    });
    const resolveSlowly: ResolveHost = () => new Promise((resolve) => setTimeout(() => resolve(['127.0.0.1']), 200));
    const slowFetch = createSafeFetch({
      allowPrivate: true,
      resolve: (host) => resolveSlowly(host).finally(onResolved),
    });
    const namedUrl = url.replace('127.0.0.1', 'slow.example.com');
    await expect(slowFetch.fetch(namedUrl, { ...fetchOptions, timeoutMs: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await resolved;
    expect((await slowFetch.fetch(namedUrl, fetchOptions)).body).toBe('1');
    await slowFetch.close();
    close();
  });
});
