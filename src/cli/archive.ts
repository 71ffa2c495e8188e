import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { decryptValue, MASTER_KEY_COLUMNS, readEncryptedValues } from '../features/service/encrypted-values.ts';
import { findUnsealedWorkspaces, resealAsIs } from '../kernel/audit/sealing.ts';
import type { Keyring } from '../kernel/crypto.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { HOLD_TASK } from '../scheduling/payments.ts';
import { WAITLIST_TASK } from '../scheduling/waitlist-job.ts';
import { listTables, type Table } from './archived-tables.ts';
import { type Command, type CommandInput, INVOCATION, print } from './command.ts';
import { findWorkspace, withDatabase } from './database-access.ts';

const FILE_FORMAT = 'frontdesk workspace 1';
const ROWS_PER_FETCH = 100;
/** A line is closed once it reaches this length. The read limit is higher because one row can exceed it. */
const MAX_WRITTEN_LINE_CHARACTERS = 4 * 1024 * 1024;
const MAX_READ_LINE_BYTES = 256 * 1024 * 1024;
const WORKSPACE_ID_PATTERN = /^ws_[0-9a-z]{26}$/;

type Row = Record<string, unknown>;

export const archiveCommands: Command[] = [
  {
    name: 'workspace export',
    summary: 'Export a workspace and its sandbox to a file',
    positionals: ['workspace id', 'file'],
    options: {},
    example: 'workspace export ws_01k9z0v3w8e5r7t2y4u6i8p0qa bella-vista.ndjson.gz',
    run: exportWorkspace,
  },
  {
    name: 'workspace import',
    summary: 'Import a workspace from such a file, keeping its IDs',
    positionals: ['file'],
    options: {},
    example: 'workspace import bella-vista.ndjson.gz',
    run: importWorkspace,
  },
];

async function exportWorkspace({ config, args: [workspaceId = '', file = ''] }: CommandInput): Promise<void> {
  if (existsSync(file)) throw new FixableError(`${resolve(file)} already exists. Choose another name.`);
  await withDatabase(config, async ({ dbOwnerPool }) => {
    await findWorkspace(dbOwnerPool, workspaceId);
    const temporaryFile = `${file}.part`;
    const lines = Readable.from(generateArchiveLines(dbOwnerPool, workspaceId));
    try {
      await pipeline(lines, createGzip(), createWriteStream(temporaryFile, { mode: 0o600, flags: 'wx' }));
      await rename(temporaryFile, file);
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
    print(
      `Workspace exported to ${resolve(file)}, without its members. Keep it safe.`,
      'Secrets and health data are sealed: importing needs the same master key.',
    );
  });
}

/** Reads everything in one transaction, so that the archive is a consistent snapshot. */
async function* generateArchiveLines(dbOwnerPool: pg.Pool, workspaceId: string): AsyncGenerator<string> {
  const client = await dbOwnerPool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    yield `${JSON.stringify({ format: FILE_FORMAT, migrations: await readMigrationNames(client) })}\n`;
    for (const { name, workspaceColumn } of await listTables(client)) {
      const workspaceIdsSql = `select id from workspaces where live_id = ${client.escapeLiteral(workspaceId)}`;
      await client.query(
        `declare archived cursor for select row_to_json(t)::text as row from ${name} t where ${workspaceColumn} in (${workspaceIdsSql})`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_PER_FETCH} from archived`);
        if (!rows.length) break;
        yield* formatRows(
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

function* formatRows(table: string, rows: string[]): Generator<string> {
  let pendingRows: string[] = [];
  let pendingCharacters = 0;
  for (const [index, row] of rows.entries()) {
    pendingRows.push(row);
    pendingCharacters += row.length;
    if (pendingCharacters < MAX_WRITTEN_LINE_CHARACTERS && index < rows.length - 1) continue;
    yield `{"table":${JSON.stringify(table)},"rows":[${pendingRows.join()}]}\n`;
    pendingRows = [];
    pendingCharacters = 0;
  }
}

async function readMigrationNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

async function importWorkspace({ config, args: [file = ''] }: CommandInput): Promise<void> {
  if (!existsSync(file)) throw new FixableError(`No file ${resolve(file)}.`);
  await withDatabase(config, async ({ dbOwnerPool, loadEncryptionKeyring }) => {
    const keyring = await loadEncryptionKeyring();
    const client = await dbOwnerPool.connect();
    try {
      await client.query('begin');
      const { countsByTable, workspaceIds } = await readArchive(client, file, await listTables(client));
      const isKeyProven = await requireDecryptableValues(client, keyring, workspaceIds);
      const unsealedWorkspaces = await findUnsealedWorkspaces(client, keyring, workspaceIds);
      // If other values decrypt with our key, the archive is from this installation, and a wrong seal means tampering.
      if (!isKeyProven)
        await resealAsIs(client, keyring, unsealedWorkspaces, { actor: 'operator', reason: 'workspace import' });
      await recreateJobs(client, workspaceIds);
      await client.query('commit');
      print(
        'Imported:',
        ...[...countsByTable].map(([table, count]) => `  ${table}: ${count}`),
        'It has no members yet.',
      );
      if (unsealedWorkspaces.length)
        print(
          isKeyProven
            ? 'Its audit log was tampered with: see "audit verify".'
            : 'Its audit log came from an installation with another master key, so it was resealed and says so.',
        );
    } catch (error) {
      await client.query('rollback');
      throw explainImportError(error as Error & { code?: string });
    } finally {
      client.release();
    }
  });
}

type ImportResult = { countsByTable: Map<string, number>; workspaceIds: string[] };

/** Treats the file as untrusted: rejects rows that do not belong to the imported workspace. */
async function readArchive(client: pg.ClientBase, file: string, knownTables: Table[]): Promise<ImportResult> {
  const countsByTable = new Map<string, number>();
  let workspaceIds: string[] | undefined;
  let isFirstLine = true;
  for await (const line of readLines(file)) {
    const content = JSON.parse(line) as Row | null;
    if (isFirstLine) await refuseOtherVersion(client, content);
    else {
      const { table, rows } = parseRows(content, knownTables);
      if (table.name === 'workspaces') workspaceIds = parseWorkspaceIds(rows, workspaceIds);
      if (!rows.every((row) => workspaceIds?.includes(String(row[table.workspaceColumn]))))
        throw invalidFileError('a row of another workspace');
      await insertRows(client, table.name, rows);
      countsByTable.set(table.name, (countsByTable.get(table.name) ?? 0) + rows.length);
    }
    isFirstLine = false;
  }
  if (!workspaceIds) throw invalidFileError('no workspace');
  return { countsByTable, workspaceIds };
}

const invalidFileError = (content: string) => new SyntaxError(`The file holds ${content}.`);

/** Yields the lines of the file. gzip's checksum detects a truncated file. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    let lineStart = 0;
    for (let lineEnd = chunk.indexOf('\n'); lineEnd >= 0; lineEnd = chunk.indexOf('\n', lineStart)) {
      yield Buffer.concat([...pendingChunks, chunk.subarray(lineStart, lineEnd)]).toString();
      pendingChunks = [];
      pendingBytes = 0;
      lineStart = lineEnd + 1;
    }
    pendingChunks.push(chunk.subarray(lineStart));
    pendingBytes += chunk.length - lineStart;
    if (pendingBytes > MAX_READ_LINE_BYTES) throw invalidFileError('a line that does not end');
  }
  if (pendingBytes) throw invalidFileError('half a line');
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseRows(content: Row | null, knownTables: Table[]): { table: Table; rows: Row[] } {
  const table = knownTables.find(({ name }) => name === content?.table);
  if (!content || !table) throw invalidFileError('an unknown table');
  const { rows } = content;
  // Empty lines compress to almost nothing, so a small file could contain endless ones.
  if (!Array.isArray(rows) || !rows.length || !rows.every(isRow)) throw invalidFileError('no rows');
  return { table, rows };
}

/** Requires exactly one live workspace and its sandbox. */
function parseWorkspaceIds(rows: Row[], previousIds: string[] | undefined): string[] {
  const ids = rows.map(({ id }) => String(id));
  const [liveRow, ...otherLiveRows] = rows.filter(({ mode }) => mode === 'live');
  const isSingleWorkspace = !previousIds && liveRow && otherLiveRows.length === 0 && rows.length === 2;
  if (
    !isSingleWorkspace ||
    !ids.every((id) => WORKSPACE_ID_PATTERN.test(id)) ||
    !rows.every(({ live_id }) => live_id === liveRow.id)
  )
    throw invalidFileError('no workspace with its sandbox');
  return ids;
}

/** Skips generated columns, and clears references to users because the original users do not exist here. */
async function insertRows(client: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; refers_to_user: boolean }>(
    `select quote_ident(attname) as name, exists (
       select from pg_constraint where conrelid = a.attrelid and confrelid = 'auth_users'::regclass and attnum = any(conkey)
     ) as refers_to_user from pg_attribute a
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columnNames = columns.map(({ name }) => name).join(', ');
  const selectList = columns.map(({ name, refers_to_user }) => (refers_to_user ? 'null' : name)).join(', ');
  await client.query(
    `insert into ${table} (${columnNames}) select ${selectList} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Drops notifications that the original installation already sent, and creates jobs for work that is still due. */
async function recreateJobs(client: pg.ClientBase, workspaceIds: string[]): Promise<void> {
  await client.query('delete from webhook_deliveries where workspace_id = any($1)', [workspaceIds]);
  await client.query('delete from unmailed_handoffs where workspace_id = any($1)', [workspaceIds]);
  await client.query(
    `select forget_jobs(array(select id from jobs_of($1) where task in ('handoff.mail', 'handoff.push')))`,
    [workspaceIds],
  );
  await client.query(
    `select enqueue($2, json_build_object('workspaceId', workspace_id, 'bookingId', id, 'at', at), 'waitlist ' || id, at)
     from bookings, lateral (select case status when 'offered' then offered_until else starts_at end as at) a
     where workspace_id = any($1) and status in ('offered', 'waitlisted')`,
    [workspaceIds, WAITLIST_TASK],
  );
  await client.query(
    `select enqueue($2, json_build_object('workspaceId', workspace_id, 'bookingId', booking_id, 'at', pay_by), 'deposit ' || booking_id, pay_by)
     from payments where workspace_id = any($1) and status in ('open', 'failed')`,
    [workspaceIds, HOLD_TASK],
  );
  await client.query(
    `select add_reading(workspace_id, id) from knowledge where workspace_id = any($1) and status = 'reading'`,
    [workspaceIds],
  );
}

/**
 * Throws unless every encrypted value can be decrypted with our master key. Returns whether there was any value to prove
 * that the keys are the same.
 */
async function requireDecryptableValues(
  client: pg.ClientBase,
  keyring: Keyring,
  workspaceIds: string[],
): Promise<boolean> {
  let isKeyProven = false;
  for (const column of MASTER_KEY_COLUMNS) {
    for await (const value of readEncryptedValues(client, column, workspaceIds)) {
      if (decryptValue(keyring, column, value) !== undefined) {
        isKeyProven = true;
        continue;
      }
      throw new FixableError(
        'This workspace was sealed with another master key. Nothing was changed. Import again once this installation has ' +
          `that key: ${INVOCATION} master-key rotate --file <file with that key>`,
      );
    }
  }
  return isKeyProven;
}

async function refuseOtherVersion(client: pg.ClientBase, header: Row | null): Promise<void> {
  if (header?.format !== FILE_FORMAT) throw invalidFileError('another format');
  if (JSON.stringify(header.migrations) === JSON.stringify(await readMigrationNames(client))) return;
  throw new FixableError(
    'The file was written by another version of Frontdesk. Export and import with the same version.',
  );
}

/** SQLSTATE classes for invalid data and violated constraints. PostgreSQL's own messages would quote the values. */
const INVALID_VALUE_SQLSTATE_PATTERN = /^(22|23)/;

function explainImportError(error: Error & { code?: string }): Error {
  const { code = '' } = error;
  if (code === '23505') return new FixableError('This workspace already exists here. Nothing was changed.');
  const isInvalidFile =
    error instanceof SyntaxError || code.startsWith('Z_') || INVALID_VALUE_SQLSTATE_PATTERN.test(code);
  return isInvalidFile ? new FixableError('This isn’t a workspace file. Nothing was changed.') : error;
}
