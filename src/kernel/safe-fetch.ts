import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request, fetch as undiciFetch } from 'undici';

/** Returns all IP addresses of a host name. */
export type ResolveHost = (host: string) => Promise<string[]>;

type FetchOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For the whole request: DNS, connection and response. */
  timeoutMs: number;
  /** The response body is cut off after this many bytes. */
  maxBytes: number;
};

export type FetchResult = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The bytes, decoded as UTF-8. */
  body: string;
};

/** Fetches URLs from untrusted users, but never from this machine or from private networks (protects against SSRF). */
export type SafeFetch = {
  /** Why the URL is not allowed, including a DNS lookup. A name that does not resolve yet is allowed. */
  findRejectionReason(url: string): Promise<string | undefined>;
  /** Does not follow redirects. */
  fetch(url: string, options: FetchOptions): Promise<FetchResult>;
  /** A standard `fetch` with the same rules, for libraries that accept one. Fails on redirects. */
  standardFetch: typeof globalThis.fetch;
  /** An allowed address of a host, for connections that are not HTTP. Throws an UnsafeAddressError if it has others. */
  resolveHost(host: string): Promise<string>;
  close(): Promise<void>;
};

/** The URL points to an address that must not be fetched. */
export class UnsafeAddressError extends Error {}

const DNS_TIMEOUT_MS = 2_000;

/** IANA's special-purpose ranges, and Azure's metadata address, which is in a public range. */
const PRIVATE_IPV4_RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];
/** Global unicast. Mapped, translated, local and multicast addresses are all outside this block. */
const PUBLIC_IPV6_RANGES = ['2000::/3'];
/** Ranges inside the public block that are not public: tunnels that embed an IPv4 address, and reserved ranges. */
const RESERVED_IPV6_RANGES = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Link-local and cloud metadata addresses. They serve credentials, so they are blocked even if private networks are allowed. */
const FORBIDDEN_IPV4_RANGES = ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32'];
const FORBIDDEN_IPV6_RANGES = ['fe80::/10', 'fd00:ec2::254/128', '64:ff9b::a9fe:0/112'];

const privateIpv4 = createBlockList(PRIVATE_IPV4_RANGES, 'ipv4');
const publicIpv6 = createBlockList(PUBLIC_IPV6_RANGES, 'ipv6');
const reservedIpv6 = createBlockList(RESERVED_IPV6_RANGES, 'ipv6');
const forbiddenIpv4 = createBlockList(FORBIDDEN_IPV4_RANGES, 'ipv4');
const forbiddenIpv6 = createBlockList(FORBIDDEN_IPV6_RANGES, 'ipv6');

const PRIVATE_HOST_NAME_PATTERN =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|invalid|onion)$/;

function createBlockList(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const blockList = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    blockList.addSubnet(address, Number(bits), family);
  }
  return blockList;
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateIpv4.check(address, 'ipv4');
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !reservedIpv6.check(address, 'ipv6');
}

/** An IPv4-mapped address is checked as the IPv4 address it contains. */
const isForbidden = (address: string): boolean =>
  isIP(address) === 4
    ? forbiddenIpv4.check(address, 'ipv4')
    : isIP(address) === 6 && (forbiddenIpv4.check(address, 'ipv6') || forbiddenIpv6.check(address, 'ipv6'));

export function createSafeFetch({
  allowPrivate,
  resolve = allowPrivate ? resolveWithSystem : resolveWithDns(),
}: {
  /** Also allows plain http and private networks. */
  allowPrivate: boolean;
  resolve?: ResolveHost | undefined;
}): SafeFetch {
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: createCheckedLookup(resolve, allowPrivate) },
  });
  const findUrlRejection = (url: string): string | undefined => explainUrlRejection(url, allowPrivate);

  return {
    async findRejectionReason(url) {
      const reason = findUrlRejection(url);
      const host = reason ? '' : normalizeHost(new URL(url));
      if (reason || isIP(host)) return reason;
      const addresses = await withTimeout(DNS_TIMEOUT_MS, () => resolve(host)).catch(() => []);
      return explainAddressRejection(addresses, allowPrivate);
    },
    async fetch(url, { method, headers, body, timeoutMs, maxBytes }) {
      const reason = findUrlRejection(url);
      if (reason) throw new UnsafeAddressError(reason);
      return withTimeout(timeoutMs, async (signal) => {
        const response = await request(url, { dispatcher: agent, method, headers, body, signal });
        const bytes = await readUpTo(response.body, maxBytes);
        return { status: response.statusCode, headers: response.headers, bytes, body: bytes.toString('utf8') };
      });
    },
    async standardFetch(url, init) {
      const reason = findUrlRejection(String(url));
      if (reason) throw new UnsafeAddressError(reason);
      const response = await undiciFetch(String(url), { ...(init as object), redirect: 'error', dispatcher: agent });
      // undici's Response is the same class as Node's, but its types are declared separately.
      return response as unknown as Response;
    },
    async resolveHost(host) {
      const isPrivateName = !allowPrivate && !isIP(host) && PRIVATE_HOST_NAME_PATTERN.test(host.toLowerCase());
      const addresses = isIP(host) ? [host] : await withTimeout(DNS_TIMEOUT_MS, () => resolve(host));
      const [firstAddress] = addresses;
      if (firstAddress === undefined) throw Object.assign(new Error('The host has no address.'), { code: 'ENOTFOUND' });
      const reason = isPrivateName ? PRIVATE_ADDRESS_MESSAGE : explainAddressRejection(addresses, allowPrivate);
      if (reason) throw new UnsafeAddressError(reason);
      return firstAddress;
    },
    close: () => agent.destroy(),
  };
}

const PRIVATE_ADDRESS_MESSAGE = 'must lead to a public address, not to this machine or a private network';

const FORBIDDEN_ADDRESS_MESSAGE = 'must not lead to a link-local address or to a host’s metadata';

function explainAddressRejection(addresses: string[], allowPrivate: boolean): string | undefined {
  if (allowPrivate) return addresses.some(isForbidden) ? FORBIDDEN_ADDRESS_MESSAGE : undefined;
  return addresses.every(isPublicAddress) ? undefined : PRIVATE_ADDRESS_MESSAGE;
}

/**
 * Why the URL is not allowed, as far as that can be told without a DNS lookup. The URL parser has already normalized
 * numeric addresses to dotted form.
 */
function explainUrlRejection(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'must be an address that begins with https://';
  if (url.username || url.password) return 'must not hold a user name or a password';
  const host = normalizeHost(url);
  if (!allowPrivate && url.protocol !== 'https:') return 'must begin with https://';
  if (isIP(host)) return explainAddressRejection([host], allowPrivate);
  return allowPrivate || !PRIVATE_HOST_NAME_PATTERN.test(host) ? undefined : PRIVATE_ADDRESS_MESSAGE;
}

const normalizeHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** The connection's only DNS lookup, so the checked address is the one connected to (prevents DNS rebinding). */
function createCheckedLookup(resolve: ResolveHost, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    const lookupResult = resolve(host.replace(/\.$/, '')).then((addresses) => {
      const [firstAddress] = addresses;
      if (firstAddress === undefined) throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
      const reason = explainAddressRejection(addresses, allowPrivate);
      if (reason) throw new UnsafeAddressError(reason);
      return { firstAddress, lookupAddresses: addresses.map((address) => ({ address, family: isIP(address) })) };
    });
    lookupResult.then(
      ({ firstAddress, lookupAddresses }) =>
        options.all ? callback(null, lookupAddresses) : callback(null, firstAddress, isIP(firstAddress)),
      (error) => callback(error, ''),
    );
  };
}

/** Queries the DNS servers directly, because the system resolver blocks one of Node's few threads until it times out. */
export function resolveWithDns(resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })): ResolveHost {
  return async (host) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [ipv4, ipv6].flatMap((lookupResult) =>
      lookupResult.status === 'fulfilled' ? lookupResult.value : [],
    );
    if (!addresses.length && ipv4.status === 'rejected') throw ipv4.reason;
    return addresses;
  };
}

/** Also resolves names from the hosts file. */
const resolveWithSystem = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Races against a timer as well as aborting, because undici ignores the signal while it waits for a connection. */
async function withTimeout<T>(timeoutMs: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException('There was no answer in time.', 'TimeoutError');
      reject(reason);
      controller.abort(reason);
    }, timeoutMs);
  });
  return Promise.race([send(controller.signal), timeout]).finally(() => clearTimeout(timer));
}

/** Breaking out of the loop closes the connection. A body read to its end leaves it open for the next request. */
async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
