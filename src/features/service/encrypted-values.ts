import { symmetricDecrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { isAnyLogSealedWith } from '../../kernel/audit/sealing.ts';
import type { Keyring } from '../../kernel/crypto.ts';

/**
 * Columns encrypted with the master key itself. The values of `keyColumns` are the encryption context; the
 * first one is the workspace, where there is one.
 */
export const MASTER_KEY_COLUMNS = [
  {
    table: 'data_keys',
    column: 'wrapped',
    keyColumns: ['workspace_id', 'version'],
    purpose: 'data keys',
  },
  {
    table: 'workspaces',
    column: 'identity_secret',
    keyColumns: ['live_id', 'id'],
    purpose: 'identity secrets',
  },
  {
    table: 'webhook_endpoints',
    column: 'secrets',
    keyColumns: ['workspace_id', 'id'],
    purpose: 'webhook secrets',
  },
  {
    table: 'mail_keys',
    column: 'wrapped',
    keyColumns: ['workspace_id', 'version'],
    purpose: 'mail keys',
  },
  {
    table: 'model_providers',
    column: 'sealed',
    keyColumns: ['workspace_id', 'provider'],
    purpose: 'model provider keys',
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    keyColumns: ['workspace_id', 'key'],
    purpose: 'idempotent answers',
  },
  {
    table: 'channel_connections',
    column: 'secrets',
    keyColumns: ['workspace_id', 'id'],
    purpose: 'channel secrets',
  },
  {
    table: 'channel_incoming',
    column: 'content',
    keyColumns: ['workspace_id', 'provider_id'],
    purpose: 'channel messages',
  },
  {
    table: 'payment_connections',
    column: 'secrets',
    keyColumns: ['workspace_id', 'id'],
    purpose: 'payment secrets',
  },
  {
    table: 'calendar_connections',
    column: 'credentials',
    keyColumns: ['workspace_id', 'id'],
    purpose: 'calendar credentials',
  },
  // Belongs to no workspace, but to the installation.
  {
    table: 'installation_keys',
    column: 'sealed',
    keyColumns: ['kind', 'version'],
    purpose: 'installation keys',
  },
] as const;

export type MasterKeyColumn = (typeof MASTER_KEY_COLUMNS)[number];

/** `keyValues` are the row's values of the key columns. */
export type EncryptedValue = { keyValues: unknown[]; ciphertext: Buffer };

const ROWS_PER_PAGE = 500;

/** Yields all values of a column, optionally only of some workspaces. The caller may update the row it was just given. */
export async function* readEncryptedValues(
  client: pg.ClientBase,
  { table, column, keyColumns }: MasterKeyColumn,
  workspaceIds?: string[],
): AsyncGenerator<EncryptedValue> {
  const columns = keyColumns.join(', ');
  for (let lastKey: unknown[] = []; ; ) {
    const afterLastRow = lastKey.length ? `and (${columns}) > ($2, $3)` : '';
    const { rows } = await client.query(
      `select ${columns}, ${column} as sealed from ${table}
       where ${column} is not null and ($1::text[] is null or ${keyColumns[0]} = any($1)) ${afterLastRow}
       order by ${columns} limit ${ROWS_PER_PAGE}`,
      [workspaceIds ?? null, ...lastKey],
    );
    if (!rows.length) return;
    for (const row of rows) {
      lastKey = keyColumns.map((name) => row[name]);
      yield { keyValues: lastKey, ciphertext: row.sealed };
    }
  }
}

/** Undefined if the value was encrypted with another key. */
export function decryptValue(
  keyring: Keyring,
  { purpose }: MasterKeyColumn,
  { keyValues, ciphertext }: EncryptedValue,
): string | undefined {
  try {
    return keyring.decrypt(purpose, ciphertext, keyValues.join(' '));
  } catch {
    return undefined;
  }
}

export async function storeValue(
  client: pg.ClientBase,
  { table, column, keyColumns }: MasterKeyColumn,
  { keyValues }: EncryptedValue,
  ciphertext: Buffer,
): Promise<void> {
  await client.query(`update ${table} set ${column} = $3 where ${keyColumns[0]} = $1 and ${keyColumns[1]} = $2`, [
    ...keyValues,
    ciphertext,
  ]);
}

/** Columns that better-auth encrypts itself, with the secret we give it. */
export const SECOND_FACTOR_COLUMNS = ['secret', 'backupCodes'] as const;
export const deriveSecondFactorKey = (keyring: Keyring): string => keyring.derive('sessions').toString('base64');
export const decryptSecondFactor = (key: string, data: string): Promise<string | undefined> =>
  symmetricDecrypt({ key, data }).catch(() => undefined);

/**
 * Whether the database was encrypted with this key. Undefined if nothing is encrypted yet. One matching value is enough,
 * because older versions could import values that were encrypted with another key.
 */
export async function isKeyOfDatabase(client: pg.ClientBase, keyring: Keyring): Promise<boolean | undefined> {
  let isMatch: boolean | undefined;
  for (const column of MASTER_KEY_COLUMNS) {
    // Skipped, because a service running with the wrong key would immediately store responses that match it.
    if (column.table === 'idempotency_keys') continue;
    for await (const value of readEncryptedValues(client, column)) {
      if (decryptValue(keyring, column, value) !== undefined) return true;
      isMatch = false;
    }
  }
  const key = deriveSecondFactorKey(keyring);
  const { rows } = await client.query('select secret from auth_two_factors');
  for (const { secret } of rows) {
    if ((await decryptSecondFactor(key, secret)) !== undefined) return true;
    isMatch = false;
  }
  return (await isAnyLogSealedWith(client, keyring)) ?? isMatch;
}
