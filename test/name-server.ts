// A name server on this machine that answers as it is told, each time anew: what a rebinding attack is made of.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';

/** The addresses of a name at its nth look, of either kind. */
export type Zone = (name: string, look: number) => string[];
const TYPES = { 1: 'A', 28: 'AAAA' } as Record<number, 'A' | 'AAAA'>;

export async function openNameServer(zone: Zone) {
  const looks = new Map<string, number>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const type = TYPES[query.readUInt16BE(end)];
    const look = (looks.get(`${type} ${name}`) ?? 0) + 1;
    looks.set(`${type} ${name}`, look);
    asked.push(`${type} ${name}`);
    const found = zone(name, look).filter((each) => each.includes(':') === (type === 'AAAA'));
    socket.send(answerTo(query, end + 4, found), port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return { resolver, asked, close: () => new Promise<void>((closed) => void socket.close(closed)) };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Good for no second: whoever asks again asks here. */
function answerTo(query: Buffer, questionEnd: number, addresses: string[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = address.includes(':') ? bytesOf6(address) : Buffer.from(address.split('.').map(Number));
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

function bytesOf6(text: string): Buffer {
  const [head = '', tail = ''] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part ? part.split(':') : []);
  const [front, back] = [groups(head), groups(tail)];
  const all = [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
