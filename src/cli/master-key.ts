import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { loadMasterKey, openVault, type Vault } from '../kernel/crypto.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator } from './operator.ts';

export const masterKeyCommands: Command[] = [
  {
    name: 'master-key rotate',
    summary: 'Replace the master key, while no service runs',
    takes: [],
    options: {
      file: { value: 'file', text: 'Holds the new key, 32 bytes in base64; needed where MASTER_KEY is set' },
    },
    example: 'master-key rotate --file new-master.key',
    run: rotate,
  },
];

/** What is sealed with the master key itself: the purpose, and the context that each row gives. */
export const MASTER_SEALED = [
  {
    table: 'data_keys',
    column: 'wrapped',
    key: ['workspace_id', 'version'],
    purpose: 'data keys',
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['workspace_id', 'key'],
    purpose: 'idempotent answers',
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
] as const;

const PAGE = 500;
const SESSION_TRIES = 10;
const SESSIONS = 'sessions';
const SECOND_FACTOR = ['secret', 'backupCodes'] as const;

async function rotate({ config, one }: Call): Promise<void> {
  const current = join(config.dataDir, 'master.key');
  const next = `${current}.new`;
  const given = one('file');
  if (config.masterKey && !given) {
    throw new OperatorError('MASTER_KEY is set: put the new key into a file, and name it with --file.');
  }
  const before = openVault(loadMasterKey(config.masterKey, config.dataDir));
  const after = openVault(given ? await readKey(given) : await makeKey(next));
  await asOperator(config, async ({ owner }) => {
    await refuseOthers(owner);
    const count = await inTransaction(owner, (client) => sealAnew(client, before, after));
    print(`${count} values are sealed with the new master key. Sessions end: everyone signs in again.`);
    if (config.masterKey) return print(`Set MASTER_KEY to what is in ${given} before you start the service.`);
    if (given) await writeFile(next, `${(await readKey(given)).toString('base64')}\n`, { mode: 0o600 });
    await rename(next, current);
    print(`${current} holds it now. Backups made before need the old key, which they hold themselves.`);
  });
}

/** Written before anything is sealed with it, so that no crash can lose it; a second try goes on with the same. */
async function makeKey(file: string): Promise<Buffer> {
  const made = `${randomBytes(32).toString('base64')}\n`;
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw new OperatorError(`${file} cannot be written (${error.code}).`);
  });
  return readKey(file);
}

async function readKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new OperatorError(`${file} cannot be read (${error.code}).`);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(text.trim())) {
    throw new OperatorError(`${file} must hold 32 bytes in base64. Make one with: openssl rand -base64 32`);
  }
  return key;
}

async function inTransaction<T>(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local statement_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** A service that runs would go on sealing with the old key. Sessions ended a moment ago may still be listed. */
async function refuseOthers(owner: pg.Pool): Promise<void> {
  for (let attempt = 1; await isShared(owner); attempt++) {
    if (attempt === SESSION_TRIES)
      throw new OperatorError('Frontdesk is running on this database. Stop every instance first.');
    await sleep(100);
  }
}

async function isShared(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(
    `select count(*)::integer as others from pg_stat_activity
     where datname = current_database() and application_name like 'frontdesk%' and pid <> pg_backend_pid()`,
  );
  return rows[0].others > 0;
}

/** What the new key opens already was done by a try before, and stays. */
async function sealAnew(client: pg.ClientBase, before: Vault, after: Vault): Promise<number> {
  let count = 0;
  for (const sealed of MASTER_SEALED) {
    for (let last: unknown[] | undefined = []; last; ) {
      const page = await readPage(client, sealed, last);
      for (const row of page) if (await sealRow(client, sealed, row, before, after)) count++;
      last = page.length ? sealed.key.map((name) => page.at(-1)![name]) : undefined;
    }
  }
  return count + (await sealSecondFactors(client, before, after));
}

type MasterSealed = (typeof MASTER_SEALED)[number];
type Row = Record<string, unknown> & { sealed: Buffer };

async function readPage(client: pg.ClientBase, { table, column, key }: MasterSealed, after: unknown[]): Promise<Row[]> {
  const beyond = after.length ? `and (${key.join(', ')}) > ($1, $2)` : '';
  const { rows } = await client.query(
    `select ${key.join(', ')}, ${column} as sealed from ${table} where ${column} is not null ${beyond}
     order by ${key.join(', ')} limit ${PAGE}`,
    after,
  );
  return rows;
}

async function sealRow(
  client: pg.ClientBase,
  { table, column, key, purpose }: MasterSealed,
  row: Row,
  before: Vault,
  after: Vault,
): Promise<boolean> {
  const values = key.map((name) => row[name]);
  const context = values.join(' ');
  const plain = openWith(before, purpose, row.sealed, context);
  if (plain === undefined) {
    if (openWith(after, purpose, row.sealed, context) === undefined) throw wrongKey(table);
    return false;
  }
  await client.query(`update ${table} set ${column} = $3 where ${key[0]} = $1 and ${key[1]} = $2`, [
    ...values,
    after.seal(purpose, plain, context),
  ]);
  return true;
}

function openWith(vault: Vault, purpose: string, sealed: Buffer, context: string): string | undefined {
  try {
    return vault.open(purpose, sealed, context);
  } catch {
    return undefined;
  }
}

/** Those are better-auth's, encrypted with the secret that it gets. */
async function sealSecondFactors(client: pg.ClientBase, before: Vault, after: Vault): Promise<number> {
  const [old, fresh] = [before, after].map((vault) => vault.derive(SESSIONS).toString('base64')) as [string, string];
  const decrypt = (key: string, data: string) => symmetricDecrypt({ key, data }).catch(() => undefined);
  let count = 0;
  const { rows } = await client.query('select * from auth_two_factors');
  for (const row of rows) {
    for (const column of SECOND_FACTOR) {
      const plain = await decrypt(old, row[column]);
      if (plain === undefined) {
        if ((await decrypt(fresh, row[column])) === undefined) throw wrongKey('auth_two_factors');
        continue;
      }
      const data = await symmetricEncrypt({ key: fresh, data: plain });
      await client.query(`update auth_two_factors set "${column}" = $2 where id = $1`, [row.id, data]);
      count++;
    }
  }
  return count;
}

const wrongKey = (table: string) =>
  new OperatorError(
    `A value in ${table} opens with neither key: the present master key is not the one it was made with.`,
  );
