// A local DNS server that can answer differently on every query, to simulate DNS rebinding attacks.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';

/** The IPv4 and IPv6 addresses returned for a name on its nth query (counted per record type, from 1). */
export type ResolveName = (name: string, queryNumber: number) => string[];
const RECORD_TYPES = { 1: 'A', 16: 'TXT', 28: 'AAAA' } as Record<number, 'A' | 'TXT' | 'AAAA'>;

/** `txtRecords` holds the TXT records by name, and can be changed while the server runs. */
export async function openNameServer(resolveName: ResolveName, txtRecords = new Map<string, string[]>()) {
  const queryCounts = new Map<string, number>();
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const type = RECORD_TYPES[query.readUInt16BE(end)];
    const queryNumber = (queryCounts.get(`${type} ${name}`) ?? 0) + 1;
    queryCounts.set(`${type} ${name}`, queryNumber);
    queries.push(`${type} ${name}`);
    if (type === 'TXT')
      return socket.send(
        buildResponse(query, end + 4, type, (txtRecords.get(name) ?? []).map(encodeText)),
        port,
        address,
      );
    const ipAddresses = resolveName(name, queryNumber).filter(
      (candidate) => candidate.includes(':') === (type === 'AAAA'),
    );
    const recordData = ipAddresses.map((ipAddress) =>
      ipAddress.includes(':') ? encodeIpv6(ipAddress) : Buffer.from(ipAddress.split('.').map(Number)),
    );
    socket.send(buildResponse(query, end + 4, type ?? 'A', recordData), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  resolver.setServers([server]);
  return {
    server,
    resolver,
    txtRecords,
    queries,
    close: () => new Promise<void>((resolve) => void socket.close(resolve)),
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query[offset]!; length; length = query[offset]!) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: offset + 1 };
}

/** Builds the response with a TTL of 0, so that resolvers never cache it. */
function buildResponse(query: Buffer, questionEnd: number, type: 'A' | 'TXT' | 'AAAA', recordData: Buffer[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(recordData.length, 6);
  header.writeUInt32BE(0, 8);
  const typeNumber = Number(Object.keys(RECORD_TYPES).find((number) => RECORD_TYPES[Number(number)] === type));
  const records = recordData.map((data) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(typeNumber, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

/** A record's text is split into parts with a length each. */
const encodeText = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/g) ?? []).map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  );

function encodeIpv6(text: string): Buffer {
  const [head = '', tail = ''] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const splitGroups = (part: string) => (part ? part.split(':') : []);
  const [leadingGroups, trailingGroups] = [splitGroups(head), splitGroups(tail)];
  const allGroups = [
    ...leadingGroups,
    ...Array(8 - leadingGroups.length - trailingGroups.length).fill('0'),
    ...trailingGroups,
  ];
  return Buffer.from(allGroups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
