import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createWorkspace, queryAsDbOwner, type Service } from '../../../test/harness.ts';
import { openKeyring } from '../../kernel/crypto.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../kernel/database/database.ts';
import { observeStatements } from '../../kernel/database/statement-observer.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { type Conversation, newConversation, newMessage } from './conversation.ts';
import { createConversationEncryption } from './encryption.ts';
import { presentMessage } from './shapes.ts';
import { createStore } from './store.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const DETAILS = {
  suggestions: ['7:15 PM'],
  sources: [{ kind: 'faq', id: 'parking', title: 'Parking' }],
  receipts: [{ type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' }],
  engine: 'embedded',
};
const REPLY_FIELDS = { intent: 'restaurant.reserve', confidence: 0.97, details: DETAILS };

const encryption = createConversationEncryption(openKeyring(Buffer.alloc(32, 7)), (type) => type === 'medical');
const store = createStore(encryption, async () => undefined);
let connection: ConnectionOptions;
let database: Database;
let workspaceId: string;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 4);
  workspaceId = (await createWorkspace({ database } as Service)).id;
  return () => database.close();
});

const inTransaction = <T>(work: (ctx: Context<WorkspacePrincipal>) => Promise<T>): Promise<T> =>
  database.inWorkspace(workspaceId, (db) => {
    const caller = { workspace: { id: workspaceId }, actor: { kind: 'key', id: 'key_1' } };
    return work({ db, now: NOW, requireWriteTransaction() {}, ...caller } as unknown as Context<WorkspacePrincipal>);
  });

const createConversation = (businessType: string) =>
  newConversation({
    workspaceId,
    channel: 'api',
    businessType,
    businessName: null,
    customer: { name: 'Dana' },
    metadata: { page: '/' },
    publishable: false,
    now: NOW,
    zone: 'UTC',
  });

/** Saves one turn with the dialogue state after it. */
async function saveTurn(conversation: Conversation, state: object): Promise<Conversation> {
  const messages = [
    newMessage(conversation, 'customer', 'table for two', NOW),
    newMessage(conversation, 'assistant', 'Booked!', NOW, REPLY_FIELDS),
  ];
  const conversationWithState = { ...conversation, state: { ...state } };
  return inTransaction((ctx) =>
    store.save(ctx, conversationWithState, messages, ({ id }) => [{ type: 'message.received', data: { id } }]),
  );
}

describe.each(['restaurant', 'medical'])('a conversation with a %s', (businessType) => {
  it('stores the state, and messages with their details', async () => {
    const savedConversation = await saveTurn(createConversation(businessType), {
      task: { name: 'book', slots: { partySize: 2 } },
    });
    const lockedConversation = await inTransaction((ctx) => store.lock(ctx, savedConversation.id));
    expect(lockedConversation).toEqual({
      ...savedConversation,
      active_quarter: expect.any(Date),
      customer_id: null,
      stage: 'assistant',
    });
    expect(lockedConversation).toMatchObject({
      state: { task: { slots: { partySize: 2 } } },
      message_count: 2,
      preview: 'table for two',
    });

    const conversationAfterSecondTurn = await saveTurn(lockedConversation!, {});
    expect(conversationAfterSecondTurn).toMatchObject({ state: {}, message_count: 4 });
    const storedConversation = await inTransaction((ctx) => store.read(ctx, savedConversation.id));
    expect(storedConversation!.conversation).toEqual(conversationAfterSecondTurn);
    const [customerMessage, reply] = storedConversation!.messages.map((message) => presentMessage(message, 'UTC'));
    expect(Object.keys(customerMessage!)).toEqual(['id', 'role', 'text', 'createdAt']);
    expect(reply).toMatchObject({ text: 'Booked!', intent: 'restaurant.reserve', confidence: 0.97, ...DETAILS });
  });

  it('is not stored at all if a part of it cannot be written', async () => {
    const conversation = createConversation(businessType);
    const messages = [newMessage({ ...conversation, id: 'conv_none' }, 'customer', 'lost', NOW)];
    const pendingSave = inTransaction((ctx) =>
      store.save(ctx, conversation, messages, () => [{ type: 'x', data: {} }]),
    );
    await expect(pendingSave).rejects.toMatchObject({ code: '23503' });
    expect(await inTransaction((ctx) => store.exists(ctx, conversation.id))).toBe(false);
  });
});

describe('events', () => {
  const COUNTED_TYPES = ['conversation.handoff', 'conversation.resolved'];
  const TYPES = ['conversation.created', 'message.received', ...COUNTED_TYPES];
  const subscribe = (events: string[], status = 'enabled') =>
    queryAsDbOwner(
      connection,
      `insert into webhook_endpoints (workspace_id, id, url, events, status, disabled_because, secrets, created_at, updated_at)
       values ($1, $2, 'https://example.com', $3, $4, case when $4 = 'disabled' then 'asked' end, '', now(), now())`,
      [workspaceId, newId('whk'), events, status],
    );
  const saveAndListEventTypes = async () => {
    const conversation = createConversation('restaurant');
    const messages = [newMessage(conversation, 'customer', 'hello', NOW)];
    const { id } = conversation;
    await inTransaction((ctx) =>
      store.save(ctx, conversation, messages, () => TYPES.map((type) => ({ type, data: { id } }))),
    );
    const { rows } = await queryAsDbOwner(
      connection,
      `select type, exists (select from webhook_deliveries d where d.event_id = e.id) as is_sent
       from events e where data ->> 'id' = $1 order by id`,
      [id],
    );
    return rows.map(({ type, is_sent }) => (is_sent ? type : `${type} (not sent)`));
  };

  it('are stored if analytics counts them or a webhook subscribes to them', async () => {
    const countedEventsOnly = COUNTED_TYPES.map((type) => `${type} (not sent)`);
    expect(await saveAndListEventTypes()).toEqual(countedEventsOnly);
    await subscribe(['*'], 'disabled');
    await subscribe(['booking.*']);
    expect(await saveAndListEventTypes()).toEqual(countedEventsOnly);
    await subscribe(['message.received']);
    expect(await saveAndListEventTypes()).toEqual(['message.received', ...countedEventsOnly]);
    await subscribe(['conversation.*']);
    expect(await saveAndListEventTypes()).toEqual(TYPES);
  });
});

it('a turn takes one statement to read and one to write', async () => {
  const savedConversation = await saveTurn(createConversation('restaurant'), {});
  const statements: string[] = [];
  database.pool.once('acquire', (client) =>
    observeStatements(client, (text) => {
      statements.push(text.trim().split(/\W/)[0]!);
      return () => undefined;
    }),
  );
  await inTransaction(async (ctx) => {
    const lockedConversation = (await store.lock(ctx, savedConversation.id))!;
    await store.save(ctx, lockedConversation, [newMessage(lockedConversation, 'customer', 'hi', NOW)], () => [
      { type: 'x', data: {} },
    ]);
  });
  expect(statements).toEqual(['begin', 'select', 'with', 'commit']);
});
