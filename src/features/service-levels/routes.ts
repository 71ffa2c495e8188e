import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../../kernel/audit/log.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Actor, type Gate, noContent, ok, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Strict } from '../../kernel/http/schema.ts';
import type { Role } from '../accounts/roles.ts';
import { CHANNELS } from '../conversations/shapes.ts';
import { hasFeature, requireFeature } from '../plans/plans.ts';
import { COUNTED_HOURS, readServiceLevels } from './store.ts';

type Dependencies = { session(role: Role): Gate<{ workspace: Workspace; actor: Actor }> };

const tag = 'Inbox';
/** Thirty days. */
const MAX_MINUTES = 43_200;
const Minutes = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MINUTES, description }));
const TargetShape = Strict({
  firstResponseMinutes: Minutes('From the handoff to the first reply of a person'),
  resolutionMinutes: Minutes('From the handoff to the end of it'),
});
const targetFields = Object.fromEntries(
  (['default', ...CHANNELS] as const).map((channel) => [channel, Type.Optional(TargetShape)]),
) as Record<'default' | (typeof CHANNELS)[number], ReturnType<typeof Type.Optional<typeof TargetShape>>>;
const ServiceLevelsShape = Strict(
  {
    hours: OneOf(COUNTED_HOURS, { description: '`opening`: the time counts only while the business is open' }),
    targets: Strict(targetFields, { description: '`default` is for the channels without their own' }),
  },
  { title: 'Service levels' },
);

export function serviceLevelRoutes({ session }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/service-levels',
      gate: session('read-only'),
      tag,
      summary: 'How soon the team wants to answer and resolve handoffs',
      responses: {
        200: Type.Object({
          available: Type.Boolean({ description: 'Whether the plan has service levels' }),
          serviceLevels: Nullable(ServiceLevelsShape),
        }),
      },
      handle: async ({ db, workspace }) =>
        ok({
          available: hasFeature(workspace, 'serviceLevels'),
          serviceLevels: (await readServiceLevels(db)) ?? null,
        }),
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'dashboard',
      path: '/service-levels',
      gate: session('admin'),
      tag,
      summary: 'Set how soon the team wants to answer and resolve handoffs',
      description: 'Holds at once, for open handoffs too. What was met or missed before stays.',
      body: ServiceLevelsShape,
      responses: { 200: ServiceLevelsShape },
      async handle(ctx, { body }) {
        const { db, workspace, now } = ctx;
        requireFeature(workspace, 'serviceLevels', 'Service levels are available on the Business plan.');
        const values = { hours: body.hours, targets: JSON.stringify(body.targets), updated_at: now };
        await db
          .insertInto('service_levels')
          .values({ workspace_id: workspace.id, ...values })
          .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
          .execute();
        await restartClocks(db);
        await audit(ctx, 'service-levels.change', workspace.id, 'service levels');
        return ok(body);
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/service-levels',
      gate: session('admin'),
      tag,
      summary: 'Turn service levels off',
      responses: { 204: null },
      async handle(ctx) {
        await ctx.db.deleteFrom('service_levels').execute();
        await ctx.db.deleteFrom('service_level_clocks').where('outcome', 'is', null).execute();
        // What was missed stays in the figures, and is due no longer.
        const openClocks = ctx.db.updateTable('service_level_clocks').where('ended_at', 'is', null);
        await openClocks.set({ ended_at: ctx.now }).execute();
        await audit(ctx, 'service-levels.change', ctx.workspace.id, 'off');
        return noContent();
      },
    }),
  ];
}

/** Computes what is undecided anew, and includes handoffs from before there were targets. */
async function restartClocks(db: Db): Promise<void> {
  await sql`update service_level_clocks set due_at = null where outcome is null`.execute(db);
  await sql`
    insert into service_level_clocks (workspace_id, conversation_id, kind, started_at, channel)
    select c.workspace_id, c.id, k.kind, coalesce(c.waiting_since, c.person_joined_at, c.updated_at), c.channel
    from conversations c, unnest(array['first_response', 'resolution']) as k (kind)
    where c.workspace_id = current_workspace() and c.status = 'handoff'
      and (k.kind = 'resolution' or c.person_joined_at is null)
      and not exists (select from service_level_clocks s
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.kind = k.kind and s.ended_at is null)
    on conflict do nothing`.execute(db);
  await sql`select refresh_service_levels(current_workspace())`.execute(db);
}
