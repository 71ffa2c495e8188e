import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';

/** A small tar (ustar): only files and folders, all of them private to their owner. */

const BLOCK = 512;
const CHUNK = 1024 * 1024;

export const TAR_END = Buffer.alloc(2 * BLOCK);

export class TarError extends Error {}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}

function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (rest !== '' && Buffer.byteLength(rest) <= 100 && Buffer.byteLength(prefix) <= 155) return [prefix, rest];
  }
  throw new TarError(`the name ${name} is too long`);
}

function header(name: string, size: number, mtimeMs: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const folder = name.endsWith('/');
  const [prefix, rest] = splitName(name);
  block.write(rest, 0, 100);
  block.write(octal(folder ? 0o700 : 0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(mtimeMs / 1000), 12), 136);
  block.fill(' ', 148, 156);
  block.write(folder ? '5' : '0', 156);
  block.write('ustar\0' + '00', 257);
  block.write(prefix, 345, 155);
  block.write(`${octal(sum(block), 7)} `, 148);
  return block;
}

function sum(block: Buffer): number {
  let total = 0;
  for (const byte of block) total += byte;
  return total;
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export function tarFolder(name: string): Buffer {
  return header(`${name}/`, 0, Date.now());
}

export function tarContent(name: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([header(name, bytes.length, Date.now()), bytes, padding(bytes.length)]);
}

/** The file as long as it is at first sight: what grows later is left out, what shrinks is filled with zeros. */
export async function* tarFile(name: string, path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size, mtimeMs }: Stats = await handle.stat();
    yield header(name, size, mtimeMs);
    let left = size;
    while (left > 0) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.allocUnsafe(Math.min(CHUNK, left)),
        0,
        Math.min(CHUNK, left),
      );
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
      left -= bytesRead;
    }
    for (; left > 0; left -= CHUNK) yield Buffer.alloc(Math.min(CHUNK, left));
    yield padding(size);
  } finally {
    await handle.close();
  }
}

export type TarEntry = { name: string; folder: boolean; content: AsyncGenerator<Buffer> };

function text(block: Buffer, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

function parse(block: Buffer): { name: string; type: string; size: number } {
  const claimed = Number.parseInt(text(block, 148, 8), 8);
  const copy = Buffer.from(block);
  copy.fill(' ', 148, 156);
  if (claimed !== sum(copy)) throw new TarError('it is not a tar archive');
  const size = Number.parseInt(text(block, 124, 12), 8);
  if (!(size >= 0)) throw new TarError('the size of an entry cannot be read');
  const prefix = text(block, 345, 155);
  const name = (prefix ? `${prefix}/` : '') + text(block, 0, 100);
  return { name, type: text(block, 156, 1) || '0', size };
}

/** Reads an archive of this module; the content of an entry that is not read is skipped. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function* take(length: number): AsyncGenerator<Buffer> {
    while (length > 0) {
      if (held.length === 0) {
        const next = await source.next();
        if (next.done) throw new TarError('it ends too early');
        held = next.value;
      }
      const part = held.subarray(0, length);
      held = held.subarray(part.length);
      length -= part.length;
      yield part;
    }
  }

  for (;;) {
    const block = Buffer.concat(await Array.fromAsync(take(BLOCK)));
    if (block.every((byte) => byte === 0)) break;
    const { name, type, size } = parse(block);
    if (type !== '0' && type !== '5') throw new TarError(`it holds ${name}, which is neither a file nor a folder`);
    const content = take(size);
    yield { name: name.replace(/\/$/, ''), folder: type === '5', content };
    for await (const _ of content);
    for await (const _ of take(padding(size).length));
  }
  // To its end, so that a cut or damaged archive shows itself by its check sum.
  while (!(await source.next()).done);
}
