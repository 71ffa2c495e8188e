import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asOwner, createDatabase, makeWorkspace, type Service, startService } from '../../test/harness.ts';
import { ENCRYPTED_COLUMNS } from '../features/service/encrypted-values.ts';
import { newSecret, sign } from '../features/webhooks/secrets.ts';
import { identitySecret, storeIdentitySecret } from '../features/widget/identity.ts';
import { readConfig } from '../kernel/config.ts';
import { type Keyring, openKeyring, sha256 } from '../kernel/crypto.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../kernel/database/database.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import { createIdempotency } from '../kernel/http/idempotency.ts';
import type { Workspace } from '../kernel/http/route.ts';
import { decryptPerson, encryptPerson, type SealedPerson } from '../scheduling/person-encryption.ts';
import { auditCommands } from './audit.ts';
import { type Command, parseCall } from './command.ts';
import { healthCommands } from './health.ts';
import { masterKeyCommands } from './master-key.ts';

const ZOE: SealedPerson = {
  name: 'Zoë',
  dateOfBirth: '1961-05-03',
  phone: null,
  email: null,
  notes: null,
  reason: null,
};
const COMMANDS = [...auditCommands, ...healthCommands, ...masterKeyCommands];

let connection: ConnectionOptions & { database: string };
let url: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  connection = await createDatabase();
  const { user, database, host, port } = connection;
  url = `postgres://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
});

/** Runs a command as it is typed and gives what it prints. */
async function run(env: Record<string, string>, name: string, ...argv: string[]): Promise<string> {
  const command = COMMANDS.find((each) => each.name === name) as Command;
  const call = parseCall(command, argv);
  if (call === 'help') throw new Error('no help wanted');
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  try {
    await command.run({ ...call, config: readConfig({ DATABASE_URL: url, ...env }) });
  } finally {
    write.mockRestore();
  }
  return printed;
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(connection, 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const contextOf = (id: string, keyring: Keyring) => ({
  keyring,
  workspace: { id },
  actor: { id: 'key_1' },
  now: new Date(0),
  purpose: 'test',
});
const inside = <T>(database: Database, id: string, keyring: Keyring, work: (ctx: EncryptionContext) => Promise<T>) =>
  database.inWorkspace(id, (db) => work({ db, ...contextOf(id, keyring) }));

/** A workspace with a sealed person, an idempotent answer, secrets of all kinds, and an owner with a second factor. */
async function fill(master: Buffer) {
  const keyring = openKeyring(master);
  return withDatabase(async (database) => {
    const { id } = await makeWorkspace({ database } as Service, { keyring });
    const { sealed } = await inside(database, id, keyring, (ctx) => encryptPerson(ctx, 'bkg_1', ZOE));
    await database.inWorkspace(id, (db) => storeIdentitySecret(db, keyring, 'fd_id_secret'));
    const idempotency = createIdempotency(database, keyring, 1_000);
    const claim = await idempotency.claim(id, 'key', sha256('x'));
    if (!('token' in claim)) throw new Error('not claimed');
    await idempotency.settle(claim, { status: 201, contentType: 'text/plain', body: 'stored answer' });
    const endpoint = newSecret(keyring, { workspace_id: id, id: 'whk_1' });
    await asOwner(
      connection,
      `insert into webhook_endpoints (workspace_id, id, url, events, secrets, created_at, updated_at)
       values ($1, 'whk_1', 'https://example.com', '{*}', $2, now(), now())`,
      [id, endpoint.sealed],
    );
    await asOwner(connection, `insert into auth_users (id, name, email) values ('u1', 'Ann', 'ann@example.com')`);
    const secret = { key: keyring.derive('sessions').toString('base64') };
    await asOwner(
      connection,
      `insert into auth_two_factors (id, "userId", secret, "backupCodes") values ('t1', 'u1', $1, $2)`,
      [await symmetricEncrypt({ ...secret, data: 'totp' }), await symmetricEncrypt({ ...secret, data: '["a"]' })],
    );
    return { id, sealed, webhookSecret: endpoint.secret };
  });
}

async function expectReadable(master: Buffer, { id, sealed, webhookSecret }: Awaited<ReturnType<typeof fill>>) {
  const keyring = openKeyring(master);
  await withDatabase(async (database) => {
    expect(await inside(database, id, keyring, (ctx) => decryptPerson(ctx, 'bkg_1', sealed))).toEqual(ZOE);
    const replayed = await createIdempotency(database, keyring, 1_000).claim(id, 'key', sha256('x'));
    expect(replayed).toMatchObject({ status: 201, body: 'stored answer' });
    const workspace = { id, accountId: id } as Workspace;
    expect(await database.inWorkspace(id, (db) => identitySecret(db, keyring, workspace))).toBe('fd_id_secret');
  });
  const message = { id: 'evt_1', at: new Date(), body: '{}' };
  const [endpoint] = (await asOwner(connection, 'select * from webhook_endpoints')).rows;
  const signature = new Webhook(webhookSecret).sign(message.id, message.at, message.body);
  expect(sign(keyring, endpoint, endpoint.secrets, message)).toBe(signature);
  const { rows } = await asOwner(connection, 'select secret, "backupCodes" as codes from auth_two_factors');
  const key = keyring.derive('sessions').toString('base64');
  expect(await symmetricDecrypt({ key, data: rows[0].secret })).toBe('totp');
  expect(await symmetricDecrypt({ key, data: rows[0].codes })).toBe('["a"]');
}

const dataDir = () => mkdtemp(join(folder, 'data-'));
const written = async (name: string, key: Buffer) => {
  const file = join(await dataDir(), name);
  await writeFile(file, `${key.toString('base64')}\n`);
  return file;
};
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const base64 = (key: Buffer) => key.toString('base64');

describe('the master key', () => {
  it('of the environment is replaced by that of a file', async () => {
    const stored = await fill(OLD);
    const file = await written('new.key', NEW);
    const out = await run({ MASTER_KEY: base64(OLD) }, 'master-key rotate', '--file', file);
    expect(out).toContain('Resealed 7 values with the new master key');
    expect(out).toContain(`Set MASTER_KEY to the content of ${file}`);
    await expectReadable(NEW, stored);
    await expect(expectReadable(OLD, stored)).rejects.toThrow();
  });

  it('of the data folder is made anew, and a broken-off try is gone on with', async () => {
    const dir = await dataDir();
    await writeFile(join(dir, 'master.key'), base64(OLD));
    const stored = await fill(OLD);
    // What a crash after the commit leaves: the database done, the key still beside its place.
    await writeFile(join(dir, 'master.key.new'), base64(NEW));
    await run({ MASTER_KEY: base64(OLD) }, 'master-key rotate', '--file', join(dir, 'master.key.new'));
    expect(await run({ DATA_DIR: dir }, 'master-key rotate')).toContain('Resealed 0 values');
    expect(await readFile(join(dir, 'master.key'), 'utf8')).toBe(base64(NEW));
    await expectReadable(NEW, stored);

    expect(await run({ DATA_DIR: dir }, 'master-key rotate')).toContain('Resealed 7 values');
    const made = Buffer.from(await readFile(join(dir, 'master.key'), 'utf8'), 'base64');
    expect([made.length, made.equals(NEW)]).toEqual([32, false]);
    await expectReadable(made, stored);
  });

  it('is not replaced while a service runs, by a wrong file, or from a key that opens nothing', async () => {
    const stored = await fill(OLD);
    const file = await written('new.key', NEW);
    const rotate = (env: Record<string, string>, ...argv: string[]) => run(env, 'master-key rotate', ...argv);
    const service = await startService(connection, { masterKey: base64(OLD), jobs: 'off' });
    await expect(rotate({ MASTER_KEY: base64(OLD) }, '--file', file)).rejects.toThrow('Stop every instance first');
    await service.stop();
    const short = await written('short.key', Buffer.alloc(16));
    await expect(rotate({ MASTER_KEY: base64(OLD) }, '--file', short)).rejects.toThrow('must contain 32 bytes');
    await expect(rotate({ MASTER_KEY: base64(OLD) }, '--file', '/nowhere')).rejects.toThrow('Can’t read');
    await expect(rotate({ MASTER_KEY: base64(OLD) })).rejects.toThrow('pass it with --file');
    const wrong = { MASTER_KEY: base64(Buffer.alloc(32, 9)) };
    await expect(rotate(wrong, '--file', file)).rejects.toThrow('opens with neither key');
    await expectReadable(OLD, stored);
  });

  it('has no sealed column that its rotation does not know', async () => {
    const { rows } = await asOwner(
      connection,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    );
    const hashes = [
      ...['api_keys.hash', 'invitations.token_hash', 'attempt_counters.address', 'idempotency_keys.fingerprint'],
      ...['audit_entries.previous_hash', 'audit_entries.hash', 'audit_heads.hash', 'reminder_refusals.address'],
      ...['deleted_workspaces.audit_head', 'knowledge_pages.hash', 'transcript_addresses.address'],
    ];
    const withDataKeys = [
      ...['prescriptions.details', 'bookings.sealed', 'conversations.sealed', 'messages.sealed'],
      'conversation_notes.sealed',
    ];
    const withMaster = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    // With a key that is made of the master key; its rotation has a test below.
    const signed = ['audit_heads.seal'];
    // What a question means, of messages that are not about health, and what the business has given to be read out.
    const open = ['analytics_gaps.vector', 'knowledge.content', 'knowledge_passages.vector'];
    const known = [...hashes, ...signed, ...open, ...withDataKeys, ...withMaster];
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('health rotate-keys', () => {
  it('gives the workspace and its sandbox new data keys', async () => {
    const { id } = await fill(OLD);
    const env = { MASTER_KEY: base64(OLD) };
    expect(await run(env, 'health rotate-keys', id)).toBe(
      'Live data: resealed 0 values with data key 2 and deleted the old keys.\nSandbox: nothing to reseal.\n',
    );
    const { rows } = await asOwner(connection, 'select version from data_keys');
    expect(rows).toEqual([{ version: 2 }]);
    await expect(run(env, 'health rotate-keys', 'ws_0')).rejects.toThrow('No workspace ws_0');
  });
});

describe('the audit log', () => {
  const env = { MASTER_KEY: base64(OLD) };
  const verify = (...argv: string[]) => run(env, 'audit verify', ...argv);
  const tamper = (statement: string) =>
    asOwner(connection, `begin; set local session_replication_role = replica; ${statement}; commit`);
  const entries = async () =>
    (await asOwner(connection, 'select actor, action, subject, reason from audit_entries order by sequence')).rows;

  it('is well, of one workspace or of all', async () => {
    expect(await verify()).toBe('The audit log is empty.\n');
    const { id } = await fill(OLD);
    const out = await verify();
    expect(out).toMatch(new RegExp(`^${id} +live +1 +1 +[0-9a-f]{64}$`, 'm'));
    expect(out).toContain('Every entry is intact and none are missing.');
    expect(await verify('--workspace', id)).toBe(out);
    await expect(verify('--workspace', 'ws_0')).rejects.toThrow('No workspace ws_0');
  });

  it('has its first changed entry named, and entries that were cut off', async () => {
    const { id } = await fill(OLD);
    await tamper(`update audit_entries set actor = 'x'`);
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is changed`);
    await tamper('delete from audit_entries');
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is missing`);
  });

  it('keeps its seal when the master key is replaced', async () => {
    await fill(OLD);
    const before = await verify();
    await run(env, 'master-key rotate', '--file', await written('new.key', NEW));
    expect(await run({ MASTER_KEY: base64(NEW) }, 'audit verify')).toBe(before);
    await expect(verify()).rejects.toThrow('MASTER_KEY is not the key that this database was sealed with');
  });

  it('is not vouched for by a new master key where somebody had changed it', async () => {
    const { id } = await fill(OLD);
    await tamper(`delete from audit_entries; update audit_heads set entries = 0,
      hash = decode(repeat('00', 32), 'hex') where workspace_id = '${id}'`);
    const out = await run(env, 'master-key rotate', '--file', await written('new.key', NEW));
    expect(out).toContain('1 audit logs were tampered with and stay that way');
    await expect(run({ MASTER_KEY: base64(NEW) }, 'audit verify')).rejects.toThrow(`${id}: head changed`);
  });

  it('alone tells a wrong master key', async () => {
    await withDatabase((database) => makeWorkspace({ database } as Service, { keyring: openKeyring(OLD) }));
    await expect(run({ MASTER_KEY: base64(NEW) }, 'audit verify')).rejects.toThrow('is not the key');
    const rotate = run(
      { MASTER_KEY: base64(Buffer.alloc(32, 9)) },
      'master-key rotate',
      '--file',
      await written('n', NEW),
    );
    await expect(rotate).rejects.toThrow('A value in audit_heads opens with neither key');
    await expect(startService(connection, { masterKey: base64(NEW), jobs: 'off' })).rejects.toThrow('is not the key');
  });

  it('is sealed as it stands by the operator, which stands in it', async () => {
    const { id } = await fill(OLD);
    expect(await run(env, 'audit seal', id)).toContain('Nothing was changed.');
    await tamper(`delete from audit_heads where workspace_id = '${id}'`);
    await expect(verify()).rejects.toThrow(`${id}: head missing`);
    expect(await run(env, 'audit seal', id)).toBe(`Resealed, with an entry that says so: ${id}.\n`);
    expect(await verify()).toMatch(new RegExp(`^${id} +live +2 +2 +[0-9a-f]{64}$`, 'm'));
    expect((await entries()).at(-1)).toEqual({
      ...{ actor: 'operator', action: 'audit.seal', subject: '1 entries', reason: 'audit seal' },
    });
    // What does not fit the one before it cannot be made to.
    await tamper(`update audit_entries set actor = 'x' where sequence = 1`);
    await run(env, 'audit seal', id);
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is changed`);
  });
});
