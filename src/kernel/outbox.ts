// Without a mail server a mail becomes a file that any mail program opens, in DATA_DIR/outbox.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whose mail it is, so that nobody takes another's back. */
export const WORKSPACE_HEADER = 'X-Frontdesk-Workspace';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');

export async function putIntoOutbox(dataDir: string, id: string, message: Buffer): Promise<string> {
  const file = join(folderOf(dataDir), `${id}.eml`);
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return file;
}

export type Stored = { workspaceId: string | undefined; to: string; text: string };

/** Removes mails by what they say. */
export async function takeFromOutbox(dataDir: string, isGone: (mail: Stored) => boolean): Promise<number> {
  return remove(dataDir, async (file) => isGone(readMail(await readFile(file, 'latin1'))));
}

/** Removes mails by when they were written. */
export async function clearOutbox(dataDir: string, before: Date): Promise<number> {
  return remove(dataDir, async (file) => (await stat(file)).mtime < before);
}

async function remove(dataDir: string, isGone: (file: string) => Promise<boolean>): Promise<number> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  let removed = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = join(folderOf(dataDir), name);
    // Somebody else may be faster.
    if (!(await isGone(file).catch(() => false))) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

/** The heads, and everything that the mail says with its encodings undone: enough to look for words in it. */
export function readMail(source: string): Stored {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim();
  const bytes = source
    .replace(/(Content-Transfer-Encoding: base64\r\n(?:\S.*\r\n)*\r\n)([\w+/=\r\n]+)/gi, (_, before, body) =>
      [before, Buffer.from(body, 'base64').toString('latin1')].join(''),
    )
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return { workspaceId: header(WORKSPACE_HEADER), to: (header('To') ?? '').toLowerCase(), text };
}
