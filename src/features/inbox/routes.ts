import { Type } from 'typebox';
import { parseRangeBound } from '../../kernel/clock.ts';
import { DEFAULT_LIMIT, requireValidCursor, restoreListOrder } from '../../kernel/http/pagination.ts';
import {
  type Context,
  created,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import {
  createListPage,
  Id,
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  Strict,
  Time,
} from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { STATUSES } from '../assistant/status.ts';
import { STAGES, type Stage } from '../conversations/conversation.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import type { ConversationFilter } from '../conversations/listing.ts';
import { CHANNELS, presentSummary } from '../conversations/shapes.ts';
import { notifyTyping } from '../conversations/typing.ts';
import { findCustomersOfConversations } from '../customers/store.ts';
import { hasFeature } from '../plans/plans.ts';
import {
  countConversationsWithTarget,
  type DueTarget,
  findNextTargets,
  listConversationsByDueTime,
} from '../service-levels/store.ts';
import { MAX_COUNTED_CONVERSATIONS } from './limits.ts';
import type { Notes } from './notes.ts';
import { InboxConversation, InboxDetails, Note, Tags, Teammate } from './shapes.ts';
import {
  assign,
  countConversations,
  findTeammate,
  listDeliveries,
  listTagsByUse,
  readCall,
  readTags,
  setTags,
} from './store.ts';
import { listTeam, type Teammate as Member } from './tables.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = { keyGate: KeyGate; conversationService: ConversationService; notes: Notes };

const tag = 'Inbox';
const MAX_COUNTED_TEXT = MAX_COUNTED_CONVERSATIONS.toLocaleString('en-US');
const ConversationId = Strict({ id: Id('conv') });
export function inboxRoutes({ keyGate, conversationService, notes }: Dependencies): Route[] {
  const { store } = conversationService;
  /** Conversations with a running target. Few are handed off at once, so they are sorted here. */
  const listByDueTime = async (
    ctx: Ctx,
    listRows: typeof store.list | typeof store.listWithoutDecrypting,
    { startingAfter, endingBefore, ...page }: ConversationFilter,
    dueAfter?: Date,
  ) => {
    const ids = await listConversationsByDueTime(ctx.db, { startingAfter, endingBefore, dueAfter });
    const filter = { ...page, ids: ids.filter((id) => page.ids?.includes(id) ?? true), activity: 'all' as const };
    const rows = await listRows(ctx, { ...filter, limit: ids.length });
    return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, page.limit + 1);
  };
  const loadDetails = async (ctx: Ctx, id: string) => {
    const [conversation] = await store.listWithoutDecrypting(ctx, { ids: [id], limit: 1 });
    if (!conversation) throw notFound('conversation');
    const [tags, team, dueTargets] = [
      await readTags(ctx.db, [id]),
      await listTeam(ctx.db),
      await readDueTargets(ctx, [id]),
    ];
    const knownCustomers = await findCustomersOfConversations(ctx.db, [id]);
    return {
      id,
      ...presentTeamFields(conversation, tags, team, dueTargets, knownCustomers),
      notes: await notes.read(ctx, id),
      deliveries: await listDeliveries(ctx.db, id),
      call: await readCall(ctx.db, id),
    };
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/inbox/conversations',
      gate: keyGate('conversations:read'),
      tag,
      summary: 'List conversations as the team sees them',
      description:
        'By last activity. Of conversations about health only ids and states are shown here, unless `reveal` is set.',
      query: Strict({
        ...PageQuery,
        status: Type.Optional(OneOf(STATUSES)),
        stage: Type.Optional(OneOf(STAGES, { description: 'Who has it' })),
        channel: Type.Optional(OneOf(CHANNELS)),
        assignee: Type.Optional(Type.String({ description: 'The id of somebody of the team, or `me`' })),
        tag: Type.Optional(Type.String({ maxLength: 40 })),
        customerId: Type.Optional(Id('cus')),
        urgent: Type.Optional(Type.Boolean({ description: 'Only those in which an emergency was found' })),
        reveal: Type.Optional(
          Type.Boolean({ description: 'Also who wrote what in those about health. Each is logged as read.' }),
        ),
        from: Type.Optional(Type.String({ description: 'Created at or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Created before this time or day' })),
        q: Type.Optional(NonBlank({ maxLength: 200 })),
        active_before: Type.Optional(
          Time({ description: '`updatedAt` of the one in `starting_after`, which may have moved up since' }),
        ),
        due_after: Type.Optional(
          Time({ description: 'With `sort=due`: `due.at` of the one in `starting_after`, which may have ended since' }),
        ),
        sort: Type.Optional(
          OneOf(['activity', 'due'], {
            description: '`due`: only conversations with a running target, the one due first coming first',
          }),
        ),
        ids: Type.Optional(Type.String({ maxLength: 4_000, description: 'These alone, with commas between them' })),
      }),
      responses: { 200: ListOf(InboxConversation) },
      async handle(ctx, { query }) {
        const { limit = DEFAULT_LIMIT, starting_after: startingAfter, ending_before: endingBefore, ...filters } = query;
        const { active_before, due_after, assignee, ids, from, to, sort, reveal, ...filter } = filters;
        const zone = ctx.workspace.timezone;
        const cursor = await requireValidCursor(query, (id) => store.exists(ctx, id));
        const lastActivityAt = cursor === undefined ? undefined : await store.readLastActivityAt(ctx, cursor);
        const activeBefore = startingAfter && active_before ? new Date(active_before) : lastActivityAt;
        const page = {
          ...filter,
          from: from ? parseRangeBound('from', from, zone) : undefined,
          to: to ? parseRangeBound('to', to, zone) : undefined,
          assigneeId: assignee === 'me' ? ctx.actor.id : assignee,
          ids: ids?.split(','),
          activity: activeBefore ?? ('all' as const),
          startingAfter,
          endingBefore,
          limit,
        };
        const listRows = reveal ? store.list : store.listWithoutDecrypting;
        const dueAfter = startingAfter && due_after ? new Date(due_after) : undefined;
        const sortsByDueTime = sort === 'due';
        const rows = restoreListOrder(
          await (sortsByDueTime ? listByDueTime(ctx, listRows, page, dueAfter) : listRows(ctx, page)),
          query,
        );
        const rowIds = rows.map(({ id }) => id);
        const [tags, dueTargets, knownCustomers, team] = await Promise.all([
          readTags(ctx.db, rowIds),
          readDueTargets(ctx, rowIds),
          findCustomersOfConversations(ctx.db, rowIds),
          rows.some(({ assignee_id }) => assignee_id) ? listTeam(ctx.db) : [],
        ]);
        return ok(
          createListPage(rows, limit, (row) => ({
            ...presentSummary(row, zone),
            ...presentTeamFields(row, tags, team, dueTargets, knownCustomers),
          })),
        );
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/inbox/conversations/:id',
      gate: keyGate('conversations:read'),
      tag,
      summary: 'Notes, tags, assignee and deliveries of a conversation',
      params: ConversationId,
      responses: { 200: InboxDetails },
      handle: async (ctx, { params: { id } }) => ok(await loadDetails(ctx, id)),
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'dashboard',
      path: '/inbox/conversations/:id',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Tag or assign a conversation',
      params: ConversationId,
      body: Strict({ tags: Type.Optional(Tags), assigneeId: Type.Optional(Nullable(Type.String())) }),
      example: { body: { tags: ['vip'] } },
      responses: { 200: InboxDetails },
      async handle(ctx, { params: { id }, body: { tags, assigneeId } }) {
        if (!(await store.exists(ctx, id))) throw notFound('conversation');
        if (tags) await setTags(ctx, id, tags);
        if (assigneeId !== undefined) await assign(ctx, id, assigneeId);
        return ok(await loadDetails(ctx, id));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/inbox/conversations/:id/typing',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Show the customer that somebody is typing',
      description: 'Shown for a few seconds in the customer’s live stream. Nothing is stored.',
      params: ConversationId,
      body: Strict({}),
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        const conversation = await store.readAccessColumns(ctx, id);
        if (!conversation) throw notFound('conversation');
        if (conversation.isWatched) await notifyTyping(ctx, id);
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/inbox/conversations/:id/notes',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Leave a note for the team',
      params: ConversationId,
      body: Strict({ text: NonBlank({ maxLength: 4_000 }) }),
      example: { body: { text: 'Called back, all settled.' } },
      responses: { 201: Note },
      async handle(ctx, { params: { id }, body: { text } }) {
        // The lock keeps the conversation from becoming one about health while the note is stored unencrypted.
        await store.lockForShare(ctx, id);
        const [conversation] = await store.listWithoutDecrypting(ctx, { ids: [id], limit: 1 });
        if (!conversation) throw notFound('conversation');
        return created(
          await notes.add(
            ctx,
            id,
            text,
            conversation.isEncrypted || conversationService.isHealthBusinessType(conversation.business_type),
          ),
        );
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/inbox/notes/:id',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Take back a note of one’s own',
      params: Strict({ id: Id('note') }),
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        await notes.remove(ctx, id);
        return noContent();
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/inbox',
      gate: keyGate('conversations:read'),
      tag,
      summary: 'How many wait, the team, and the tags in use',
      responses: {
        200: Type.Object({
          waiting: Type.Integer({ description: 'Of the handoffs, those that no person has answered yet' }),
          urgent: Type.Integer({ description: 'Of those waiting, the emergencies' }),
          withTeam: Type.Integer({ description: 'Of the handoffs, those that somebody has' }),
          open: Type.Integer({ description: `With the assistant; counted up to ${MAX_COUNTED_TEXT}` }),
          today: Type.Integer({
            description: `Started today in the business’s time zone; counted up to ${MAX_COUNTED_TEXT}`,
          }),
          mine: Type.Integer(),
          due: Nullable(Type.Integer({ description: 'With a running target; null without service levels' })),
          team: Type.Array(Teammate),
          tags: Type.Array(Type.String()),
        }),
      },
      async handle(ctx) {
        const [counts, team, tags, due] = await Promise.all([
          countConversations(ctx),
          listTeam(ctx.db),
          listTagsByUse(ctx.db),
          hasFeature(ctx.workspace, 'serviceLevels') ? countConversationsWithTarget(ctx.db) : null,
        ]);
        return ok({ ...counts, due, team, tags: tags.map((row) => row.tag) });
      },
    }),
  ];
}

type TeamColumns = {
  id: string;
  assignee_id: string | null;
  person_name: string | null;
  stage: Stage;
  urgent: boolean;
  isEncrypted: boolean;
};

/** Empty if the plan has no service levels, or no longer. */
const readDueTargets = async ({ db, workspace }: Ctx, ids: string[]): Promise<Map<string, DueTarget>> =>
  hasFeature(workspace, 'serviceLevels') ? findNextTargets(db, ids) : new Map();

const presentTeamFields = (
  row: TeamColumns,
  tags: Map<string, string[]>,
  team: Member[],
  dueTargets: Map<string, DueTarget>,
  knownCustomers: Awaited<ReturnType<typeof findCustomersOfConversations>>,
) => ({
  tags: tags.get(row.id) ?? [],
  assignee: findTeammate(team, row.assignee_id),
  stage: row.stage,
  personName: row.person_name,
  sealed: row.isEncrypted,
  knownCustomer: knownCustomers.get(row.id) ?? null,
  due: dueTargets.get(row.id) ?? null,
  urgent: row.urgent,
});
