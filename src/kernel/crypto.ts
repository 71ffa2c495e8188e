import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { must } from './must.ts';

/** In the data folder. */
export const MASTER_KEY_FILE = 'master.key';

/** Secrets derived from the one master key, each for its own purpose, so that none can stand in for another. */
export type Keyring = {
  /** A key of 32 bytes for this purpose alone. */
  derive(purpose: string): Buffer;
  /** HMAC-SHA-256 under the purpose's key: nobody else can make or check it. */
  hmac(purpose: string, text: string): Buffer;
  /** AES-256-GCM under the purpose's key; the context (a row's id, say) must be given again to open it. */
  encrypt(purpose: string, plain: string, context: string): Buffer;
  decrypt(purpose: string, sealed: Buffer, context: string): string;
};

export function openKeyring(masterKey: Buffer): Keyring {
  const keys = new Map<string, KeyObject>();
  // The platform takes four times as long for a key that it is given as bytes.
  const keyFor = (purpose: string) => {
    let key = keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `frontdesk ${purpose}`, 32)));
      keys.set(purpose, key);
    }
    return key;
  };
  return {
    derive: (purpose) => keyFor(purpose).export(),
    hmac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    encrypt(purpose, plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decrypt(purpose, sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** The master key of the environment, or the one in the data folder; undefined where there is none yet. */
export function readMasterKey(fromEnvironment: string | undefined, dataDir: string): Buffer | undefined {
  if (fromEnvironment) return Buffer.from(fromEnvironment, 'base64');
  const file = join(dataDir, MASTER_KEY_FILE);
  const text = tryIn(dataDir, () => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new ConfigError(`${file} does not hold 32 bytes in base64: restore it from a backup, or set MASTER_KEY.`);
}

/** The master key, made where there is none yet. */
export function loadMasterKey(fromEnvironment: string | undefined, dataDir: string): Buffer {
  const found = readMasterKey(fromEnvironment, dataDir);
  if (found) return found;
  tryIn(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Several instances may start at once.
    createOnce(join(dataDir, MASTER_KEY_FILE), newMasterKey());
  });
  return must(readMasterKey(undefined, dataDir), 'the master key that was just made');
}

function tryIn<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used (${why}): choose a folder that this user can write to, or set MASTER_KEY.`,
    );
  }
}

/** Writes the file whole or not at all, and never over an existing one; true where there was none. */
export function createOnce(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** As its file holds it. */
export const newMasterKey = (): string => `${randomBytes(32).toString('base64')}\n`;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
