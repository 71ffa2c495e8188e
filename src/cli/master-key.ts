import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import {
  decryptSecondFactor,
  decryptValue,
  ENCRYPTED_COLUMNS,
  encryptedValues,
  SECOND_FACTOR,
  secondFactorKey,
  storeValue,
} from '../features/service/encrypted-values.ts';
import { nextKeyFile, takeMasterKey } from '../features/service/master-key.ts';
import { sealedWith, sealHeadsAnew } from '../kernel/audit/sealing.ts';
import type { Config } from '../kernel/config.ts';
import {
  createOnce,
  type Keyring,
  MASTER_KEY_FILE,
  newMasterKey,
  openKeyring,
  readMasterKey,
} from '../kernel/crypto.ts';
import { syncFolder } from '../kernel/database/embedded/cluster.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator } from './operator.ts';

export const masterKeyCommands: Command[] = [
  {
    name: 'master-key rotate',
    summary: 'Replace the master key while no service is running',
    takes: [],
    options: {
      file: { value: 'file', text: 'File with the new key, 32 bytes in base64; required if MASTER_KEY is set' },
    },
    example: 'master-key rotate --file new-master.key',
    run: rotate,
  },
];

async function rotate({ config, one }: Call): Promise<void> {
  const given = one('file');
  if (config.masterKey && !given) {
    throw new OperatorError('MASTER_KEY is set: put the new key in a file and pass it with --file.');
  }
  await asOperator(config, async ({ owner }) => {
    const client = await owner.connect();
    try {
      // Until the new key is in its place: who starts before that would read the old one.
      await takeMasterKey(client);
      const before = readMasterKey(config.masterKey, config.dataDir);
      if (!before)
        throw new OperatorError(`No master key in ${config.dataDir}. The service creates one when it starts.`);
      await replace(client, config, openKeyring(before), given);
    } finally {
      client.release(true);
    }
  });
}

async function replace(
  client: pg.ClientBase,
  config: Config,
  before: Keyring,
  given: string | undefined,
): Promise<void> {
  const current = join(config.dataDir, MASTER_KEY_FILE);
  const next = nextKeyFile(config.dataDir);
  const made = !given && (await makeKey(next));
  const key = await readKey(given ?? next);
  let committing = false;
  try {
    await client.query('begin; set local statement_timeout = 0');
    const after = openKeyring(key);
    const count = await sealAnew(client, before, after);
    const logs = await sealLogs(client, before, after);
    committing = true;
    await client.query('commit');
    print(`Resealed ${count} values with the new master key. Everyone needs to sign in again.`);
    if (logs.left)
      print(`${logs.left} audit logs were tampered with and stay that way. Find them with "audit verify".`);
  } catch (error) {
    // Where the commit was asked for, it may have happened: then this is the only copy of the key.
    if (made && !committing) await rm(next);
    throw error;
  }
  if (config.masterKey) return print(`Set MASTER_KEY to the content of ${given} before you start the service.`);
  if (given) await writeFile(next, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  await rename(next, current);
  await syncFolder(config.dataDir);
  print(`The new key is in ${current}. Older backups need the old key, which they contain.`);
}

/** Written before anything is sealed with it, so that no crash can lose it; a second try goes on with the same. */
async function makeKey(file: string): Promise<boolean> {
  try {
    const made = createOnce(file, newMasterKey());
    await syncFolder(dirname(file));
    return made;
  } catch (error) {
    throw new OperatorError(`Can’t write ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function readKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new OperatorError(`Can’t read ${file} (${error.code}).`);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(text.trim())) {
    throw new OperatorError(`${file} must contain 32 bytes in base64. Create one with: openssl rand -base64 32`);
  }
  return key;
}

/** What the new key opens already was done by a try before, and stays. */
async function sealAnew(client: pg.ClientBase, before: Keyring, after: Keyring): Promise<number> {
  let count = 0;
  for (const kind of ENCRYPTED_COLUMNS) {
    for await (const value of encryptedValues(client, kind)) {
      const plain = decryptValue(before, kind, value);
      if (plain !== undefined) {
        await storeValue(client, kind, value, after.encrypt(kind.purpose, plain, value.at.join(' ')));
        count++;
      } else if (decryptValue(after, kind, value) === undefined) throw wrongKey(kind.table);
    }
  }
  return count + (await sealSecondFactors(client, before, after));
}

/** The ends of the audit logs. That somebody has changed one is no reason to keep the old key. */
async function sealLogs(client: pg.ClientBase, before: Keyring, after: Keyring) {
  if ((await sealedWith(client, before)) === false && !(await sealedWith(client, after))) throw wrongKey('audit_heads');
  return sealHeadsAnew(client, before, after);
}

async function sealSecondFactors(client: pg.ClientBase, before: Keyring, after: Keyring): Promise<number> {
  const [old, fresh] = [secondFactorKey(before), secondFactorKey(after)];
  let count = 0;
  const { rows } = await client.query('select * from auth_two_factors');
  for (const row of rows) {
    for (const column of SECOND_FACTOR) {
      const plain = await decryptSecondFactor(old, row[column]);
      if (plain !== undefined) {
        const data = await symmetricEncrypt({ key: fresh, data: plain });
        await client.query(`update auth_two_factors set "${column}" = $2 where id = $1`, [row.id, data]);
        count++;
      } else if ((await decryptSecondFactor(fresh, row[column])) === undefined) throw wrongKey('auth_two_factors');
    }
  }
  return count;
}

const wrongKey = (table: string) =>
  new OperatorError(
    `A value in ${table} opens with neither key: the present master key is not the one it was made with.`,
  );
