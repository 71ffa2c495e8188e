import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { decryptValue, ENCRYPTED_COLUMNS, encryptedValues } from '../features/service/encrypted-values.ts';
import { notSealedWith, sealAsItStands } from '../kernel/audit/sealing.ts';
import type { Keyring } from '../kernel/crypto.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { WAKE_TASK } from '../scheduling/wake.ts';
import { type Call, type Command, INVOCATION, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';

const FORMAT = 'frontdesk workspace 1';
const BATCH = 100;
/** A line is begun anew after so many characters, and none is read that is longer than any that was ever written. */
const LINE_LENGTH = 4 * 1024 * 1024;
const LONGEST_LINE = 256 * 1024 * 1024;
const WORKSPACE_ID = /^ws_[0-9a-z]{26}$/;

/**
 * Of other people or of this installation alone: members and invitations, counters, logs, answers kept for a day. And what
 * is made of the rows, which the database does again as they come in.
 */
const LEFT_OUT = [
  ...['members', 'invitations', 'call_counters', 'idempotency_keys', 'quota_notices', 'request_log'],
  ...['analytics_marks', 'analytics_quarters', 'analytics_days', 'analytics_zones', 'analytics_digests'],
  ...['analytics_questions', 'analytics_gaps', 'webhook_deliveries', 'reminder_rules', 'plan_requests'],
];

type Row = Record<string, unknown>;
type Table = { name: string; scope: string };

export const archiveCommands: Command[] = [
  {
    name: 'workspace export',
    summary: 'Export a workspace and its sandbox to a file',
    takes: ['workspace id', 'file'],
    options: {},
    example: 'workspace export ws_01k9z0v3w8e5r7t2y4u6i8p0qa bella-vista.ndjson.gz',
    run: exportWorkspace,
  },
  {
    name: 'workspace import',
    summary: 'Import a workspace from such a file, keeping its IDs',
    takes: ['file'],
    options: {},
    example: 'workspace import bella-vista.ndjson.gz',
    run: importWorkspace,
  },
];

async function exportWorkspace({ config, args: [id = '', file = ''] }: Call): Promise<void> {
  if (existsSync(file)) throw new OperatorError(`${resolve(file)} already exists. Choose another name.`);
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
      `Workspace exported to ${resolve(file)}, without its members. Keep it safe.`,
      'Secrets and patient data are sealed: importing needs the same master key.',
    );
  });
}

/** Everything is read in one transaction, so that the archive is of one moment. */
async function* archiveLines(owner: pg.Pool, id: string): AsyncGenerator<string> {
  const client = await owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    yield `${JSON.stringify({ format: FORMAT, migrations: await migrationsOf(client) })}\n`;
    for (const { name, scope } of await tablesOf(client)) {
      const ids = `select id from workspaces where live_id = ${client.escapeLiteral(id)}`;
      await client.query(
        `declare archived cursor for select row_to_json(t)::text as row from ${name} t where ${scope} in (${ids})`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from archived`);
        if (!rows.length) break;
        yield* linesOfRows(
          name,
          rows.map(({ row }) => row),
        );
      }
      await client.query('close archived');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function* linesOfRows(table: string, rows: string[]): Generator<string> {
  let line: string[] = [];
  let length = 0;
  for (const [index, row] of rows.entries()) {
    line.push(row);
    length += row.length;
    if (length < LINE_LENGTH && index < rows.length - 1) continue;
    yield `{"table":${JSON.stringify(table)},"rows":[${line.join()}]}\n`;
    line = [];
    length = 0;
  }
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Tables of a workspace's rows, each after those that it refers to. */
async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
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
  if (!existsSync(file)) throw new OperatorError(`No file ${resolve(file)}.`);
  await asOperator(config, async ({ owner, keyring }) => {
    const here = await keyring();
    const client = await owner.connect();
    try {
      await client.query('begin');
      const { counts, workspaces } = await readArchive(client, file, await tablesOf(client));
      const isOwnKey = await refuseOtherKey(client, here, workspaces);
      const unsealed = await notSealedWith(client, here, workspaces);
      // What else is sealed with this key was sealed here: then a head that is not was changed on the way.
      if (!isOwnKey) await sealAsItStands(client, here, unsealed, { actor: 'operator', reason: 'workspace import' });
      await settle(client, workspaces);
      await client.query('commit');
      print('Imported:', ...[...counts].map(([table, count]) => `  ${table}: ${count}`), 'It has no members yet.');
      if (unsealed.length)
        print(
          isOwnKey
            ? 'Its audit log was tampered with: see "audit verify".'
            : 'Its audit log came from an installation with another master key, so it was resealed and says so.',
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

/** Not a word of it is believed: what does not belong to the one workspace that it brings is refused. */
async function readArchive(client: pg.ClientBase, file: string, known: Table[]): Promise<Imported> {
  const counts = new Map<string, number>();
  let workspaces: string[] | undefined;
  let first = true;
  for await (const text of linesOf(file)) {
    const content = JSON.parse(text) as Row | null;
    if (first) await refuseOtherVersion(client, content);
    else {
      const { table, rows } = readRows(content, known);
      if (table.name === 'workspaces') workspaces = readWorkspaces(rows, workspaces);
      if (!rows.every((row) => workspaces?.includes(String(row[table.scope]))))
        throw wrong('a row of another workspace');
      await insertRows(client, table.name, rows);
      counts.set(table.name, (counts.get(table.name) ?? 0) + rows.length);
    }
    first = false;
  }
  if (!workspaces) throw wrong('no workspace');
  return { counts, workspaces };
}

const wrong = (what: string) => new SyntaxError(`The file holds ${what}.`);

/** Each as it was written; what was not written to its end shows itself by the check sum. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...held, chunk.subarray(from, end)]).toString();
      held = [];
      size = 0;
      from = end + 1;
    }
    held.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > LONGEST_LINE) throw wrong('a line that does not end');
  }
  if (size) throw wrong('half a line');
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function readRows(content: Row | null, known: Table[]): { table: Table; rows: Row[] } {
  const table = known.find(({ name }) => name === content?.table);
  if (!content || !table) throw wrong('an unknown table');
  const { rows } = content;
  // Lines of none, which cost nothing to pack, could go on for ever.
  if (!Array.isArray(rows) || !rows.length || !rows.every(isRow)) throw wrong('no rows');
  return { table, rows };
}

/** One, with its sandbox. */
function readWorkspaces(rows: Row[], before: string[] | undefined): string[] {
  const ids = rows.map(({ id }) => String(id));
  const [live, ...others] = rows.filter(({ mode }) => mode === 'live');
  const isOne = !before && live && others.length === 0 && rows.length === 2;
  if (!isOne || !ids.every((id) => WORKSPACE_ID.test(id)) || !rows.every(({ live_id }) => live_id === live.id))
    throw wrong('no workspace with its sandbox');
  return ids;
}

/** What the database works out itself is not inserted, and nobody of another installation is known here. */
async function insertRows(client: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; person: boolean }>(
    `select quote_ident(attname) as name, exists (
       select from pg_constraint where conrelid = a.attrelid and confrelid = 'auth_users'::regclass and attnum = any(conkey)
     ) as person from pg_attribute a
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ name, person }) => (person ? 'null' : name)).join(', ');
  await client.query(
    `insert into ${table} (${names}) select ${values} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** What happened there was told from there. What still has to happen has its jobs here. */
async function settle(client: pg.ClientBase, workspaces: string[]): Promise<void> {
  await client.query('delete from webhook_deliveries where workspace_id = any($1)', [workspaces]);
  await client.query(`select forget_jobs(array(select id from jobs_of($1) where task = 'handoff.mail'))`, [workspaces]);
  await client.query(
    `select enqueue($2, json_build_object('workspaceId', workspace_id, 'bookingId', id, 'at', at), 'waitlist ' || id, at)
     from bookings, lateral (select case status when 'offered' then offered_until else starts_at end as at) a
     where workspace_id = any($1) and status in ('offered', 'waitlisted')`,
    [workspaces, WAKE_TASK],
  );
  await client.query(
    `select add_reading(workspace_id, id) from knowledge where workspace_id = any($1) and status = 'reading'`,
    [workspaces],
  );
}

/**
 * What is sealed keeps the key of where it comes from. Every value is tried: with none, any key will do, and nobody knows
 * which it was.
 */
async function refuseOtherKey(client: pg.ClientBase, keyring: Keyring, workspaces: string[]): Promise<boolean> {
  let isOwnKey = false;
  for (const kind of ENCRYPTED_COLUMNS) {
    for await (const value of encryptedValues(client, kind, workspaces)) {
      if (decryptValue(keyring, kind, value) !== undefined) {
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

async function refuseOtherVersion(client: pg.ClientBase, head: Row | null): Promise<void> {
  if (head?.format !== FORMAT) throw wrong('another format');
  if (JSON.stringify(head.migrations) === JSON.stringify(await migrationsOf(client))) return;
  throw new OperatorError(
    'The file was written by another version of Frontdesk. Export and import with the same version.',
  );
}

/** Values of a wrong kind, or that do not fit together; of what PostgreSQL says they would be quoted. */
const UNFIT = /^(22|23)/;

function explain(error: Error & { code?: string }): Error {
  const { code = '' } = error;
  if (code === '23505') return new OperatorError('This workspace already exists here. Nothing was changed.');
  const broken = error instanceof SyntaxError || code.startsWith('Z_') || UNFIT.test(code);
  return broken ? new OperatorError('This isn’t a workspace file. Nothing was changed.') : error;
}
