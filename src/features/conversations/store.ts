import { CompiledQuery, sql } from 'kysely';
import { sendWithoutWaiting } from '../../kernel/database/database.ts';
import { type DomainEvent, EVENT_COLUMNS, toEventRow } from '../../kernel/events.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import {
  type Conversation,
  type ConversationRow,
  type Message,
  type MessageRow,
  withMessages,
} from './conversation.ts';
import type { ConversationEncryption } from './encryption.ts';
import { type ConversationFilter, selectConversations } from './listing.ts';

type Ctx = Context<WorkspacePrincipal>;

/** Extends the watch beyond the stream's end, so that a client reconnecting soon needs no further write. */
const WATCH_EXTENSION_MS = 3_600_000;

export type ConversationStore = ReturnType<typeof createStore>;

/** Reads and writes conversations, and encrypts those about health. */
export function createStore(
  encryption: ConversationEncryption,
  encryptRelatedRecords: (ctx: Ctx, id: string) => Promise<void>,
) {
  const { decryptConversation, decryptConversations, decryptMessage, decryptForUpdate, audit } = encryption;

  /** Returns one conversation more than the limit, to tell whether there is another page. */
  async function list(ctx: Ctx, filter: ConversationFilter) {
    const rows = await selectConversations(ctx.db, filter);
    const encryptedIds = rows.slice(0, filter.limit).flatMap(({ sealed, id }) => (sealed ? [id] : []));
    if (encryptedIds.length) ctx.requireWriteTransaction();
    const conversations = await decryptConversations(ctx, rows);
    if (encryptedIds.length) await audit(ctx, 'conversation.read', ...encryptedIds);
    return conversations;
  }

  /** Like `list`, but without decrypting: encrypted conversations show only ids, statuses and times. */
  async function listWithoutDecrypting(ctx: Ctx, filter: ConversationFilter) {
    const rows = await selectConversations(ctx.db, filter);
    return rows.map(({ sealed, ...row }) => ({ ...row, isEncrypted: sealed !== null }));
  }

  const exists = async ({ db }: Ctx, id: string): Promise<boolean> =>
    (await db.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

  const readLastActivityAt = async ({ db }: Ctx, id: string): Promise<Date | undefined> =>
    (await db.selectFrom('conversations').select('updated_at').where('id', '=', id).executeTakeFirst())?.updated_at;

  /** Blocks changes to the conversation until this transaction ends. */
  const lockForShare = ({ db }: Ctx, id: string) =>
    db.selectFrom('conversations').select('id').where('id', '=', id).forShare().execute();

  /** Reads only what decides who may see and follow the conversation, so nothing is decrypted. */
  const readAccessColumns = ({ db }: Ctx, id: string) =>
    db
      .selectFrom('conversations')
      .select(['publishable', 'visitor_id', 'business_type', sql<boolean>`sealed is not null`.as('isEncrypted')])
      .select(sql<boolean>`coalesce(watched_until > now(), false)`.as('isWatched'))
      .select((q) =>
        q
          .selectFrom('messages')
          .select((m) => m.fn.max('id').as('id'))
          .where('conversation_id', '=', id)
          .as('newestMessageId'),
      )
      .where('id', '=', id)
      .executeTakeFirst();

  /** The visitor's latest conversation that is not resolved, in that industry. */
  async function readLatestUnresolved(ctx: Ctx, visitorId: string, businessType: string | null) {
    const latestRow = await ctx.db
      .selectFrom('conversations')
      .select('id')
      .where('visitor_id', '=', visitorId)
      .where('status', '<>', 'resolved')
      .where('business_type', 'is not distinct from', businessType)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return latestRow && read(ctx, latestRow.id);
  }

  /** Changes are published until then at least. Waits for a turn in progress, which was started without publishing. */
  async function watch({ db }: Ctx, id: string, until: Date): Promise<void> {
    await db
      .updateTable('conversations')
      .set({ watched_until: new Date(until.getTime() + WATCH_EXTENSION_MS) })
      .where('id', '=', id)
      .where((q) => q.or([q('watched_until', 'is', null), q('watched_until', '<', until)]))
      .execute();
  }

  /** The conversation's current status, and the messages after a given one. */
  async function readMessagesSince(ctx: Ctx, id: string, afterMessageId: string) {
    const conversation = await ctx.db
      .selectFrom('conversations')
      .select(['id', 'status', 'rating', 'person_joined_at', 'person_name', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = await selectMessages(ctx, id).where('id', '>', afterMessageId).execute();
    const isEncrypted = rows.some(({ sealed }) => sealed);
    return { conversation, messages: await decryptMessages(ctx, { id, isEncrypted }, rows) };
  }

  /** Stores that the visitor's page has received all messages up to this one, if it exists and one of the new ones is the team's. */
  const markSeen = ({ db }: Ctx, id: string, messageId: string) =>
    sql`
      update conversations c set seen_message_id = ${messageId}
      where c.id = ${id} and exists (select from messages where conversation_id = ${id} and id = ${messageId})
        and exists (
          select from messages m where m.conversation_id = ${id} and m.role = 'agent'
            and m.id <= ${messageId} and m.id > coalesce(c.seen_message_id, ''))`.execute(db);

  /** A conversation with its messages. They are read after it, so that none that it counts is missing. */
  async function read(ctx: Ctx, id: string) {
    const row = await ctx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    if (row.sealed) ctx.requireWriteTransaction();
    const conversation = await decryptConversation(ctx, row);
    return { conversation, messages: await readMessages(ctx, conversation) };
  }

  /** Several conversations with their messages, ordered by id. */
  async function readMany(ctx: Ctx, ids: string[]) {
    const anyOfIds = sql<string>`any(${ids}::text[])`;
    const rows = await ctx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', anyOfIds)
      .orderBy('id')
      .execute();
    const messageRows = await ctx.db
      .selectFrom('messages')
      .select(MESSAGE_COLUMNS)
      .where('conversation_id', '=', anyOfIds)
      .orderBy('id')
      .execute();
    const rowsByConversation = Map.groupBy(messageRows, ({ conversation_id }) => conversation_id);
    const conversations = [];
    for (const row of rows) {
      const messages: Message[] = [];
      for (const message of rowsByConversation.get(row.id) ?? []) messages.push(await decryptMessage(ctx, message));
      conversations.push({ conversation: await decryptConversation(ctx, row), messages });
    }
    await audit(ctx, 'conversation.read', ...rows.filter(({ sealed }) => sealed).map(({ id }) => id));
    return conversations;
  }

  /** Locks the conversation until this transaction ends, so that messages are answered in order. */
  async function lock(ctx: Ctx, id: string): Promise<Conversation | undefined> {
    const row = await ctx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && decryptForUpdate(ctx, row);
  }

  const readMessages = async (ctx: Ctx, conversation: Conversation): Promise<Message[]> =>
    decryptMessages(ctx, conversation, await selectMessages(ctx, conversation.id).execute());

  async function decryptMessages(
    ctx: Ctx,
    { id, isEncrypted }: Pick<Conversation, 'id' | 'isEncrypted'>,
    rows: MessageRow[],
  ): Promise<Message[]> {
    const decrypted: Message[] = [];
    for (const row of rows) decrypted.push(await decryptMessage(ctx, row));
    if (isEncrypted) await audit(ctx, 'conversation.read', id);
    return decrypted;
  }

  /** Writes the conversation, its new messages and their events in one statement. */
  async function save(
    ctx: Ctx,
    conversation: Conversation,
    newMessages: Message[],
    buildEvents: (saved: Conversation) => Omit<DomainEvent, 'workspaceId' | 'at'>[],
  ): Promise<Conversation> {
    const isEncrypted = conversation.isEncrypted || encryption.isHealthBusinessType(conversation.business_type);
    if (isEncrypted && !conversation.isEncrypted && conversation.isStored) {
      await encryptStoredMessages(ctx, conversation.id);
      await encryptRelatedRecords(ctx, conversation.id);
    }
    const saved = { ...withMessages(conversation, newMessages), isEncrypted, isStored: true };
    const events = buildEvents(saved).map((event) => ({ workspaceId: ctx.workspace.id, at: ctx.now, ...event }));
    const rows = [await toConversationRow(ctx, saved), await toMessageRows(ctx, newMessages, isEncrypted)] as const;
    executeSave(ctx, conversation.isStored ? UPDATE_STATEMENT : INSERT_STATEMENT, ...rows, events);
    if (isEncrypted) await audit(ctx, 'conversation.write', saved.id);
    return saved;
  }

  async function toConversationRow(ctx: Ctx, conversation: Conversation): Promise<ConversationRow> {
    if (conversation.isEncrypted) return encryption.encryptConversation(ctx, conversation);
    const { isEncrypted: _, isStored: __, ...row } = conversation;
    return { ...row, sealed: null };
  }

  async function toMessageRows(ctx: Ctx, newMessages: Message[], isEncrypted: boolean): Promise<MessageRow[]> {
    const rows: MessageRow[] = [];
    for (const message of newMessages)
      rows.push(isEncrypted ? await encryption.encryptMessage(ctx, message) : { ...message, sealed: null });
    return rows;
  }

  /** Encrypts the messages stored before the conversation turned out to be about health. */
  async function encryptStoredMessages(ctx: Ctx, id: string): Promise<void> {
    for (const { sealed, ...message } of await selectMessages(ctx, id).execute()) {
      if (sealed) continue;
      const row = toMessageValues(await encryption.encryptMessage(ctx, message));
      await ctx.db.updateTable('messages').set(row).where('id', '=', message.id).execute();
    }
  }

  return {
    list,
    listWithoutDecrypting,
    exists,
    readLastActivityAt,
    lockForShare,
    readAccessColumns,
    readLatestUnresolved,
    read,
    readMany,
    watch,
    readMessagesSince,
    markSeen,
    lock,
    readMessages,
    save,
  };
}

const MESSAGE_COLUMNS = [
  ...(['workspace_id', 'id', 'conversation_id', 'role', 'text', 'intent', 'confidence'] as const),
  ...(['details', 'sealed', 'created_at'] as const),
];

const selectMessages = ({ db }: Ctx, conversationId: string) =>
  db.selectFrom('messages').select(MESSAGE_COLUMNS).where('conversation_id', '=', conversationId).orderBy('id');

const toMessageValues = ({ details, ...row }: MessageRow) => ({ ...row, details: details && JSON.stringify(details) });

const CONVERSATION_KEY = ['workspace_id', 'id'] as const;
const OTHER_CONVERSATION_COLUMNS = [
  ...(['status', 'channel', 'business_type', 'business_name', 'customer', 'metadata'] as const),
  ...(['episodes', 'rating', 'publishable', 'visitor_id', 'preview', 'message_count', 'state', 'sealed'] as const),
  ...(['answering_until', 'model_cost', 'created_at', 'updated_at', 'waiting_since'] as const),
  ...(['person_joined_at', 'person_name', 'response_seconds', 'assignee_id', 'urgent'] as const),
] satisfies (keyof ConversationRow)[];
const CONVERSATION_COLUMNS = [...CONVERSATION_KEY, ...OTHER_CONVERSATION_COLUMNS];

/**
 * One statement; foreign keys are checked at its end. Fixed SQL with the rows as JSON, because every customer message
 * runs it and building the query each time would cost more than running it. Events without a subscribed webhook are not
 * stored, except for the types that analytics counts.
 */
const createSaveStatement = (saveConversation: string) => `
  with saved_conversation as (
    ${saveConversation}
  ), saved_messages as (
    insert into messages (${MESSAGE_COLUMNS}) select ${MESSAGE_COLUMNS} from json_populate_recordset(null::messages, $2)
  )
  insert into events (${EVENT_COLUMNS}) select ${EVENT_COLUMNS} from json_populate_recordset(null::events, $3) e
  where e.type in ('conversation.handoff', 'conversation.resolved') or exists (
    select from webhook_endpoints w
    where w.workspace_id = e.workspace_id and w.status = 'enabled' and wants(w.events, e.type))`;

/** Two statements, because an insert that may become an update takes half as long again as either. */
const INSERT_STATEMENT = createSaveStatement(`
    insert into conversations (${CONVERSATION_COLUMNS}) select ${CONVERSATION_COLUMNS}
    from json_populate_record(null::conversations, $1)`);
const UPDATE_STATEMENT = createSaveStatement(`
    update conversations c set ${OTHER_CONVERSATION_COLUMNS.map((name) => `${name} = changed.${name}`)}
    from json_populate_record(null::conversations, $1) changed
    where c.workspace_id = changed.workspace_id and c.id = changed.id`);

function executeSave(
  { db }: Ctx,
  statement: string,
  conversation: ConversationRow,
  newMessages: MessageRow[],
  events: DomainEvent[],
): void {
  const rows = [toJsonRow(conversation), newMessages.map(toJsonRow), events.map(toEventRow)].map((value) =>
    JSON.stringify(value),
  );
  sendWithoutWaiting(db, { compile: () => CompiledQuery.raw(statement, rows) });
}

/** PostgreSQL reads `bytea` from JSON as hexadecimal. */
const toJsonRow = (row: ConversationRow | MessageRow) => ({
  ...row,
  sealed: row.sealed && `\\x${row.sealed.toString('hex')}`,
});
