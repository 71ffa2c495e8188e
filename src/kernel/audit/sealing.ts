// Seals audit logs of many workspaces at once, as the database's owner: at startup and for operator commands.
import type pg from 'pg';
import type { Keyring } from '../crypto.ts';
import { computeSeal, hasValidSeal, INITIAL_HASH, RESEAL_ACTION, type StoredHead } from './head.ts';
import { hashEntry } from './log.ts';

type SealAttribution = { actor: 'system' | 'operator'; reason: string };

async function readHeads(client: pg.ClientBase): Promise<StoredHead[]> {
  const { rows } = await client.query('select * from audit_heads order by workspace_id');
  return rows.map(({ workspace_id: workspaceId, entries, hash, seal }) => ({
    workspaceId,
    entryCount: Number(entries),
    hash,
    seal,
  }));
}

/** Whether any log has a valid seal made with this key. Undefined if no log is sealed yet. */
export async function isAnyLogSealedWith(client: pg.ClientBase, keyring: Keyring): Promise<boolean | undefined> {
  const sealedHeads = (await readHeads(client)).filter(({ seal }) => seal);
  return sealedHeads.length ? sealedHeads.some((head) => hasValidSeal(keyring, head)) : undefined;
}

/** Returns the workspaces whose log is not sealed with this key. */
export async function findUnsealedWorkspaces(
  client: pg.ClientBase,
  keyring: Keyring,
  workspaceIds: string[],
): Promise<string[]> {
  const heads = (await readHeads(client)).filter(({ workspaceId }) => workspaceIds.includes(workspaceId));
  return heads.filter((head) => !hasValidSeal(keyring, head)).map(({ workspaceId }) => workspaceId);
}

/** Reseals with the new key everything sealed with the old key. Logs sealed with neither were tampered with and stay as is. */
export async function resealHeads(client: pg.ClientBase, oldKeyring: Keyring, newKeyring: Keyring) {
  const heads = await readHeads(client);
  const sealedByOldKey = heads.filter((head) => hasValidSeal(oldKeyring, head));
  const sealedByNewKey = heads.filter((head) => hasValidSeal(newKeyring, head));
  await client.query(
    `update audit_heads h set seal = n.seal from unnest($1::text[], $2::bytea[]) as n (id, seal) where h.workspace_id = n.id`,
    [sealedByOldKey.map(({ workspaceId }) => workspaceId), sealedByOldKey.map((head) => computeSeal(newKeyring, head))],
  );
  return { sealed: sealedByOldKey.length, tampered: heads.length - sealedByOldKey.length - sealedByNewKey.length };
}

/**
 * Seals the logs of installations from before seals existed, at the first start after the upgrade. Once any log has a
 * seal, a log without one was tampered with.
 */
export async function sealUnsealedLogs(client: pg.ClientBase, keyring: Keyring): Promise<void> {
  const findNeverSealed = async () =>
    (
      await client.query<{ id: string }>(
        `select workspace_id as id from audit_heads
         where seal is null and not exists (select from audit_heads where seal is not null)`,
      )
    ).rows.map(({ id }) => id);
  if (!(await findNeverSealed()).length) return;
  await client.query('begin');
  try {
    // Several instances may start at once.
    await client.query('lock table audit_heads in share row exclusive mode');
    await resealAsIs(client, keyring, await findNeverSealed(), { actor: 'system', reason: 'sealed from here on' });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Seals logs in their current state and records that in an entry of each log, in the caller's transaction. A broken
 * chain is still detected by later verification.
 */
export async function resealAsIs(
  client: pg.ClientBase,
  keyring: Keyring,
  workspaceIds: string[],
  { actor, reason }: SealAttribution,
) {
  // Creates missing heads, and locks existing ones by updating them.
  await client.query(
    `insert into audit_heads (workspace_id, entries, hash) select id, 0, $2 from unnest($1::text[]) as w (id)
     on conflict (workspace_id) do update set entries = excluded.entries`,
    [workspaceIds, INITIAL_HASH],
  );
  const { rows } = await client.query<{ id: string; sequence: string | null; hash: Buffer | null }>(
    `select w.id, e.sequence, e.hash from unnest($1::text[]) as w (id) left join lateral (
       select sequence, hash from audit_entries where workspace_id = w.id order by sequence desc limit 1) e on true`,
    [workspaceIds],
  );
  const now = new Date();
  const newEntries = rows.map(({ id: workspaceId, sequence, hash: previousHash }) => {
    const lastSequence = Number(sequence ?? 0);
    const entry = { workspaceId, at: now, actor, action: RESEAL_ACTION, subject: `${lastSequence} entries`, reason };
    const hash = hashEntry(entry, lastSequence + 1, previousHash ?? INITIAL_HASH);
    const head = { workspaceId, entryCount: lastSequence + 1, hash };
    return { ...entry, ...head, previousHash: previousHash ?? INITIAL_HASH, seal: computeSeal(keyring, head) };
  });
  const column = <K extends keyof (typeof newEntries)[number]>(name: K) => newEntries.map((entry) => entry[name]);
  await client.query(
    `update audit_heads h set entries = n.entries, hash = n.hash, seal = n.seal
     from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) as n (id, entries, hash, seal)
     where h.workspace_id = n.id`,
    [column('workspaceId'), column('entryCount'), column('hash'), column('seal')],
  );
  await client.query(
    `insert into audit_entries (workspace_id, sequence, at, actor, action, subject, reason, previous_hash, hash)
     select n.id, n.entries, $1, $2, $3, n.subject, $4, n.previous, n.hash
     from unnest($5::text[], $6::bigint[], $7::text[], $8::bytea[], $9::bytea[]) as n (id, entries, subject, previous, hash)`,
    [
      now,
      actor,
      RESEAL_ACTION,
      reason,
      column('workspaceId'),
      column('entryCount'),
      column('subject'),
      column('previousHash'),
      column('hash'),
    ],
  );
}
