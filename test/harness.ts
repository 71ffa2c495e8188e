import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import type { App, AppOptions } from '../src/app-options.ts';
import { WIDGET_LIMITS } from '../src/features/access/widget-limits.ts';
import { insertWorkspace } from '../src/features/accounts/workspaces.ts';
import type { KeyKind, Mode } from '../src/features/keys/format.ts';
import { createKey, type NewKey } from '../src/features/keys/store.ts';
import { type AuditVerdict, verifyAudit } from '../src/kernel/audit/verify.ts';
import { type Config, readConfig } from '../src/kernel/config.ts';
import { type Keyring, openKeyring } from '../src/kernel/crypto.ts';
import { type ConnectionOptions, chooseDirectConnection } from '../src/kernel/database/database.ts';
import { newId } from '../src/kernel/ids.ts';
import { createLog } from '../src/kernel/log.ts';
import { addCleanup } from './cleanup.ts';
import { TEMPLATE_DATABASE } from './database.ts';
import { openDbOwnerSession } from './db-owner-sessions.ts';
import { call, type HttpResponse } from './http.ts';
import { cheapPasswordHashing, openSharedEncoder } from './shared-resources.ts';

export { addCleanup, runCleanups } from './cleanup.ts';
export { type CallOptions, call, type HttpResponse } from './http.ts';

/**
 * Creates a database for this test file, copied from the migrated template. It goes with the server at the end of the run,
 * because dropping it takes as long as a dozen requests.
 */
export const createDatabase = () => copyDatabase(TEMPLATE_DATABASE);
/** Creates an empty database, without any migration. */
export const createEmptyDatabase = () => copyDatabase('template1');

async function copyDatabase(template: string): Promise<ConnectionOptions & { database: string }> {
  const { pooler, ...server } = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const createSql = `create database ${database} template ${template} strategy ${inject('copyStrategy')}`;
  await queryAsDbOwner({ ...server, database: 'frontdesk' }, createSql);
  return pooler ? { ...pooler, database, direct: { ...server, database } } : { ...server, database };
}

/** Runs SQL as the database owner, bypassing the service and row-level security. */
export async function queryAsDbOwner(
  connection: ConnectionOptions,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const session = await openDbOwnerSession(chooseDirectConnection(connection));
  try {
    return await session.client.query(sql, values);
  } finally {
    await session.close();
  }
}

/** All tests share one IP address, so the limits per address are raised. */
const RAISED_WIDGET_LIMITS = {
  ...WIDGET_LIMITS,
  messagesPerMinute: { ...WIDGET_LIMITS.messagesPerMinute, address: 10_000 },
  sessionsPerMinute: { address: 10_000 },
  bookingPage: { viewsPerMinute: 10_000, bookingsPerHourOfAddress: 10_000, bookingsPerHourOfWorkspace: 10_000 },
};

/** The checkup asks a hundred questions about each workspace's document, 15 seconds after it was written. */
const COSTLY_TASKS = ['checkup.run'];

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** The keyring for the service's master key, or for the default test master key. */
export const openTestKeyring = ({ config }: { config?: Config } = {}): Keyring =>
  openKeyring(Buffer.from(config?.masterKey ?? MASTER_KEY, 'base64'));

export type Service = App & { url: string; config: Config; connection: ConnectionOptions; logLines: string[] };

/** Starts the service on a real port. Services that share a connection are instances of one deployment. */
export async function startService(
  connection?: ConnectionOptions,
  overrides: Partial<Config> = {},
  options: Partial<AppOptions> = {},
): Promise<Service> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'frontdesk-data-')));
  const config: Config = {
    ...readConfig({}),
    port: 0,
    dataDir,
    masterKey: MASTER_KEY,
    authAttemptsPerMinute: 10_000,
    // So that tests can switch to the plan they need.
    planChanges: 'owner',
    ...overrides,
  };
  const serviceConnection = connection ?? (await createDatabase());
  const logLines: string[] = [];
  const app = await createApp({
    config,
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
    connection: serviceConnection,
    widget: { limits: RAISED_WIDGET_LIMITS },
    encoder: openSharedEncoder(),
    passwordHasher: cheapPasswordHashing,
    skippedTasks: COSTLY_TASKS,
    ...options,
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const service = { ...app, url: `http://127.0.0.1:${port}`, config, connection: serviceConnection, logLines };
  addCleanup(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return service;
}

/** Verifies a workspace's audit log. */
export const verifyAuditLog = (
  service: Pick<Service, 'database' | 'config'>,
  workspaceId: string,
): Promise<AuditVerdict> =>
  service.database.inWorkspaceReadOnly(workspaceId, (db) =>
    verifyAudit({ db, keyring: openTestKeyring(service), workspace: { id: workspaceId } }),
  );

let signUpCount = 0;

/** Signs up a new person and returns their session. */
export async function signUp(
  service: Service,
  overrides: { name?: string; email?: string; businessName?: string } = {},
) {
  const email = overrides.email ?? `person${++signUpCount}-${randomBytes(4).toString('hex')}@example.com`;
  const body = {
    name: overrides.name ?? 'Ann Owner',
    email,
    password: 'Correct-horse-9',
    ...(overrides.businessName ? { businessName: overrides.businessName } : {}),
  };
  const response = await call(service, 'POST', '/api/auth/sign-up/email', { body });
  if (response.status !== 200) throw new Error(`sign-up: ${response.status} ${response.text}`);
  return { email, password: body.password, cookie: getCookieHeader(response), user: response.json.user };
}

export const getCookieHeader = (response: HttpResponse): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Creates a workspace and a key directly in the database, for tests that are not about signing up. */
export async function createWorkspace(
  service: Service,
  overrides: { plan?: string; mode?: Mode; kind?: KeyKind; keyring?: Keyring } & Partial<NewKey> = {},
) {
  const { plan = 'business', keyring = openTestKeyring(service), ...key } = overrides;
  const id = newId('ws');
  await service.database.inWorkspace(id, (db) => insertWorkspace({ db, keyring }, { id, name: 'Bella Vista', plan }));
  return { id, ...(await createApiKey(service, id, key)) };
}

/** Subscribes a webhook to all events of the key's workspace. Message events are recorded only for subscribers. */
export async function subscribeToAllEvents(service: { url: string }, key: string): Promise<string> {
  const body = { url: 'https://hooks.example.com/', events: ['*'] };
  const { status, json, text } = await call(service, 'POST', '/api/webhooks', { key, body });
  if (status !== 201) throw new Error(`webhooks: ${status} ${text}`);
  return json.id;
}

export async function createApiKey(service: Service, workspaceId: string, overrides: Partial<NewKey> = {}) {
  const newKey: NewKey = { workspaceId, name: 'test', mode: 'live', kind: 'secret', ...overrides };
  const { key, row } = await service.database.inWorkspace(workspaceId, (db) => createKey(db, newKey));
  return { key, keyId: row.id };
}
