import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sealOldLogs } from '../../kernel/audit/sealing.ts';
import type { Config } from '../../kernel/config.ts';
import { type Keyring, loadMasterKey, MASTER_KEY_FILE, openKeyring, readMasterKey } from '../../kernel/crypto.ts';
import type { ConnectionOptions } from '../../kernel/database/database.ts';
import { openReconnectingSession } from '../../kernel/database/reconnecting-session.ts';
import { must } from '../../kernel/must.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { fail } from '../../kernel/process.ts';
import { keyFits } from './encrypted-values.ts';

/** Shared by all who hold the master key in memory. Who replaces it has it alone. */
const LOCK = 7_366_110;
const SHARE_WITHIN = '5s';
const TRIES = 10;
const REPLACED = 'The master key was replaced while this was running. Start it again with the new one.';

type Settings = Pick<Config, 'masterKey' | 'dataDir'>;
export type Unlocked = { keyring: Keyring; close(): Promise<void> };

/**
 * The one way to the vault of a database. The key is read while it cannot be replaced, it must be the one that the
 * database was sealed with, and it is not replaced before `close`.
 */
export async function unlock(config: Settings, connection: ConnectionOptions): Promise<Unlocked> {
  const held: { keyring?: Keyring } = {};
  const session = await openReconnectingSession(connection, {
    name: 'frontdesk master key',
    async begin(client) {
      await shareMasterKey(client);
      if (!held.keyring) {
        const keyring = await openFitting(config, client);
        await sealOldLogs(client, keyring);
        held.keyring = keyring;
      }
      // While the session was lost, nothing kept the key from being replaced.
      else if ((await keyFits(client, held.keyring)) === false) fail(new OperatorError(REPLACED));
    },
  });
  return { keyring: must(held.keyring, 'the vault that the session opened'), close: session.close };
}

/** Until the session ends, the master key is not replaced. */
export async function shareMasterKey(session: pg.ClientBase): Promise<void> {
  await session.query(`set lock_timeout = '${SHARE_WITHIN}'`);
  await session.query('select pg_advisory_lock_shared($1)', [LOCK]).catch((error) => {
    if (error.code !== '55P03') throw error;
    throw new OperatorError('The master key of this database is being replaced. Try again when that is done.');
  });
  await session.query('reset lock_timeout');
}

/** Until the session ends, nobody else works with the master key. What was killed a moment ago may still hold it. */
export async function takeMasterKey(session: pg.ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await session.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0].taken) return;
    if (attempt === TRIES) {
      throw new OperatorError('Frontdesk is running on this database. Stop every instance first.');
    }
    await sleep(100);
  }
}

async function openFitting({ masterKey, dataDir }: Settings, client: pg.ClientBase): Promise<Keyring> {
  const key = readMasterKey(masterKey, dataDir);
  // Without a key: whether there is anything that a made one could not open.
  const fits = await keyFits(client, openKeyring(key ?? randomBytes(32)));
  if (fits !== false) return openKeyring(key ?? loadMasterKey(masterKey, dataDir));
  if (masterKey)
    throw new OperatorError('MASTER_KEY is not the key that this database was sealed with. Set it to that.');
  const file = join(dataDir, MASTER_KEY_FILE);
  if (existsSync(nextKeyFile(dataDir))) {
    throw new OperatorError(`${file} was being replaced. Finish that with: npm run frontdesk -- master-key rotate`);
  }
  const wrong = key
    ? 'is not the key that this database was sealed with'
    : 'is missing, and this database was sealed with it';
  throw new OperatorError(
    `${file} ${wrong}. Put the right one there, from a backup or another instance, or set MASTER_KEY to it.`,
  );
}

/** Where the next key waits for everything to be sealed with it. */
export const nextKeyFile = (dataDir: string): string => join(dataDir, `${MASTER_KEY_FILE}.new`);
