import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, createDatabase, makeWorkspace, type Service } from '../../../test/harness.ts';
import { openKeyring } from '../../kernel/crypto.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../kernel/database/database.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
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
const UNDERSTOOD = { intent: 'restaurant.reserve', confidence: 0.97, details: DETAILS };

const sealing = createConversationEncryption(openKeyring(Buffer.alloc(32, 7)), (type) => type === 'medical');
const store = createStore(sealing, async () => undefined);
let connection: ConnectionOptions;
let database: Database;
let workspaceId: string;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 4);
  workspaceId = (await makeWorkspace({ database } as Service)).id;
  return () => database.close();
});

const inside = <T>(work: (ctx: Context<InWorkspace>) => Promise<T>): Promise<T> =>
  database.inWorkspace(workspaceId, (db) => {
    const who = { workspace: { id: workspaceId }, actor: { kind: 'key', id: 'key_1' } };
    return work({ db, now: NOW, mustWrite() {}, ...who } as unknown as Context<InWorkspace>);
  });

const begin = (businessType: string) =>
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

/** One turn, with what the assistant would remember of it. */
async function turn(conversation: Conversation, state: object): Promise<Conversation> {
  const said = [
    newMessage(conversation, 'customer', 'table for two', NOW),
    newMessage(conversation, 'assistant', 'Booked!', NOW, UNDERSTOOD),
  ];
  const after = { ...conversation, state: { ...state } };
  return inside((ctx) => store.save(ctx, after, said, ({ id }) => [{ type: 'message.received', data: { id } }]));
}

describe.each(['restaurant', 'medical'])('a conversation with a %s', (businessType) => {
  it('keeps state and messages with their details', async () => {
    const saved = await turn(begin(businessType), { task: { name: 'book', slots: { partySize: 2 } } });
    const kept = await inside((ctx) => store.lock(ctx, saved.id));
    expect(kept).toEqual({ ...saved, active_quarter: expect.any(Date) });
    expect(kept).toMatchObject({ state: { task: { slots: { partySize: 2 } } }, message_count: 2, preview: 'Booked!' });

    const again = await turn(kept!, {});
    expect(again).toMatchObject({ state: {}, message_count: 4 });
    const found = await inside((ctx) => store.read(ctx, saved.id));
    expect(found!.conversation).toEqual(again);
    const [heard, said] = found!.messages.map((message) => presentMessage(message, 'UTC'));
    expect(Object.keys(heard!)).toEqual(['id', 'role', 'text', 'createdAt']);
    expect(said).toMatchObject({ text: 'Booked!', intent: 'restaurant.reserve', confidence: 0.97, ...DETAILS });
  });

  it('is not there when one part of it cannot be written', async () => {
    const conversation = begin(businessType);
    const said = [newMessage({ ...conversation, id: 'conv_none' }, 'customer', 'lost', NOW)];
    const saving = inside((ctx) => store.save(ctx, conversation, said, () => [{ type: 'x', data: {} }]));
    await expect(saving).rejects.toMatchObject({ code: '23503' });
    expect(await inside((ctx) => store.exists(ctx, conversation.id))).toBe(false);
  });
});

describe('what is told', () => {
  const NEEDED = ['conversation.handoff', 'conversation.resolved'];
  const TYPES = ['conversation.created', 'message.received', ...NEEDED];
  const listen = (events: string[], status = 'enabled') =>
    asOwner(
      connection,
      `insert into webhook_endpoints (workspace_id, id, url, events, status, disabled_because, secrets, created_at, updated_at)
       values ($1, $2, 'https://example.com', $3, $4, case when $4 = 'disabled' then 'asked' end, '', now(), now())`,
      [workspaceId, newId('whk'), events, status],
    );
  const kept = async () => {
    const conversation = begin('restaurant');
    const said = [newMessage(conversation, 'customer', 'hello', NOW)];
    const { id } = conversation;
    await inside((ctx) => store.save(ctx, conversation, said, () => TYPES.map((type) => ({ type, data: { id } }))));
    const { rows } = await asOwner(
      connection,
      `select type, exists (select from webhook_deliveries d where d.event_id = e.id) as sent
       from events e where data ->> 'id' = $1 order by id`,
      [id],
    );
    return rows.map(({ type, sent }) => (sent ? type : `${type} (kept)`));
  };

  it('is kept where it is counted, and else for those who asked for it', async () => {
    const counted = NEEDED.map((type) => `${type} (kept)`);
    expect(await kept()).toEqual(counted);
    await listen(['*'], 'disabled');
    await listen(['booking.*']);
    expect(await kept()).toEqual(counted);
    await listen(['message.received']);
    expect(await kept()).toEqual(['message.received', ...counted]);
    await listen(['conversation.*']);
    expect(await kept()).toEqual(TYPES);
  });
});

it('a turn is one statement to read and one to write', async () => {
  const saved = await turn(begin('restaurant'), {});
  const sent: string[] = [];
  database.pool.once('acquire', (client) => {
    const query = client.query.bind(client) as (statement: { text: string }) => Promise<never>;
    client.query = (statement: string | { text: string }) => {
      sent.push((typeof statement === 'string' ? statement : statement.text).trim().split(/\W/)[0]!);
      return query(statement as { text: string });
    };
  });
  await inside(async (ctx) => {
    const kept = (await store.lock(ctx, saved.id))!;
    await store.save(ctx, kept, [newMessage(kept, 'customer', 'hi', NOW)], () => [{ type: 'x', data: {} }]);
  });
  expect(sent).toEqual(['begin', 'select', 'with', 'commit']);
});
