import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Keyring } from '../crypto.ts';
import { sha256 } from '../crypto.ts';
import { isConnectionLost } from '../database/connection-errors.ts';
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

/** The right to process the request of an idempotency key. Its holder stores the response in the same transaction. */
export type Claim = { workspaceId: string; key: string; token: string; isSettled: boolean };
export type StoredResponse = { status: number; contentType: string; body: string };

const ENCRYPTION_PURPOSE = 'idempotent answers';
const KEYS_PER_PAGE = 200;
const SETTLE_RETRY_MS = 500;
const UNSTORED_STATUSES = new Set([401, 403, 429]);

export const shouldStore = (status: number): boolean => status < 500 && !UNSTORED_STATUSES.has(status);

/** The same for equal JSON, regardless of the order of fields. */
export function computeFingerprint(method: string, path: string, body: unknown): Buffer {
  return sha256(`${method} ${path}\n${canonicalJson(body)}`);
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join()}}`;
}

export function createIdempotency(database: Database, keyring: Keyring, claimDurationMs: number) {
  const createAssociatedData = (workspaceId: string, key: string) => `${workspaceId} ${key}`;

  /** Claims the key or returns the stored response. The claim of a crashed request expires after `claimDurationMs`. */
  async function claim(workspaceId: string, key: string, requestFingerprint: Buffer): Promise<Claim | StoredResponse> {
    const token = randomUUID();
    const row = await database.inWorkspace(workspaceId, async (db) => {
      const claimRow = {
        fingerprint: requestFingerprint,
        claim: token,
        claimed_until: sql<Date>`now() + ${claimDurationMs} * interval '1 millisecond'`,
        expires_at: sql<Date>`now() + interval '1 day'`,
      };
      await db
        .insertInto('idempotency_keys')
        .values({ workspace_id: workspaceId, key, ...claimRow })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'key'])
            .doUpdateSet({ ...claimRow, status: null, body: null })
            .where((eb) =>
              eb.or([
                eb('idempotency_keys.expires_at', '<', sql<Date>`now()`),
                eb.and([
                  eb('idempotency_keys.status', 'is', null),
                  eb('idempotency_keys.claimed_until', '<', sql<Date>`now()`),
                  eb('idempotency_keys.fingerprint', '=', requestFingerprint),
                ]),
              ]),
            ),
        )
        .execute();
      return db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    });
    if (row.claim === token) return { workspaceId, key, token, isSettled: false };
    if (!row.fingerprint.equals(requestFingerprint)) throw new Problem('idempotency_mismatch');
    if (row.status === null)
      throw new Problem('idempotency_in_progress', undefined, { headers: { 'Retry-After': '1' } });
    const body = keyring.decrypt(
      ENCRYPTION_PURPOSE,
      must(row.body, 'the body of a stored response'),
      createAssociatedData(workspaceId, key),
    );
    return { status: row.status, contentType: row.content_type ?? '', body };
  }

  /** Stores the response. Throws, to roll back, if the claim expired and another request has taken it over. */
  async function storeResponse(db: Db, { workspaceId, key, token }: Claim, response: StoredResponse): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('idempotency_keys')
      .set({
        status: response.status,
        content_type: response.contentType,
        body: keyring.encrypt(ENCRYPTION_PURPOSE, response.body, createAssociatedData(workspaceId, key)),
      })
      .where('key', '=', key)
      .where('claim', '=', token)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Problem('idempotency_in_progress');
  }

  /** For responses outside the handler's transaction: stores the response, or releases the key if it must not be stored. */
  async function storeOrRelease(claim: Claim, response: StoredResponse): Promise<void> {
    claim.isSettled = true;
    await database.inWorkspace(claim.workspaceId, async (db) => {
      if (shouldStore(response.status)) return storeResponse(db, claim, response);
      await db
        .deleteFrom('idempotency_keys')
        .where('key', '=', claim.key)
        .where('claim', '=', claim.token)
        // There is a response if the request was committed but lost its connection before it could know.
        .where('status', 'is', null)
        .execute();
    });
  }

  /**
   * Like `storeOrRelease`, for when the database is unreachable: retries until the claim has expired, so that a client that
   * repeats its request soon after the database is back does not find the key still claimed.
   */
  async function settleEventually(claim: Claim, response: StoredResponse): Promise<void> {
    const giveUpAt = performance.now() + claimDurationMs;
    for (;;) {
      await sleep(SETTLE_RETRY_MS, undefined, { ref: false });
      const isSettled = await storeOrRelease(claim, response).then(
        () => true,
        (error) => !isConnectionLost(error),
      );
      if (isSettled || performance.now() > giveUpAt) return;
    }
  }

  /** Deletes the workspace's stored responses that match. Their keys can be used again. */
  async function deleteMatching(
    db: Db,
    workspaceId: string,
    matches: (keyAndBody: string) => boolean,
  ): Promise<number> {
    let deletedCount = 0;
    for (let lastKey = ''; ; ) {
      const rows = await db
        .selectFrom('idempotency_keys')
        .select(['key', 'body'])
        .where('body', 'is not', null)
        .where('key', '>', lastKey)
        .orderBy('key')
        .limit(KEYS_PER_PAGE)
        .execute();
      const keys = rows
        .filter(({ key, body }) =>
          matches(
            `${key}\n${keyring.decrypt(ENCRYPTION_PURPOSE, must(body, 'a stored body'), createAssociatedData(workspaceId, key))}`,
          ),
        )
        .map(({ key }) => key);
      if (keys.length) await db.deleteFrom('idempotency_keys').where('key', 'in', keys).execute();
      deletedCount += keys.length;
      const lastRow = rows.at(-1);
      if (!lastRow || rows.length < KEYS_PER_PAGE) return deletedCount;
      lastKey = lastRow.key;
    }
  }

  return { claim, storeResponse, storeOrRelease, settleEventually, deleteMatching };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
