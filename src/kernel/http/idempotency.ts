import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Keyring } from '../crypto.ts';
import { sha256 } from '../crypto.ts';
import type { Database, Db } from '../database/database.ts';
import { must } from '../must.ts';
import { Problem } from '../problem.ts';

declare module '../database/database.ts' {
  interface Tables {
    idempotency_keys: {
      workspace_id: string;
      key: string;
      fingerprint: Buffer;
      claim: string;
      claimed_until: Date;
      status: number | null;
      content_type: string | null;
      body: Buffer | null;
      expires_at: Date;
    };
  }
}

/** The right to run the work behind one key. Whoever holds it writes the answer in the transaction of the work. */
export type Claim = { workspaceId: string; key: string; token: string; done: boolean };
export type StoredAnswer = { status: number; contentType: string; body: string };

const PURPOSE = 'idempotent answers';
const PAGE = 200;
const NOT_STORED = new Set([401, 403, 429]);

export const isStored = (status: number): boolean => status < 500 && !NOT_STORED.has(status);

/** Equal for equal JSON, whatever the order of its fields. */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return sha256(`${method} ${path}\n${canonical(body)}`);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

export function createIdempotency(database: Database, keyring: Keyring, claimMs: number) {
  const context = (workspaceId: string, key: string) => `${workspaceId} ${key}`;

  /** Claims the key or gives the stored answer. A claim whose holder died lapses after the request time-out. */
  async function claim(workspaceId: string, key: string, print: Buffer): Promise<Claim | StoredAnswer> {
    const token = randomUUID();
    const row = await database.inWorkspace(workspaceId, async (db) => {
      const fresh = {
        fingerprint: print,
        claim: token,
        claimed_until: sql<Date>`now() + ${claimMs} * interval '1 millisecond'`,
        expires_at: sql<Date>`now() + interval '1 day'`,
      };
      await db
        .insertInto('idempotency_keys')
        .values({ workspace_id: workspaceId, key, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'key'])
            .doUpdateSet({ ...fresh, status: null, body: null })
            .where((eb) =>
              eb.or([
                eb('idempotency_keys.expires_at', '<', sql<Date>`now()`),
                eb.and([
                  eb('idempotency_keys.status', 'is', null),
                  eb('idempotency_keys.claimed_until', '<', sql<Date>`now()`),
                  eb('idempotency_keys.fingerprint', '=', print),
                ]),
              ]),
            ),
        )
        .execute();
      return db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    });
    if (row.claim === token) return { workspaceId, key, token, done: false };
    if (!row.fingerprint.equals(print)) throw new Problem('idempotency_mismatch');
    if (row.status === null)
      throw new Problem('idempotency_in_progress', undefined, { headers: { 'Retry-After': '1' } });
    const body = keyring.decrypt(PURPOSE, must(row.body, 'the body of a stored answer'), context(workspaceId, key));
    return { status: row.status, contentType: row.content_type ?? '', body };
  }

  /** Stores the answer. Should another request have taken the lapsed claim over, this one's work is rolled back. */
  async function complete(db: Db, { workspaceId, key, token }: Claim, answer: StoredAnswer): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('idempotency_keys')
      .set({
        status: answer.status,
        content_type: answer.contentType,
        body: keyring.encrypt(PURPOSE, answer.body, context(workspaceId, key)),
      })
      .where('key', '=', key)
      .where('claim', '=', token)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Problem('idempotency_in_progress');
  }

  /** For answers without work to go with: a refusal is stored, what is not to be stored gives the key free. */
  async function settle(claimed: Claim, answer: StoredAnswer): Promise<void> {
    claimed.done = true;
    await database.inWorkspace(claimed.workspaceId, async (db) => {
      if (isStored(answer.status)) return complete(db, claimed, answer);
      await db
        .deleteFrom('idempotency_keys')
        .where('key', '=', claimed.key)
        .where('claim', '=', claimed.token)
        .execute();
    });
  }

  /** Removes the stored answers of the workspace that `db` is in of which `tells` is true; their keys are free again. */
  async function forget(db: Db, workspaceId: string, tells: (answer: string) => boolean): Promise<number> {
    let forgotten = 0;
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('idempotency_keys')
        .select(['key', 'body'])
        .where('body', 'is not', null)
        .where('key', '>', after)
        .orderBy('key')
        .limit(PAGE)
        .execute();
      const keys = rows
        .filter(({ key, body }) =>
          tells(`${key}\n${keyring.decrypt(PURPOSE, must(body, 'a stored body'), context(workspaceId, key))}`),
        )
        .map(({ key }) => key);
      if (keys.length) await db.deleteFrom('idempotency_keys').where('key', 'in', keys).execute();
      forgotten += keys.length;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return forgotten;
      after = last.key;
    }
  }

  return { claim, complete, settle, forget };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
