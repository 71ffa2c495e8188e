import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { loadMasterKey, openKeyring } from './crypto.ts';

const CONCURRENT_START_COUNT = 20;

describe('the keyring', () => {
  const keyring = openKeyring(Buffer.alloc(32, 1));
  const textArbitrary = fc.string({ unit: 'grapheme' });

  it('decrypts what it encrypted with the same purpose and context', () => {
    fc.assert(
      fc.property(textArbitrary, textArbitrary, textArbitrary, (purpose, plaintext, context) => {
        const encrypted = keyring.encrypt(purpose, plaintext, context);
        expect(keyring.decrypt(purpose, encrypted, context)).toBe(plaintext);
        expect(openKeyring(Buffer.alloc(32, 1)).decrypt(purpose, encrypted, context)).toBe(plaintext);
      }),
    );
  });

  it('does not decrypt a value with one changed bit', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 0, max: 7 }), (plaintext, byteIndex, bit) => {
        const encrypted = keyring.encrypt('p', plaintext, 'c');
        encrypted[byteIndex % encrypted.length]! ^= 1 << bit;
        expect(() => keyring.decrypt('p', encrypted, 'c')).toThrow();
      }),
    );
  });

  it('does not decrypt a truncated, extended or empty value', () => {
    for (const plaintext of ['', 'some words']) {
      const encrypted = keyring.encrypt('p', plaintext, 'c');
      for (let length = 0; length < encrypted.length; length++) {
        expect(() => keyring.decrypt('p', encrypted.subarray(0, length), 'c'), `${plaintext} ${length}`).toThrow();
      }
      expect(() => keyring.decrypt('p', Buffer.concat([encrypted, Buffer.of(0)]), 'c')).toThrow();
    }
  });

  it('does not decrypt with another purpose, context or master key', () => {
    const encrypted = keyring.encrypt('answers', 'secret', 'ws_1 key');
    expect(() => keyring.decrypt('answer', encrypted, 'ws_1 key')).toThrow();
    expect(() => keyring.decrypt('answers', encrypted, 'ws_2 key')).toThrow();
    expect(() => openKeyring(Buffer.alloc(32, 2)).decrypt('answers', encrypted, 'ws_1 key')).toThrow();
  });

  it('encrypts the same text differently each time and reveals nothing of it', () => {
    const [firstEncryption, secondEncryption] = [
      keyring.encrypt('p', 'the same', 'c'),
      keyring.encrypt('p', 'the same', 'c'),
    ];
    expect(firstEncryption.equals(secondEncryption)).toBe(false);
    expect(firstEncryption.includes('the same')).toBe(false);
  });

  it('computes an HMAC that depends on the key and the purpose', () => {
    const digest = keyring.hmac('a', 'text');
    expect(digest).toEqual(createHmac('sha256', keyring.derive('a')).update('text').digest());
    const otherDigests = [
      keyring.hmac('b', 'text'),
      keyring.hmac('a', 'texts'),
      openKeyring(Buffer.alloc(32, 2)).hmac('a', 'text'),
    ];
    for (const otherDigest of otherDigests) expect(otherDigest).not.toEqual(digest);
  });

  it('derives a different but stable key for each purpose', () => {
    const keys = ['sessions', 'client addresses', 'answers', ''].map((purpose) =>
      keyring.derive(purpose).toString('hex'),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(openKeyring(Buffer.alloc(32, 1)).derive('sessions').toString('hex')).toBe(keys[0]);
    expect(keys.every((key) => key.length === 64)).toBe(true);
  });
});

describe('the master key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'frontdesk-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('comes from the environment, without creating a file', async () => {
    const key = Buffer.alloc(32, 9);
    expect(loadMasterKey(key.toString('base64'), join(folder, 'none'))).toEqual(key);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is created once and readable only by its owner', async () => {
    const dataDir = join(folder, 'new', 'data');
    const key = loadMasterKey(undefined, dataDir);
    expect(key).toHaveLength(32);
    expect(loadMasterKey(undefined, dataDir)).toEqual(key);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('is the same for many simultaneous first starts', async () => {
    const dataDir = join(folder, 'data');
    const code = `
      import { loadMasterKey } from ${JSON.stringify(join(import.meta.dirname, 'crypto.ts'))};
      process.stdin.once('data', () => {
        process.stdout.write(loadMasterKey(undefined, ${JSON.stringify(dataDir)}).toString('hex'));
        process.exit();
      });
      process.stdout.write('ready ');`;
    const children = Array.from({ length: CONCURRENT_START_COUNT }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const outputs = children.map(() => '');
    const readyPromises = children.map(
      (child, index) =>
        new Promise<void>((resolve) =>
          child.stdout.on('data', (chunk) => {
            outputs[index] += chunk;
            resolve();
          }),
        ),
    );
    const exitPromises = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    await Promise.all(readyPromises);
    for (const child of children) child.stdin.write('go\n');
    expect(await Promise.all(exitPromises)).toEqual(Array(CONCURRENT_START_COUNT).fill(0));
    expect([...new Set(outputs)]).toEqual([expect.stringMatching(/^ready [0-9a-f]{64}$/)]);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it.for(['', 'short', 'x'.repeat(100), Buffer.alloc(31).toString('base64')])(
    'is not read from a file that contains %j',
    async (content) => {
      const file = join(folder, 'master.key');
      await writeFile(file, content);
      expect(() => loadMasterKey(undefined, folder)).toThrow(ConfigError);
      expect(await readFile(file, 'utf8')).toBe(content);
    },
  );

  it('reports an unusable folder as an operator error', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      expect(() => loadMasterKey(undefined, dataDir)).toThrow(/^DATA_DIR [^\n]+$/);
    }
  });
});
