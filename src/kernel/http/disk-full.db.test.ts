// Simulates a full disk: a table's file is replaced by /dev/full, where every write fails with ENOSPC, so PostgreSQL
// reports the same errors as on a full disk.
import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  call,
  createDatabase,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import type { ConnectionOptions } from '../database/database.ts';

const FULL_DEVICE = '/dev/full';

/** Call before the table's file is opened, because open connections keep the old file. */
async function fillDisk(connection: ConnectionOptions, table: string): Promise<void> {
  const { rows } = await queryAsDbOwner(
    connection,
    `select current_setting('data_directory') as folder, pg_relation_filepath($1::regclass) as file,
       pg_relation_size($1::regclass)::int as size`,
    [table],
  );
  const { folder, file, size } = rows[0];
  expect(size).toBe(0);
  await rm(join(folder, file));
  await symlink(FULL_DEVICE, join(folder, file));
}

/** Gives the table a new file. */
const freeDisk = (connection: ConnectionOptions, table: string) =>
  queryAsDbOwner(connection, `truncate ${table} cascade`);

function expectDiskFullResponse(response: HttpResponse): void {
  expect({
    status: response.status,
    code: response.json?.code,
    retryAfter: response.headers.get('retry-after'),
  }).toEqual({
    status: 503,
    code: 'unavailable',
    retryAfter: '60',
  });
  expect(response.json.detail).toBe('Nothing can be stored right now. Try again later.');
  expect(response.text).not.toMatch(/dev\/full|No space|base\/|53100|\.ts:/);
}

describe.skipIf(!existsSync(FULL_DEVICE))('with a full disk', () => {
  let service: Service;
  let workspace: { id: string; key: string };

  beforeAll(async () => {
    const connection = await createDatabase();
    for (const table of ['messages', 'auth_sessions']) await fillDisk(connection, table);
    service = await startService(connection, { jobs: 'off' });
    workspace = await createWorkspace(service);
  });

  const chat = (headers: Record<string, string> = {}) =>
    call(service, 'POST', '/api/chat', { key: workspace.key, body: { message: 'Hello' }, headers });

  it('PostgreSQL reports a full disk', async () => {
    const insertSql = `insert into auth_sessions (id, "userId", token, "expiresAt") values ('s', 'u', 't', now())`;
    await expect(queryAsDbOwner(service.connection, insertSql)).rejects.toMatchObject({
      code: '53100',
      message: expect.stringContaining('No space left on device'),
    });
  });

  it('rejects writes with 503 and Retry-After, and stores nothing', async () => {
    const idempotencyHeaders = { 'idempotency-key': 'full' };
    expectDiskFullResponse(await chat());
    expectDiskFullResponse(await chat(idempotencyHeaders));
    expectDiskFullResponse(await chat({ accept: 'text/event-stream' }));
    const loggedErrors = service.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(loggedErrors.map(({ err }) => err.sqlState)).toEqual(['53100', '53100', '53100']);
    expect((await queryAsDbOwner(service.connection, 'select from conversations')).rows).toEqual([]);
    const listResponse = await call(service, 'GET', '/api/conversations', { key: workspace.key });
    expect([listResponse.status, listResponse.json.data]).toEqual([200, []]);
    expect((await call(service, 'GET', '/api/health/live')).status).toBe(200);

    await freeDisk(service.connection, 'messages');
    const retryResponse = await chat(idempotencyHeaders);
    expect([retryResponse.status, retryResponse.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it('rejects a sign-up the same way and prints nothing', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const body = { name: 'Ann', email: 'ann@example.com', password: 'Correct-horse-9' };
    const postToAuth = (path: string) => call(service, 'POST', `/api/auth${path}`, { body });
    expectDiskFullResponse(await postToAuth('/sign-up/email'));
    expect((await queryAsDbOwner(service.connection, 'select from auth_users')).rows).toEqual([]);
    expect(consoleError).not.toHaveBeenCalled();
    consoleError.mockRestore();
    await freeDisk(service.connection, 'auth_sessions');
    expect((await postToAuth('/sign-up/email')).status).toBe(200);
  });
});
