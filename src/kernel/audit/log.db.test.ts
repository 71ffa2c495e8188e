import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, createDatabase, keyringOf, makeWorkspace, type Service } from '../../../test/harness.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../database/database.ts';
import { holdHead } from './head.ts';
import { type AuditEntry, hashEntry, recordAudit } from './log.ts';
import { verifyAudit } from './verify.ts';

const keyring = keyringOf();

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
  database.inWorkspace(id, (db) => recordAudit({ db, keyring }, ...subjects.map((subject) => entry(id, subject))));
const verify = (id: string) => database.readWorkspace(id, (db) => verifyAudit({ db, keyring, workspace: { id } }));

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
    expect(await verify(id)).toEqual({ ok: true, entries: 0, head: '0'.repeat(64), sealedFrom: 1 });
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
      await recordAudit({ db, keyring }, entry(id, 'rx_2'));
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
});

describe('the sealed end', () => {
  /** The whole chain of a workspace, written anew from an entry on with hashes that fit. */
  async function rewrite(id: string, from: number) {
    const { rows } = await asOwner(
      connection,
      'select * from audit_entries where workspace_id = $1 order by sequence',
      [id],
    );
    let previous: Buffer = Buffer.alloc(32);
    const statements = rows.map((row) => {
      const changed = {
        ...row,
        workspaceId: id,
        actor: Number(row.sequence) >= from ? 'usr_somebody_else' : row.actor,
      };
      const before = previous;
      previous = hashEntry(changed, Number(row.sequence), before);
      return `update audit_entries set actor = '${changed.actor}', hash = '\\x${previous.toString('hex')}',
        previous_hash = '\\x${before.toString('hex')}' where workspace_id = $id and sequence = ${row.sequence}`;
    });
    await tamper(statements.join(';'), id);
    return previous.toString('hex');
  }
  const headOf = async (id: string) =>
    (await asOwner(connection, 'select * from audit_heads where workspace_id = $1', [id])).rows[0];
  const FOUR = ['rx_1', 'rx_2', 'rx_3', 'rx_4'];
  const CUT = 'delete from audit_entries where workspace_id = $id and sequence > 2';

  const attacks: [string, string, object][] = [
    ['the newest entries removed', CUT, { sequence: 3, fault: 'missing' }],
    ['all entries removed', 'delete from audit_entries where workspace_id = $id', { sequence: 1, fault: 'missing' }],
    [
      'the newest removed, and the end moved to the last that is left',
      `${CUT}; update audit_heads set entries = 2,
         hash = (select hash from audit_entries where workspace_id = $id and sequence = 2) where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    [
      'all removed, and an end like that of a new log',
      `delete from audit_entries where workspace_id = $id;
       update audit_heads set entries = 0, hash = decode(repeat('00', 32), 'hex') where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    [
      'all removed, with the end of an empty log of another workspace',
      `delete from audit_entries where workspace_id = $id;
       update audit_heads set (entries, hash, seal) = (select entries, hash, seal from audit_heads
         where workspace_id <> $id and entries = 0 limit 1) where workspace_id = $id`,
      { fault: 'head changed' },
    ],
    ['the seal removed', 'update audit_heads set seal = null where workspace_id = $id', { fault: 'head not sealed' }],
    ['the end removed', 'delete from audit_heads where workspace_id = $id', { fault: 'head missing' }],
    [
      'everything removed, as if there had never been a log',
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
  it.for(attacks)('shows %s', async ([, statement, found]) => {
    const id = await workspaceWith(FOUR);
    await tamper(statement, id);
    expect(await verify(id)).toEqual({ ok: false, ...found });
  });

  it('shows a chain that was written anew, with hashes that fit', async () => {
    const id = await workspaceWith(FOUR);
    await rewrite(id, 3);
    expect(await verify(id)).toEqual({ ok: false, sequence: 4, fault: 'not the one that was sealed' });
    await record(id, 'rx_5');
    expect(await verify(id)).toEqual({ ok: false, sequence: 5, fault: 'not linked to the one before' });
  });

  it('is not vouched for by whoever goes on from one that was changed', async () => {
    const id = await workspaceWith(FOUR);
    const last = await rewrite(id, 2);
    await tamper(`update audit_heads set hash = '\\x${last}' where workspace_id = $id`, id);
    expect(await verify(id)).toEqual({ ok: false, fault: 'head changed' });
    await record(id, 'rx_5');
    await record(id, 'rx_6');
    expect(await headOf(id)).toMatchObject({ entries: '6' });
    expect(await verify(id)).toEqual({ ok: false, fault: 'head changed' });
  });

  it('shows it also when others have gone on after a cut', async () => {
    const id = await workspaceWith(FOUR);
    await tamper(CUT, id);
    await record(id, 'rx_5');
    expect(await verify(id)).toEqual({ ok: false, sequence: 3, fault: 'missing' });
  });

  it('does not show what was all put back to an earlier day: the number and the hash do', async () => {
    const id = await workspaceWith(['rx_1', 'rx_2']);
    const then = await headOf(id);
    await record(id, 'rx_3');
    const before = await verify(id);
    await tamper(
      `${CUT}; update audit_heads set entries = 2, hash = '\\x${then.hash.toString('hex')}',
         seal = '\\x${then.seal.toString('hex')}' where workspace_id = $id`,
      id,
    );
    const after = await verify(id);
    expect(after).toMatchObject({ ok: true, entries: 2 });
    expect(after).not.toEqual(before);
  });

  it('is worth nothing with another master key', async () => {
    const id = await workspaceWith(['rx_1']);
    const other = keyringOf({ config: { masterKey: Buffer.alloc(32, 8).toString('base64') } as never });
    const verdict = await database.readWorkspace(id, (db) => verifyAudit({ db, keyring: other, workspace: { id } }));
    expect(verdict).toEqual({ ok: false, fault: 'head changed' });
  });

  it('is verified while others write, and never wrongly', async () => {
    const id = await workspaceWith([]);
    const writing = Promise.all(Array.from({ length: 20 }, (_, n) => record(id, `rx_${n}`, `bkg_${n}`)));
    for (let round = 0; round < 10; round++) expect(await verify(id)).toMatchObject({ ok: true });
    await writing;
    expect(await verify(id)).toMatchObject({ ok: true, entries: 40 });
  });

  it('has whoever needs one snapshot begin again, where somebody else has written meanwhile', async () => {
    const id = await workspaceWith(['rx_1']);
    const snapshot = (held: boolean) =>
      database.inWorkspace(id, async (db) => {
        await sql`set transaction isolation level repeatable read`.execute(db);
        if (held) await holdHead(db, id);
        else await sql`select`.execute(db);
        const other = record(id, 'rx_2');
        if (!held) await other;
        await recordAudit({ db, keyring }, entry(id, 'rx_3'));
        return { other };
      });
    await expect(snapshot(false)).rejects.toMatchObject({ code: '40001' });
    const { other } = await snapshot(true);
    await other;
    expect(await verify(id)).toMatchObject({ ok: true, entries: 4 });
  });
});

describe('the table', () => {
  it('lets the service add and read, and no more', async () => {
    const id = await workspaceWith(['rx_1']);
    for (const statement of [
      'update audit_entries set actor = actor',
      'delete from audit_entries',
      'truncate audit_entries',
      'delete from audit_heads',
      'truncate audit_heads cascade',
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
      `delete from audit_heads where workspace_id = '${id}'`,
      'truncate audit_heads cascade',
      'truncate workspaces cascade',
    ])
      await expect(asOwner(connection, statement)).rejects.toMatchObject({ code: '23001' });
    expect(await verify(id)).toMatchObject({ ok: true, entries: 1 });
  });

  it('takes no entry that the head does not count, from whomever', async () => {
    const id = await workspaceWith(['rx_1']);
    const add = `insert into audit_entries select workspace_id, 2, at, actor, action, subject, reason, hash, hash
      from audit_entries where workspace_id = '${id}'`;
    await expect(asOwner(connection, add)).rejects.toMatchObject({ code: '23000' });
    await expect(database.inWorkspace(id, (db) => sql.raw(add).execute(db))).rejects.toMatchObject({ code: '23000' });
    expect(await verify(id)).toMatchObject({ ok: true, entries: 1 });
  });

  it('goes with its workspace', async () => {
    const id = await workspaceWith(['rx_1']);
    await asOwner(connection, 'delete from workspaces where live_id = $1', [id]);
    for (const table of ['audit_entries', 'audit_heads']) {
      const { rows } = await asOwner(connection, `select from ${table} where workspace_id = $1`, [id]);
      expect(rows).toEqual([]);
    }
  });

  it('shows a workspace its own entries alone', async () => {
    const [mine, theirs] = [await workspaceWith(['rx_1']), await workspaceWith(['rx_2', 'rx_3'])];
    expect(await verify(mine)).toMatchObject({ ok: true, entries: 1 });
    const forged = database.inWorkspace(mine, (db) => recordAudit({ db, keyring }, entry(theirs, 'rx_9')));
    await expect(forged).rejects.toThrow('has lost its head');
    const { seal } = (await asOwner(connection, 'select seal from audit_heads where workspace_id = $1', [theirs]))
      .rows[0];
    for (const statement of [
      sql`insert into audit_entries select ${theirs}, 9, at, actor, action, subject, reason, hash, hash from audit_entries`,
      sql`insert into audit_heads values (${theirs}, 9, ${seal}, ${seal})`,
      sql`update audit_heads set workspace_id = ${theirs}`,
    ])
      await expect(database.inWorkspace(mine, (db) => statement.execute(db))).rejects.toMatchObject({ code: '42501' });
    const { numAffectedRows } = await database.inWorkspace(mine, (db) =>
      sql`update audit_heads set entries = 0 where workspace_id = ${theirs}`.execute(db),
    );
    expect(Number(numAffectedRows)).toBe(0);
    expect(await verify(theirs)).toMatchObject({ ok: true, entries: 2 });
  });
});
