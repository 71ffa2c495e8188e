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

/** File name inside the data folder. */
export const MASTER_KEY_FILE = 'master.key';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keys derived from the master key, one per purpose, so that a key for one purpose is useless for another. */
export type Keyring = {
  /** Returns the purpose's 32-byte key. */
  derive(purpose: string): Buffer;
  /** HMAC-SHA-256 with the purpose's key. */
  hmac(purpose: string, text: string): Buffer;
  /** AES-256-GCM with the purpose's key. Decrypting requires the same associated data, such as the row's ID. */
  encrypt(purpose: string, plaintext: string, associatedData: string): Buffer;
  decrypt(purpose: string, encrypted: Buffer, associatedData: string): string;
};

export function openKeyring(masterKey: Buffer): Keyring {
  const keys = new Map<string, KeyObject>();
  // Cached as KeyObject, because Node takes four times as long with raw bytes.
  const deriveKey = (purpose: string) => {
    let key = keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `frontdesk ${purpose}`, KEY_BYTES)));
      keys.set(purpose, key);
    }
    return key;
  };
  return {
    derive: (purpose) => deriveKey(purpose).export(),
    hmac: (purpose, text) => createHmac('sha256', deriveKey(purpose)).update(text).digest(),
    encrypt(purpose, plaintext, associatedData) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), iv).setAAD(Buffer.from(associatedData));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(purpose, encrypted, associatedData) {
      const iv = encrypted.subarray(0, IV_BYTES);
      const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const ciphertext = encrypted.subarray(IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

/** The master key from the environment or from the data folder. Undefined if there is none yet. */
export function readMasterKey(environmentKey: string | undefined, dataDir: string): Buffer | undefined {
  if (environmentKey) return Buffer.from(environmentKey, 'base64');
  const file = join(dataDir, MASTER_KEY_FILE);
  const fileContent = wrapDataDirErrors(dataDir, () => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });
  if (fileContent === undefined) return undefined;
  const key = Buffer.from(fileContent.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new ConfigError(`${file} does not hold 32 bytes in base64: restore it from a backup, or set MASTER_KEY.`);
}

/** Like readMasterKey, but creates the key if there is none yet. */
export function loadMasterKey(environmentKey: string | undefined, dataDir: string): Buffer {
  const existingKey = readMasterKey(environmentKey, dataDir);
  if (existingKey) return existingKey;
  wrapDataDirErrors(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Several instances may start at once.
    createFileOnce(join(dataDir, MASTER_KEY_FILE), generateMasterKey());
  });
  return must(readMasterKey(undefined, dataDir), 'the master key that was just made');
}

function wrapDataDirErrors<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be used (${code}): choose a folder that this user can write to, or set MASTER_KEY.`,
    );
  }
}

/** Writes the file atomically and never overwrites one. Returns false if it already exists. */
export function createFileOnce(file: string, content: string): boolean {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporaryFile, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(temporaryFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** Generates the content of a master key file. */
export const generateMasterKey = (): string => `${randomBytes(KEY_BYTES).toString('base64')}\n`;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
