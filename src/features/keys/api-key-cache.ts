import type { FastifyRequest } from 'fastify';
import { sha256 } from '../../kernel/crypto.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { createLruCache } from '../../kernel/memoize.ts';
import { Problem } from '../../kernel/problem.ts';
import { looksLikeKey } from './format.ts';

/** A key as requests use it, with the workspace that it opens. */
export type KnownKey = {
  id: string;
  publishable: boolean;
  scopes: ReadonlySet<string> | undefined;
  origins: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  workspace: Workspace;
};

type Row = {
  id: string;
  kind: string;
  mode: 'live' | 'test';
  scopes: string[] | null;
  origins: string[] | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  account_id: string;
  workspace_id: string;
  workspace_name: string;
  plan: string;
  timezone: string;
};

const MOST_KEPT = 20_000;
const FLUSH_MS = 15_000;

/**
 * Keys in memory, so that a request costs no look-up. The database announces every change of a key or its workspace,
 * and while it cannot be heard nothing is taken from memory.
 */
export function createApiKeyCache(database: Database, changes: CacheInvalidation) {
  const known = createLruCache<string, KnownKey>(MOST_KEPT);
  const used = new Map<string, Date>();
  let generation = 0;

  const forget = (accountId: string | undefined) => {
    generation++;
    for (const [hash, key] of known) if (!accountId || key.workspace.accountId === accountId) known.delete(hash);
  };
  changes.on('api_keys', forget);
  changes.on('workspaces', forget);

  async function find(token: string): Promise<KnownKey | undefined> {
    const hash = sha256(token);
    const name = hash.toString('base64');
    const kept = known.get(name);
    if (kept && changes.listening()) return kept;
    const asked = generation;
    const [row] = await database.statement<Row>('select * from find_key($1)', [hash]);
    if (!row) return undefined;
    const key = toKnownKey(row);
    // A change that came in while reading may not be in what was read.
    if (asked === generation && changes.listening()) {
      known.set(name, key);
    }
    return key;
  }

  async function flush(): Promise<void> {
    if (!used.size) return;
    const batch = [...used];
    used.clear();
    await database.statement('select touch_keys($1, $2)', [batch.map(([id]) => id), batch.map(([, at]) => at)]);
  }
  const flushing = setInterval(() => void flush().catch(() => undefined), FLUSH_MS);
  flushing.unref();

  return {
    /** What this instance has changed itself, it must not have to be told. */
    forget: (accountId: string) => forget(accountId),
    /** The key of a request, or the Problem that says what is wrong with it. */
    async authenticate(request: FastifyRequest): Promise<KnownKey> {
      const token = readBearer(request.headers.authorization);
      const key = looksLikeKey(token) ? await find(token) : undefined;
      if (!key) throw new Problem('invalid_api_key');
      return key;
    },
    /** Only now, because a page of an allowed origin may read that its key is revoked, and no other page may. */
    refuseIfEnded({ revokedAt, expiresAt }: KnownKey): void {
      if (revokedAt) throw new Problem('revoked_api_key');
      if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Problem('expired_api_key');
    },
    /** Last-used times are written together, every few seconds. */
    touch: (key: KnownKey) => void used.set(key.id, new Date()),
    async close() {
      clearInterval(flushing);
      await flush().catch(() => undefined);
    },
  };
}

export type ApiKeyCache = ReturnType<typeof createApiKeyCache>;

function readBearer(header: string | undefined): string {
  const [, token] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (token) return token;
  if (!header) throw new Problem('missing_api_key');
  throw new Problem('invalid_api_key', 'Send the key as `Authorization: Bearer fd_sk_…`.');
}

function toKnownKey(row: Row): KnownKey {
  return {
    id: row.id,
    publishable: row.kind === 'publishable',
    scopes: row.scopes ? new Set(row.scopes) : undefined,
    origins: row.origins ?? [],
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    workspace: {
      id: row.workspace_id,
      accountId: row.account_id,
      mode: row.mode,
      name: row.workspace_name,
      plan: row.plan,
      timezone: row.timezone,
    },
  };
}
