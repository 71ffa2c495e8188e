import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { addFile } from './tar.ts';

const MIB = 1024 * 1024;

it.each([
  // Where the file ends depends on how much was read before.
  ['shrinks', (path: string) => truncate(path, 0), /^x*\0*$/],
  ['grows', (path: string) => appendFile(path, 'more'), /^x*$/],
])('keeps the length of a file that %s while it is read', async (_, changeFile, possibleContent) => {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-tar-'));
  const path = join(folder, 'file');
  await writeFile(path, Buffer.alloc(5 * MIB, 'x'));
  const archive = pack();
  const fileAdded = addFile(archive, 'file', path).then(() => archive.finalize());
  // Nothing consumes the archive yet, so reading pauses soon after the first chunk.
  await new Promise<void>((resolve) => archive.once('readable', () => resolve()));
  await changeFile(path);
  const contents: Buffer[] = [];
  for await (const entry of archive.pipe(extract())) contents.push(await buffer(entry));
  await fileAdded;
  await rm(folder, { recursive: true });
  expect(contents.map(({ length }) => length)).toEqual([5 * MIB]);
  expect(possibleContent.test(contents.join())).toBe(true);
});
