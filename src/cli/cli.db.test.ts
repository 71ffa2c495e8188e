import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandResult, createCommandRunner, runInChildProcess, runInThisProcess } from '../../test/command.ts';
import { COMPILE_CACHE_DIR } from '../../test/compile-cache.ts';
import { openInUseSession } from '../kernel/database/connect.ts';
import { DATABASE_NAME, getClusterFolder, SUPERUSER } from '../kernel/database/embedded/cluster.ts';
import { findPostmaster } from '../kernel/database/embedded/postmaster.ts';
import { type EmbeddedServer, startEmbedded } from '../kernel/database/embedded.ts';

const commonEnv = () => ({
  PUBLIC_URL: 'https://desk.example.com',
  DATA_DIR: dataDir,
  NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
});
const WORKSPACE_LINE_PATTERN = /^Workspace {2}(ws_\w+)$/m;
const UNKNOWN_WORKSPACE_ID = 'ws_00000000000000000000000000';
const COMMANDS = [
  ...['workspace create', 'workspace list', 'workspace set-plan', 'plan set', 'plan requests'],
  ...['operator add', 'operator remove', 'operator list', 'account reset-link'],
  ...['key create', 'key list', 'key revoke'],
  ...[
    'workspace export',
    'workspace import',
    'audit verify',
    'audit seal',
    'analytics rebuild',
    'health rotate-keys',
    'master-key rotate',
  ],
  ...['migrate', 'backup', 'restore'],
];

let folder = '';
let dataDir = '';
let embedded: EmbeddedServer;
let serviceSession: Client;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-cli-')));
  dataDir = join(folder, 'data');
  embedded = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  serviceSession = await openInUseSession(embedded.connection);
});

afterAll(async () => {
  await serviceSession.end();
  await embedded.stop();
  // Still running only if a test failed.
  for (const name of ['other', 'fresh']) {
    const postmaster = await findPostmaster(getClusterFolder(join(folder, name)), SUPERUSER, DATABASE_NAME);
    if (postmaster.state === 'up') process.kill(postmaster.pid, 'SIGINT');
  }
  await rm(folder, { recursive: true, force: true });
});

const runCommand = createCommandRunner();
/** For tests where commands must not share a process. */
const runInOwnProcess = (env: Record<string, string>, ...args: string[]) =>
  runInChildProcess({ ...commonEnv(), ...env }, ...args);
const runWith = (env: Record<string, string>, ...args: string[]) => runCommand({ ...commonEnv(), ...env }, ...args);
const run = (...args: string[]) => runWith({}, ...args);
/** For commands that fail before they do anything. */
const runInTestProcess = (...args: string[]) => runInThisProcess(commonEnv(), ...args);

async function runSuccessfully(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

function expectErrorLine({ code, out, err }: CommandResult, expectedCode: number, message: string): void {
  expect(err).toMatch(/^frontdesk: [^\n]+\n$/);
  expect(err).toContain(message);
  expect({ code, out }).toEqual({ code: expectedCode, out: '' });
}

async function createWorkspace(...options: string[]): Promise<string> {
  return WORKSPACE_LINE_PATTERN.exec(await runSuccessfully('workspace', 'create', ...options))![1]!;
}

const findRowColumns = (table: string, id: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(id))
    ?.split(/ {2,}/);

test('creates a workspace with two keys, lists it, and changes its plan', async () => {
  const out = await runSuccessfully('workspace', 'create', 'Trattoria\tRoma', '--plan', 'professional');
  const id = WORKSPACE_LINE_PATTERN.exec(out)![1]!;
  expect(out).toMatch(/^Live key {3}fd_sk_live_\w{36}$/m);
  const testKey = /^Test key {3}(fd_sk_test_\w{36})$/m.exec(out)![1]!;
  expect(out).toContain(`Data       ${dataDir}\n`);
  expect(out).toContain(`curl 'https://desk.example.com/api/chat' \\\n  -H 'Authorization: Bearer ${testKey}'`);
  expect(out).toContain(`-d '{"message": "Hi!"}'`);

  expect(findRowColumns(await runSuccessfully('workspace', 'list'), id)?.slice(0, 4)).toEqual([
    id,
    'Trattoria Roma',
    'professional',
    '0',
  ]);
  expect(await runSuccessfully('workspace', 'set-plan', id, 'business')).toContain(
    'now on the business plan (was professional)',
  );
  expect(await runSuccessfully('plan', 'set', id, 'starter')).toContain('now on the starter plan (was business)');
  expect(await runSuccessfully('plan', 'set', id, 'business')).toContain('now on the business plan (was starter)');
  const listOutput = await runSuccessfully('workspace', 'list');
  expect(findRowColumns(listOutput, id)?.[2]).toBe('business');
  expect(listOutput.match(/^ws_/gm)).toHaveLength(1);

  const keys = await runSuccessfully('key', 'list', id);
  expect(keys.match(/^key_\w+ {2}operator {2}(live|test) {2}secret/gm)).toHaveLength(2);
  expect(keys).not.toContain(testKey);
});

test('requires the owner to be an existing user, and lists and grants plan requests', async () => {
  const client = new Client(embedded.connection);
  await client.connect();
  await runSuccessfully('migrate');
  await client.query(`insert into auth_users (id, name, email) values ('u1', 'Anna', 'anna@example.com')`);
  const id = await createWorkspace('Anna’s', '--owner', 'Anna@Example.com');
  const { rows } = await client.query('select user_id, role from members where workspace_id = $1', [id]);
  expect(rows).toEqual([{ user_id: 'u1', role: 'owner' }]);
  const missingOwnerResult = await run('workspace', 'create', 'Ben’s', '--owner', 'ben@example.com');
  expectErrorLine(missingOwnerResult, 1, 'No user with the email ben@example.com');
  expect(await runSuccessfully('workspace', 'list')).not.toContain('Ben’s');

  expect(await runSuccessfully('plan', 'requests')).toContain('No open plan requests');
  await client.query(
    `insert into plan_requests (workspace_id, id, plan, created_at) values ($1, 'prq_1', 'professional', now())`,
    [id],
  );
  expect(findRowColumns(await runSuccessfully('plan', 'requests'), id)?.slice(1, 4)).toEqual([
    'Anna’s',
    'starter',
    'professional',
  ]);
  await runSuccessfully('plan', 'set', id, 'professional');
  const { rows: decidedRequests } = await client.query(
    `select status, decided_at is not null as "hasDate" from plan_requests`,
  );
  expect(decidedRequests).toEqual([{ status: 'granted', hasDate: true }]);
  const { rows: emails } = await client.query(
    `select payload ->> 'to' as "to" from graphile_worker._private_jobs where payload ->> 'subject' like '%Professional%'`,
  );
  expect(emails).toEqual([{ to: 'anna@example.com' }]);
  await client.end();
});

test('prints a link to reset a password', async () => {
  const client = new Client(embedded.connection);
  await client.connect();
  await client.query(`insert into auth_users (id, name, email) values ('u3', 'Dana', 'dana@example.com')`);
  expectErrorLine(await run('account', 'reset-link', 'ben@example.com'), 1, 'No user with the email ben@example.com');
  const output = await runSuccessfully('account', 'reset-link', 'Dana@example.com');
  const [, token] = /^https:\/\/desk\.example\.com\/reset-password\?token=(\S+)$/m.exec(output) ?? [];
  const { rows } = await client.query(
    `select identifier, "expiresAt" between now() + interval '59 minutes' and now() + interval '1 hour' as "lastsAnHour"
     from auth_verifications where value = 'u3'`,
  );
  expect(rows).toEqual([{ identifier: `reset-password:${token}`, lastsAnHour: true }]);
  await client.end();
});

test('requires operators to be existing users', async () => {
  const client = new Client(embedded.connection);
  await client.connect();
  await client.query(`insert into auth_users (id, name, email) values ('u2', 'Olga', 'olga@example.com')`);
  await client.end();
  expect(await runSuccessfully('operator', 'list')).toContain('No operators yet');
  expectErrorLine(await run('operator', 'add', 'ben@example.com'), 1, 'No user with the email ben@example.com');
  for (let times = 0; times < 2; times++)
    expect(await runSuccessfully('operator', 'add', 'Olga@example.com')).toContain('https://desk.example.com/operator');
  expect(await runSuccessfully('operator', 'list')).toMatch(/^olga@example.com {2}Olga {2}off /m);
  expect(await runSuccessfully('operator', 'remove', 'olga@example.com')).toContain('no longer an operator');
  expect(await runSuccessfully('operator', 'remove', 'olga@example.com')).toContain('wasn’t an operator');
});

test('creates keys with their permissions, lists and revokes them', async () => {
  const id = await createWorkspace('Keys');
  const permissionOptions = [
    '--scope',
    'chat:write',
    '--origin',
    'https://WWW.example.com/',
    '--expires',
    '2999-01-31T00:00:00Z',
  ];
  const output = await runSuccessfully(
    'key',
    'create',
    id,
    '--name',
    'Widget',
    '--mode',
    'test',
    '--kind',
    'publishable',
    ...permissionOptions,
  );
  const keyMatch = /^Id {3}(key_\w+)\nKey {2}(fd_pk_test_\w{36})$/m.exec(output)!;
  const readKeyRow = () => runSuccessfully('key', 'list', id).then((out) => findRowColumns(out, keyMatch[1]!));
  const expectedColumns = [keyMatch[1], 'Widget', 'test', 'publishable', `…${keyMatch[2]!.slice(-4)}`];
  expect(await readKeyRow()).toEqual([
    ...expectedColumns,
    'expires 2999-01-31',
    'never',
    'chat:write',
    'https://www.example.com',
  ]);
  expect(await runSuccessfully('key', 'revoke', keyMatch[1]!)).toBe(`Revoked ${keyMatch[1]}.\n`);
  expect((await readKeyRow())?.[5]).toMatch(/^revoked \d{4}-/);
  expect(await runSuccessfully('key', 'revoke', keyMatch[1]!)).toContain('was already revoked');
});

test('reports invalid key settings in terms of options', async () => {
  const expectRejected = async (text: string, ...options: string[]) =>
    expectErrorLine(await run('key', 'create', UNKNOWN_WORKSPACE_ID, '--name', 'x', ...options), 1, text);
  const secretKeyOptions = ['--mode', 'live', '--kind', 'secret'];
  const publishableKeyOptions = ['--mode', 'live', '--kind', 'publishable'];
  await Promise.all([
    expectRejected('--mode "both" must be one of live, test.', '--mode', 'both', '--kind', 'secret'),
    expectRejected(
      '--scope "chat" must be one of chat:write',
      ...secretKeyOptions,
      '--scope',
      'mcp',
      '--scope',
      'chat',
    ),
    expectRejected('--origin is required for a publishable key', ...publishableKeyOptions),
    expectRejected('--origin "example.com" must be an origin', ...publishableKeyOptions, '--origin', 'example.com'),
    expectRejected('--expires "tomorrow" must be a valid date-time', ...secretKeyOptions, '--expires', 'tomorrow'),
    expectRejected(
      '--expires "2001-01-01T00:00:00Z" must be in the future',
      ...secretKeyOptions,
      '--expires',
      '2001-01-01T00:00:00Z',
    ),
    expectRejected(`No workspace ${UNKNOWN_WORKSPACE_ID}`, ...secretKeyOptions),
  ]);
});

test('rejects invalid IDs, names and plans in one line', async () => {
  const out = await runSuccessfully('workspace', 'create', 'Sandboxed');
  const client = new Client(embedded.connection);
  await client.connect();
  const liveId = WORKSPACE_LINE_PATTERN.exec(out)![1]!;
  const { rows } = await client.query(`select id from workspaces where live_id = $1 and mode = 'test'`, [liveId]);
  await client.end();
  const expectRejected = async (text: string, ...args: string[]) => expectErrorLine(await run(...args), 1, text);
  await Promise.all([
    expectRejected(`No workspace ${UNKNOWN_WORKSPACE_ID}`, 'workspace', 'set-plan', UNKNOWN_WORKSPACE_ID, 'business'),
    expectRejected('Choose one of starter, professional, business', 'plan', 'set', liveId, 'gold'),
    expectRejected('Choose one of starter, professional, business', 'workspace', 'set-plan', liveId, 'gold'),
    expectRejected('Enter a workspace name', 'workspace', 'create', ' '),
    expectRejected('No workspace', 'key', 'list', `x'; drop table`),
    expectRejected(`is the sandbox of workspace ${liveId}`, 'key', 'list', rows[0].id),
    expectRejected('No API key key_0', 'key', 'revoke', 'key_0'),
  ]);
});

test('prints help for everything, for each group and for each command', async () => {
  const [fullHelp, shortFlagHelp, noArgumentHelp, ...commandHelps] = await Promise.all([
    ...[runInOwnProcess({}, '--help'), runInTestProcess('-h'), runInTestProcess()],
    ...['workspace', 'key', ...COMMANDS].map((name) => runInTestProcess(...name.split(' '), '--help')),
  ]);
  expect([shortFlagHelp, noArgumentHelp]).toEqual([fullHelp, fullHelp]);
  for (const name of ['start', 'worker', ...COMMANDS]) expect(fullHelp!.out).toContain(`  ${name} `);
  for (const [index, name] of ['workspace', 'key', ...COMMANDS].entries()) {
    const { code, out, err } = commandHelps[index]!;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage: npm run frontdesk -- ${name}`);
    expect(out).toContain(`Example:\n  npm run frontdesk -- ${name}`);
  }
  expect((await runInTestProcess('key', 'create', '-h')).out).toMatch(/--origin <origin> +A website.*several\s+times/);
});

test('rejects an invalid command line in one line with a suggestion', async () => {
  const expectUsageError = async (text: string, commandName: string, ...args: string[]) => {
    const result = await runInTestProcess(...args);
    expectErrorLine(result, 2, text);
    expect(result.err).toContain(`Try: npm run frontdesk -- ${commandName}--help\n`);
  };
  expectErrorLine(await runInOwnProcess({}, 'workspaces'), 2, 'Unknown command "workspaces"');
  await Promise.all([
    expectUsageError('Unknown command "workspaces"', '', 'workspaces'),
    expectUsageError('Unknown command "key make"', 'key ', 'key', 'make'),
    expectUsageError('Unknown option "--verbose"', '', '--verbose'),
    expectUsageError("Unknown option '--all'.", 'workspace list ', 'workspace', 'list', '--all'),
    expectUsageError('needs <name>', 'workspace create ', 'workspace', 'create'),
    expectUsageError('does not take "Roma"', 'workspace create ', 'workspace', 'create', 'Trattoria', 'Roma'),
    expectUsageError('--plan needs a value', 'workspace create ', 'workspace', 'create', 'Roma', '--plan'),
    expectUsageError(
      '--name needs a value',
      'key create ',
      'key',
      'create',
      UNKNOWN_WORKSPACE_ID,
      '--name',
      '--mode',
      'live',
    ),
    expectUsageError(
      'needs --kind',
      'key create ',
      'key',
      'create',
      UNKNOWN_WORKSPACE_ID,
      '--name',
      'x',
      '--mode',
      'live',
    ),
  ]);
});

test('restores a backup into another folder, where commands start and stop the database', async () => {
  const id = await createWorkspace('Backed up');
  const file = join(folder, 'backup.tar.gz');
  expect(await runSuccessfully('backup', file)).toContain(`Backup saved to ${file}`);
  expectErrorLine(await run('backup', file), 1, 'exists already');
  expectErrorLine(await run('restore', file), 1, 'is running. Stop Frontdesk first');

  const otherEnv = { DATA_DIR: join(folder, 'other') };
  expectErrorLine(await runWith(otherEnv, 'backup', join(folder, 'b.tar.gz')), 1, 'No database in');
  expect(await runWith(otherEnv, 'restore', file)).toMatchObject({ code: 0, err: '' });
  expectErrorLine(await runWith(otherEnv, 'restore', file), 1, 'exists already');
  const listResult = await runWith(otherEnv, 'workspace', 'list');
  expect(listResult).toMatchObject({ code: 0, err: '' });
  expect(findRowColumns(listResult.out, id)?.[1]).toBe('Backed up');
  expect(await findPostmaster(getClusterFolder(otherEnv.DATA_DIR), SUPERUSER, DATABASE_NAME)).toEqual({
    state: 'none',
  });
});

test('sets up an empty data folder, even with two simultaneous commands', async () => {
  const freshEnv = { DATA_DIR: join(folder, 'fresh') };
  const results = await Promise.all([
    runInOwnProcess(freshEnv, 'workspace', 'list'),
    runInOwnProcess(freshEnv, 'migrate'),
  ]);
  for (const { code, err } of results) expect({ code, err }).toEqual({ code: 0, err: '' });
  expect((await runWith(freshEnv, 'migrate')).out).toBe('The database is up to date.\n');
  expect(await findPostmaster(getClusterFolder(freshEnv.DATA_DIR), SUPERUSER, DATABASE_NAME)).toEqual({
    state: 'none',
  });
});

test('with DATABASE_URL, refuses backups and requires a reachable database', async () => {
  const databaseEnv = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };
  expectErrorLine(await runWith(databaseEnv, 'backup', join(folder, 'c.tar.gz')), 1, 'pg_dump');
  expectErrorLine(await runWith(databaseEnv, 'restore', join(folder, 'c.tar.gz')), 1, 'pg_restore');
  expectErrorLine(await runWith(databaseEnv, 'migrate'), 1, 'DATABASE_URL cannot be reached: nothing listens there');
  expectErrorLine(await runWith({ DATABASE_URL: 'mysql://x' }, 'migrate'), 1, 'DATABASE_URL must be an address');
});
