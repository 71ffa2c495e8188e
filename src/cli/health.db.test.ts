import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, createWorkspace, queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { MASTER_KEY_COLUMNS } from '../features/service/encrypted-values.ts';
import { createSecret, signMessage } from '../features/webhooks/secrets.ts';
import { readIdentitySecret, storeIdentitySecret } from '../features/widget/identity.ts';
import { readConfig } from '../kernel/config.ts';
import { type Keyring, openKeyring, sha256 } from '../kernel/crypto.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../kernel/database/database.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import { createIdempotency } from '../kernel/http/idempotency.ts';
import type { Workspace } from '../kernel/http/route.ts';
import { type DecryptedPerson, decryptPerson, encryptPerson } from '../scheduling/person-encryption.ts';
import { auditCommands } from './audit.ts';
import { type Command, parseInput } from './command.ts';
import { healthCommands } from './health.ts';
import { masterKeyCommands } from './master-key.ts';

const ZOE: DecryptedPerson = {
  name: 'Zoë',
  dateOfBirth: '1961-05-03',
  phone: null,
  email: null,
  notes: null,
  reason: null,
};
const COMMANDS = [...auditCommands, ...healthCommands, ...masterKeyCommands];

let connection: ConnectionOptions & { database: string };
let databaseUrl: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  connection = await createDatabase();
  const { user, database, host, port } = connection;
  databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
});

/** Runs a command and returns its output. */
async function run(env: Record<string, string>, name: string, ...argv: string[]): Promise<string> {
  const command = COMMANDS.find((command) => command.name === name) as Command;
  const input = parseInput(command, argv);
  if (input === 'help') throw new Error('no help wanted');
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  try {
    await command.run({ ...input, config: readConfig({ DATABASE_URL: databaseUrl, ...env }) });
  } finally {
    write.mockRestore();
  }
  return output;
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(connection, 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const createContext = (id: string, keyring: Keyring) => ({
  keyring,
  workspace: { id },
  actor: { id: 'key_1' },
  now: new Date(0),
  purpose: 'test',
});
const inWorkspace = <T>(
  database: Database,
  id: string,
  keyring: Keyring,
  work: (ctx: EncryptionContext) => Promise<T>,
) => database.inWorkspace(id, (db) => work({ db, ...createContext(id, keyring) }));

/** A workspace with an encrypted person, a stored response, all kinds of secrets, and an owner with a second factor. */
async function createFilledWorkspace(masterKey: Buffer) {
  const keyring = openKeyring(masterKey);
  return withDatabase(async (database) => {
    const { id } = await createWorkspace({ database } as Service, { keyring });
    const { sealed: encryptedPerson } = await inWorkspace(database, id, keyring, (ctx) =>
      encryptPerson(ctx, 'bkg_1', ZOE),
    );
    await database.inWorkspace(id, (db) => storeIdentitySecret(db, keyring, 'fd_id_secret'));
    const idempotency = createIdempotency(database, keyring, 1_000);
    const claim = await idempotency.claim(id, 'key', sha256('x'));
    if (!('token' in claim)) throw new Error('not claimed');
    await idempotency.storeOrRelease(claim, { status: 201, contentType: 'text/plain', body: 'stored answer' });
    const endpoint = createSecret(keyring, { workspace_id: id, id: 'whk_1' });
    await queryAsDbOwner(
      connection,
      `insert into webhook_endpoints (workspace_id, id, url, events, secrets, created_at, updated_at)
       values ($1, 'whk_1', 'https://example.com', '{*}', $2, now(), now())`,
      [id, endpoint.encryptedSecrets],
    );
    await queryAsDbOwner(
      connection,
      `insert into auth_users (id, name, email) values ('u1', 'Ann', 'ann@example.com')`,
    );
    const encryptionKey = { key: keyring.derive('sessions').toString('base64') };
    await queryAsDbOwner(
      connection,
      `insert into auth_two_factors (id, "userId", secret, "backupCodes") values ('t1', 'u1', $1, $2)`,
      [
        await symmetricEncrypt({ ...encryptionKey, data: 'totp' }),
        await symmetricEncrypt({ ...encryptionKey, data: '["a"]' }),
      ],
    );
    return { id, sealed: encryptedPerson, webhookSecret: endpoint.secret };
  });
}

async function expectReadable(
  masterKey: Buffer,
  { id, sealed, webhookSecret }: Awaited<ReturnType<typeof createFilledWorkspace>>,
) {
  const keyring = openKeyring(masterKey);
  await withDatabase(async (database) => {
    expect(await inWorkspace(database, id, keyring, (ctx) => decryptPerson(ctx, 'bkg_1', sealed))).toEqual(ZOE);
    const replayedResponse = await createIdempotency(database, keyring, 1_000).claim(id, 'key', sha256('x'));
    expect(replayedResponse).toMatchObject({ status: 201, body: 'stored answer' });
    const workspace = { id, liveId: id } as Workspace;
    expect(await database.inWorkspace(id, (db) => readIdentitySecret(db, keyring, workspace))).toBe('fd_id_secret');
  });
  const message = { id: 'evt_1', at: new Date(), body: '{}' };
  const [endpoint] = (await queryAsDbOwner(connection, 'select * from webhook_endpoints')).rows;
  const signature = new Webhook(webhookSecret).sign(message.id, message.at, message.body);
  expect(signMessage(keyring, endpoint, endpoint.secrets, message)).toBe(signature);
  const { rows } = await queryAsDbOwner(connection, 'select secret, "backupCodes" as codes from auth_two_factors');
  const key = keyring.derive('sessions').toString('base64');
  expect(await symmetricDecrypt({ key, data: rows[0].secret })).toBe('totp');
  expect(await symmetricDecrypt({ key, data: rows[0].codes })).toBe('["a"]');
}

const createDataDir = () => mkdtemp(join(folder, 'data-'));
const writeKeyFile = async (name: string, key: Buffer) => {
  const file = join(await createDataDir(), name);
  await writeFile(file, `${key.toString('base64')}\n`);
  return file;
};
const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const base64 = (key: Buffer) => key.toString('base64');

describe('the master key', () => {
  it('from the environment is replaced by the key in a file', async () => {
    const filledWorkspace = await createFilledWorkspace(OLD_KEY);
    const file = await writeKeyFile('new.key', NEW_KEY);
    const out = await run({ MASTER_KEY: base64(OLD_KEY) }, 'master-key rotate', '--file', file);
    expect(out).toContain('Resealed 7 values with the new master key');
    expect(out).toContain(`Set MASTER_KEY to the content of ${file}`);
    await expectReadable(NEW_KEY, filledWorkspace);
    await expect(expectReadable(OLD_KEY, filledWorkspace)).rejects.toThrow();
  });

  it('in the data folder is replaced, and an interrupted rotation is resumed', async () => {
    const dir = await createDataDir();
    await writeFile(join(dir, 'master.key'), base64(OLD_KEY));
    const filledWorkspace = await createFilledWorkspace(OLD_KEY);
    // State after a crash that follows the commit: the database is done, the new key file is not renamed yet.
    await writeFile(join(dir, 'master.key.new'), base64(NEW_KEY));
    await run({ MASTER_KEY: base64(OLD_KEY) }, 'master-key rotate', '--file', join(dir, 'master.key.new'));
    expect(await run({ DATA_DIR: dir }, 'master-key rotate')).toContain('Resealed 0 values');
    expect(await readFile(join(dir, 'master.key'), 'utf8')).toBe(base64(NEW_KEY));
    await expectReadable(NEW_KEY, filledWorkspace);

    expect(await run({ DATA_DIR: dir }, 'master-key rotate')).toContain('Resealed 7 values');
    const newKey = Buffer.from(await readFile(join(dir, 'master.key'), 'utf8'), 'base64');
    expect([newKey.length, newKey.equals(NEW_KEY)]).toEqual([32, false]);
    await expectReadable(newKey, filledWorkspace);
  });

  it('is not replaced while a service runs, by an invalid file, or from a wrong key', async () => {
    const filledWorkspace = await createFilledWorkspace(OLD_KEY);
    const file = await writeKeyFile('new.key', NEW_KEY);
    const rotate = (env: Record<string, string>, ...argv: string[]) => run(env, 'master-key rotate', ...argv);
    const service = await startService(connection, { masterKey: base64(OLD_KEY), jobs: 'off' });
    await expect(rotate({ MASTER_KEY: base64(OLD_KEY) }, '--file', file)).rejects.toThrow('Stop every instance first');
    await service.stop();
    const shortKeyFile = await writeKeyFile('short.key', Buffer.alloc(16));
    await expect(rotate({ MASTER_KEY: base64(OLD_KEY) }, '--file', shortKeyFile)).rejects.toThrow(
      'must contain 32 bytes',
    );
    await expect(rotate({ MASTER_KEY: base64(OLD_KEY) }, '--file', '/nowhere')).rejects.toThrow('Can’t read');
    await expect(rotate({ MASTER_KEY: base64(OLD_KEY) })).rejects.toThrow('pass it with --file');
    const wrongKeyEnv = { MASTER_KEY: base64(Buffer.alloc(32, 9)) };
    await expect(rotate(wrongKeyEnv, '--file', file)).rejects.toThrow('opens with neither key');
    await expectReadable(OLD_KEY, filledWorkspace);
  });

  it('has a rotation for every encrypted column', async () => {
    const { rows } = await queryAsDbOwner(
      connection,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    );
    const hashColumns = [
      ...['api_keys.hash', 'invitations.token_hash', 'attempt_counters.address', 'idempotency_keys.fingerprint'],
      ...['audit_entries.previous_hash', 'audit_entries.hash', 'audit_heads.hash', 'reminder_refusals.address'],
      ...['deleted_workspaces.audit_head', 'knowledge_pages.hash', 'transcript_addresses.address'],
      ...['channel_tokens.token', 'customers.identity'],
    ];
    const dataKeyColumns = [
      ...['prescriptions.details', 'bookings.sealed', 'conversations.sealed', 'messages.sealed'],
      ...['conversation_notes.sealed', 'customers.sealed', 'customer_imports.file'],
    ];
    const masterKeyColumns = MASTER_KEY_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    // Signed with a key derived from the master key. Its rotation has a test below.
    const sealColumns = ['audit_heads.seal'];
    // Vectors of messages that are not about health, and the business's own documents and pictures.
    const unencryptedColumns = [
      ...['analytics_gaps.vector', 'knowledge.content', 'knowledge_passages.vector', 'pictures.content'],
      'site_imports.content',
    ];
    const knownColumns = [
      ...hashColumns,
      ...sealColumns,
      ...unencryptedColumns,
      ...dataKeyColumns,
      ...masterKeyColumns,
    ];
    expect(rows.map(({ name }) => name).filter((name) => !knownColumns.includes(name))).toEqual([]);
  });
});

describe('health rotate-keys', () => {
  it('gives the workspace and its sandbox new data keys', async () => {
    const { id } = await createFilledWorkspace(OLD_KEY);
    const env = { MASTER_KEY: base64(OLD_KEY) };
    expect(await run(env, 'health rotate-keys', id)).toBe(
      'Live data: resealed 0 values with data key 2 and deleted the old keys.\nSandbox: nothing to reseal.\n',
    );
    const { rows } = await queryAsDbOwner(connection, 'select version from data_keys');
    expect(rows).toEqual([{ version: 2 }]);
    await expect(run(env, 'health rotate-keys', 'ws_0')).rejects.toThrow('No workspace ws_0');
  });
});

describe('the audit log', () => {
  const env = { MASTER_KEY: base64(OLD_KEY) };
  const verify = (...argv: string[]) => run(env, 'audit verify', ...argv);
  const tamper = (statement: string) =>
    queryAsDbOwner(connection, `begin; set local session_replication_role = replica; ${statement}; commit`);
  const readEntries = async () =>
    (await queryAsDbOwner(connection, 'select actor, action, subject, reason from audit_entries order by sequence'))
      .rows;

  it('is verified for one workspace or for all', async () => {
    expect(await verify()).toBe('The audit log is empty.\n');
    const { id } = await createFilledWorkspace(OLD_KEY);
    const out = await verify();
    expect(out).toMatch(new RegExp(`^${id} +live +1 +1 +[0-9a-f]{64}$`, 'm'));
    expect(out).toContain('Every entry is intact and none are missing.');
    expect(await verify('--workspace', id)).toBe(out);
    await expect(verify('--workspace', 'ws_0')).rejects.toThrow('No workspace ws_0');
  });

  it('reports the first changed entry and truncation', async () => {
    const { id } = await createFilledWorkspace(OLD_KEY);
    await tamper(`update audit_entries set actor = 'x'`);
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is changed`);
    await tamper('delete from audit_entries');
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is missing`);
  });

  it('stays sealed when the master key is replaced', async () => {
    await createFilledWorkspace(OLD_KEY);
    const verdictBefore = await verify();
    await run(env, 'master-key rotate', '--file', await writeKeyFile('new.key', NEW_KEY));
    expect(await run({ MASTER_KEY: base64(NEW_KEY) }, 'audit verify')).toBe(verdictBefore);
    await expect(verify()).rejects.toThrow('MASTER_KEY is not the key that this database was sealed with');
  });

  it('stays invalid after a key rotation if it was tampered with', async () => {
    const { id } = await createFilledWorkspace(OLD_KEY);
    await tamper(`delete from audit_entries; update audit_heads set entries = 0,
      hash = decode(repeat('00', 32), 'hex') where workspace_id = '${id}'`);
    const out = await run(env, 'master-key rotate', '--file', await writeKeyFile('new.key', NEW_KEY));
    expect(out).toContain('1 audit logs were tampered with and stay that way');
    await expect(run({ MASTER_KEY: base64(NEW_KEY) }, 'audit verify')).rejects.toThrow(`${id}: head changed`);
  });

  it('is enough to detect a wrong master key', async () => {
    await withDatabase((database) => createWorkspace({ database } as Service, { keyring: openKeyring(OLD_KEY) }));
    await expect(run({ MASTER_KEY: base64(NEW_KEY) }, 'audit verify')).rejects.toThrow('is not the key');
    const rotate = run(
      { MASTER_KEY: base64(Buffer.alloc(32, 9)) },
      'master-key rotate',
      '--file',
      await writeKeyFile('n', NEW_KEY),
    );
    await expect(rotate).rejects.toThrow('A value in audit_heads opens with neither key');
    await expect(startService(connection, { masterKey: base64(NEW_KEY), jobs: 'off' })).rejects.toThrow(
      'is not the key',
    );
  });

  it('is resealed by the operator, which adds an entry that says so', async () => {
    const { id } = await createFilledWorkspace(OLD_KEY);
    expect(await run(env, 'audit seal', id)).toContain('Nothing was changed.');
    await tamper(`delete from audit_heads where workspace_id = '${id}'`);
    await expect(verify()).rejects.toThrow(`${id}: head missing`);
    expect(await run(env, 'audit seal', id)).toBe(`Resealed, with an entry that says so: ${id}.\n`);
    expect(await verify()).toMatch(new RegExp(`^${id} +live +2 +2 +[0-9a-f]{64}$`, 'm'));
    expect((await readEntries()).at(-1)).toEqual({
      actor: 'operator',
      action: 'audit.seal',
      subject: '1 entries',
      reason: 'audit seal',
    });
    // Resealing does not repair a broken chain.
    await tamper(`update audit_entries set actor = 'x' where sequence = 1`);
    await run(env, 'audit seal', id);
    await expect(verify()).rejects.toThrow(`entry 1 of ${id} is changed`);
  });
});
