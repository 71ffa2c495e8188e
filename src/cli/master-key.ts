import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import {
  decryptSecondFactor,
  decryptValue,
  deriveSecondFactorKey,
  MASTER_KEY_COLUMNS,
  readEncryptedValues,
  SECOND_FACTOR_COLUMNS,
  storeValue,
} from '../features/service/encrypted-values.ts';
import { lockMasterKeyExclusive, nextKeyFile } from '../features/service/master-key.ts';
import { isAnyLogSealedWith, resealHeads } from '../kernel/audit/sealing.ts';
import type { Config } from '../kernel/config.ts';
import {
  createFileOnce,
  generateMasterKey,
  type Keyring,
  MASTER_KEY_FILE,
  openKeyring,
  readMasterKey,
} from '../kernel/crypto.ts';
import { syncFolder } from '../kernel/database/embedded/cluster.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { withDatabase } from './database-access.ts';

export const masterKeyCommands: Command[] = [
  {
    name: 'master-key rotate',
    summary: 'Replace the master key while no service is running',
    positionals: [],
    options: {
      file: {
        placeholder: 'file',
        description: 'File with the new key, 32 bytes in base64; required if MASTER_KEY is set',
      },
    },
    example: 'master-key rotate --file new-master.key',
    run: rotate,
  },
];

async function rotate({ config, getOption }: CommandInput): Promise<void> {
  const newKeyFile = getOption('file');
  if (config.masterKey && !newKeyFile) {
    throw new FixableError('MASTER_KEY is set: put the new key in a file and pass it with --file.');
  }
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const client = await dbOwnerPool.connect();
    try {
      // Held until the new key file is in place, so that no instance starts with the old key.
      await lockMasterKeyExclusive(client);
      const oldKey = readMasterKey(config.masterKey, config.dataDir);
      if (!oldKey)
        throw new FixableError(`No master key in ${config.dataDir}. The service creates one when it starts.`);
      await replaceMasterKey(client, config, openKeyring(oldKey), newKeyFile);
    } finally {
      client.release(true);
    }
  });
}

async function replaceMasterKey(
  client: pg.ClientBase,
  config: Config,
  oldKeyring: Keyring,
  newKeyFile: string | undefined,
): Promise<void> {
  const currentFile = join(config.dataDir, MASTER_KEY_FILE);
  const stagedKeyFile = nextKeyFile(config.dataDir);
  const isNewFile = !newKeyFile && (await createKeyFile(stagedKeyFile));
  const newKey = await readKey(newKeyFile ?? stagedKeyFile);
  let isCommitting = false;
  try {
    await client.query('begin; set local statement_timeout = 0');
    const newKeyring = openKeyring(newKey);
    const valueCount = await reencryptValues(client, oldKeyring, newKeyring);
    const resealResult = await resealLogs(client, oldKeyring, newKeyring);
    isCommitting = true;
    await client.query('commit');
    print(`Resealed ${valueCount} values with the new master key. Everyone needs to sign in again.`);
    if (resealResult.tampered)
      print(`${resealResult.tampered} audit logs were tampered with and stay that way. Find them with "audit verify".`);
  } catch (error) {
    // A failed commit may still have been applied, and then this file is the only copy of the key.
    if (isNewFile && !isCommitting) await rm(stagedKeyFile);
    throw error;
  }
  if (config.masterKey) return print(`Set MASTER_KEY to the content of ${newKeyFile} before you start the service.`);
  if (newKeyFile) await writeFile(stagedKeyFile, `${newKey.toString('base64')}\n`, { mode: 0o600, flush: true });
  await rename(stagedKeyFile, currentFile);
  await syncFolder(config.dataDir);
  print(`The new key is in ${currentFile}. Older backups need the old key, which they contain.`);
}

/** Writes the key to disk before it is used, so that a crash cannot lose it. A second run reuses the existing file. */
async function createKeyFile(file: string): Promise<boolean> {
  try {
    const isNewFile = createFileOnce(file, generateMasterKey());
    await syncFolder(dirname(file));
    return isNewFile;
  } catch (error) {
    throw new FixableError(`Can’t write ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function readKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new FixableError(`Can’t read ${file} (${error.code}).`);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(text.trim())) {
    throw new FixableError(`${file} must contain 32 bytes in base64. Create one with: openssl rand -base64 32`);
  }
  return key;
}

/** Skips values that an earlier, interrupted run already encrypted with the new key. */
async function reencryptValues(client: pg.ClientBase, oldKeyring: Keyring, newKeyring: Keyring): Promise<number> {
  let valueCount = 0;
  for (const column of MASTER_KEY_COLUMNS) {
    for await (const value of readEncryptedValues(client, column)) {
      const plaintext = decryptValue(oldKeyring, column, value);
      if (plaintext !== undefined) {
        await storeValue(
          client,
          column,
          value,
          newKeyring.encrypt(column.purpose, plaintext, value.keyValues.join(' ')),
        );
        valueCount++;
      } else if (decryptValue(newKeyring, column, value) === undefined) throw wrongKeyError(column.table);
    }
  }
  return valueCount + (await reencryptSecondFactors(client, oldKeyring, newKeyring));
}

/** Reseals the heads of the audit logs. A tampered log does not stop the rotation. */
async function resealLogs(client: pg.ClientBase, oldKeyring: Keyring, newKeyring: Keyring) {
  if ((await isAnyLogSealedWith(client, oldKeyring)) === false && !(await isAnyLogSealedWith(client, newKeyring)))
    throw wrongKeyError('audit_heads');
  return resealHeads(client, oldKeyring, newKeyring);
}

async function reencryptSecondFactors(
  client: pg.ClientBase,
  oldKeyring: Keyring,
  newKeyring: Keyring,
): Promise<number> {
  const [oldSecret, newSecret] = [deriveSecondFactorKey(oldKeyring), deriveSecondFactorKey(newKeyring)];
  let valueCount = 0;
  const { rows } = await client.query('select * from auth_two_factors');
  for (const row of rows) {
    for (const column of SECOND_FACTOR_COLUMNS) {
      const plaintext = await decryptSecondFactor(oldSecret, row[column]);
      if (plaintext !== undefined) {
        const encrypted = await symmetricEncrypt({ key: newSecret, data: plaintext });
        await client.query(`update auth_two_factors set "${column}" = $2 where id = $1`, [row.id, encrypted]);
        valueCount++;
      } else if ((await decryptSecondFactor(newSecret, row[column])) === undefined)
        throw wrongKeyError('auth_two_factors');
    }
  }
  return valueCount;
}

const wrongKeyError = (table: string) =>
  new FixableError(
    `A value in ${table} opens with neither key: the present master key is not the one it was made with.`,
  );
