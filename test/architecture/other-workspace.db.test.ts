// Sends another workspace's ids, codes and names in every field of every request: none of its data may be revealed or changed.
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FullWorkspace, fillWorkspace } from '../full-workspace.ts';
import { addCleanup, type CallOptions, call, type HttpResponse, type Service, startService } from '../harness.ts';
import { inParallel, runsToday } from '../random.ts';
import { ORIGIN } from '../visitor.ts';
import type { ValidRequest } from './request-factory.ts';
import { TOOL_ARGUMENTS, VALID_REQUESTS } from './valid-requests.ts';

type Operation = { method: string; path: string; security?: string; query: string[] };

const PRIVATE_MARKER = 'Quillfeather';
const MAX_CONCURRENT = 8;

let service: Service;
let operations: Operation[];
let ownWorkspace: FullWorkspace;
let otherWorkspace: FullWorkspace;

beforeAll(async () => {
  service = await startService(
    undefined,
    { jobs: 'off', planChanges: 'operator', dnsServers: ['127.0.0.1:9'] },
    { maxMemberCallsPerMinute: 1_000_000 },
  );
  const { json } = await call(service, 'GET', '/openapi.json');
  // biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is read without types
  operations = Object.entries<any>(json.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(methods).map(([method, { security, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      security: Object.keys(security?.[0] ?? {})[0],
      query: parameters
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map((parameter: { name: string }) => parameter.name),
    })),
  );
  [ownWorkspace, otherWorkspace] = [
    await fillWorkspace(service, 'mine', 'Ownword'),
    await fillWorkspace(service, 'theirs', PRIVATE_MARKER),
  ];
});

/** Operations that ignore the workspace and visitor headers: /api/me covers all workspaces, a session takes its token in the body. */
const IGNORES_HEADERS = new Set(['GET /api/me', 'POST /api/widget/session', 'POST /api/notifications/sign-out-device']);

const formatOperation = ({ method, path }: Operation) => `${method} ${path}`;

/** The credentials of a workspace for one kind of caller. */
function getCredentials(workspace: FullWorkspace, as: ValidRequest['as']): CallOptions {
  if (typeof as === 'object') return { cookie: as.cookie };
  if (as === 'session') return { cookie: workspace.cookie };
  if (as === 'sandbox') return { key: workspace.testKey };
  if (as === 'visitor') {
    const { key, visitorToken } = workspace.widget;
    return { key, headers: { origin: ORIGIN, 'x-visitor-token': visitorToken } };
  }
  return as === 'nobody' ? {} : { key: workspace.key };
}

function send(
  { method, path, security }: Operation,
  workspace: FullWorkspace,
  request: ValidRequest,
  extraHeaders: Record<string, string> = {},
) {
  const { as = security === 'key' ? 'key' : 'session', params = {}, query = {}, body } = request;
  const { headers, ...auth } = getCredentials(workspace, as);
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? 'x'));
  const queryString = new URLSearchParams(query as Record<string, string>).toString();
  // An event stream would never end.
  const sentMethod = method === 'GET' && path.endsWith('/events') ? 'HEAD' : method;
  return call(service, sentMethod, queryString ? `${filledPath}?${queryString}` : filledPath, {
    ...auth,
    headers: { ...headers, ...extraHeaders },
    body,
  });
}

async function createValidRequests(operation: Operation, workspace: FullWorkspace): Promise<ValidRequest[]> {
  return [(await VALID_REQUESTS[formatOperation(operation)]?.(workspace, service)) ?? {}].flat();
}

type StringPath = { path: string[]; value: string };

/** Every string in a value, with its path. */
function findStrings(value: unknown, path: string[] = []): StringPath[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findStrings(inner, [...path, name]));
}

function replaceAt<T>(value: T, [name, ...rest]: string[], newValue: unknown): T {
  if (name === undefined) return newValue as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = replaceAt(copy[name], rest, newValue);
  return copy as T;
}

let combinationCount = 0;

/**
 * The requests to try: each string is replaced by the other workspace's counterpart and by its other identifiers. Of the
 * latter a different sample is tried each day, and all of them in every position in `npm run test:full`.
 */
function createAttempts(ownRequest: ValidRequest, otherRequest: ValidRequest, query: string[]): ValidRequest[] {
  const originalValues = new Map(findStrings(ownRequest).map(({ path, value }) => [path.join('/'), value]));
  /** Replaces times and phone numbers by unused ones to avoid conflicts, unless they are what is being tried. */
  const replaceUsedValue = ({ path, value }: StringPath) => {
    if (originalValues.get(path.join('/')) !== value || value === ownWorkspace.ids.phone) return value;
    return path.at(-1) === 'startsAt'
      ? ownWorkspace.pickUnusedTime()
      : path.at(-1) === 'phone'
        ? ownWorkspace.pickUnusedPhone()
        : value;
  };
  return [...generateSubstitutions(ownRequest, otherRequest, query)].map((request) =>
    findStrings(request).reduce(
      (current, stringPath) => replaceAt(current, stringPath.path, replaceUsedValue(stringPath)),
      request,
    ),
  );
}

function* generateSubstitutions(
  ownRequest: ValidRequest,
  otherRequest: ValidRequest,
  query: string[],
): Generator<ValidRequest> {
  const pickRequestFields = ({ params, query: queryFields, body }: ValidRequest) => ({
    params,
    query: queryFields,
    body,
  });
  const counterparts = new Map(
    findStrings(pickRequestFields(otherRequest)).map(({ path, value }) => [path.join('/'), value]),
  );
  const foreignValues = Object.values(otherWorkspace.ids);
  /** One in `oneIn` of all combinations is tried today. */
  const isInTodaysSample = (oneIn: number) => runsToday(combinationCount++, oneIn);
  if (!ownRequest.carriesSecret) yield { ...ownRequest, ...pickRequestFields(otherRequest) };
  for (const { path, value } of findStrings(pickRequestFields(ownRequest))) {
    const counterpart = counterparts.get(path.join('/'));
    if (counterpart !== undefined && counterpart !== value) yield replaceAt(ownRequest, path, counterpart);
    for (const foreignValue of foreignValues)
      if (isInTodaysSample(path[0] === 'params' ? 16 : 120)) yield replaceAt(ownRequest, path, foreignValue);
  }
  for (const name of query)
    for (const foreignValue of foreignValues)
      if (isInTodaysSample(120)) yield replaceAt(ownRequest, ['query', name], foreignValue);
}

let dbClient: pg.Client;
let stateSql: string;
beforeAll(async () => {
  dbClient = new pg.Client(service.connection);
  await dbClient.connect();
  addCleanup(() => dbClient.end());
  const { rows } = await dbClient.query(
    `select c.relname as name, a.attname as scope from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
       and (a.attname in ('workspace_id', 'userId') or (c.relname, a.attname) in (('workspaces', 'id'), ('auth_users', 'id')))
       and c.relname not in ('request_log', 'analytics_marks', 'call_counters')`,
  );
  stateSql = rows
    .map(
      ({
        name,
        scope,
      }) => `select '${name}' as name, string_agg((to_jsonb(t) - 'last_used_at')::text, ' ' order by t::text) as rows
        from ${name} t where "${scope}" in ($1, $2, $3)`,
    )
    .join(' union all ');
});

/** The rows of the other workspace by table, except those that are updated asynchronously. */
async function readOtherWorkspace(): Promise<Map<string, string>> {
  const { workspace, sandbox, user } = otherWorkspace.ids;
  // A named statement is planned only once, which matters for a hundred tables.
  const { rows } = await dbClient.query({ name: 'state', text: stateSql, values: [workspace, sandbox, user] });
  return new Map(rows.map(({ name, rows: tableRows }) => [name, tableRows]));
}

/** Resets rate limits and attempt counters. */
const resetCounters = () => dbClient.query('with c as (delete from call_counters) delete from attempt_counters');

/** Removes what earlier requests created, so that it does not conflict with the next ones. */
async function removeCreatedRows(): Promise<void> {
  await resetCounters();
  for (const table of ['bookings', 'knowledge', 'webhook_endpoints', 'ready_replies', 'api_keys', 'invitations'])
    await dbClient.query(`delete from ${table} where workspace_id = $1 and id <> all($2)`, [
      ownWorkspace.ids.workspace,
      Object.values(ownWorkspace.ids),
    ]);
}
const isIdentificationBlocked = ({ text }: HttpResponse) => text.includes('identification_closed');

let attemptCount = 0;

/** Sends all requests and describes those that failed, or that revealed or changed data of the other workspace. */
async function sendAll(label: string, requests: (() => Promise<HttpResponse>)[]): Promise<string[]> {
  await resetCounters();
  const before = await readOtherWorkspace();
  const responses = await inParallel(requests, MAX_CONCURRENT, (sendRequest) => sendRequest());
  for (const [n, sendRequest] of requests.entries()) {
    if (!isIdentificationBlocked(responses[n]!)) continue;
    await resetCounters();
    responses[n] = await sendRequest();
  }
  const after = await readOtherWorkspace();
  attemptCount += requests.length;
  const describeFault = ({ status, text }: HttpResponse) =>
    text.includes(PRIVATE_MARKER)
      ? 'leaks'
      : status >= 500 || isIdentificationBlocked({ text } as HttpResponse)
        ? 'fails'
        : '';
  return [
    ...responses.flatMap((response, n) =>
      describeFault(response) ? [`${label} #${n} ${describeFault(response)}: ${response.text.slice(0, 300)}`] : [],
    ),
    ...[...after].flatMap(([name, rows]) => (rows === before.get(name) ? [] : [`${label} changes ${name}`])),
  ];
}

describe('another workspace’s ids, codes and names', () => {
  it('give no access in any field of any operation', async () => {
    const leaks: string[] = [];
    const invalidRequests: string[] = [];
    for (const operation of operations) {
      await removeCreatedRows();
      // The unmodified request must succeed, so that only the foreign identifiers can cause a rejection.
      for (const request of await createValidRequests(operation, ownWorkspace)) {
        const { status, text } = await send(operation, ownWorkspace, request);
        if (request.status ? status !== request.status : status >= 300)
          invalidRequests.push(`${formatOperation(operation)} ${status}: ${text}`);
      }
      const [ownRequests, otherRequests] = [
        await createValidRequests(operation, ownWorkspace),
        await createValidRequests(operation, otherWorkspace),
      ];
      for (const [n, request] of ownRequests.entries()) {
        if (request.skipSubstitution) continue;
        const requests = createAttempts(request, otherRequests[n]!, operation.query).map(
          (attempt) => () => send(operation, ownWorkspace, attempt),
        );
        leaks.push(...(await sendAll(formatOperation(operation), requests)));
      }
    }
    console.log(`${attemptCount} attempts on ${operations.length} operations`);
    expect(invalidRequests).toEqual([]);
    expect(leaks).toEqual([]);
  });

  it('are rejected in the workspace and visitor headers', async () => {
    attemptCount = 0;
    const leaks: string[] = [];
    for (const operation of operations.filter(({ security }) => security)) {
      const [request] = await createValidRequests(operation, otherWorkspace);
      const { workspace, sandbox } = otherWorkspace.ids;
      const foreignHeaders = [
        { 'x-workspace': workspace },
        { 'x-workspace': sandbox },
        { 'x-workspace': workspace, 'x-mode': 'test' },
      ];
      const requests = foreignHeaders.map(
        (headers) => () => send(operation, ownWorkspace, { ...request, as: 'session' }, headers as never),
      );
      const visitorHeader = { 'x-visitor-token': otherWorkspace.widget.visitorToken };
      requests.push(() => send(operation, ownWorkspace, { ...request, as: 'visitor' }, visitorHeader));
      const statuses = await Promise.all(requests.map(async (sendRequest) => (await sendRequest()).status));
      if (!IGNORES_HEADERS.has(formatOperation(operation)))
        for (const status of statuses.filter((status) => status < 400))
          leaks.push(`${formatOperation(operation)}: ${status}`);
      attemptCount += requests.length;
    }
    console.log(`${attemptCount} attempts by headers`);
    expect(leaks).toEqual([]);
  });

  it('give no access through MCP tools and resources', async () => {
    attemptCount = 0;
    const mcp = operations.find(({ path }) => path === '/mcp')!;
    const createRpcRequest = (method: string, params: object) => ({ body: { jsonrpc: '2.0', id: 1, method, params } });
    const { json } = await send(mcp, ownWorkspace, createRpcRequest('tools/list', {}));
    const toolNames = json.result.tools.map(({ name }: { name: string }) => name);
    expect(Object.keys(TOOL_ARGUMENTS).sort()).toEqual(toolNames.sort());
    const leaks: string[] = [];
    const invalidRequests: string[] = [];
    for (const [name, createToolArguments] of Object.entries(TOOL_ARGUMENTS)) {
      const createToolCall = async (workspace: FullWorkspace) =>
        createRpcRequest('tools/call', { name, arguments: await createToolArguments(workspace, service) });
      await removeCreatedRows();
      const response = await send(mcp, ownWorkspace, await createToolCall(ownWorkspace));
      if (response.status !== 200 || response.json.result?.isError) invalidRequests.push(`${name}: ${response.text}`);
      const requests = createAttempts(await createToolCall(ownWorkspace), await createToolCall(otherWorkspace), []).map(
        (attempt) => () => send(mcp, ownWorkspace, attempt),
      );
      leaks.push(...(await sendAll(name, requests)));
    }
    const resourceUris = Object.values(otherWorkspace.ids).flatMap((id) => [
      id,
      `frontdesk://business/${id}`,
      `frontdesk://${id}/faqs`,
    ]);
    leaks.push(
      ...(await sendAll(
        'resources',
        resourceUris.map((uri) => () => send(mcp, ownWorkspace, createRpcRequest('resources/read', { uri }))),
      )),
      ...(await sendAll(
        'sessions',
        Object.values(otherWorkspace.ids).map(
          (id) => () =>
            send(mcp, ownWorkspace, createRpcRequest('resources/read', { uri: 'frontdesk://business' }), {
              'mcp-session-id': id,
            }),
        ),
      )),
    );
    console.log(`${attemptCount} attempts on ${toolNames.length} tools and the resources`);
    expect(invalidRequests).toEqual([]);
    expect(leaks).toEqual([]);
  });

  it('are not referenced by any row of this workspace', async () => {
    const { rows: columns } = await dbClient.query(
      `select c.relname as name, a.attname as attribute from pg_class c
       join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'
       join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'text'::regtype and a.attname ~ '(^id|_id|_by|^code)$'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    );
    const referringColumns: string[] = [];
    for (const { name, attribute } of columns) {
      const { rows } = await dbClient.query(
        `select from ${name} where workspace_id in ($1, $2) and ${attribute} = any($3)`,
        [ownWorkspace.ids.workspace, ownWorkspace.ids.sandbox, Object.values(otherWorkspace.ids)],
      );
      if (rows.length) referringColumns.push(`${name}.${attribute}`);
    }
    expect(columns.length).toBeGreaterThan(30);
    expect(referringColumns).toEqual([]);
  });
});
