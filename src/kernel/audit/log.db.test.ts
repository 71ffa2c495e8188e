import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabase,
  createWorkspace,
  openTestKeyring,
  queryAsDbOwner,
  type Service,
} from '../../../test/harness.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../database/database.ts';
import { lockHead } from './head.ts';
import { type AuditEntry, appendAuditEntries, hashEntry } from './log.ts';
import { verifyAudit } from './verify.ts';

const keyring = openTestKeyring();

let connection: ConnectionOptions;
let database: Database;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 10);
  return () => database.close();
});

const ENTRY_TIME = new Date('2026-11-15T10:00:00.123Z');

async function createWorkspaceWithEntries(subjects: string[]): Promise<string> {
  const { id: workspaceId } = await createWorkspace({ database } as Service);
  for (const subject of subjects) await recordEntries(workspaceId, subject);
  return workspaceId;
}

const createEntry = (workspaceId: string, subject: string): AuditEntry => ({
  workspaceId,
  at: ENTRY_TIME,
  actor: 'key_1',
  action: 'prescription.read',
  subject,
  reason: 'prescriptions.read',
});
const recordEntries = (workspaceId: string, ...subjects: string[]) =>
  database.inWorkspace(workspaceId, (db) =>
    appendAuditEntries({ db, keyring }, ...subjects.map((subject) => createEntry(workspaceId, subject))),
  );
const verify = (workspaceId: string) =>
  database.inWorkspaceReadOnly(workspaceId, (db) => verifyAudit({ db, keyring, workspace: { id: workspaceId } }));

/** Changes rows like an attacker with full database access, with triggers disabled. */
const tamper = (statement: string, workspaceId: string) =>
  queryAsDbOwner(
    connection,
    `begin; set local session_replication_role = replica; ${statement.replaceAll('$id', `'${workspaceId}'`)}; commit`,
  );

describe('an entry’s hash', () => {
  const referenceHash = hashEntry(createEntry('ws_1', 'rx_1'), 1, Buffer.alloc(32));

  it('depends on every field, on its position and on the previous entry', () => {
    const changes: Partial<AuditEntry>[] = [
      { workspaceId: 'ws_2' },
      { at: new Date(ENTRY_TIME.getTime() + 1) },
      { actor: 'key_2' },
      { action: 'prescription.create' },
      { subject: 'rx_2' },
      { reason: 'x' },
    ];
    const otherHashes = changes.map((change) =>
      hashEntry({ ...createEntry('ws_1', 'rx_1'), ...change }, 1, Buffer.alloc(32)),
    );
    otherHashes.push(
      hashEntry(createEntry('ws_1', 'rx_1'), 2, Buffer.alloc(32)),
      hashEntry(createEntry('ws_1', 'rx_1'), 1, referenceHash),
    );
    expect(new Set([referenceHash, ...otherHashes].map((hash) => hash.toString('hex'))).size).toBe(
      otherHashes.length + 1,
    );
  });

  it('is stable across versions', () => {
    expect(referenceHash.toString('hex')).toBe('9be964b9ccd8f3daae0d9445e01ea99490284a83364f13861867a448922ebd97');
  });

  it('separates fields unambiguously', () => {
    const firstHash = hashEntry({ ...createEntry('ws_1', 'a","b'), reason: 'c' }, 1, referenceHash);
    expect(firstHash).not.toEqual(hashEntry({ ...createEntry('ws_1', 'a'), reason: 'b","c' }, 1, referenceHash));
  });
});

describe('the chain', () => {
  it('is valid after appending one, several or no entries', async () => {
    const workspaceId = await createWorkspaceWithEntries([]);
    expect(await verify(workspaceId)).toEqual({ ok: true, entries: 0, head: '0'.repeat(64), sealedFrom: 1 });
    await recordEntries(workspaceId, 'rx_1');
    await recordEntries(workspaceId, 'rx_2', 'rx_3');
    await recordEntries(workspaceId);
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 3 });
  });

  it('stays linear with concurrent writers', async () => {
    const workspaceId = await createWorkspaceWithEntries([]);
    await Promise.all(Array.from({ length: 30 }, (_, n) => recordEntries(workspaceId, `rx_${n}`, `bkg_${n}`)));
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 60 });
  });

  it('contains nothing from a transaction that was rolled back', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    const failedTransaction = database.inWorkspace(workspaceId, async (db) => {
      await appendAuditEntries({ db, keyring }, createEntry(workspaceId, 'rx_2'));
      throw new Error('roll back');
    });
    await expect(failedTransaction).rejects.toThrow('roll back');
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 1 });
  });

  it('is verified in pages', async () => {
    const workspaceId = await createWorkspaceWithEntries([]);
    await recordEntries(workspaceId, ...Array.from({ length: 2_001 }, (_, n) => `rx_${n}`));
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 2_001 });
  });
});

describe('tampering is detected', () => {
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
      'the first entry removed',
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
  it.for(attacks)('%s', async ([, statement, expectedVerdict]) => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1', 'rx_2', 'rx_3', 'rx_4']);
    await tamper(statement, workspaceId);
    expect(await verify(workspaceId)).toEqual({ ok: false, ...expectedVerdict });
  });
});

describe('the sealed head', () => {
  /** Rewrites the workspace's chain from an entry on, with valid hashes. */
  async function rewriteChain(workspaceId: string, fromSequence: number) {
    const { rows } = await queryAsDbOwner(
      connection,
      'select * from audit_entries where workspace_id = $1 order by sequence',
      [workspaceId],
    );
    let lastHash: Buffer = Buffer.alloc(32);
    const statements = rows.map((row) => {
      const changedEntry = {
        ...row,
        workspaceId,
        actor: Number(row.sequence) >= fromSequence ? 'usr_somebody_else' : row.actor,
      };
      const previousHash = lastHash;
      lastHash = hashEntry(changedEntry, Number(row.sequence), previousHash);
      return `update audit_entries set actor = '${changedEntry.actor}', hash = '\\x${lastHash.toString('hex')}',
        previous_hash = '\\x${previousHash.toString('hex')}' where workspace_id = $id and sequence = ${row.sequence}`;
    });
    await tamper(statements.join(';'), workspaceId);
    return lastHash.toString('hex');
  }
  const readHead = async (workspaceId: string) =>
    (await queryAsDbOwner(connection, 'select * from audit_heads where workspace_id = $1', [workspaceId])).rows[0];
  const FOUR_SUBJECTS = ['rx_1', 'rx_2', 'rx_3', 'rx_4'];
  const DELETE_NEWEST_SQL = 'delete from audit_entries where workspace_id = $id and sequence > 2';

  const attacks: [string, string, object][] = [
    ['the newest entries removed', DELETE_NEWEST_SQL, { sequence: 3, fault: 'missing' }],
    ['all entries removed', 'delete from audit_entries where workspace_id = $id', { sequence: 1, fault: 'missing' }],
    [
      'the newest entries removed, and the head moved to the last one left',
      `${DELETE_NEWEST_SQL}; update audit_heads set entries = 2,
         hash = (select hash from audit_entries where workspace_id = $id and sequence = 2) where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    [
      'all entries removed, with the head of a new log',
      `delete from audit_entries where workspace_id = $id;
       update audit_heads set entries = 0, hash = decode(repeat('00', 32), 'hex') where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    [
      'all entries removed, with the head of another workspace’s empty log',
      `delete from audit_entries where workspace_id = $id;
       update audit_heads set (entries, hash, seal) = (select entries, hash, seal from audit_heads
         where workspace_id <> $id and entries = 0 limit 1) where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    ['the seal removed', 'update audit_heads set seal = null where workspace_id = $id', { fault: 'head not sealed' }],
    ['the head removed', 'delete from audit_heads where workspace_id = $id', { fault: 'head missing' }],
    [
      'all entries and the head removed, as if there had never been a log',
      'delete from audit_entries where workspace_id = $id; delete from audit_heads where workspace_id = $id',
      { fault: 'head missing' },
    ],
    [
      'an entry added',
      `insert into audit_entries select workspace_id, 5, at, actor, action, subject, reason, hash, sha256('x')
         from audit_entries where workspace_id = $id and sequence = 4`,
      { sequence: 5, fault: 'added' },
    ],
  ];
  it.for(attacks)('detects %s', async ([, statement, expectedVerdict]) => {
    const workspaceId = await createWorkspaceWithEntries(FOUR_SUBJECTS);
    await tamper(statement, workspaceId);
    expect(await verify(workspaceId)).toEqual({ ok: false, ...expectedVerdict });
  });

  it('detects a rewritten chain with valid hashes', async () => {
    const workspaceId = await createWorkspaceWithEntries(FOUR_SUBJECTS);
    await rewriteChain(workspaceId, 3);
    expect(await verify(workspaceId)).toEqual({ ok: false, sequence: 4, fault: 'not the one that was sealed' });
    await recordEntries(workspaceId, 'rx_5');
    expect(await verify(workspaceId)).toEqual({ ok: false, sequence: 5, fault: 'not linked to the one before' });
  });

  it('stays invalid when entries are appended after tampering', async () => {
    const workspaceId = await createWorkspaceWithEntries(FOUR_SUBJECTS);
    const lastHash = await rewriteChain(workspaceId, 2);
    await tamper(`update audit_heads set hash = '\\x${lastHash}' where workspace_id = $id`, workspaceId);
    expect(await verify(workspaceId)).toEqual({ ok: false, fault: 'head changed' });
    await recordEntries(workspaceId, 'rx_5');
    await recordEntries(workspaceId, 'rx_6');
    expect(await readHead(workspaceId)).toMatchObject({ entries: '6' });
    expect(await verify(workspaceId)).toEqual({ ok: false, fault: 'head changed' });
  });

  it('detects truncation even after new entries were appended', async () => {
    const workspaceId = await createWorkspaceWithEntries(FOUR_SUBJECTS);
    await tamper(DELETE_NEWEST_SQL, workspaceId);
    await recordEntries(workspaceId, 'rx_5');
    expect(await verify(workspaceId)).toEqual({ ok: false, sequence: 3, fault: 'missing' });
  });

  it('is valid after a full rollback, but with another entry count and hash', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1', 'rx_2']);
    const earlierHead = await readHead(workspaceId);
    await recordEntries(workspaceId, 'rx_3');
    const verdictBefore = await verify(workspaceId);
    await tamper(
      `${DELETE_NEWEST_SQL}; update audit_heads set entries = 2, hash = '\\x${earlierHead.hash.toString('hex')}',
         seal = '\\x${earlierHead.seal.toString('hex')}' where workspace_id = $id`,
      workspaceId,
    );
    const verdictAfter = await verify(workspaceId);
    expect(verdictAfter).toMatchObject({ ok: true, entries: 2 });
    expect(verdictAfter).not.toEqual(verdictBefore);
  });

  it('is invalid with another master key', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    const otherKeyring = openTestKeyring({ config: { masterKey: Buffer.alloc(32, 8).toString('base64') } as never });
    const verdict = await database.inWorkspaceReadOnly(workspaceId, (db) =>
      verifyAudit({ db, keyring: otherKeyring, workspace: { id: workspaceId } }),
    );
    expect(verdict).toEqual({ ok: false, fault: 'head changed' });
  });

  it('is verified correctly while others write', async () => {
    const workspaceId = await createWorkspaceWithEntries([]);
    const writes = Promise.all(Array.from({ length: 20 }, (_, n) => recordEntries(workspaceId, `rx_${n}`, `bkg_${n}`)));
    for (let round = 0; round < 10; round++) expect(await verify(workspaceId)).toMatchObject({ ok: true });
    await writes;
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 40 });
  });

  it('makes a snapshot transaction retry if another one has written', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    const appendInSnapshot = (locksHead: boolean) =>
      database.inWorkspace(workspaceId, async (db) => {
        await sql`set transaction isolation level repeatable read`.execute(db);
        if (locksHead) await lockHead(db, workspaceId);
        else await sql`select`.execute(db);
        const concurrentWrite = recordEntries(workspaceId, 'rx_2');
        if (!locksHead) await concurrentWrite;
        await appendAuditEntries({ db, keyring }, createEntry(workspaceId, 'rx_3'));
        return { concurrentWrite };
      });
    await expect(appendInSnapshot(false)).rejects.toMatchObject({ code: '40001' });
    const { concurrentWrite } = await appendInSnapshot(true);
    await concurrentWrite;
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 4 });
  });
});

describe('the audit table', () => {
  it('only lets the service append and read', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    for (const statement of [
      'update audit_entries set actor = actor',
      'delete from audit_entries',
      'truncate audit_entries',
      'delete from audit_heads',
      'truncate audit_heads cascade',
    ]) {
      const attempt = database.inWorkspace(workspaceId, (db) => sql.raw(statement).execute(db));
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('does not let the owner update, delete or truncate it either', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    for (const statement of [
      `update audit_entries set actor = 'x' where workspace_id = '${workspaceId}'`,
      `delete from audit_entries where workspace_id = '${workspaceId}'`,
      'truncate audit_entries',
      `delete from audit_heads where workspace_id = '${workspaceId}'`,
      'truncate audit_heads cascade',
      'truncate workspaces cascade',
    ])
      await expect(queryAsDbOwner(connection, statement)).rejects.toMatchObject({ code: '23001' });
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 1 });
  });

  it('rejects an entry that the head does not count, from any role', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    const insertSql = `insert into audit_entries select workspace_id, 2, at, actor, action, subject, reason, hash, hash
      from audit_entries where workspace_id = '${workspaceId}'`;
    await expect(queryAsDbOwner(connection, insertSql)).rejects.toMatchObject({ code: '23000' });
    await expect(database.inWorkspace(workspaceId, (db) => sql.raw(insertSql).execute(db))).rejects.toMatchObject({
      code: '23000',
    });
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 1 });
  });

  it('is deleted with its workspace', async () => {
    const workspaceId = await createWorkspaceWithEntries(['rx_1']);
    await queryAsDbOwner(connection, 'delete from workspaces where live_id = $1', [workspaceId]);
    for (const table of ['audit_entries', 'audit_heads']) {
      const { rows } = await queryAsDbOwner(connection, `select from ${table} where workspace_id = $1`, [workspaceId]);
      expect(rows).toEqual([]);
    }
  });

  it('shows a workspace only its own entries', async () => {
    const [workspaceId, otherWorkspaceId] = [
      await createWorkspaceWithEntries(['rx_1']),
      await createWorkspaceWithEntries(['rx_2', 'rx_3']),
    ];
    expect(await verify(workspaceId)).toMatchObject({ ok: true, entries: 1 });
    const forgedAppend = database.inWorkspace(workspaceId, (db) =>
      appendAuditEntries({ db, keyring }, createEntry(otherWorkspaceId, 'rx_9')),
    );
    await expect(forgedAppend).rejects.toThrow('has lost its head');
    const { seal } = (
      await queryAsDbOwner(connection, 'select seal from audit_heads where workspace_id = $1', [otherWorkspaceId])
    ).rows[0];
    for (const statement of [
      sql`insert into audit_entries select ${otherWorkspaceId}, 9, at, actor, action, subject, reason, hash, hash from audit_entries`,
      sql`insert into audit_heads values (${otherWorkspaceId}, 9, ${seal}, ${seal})`,
      sql`update audit_heads set workspace_id = ${otherWorkspaceId}`,
    ])
      await expect(database.inWorkspace(workspaceId, (db) => statement.execute(db))).rejects.toMatchObject({
        code: '42501',
      });
    const { numAffectedRows } = await database.inWorkspace(workspaceId, (db) =>
      sql`update audit_heads set entries = 0 where workspace_id = ${otherWorkspaceId}`.execute(db),
    );
    expect(Number(numAffectedRows)).toBe(0);
    expect(await verify(otherWorkspaceId)).toMatchObject({ ok: true, entries: 2 });
  });
});
