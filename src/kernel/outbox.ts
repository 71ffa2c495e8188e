// Without a mail server, emails are written to DATA_DIR/outbox as .eml files, which any mail program can open.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The workspace that sent the email, so that one workspace cannot remove another's emails. */
export const WORKSPACE_HEADER = 'X-Frontdesk-Workspace';

const getOutboxFolder = (dataDir: string) => join(dataDir, 'outbox');

export async function writeToOutbox(dataDir: string, emailId: string, message: Buffer): Promise<string> {
  const file = join(getOutboxFolder(dataDir), `${emailId}.eml`);
  await mkdir(getOutboxFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return file;
}

export type StoredEmail = { workspaceId: string | undefined; to: string; text: string };

/** Removes emails by their content. */
export async function removeFromOutbox(
  dataDir: string,
  shouldRemove: (email: StoredEmail) => boolean,
): Promise<number> {
  return removeWhere(dataDir, async (file) => shouldRemove(parseEmail(await readFile(file, 'latin1'))));
}

/** Removes emails written before a date. */
export async function clearOutbox(dataDir: string, writtenBefore: Date): Promise<number> {
  return removeWhere(dataDir, async (file) => (await stat(file)).mtime < writtenBefore);
}

async function removeWhere(dataDir: string, shouldRemove: (file: string) => Promise<boolean>): Promise<number> {
  const names = await readdir(getOutboxFolder(dataDir)).catch(() => []);
  let removedCount = 0;
  for (const name of names.filter((fileName) => fileName.endsWith('.eml'))) {
    const file = join(getOutboxFolder(dataDir), name);
    // Another instance may have removed the file already.
    if (!(await shouldRemove(file).catch(() => false))) continue;
    await rm(file, { force: true });
    removedCount++;
  }
  return removedCount;
}

/** Decodes the headers and the text of all parts, well enough to search for words. */
export function parseEmail(emlSource: string): StoredEmail {
  const [headerBlock = ''] = emlSource.split('\r\n\r\n', 1);
  const readHeader = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(headerBlock.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim();
  const bytes = emlSource
    .replace(/(Content-Transfer-Encoding: base64\r\n(?:\S.*\r\n)*\r\n)([\w+/=\r\n]+)/gi, (_, partHeaders, body) =>
      [partHeaders, Buffer.from(body, 'base64').toString('latin1')].join(''),
    )
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return { workspaceId: readHeader(WORKSPACE_HEADER), to: (readHeader('To') ?? '').toLowerCase(), text };
}
