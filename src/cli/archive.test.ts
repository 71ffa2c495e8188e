import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, call, createDatabase, makeWorkspace, startService } from '../../test/harness.ts';
import type { ConnectionOptions } from '../kernel/database/database.ts';

const run = promisify(execFile);
const PATIENCE = 60_000;
const OWN_KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything in this file is sealed with the harness's key. */
const frontdesk = (connection: ConnectionOptions, ...args: string[]) => frontdeskWith(OWN_KEY, connection, ...args);

function frontdeskWith(MASTER_KEY: string, connection: ConnectionOptions, ...args: string[]) {
  const { user, host, port, database } = connection;
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
  const env = { DATABASE_URL, DATA_DIR: folder, MASTER_KEY, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  return run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env });
}

it('moves a workspace to another installation, with every row', { timeout: PATIENCE }, async () => {
  const here = await startService(undefined, { jobs: 'off' });
  const there = await createDatabase();
  const { id, key } = await makeWorkspace(here);
  await call(here, 'POST', '/api/webhooks', { key, body: { url: 'https://example.com/', events: ['*'] } });
  const customer = { name: 'Zoë Ångström', email: 'zoe@example.com' };
  await call(here, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
  await call(here, 'POST', '/api/chat', { key, body: { message: 'hello', customer } });
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const { json } = await call(here, 'POST', '/api/v1/restaurant/reservations', {
    key,
    body: { partySize: 2, startsAt: `${day}T12:00`, customer, checkOnly: true },
  });
  const startsAt = json.available ? json.startsAt : json.alternatives[0].startsAt;
  const booked = await call(here, 'POST', '/api/v1/restaurant/reservations', {
    key,
    body: { partySize: 2, startsAt, customer },
  });
  expect(booked.status).toBe(201);

  const file = join(folder, 'workspace.ndjson.gz');
  await frontdesk(here.connection, 'workspace', 'export', id, file);
  await frontdesk(there, 'workspace', 'import', file);
  const logs = [here.connection, there].map(async (at) => (await frontdesk(at, 'audit', 'verify')).stdout);
  expect(await logs[1]).toContain(`${id}  live `);
  expect(await logs[1]).toBe(await logs[0]);
  const other = await startService(there, { jobs: 'off' });
  const core = ['/api/conversations', '/api/webhooks'];
  for (const path of [...core, '/api/v1/bookings', '/api/v1/config', '/api/v1/config/versions']) {
    expect((await call(other, 'GET', path, { key })).json).toEqual((await call(here, 'GET', path, { key })).json);
  }
  // What happened there was told from there.
  const sent = async (connection: ConnectionOptions) =>
    (await asOwner(connection, 'select from webhook_deliveries')).rows.length;
  expect([(await sent(here.connection)) > 0, await sent(there)]).toEqual([true, 0]);
  await expect(frontdesk(there, 'workspace', 'import', file)).rejects.toMatchObject({
    code: 1,
    stderr: /is here already/,
  });
});

it('refuses what was sealed with another master key, and then has changed nothing', { timeout: PATIENCE }, async () => {
  const here = await startService(undefined, { jobs: 'off' });
  const there = await createDatabase();
  const { id, key } = await makeWorkspace(here);
  const body = { message: 'I need Zyloprimex', businessType: 'medical' };
  const { conversationId } = (await call(here, 'POST', '/api/chat', { key, body })).json;
  const file = join(folder, 'sealed.ndjson.gz');
  await frontdesk(here.connection, 'workspace', 'export', id, file);

  await expect(frontdeskWith(OTHER_KEY, there, 'workspace', 'import', file)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^frontdesk: This workspace was sealed with another master key\. [^\n]+\n$/),
  });
  expect((await asOwner(there, 'select from workspaces')).rows).toEqual([]);

  // As the line says: with the other's key, also where this installation had one of its own.
  const given = join(folder, 'given.key');
  await writeFile(given, OWN_KEY);
  await frontdeskWith(OTHER_KEY, there, 'master-key', 'rotate', '--file', given);
  await frontdesk(there, 'workspace', 'import', file);
  const other = await startService(there, { jobs: 'off' });
  const read = await call(other, 'GET', `/api/conversations/${conversationId}`, { key });
  expect({ status: read.status, said: read.json.messages[0].text }).toEqual({ status: 200, said: body.message });
});

it('takes what holds nothing sealed with any master key', { timeout: PATIENCE }, async () => {
  const here = await startService(undefined, { jobs: 'off' });
  const there = await createDatabase();
  const { id, key } = await makeWorkspace(here);
  await call(here, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
  await call(here, 'POST', '/api/chat', { key, body: { message: 'hello' } });
  const file = join(folder, 'open.ndjson.gz');
  await frontdesk(here.connection, 'workspace', 'export', id, file);
  const { stdout } = await frontdeskWith(OTHER_KEY, there, 'workspace', 'import', file);
  expect(stdout).toContain('  conversations: 1\n');
  expect(stdout).toContain('Its audit log came from an installation with another master key');
  expect((await frontdeskWith(OTHER_KEY, there, 'audit', 'verify')).stdout).toMatch(
    new RegExp(`^${id} +live +2 +2 `, 'm'),
  );
});

it('says that the audit log was changed on the way', { timeout: PATIENCE }, async () => {
  const here = await startService(undefined, { jobs: 'off' });
  const there = await createDatabase();
  const { id, key } = await makeWorkspace(here);
  for (const industry of ['restaurant', 'retail'])
    await call(here, 'POST', '/api/v1/setup', { key, body: { industry } });
  // Something else that is sealed, by which it shows that the key is this one.
  await call(here, 'POST', '/api/webhooks', { key, body: { url: 'https://example.com/', events: ['*'] } });
  const file = join(folder, 'changed.ndjson.gz');
  await frontdesk(here.connection, 'workspace', 'export', id, file);
  type Line = { table?: string; rows: { entries: number }[] };
  const cut = ({ table, rows, ...rest }: Line): object => {
    if (table === 'audit_entries') return { table, rows: rows.slice(0, 1) };
    if (table === 'audit_heads')
      return { table, rows: rows.map((row) => ({ ...row, entries: Math.min(row.entries, 1) })) };
    return { table, rows, ...rest };
  };
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n');
  await writeFile(file, gzipSync(lines.map((line) => JSON.stringify(cut(JSON.parse(line)))).join('\n')));
  const { stdout } = await frontdesk(there, 'workspace', 'import', file);
  expect(stdout).toContain('Its audit log is not as it was written');
  await expect(frontdesk(there, 'audit', 'verify')).rejects.toMatchObject({ stderr: /head changed/ });
});

it('refuses a file that is not a workspace', async () => {
  const file = join(folder, 'junk.gz');
  await writeFile(file, 'junk');
  const refused = frontdesk(await createDatabase(), 'workspace', 'import', file);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: 'frontdesk: This is not the file of a workspace. Nothing was changed.\n',
  });
});
