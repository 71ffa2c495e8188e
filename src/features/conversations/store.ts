import { CompiledQuery, sql } from 'kysely';
import { sendOff } from '../../kernel/database/database.ts';
import { type DomainEvent, EVENT_COLUMNS, eventRow } from '../../kernel/events.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import {
  type Conversation,
  type ConversationRow,
  type Message,
  type MessageRow,
  type Summary,
  withMessages,
} from './conversation.ts';
import type { ConversationEncryption } from './encryption.ts';
import { type ConversationFilter, selectConversations } from './listing.ts';

type Ctx = Context<InWorkspace>;

/** Whoever comes back soon needs no write of their own. */
const WATCHED_AHEAD_MS = 3_600_000;

export type ConversationStore = ReturnType<typeof createStore>;

/** Conversations as they are, whether they are stored sealed or not. */
export function createStore(sealing: ConversationEncryption, sealMore: (ctx: Ctx, id: string) => Promise<void>) {
  const { openConversation, openMessage, openToChange, trace } = sealing;

  /** Newest first: ids sort by time, so the primary key is the list's index. One more than asked for tells if there are more. */
  async function list(ctx: Ctx, filter: ConversationFilter): Promise<Summary[]> {
    const rows = await selectConversations(ctx.db, filter);
    const sealed = rows.slice(0, filter.limit).filter((row) => row.sealed);
    if (!sealed.length) return rows;
    ctx.mustWrite();
    const opened: Summary[] = [];
    for (const row of rows) opened.push(await openConversation(ctx, row));
    await trace(ctx, 'conversation.read', ...sealed.map(({ id }) => id));
    return opened;
  }

  /** The same without opening what is sealed: of that, ids and states alone. */
  async function listClosed(ctx: Ctx, filter: ConversationFilter) {
    const rows = await selectConversations(ctx.db, filter);
    return rows.map(({ sealed, ...row }) => ({ ...row, isSealed: sealed !== null }));
  }

  const exists = async ({ db }: Ctx, id: string): Promise<boolean> =>
    (await db.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

  const lastActive = async ({ db }: Ctx, id: string): Promise<Date | undefined> =>
    (await db.selectFrom('conversations').select('updated_at').where('id', '=', id).executeTakeFirst())?.updated_at;

  /** Nobody changes it until this transaction is over. */
  const hold = ({ db }: Ctx, id: string) =>
    db.selectFrom('conversations').select('id').where('id', '=', id).forShare().execute();

  /** Whose it is, what it is about, and the last that was said in it. */
  const glance = ({ db }: Ctx, id: string) =>
    db
      .selectFrom('conversations')
      .select(['publishable', 'visitor_id', 'business_type', sql<boolean>`sealed is not null`.as('isSealed')])
      .select((q) =>
        q
          .selectFrom('messages')
          .select((m) => m.fn.max('id').as('id'))
          .where('conversation_id', '=', id)
          .as('newest'),
      )
      .where('id', '=', id)
      .executeTakeFirst();

  /** The visitor's latest conversation that is not resolved, in that industry. */
  async function latestOf(ctx: Ctx, visitorId: string, businessType: string | null) {
    const found = await ctx.db
      .selectFrom('conversations')
      .select('id')
      .where('visitor_id', '=', visitorId)
      .where('status', '<>', 'resolved')
      .where('business_type', 'is not distinct from', businessType)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found && read(ctx, found.id);
  }

  /** From now until then at least every change of it is told. Waits for the turn under way, which is not. */
  async function watch({ db }: Ctx, id: string, until: Date): Promise<void> {
    await db
      .updateTable('conversations')
      .set({ watched_until: new Date(until.getTime() + WATCHED_AHEAD_MS) })
      .where('id', '=', id)
      .where((q) => q.or([q('watched_until', 'is', null), q('watched_until', '<', until)]))
      .execute();
  }

  /** How it stands, and what was said after that message. */
  async function readSince(ctx: Ctx, id: string, after: string) {
    const conversation = await ctx.db
      .selectFrom('conversations')
      .select(['id', 'status', 'rating', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = await selectMessages(ctx, id).where('id', '>', after).execute();
    const isSealed = rows.some(({ sealed }) => sealed);
    return { conversation, messages: await openMessages(ctx, { id, isSealed }, rows) };
  }

  /** One conversation with its messages. These are read after it, so that none is missing that it counts already. */
  async function read(ctx: Ctx, id: string) {
    const found = await ctx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
    if (!found) return undefined;
    if (found.sealed) ctx.mustWrite();
    const conversation = await openConversation(ctx, found);
    return { conversation, messages: await messagesOf(ctx, conversation) };
  }

  /** Several, each with its messages, in the order of their ids. */
  async function readMany(ctx: Ctx, ids: string[]) {
    const all = sql<string>`any(${ids}::text[])`;
    const rows = await ctx.db.selectFrom('conversations').selectAll().where('id', '=', all).orderBy('id').execute();
    const said = await ctx.db
      .selectFrom('messages')
      .select(MESSAGE_COLUMNS)
      .where('conversation_id', '=', all)
      .orderBy('id')
      .execute();
    const by = Map.groupBy(said, ({ conversation_id }) => conversation_id);
    const found = [];
    for (const row of rows) {
      const messages: Message[] = [];
      for (const message of by.get(row.id) ?? []) messages.push(await openMessage(ctx, message));
      found.push({ conversation: await openConversation(ctx, row), messages });
    }
    await trace(ctx, 'conversation.read', ...rows.filter(({ sealed }) => sealed).map(({ id }) => id));
    return found;
  }

  /** Nobody else may write to it until this transaction is over: messages are answered in order. */
  async function lock(ctx: Ctx, id: string): Promise<Conversation | undefined> {
    const row = await ctx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && openToChange(ctx, row);
  }

  const messagesOf = async (ctx: Ctx, of: Conversation): Promise<Message[]> =>
    openMessages(ctx, of, await selectMessages(ctx, of.id).execute());

  async function openMessages(
    ctx: Ctx,
    { id, isSealed }: Pick<Conversation, 'id' | 'isSealed'>,
    rows: MessageRow[],
  ): Promise<Message[]> {
    const opened: Message[] = [];
    for (const row of rows) opened.push(await openMessage(ctx, row));
    if (isSealed) await trace(ctx, 'conversation.read', id);
    return opened;
  }

  /** Writes the conversation as it is now, what was said in it, and what is told of that, in one statement. */
  async function save(
    ctx: Ctx,
    conversation: Conversation,
    said: Message[],
    tell: (saved: Conversation) => Omit<DomainEvent, 'workspaceId' | 'at'>[],
  ): Promise<Conversation> {
    const isSealed = conversation.isSealed || sealing.isHealth(conversation.business_type);
    const isNew = conversation.message_count === 0;
    if (isSealed && !conversation.isSealed && !isNew) {
      await sealWhatWasSaid(ctx, conversation.id);
      await sealMore(ctx, conversation.id);
    }
    const saved = { ...withMessages(conversation, said), isSealed };
    const happenings = tell(saved).map((happening) => ({ workspaceId: ctx.workspace.id, at: ctx.now, ...happening }));
    write(ctx, await toRow(ctx, saved), await toRows(ctx, said, isSealed), happenings);
    if (isSealed) await trace(ctx, 'conversation.write', saved.id);
    return saved;
  }

  async function toRow(ctx: Ctx, conversation: Conversation): Promise<ConversationRow> {
    if (conversation.isSealed) return sealing.sealConversation(ctx, conversation);
    const { isSealed: _, ...row } = conversation;
    return { ...row, sealed: null };
  }

  async function toRows(ctx: Ctx, said: Message[], isSealed: boolean): Promise<MessageRow[]> {
    const rows: MessageRow[] = [];
    for (const each of said) rows.push(isSealed ? await sealing.sealMessage(ctx, each) : { ...each, sealed: null });
    return rows;
  }

  /** Of a conversation that turns out to be about health, what stands there in clear already. */
  async function sealWhatWasSaid(ctx: Ctx, id: string): Promise<void> {
    for (const { sealed, ...message } of await selectMessages(ctx, id).execute()) {
      if (sealed) continue;
      const row = messageValues(await sealing.sealMessage(ctx, message));
      await ctx.db.updateTable('messages').set(row).where('id', '=', message.id).execute();
    }
  }

  return {
    list,
    listClosed,
    exists,
    lastActive,
    hold,
    glance,
    latestOf,
    read,
    readMany,
    watch,
    readSince,
    lock,
    messages: messagesOf,
    save,
  };
}

const MESSAGE_COLUMNS = [
  ...(['workspace_id', 'id', 'conversation_id', 'role', 'text', 'intent', 'confidence'] as const),
  ...(['details', 'sealed', 'created_at'] as const),
];

const selectMessages = ({ db }: Ctx, conversationId: string) =>
  db.selectFrom('messages').select(MESSAGE_COLUMNS).where('conversation_id', '=', conversationId).orderBy('id');

const messageValues = ({ details, ...row }: MessageRow) => ({ ...row, details: details && JSON.stringify(details) });

const CONVERSATION_COLUMNS = [
  ...(['workspace_id', 'id', 'status', 'channel', 'business_type', 'business_name', 'customer', 'metadata'] as const),
  ...(['episodes', 'rating', 'publishable', 'visitor_id', 'preview', 'message_count', 'state', 'sealed'] as const),
  ...(['answering_until', 'model_cost', 'created_at', 'updated_at'] as const),
] satisfies (keyof ConversationRow)[];

/**
 * All of it in one statement; whether a message's conversation is there is checked at the statement's end. Written out,
 * with rows as JSON: every message of every customer takes this way, and building it anew costs more than sending it.
 * Events that nobody has asked for are not kept, but for those that are counted: they would only say it all again.
 */
const WRITE = `
  with kept as (
    insert into conversations (${CONVERSATION_COLUMNS}) select ${CONVERSATION_COLUMNS}
    from json_populate_record(null::conversations, $1)
    on conflict (workspace_id, id) do update set ${CONVERSATION_COLUMNS.map((name) => `${name} = excluded.${name}`)}
  ), said as (
    insert into messages (${MESSAGE_COLUMNS}) select ${MESSAGE_COLUMNS} from json_populate_recordset(null::messages, $2)
  )
  insert into events (${EVENT_COLUMNS}) select ${EVENT_COLUMNS} from json_populate_recordset(null::events, $3) e
  where e.type in ('conversation.handoff', 'conversation.resolved') or exists (
    select from webhook_endpoints w
    where w.workspace_id = e.workspace_id and w.status = 'enabled' and wants(w.events, e.type))`;

function write({ db }: Ctx, conversation: ConversationRow, said: MessageRow[], happenings: DomainEvent[]): void {
  const rows = [forJson(conversation), said.map(forJson), happenings.map(eventRow)].map((each) => JSON.stringify(each));
  sendOff(db, { compile: () => CompiledQuery.raw(WRITE, rows) });
}

/** Bytes are hexadecimal there. */
const forJson = (row: ConversationRow | MessageRow) => ({
  ...row,
  sealed: row.sealed && `\\x${row.sealed.toString('hex')}`,
});
