import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';

const CHUNK = 1024 * 1024;

/** A file, or a folder where the name ends with a slash; private to its owner. */
export function addEntry(archive: Pack, name: string, content: Buffer | string = ''): Promise<void> {
  const kind = name.endsWith('/') ? ({ type: 'directory', mode: 0o700 } as const) : { mode: 0o600 };
  return new Promise((resolve, reject) => {
    archive.entry({ name, ...kind }, content, (error) => (error ? reject(error) : resolve()));
  });
}

/** The file as long as it is at first sight: what grows later is left out, what shrinks is filled with zeros. */
export async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { size, mtime } = await handle.stat();
    await pipeline(exactly(handle, size), archive.entry({ name, size, mtime, mode: 0o600 }));
  } finally {
    await handle.close();
  }
}

async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const zeros = Buffer.alloc(Math.min(CHUNK, left));
    const { bytesRead } = await handle.read(zeros, 0, zeros.length);
    const part = bytesRead > 0 ? zeros.subarray(0, bytesRead) : zeros;
    yield part;
    left -= part.length;
  }
}
