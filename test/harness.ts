import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import type { App, AppOptions } from '../src/app-options.ts';
import { WIDGET_LIMITS } from '../src/features/access/widget-limits.ts';
import { insertWorkspace } from '../src/features/accounts/workspaces.ts';
import type { Kind, Mode } from '../src/features/keys/format.ts';
import { createKey, type NewKey } from '../src/features/keys/store.ts';
import { type AuditVerdict, verifyAudit } from '../src/kernel/audit/verify.ts';
import { type Config, readConfig } from '../src/kernel/config.ts';
import { type Keyring, openKeyring } from '../src/kernel/crypto.ts';
import type { ConnectionOptions } from '../src/kernel/database/database.ts';
import { newId } from '../src/kernel/ids.ts';
import { createLog } from '../src/kernel/log.ts';
import { TEMPLATE } from './database.ts';
import { call, type Reply } from './http.ts';
import { quickPasswords, sharedEncoder } from './shared.ts';

export { type CallOptions, call, type Reply } from './http.ts';

const endings: (() => Promise<unknown>)[] = [];

/** The latest first. A hook that another hook or a test adds would never run, so there is one for all: setup.ts. */
export const atTheEnd = (step: () => Promise<unknown>) => endings.unshift(step);
export async function endFile(): Promise<void> {
  for (const step of endings.splice(0)) await step();
}

/** A database of this test file's own, copied from the migrated template and dropped when the file is done. */
export async function createDatabase(): Promise<ConnectionOptions & { database: string }> {
  const server = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await asOwner({ ...server, database: 'frontdesk' }, `create database ${database} template ${TEMPLATE}`);
  atTheEnd(() => asOwner({ ...server, database: 'frontdesk' }, `drop database if exists ${database} with (force)`));
  return { ...server, database };
}

/** For what a test must see or do behind the service's back. */
export async function asOwner(
  connection: ConnectionOptions,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** All tests come from the same one. */
const FROM_ONE_ADDRESS = {
  ...WIDGET_LIMITS,
  message: { ...WIDGET_LIMITS.message, address: 10_000 },
  session: { address: 10_000 },
};

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** With the service's own key, or that of every service here. */
export const keyringOf = ({ config }: { config?: Config } = {}): Keyring =>
  openKeyring(Buffer.from(config?.masterKey ?? MASTER_KEY, 'base64'));

export type Service = App & { url: string; config: Config; connection: ConnectionOptions; logged: string[] };

/** The service on a real port. Several may share a connection: then they are instances of one service. */
export async function startService(
  connection?: ConnectionOptions,
  overrides: Partial<Config> = {},
  options: Partial<AppOptions> = {},
): Promise<Service> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'frontdesk-data-')));
  const masterKey = MASTER_KEY;
  const config: Config = {
    ...readConfig({}),
    port: 0,
    dataDir,
    masterKey,
    authAttemptsPerMinute: 10_000,
    // So that a test can have the plan that it is about.
    planChanges: 'owner',
    ...overrides,
  };
  const own = connection ?? (await createDatabase());
  const logged: string[] = [];
  const app = await createApp({
    config,
    log: createLog('debug', { write: (line) => void logged.push(line) }),
    connection: own,
    widget: { limits: FROM_ONE_ADDRESS },
    encoder: sharedEncoder(),
    passwords: quickPasswords,
    ...options,
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const service = { ...app, url: `http://127.0.0.1:${port}`, config, connection: own, logged };
  atTheEnd(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return service;
}

/** What is to be said of a workspace's audit log. */
export const verdictOf = (service: Pick<Service, 'database' | 'config'>, id: string): Promise<AuditVerdict> =>
  service.database.readWorkspace(id, (db) => verifyAudit({ db, keyring: keyringOf(service), workspace: { id } }));

let people = 0;

/** A person who has just signed up, with their session. */
export async function signUp(service: Service, given: { name?: string; email?: string; businessName?: string } = {}) {
  const email = given.email ?? `person${++people}-${randomBytes(4).toString('hex')}@example.com`;
  const body = {
    name: given.name ?? 'Ann Owner',
    email,
    password: 'Correct-horse-9',
    ...(given.businessName ? { businessName: given.businessName } : {}),
  };
  const reply = await call(service, 'POST', '/api/auth/sign-up/email', { body });
  if (reply.status !== 200) throw new Error(`sign-up: ${reply.status} ${reply.text}`);
  return { email, password: body.password, cookie: cookies(reply), user: reply.json.user };
}

export const cookies = (reply: Reply): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A workspace with a key, made directly: for tests that are not about signing up. */
export async function makeWorkspace(
  service: Service,
  given: { plan?: string; mode?: Mode; kind?: Kind; keyring?: Keyring } & Partial<NewKey> = {},
) {
  const { plan = 'business', keyring = keyringOf(service), ...key } = given;
  const id = newId('ws');
  await service.database.inWorkspace(id, (db) => insertWorkspace({ db, keyring }, { id, name: 'Bella Vista', plan }));
  return { id, ...(await makeKey(service, id, key)) };
}

/** From here on somebody asks for every event of the key's workspace: what is said is told on demand. */
export async function listenIn(service: { url: string }, key: string): Promise<string> {
  const body = { url: 'https://hooks.example.com/', events: ['*'] };
  const { status, json, text } = await call(service, 'POST', '/api/webhooks', { key, body });
  if (status !== 201) throw new Error(`webhooks: ${status} ${text}`);
  return json.id;
}

export async function makeKey(service: Service, workspaceId: string, given: Partial<NewKey> = {}) {
  const wanted: NewKey = { workspaceId, name: 'test', mode: 'live', kind: 'secret', ...given };
  const { key, row } = await service.database.inWorkspace(workspaceId, (db) => createKey(db, wanted));
  return { key, keyId: row.id };
}
