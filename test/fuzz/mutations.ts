// Ways to mutate a request. Most results are invalid and some are still valid; either way, the response must be one that
// the OpenAPI document declares.
import type { Random } from '../random.ts';
import { changeAt, listPaths } from './json-paths.ts';
import type { ObservedValues } from './observed-values.ts';
import { ODD_TEXTS, ODD_TIMES, ODD_VALUES } from './odd-values.ts';
import type { Operation } from './operations.ts';
import { type Draft, isId } from './requests.ts';

export type MutationContext = {
  operation: Operation;
  random: Random;
  ownValues: ObservedValues;
  /** Values of another workspace. */
  foreignValues: ObservedValues;
  /** Earlier POST requests with an Idempotency-Key. */
  replayableRequests: readonly Draft[];
};
/** Returns undefined if the mutation does not apply to the request. */
type Mutation = (draft: Draft, context: MutationContext) => Draft | undefined;

const LARGE_TEXT_LENGTH = 70_000;

const mutateBody =
  (change: (body: unknown, random: Random) => unknown): Mutation =>
  (draft, { random }) =>
    draft.body === undefined ? undefined : { ...draft, body: change(draft.body, random) };

const mutateBodyBytes =
  (change: (json: string, random: Random) => Buffer | string): Mutation =>
  (draft, { random }) =>
    draft.body === undefined
      ? undefined
      : { ...draft, rawBody: Buffer.from(change(JSON.stringify(draft.body), random) as string) };

const withHeader = (draft: Draft, name: string, value: string | undefined): Draft => {
  const { [name]: _, ...otherHeaders } = draft.headers;
  return { ...draft, headers: value === undefined ? otherHeaders : { ...otherHeaders, [name]: value } };
};

const changeAtRandomPath = (body: unknown, random: Random, change: (before: unknown) => unknown) => {
  const paths = listPaths(body);
  return paths.length ? changeAt(body, random.pick(paths), change) : change(body);
};

export const BODY_MUTATIONS: Record<string, Mutation> = {
  'an odd value': mutateBody((body, random) => changeAtRandomPath(body, random, () => random.pick(ODD_VALUES))),
  'an odd text': mutateBody((body, random) => {
    const textPaths = listPaths(body).filter((path) => typeof getValueAt(body, path) === 'string');
    return textPaths.length
      ? changeAt(body, random.pick(textPaths), () => random.pick([...ODD_TEXTS, ...ODD_TIMES]))
      : body;
  }),
  'a missing value': mutateBody((body, random) => changeAtRandomPath(body, random, () => undefined) ?? {}),
  'an extra field': mutateBody((body, random) =>
    typeof body === 'object' ? { ...body, [random.pick(['extra', 'id', 'workspaceId', '', ...ODD_TEXTS])]: 1 } : body,
  ),
  'a prototype field': mutateBodyBytes((json, random) => {
    const field = `"${random.pick(['__proto__', 'constructor'])}":{"prototype":{"isAdmin":true}}`;
    return json === '{}' ? `{${field}}` : json.replace(/^\{/, `{${field},`);
  }),
  'a duplicate field': mutateBodyBytes((json) => json.replace(/^\{("[^"]*":)/, '{$1null,$1')),
  'an infinite number': mutateBodyBytes((json) => json.replace(/:(-?\d+|"[^"]*"|true|false)/, ':1e999')),
  'a long text': mutateBody((body, random) => changeAtRandomPath(body, random, () => 'x'.repeat(LARGE_TEXT_LENGTH))),
  'a long list': mutateBody((body, random) =>
    changeAtRandomPath(body, random, (before) => Array(5_000).fill(before ?? null)),
  ),
  'deep nesting around the body': mutateBodyBytes((json, random) => '['.repeat(random.pick([50, 101, 10_000])) + json),
  'deep nesting inside the body': mutateBody((body, random) =>
    changeAtRandomPath(body, random, (before) => nest(before, random.pick([10, 99, 150]))),
  ),
  'not an object': mutateBody((_, random) => random.pick([null, [], 'text', 7, true, [{}]])),
  'broken JSON': mutateBodyBytes((json, random) => json.slice(0, random.integerBelow(json.length))),
  'not JSON at all': mutateBodyBytes((_, random) =>
    random.pick(['', ' ', '{', 'a=b', '<xml/>', '{"a":undefined}', "{'a':1}"]),
  ),
  'not UTF-8': mutateBodyBytes((json, random) => {
    const bytes = Buffer.from(json);
    bytes[random.integerBelow(bytes.length)] = random.pick([0x80, 0xc3, 0xff, 0xed]);
    return bytes;
  }),
  'UTF-16': mutateBodyBytes((json) => Buffer.from(json, 'utf16le')),
  'a byte order mark': mutateBodyBytes((json) => `\ufeff${json}`),
  'a body where none is expected': (draft, { random }) =>
    draft.body === undefined
      ? {
          ...withHeader(draft, 'content-type', random.pick(['application/json', 'text/plain', undefined])),
          rawBody: Buffer.from(random.pick(['', '{}', '{"a":1}', '{', 'x'.repeat(LARGE_TEXT_LENGTH)])),
        }
      : undefined,
  'another content type': (draft, { random }) =>
    draft.body === undefined
      ? undefined
      : withHeader(
          draft,
          'content-type',
          random.pick([
            undefined,
            '',
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
            'application/json; charset=utf-16',
            'application/jsonx',
            'application/vnd.api+json',
            'APPLICATION/JSON',
            ';;;',
          ]),
        ),
  'another content encoding': (draft) =>
    draft.body === undefined ? undefined : withHeader(draft, 'content-encoding', 'gzip'),
};

export const URL_MUTATIONS: Record<string, Mutation> = {
  'an extra parameter': (draft, { random }) => ({
    ...draft,
    query: [...draft.query, [random.pick(['extra', 'memberId', '', '__proto__', 'limit']), random.pick(ODD_TEXTS)]],
  }),
  'a parameter with an odd value': (draft, { random, operation }) => {
    const names = Object.keys(operation.query.properties!);
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    const otherParameters = draft.query.filter(([parameter]) => parameter !== name);
    const oddValue = random.pick(ODD_VALUES);
    return {
      ...draft,
      query: [...otherParameters, [name, typeof oddValue === 'string' ? oddValue : JSON.stringify(oddValue)]],
    };
  },
  'a duplicate parameter': (draft, { random }) =>
    draft.query.length ? { ...draft, query: [...draft.query, random.pick(draft.query)] } : undefined,
  'an odd encoding': (draft, { random, operation }) => {
    const name = random.pick([...Object.keys(operation.query.properties!), 'q']);
    const oddQueries = [
      '%',
      '%zz',
      '%00',
      '%ff',
      '%c0%80',
      '%ed%a0%80',
      '+',
      '&&',
      '[]=1',
      '[a][b]=1',
      '==',
      '%u0041',
      ';x',
      '#',
    ];
    return { ...draft, query: [], path: `${draft.path}?${name}=${random.pick(oddQueries)}` };
  },
  'another workspace’s id': (draft, { random, operation: { path: operationPath }, ownValues, foreignValues }) => {
    const segmentIndex = operationPath.split('/').findIndex((part) => part.startsWith('{'));
    // Operators may access every workspace, and a repeated earlier request may be for a different operation.
    const isSameCollection = draft.path.split('/')[segmentIndex - 1] === operationPath.split('/')[segmentIndex - 1];
    if (segmentIndex < 0 || !isSameCollection || operationPath.startsWith('/api/operator/')) return undefined;
    const name =
      operationPath.split('/')[segmentIndex]! === '{id}'
        ? operationPath.split('/')[segmentIndex - 1]!
        : operationPath.split('/')[segmentIndex]!.slice(1, -1);
    const isForeignId = (value: unknown) => isId(value) && !ownValues.has(name, value);
    const id = foreignValues.pick(name, random.integerBelow(1_000), isForeignId);
    return id
      ? { ...draft, path: replaceSegment(draft.path, segmentIndex, String(id)), targetsOtherWorkspace: true }
      : undefined;
  },
  'an odd id': (draft, { random, operation: { path } }) => {
    const segmentIndex = path.split('/').findIndex((part) => part.startsWith('{'));
    const oddIds = [
      '%00',
      '%ff',
      '%ed%a0%80',
      '%',
      '%2f',
      '..',
      '%2e%2e%2f',
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      '%20',
      '*',
    ];
    const id = random.chance(0.5) ? random.pick(oddIds) : encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed());
    return segmentIndex < 0 ? undefined : { ...draft, path: replaceSegment(draft.path, segmentIndex, id) };
  },
  'another path prefix': (draft, { random }) => {
    const suffix = draft.path.replace(/^\/api(\/v1)?/, '');
    return { ...draft, path: random.pick(['/api/v1', '/v1', '/api', '']) + suffix };
  },
  'a trailing slash': (draft) => ({ ...draft, path: `${draft.path}/` }),
  'an upper-case path': (draft) => ({ ...draft, path: draft.path.toUpperCase() }),
  'another method': (draft, { random }) => {
    const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']);
    return method === draft.method ? undefined : { ...draft, method };
  },
};

const replaceSegment = (path: string, segmentIndex: number, newSegment: string): string =>
  path
    .split('/')
    .map((segment, index) => (index === segmentIndex ? newSegment : segment))
    .join('/');

export const HEADER_MUTATIONS: Record<string, Mutation> = {
  'no credentials': (draft) => withHeader(withHeader(draft, 'authorization', undefined), 'cookie', undefined),
  'invalid credentials': (draft, { random }) =>
    withHeader(
      draft,
      'authorization',
      random.pick([
        'Bearer',
        'Bearer ',
        'Bearer x',
        'Basic eDp5',
        `Bearer fd_sk_live_${'a'.repeat(36)}`,
        `Bearer fd_pk_test_${'0'.repeat(36)}`,
        `Bearer ${'x'.repeat(5_000)}`,
        'Bearer \xff\xfe',
      ]),
    ),
  'an odd header': (draft, { random }) => {
    const [name, values] = random.pick(ODD_HEADERS);
    return withHeader(draft, name, random.pick(values));
  },
  'a replayed request': (_, { random, replayableRequests }) =>
    replayableRequests.length ? random.pick(replayableRequests) : undefined,
  'an idempotency key of another request': (draft, { random, replayableRequests }) =>
    draft.method === 'POST' && replayableRequests.length
      ? withHeader(draft, 'idempotency-key', random.pick(replayableRequests).headers['idempotency-key'])
      : undefined,
};

const ODD_HEADERS: [name: string, values: string[]][] = [
  ['idempotency-key', ['', ' ', 'x'.repeat(255), 'x'.repeat(256), '\xe9\xff', 'a,b']],
  ['x-test-clock', ['', 'now', '2026-11-17', ...ODD_TIMES]],
  ['x-workspace', ['', 'ws_01k9z0v3w8e5r7t2y4u6i8o0pa', '\xff', 'x'.repeat(1_000)]],
  ['x-mode', ['', 'test', 'live', 'both']],
  ['x-request-id', ['', 'x'.repeat(101), 'mine-1', 'a b', '\xff']],
  ['x-member-id', ['', '\xff', 'x'.repeat(3_000)]],
  ['x-visitor-token', ['', 'x', 'a.b.c', '\xff']],
  ['origin', ['', 'null', 'https://elsewhere.example', 'https://www.example.com', '\xff']],
  ['accept', ['', '*/*', 'text/csv', 'text/html', 'application/x-ndjson', 'text/event-stream', 'x'.repeat(2_000)]],
  ['accept-language', ['', 'xx', ';;q=', 'de-DE,de;q=0.9']],
  ['cookie', ['', '=', 'account.session_token=x', 'account.session_token=%00', 'a=\xff; b']],
  ['last-event-id', ['', 'x', '-1']],
  ['mcp-protocol-version', ['', '1999-01-01', '\xff']],
  ['if-none-match', ['*', '"x"']],
  ['range', ['bytes=0-1', 'bytes=9-1']],
  ['expect', ['100-continue', 'everything']],
  ['x-forwarded-for', ['::1', 'unknown', '\xff']],
  ['sec-fetch-site', ['same-origin', 'cross-site']],
  ['user-agent', ['', '\xff', 'x'.repeat(4_000)]],
];

/** Applies one or two mutations. */
export function mutate(draft: Draft, context: MutationContext): { draft: Draft; mutation: string } {
  const first = mutateOnce(draft, context);
  if (context.random.chance(0.8)) return first;
  const second = mutateOnce(first.draft, context);
  return { draft: second.draft, mutation: `${first.mutation} and ${second.mutation}` };
}

/** Tries mutations until one applies. */
function mutateOnce(draft: Draft, context: MutationContext): { draft: Draft; mutation: string } {
  const { random } = context;
  for (;;) {
    const group = random.pick([BODY_MUTATIONS, BODY_MUTATIONS, URL_MUTATIONS, HEADER_MUTATIONS]);
    const name = random.pick(Object.keys(group));
    const mutatedDraft = group[name]!(draft, context);
    if (mutatedDraft) return { draft: mutatedDraft, mutation: name };
  }
}

function getValueAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value);
}

function nest(value: unknown, levels: number): unknown {
  let nested = value ?? null;
  for (let level = 0; level < levels; level++) nested = level % 2 ? [nested] : { a: nested };
  return nested;
}
