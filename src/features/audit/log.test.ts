import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, createDatabase, makeWorkspace, type Service } from '../../../test/harness.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../kernel/database/database.ts';
import { type AuditEntry, hashEntry, recordAudit, verifyAudit } from './log.ts';

let connection: ConnectionOptions;
let database: Database;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 10);
  return () => database.close();
});

const AT = new Date('2026-11-15T10:00:00.123Z');

async function workspaceWith(subjects: string[]): Promise<string> {
  const { id } = await makeWorkspace({ database } as Service);
  for (const subject of subjects) await record(id, subject);
  return id;
}

const entry = (workspaceId: string, subject: string): AuditEntry => ({
  workspaceId,
  at: AT,
  actor: 'key_1',
  action: 'prescription.read',
  subject,
  reason: 'prescriptions.read',
});
const record = (id: string, ...subjects: string[]) =>
  database.inWorkspace(id, (db) => recordAudit(db, ...subjects.map((subject) => entry(id, subject))));
const verify = (id: string) => database.inWorkspace(id, verifyAudit);

/** As someone would who has the database in hand and switches its triggers off. */
const tamper = (statement: string, id: string) =>
  asOwner(
    connection,
    `begin; set local session_replication_role = replica; ${statement.replaceAll('$id', `'${id}'`)}; commit`,
  );

describe('an entry’s hash', () => {
  const known = hashEntry(entry('ws_1', 'rx_1'), 1, Buffer.alloc(32));

  it('depends on every field, on its place and on the entry before', () => {
    const changes: Partial<AuditEntry>[] = [
      { workspaceId: 'ws_2' },
      { at: new Date(AT.getTime() + 1) },
      { actor: 'key_2' },
      { action: 'prescription.create' },
      { subject: 'rx_2' },
      { reason: 'x' },
    ];
    const others = changes.map((change) => hashEntry({ ...entry('ws_1', 'rx_1'), ...change }, 1, Buffer.alloc(32)));
    others.push(hashEntry(entry('ws_1', 'rx_1'), 2, Buffer.alloc(32)), hashEntry(entry('ws_1', 'rx_1'), 1, known));
    expect(new Set([known, ...others].map((hash) => hash.toString('hex'))).size).toBe(others.length + 1);
  });

  it('does not change with the version of the program', () => {
    expect(known.toString('hex')).toBe('9be964b9ccd8f3daae0d9445e01ea99490284a83364f13861867a448922ebd97');
  });

  it('tells where one field ends and the next begins', () => {
    const one = hashEntry({ ...entry('ws_1', 'a","b'), reason: 'c' }, 1, known);
    expect(one).not.toEqual(hashEntry({ ...entry('ws_1', 'a'), reason: 'b","c' }, 1, known));
  });
});

describe('the chain', () => {
  it('is whole after entries one by one, several at once, and none', async () => {
    const id = await workspaceWith([]);
    expect(await verify(id)).toEqual({ ok: true, entries: 0, head: '0'.repeat(64) });
    await record(id, 'rx_1');
    await record(id, 'rx_2', 'rx_3');
    await record(id);
    expect(await verify(id)).toMatchObject({ ok: true, entries: 3 });
  });

  it('is one line however many write at once', async () => {
    const id = await workspaceWith([]);
    await Promise.all(Array.from({ length: 30 }, (_, n) => record(id, `rx_${n}`, `bkg_${n}`)));
    expect(await verify(id)).toMatchObject({ ok: true, entries: 60 });
  });

  it('takes nothing from a transaction that is rolled back', async () => {
    const id = await workspaceWith(['rx_1']);
    const failing = database.inWorkspace(id, async (db) => {
      await recordAudit(db, entry(id, 'rx_2'));
      throw new Error('roll back');
    });
    await expect(failing).rejects.toThrow('roll back');
    expect(await verify(id)).toMatchObject({ ok: true, entries: 1 });
  });

  it('is walked in pages', async () => {
    const id = await workspaceWith([]);
    await record(id, ...Array.from({ length: 2_001 }, (_, n) => `rx_${n}`));
    expect(await verify(id)).toMatchObject({ ok: true, entries: 2_001 });
  });
});

describe('what was done to it behind its back is found', () => {
  const attacks: [string, string, { sequence: number; fault: string }][] = [
    [
      'a field changed',
      `update audit_entries set actor = 'key_9' where workspace_id = $id and sequence = 3`,
      { sequence: 3, fault: 'changed' },
    ],
    [
      'a time changed',
      `update audit_entries set at = at + interval '1 day' where workspace_id = $id and sequence = 1`,
      { sequence: 1, fault: 'changed' },
    ],
    [
      'an entry removed',
      'delete from audit_entries where workspace_id = $id and sequence = 2',
      { sequence: 2, fault: 'missing' },
    ],
    [
      'the first removed',
      'delete from audit_entries where workspace_id = $id and sequence = 1',
      { sequence: 1, fault: 'missing' },
    ],
    [
      'an entry removed and the rest moved up',
      `delete from audit_entries where workspace_id = $id and sequence = 2;
       update audit_entries set sequence = sequence - 1 where workspace_id = $id and sequence > 2`,
      { sequence: 2, fault: 'not linked to the one before' },
    ],
    [
      'an entry forged with a hash of its own',
      `update audit_entries set subject = 'rx_9', hash = sha256('x') where workspace_id = $id and sequence = 2`,
      { sequence: 2, fault: 'changed' },
    ],
  ];
  it.for(attacks)('%s', async ([, statement, found]) => {
    const id = await workspaceWith(['rx_1', 'rx_2', 'rx_3', 'rx_4']);
    await tamper(statement, id);
    expect(await verify(id)).toEqual({ ok: false, ...found });
  });

  it('an end cut off shows in the last hash alone', async () => {
    const id = await workspaceWith(['rx_1', 'rx_2']);
    const before = await verify(id);
    await tamper('delete from audit_entries where workspace_id = $id and sequence = 2', id);
    const after = await verify(id);
    expect(after).toMatchObject({ ok: true, entries: 1 });
    expect(after).not.toEqual(before);
  });
});

describe('the table', () => {
  it('lets the service add and read, and no more', async () => {
    const id = await workspaceWith(['rx_1']);
    for (const statement of [
      'update audit_entries set actor = actor',
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      const attempt = database.inWorkspace(id, (db) => sql.raw(statement).execute(db));
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('does not let the owner change, remove or empty it either', async () => {
    const id = await workspaceWith(['rx_1']);
    for (const statement of [
      `update audit_entries set actor = 'x' where workspace_id = '${id}'`,
      `delete from audit_entries where workspace_id = '${id}'`,
      'truncate audit_entries',
      'truncate workspaces cascade',
    ])
      await expect(asOwner(connection, statement)).rejects.toMatchObject({ code: '23001' });
    expect(await verify(id)).toMatchObject({ ok: true, entries: 1 });
  });

  it('goes with its workspace', async () => {
    const id = await workspaceWith(['rx_1']);
    await asOwner(connection, 'delete from workspaces where live_id = $1', [id]);
    const { rows } = await asOwner(connection, 'select from audit_entries where workspace_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('shows a workspace its own entries alone', async () => {
    const [mine, theirs] = [await workspaceWith(['rx_1']), await workspaceWith(['rx_2', 'rx_3'])];
    expect(await verify(mine)).toMatchObject({ ok: true, entries: 1 });
    const forged = database.inWorkspace(mine, (db) => recordAudit(db, entry(theirs, 'rx_9')));
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  });
});
