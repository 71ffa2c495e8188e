import { symmetricDecrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { sealedWith } from '../../kernel/audit/sealing.ts';
import type { Keyring } from '../../kernel/crypto.ts';

/**
 * What is sealed with the master key itself: the purpose, and the columns whose values are the context. Every first
 * column of a key says whose the row is.
 */
export const ENCRYPTED_COLUMNS = [
  {
    table: 'data_keys',
    column: 'wrapped',
    key: ['workspace_id', 'version'],
    purpose: 'data keys',
  },
  {
    table: 'workspaces',
    column: 'identity_secret',
    key: ['live_id', 'id'],
    purpose: 'identity secrets',
  },
  {
    table: 'webhook_endpoints',
    column: 'secrets',
    key: ['workspace_id', 'id'],
    purpose: 'webhook secrets',
  },
  {
    table: 'mail_keys',
    column: 'wrapped',
    key: ['workspace_id', 'version'],
    purpose: 'mail keys',
  },
  {
    table: 'model_providers',
    column: 'sealed',
    key: ['workspace_id', 'provider'],
    purpose: 'model provider keys',
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['workspace_id', 'key'],
    purpose: 'idempotent answers',
  },
] as const;

export type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number];

/** `at` are the values of the key's columns. */
export type EncryptedValue = { at: unknown[]; sealed: Buffer };

const PAGE = 500;

/** Every value of the kind, or those of some workspaces. Whoever reads may write the row that was given last. */
export async function* encryptedValues(
  client: pg.ClientBase,
  { table, column, key }: EncryptedColumn,
  workspaceIds?: string[],
): AsyncGenerator<EncryptedValue> {
  const columns = key.join(', ');
  for (let last: unknown[] = []; ; ) {
    const beyond = last.length ? `and (${columns}) > ($2, $3)` : '';
    const { rows } = await client.query(
      `select ${columns}, ${column} as sealed from ${table}
       where ${column} is not null and ($1::text[] is null or ${key[0]} = any($1)) ${beyond}
       order by ${columns} limit ${PAGE}`,
      [workspaceIds ?? null, ...last],
    );
    if (!rows.length) return;
    for (const row of rows) {
      last = key.map((name) => row[name]);
      yield { at: last, sealed: row.sealed };
    }
  }
}

/** Undefined where another key has sealed it. */
export function decryptValue(
  keyring: Keyring,
  { purpose }: EncryptedColumn,
  { at, sealed }: EncryptedValue,
): string | undefined {
  try {
    return keyring.decrypt(purpose, sealed, at.join(' '));
  } catch {
    return undefined;
  }
}

export async function storeValue(
  client: pg.ClientBase,
  { table, column, key }: EncryptedColumn,
  { at }: EncryptedValue,
  sealed: Buffer,
): Promise<void> {
  await client.query(`update ${table} set ${column} = $3 where ${key[0]} = $1 and ${key[1]} = $2`, [...at, sealed]);
}

/** Second factors are better-auth's, encrypted with the secret that it gets. */
export const SECOND_FACTOR = ['secret', 'backupCodes'] as const;
export const secondFactorKey = (keyring: Keyring): string => keyring.derive('sessions').toString('base64');
export const decryptSecondFactor = (key: string, data: string): Promise<string | undefined> =>
  symmetricDecrypt({ key, data }).catch(() => undefined);

/**
 * Whether the database was sealed with this key; undefined where nothing is sealed yet. One value that opens is enough:
 * single others may have come from elsewhere, before that was checked.
 */
export async function keyFits(client: pg.ClientBase, keyring: Keyring): Promise<boolean | undefined> {
  let fits: boolean | undefined;
  for (const kind of ENCRYPTED_COLUMNS) {
    // Answers are kept for a day, and a service that works with a wrong key would add to them at once.
    if (kind.table === 'idempotency_keys') continue;
    for await (const value of encryptedValues(client, kind)) {
      if (decryptValue(keyring, kind, value) !== undefined) return true;
      fits = false;
    }
  }
  const key = secondFactorKey(keyring);
  const { rows } = await client.query('select secret from auth_two_factors');
  for (const { secret } of rows) {
    if ((await decryptSecondFactor(key, secret)) !== undefined) return true;
    fits = false;
  }
  return (await sealedWith(client, keyring)) ?? fits;
}
