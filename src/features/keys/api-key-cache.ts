import type { FastifyRequest } from 'fastify';
import { sha256 } from '../../kernel/crypto.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createTenantCache } from '../../kernel/database/tenant-cache.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { isWellFormedKey } from './format.ts';

/** An API key with its workspace. */
export type ApiKey = {
  id: string;
  publishable: boolean;
  scopes: ReadonlySet<string> | undefined;
  origins: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  workspace: Workspace;
};

type KeyWithWorkspaceRow = {
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

const MAX_CACHED_KEYS = 20_000;
const LAST_USED_FLUSH_INTERVAL_MS = 15_000;

/** Caches API keys, so that requests need no query. */
export function createApiKeyCache(database: Database, cacheInvalidation: CacheInvalidation) {
  const keysByHash = createTenantCache<ApiKey>(cacheInvalidation, {
    tables: ['api_keys', 'workspaces'],
    maxSize: MAX_CACHED_KEYS,
    getTenantId: ({ workspace }) => workspace.liveId,
  });
  const lastUsedById = new Map<string, Date>();

  function findKey(token: string): Promise<ApiKey | undefined> {
    const hash = sha256(token);
    return keysByHash.get(hash.toString('base64'), async () => {
      const [row] = await database.statement<KeyWithWorkspaceRow>('select * from find_key($1)', [hash]);
      return row && toApiKey(row);
    });
  }

  async function flushLastUsed(): Promise<void> {
    if (!lastUsedById.size) return;
    const batch = [...lastUsedById];
    lastUsedById.clear();
    await database.statement('select touch_keys($1, $2)', [batch.map(([id]) => id), batch.map(([, at]) => at)]);
  }
  const flushTimer = setInterval(() => void flushLastUsed().catch(() => undefined), LAST_USED_FLUSH_INTERVAL_MS);
  flushTimer.unref();

  return {
    /** For changes made by this instance, which should apply before the notification arrives. */
    invalidate: keysByHash.invalidate,
    /** Returns the request's key. Throws a Problem if it is missing or unknown. */
    async authenticate(request: FastifyRequest): Promise<ApiKey> {
      const token = parseBearerToken(request.headers.authorization);
      const key = isWellFormedKey(token) ? await findKey(token) : undefined;
      if (!key) throw new Problem('invalid_api_key');
      return key;
    },
    /** Separate from `authenticate`, because only pages of allowed origins may learn that the key is revoked or expired. */
    rejectIfRevokedOrExpired({ revokedAt, expiresAt }: ApiKey): void {
      if (revokedAt) throw new Problem('revoked_api_key');
      if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Problem('expired_api_key');
    },
    /** Records that the key was used. Written to the database in batches. */
    recordUse: (key: ApiKey) => void lastUsedById.set(key.id, new Date()),
    async close() {
      clearInterval(flushTimer);
      await flushLastUsed().catch(() => undefined);
    },
  };
}

export type ApiKeyCache = ReturnType<typeof createApiKeyCache>;

function parseBearerToken(header: string | undefined): string {
  const [, token] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (token) return token;
  if (!header) throw new Problem('missing_api_key');
  throw new Problem('invalid_api_key', 'Send the key as `Authorization: Bearer fd_sk_…`.');
}

function toApiKey(row: KeyWithWorkspaceRow): ApiKey {
  return {
    id: row.id,
    publishable: row.kind === 'publishable',
    scopes: row.scopes ? new Set(row.scopes) : undefined,
    origins: row.origins ?? [],
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    workspace: {
      id: row.workspace_id,
      liveId: row.account_id,
      mode: row.mode,
      name: row.workspace_name,
      plan: row.plan,
      timezone: row.timezone,
    },
  };
}
