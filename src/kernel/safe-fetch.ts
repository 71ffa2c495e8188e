import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch as fetchBy, request } from 'undici';

/** Every address of a name. */
export type Resolve = (host: string) => Promise<string[]>;

type Wanted = {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** For everything together: name, connection, answer. */
  timeoutMs: number;
  /** Of the answer's body, in bytes; what is beyond is not read. */
  keep: number;
};

export type Fetched = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The bytes, read as UTF-8. */
  body: string;
};

/** Fetches what strangers name, and nothing that lies inside: neither this machine nor the networks around it. */
export type SafeFetch = {
  /** What is wrong with the address, now that its name is looked up; one that has no address yet is no fault of it. */
  refuses(url: string): Promise<string | undefined>;
  /** Redirects are answers like any other. */
  fetch(url: string, wanted: Wanted): Promise<Fetched>;
  /** The platform's own `fetch` under the same rules, for libraries that take one. A redirect is a failure. */
  open: typeof globalThis.fetch;
  close(): Promise<void>;
};

/** The address is not one to be fetched from. */
export class UnsafeAddress extends Error {}

const LOOK_MS = 2_000;

/** Whatever is not the open internet, by IANA's registries of special addresses; and one that Azure keeps in the open. */
const INSIDE_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];
/** What is open lies in one block; mapped, translated, local and multicast addresses all lie outside it. */
const OPEN_6 = ['2000::/3'];
/** But for tunnels that hold an IPv4 address, and what is set aside. */
const INSIDE_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Of the machine itself and of whoever hosts it: credentials lie there, so that no operator means to allow them. */
const NEVER_4 = ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32'];
const NEVER_6 = ['fe80::/10', 'fd00:ec2::254/128', '64:ff9b::a9fe:0/112'];

const inside4 = listOf(INSIDE_4, 'ipv4');
const open6 = listOf(OPEN_6, 'ipv6');
const inside6 = listOf(INSIDE_6, 'ipv6');
const never4 = listOf(NEVER_4, 'ipv4');
const never6 = listOf(NEVER_6, 'ipv6');

const INSIDE_NAMES =
  /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|invalid|onion)$/;

function listOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside4.check(address, 'ipv4');
  return isIP(address) === 6 && open6.check(address, 'ipv6') && !inside6.check(address, 'ipv6');
}

/** Also where the operator allows private networks. A mapped address is checked as the IPv4 address that it holds. */
const isNeverAllowed = (address: string): boolean =>
  isIP(address) === 4
    ? never4.check(address, 'ipv4')
    : isIP(address) === 6 && (never4.check(address, 'ipv6') || never6.check(address, 'ipv6'));

export function createSafeFetch({
  allowPrivate,
  resolve = allowPrivate ? askSystem : askServers(),
}: {
  /** Also plain http, and whatever lies inside. */
  allowPrivate: boolean;
  resolve?: Resolve | undefined;
}): SafeFetch {
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: checkedLookup(resolve, allowPrivate) },
  });
  const check = (url: string): string | undefined => refuseUrl(url, allowPrivate);

  return {
    async refuses(url) {
      const reason = check(url);
      const host = reason ? '' : hostOf(new URL(url));
      if (reason || isIP(host)) return reason;
      const addresses = await within(LOOK_MS, () => resolve(host)).catch(() => []);
      return refuseAddresses(addresses, allowPrivate);
    },
    async fetch(url, { method, headers, body, timeoutMs, keep }) {
      const reason = check(url);
      if (reason) throw new UnsafeAddress(reason);
      return within(timeoutMs, async (signal) => {
        const answer = await request(url, { dispatcher: agent, method, headers, body, signal });
        const bytes = await readStart(answer.body, keep);
        return { status: answer.statusCode, headers: answer.headers, bytes, body: bytes.toString('utf8') };
      });
    },
    async open(url, init) {
      const reason = check(String(url));
      if (reason) throw new UnsafeAddress(reason);
      const answer = await fetchBy(String(url), { ...(init as object), redirect: 'error', dispatcher: agent });
      // The same class; its package describes it apart from Node’s own types.
      return answer as unknown as Response;
    },
    close: () => agent.destroy(),
  };
}

const INSIDE = 'must lead to a public address, not to this machine or a private network';

const NEVER = 'must not lead to a link-local address or to a host’s metadata';

function refuseAddresses(addresses: string[], allowPrivate: boolean): string | undefined {
  if (allowPrivate) return addresses.some(isNeverAllowed) ? NEVER : undefined;
  return addresses.every(isPublicAddress) ? undefined : INSIDE;
}

/** All that can be told without looking the name up. The URL parser has put numbers of any base into dots by then. */
function refuseUrl(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'must be an address that begins with https://';
  if (url.username || url.password) return 'must not hold a user name or a password';
  const host = hostOf(url);
  if (!allowPrivate && url.protocol !== 'https:') return 'must begin with https://';
  if (isIP(host)) return refuseAddresses([host], allowPrivate);
  return allowPrivate || !INSIDE_NAMES.test(host) ? undefined : INSIDE;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** The one look-up of a connection: what is checked here is what is connected to. */
function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    const found = resolve(host.replace(/\.$/, '')).then((addresses) => {
      const [first] = addresses;
      if (first === undefined) throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
      const reason = refuseAddresses(addresses, allowPrivate);
      if (reason) throw new UnsafeAddress(reason);
      return { first, all: addresses.map((address) => ({ address, family: isIP(address) })) };
    });
    found.then(
      ({ first, all }) => (options.all ? callback(null, all) : callback(null, first, isIP(first))),
      (error) => callback(error, ''),
    );
  };
}

/** Asks the name servers directly: the system's own way occupies one of few threads for as long as a server is silent. */
export function askServers(servers = new Resolver({ timeout: LOOK_MS, tries: 2 })): Resolve {
  return async (host) => {
    const [four, six] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (!addresses.length && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}

/** Also knows the names that only this machine knows. */
const askSystem = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** A request that waits for its connection would not hear the signal. It is not sent any more, but nor is it over. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException('There was no answer in time.', 'TimeoutError');
      reject(reason);
      controller.abort(reason);
    }, ms);
  });
  return Promise.race([work(controller.signal), late]).finally(() => clearTimeout(timer));
}

/** Leaving the loop early closes the connection; a body that is read to its end leaves it open for the next request. */
async function readStart(body: AsyncIterable<Buffer>, keep: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= keep) break;
  }
  return Buffer.concat(chunks).subarray(0, keep);
}
