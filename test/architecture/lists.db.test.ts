// Every list of the API can be paged forward and back, by its cursors and by the links in its headers.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours } from '../business.ts';
import {
  call,
  createApiKey,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../harness.ts';
import { expectStatus } from '../http.ts';
import { createTeam } from '../members.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../visitor.ts';

let service: Service;
let workspaceId: string;
let key: string;
let site: WidgetSite;
let visitorToken: string;
let cookies: { owner: string; operator: string };
let knowledgeId: string;
let endpointId: string;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off', planChanges: 'operator' });
  const team = await createTeam(service);
  workspaceId = team.workspace;
  await createApiKey(service, workspaceId);
  key = (await createApiKey(service, workspaceId)).key;
  site = { key: (await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key };
  cookies = { owner: team.owner.cookie, operator: await createOperator() };
  await post('/api/v1/setup', { industry: 'restaurant' });
  await post('/api/v1/setup', { industry: 'retail' });
  await post('/api/v1/setup', { industry: 'fitness' });
  expectStatus(
    200,
    await call(service, 'PUT', '/api/v1/config', { key, body: { hours: createEveryDayHours(['11:00', '22:00']) } }),
  );
  const phones = ['212 555 0142', '212 555 0143', '212 555 0144'];
  for (const [index, phone] of phones.entries()) {
    const customer = { name: `Dana ${index}`, phone };
    await post('/api/v1/restaurant/reservations', {
      partySize: 2,
      startsAt: `${formatDateInDays(index + 2)}T18:00`,
      customer,
    });
    await post('/api/v1/fitness/membership', { type: 'inquiry', customer, notes: 'x' });
  }
  visitorToken = (await startVisitorSession(service, site)).token;
  for (const message of ['Hello pasta', 'Hello pizza', 'Hello pasta again']) {
    const body = { message, channel: 'widget' };
    const { json } = expectStatus(
      200,
      await callFromWidget(service, site, 'POST', '/api/chat', { token: visitorToken, body }),
    );
    await post(`/api/conversations/${json.conversationId}/handoff`, {}, 200);
  }
  await setDueTimes();
  for (const name of ['a', 'b', 'c']) await post('/api/invitations', { email: `${name}@example.com`, role: 'agent' });
  endpointId = (await post('/api/webhooks', { url: 'https://hooks.example.com/', events: ['*'] })).id;
  for (const path of ['b', 'c'])
    await post('/api/webhooks', { url: `https://hooks.example.com/${path}`, events: ['*'] });
  for (const _ of [1, 2, 3]) await post(`/api/webhooks/${endpointId}/test`, {});
  await fillKnowledge();
});

const formatDateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const post = async (path: string, body: object, expectedStatus?: number) => {
  const credentials =
    path === '/api/invitations' ? { cookie: cookies.owner, headers: { 'x-workspace': workspaceId } } : { key };
  const response = await call(service, 'POST', path, { ...credentials, body });
  return expectStatus(expectedStatus ?? (response.status === 202 ? 202 : 201), response).json;
};

async function createOperator(): Promise<string> {
  for (const businessName of ['A', 'B', 'C']) {
    const { cookie } = await signUp(service, { businessName });
    expectStatus(200, await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'professional' } }));
  }
  const { cookie, user } = await signUp(service, { name: 'Olga Operator' });
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [user.id]);
  return cookie;
}

/** Conversations with a running target, in the opposite order of their activity. */
const setDueTimes = () =>
  queryAsDbOwner(
    service.connection,
    `insert into service_level_clocks (workspace_id, conversation_id, kind, started_at, channel, due_at)
     select workspace_id, id, 'first_response', created_at, channel, now() - (created_at - '2020-01-01')
     from conversations where workspace_id = $1`,
    [workspaceId],
  );

async function fillKnowledge() {
  for (const title of ['Parking', 'Dogs', 'Gifts'])
    knowledgeId = (await post('/api/v1/knowledge', { title, text: 'Guests park free.' })).id;
  await queryAsDbOwner(
    service.connection,
    `with site as (
       insert into knowledge_pages (workspace_id, knowledge_id, url, title, hash, links)
       values ($1, $2, '', 'Gifts', '', '{}') returning workspace_id, knowledge_id, url)
     insert into knowledge_passages (workspace_id, knowledge_id, url, position, heading, text, vector)
     select site.*, n, 'Part ' || n, 'Text ' || n, decode(repeat('00', 384), 'hex') from site, generate_series(1, 3) n`,
    [workspaceId, knowledgeId],
  );
}

/** Reads the lists that a key cannot read, as a person or from the widget. */
const SPECIAL_READERS: Record<string, (path: string) => Promise<HttpResponse>> = {
  '/api/audit': (path) => readAsMember(path, 'owner'),
  '/api/invitations': (path) => readAsMember(path, 'owner'),
  '/api/keys': (path) => readAsMember(path, 'owner'),
  '/api/operator/plan-requests': (path) => readAsMember(path, 'operator'),
  '/api/widget/conversations': (path) => callFromWidget(service, site, 'GET', path, { token: visitorToken }),
};
const readAsMember = (path: string, role: keyof typeof cookies) =>
  call(service, 'GET', path, { cookie: cookies[role], headers: { 'x-workspace': workspaceId } });
const readList = async (path: string) => {
  const reader = SPECIAL_READERS[path.split('?')[0] ?? ''];
  return expectStatus(200, await (reader ? reader(path) : call(service, 'GET', path, { key })));
};

const LIST_PATHS = [
  '/api/audit?action=invitation.*',
  '/api/conversations?channel=widget',
  '/api/conversations?q=Hello',
  '/api/events?type=booking.created',
  '/api/inbox/conversations?channel=widget',
  '/api/inbox/conversations?q=Hello',
  '/api/inbox/conversations?sort=due',
  '/api/invitations?',
  '/api/keys?',
  '/api/operator/plan-requests?status=open',
  '/api/request-log?method=POST&to=2030-01-01',
  '/api/requests?kind=membership',
  '/api/v1/bookings?kind=reservation',
  '/api/v1/bookings?sort=startsAt',
  '/api/v1/config/versions?',
  '/api/v1/customers?',
  '/api/v1/customers?sort=lastBooking',
  '/api/v1/knowledge?',
  '/api/v1/restaurant/reservations?',
  '/api/webhooks?',
  '/api/webhooks/{id}/deliveries?type=ping',
  '/api/widget/conversations?',
];

describe('each list', () => {
  it('documents both cursors and is covered by this test', async () => {
    const { paths } = (await call(service, 'GET', '/openapi.json')).json as { paths: Record<string, Operations> };
    const listCursorNames = (operation?: Operation) =>
      (operation?.parameters ?? []).map(({ name }) => name).filter((name) => CURSORS.includes(name));
    const lists = Object.entries(paths).flatMap(([path, { get }]) =>
      listCursorNames(get).length ? [{ path, cursors: listCursorNames(get) }] : [],
    );
    expect(lists.filter(({ cursors }) => cursors.length < CURSORS.length)).toEqual([]);
    const coveredPaths = new Set(LIST_PATHS.map((path) => path.split('?')[0]));
    // The industries share one route per list. The content of a knowledge source is tested below.
    const uncoveredPaths = lists.map(({ path }) => path).filter((path) => !coveredPaths.has(path));
    expect(uncoveredPaths.filter((path) => !/^\/api\/v1\/(fitness|salon|medical|retail)\//.test(path))).toEqual([
      '/api/v1/knowledge/{id}',
    ]);
  });

  it.each(LIST_PATHS)('can be paged forward and back by its links: %s', async (listPath) => {
    const path = listPath.replace('{id}', endpointId);
    const allIds = await readIds(path);
    expect(allIds.length).toBeGreaterThanOrEqual(3);
    const ids = allIds.slice(0, 3);
    const firstPage = await readList(`${path}&limit=1`);
    expect(firstPage.headers.get('link')).not.toContain('prev');
    const secondPage = await followLink(firstPage, 'next');
    const thirdPage = await followLink(secondPage, 'next');
    expect([firstPage, secondPage, thirdPage].map(getSingleId)).toEqual(ids);
    const backPage = await followLink(thirdPage, 'prev');
    expect([getSingleId(backPage), backPage.json.has_more]).toEqual([ids[1], true]);
    const startPage = await followLink(backPage, 'prev');
    expect([getSingleId(startPage), startPage.json.has_more]).toEqual([ids[0], false]);
    expect(startPage.headers.get('link')).not.toContain('prev');
    expect(await readIds(`${path}&ending_before=${ids[2]}`)).toEqual(ids.slice(0, 2));
  });

  it.each(LIST_PATHS)('rejects an unknown cursor, and both cursors at once: %s', async (listPath) => {
    const path = listPath.replace('{id}', endpointId);
    const [id] = await readIds(path);
    const reader = SPECIAL_READERS[path.split('?')[0] ?? ''] ?? ((url: string) => call(service, 'GET', url, { key }));
    for (const query of ['ending_before=x_none', `starting_after=${id}&ending_before=${id}`]) {
      const { status, json } = await reader(`${path}&${query}`);
      expect([status, json.errors?.[0].pointer]).toEqual([400, '/ending_before']);
    }
  });
});

it('pages back through the passages of a knowledge source', async () => {
  const readPassages = async (query: string) => {
    const { json } = expectStatus(
      200,
      await call(service, 'GET', `/api/v1/knowledge/${knowledgeId}?${query}`, { key }),
    );
    return [json.content.data.map(({ title }: { title: string }) => title), json.content.has_more];
  };
  expect(await readPassages('limit=1&starting_after=2')).toEqual([['Part 3'], false]);
  expect(await readPassages('limit=1&ending_before=3')).toEqual([['Part 2'], true]);
  expect(await readPassages('limit=2&ending_before=3')).toEqual([['Part 1', 'Part 2'], false]);
  expect(await readPassages('ending_before=1')).toEqual([[], false]);
  expect(await readPassages('starting_after=3')).toEqual([[], false]);
  for (const cursor of ['0', '4', '99', '03', 'x']) {
    const response = await call(service, 'GET', `/api/v1/knowledge/${knowledgeId}?starting_after=${cursor}`, { key });
    expect([response.status, response.json.errors?.[0].pointer]).toEqual([400, '/starting_after']);
  }
});

const CURSORS = ['starting_after', 'ending_before'];
type Operation = { parameters?: { name: string }[] };
type Operations = { get?: Operation };

const readIds = async (path: string): Promise<string[]> =>
  (await readList(`${path}&limit=100`)).json.data.map(({ id }: { id: string }) => id);
const getSingleId = ({ json }: HttpResponse): string => {
  expect(json.data).toHaveLength(1);
  return json.data[0].id;
};
const followLink = ({ headers }: HttpResponse, rel: string): Promise<HttpResponse> => {
  const [, path] = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '') ?? [];
  if (!path) throw new Error(`no ${rel} in ${headers.get('link')}`);
  return readList(path);
};
