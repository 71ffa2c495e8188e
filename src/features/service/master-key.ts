import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sealUnsealedLogs } from '../../kernel/audit/sealing.ts';
import type { Config } from '../../kernel/config.ts';
import { type Keyring, loadMasterKey, MASTER_KEY_FILE, openKeyring, readMasterKey } from '../../kernel/crypto.ts';
import type { ConnectionOptions } from '../../kernel/database/database.ts';
import { openReconnectingSession } from '../../kernel/database/reconnecting-session.ts';
import { FixableError } from '../../kernel/fixable-error.ts';
import { must } from '../../kernel/must.ts';
import { exitWithError } from '../../kernel/process.ts';
import { isKeyOfDatabase } from './encrypted-values.ts';

/** Advisory lock: shared by processes that use the master key, exclusive for its rotation. */
const MASTER_KEY_LOCK_ID = 7_366_110;
const LOCK_TIMEOUT = '5s';
const MAX_LOCK_ATTEMPTS = 10;
const KEY_REPLACED_MESSAGE = 'The master key was replaced while this was running. Start it again with the new one.';

type MasterKeySettings = Pick<Config, 'masterKey' | 'dataDir'>;
export type UnlockedKeyring = { keyring: Keyring; close(): Promise<void> };

/**
 * The only way to get the keyring of a database. Checks that the master key matches the database, and prevents its
 * rotation until `close`.
 */
export async function unlockKeyring(
  config: MasterKeySettings,
  connection: ConnectionOptions,
): Promise<UnlockedKeyring> {
  const state: { keyring?: Keyring } = {};
  const session = await openReconnectingSession(connection, {
    name: 'frontdesk master key',
    async onConnect(client) {
      await lockMasterKeyShared(client);
      if (!state.keyring) {
        const keyring = await openMatchingKeyring(config, client);
        await sealUnsealedLogs(client, keyring);
        state.keyring = keyring;
      }
      // The key may have been rotated while the session, and with it the lock, was lost.
      else if ((await isKeyOfDatabase(client, state.keyring)) === false)
        exitWithError(new FixableError(KEY_REPLACED_MESSAGE));
    },
  });
  return { keyring: must(state.keyring, 'the keyring that the session opened'), close: session.close };
}

/** Prevents rotation of the master key until the session ends. */
export async function lockMasterKeyShared(session: pg.ClientBase): Promise<void> {
  await session.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  await session.query('select pg_advisory_lock_shared($1)', [MASTER_KEY_LOCK_ID]).catch((error) => {
    if (error.code !== '55P03') throw error;
    throw new FixableError('The master key of this database is being replaced. Try again when that is done.');
  });
  await session.query('reset lock_timeout');
}

/** Locks out all other users of the master key until the session ends. Retries, because a killed process may still hold it. */
export async function lockMasterKeyExclusive(session: pg.ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await session.query('select pg_try_advisory_lock($1) as locked', [MASTER_KEY_LOCK_ID]);
    if (rows[0].locked) return;
    if (attempt === MAX_LOCK_ATTEMPTS) {
      throw new FixableError('Frontdesk is running on this database. Stop every instance first.');
    }
    await sleep(100);
  }
}

async function openMatchingKeyring({ masterKey, dataDir }: MasterKeySettings, client: pg.ClientBase): Promise<Keyring> {
  const key = readMasterKey(masterKey, dataDir);
  // Without a key, a random one tells whether the database already contains encrypted values.
  const isMatch = await isKeyOfDatabase(client, openKeyring(key ?? randomBytes(32)));
  if (isMatch !== false) return openKeyring(key ?? loadMasterKey(masterKey, dataDir));
  if (masterKey)
    throw new FixableError('MASTER_KEY is not the key that this database was sealed with. Set it to that.');
  const file = join(dataDir, MASTER_KEY_FILE);
  if (existsSync(nextKeyFile(dataDir))) {
    throw new FixableError(`${file} was being replaced. Finish that with: npm run frontdesk -- master-key rotate`);
  }
  const reason = key
    ? 'is not the key that this database was sealed with'
    : 'is missing, and this database was sealed with it';
  throw new FixableError(
    `${file} ${reason}. Put the right one there, from a backup or another instance, or set MASTER_KEY to it.`,
  );
}

/** Holds the next key during a rotation. */
export const nextKeyFile = (dataDir: string): string => join(dataDir, `${MASTER_KEY_FILE}.new`);
