import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';

const CHUNK_BYTES = 1024 * 1024;

/** Adds a file, or a folder if the name ends with a slash. Only the owner can read it. */
export function addEntry(archive: Pack, name: string, content: Buffer | string = ''): Promise<void> {
  const attributes = name.endsWith('/') ? ({ type: 'directory', mode: 0o700 } as const) : { mode: 0o600 };
  return new Promise((resolve, reject) => {
    archive.entry({ name, ...attributes }, content, (error) => (error ? reject(error) : resolve()));
  });
}

/** Adds exactly the file's initial size: later growth is ignored, and a file that shrinks is padded with zeros. */
export async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { size, mtime } = await handle.stat();
    await pipeline(readExactly(handle, size), archive.entry({ name, size, mtime, mode: 0o600 }));
  } finally {
    await handle.close();
  }
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let remaining = size; remaining > 0; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, remaining));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    const part = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk;
    yield part;
    remaining -= part.length;
  }
}
