// Whoever knows another workspace's ids gets nothing by them, on any route that takes one.
import { beforeAll, expect, it } from 'vitest';
import { everyDay, must } from '../business.ts';
import { asOwner, call, makeKey, type Service, signUp, startService } from '../harness.ts';

type Route = { method: string; path: string };

let service: Service;
let routes: Route[];
let owner: string;
let stranger: string;
/** One of each kind, by its prefix. */
const ids = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  const { json } = await call(service, 'GET', '/openapi.json');
  routes = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  owner = (await signUp(service, { businessName: 'Bella Vista' })).cookie;
  stranger = (await signUp(service, { businessName: 'Elsewhere' })).cookie;
  await fill();
  for (const { method, path } of routes) {
    if (method === 'GET' && !path.includes('{') && !path.endsWith('/events')) await gather(path);
  }
  for (const [, id] of ids) await gather(`/api/inbox/conversations/${id}`);
});

/** Something of every kind. */
async function fill(): Promise<void> {
  const workspace = (await call(service, 'GET', '/api/me', { cookie: owner })).json.workspaces[0].id;
  await asOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  const { key } = await makeKey(service, workspace);
  const post = async (path: string, body: object) => must(201, await call(service, 'POST', path, { key, body })).json;
  for (const industry of ['restaurant', 'fitness', 'medical', 'retail', 'salon'])
    await post('/api/v1/setup', { industry });
  const body = { hours: everyDay(['09:00', '23:00']), closures: [] };
  must(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
  const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T13:00`;
  const customer = { name: 'Dana Fox', phone: '+12125550147' };
  await post('/api/v1/restaurant/reservations', { partySize: 2, startsAt, customer });
  await post('/api/v1/fitness/membership', { type: 'inquiry', customer });
  const patient = { ...customer, dateOfBirth: '1980-02-03' };
  const pharmacy = { name: 'Corner', phone: '+12125550122' };
  await post('/api/v1/medical/prescriptions', { patient, medication: 'Lisinopril', pharmacy });
  await post('/api/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  const chat = { message: 'Hi', businessType: 'restaurant' };
  const { conversationId } = must(200, await call(service, 'POST', '/api/chat', { key, body: chat })).json;
  await post(`/api/inbox/conversations/${conversationId}/notes`, { text: 'A regular' });
  await post('/api/inbox/replies', { title: 'Parking', text: 'Behind the house.' });
  const invited = { email: 'luca@example.com', role: 'agent' };
  must(201, await call(service, 'POST', '/api/invitations', { cookie: owner, body: invited }));
}

/** Every `id` in what a page says, whatever it stands in. */
async function gather(path: string): Promise<void> {
  const { json } = await call(service, 'GET', path, { cookie: owner });
  JSON.stringify(json ?? null, (name, value) => {
    const isId = typeof value === 'string' && (name === 'id' || name.endsWith('Id')) && value.length > 20;
    if (isId) ids.set(/^([a-z]+)_/.exec(value)?.[1] ?? 'user', value);
    return value;
  });
}

const ask = ({ method, path }: Route, id: string, cookie: string) =>
  call(service, method === 'GET' && path.endsWith('/events') ? 'HEAD' : method, path.replace(/\{\w+\}/g, id), {
    cookie,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  });

it('finds nothing by another workspace’s ids', async () => {
  expect([...ids.keys()]).toEqual(expect.arrayContaining(['conv', 'bkg', 'key', 'note', 'user', 'inv']));
  const opened: string[] = [];
  const own = new Set<string>();
  for (const route of routes.filter(({ path }) => path.includes('{'))) {
    const tried = await Promise.all(
      [...ids].map(async ([kind, id]) => [kind, await ask(route, id, stranger)] as const),
    );
    // Whoever is not signed in to a page, and bodies that lack something, are refused before anything is looked for.
    for (const [kind, { status }] of tried)
      if (![400, 401, 404, 422].includes(status)) opened.push(`${route.method} ${route.path} by ${kind}: ${status}`);
    if (route.method !== 'GET') continue;
    const replies = await Promise.all([...ids.values()].map((id) => ask(route, id, owner)));
    if (replies.some(({ status }) => status === 200)) own.add(route.path);
  }
  expect(opened).toEqual([]);
  // They are real ones: to their owner they open what they name.
  console.log(`by ${ids.size} kinds of ids their owner reads ${own.size} addresses, a stranger none`);
  expect(own.size).toBeGreaterThanOrEqual(8);
});
