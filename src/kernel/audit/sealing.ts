// What is done to the heads of many workspaces at once, by the database's owner: at a start, and by the operator.
import type pg from 'pg';
import type { Keyring } from '../crypto.ts';
import { isSealed, SEALED_ANEW, type SealedHead, START, sealOf } from './head.ts';
import { hashEntry } from './log.ts';

type By = { actor: 'system' | 'operator'; reason: string };

async function readHeads(client: pg.ClientBase): Promise<SealedHead[]> {
  const { rows } = await client.query('select * from audit_heads order by workspace_id');
  return rows.map(({ workspace_id: workspaceId, entries, hash, seal }) => ({
    ...{ workspaceId, entries: Number(entries), hash, seal },
  }));
}

/** Whether any log was sealed with this key; undefined where none is sealed yet. */
export async function sealedWith(client: pg.ClientBase, keyring: Keyring): Promise<boolean | undefined> {
  const sealed = (await readHeads(client)).filter(({ seal }) => seal);
  return sealed.length ? sealed.some((head) => isSealed(keyring, head)) : undefined;
}

/** Those of these workspaces whose heads this key has not sealed. */
export async function notSealedWith(
  client: pg.ClientBase,
  keyring: Keyring,
  workspaceIds: string[],
): Promise<string[]> {
  const heads = (await readHeads(client)).filter(({ workspaceId }) => workspaceIds.includes(workspaceId));
  return heads.filter((head) => !isSealed(keyring, head)).map(({ workspaceId }) => workspaceId);
}

/**
 * With a new master key, all that the old one has sealed. What neither has sealed was changed by somebody, and must
 * not be vouched for: it stays as it is.
 */
export async function sealHeadsAnew(client: pg.ClientBase, before: Keyring, after: Keyring) {
  const heads = await readHeads(client);
  const own = heads.filter((head) => isSealed(before, head));
  const done = heads.filter((head) => isSealed(after, head));
  await client.query(
    `update audit_heads h set seal = n.seal from unnest($1::text[], $2::bytea[]) as n (id, seal) where h.workspace_id = n.id`,
    [own.map(({ workspaceId }) => workspaceId), own.map((head) => sealOf(after, head))],
  );
  return { sealed: own.length, left: heads.length - own.length - done.length };
}

/**
 * Logs from before there were seals, at the first start with them: all of an installation at once. As soon as any has a
 * seal, one that has none has lost it.
 */
export async function sealOldLogs(client: pg.ClientBase, keyring: Keyring): Promise<void> {
  const unsealed = async () =>
    (
      await client.query<{ id: string }>(
        `select workspace_id as id from audit_heads
         where seal is null and not exists (select from audit_heads where seal is not null)`,
      )
    ).rows.map(({ id }) => id);
  if (!(await unsealed()).length) return;
  await client.query('begin');
  try {
    // Several instances may start at once.
    await client.query('lock table audit_heads in share row exclusive mode');
    await sealAsItStands(client, keyring, await unsealed(), { actor: 'system', reason: 'sealed from here on' });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Takes logs for what they are now, and says so in an entry of each. In the transaction of whoever asks. An entry that
 * does not fit the one before it is found after that as before.
 */
export async function sealAsItStands(
  client: pg.ClientBase,
  keyring: Keyring,
  workspaceIds: string[],
  { actor, reason }: By,
) {
  // Where it is lost, and where nobody else may move it meanwhile.
  await client.query(
    `insert into audit_heads (workspace_id, entries, hash) select id, 0, $2 from unnest($1::text[]) as w (id)
     on conflict (workspace_id) do update set entries = excluded.entries`,
    [workspaceIds, START],
  );
  const { rows } = await client.query<{ id: string; sequence: string | null; hash: Buffer | null }>(
    `select w.id, e.sequence, e.hash from unnest($1::text[]) as w (id) left join lateral (
       select sequence, hash from audit_entries where workspace_id = w.id order by sequence desc limit 1) e on true`,
    [workspaceIds],
  );
  const at = new Date();
  const added = rows.map(({ id: workspaceId, sequence, hash: previous }) => {
    const before = Number(sequence ?? 0);
    const entry = { workspaceId, at, actor, action: SEALED_ANEW, subject: `${before} entries`, reason };
    const hash = hashEntry(entry, before + 1, previous ?? START);
    const head = { workspaceId, entries: before + 1, hash };
    return { ...entry, ...head, previous: previous ?? START, seal: sealOf(keyring, head) };
  });
  const column = <K extends keyof (typeof added)[number]>(name: K) => added.map((each) => each[name]);
  await client.query(
    `update audit_heads h set entries = n.entries, hash = n.hash, seal = n.seal
     from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) as n (id, entries, hash, seal)
     where h.workspace_id = n.id`,
    [column('workspaceId'), column('entries'), column('hash'), column('seal')],
  );
  await client.query(
    `insert into audit_entries (workspace_id, sequence, at, actor, action, subject, reason, previous_hash, hash)
     select n.id, n.entries, $1, $2, $3, n.subject, $4, n.previous, n.hash
     from unnest($5::text[], $6::bigint[], $7::text[], $8::bytea[], $9::bytea[]) as n (id, entries, subject, previous, hash)`,
    [
      ...[at, actor, SEALED_ANEW, reason],
      ...[column('workspaceId'), column('entries'), column('subject'), column('previous'), column('hash')],
    ],
  );
}
