import { symmetricDecrypt } from 'better-auth/crypto';
import type pg from 'pg';
import type { Vault } from '../../kernel/crypto.ts';
import { sealedWith } from '../audit/sealing.ts';

/**
 * What is sealed with the master key itself: the purpose, and the columns whose values are the context. Every first
 * column of a key says whose the row is.
 */
export const MASTER_SEALED = [
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

export type MasterSealed = (typeof MASTER_SEALED)[number];

/** `at` are the values of the key's columns. */
export type SealedValue = { at: unknown[]; sealed: Buffer };

const PAGE = 500;

/** Every value of the kind, or those of some workspaces. Whoever reads may write the row that was given last. */
export async function* sealedValues(
  client: pg.ClientBase,
  { table, column, key }: MasterSealed,
  workspaceIds?: string[],
): AsyncGenerator<SealedValue> {
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
export function openValue(vault: Vault, { purpose }: MasterSealed, { at, sealed }: SealedValue): string | undefined {
  try {
    return vault.open(purpose, sealed, at.join(' '));
  } catch {
    return undefined;
  }
}

export async function storeValue(
  client: pg.ClientBase,
  { table, column, key }: MasterSealed,
  { at }: SealedValue,
  sealed: Buffer,
): Promise<void> {
  await client.query(`update ${table} set ${column} = $3 where ${key[0]} = $1 and ${key[1]} = $2`, [...at, sealed]);
}

/** Second factors are better-auth's, encrypted with the secret that it gets. */
export const SECOND_FACTOR = ['secret', 'backupCodes'] as const;
export const secondFactorKey = (vault: Vault): string => vault.derive('sessions').toString('base64');
export const openSecondFactor = (key: string, data: string): Promise<string | undefined> =>
  symmetricDecrypt({ key, data }).catch(() => undefined);

/**
 * Whether the database was sealed with this key; undefined where nothing is sealed yet. One value that opens is enough:
 * single others may have come from elsewhere, before that was checked.
 */
export async function keyFits(client: pg.ClientBase, vault: Vault): Promise<boolean | undefined> {
  let fits: boolean | undefined;
  for (const kind of MASTER_SEALED) {
    // Answers are kept for a day, and a service that works with a wrong key would add to them at once.
    if (kind.table === 'idempotency_keys') continue;
    for await (const value of sealedValues(client, kind)) {
      if (openValue(vault, kind, value) !== undefined) return true;
      fits = false;
    }
  }
  const key = secondFactorKey(vault);
  const { rows } = await client.query('select secret from auth_two_factors');
  for (const { secret } of rows) {
    if ((await openSecondFactor(key, secret)) !== undefined) return true;
    fits = false;
  }
  return (await sealedWith(client, vault)) ?? fits;
}
