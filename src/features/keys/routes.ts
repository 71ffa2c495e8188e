import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../../kernel/audit/log.ts';
import { DEFAULT_LIMIT, readPage } from '../../kernel/http/pagination.ts';
import {
  type Actor,
  created,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import {
  createListPage,
  Id,
  ListOf,
  Nullable,
  OneOf,
  PageQuery,
  Strict,
  Time,
  Titled,
} from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import type { ApiKeyCache } from './api-key-cache.ts';
import { KEY_KINDS, MODES } from './format.ts';
import { NewKeyBody, parseNewKey } from './new-key.ts';
import { createKey, findKey, type KeyRow, revokeKey } from './store.ts';

type Dependencies = {
  apiKeyCache: Pick<ApiKeyCache, 'invalidate'>;
  session(role: Role): Gate<{ workspace: Workspace; actor: Actor }>;
};

const tag = 'Keys';
const KeyParams = Strict({ id: Id('key') });
const KeyProperties = {
  id: Id('key'),
  name: Type.String(),
  mode: OneOf(MODES),
  kind: OneOf(KEY_KINDS),
  hint: Type.String({ description: 'The last four characters' }),
  scopes: Nullable(Type.Array(Type.String(), { description: 'All where null' })),
  origins: Nullable(Type.Array(Type.String())),
  createdAt: Time(),
  expiresAt: Nullable(Time()),
  revokedAt: Nullable(Time()),
  lastUsedAt: Nullable(Time({ description: 'To within half a minute' })),
};
const KeyWithSecret = Type.Object({ ...KeyProperties, key: Type.String({ description: 'Shown this once' }) });

export function keyRoutes({ apiKeyCache, session }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/keys',
      gate: session('admin'),
      tag,
      summary: 'List the keys',
      query: Strict(PageQuery),
      responses: { 200: ListOf(Titled('Key', KeyProperties)) },
      async handle({ db }, { query }) {
        const rows = await readPage(db.selectFrom('api_keys').selectAll(), query, (id) => findKey(db, id));
        return ok(createListPage(rows, query.limit ?? DEFAULT_LIMIT, presentKey));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/keys',
      gate: session('admin'),
      tag,
      summary: 'Make a key',
      description: 'A publishable key is for the widget: it needs the `origins` of the pages that it may be used on.',
      body: NewKeyBody,
      responses: { 201: KeyWithSecret },
      async handle(ctx, { body }) {
        const { key, row } = await createKey(ctx.db, {
          ...parseNewKey(body),
          workspaceId: ctx.workspace.id,
          createdBy: ctx.actor.id,
        });
        await audit(ctx, 'key.create', row.id, `${row.mode} ${row.kind}`);
        return created({ ...presentKey(row), key });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/keys/:id',
      gate: session('admin'),
      tag,
      summary: 'Revoke a key',
      description: 'At once, on every instance.',
      params: KeyParams,
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        ctx.afterCommit(() => apiKeyCache.invalidate(ctx.workspace.id));
        if (!(await revokeKey(ctx.db, id))) throw notFound('key');
        await audit(ctx, 'key.revoke', id, 'keys');
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/keys/:id/rotate',
      gate: session('admin'),
      tag,
      summary: 'Replace a key',
      description: 'Makes a key with the same rights; the old one works `overlapHours` longer.',
      params: KeyParams,
      body: Strict({ overlapHours: Type.Optional(Type.Number({ minimum: 0, maximum: 720, default: 24 })) }),
      responses: { 201: KeyWithSecret },
      async handle(ctx, { params: { id }, body: { overlapHours = 24 } }) {
        const { db, workspace, actor } = ctx;
        ctx.afterCommit(() => apiKeyCache.invalidate(workspace.id));
        const oldKey = await db.selectFrom('api_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        if (!oldKey) throw notFound('key');
        if (oldKey.rotated_to) {
          throw new Problem(
            'conflict',
            `This API key was already rotated to ${oldKey.rotated_to}. Rotate that one instead.`,
          );
        }
        const now = Date.now();
        if (oldKey.revoked_at || (oldKey.expires_at && oldKey.expires_at.getTime() <= now)) {
          throw new Problem('conflict', 'This API key is already revoked or expired. Create a new one instead.');
        }
        const overlapEndsAt = new Date(now + overlapHours * 3_600_000);
        const oldKeyExpiresAt =
          oldKey.expires_at && oldKey.expires_at < overlapEndsAt ? oldKey.expires_at : overlapEndsAt;
        const { key, row } = await createKey(db, {
          ...oldKey,
          workspaceId: workspace.id,
          createdBy: actor.id,
          expiresAt: oldKey.expires_at,
        });
        await db
          .updateTable('api_keys')
          .set({ expires_at: oldKeyExpiresAt, rotated_to: row.id })
          .where('id', '=', id)
          .execute();
        await audit(ctx, 'key.rotate', id, `to ${row.id}`);
        return created({ ...presentKey(row), key });
      },
    }),
  ];
}

function presentKey(row: Selectable<KeyRow>) {
  const { id, name, mode, kind, hint, scopes, origins } = row;
  return {
    id,
    name,
    mode,
    kind,
    hint,
    scopes,
    origins,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
