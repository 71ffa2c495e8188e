import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandRunner } from '../../test/command.ts';
import { COMPILE_CACHE_DIR } from '../../test/compile-cache.ts';
import { fillWorkspace } from '../../test/full-workspace.ts';
import { call, createDatabase, createWorkspace, queryAsDbOwner, startService } from '../../test/harness.ts';
import { readConfig } from '../kernel/config.ts';
import type { ConnectionOptions } from '../kernel/database/database.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { archiveCommands } from './archive.ts';

const TIMEOUT_MS = 60_000;
const SOURCE_KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Data in these tests is encrypted with the harness's key. */
const runCli = (connection: ConnectionOptions, ...args: string[]) => runCliWithKey(SOURCE_KEY, connection, ...args);

const connectionUrl = ({ user, host, port, database }: ConnectionOptions) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}&port=${port}`;

const runCommand = createCommandRunner();

/** Rejects like a failed child process. */
async function runCliWithKey(masterKey: string, connection: ConnectionOptions, ...args: string[]) {
  const DATABASE_URL = connectionUrl(connection);
  const env = { DATABASE_URL, DATA_DIR: folder, MASTER_KEY: masterKey, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR };
  const { code, out, err } = await runCommand(env, ...args);
  const result = { code, stdout: out, stderr: err };
  if (code !== 0) throw Object.assign(new Error(err), result);
  return result;
}

it('moves a workspace with all its rows to another installation', { timeout: TIMEOUT_MS }, async () => {
  const source = await startService(undefined, { jobs: 'off' });
  const target = await createDatabase();
  const { id, key } = await createWorkspace(source);
  await call(source, 'POST', '/api/webhooks', { key, body: { url: 'https://example.com/', events: ['*'] } });
  const customer = { name: 'Zoë Ångström', email: 'zoe@example.com' };
  await call(source, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
  await call(source, 'POST', '/api/chat', { key, body: { message: 'hello', customer } });
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const { json: availability } = await call(source, 'POST', '/api/v1/restaurant/reservations', {
    key,
    body: { partySize: 2, startsAt: `${day}T12:00`, customer, checkOnly: true },
  });
  const startsAt = availability.available ? availability.startsAt : availability.alternatives[0].startsAt;
  const bookingResponse = await call(source, 'POST', '/api/v1/restaurant/reservations', {
    key,
    body: { partySize: 2, startsAt, customer },
  });
  expect(bookingResponse.status).toBe(201);

  const file = join(folder, 'workspace.ndjson.gz');
  await runCli(source.connection, 'workspace', 'export', id, file);
  await runCli(target, 'workspace', 'import', file);
  const verifications = [source.connection, target].map(
    async (installation) => (await runCli(installation, 'audit', 'verify')).stdout,
  );
  expect(await verifications[1]).toContain(`${id}  live `);
  expect(await verifications[1]).toBe(await verifications[0]);
  const targetService = await startService(target, { jobs: 'off' });
  const corePaths = ['/api/conversations', '/api/webhooks'];
  for (const path of [...corePaths, '/api/v1/bookings', '/api/v1/config', '/api/v1/config/versions']) {
    expect((await call(targetService, 'GET', path, { key })).json).toEqual(
      (await call(source, 'GET', path, { key })).json,
    );
  }
  // Old events were already delivered by the source installation.
  const countDeliveries = async (connection: ConnectionOptions) =>
    (await queryAsDbOwner(connection, 'select from webhook_deliveries')).rows.length;
  expect([(await countDeliveries(source.connection)) > 0, await countDeliveries(target)]).toEqual([true, 0]);
  await expect(runCli(target, 'workspace', 'import', file)).rejects.toMatchObject({
    code: 1,
    stderr: /already exists here/,
  });
});

it('rejects data encrypted with another master key and changes nothing', { timeout: TIMEOUT_MS }, async () => {
  const source = await startService(undefined, { jobs: 'off' });
  const target = await createDatabase();
  const { id, key } = await createWorkspace(source);
  const body = { message: 'I need Zyloprimex', businessType: 'medical' };
  const { conversationId } = (await call(source, 'POST', '/api/chat', { key, body })).json;
  const file = join(folder, 'sealed.ndjson.gz');
  await runCli(source.connection, 'workspace', 'export', id, file);

  await expect(runCliWithKey(OTHER_KEY, target, 'workspace', 'import', file)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^frontdesk: This workspace was sealed with another master key\. [^\n]+\n$/),
  });
  expect((await queryAsDbOwner(target, 'select from workspaces')).rows).toEqual([]);

  // Follows the error's advice: import again after switching to the source's master key.
  const keyFile = join(folder, 'source.key');
  await writeFile(keyFile, SOURCE_KEY);
  await runCliWithKey(OTHER_KEY, target, 'master-key', 'rotate', '--file', keyFile);
  await runCli(target, 'workspace', 'import', file);
  const targetService = await startService(target, { jobs: 'off' });
  const response = await call(targetService, 'GET', `/api/conversations/${conversationId}`, { key });
  expect({ status: response.status, text: response.json.messages[0].text }).toEqual({
    status: 200,
    text: body.message,
  });
});

it('accepts a workspace without encrypted values under any master key', { timeout: TIMEOUT_MS }, async () => {
  const source = await startService(undefined, { jobs: 'off' });
  const target = await createDatabase();
  const { id, key } = await createWorkspace(source);
  await call(source, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
  await call(source, 'POST', '/api/chat', { key, body: { message: 'hello' } });
  const file = join(folder, 'open.ndjson.gz');
  await runCli(source.connection, 'workspace', 'export', id, file);
  const { stdout } = await runCliWithKey(OTHER_KEY, target, 'workspace', 'import', file);
  expect(stdout).toContain('  conversations: 1\n');
  expect(stdout).toContain('Its audit log came from an installation with another master key');
  expect((await runCliWithKey(OTHER_KEY, target, 'audit', 'verify')).stdout).toMatch(
    new RegExp(`^${id} +live +2 +2 `, 'm'),
  );
});

it('reports that the audit log was tampered with', { timeout: TIMEOUT_MS }, async () => {
  const source = await startService(undefined, { jobs: 'off' });
  const target = await createDatabase();
  const { id, key } = await createWorkspace(source);
  for (const industry of ['restaurant', 'retail'])
    await call(source, 'POST', '/api/v1/setup', { key, body: { industry } });
  // This encrypted value proves that both installations have the same master key.
  await call(source, 'POST', '/api/webhooks', { key, body: { url: 'https://example.com/', events: ['*'] } });
  const file = join(folder, 'changed.ndjson.gz');
  await runCli(source.connection, 'workspace', 'export', id, file);
  type ArchiveLine = { table?: string; rows: { entries: number }[] };
  const truncateAuditLog = ({ table, rows, ...rest }: ArchiveLine): object => {
    if (table === 'audit_entries') return { table, rows: rows.slice(0, 1) };
    if (table === 'audit_heads')
      return { table, rows: rows.map((row) => ({ ...row, entries: Math.min(row.entries, 1) })) };
    return { table, rows, ...rest };
  };
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n');
  await writeFile(
    file,
    gzipSync(lines.map((line) => `${JSON.stringify(truncateAuditLog(JSON.parse(line)))}\n`).join('')),
  );
  const { stdout } = await runCli(target, 'workspace', 'import', file);
  expect(stdout).toContain('Its audit log was tampered with');
  await expect(runCli(target, 'audit', 'verify')).rejects.toMatchObject({ stderr: /head changed/ });
});

it('rejects a file that is not a workspace', async () => {
  const file = join(folder, 'junk.gz');
  await writeFile(file, 'junk');
  const failedImport = runCli(await createDatabase(), 'workspace', 'import', file);
  await expect(failedImport).rejects.toMatchObject({
    code: 1,
    stderr: 'frontdesk: This isn’t a workspace file. Nothing was changed.\n',
  });
});

describe('a workspace with rows in every table', () => {
  type Row = Record<string, unknown>;
  type ArchiveLine = { table: string; rows: Row[] };
  let target: ConnectionOptions;
  let archiveHeader: Row;
  let lines: ArchiveLine[];
  let otherWorkspaceId: string;
  const archivePath = () => join(folder, 'tampered.gz');
  const queryRows = async (sql: string, values: unknown[] = []) => (await queryAsDbOwner(target, sql, values)).rows;
  /** Runs the import command in this process. */
  const importArchive = async (archive: Buffer | unknown[]) => {
    const fileContent = Buffer.isBuffer(archive)
      ? archive
      : gzipSync(archive.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await writeFile(archivePath(), fileContent);
    const { run: runImport } = archiveCommands.find(({ name }) => name === 'workspace import')!;
    const config = readConfig({ DATABASE_URL: connectionUrl(target), DATA_DIR: folder, MASTER_KEY: SOURCE_KEY });
    await runImport({ config, args: [archivePath()], options: {} } as never);
  };
  const countStoredRows = () =>
    queryRows(`select 'workspaces' as name, count(*) from workspaces union all select 'keys', count(*) from api_keys
      union all select 'events', count(*) from events union all select 'jobs', count(*) from graphile_worker.jobs`);

  beforeAll(async () => {
    const source = await startService(undefined, { jobs: 'off' });
    const { ids, key, pickUnusedTime, createCustomer } = await fillWorkspace(source, 'moved', 'Mark');
    const send = (path: string, body: object) => call(source, 'POST', path, { key, body });
    await send(`/api/conversations/${ids.conversation}/handoff`, { reason: 'asked' });
    const body = { partySize: 2, startsAt: pickUnusedTime(), waitlist: true };
    for (let n = 0; n < 2; n++) await send('/api/v1/restaurant/reservations', { ...body, customer: createCustomer() });
    const exportFile = join(folder, 'whole.gz');
    await runCli(source.connection, 'workspace', 'export', ids.workspace, exportFile);
    const archiveLines = gunzipSync(await readFile(exportFile))
      .toString()
      .trimEnd()
      .split('\n');
    archiveHeader = JSON.parse(archiveLines[0]!);
    lines = archiveLines.slice(1).map((archiveLine) => JSON.parse(archiveLine));
    target = await createDatabase();
    ({ id: otherWorkspaceId } = await createWorkspace(await startService(target, { jobs: 'off' })));
  });

  const findLine = (table: string) => lines.find((archiveLine) => archiveLine.table === table)!;
  const changeRows = (table: string, change: (row: Row) => Row) =>
    lines.map((archiveLine) =>
      archiveLine.table === table ? { ...archiveLine, rows: archiveLine.rows.map(change) } : archiveLine,
    );
  const UNKNOWN_WORKSPACE_ID = 'ws_00000000000000000000000000';

  it.each<[string, () => Buffer | unknown[]]>([
    [
      'a key to another workspace',
      () => [archiveHeader, ...changeRows('api_keys', (row) => ({ ...row, workspace_id: otherWorkspaceId }))],
    ],
    [
      'a conversation of an unknown workspace',
      () => [archiveHeader, ...changeRows('conversations', (row) => ({ ...row, workspace_id: UNKNOWN_WORKSPACE_ID }))],
    ],
    ['rows before their workspace', () => [archiveHeader, ...lines.toReversed()]],
    [
      'another workspace’s sandbox',
      () => [archiveHeader, ...changeRows('workspaces', (row) => ({ ...row, live_id: otherWorkspaceId }))],
    ],
    ['no sandbox', () => [archiveHeader, { ...lines[0], rows: [lines[0]!.rows[0]] }, ...lines.slice(1)]],
    [
      'two workspaces',
      () => [
        archiveHeader,
        lines[0],
        {
          table: 'workspaces',
          rows: [{ ...lines[0]!.rows[0], id: UNKNOWN_WORKSPACE_ID, live_id: UNKNOWN_WORKSPACE_ID }],
        },
      ],
    ],
    [
      'an invalid id',
      () => [
        archiveHeader,
        ...lines.map((archiveLine) =>
          JSON.parse(JSON.stringify(archiveLine).replaceAll(String(lines[0]!.rows[0]!.id), "ws_';--")),
        ),
      ],
    ],
    [
      'members',
      () => [
        archiveHeader,
        lines[0],
        { table: 'members', rows: [{ workspace_id: lines[0]!.rows[0]!.id, user_id: 'usr_1', role: 'owner' }] },
      ],
    ],
    ['people', () => [archiveHeader, lines[0], { table: 'auth_users', rows: [{ id: 'usr_1' }] }]],
    ['a statement for a table', () => [archiveHeader, lines[0], { table: 'events; drop table events', rows: [] }]],
    ['rows that are not a list', () => [archiveHeader, lines[0], { table: 'events', rows: 'x' }]],
    ['a row that is not an object', () => [archiveHeader, lines[0], { table: 'events', rows: [[]] }]],
    ['a null line', () => [archiveHeader, null]],
    ['a number', () => [7]],
    ['no version', () => [{ format: archiveHeader.format }, ...lines]],
    [
      'a later version',
      () => [{ ...archiveHeader, migrations: [...(archiveHeader.migrations as string[]), '9999-later'] }, ...lines],
    ],
    ['another format', () => [{ ...archiveHeader, format: 'frontdesk workspace 2' }, ...lines]],
    [
      'a character that cannot be stored',
      () => [archiveHeader, ...changeRows('messages', (row) => ({ ...row, text: 'a\0b' }))],
    ],
    [
      'a value of the wrong type',
      () => [archiveHeader, ...changeRows('events', (row) => ({ ...row, occurred_at: 'soon' }))],
    ],
    [
      'rows without a required value',
      () => [archiveHeader, ...changeRows('bookings', ({ starts_at: _, ...row }) => row)],
    ],
    [
      'a message of an unknown conversation',
      () => [archiveHeader, ...changeRows('messages', (row) => ({ ...row, conversation_id: 'conv_1' }))],
    ],
    [
      'data keys of another workspace',
      () => [archiveHeader, ...changeRows('data_keys', (row) => ({ ...row, wrapped: '\\x00' }))],
    ],
    ['no workspace', () => [archiveHeader]],
    ['nothing at all', () => []],
    ['half a line', () => gzipSync(`${JSON.stringify(archiveHeader)}\n{"table":`)],
    [
      'half of the file',
      () => gzipSync([archiveHeader, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')).subarray(0, -200),
    ],
    ['text', () => Buffer.from(JSON.stringify(archiveHeader))],
  ])('is rejected with %s, and nothing is changed', async (_what, createArchive) => {
    const rowsBefore = await countStoredRows();
    await expect(importArchive(createArchive())).rejects.toThrow(FixableError);
    expect(await countStoredRows()).toEqual(rowsBefore);
  });

  const MIB = 1024 * 1024;
  /** gzip members can be concatenated, so a gigabyte of repeated data is compressed quickly. */
  const gzipEndless = (firstLines: unknown[], repeatedContent: Buffer) =>
    Buffer.concat([
      gzipSync(firstLines.map((line) => `${JSON.stringify(line)}\n`).join('')),
      ...Array(Math.ceil((1024 * MIB) / repeatedContent.length)).fill(gzipSync(repeatedContent)),
    ]);

  it('is rejected with an endless line, before using a gigabyte of memory', async () => {
    const archive = gzipEndless([archiveHeader], Buffer.alloc(64 * MIB, 'a'));
    expect(archive.length).toBeLessThan(4 * MIB);
    const rowsBefore = await countStoredRows();
    const bytesBefore = process.memoryUsage().arrayBuffers;
    let peakBytes = 0;
    const memoryTimer = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - bytesBefore);
    }, 5);
    await expect(importArchive(archive)).rejects.toThrow(FixableError);
    clearInterval(memoryTimer);
    expect(peakBytes).toBeLessThan(512 * MIB);
    expect(await countStoredRows()).toEqual(rowsBefore);
  });

  it('is rejected with endless empty lines', { timeout: TIMEOUT_MS }, async () => {
    const emptyRowsLine = `${JSON.stringify({ table: 'events', rows: [] })}\n`;
    const archive = gzipEndless(
      [archiveHeader, lines[0]],
      Buffer.from(emptyRowsLine.repeat((64 * MIB) / emptyRowsLine.length)),
    );
    expect(archive.length).toBeLessThan(8 * MIB);
    const rowsBefore = await countStoredRows();
    await expect(importArchive(archive)).rejects.toThrow(FixableError);
    expect(await countStoredRows()).toEqual(rowsBefore);
  });

  it('is rejected if the path is a folder', async () => {
    await rm(archivePath(), { force: true });
    await mkdir(archivePath());
    await expect(runCli(target, 'workspace', 'import', archivePath())).rejects.toMatchObject({
      code: 1,
      stderr: /EISDIR/,
    });
    await rm(archivePath(), { recursive: true });
  });

  it('is imported without its members, sends no old notifications, and resumes pending jobs', async () => {
    expect(findLine('conversations').rows.some(({ assignee_id }) => assignee_id !== null)).toBe(true);
    expect(findLine('events').rows.some(({ type }) => type === 'conversation.handoff')).toBe(true);
    await importArchive([archiveHeader, ...lines]);
    expect(await queryRows('select from conversations where assignee_id is not null')).toEqual([]);
    const jobs = await queryRows('select distinct task_identifier as task from graphile_worker.jobs order by 1');
    expect(jobs.map(({ task }) => task)).toEqual(['checkup.run', 'knowledge.read', 'waitlist.wake']);
    expect(await queryRows('select from webhook_deliveries')).toEqual([]);
    await expect(importArchive([archiveHeader, ...lines])).rejects.toThrow(/already exists here/);
  });
});
