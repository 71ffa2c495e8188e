import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { notSealedWith, sealAsItStands } from '../features/audit/sealing.ts';
import { MASTER_SEALED, openValue, sealedValues } from '../features/service/sealed-values.ts';
import type { Vault } from '../kernel/crypto.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, INVOCATION, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';

const FORMAT = 'frontdesk workspace 1';
const BATCH = 500;

/**
 * Of other people or of this installation alone: members and invitations, counters, logs, answers kept for a day. And what
 * is made of the rows, which the database does again as they come in.
 */
const LEFT_OUT = [
  ...['members', 'invitations', 'invitation_days', 'call_counters', 'idempotency_keys', 'quota_notices', 'request_log'],
  ...['analytics_marks', 'analytics_quarters', 'analytics_days', 'analytics_zones', 'analytics_digests'],
  ...['analytics_questions', 'analytics_gaps', 'webhook_deliveries', 'reminder_rules', 'plan_requests'],
];

type Line = { format: string; migrations: string[] } | { table: string; rows: Record<string, unknown>[] };

export const archiveCommands: Command[] = [
  {
    name: 'workspace export',
    summary: 'Write a workspace and its sandbox to one file',
    takes: ['workspace id', 'file'],
    options: {},
    example: 'workspace export ws_01k9z0v3w8e5r7t2y4u6i8p0qa bella-vista.ndjson.gz',
    run: exportWorkspace,
  },
  {
    name: 'workspace import',
    summary: 'Read a workspace from such a file, with its ids',
    takes: ['file'],
    options: {},
    example: 'workspace import bella-vista.ndjson.gz',
    run: importWorkspace,
  },
];

async function exportWorkspace({ config, args: [id = '', file = ''] }: Call): Promise<void> {
  if (existsSync(file)) throw new OperatorError(`${resolve(file)} exists already. Choose another name.`);
  await asOperator(config, async ({ owner }) => {
    await findWorkspace(owner, id);
    const draft = `${file}.part`;
    const lines = Readable.from(archiveLines(owner, id));
    try {
      await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    print(
      `${resolve(file)} holds the workspace, without its members. Keep it safe.`,
      'Secrets, and what patients told, are sealed in it: importing needs the same master key.',
    );
  });
}

/** Everything is read in one transaction, so that the archive is of one moment. */
async function* archiveLines(owner: pg.Pool, id: string): AsyncGenerator<string> {
  const client = await owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    yield line({ format: FORMAT, migrations: await migrationsOf(client) });
    for (const { name, scope } of await tablesOf(client)) {
      const ids = `select id from workspaces where live_id = ${client.escapeLiteral(id)}`;
      await client.query(
        `declare archived cursor for select row_to_json(t) as row from ${name} t where ${scope} in (${ids})`,
      );
      for (;;) {
        const { rows } = await client.query(`fetch ${BATCH} from archived`);
        if (!rows.length) break;
        yield line({ table: name, rows: rows.map(({ row }) => row) });
      }
      await client.query('close archived');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const line = (content: Line) => `${JSON.stringify(content)}\n`;

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Tables of a workspace's rows, each after those that it refers to. */
async function tablesOf(client: pg.ClientBase): Promise<{ name: string; scope: string }[]> {
  const { rows } = await client.query<{ name: string; refers: string[] }>(
    `select c.relname as name,
       coalesce(array_agg(f.relname::text) filter (where f.relname is not null), '{}') as refers
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     left join pg_class f on f.oid = k.confrelid and f.oid <> c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  const sorted = [{ name: 'workspaces', scope: 'id' }];
  const waiting = new Map(rows.map(({ name, refers }) => [name, refers]));
  while (waiting.size) {
    const next = [...waiting].find(([, refers]) => refers.every((other) => !waiting.has(other)));
    if (!next) throw new Error('Tables refer to each other in a circle.');
    sorted.push({ name: next[0], scope: 'workspace_id' });
    waiting.delete(next[0]);
  }
  return sorted;
}

async function importWorkspace({ config, args: [file = ''] }: Call): Promise<void> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${resolve(file)}.`);
  await asOperator(config, async ({ owner, vault }) => {
    const here = await vault();
    const client = await owner.connect();
    try {
      await client.query('begin');
      const known = (await tablesOf(client)).map(({ name }) => name);
      const { counts, workspaces } = await readArchive(client, file, known);
      const isOwnKey = await refuseOtherKey(client, here, workspaces);
      const unsealed = await notSealedWith(client, here, workspaces);
      // What else is sealed with this key was sealed here: then a head that is not was changed on the way.
      if (!isOwnKey) await sealAsItStands(client, here, unsealed, { actor: 'operator', reason: 'workspace import' });
      await client.query('commit');
      print('Imported:', ...[...counts].map(([table, count]) => `  ${table}: ${count}`), 'It has no members yet.');
      if (unsealed.length)
        print(
          isOwnKey
            ? 'Its audit log is not as it was written: see "audit verify".'
            : 'Its audit log came from an installation with another master key: it is sealed as it stands, and says so.',
        );
    } catch (error) {
      await client.query('rollback');
      throw explain(error as Error & { code?: string });
    } finally {
      client.release();
    }
  });
}

type Imported = { counts: Map<string, number>; workspaces: string[] };

async function readArchive(client: pg.ClientBase, file: string, known: string[]): Promise<Imported> {
  const counts = new Map<string, number>();
  const workspaces: string[] = [];
  const source = createReadStream(file).pipe(createGunzip());
  let first = true;
  // A broken file ends the stream with an error, which readline would not tell.
  const broken = new Promise<never>((_, reject) => source.on('error', reject));
  const read = async () => {
    for await (const text of createInterface({ input: source })) {
      const content = JSON.parse(text) as Line;
      if (first && (!('format' in content) || content.format !== FORMAT)) throw new SyntaxError('another format');
      if (first && 'migrations' in content) await refuseOtherVersion(client, content.migrations);
      first = false;
      if (!('table' in content)) continue;
      if (!known.includes(content.table)) throw new SyntaxError('an unknown table');
      await insertRows(client, content.table, content.rows);
      counts.set(content.table, (counts.get(content.table) ?? 0) + content.rows.length);
      if (content.table === 'workspaces') workspaces.push(...content.rows.map(({ id }) => String(id)));
    }
  };
  await Promise.race([read(), broken]);
  return { counts, workspaces };
}

/** What the database works out itself is not inserted. */
async function insertRows(client: pg.ClientBase, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await client.query(
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/**
 * What is sealed keeps the key of where it comes from. Every value is tried: with none, any key will do, and nobody knows
 * which it was.
 */
async function refuseOtherKey(client: pg.ClientBase, vault: Vault, workspaces: string[]): Promise<boolean> {
  let isOwnKey = false;
  for (const kind of MASTER_SEALED) {
    for await (const value of sealedValues(client, kind, workspaces)) {
      if (openValue(vault, kind, value) !== undefined) {
        isOwnKey = true;
        continue;
      }
      throw new OperatorError(
        'This workspace was sealed with another master key. Nothing was changed. Import again once this installation has ' +
          `that key: ${INVOCATION} master-key rotate --file <file with that key>`,
      );
    }
  }
  return isOwnKey;
}

async function refuseOtherVersion(client: pg.ClientBase, migrations: string[]): Promise<void> {
  if (JSON.stringify(migrations) === JSON.stringify(await migrationsOf(client))) return;
  throw new OperatorError(
    'The file was written by another version of Frontdesk. Export and import with the same version.',
  );
}

function explain(error: Error & { code?: string }): Error {
  if (error.code === '23505') return new OperatorError('This workspace is here already. Nothing was changed.');
  const broken = error instanceof SyntaxError || ['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(error.code ?? '');
  return broken ? new OperatorError('This is not the file of a workspace. Nothing was changed.') : error;
}
