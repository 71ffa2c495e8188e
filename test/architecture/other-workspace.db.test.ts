// Whoever knows another workspace's ids, codes and names gets nothing by them, wherever a request takes one.
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Full, fillWorkspace } from '../full-workspace.ts';
import { atTheEnd, type CallOptions, call, type Reply, type Service, startService } from '../harness.ts';
import { inParallel } from '../random.ts';
import { ORIGIN } from '../visitor.ts';
import { type Given, TOOLS, VALID } from './valid-requests.ts';

type Operation = { method: string; path: string; security?: string; query: string[] };

const MARK = 'Quillfeather';
const AT_ONCE = 8;

let service: Service;
let operations: Operation[];
let mine: Full;
let theirs: Full;

beforeAll(async () => {
  service = await startService(
    undefined,
    { jobs: 'off', planChanges: 'operator' },
    { maxMemberCallsPerMinute: 1_000_000 },
  );
  const { json } = await call(service, 'GET', '/openapi.json');
  // biome-ignore lint/suspicious/noExplicitAny: the description is looked at freely
  operations = Object.entries<any>(json.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(methods).map(([method, { security, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      security: Object.keys(security?.[0] ?? {})[0],
      query: parameters
        .filter((each: { in: string }) => each.in === 'query')
        .map((each: { name: string }) => each.name),
    })),
  );
  [mine, theirs] = [await fillWorkspace(service, 'mine', 'Ownword'), await fillWorkspace(service, 'theirs', MARK)];
});

/** Who one is, of all workspaces; and the beginning of a visit, which asks for the token in its body. */
const TAKES_NEITHER = new Set(['GET /api/me', 'POST /api/widget/session', 'POST /api/notifications/sign-out-device']);

const named = ({ method, path }: Operation) => `${method} ${path}`;

/** Who asks, as one of them may. */
function credentials(own: Full, as: Given['as']): CallOptions {
  const origin = { origin: ORIGIN };
  if (typeof as === 'object') return { cookie: as.cookie };
  if (as === 'session') return { cookie: own.cookie };
  if (as === 'sandbox') return { key: own.testKey };
  if (as === 'page') return { key: own.page.key, headers: { ...origin, 'x-frontdesk-visitor': own.page.token } };
  return as === 'nobody' ? {} : { key: own.key };
}

function send({ method, path, security }: Operation, own: Full, given: Given, more: Record<string, string> = {}) {
  const { as = security === 'key' ? 'key' : 'session', params = {}, query = {}, body } = given;
  const { headers, ...who } = credentials(own, as);
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? 'x'));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  // A stream that opens would never end.
  const asked = method === 'GET' && path.endsWith('/events') ? 'HEAD' : method;
  return call(service, asked, search ? `${address}?${search}` : address, {
    ...who,
    headers: { ...headers, ...more },
    body,
  });
}

async function requestsOf(operation: Operation, own: Full): Promise<Given[]> {
  return [(await VALID[named(operation)]?.(own, service)) ?? {}].flat();
}

type Place = { at: string[]; value: string };

/** Every text in a value, and where it stands. */
function placesIn(value: unknown, at: string[] = []): Place[] {
  if (typeof value === 'string') return [{ at, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]));
}

function put<T>(value: T, [name, ...rest]: string[], given: unknown): T {
  if (name === undefined) return given as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = put(copy[name], rest, given);
  return copy as T;
}

let turn = 0;

/**
 * What of theirs is tried at a place: what they would have there themselves, and what else is known of them; of that some,
 * and in `npm run test:full` everything everywhere.
 */
function attempts(own: Given, other: Given, query: string[]): Given[] {
  const before = new Map(placesIn(own).map(({ at, value }) => [at.join('/'), value]));
  /** Nobody can be at one place twice: each time another, unless that is what is tried. */
  const another = ({ at, value }: Place) => {
    if (before.get(at.join('/')) !== value || value === mine.known.phone) return value;
    return at.at(-1) === 'startsAt' ? mine.time() : at.at(-1) === 'phone' ? mine.phone() : value;
  };
  return [...substitutions(own, other, query)].map((given) =>
    placesIn(given).reduce((one, place) => put(one, place.at, another(place)), given),
  );
}

function* substitutions(own: Given, other: Given, query: string[]): Generator<Given> {
  const sent = ({ params, query: asked, body }: Given) => ({ params, query: asked, body });
  const counterpart = new Map(placesIn(sent(other)).map(({ at, value }) => [at.join('/'), value]));
  const known = Object.values(theirs.known);
  const isTurn = (among: number) => process.env.FULL !== undefined || turn++ % among === 0;
  if (!own.free) yield { ...own, ...sent(other) };
  for (const { at, value } of placesIn(sent(own))) {
    const natural = counterpart.get(at.join('/'));
    if (natural !== undefined && natural !== value) yield put(own, at, natural);
    for (const one of known) if (isTurn(at[0] === 'params' ? 8 : 60)) yield put(own, at, one);
  }
  for (const name of query) for (const one of known) if (isTurn(60)) yield put(own, ['query', name], one);
}

let owner: pg.Client;
let state: string;
beforeAll(async () => {
  owner = new pg.Client(service.connection);
  await owner.connect();
  atTheEnd(() => owner.end());
  const { rows } = await owner.query(
    `select c.relname as name, a.attname as scope from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
       and (a.attname in ('workspace_id', 'userId') or (c.relname, a.attname) in (('workspaces', 'id'), ('auth_users', 'id')))
       and c.relname not in ('request_log', 'analytics_marks', 'call_counters')`,
  );
  state = rows
    .map(
      ({
        name,
        scope,
      }) => `select '${name}' as name, string_agg((to_jsonb(t) - 'last_used_at')::text, ' ' order by t::text) as rows
        from ${name} t where "${scope}" in ($1, $2, $3)`,
    )
    .join(' union all ');
});

/** Everything that is theirs; what it asked for itself, and with which key, is written down late. */
async function stateOfTheirs(): Promise<Map<string, string>> {
  const { workspace, sandbox, user } = theirs.known;
  const { rows } = await owner.query(state, [workspace, sandbox, user]);
  return new Map(rows.map(({ name, rows: all }) => [name, all]));
}

/** Guesses are counted, and so are calls; here each is the first. */
const forgetTries = () => owner.query('with c as (delete from call_counters) delete from attempt_counters');

/** What was made so far must not be in the way of what is made next. */
async function tidy(): Promise<void> {
  await forgetTries();
  for (const table of ['bookings', 'knowledge', 'webhook_endpoints', 'ready_replies', 'api_keys', 'invitations'])
    await owner.query(`delete from ${table} where workspace_id = $1 and id <> all($2)`, [
      mine.known.workspace,
      Object.values(mine.known),
    ]);
}
const isClosed = ({ text }: Reply) => text.includes('identification_closed');

let tried = 0;

/** Sends them all, and answers with those by which something of theirs was told or changed. */
async function tryAll(what: string, all: (() => Promise<Reply>)[]): Promise<string[]> {
  await forgetTries();
  const before = await stateOfTheirs();
  const replies = await inParallel(all, AT_ONCE, (one) => one());
  for (const [n, one] of all.entries()) {
    if (!isClosed(replies[n]!)) continue;
    await forgetTries();
    replies[n] = await one();
  }
  const after = await stateOfTheirs();
  tried += all.length;
  const wrong = ({ status, text }: Reply) =>
    text.includes(MARK) ? 'tells' : status >= 500 || isClosed({ text } as Reply) ? 'fails' : '';
  return [
    ...replies.flatMap((reply, n) =>
      wrong(reply) ? [`${what} #${n} ${wrong(reply)}: ${reply.text.slice(0, 300)}`] : [],
    ),
    ...[...after].flatMap(([name, rows]) => (rows === before.get(name) ? [] : [`${what} changes ${name}`])),
  ];
}

describe('another workspace’s ids, codes and names', () => {
  it('get nothing in any place of any operation', async () => {
    const opened: string[] = [];
    const invalid: string[] = [];
    for (const operation of operations) {
      await tidy();
      // It is a good request of one's own: nothing but whose it is will be in the way.
      for (const given of await requestsOf(operation, mine)) {
        const { status, text } = await send(operation, mine, given);
        if (given.status ? status !== given.status : status >= 300)
          invalid.push(`${named(operation)} ${status}: ${text}`);
      }
      const [own, others] = [await requestsOf(operation, mine), await requestsOf(operation, theirs)];
      for (const [n, given] of own.entries()) {
        if (given.alone) continue;
        const all = attempts(given, others[n]!, operation.query).map((each) => () => send(operation, mine, each));
        opened.push(...(await tryAll(named(operation), all)));
      }
    }
    console.log(`${tried} attempts on ${operations.length} operations`);
    expect(invalid).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('are no workspace to work in, and no visitor to be', async () => {
    tried = 0;
    const opened: string[] = [];
    for (const operation of operations.filter(({ security }) => security)) {
      const [given] = await requestsOf(operation, theirs);
      const { workspace, sandbox } = theirs.known;
      const foreign = [
        { 'x-workspace': workspace },
        { 'x-workspace': sandbox },
        { 'x-workspace': workspace, 'x-mode': 'test' },
      ];
      const all = foreign.map((headers) => () => send(operation, mine, { ...given, as: 'session' }, headers as never));
      const visitor = { 'x-frontdesk-visitor': theirs.page.token };
      all.push(() => send(operation, mine, { ...given, as: 'page' }, visitor));
      const statuses = await Promise.all(all.map(async (one) => (await one()).status));
      if (!TAKES_NEITHER.has(named(operation)))
        for (const status of statuses.filter((one) => one < 400)) opened.push(`${named(operation)}: ${status}`);
      tried += all.length;
    }
    console.log(`${tried} attempts by headers`);
    expect(opened).toEqual([]);
  });

  it('get nothing from the tools of agents', async () => {
    tried = 0;
    const mcp = operations.find(({ path }) => path === '/mcp')!;
    const ask = (method: string, params: object) => ({ body: { jsonrpc: '2.0', id: 1, method, params } });
    const { json } = await send(mcp, mine, ask('tools/list', {}));
    const names = json.result.tools.map(({ name }: { name: string }) => name);
    expect(Object.keys(TOOLS).sort()).toEqual(names.sort());
    const opened: string[] = [];
    const invalid: string[] = [];
    for (const [name, argumentsOf] of Object.entries(TOOLS)) {
      const call = async (full: Full) => ask('tools/call', { name, arguments: await argumentsOf(full, service) });
      await tidy();
      const reply = await send(mcp, mine, await call(mine));
      if (reply.status !== 200 || reply.json.result?.isError) invalid.push(`${name}: ${reply.text}`);
      const all = attempts(await call(mine), await call(theirs), []).map((each) => () => send(mcp, mine, each));
      opened.push(...(await tryAll(name, all)));
    }
    const addresses = Object.values(theirs.known).flatMap((id) => [
      id,
      `frontdesk://business/${id}`,
      `frontdesk://${id}/faqs`,
    ]);
    opened.push(
      ...(await tryAll(
        'resources',
        addresses.map((uri) => () => send(mcp, mine, ask('resources/read', { uri }))),
      )),
      ...(await tryAll(
        'sessions',
        Object.values(theirs.known).map(
          (id) => () =>
            send(mcp, mine, ask('resources/read', { uri: 'frontdesk://business' }), { 'mcp-session-id': id }),
        ),
      )),
    );
    console.log(`${tried} attempts on ${names.length} tools and the resources`);
    expect(invalid).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('are nowhere referred to', async () => {
    const { rows: columns } = await owner.query(
      `select c.relname as name, a.attname as attribute from pg_class c
       join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'
       join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'text'::regtype and a.attname ~ '(^id|_id|_by|^code)$'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    );
    const referring: string[] = [];
    for (const { name, attribute } of columns) {
      const { rows } = await owner.query(
        `select from ${name} where workspace_id in ($1, $2) and ${attribute} = any($3)`,
        [mine.known.workspace, mine.known.sandbox, Object.values(theirs.known)],
      );
      if (rows.length) referring.push(`${name}.${attribute}`);
    }
    expect(columns.length).toBeGreaterThan(30);
    expect(referring).toEqual([]);
  });
});
