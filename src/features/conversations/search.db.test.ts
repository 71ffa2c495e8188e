import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let workspace: { id: string; key: string };
let otherWorkspace: { id: string; key: string };

const MESSAGES: Record<string, string[]> = {
  reservation: ['I have a reservation for Friday, code K7P4QX', 'See you on Friday!'],
  vegan: ['Is the vegan burger really vegan?', 'It is: no milk, no eggs.'],
  phone: ['call me on 555-0142, 100% urgent', 'We will.'],
  greek: ['Έχετε τραπέζι για δύο;', 'Ναι.'],
  quote: [`it's "fine" & done | over <-> here`, 'Good.'],
};
const CUSTOMERS: Record<string, object> = {
  reservation: { name: 'Dana Fox', phone: '+12125550177', email: 'dana.fox@post.example' },
  greek: { name: '李小龙' },
};

/** Inserts directly into the tables, because the API would be too slow for this many conversations. */
async function insertConversation(
  workspaceId: string,
  id: string,
  texts: string[],
  customer: object = {},
  status = 'open',
) {
  await queryAsDbOwner(
    service.connection,
    `with c as (
       insert into conversations (workspace_id, id, channel, status, customer, created_at, updated_at)
       values ($1, $2, 'api', $3, $4, now(), now()) returning id)
     insert into messages (workspace_id, id, conversation_id, role, text, created_at)
     select $1, $2 || '_' || n, c.id, 'customer', text, now() from c, unnest($5::text[]) with ordinality as entry (text, n)`,
    [workspaceId, id, status, JSON.stringify(customer), texts],
  );
}

const searchRequest = (q: string, filters = '', key = workspace.key) =>
  call(service, 'GET', `/api/conversations?q=${encodeURIComponent(q)}${filters}`, { key });
const search = async (q: string, filters = '', key = workspace.key): Promise<string[]> => {
  const { status, json } = await searchRequest(q, filters, key);
  expect({ q, status }).toEqual({ q, status: 200 });
  return json.data.map(({ id }: { id: string }) => id.replace(/^conv_\d_/, ''));
};

beforeAll(async () => {
  service = await startService();
  [workspace, otherWorkspace] = [await createWorkspace(service), await createWorkspace(service)];
  for (const [name, texts] of Object.entries(MESSAGES))
    await insertConversation(workspace.id, `conv_1_${name}`, texts, CUSTOMERS[name]);
  await insertConversation(otherWorkspace.id, 'conv_1_elsewhere', ['a reservation elsewhere'], {
    name: 'Dana Elsewhere',
  });
});

const CASES: [string, string[]][] = [
  ['reservation', ['reservation']],
  ['reserv', ['reservation']],
  ['RESERV', ['reservation']],
  ['eservation', []],
  ['friday reserv', ['reservation']],
  ['reserv friday', []],
  ['k7p4', ['reservation']],
  ['vegan milk', []],
  ['"vegan burger"', ['vegan']],
  ['"burger vegan"', []],
  ['burger OR reservation', ['vegan', 'reservation']],
  ['vegan -burger', []],
  ['100%', ['phone']],
  ['1000', []],
  ['555-0142', ['phone']],
  ['τραπέζ', ['greek']],
  ['dana', ['reservation']],
  ['ana fo', ['reservation']],
  ['55501', ['reservation']],
  ['FOX@POST', ['reservation']],
  ['小', ['greek']],
  ['%', []],
  ['_', []],
  ['no such words', []],
];

describe('few conversations', () => {
  it.each(CASES)('are searched for %s', async (q, expectedIds) => {
    expect(await search(q)).toEqual(expectedIds);
  });
});

describe('many conversations', () => {
  beforeAll(async () => {
    await queryAsDbOwner(
      service.connection,
      `with c as (
         insert into conversations (workspace_id, id, channel, status, created_at, updated_at)
         select $1, 'conv_2_' || lpad(n::text, 4, '0'), 'api', case when n % 100 = 0 then 'resolved' else 'open' end, now(), now()
         from generate_series(1, 400) n returning id)
       insert into messages (workspace_id, id, conversation_id, role, text, created_at)
       select $1, 'msg_' || c.id, c.id, 'customer', 'hello again', now() from c`,
      [workspace.id],
    );
  });

  it.each(CASES.filter(([q]) => /[\p{L}\p{N}]/u.test(q)))('are searched for %s', async (q, expectedIds) => {
    expect(await search(q)).toEqual(expectedIds);
  });

  it('are paged for rare and for common words', async () => {
    const firstPage = (await searchRequest('hello', '&limit=100')).json;
    expect([firstPage.data.length, firstPage.has_more, firstPage.data[0].id]).toEqual([100, true, 'conv_2_0400']);
    expect(await search('hello', '&limit=2&starting_after=conv_2_0002')).toEqual(['0001']);
    expect(await search('burger OR reservation', '&limit=1')).toEqual(['vegan']);
    expect(await search('burger OR reservation', '&limit=1&starting_after=conv_1_vegan')).toEqual(['reservation']);
  });

  it('can be searched and filtered together', async () => {
    expect(await search('hello', '&status=resolved')).toEqual(['0400', '0300', '0200', '0100']);
    expect(await search('hello', '&status=handoff')).toEqual([]);
    expect(await search('burger', '&status=open')).toEqual(['vegan']);
    expect(await search('burger', '&status=resolved')).toEqual([]);
  });
});

it.each([
  ...[
    `'`,
    `"`,
    `''`,
    `"unclosed`,
    `\\`,
    `\\'`,
    ':*',
    'a:*',
    `'a':*b`,
    '&',
    '|',
    '!',
    '!!',
    '<->',
    '()',
    '((',
    ') or (',
    '-',
  ],
  ...['a & | b', '- -', 'OR', 'or or', '"" ""', '🙂', '🙂 reserv 🙂', '\u202e', '$1', `'); drop table messages; --`],
  ...['%_\\', 'x'.repeat(200), '🙂'.repeat(100), 'a-b-c-d', 'http://x.example/a?b=c', '1e400', '-1.5', 'a\tb\nc'],
])('accepts any search text: %j', async (q) => {
  expect((await searchRequest(q)).status).toBe(200);
});

it('does not find messages of another workspace', async () => {
  expect(await search('elsewhere')).toEqual([]);
  expect(await search('elsewhere', '', otherWorkspace.key)).toEqual(['elsewhere']);
});

it('does not find encrypted conversations by their text', async () => {
  const { key } = await createWorkspace(service);
  const body = { message: 'my ankle hurts', businessType: 'medical', customer: { name: 'Zelda Marchetti' } };
  const { json } = await call(service, 'POST', '/api/chat', { key, body });
  expect((await call(service, 'GET', '/api/conversations', { key })).json.data[0].id).toBe(json.conversationId);
  expect([await search('ankle', '', key), await search('Zelda', '', key)]).toEqual([[], []]);
});
