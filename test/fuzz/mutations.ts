// Ways to spoil a request. Most of what comes out must be refused, some may be allowed after all: either is well, as long
// as the answer is one that the description has.
import type { Random } from '../random.ts';
import type { Memory } from './memory.ts';
import { ODD_TEXTS, ODD_TIMES, ODD_VALUES } from './odd-values.ts';
import type { Operation } from './operations.ts';
import { changed, placesIn } from './places.ts';
import { type Draft, isId } from './requests.ts';

export type Spoiling = {
  operation: Operation;
  random: Random;
  mine: Memory;
  /** Of another workspace. */
  theirs: Memory;
  /** POSTs that had an Idempotency-Key. */
  repeatable: readonly Draft[];
};
/** Nothing where there is nothing to spoil in that way. */
type Mutation = (draft: Draft, spoiling: Spoiling) => Draft | undefined;

const LARGE = 70_000;

const inBody =
  (change: (body: unknown, random: Random) => unknown): Mutation =>
  (draft, { random }) =>
    draft.body === undefined ? undefined : { ...draft, body: change(draft.body, random) };

const asBytes =
  (change: (json: string, random: Random) => Buffer | string): Mutation =>
  (draft, { random }) =>
    draft.body === undefined
      ? undefined
      : { ...draft, raw: Buffer.from(change(JSON.stringify(draft.body), random) as string) };

const withHeader = (draft: Draft, name: string, value: string | undefined): Draft => {
  const { [name]: _, ...others } = draft.headers;
  return { ...draft, headers: value === undefined ? others : { ...others, [name]: value } };
};

const atPlace = (body: unknown, random: Random, change: (before: unknown) => unknown) => {
  const places = placesIn(body);
  return places.length ? changed(body, random.pick(places), change) : change(body);
};

export const BODY: Record<string, Mutation> = {
  'another value': inBody((body, random) => atPlace(body, random, () => random.pick(ODD_VALUES))),
  'an odd text': inBody((body, random) => {
    const texts = placesIn(body).filter((place) => typeof valueAt(body, place) === 'string');
    return texts.length ? changed(body, random.pick(texts), () => random.pick([...ODD_TEXTS, ...ODD_TIMES])) : body;
  }),
  'something missing': inBody((body, random) => atPlace(body, random, () => undefined) ?? {}),
  'a field too many': inBody((body, random) =>
    typeof body === 'object' ? { ...body, [random.pick(['extra', 'id', 'workspaceId', '', ...ODD_TEXTS])]: 1 } : body,
  ),
  'a field of every object': asBytes((json, random) => {
    const field = `"${random.pick(['__proto__', 'constructor'])}":{"prototype":{"isAdmin":true}}`;
    return json === '{}' ? `{${field}}` : json.replace(/^\{/, `{${field},`);
  }),
  'twice the same field': asBytes((json) => json.replace(/^\{("[^"]*":)/, '{$1null,$1')),
  'a number beyond all': asBytes((json) => json.replace(/:(-?\d+|"[^"]*"|true|false)/, ':1e999')),
  'too much of it': inBody((body, random) => atPlace(body, random, () => 'x'.repeat(LARGE))),
  'a long list': inBody((body, random) => atPlace(body, random, (before) => Array(5_000).fill(before ?? null))),
  'too deep': asBytes((json, random) => '['.repeat(random.pick([50, 101, 10_000])) + json),
  'deep inside': inBody((body, random) => atPlace(body, random, (before) => nest(before, random.pick([10, 99, 150])))),
  'not an object': inBody((_, random) => random.pick([null, [], 'text', 7, true, [{}]])),
  'broken JSON': asBytes((json, random) => json.slice(0, random.below(json.length))),
  'not JSON at all': asBytes((_, random) => random.pick(['', ' ', '{', 'a=b', '<xml/>', '{"a":undefined}', "{'a':1}"])),
  'not UTF-8': asBytes((json, random) => {
    const bytes = Buffer.from(json);
    bytes[random.below(bytes.length)] = random.pick([0x80, 0xc3, 0xff, 0xed]);
    return bytes;
  }),
  'UTF-16': asBytes((json) => Buffer.from(json, 'utf16le')),
  'a byte order mark': asBytes((json) => `\ufeff${json}`),
  'a body where none belongs': (draft, { random }) =>
    draft.body === undefined
      ? {
          ...withHeader(draft, 'content-type', random.pick(['application/json', 'text/plain', undefined])),
          raw: Buffer.from(random.pick(['', '{}', '{"a":1}', '{', 'x'.repeat(LARGE)])),
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

export const ADDRESS: Record<string, Mutation> = {
  'a parameter too many': (draft, { random }) => ({
    ...draft,
    query: [...draft.query, [random.pick(['extra', 'memberId', '', '__proto__', 'limit']), random.pick(ODD_TEXTS)]],
  }),
  'a parameter with another value': (draft, { random, operation }) => {
    const names = Object.keys(operation.query.properties!);
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    const others = draft.query.filter(([own]) => own !== name);
    const odd = random.pick(ODD_VALUES);
    return { ...draft, query: [...others, [name, typeof odd === 'string' ? odd : JSON.stringify(odd)]] };
  },
  'a parameter twice': (draft, { random }) =>
    draft.query.length ? { ...draft, query: [...draft.query, random.pick(draft.query)] } : undefined,
  'an odd encoding': (draft, { random, operation }) => {
    const name = random.pick([...Object.keys(operation.query.properties!), 'q']);
    const odd = [
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
    return { ...draft, query: [], path: `${draft.path}?${name}=${random.pick(odd)}` };
  },
  'something of another workspace': (draft, { random, operation: { path }, mine, theirs }) => {
    const at = path.split('/').findIndex((part) => part.startsWith('{'));
    // Operators decide for every workspace; and a request that was sent before may be for something else altogether.
    const isOfKind = draft.path.split('/')[at - 1] === path.split('/')[at - 1];
    if (at < 0 || !isOfKind || path.startsWith('/api/operator/')) return undefined;
    const name = path.split('/')[at]! === '{id}' ? path.split('/')[at - 1]! : path.split('/')[at]!.slice(1, -1);
    const isIts = (value: unknown) => isId(value) && !mine.knows(name, value);
    const id = theirs.value(name, random.below(1_000), isIts);
    return id ? { ...draft, path: replacePart(draft.path, at, String(id)), isTrespass: true } : undefined;
  },
  'an odd id': (draft, { random, operation: { path } }) => {
    const at = path.split('/').findIndex((part) => part.startsWith('{'));
    const odd = [
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
    const id = random.chance(0.5) ? random.pick(odd) : encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed());
    return at < 0 ? undefined : { ...draft, path: replacePart(draft.path, at, id) };
  },
  'another root': (draft, { random }) => {
    const rest = draft.path.replace(/^\/api(\/v1)?/, '');
    return { ...draft, path: random.pick(['/api/v1', '/v1', '/api', '']) + rest };
  },
  'a slash at the end': (draft) => ({ ...draft, path: `${draft.path}/` }),
  'another case': (draft) => ({ ...draft, path: draft.path.toUpperCase() }),
  'another method': (draft, { random }) => {
    const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']);
    return method === draft.method ? undefined : { ...draft, method };
  },
};

const replacePart = (path: string, at: number, part: string): string =>
  path
    .split('/')
    .map((own, index) => (index === at ? part : own))
    .join('/');

export const HEADERS: Record<string, Mutation> = {
  'nobody asks': (draft) => withHeader(withHeader(draft, 'authorization', undefined), 'cookie', undefined),
  'somebody unknown': (draft, { random }) =>
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
  'the same again': (_, { random, repeatable }) => (repeatable.length ? random.pick(repeatable) : undefined),
  'an idempotency key for something else': (draft, { random, repeatable }) =>
    draft.method === 'POST' && repeatable.length
      ? withHeader(draft, 'idempotency-key', random.pick(repeatable).headers['idempotency-key'])
      : undefined,
};

const ODD_HEADERS: [name: string, values: string[]][] = [
  ['idempotency-key', ['', ' ', 'x'.repeat(255), 'x'.repeat(256), '\xe9\xff', 'a,b']],
  ['x-test-clock', ['', 'now', '2026-11-17', ...ODD_TIMES]],
  ['x-workspace', ['', 'ws_01k9z0v3w8e5r7t2y4u6i8o0pa', '\xff', 'x'.repeat(1_000)]],
  ['x-mode', ['', 'test', 'live', 'both']],
  ['x-request-id', ['', 'x'.repeat(101), 'mine-1', 'a b', '\xff']],
  ['x-member-id', ['', '\xff', 'x'.repeat(3_000)]],
  ['x-frontdesk-visitor', ['', 'x', 'a.b.c', '\xff']],
  ['origin', ['', 'null', 'https://elsewhere.example', 'https://www.example.com', '\xff']],
  ['accept', ['', '*/*', 'text/csv', 'text/html', 'application/x-ndjson', 'text/event-stream', 'x'.repeat(2_000)]],
  ['accept-language', ['', 'xx', ';;q=', 'de-DE,de;q=0.9']],
  ['cookie', ['', '=', 'frontdesk.session_token=x', 'frontdesk.session_token=%00', 'a=\xff; b']],
  ['last-event-id', ['', 'x', '-1']],
  ['mcp-protocol-version', ['', '1999-01-01', '\xff']],
  ['if-none-match', ['*', '"x"']],
  ['range', ['bytes=0-1', 'bytes=9-1']],
  ['expect', ['100-continue', 'everything']],
  ['x-forwarded-for', ['::1', 'unknown', '\xff']],
  ['sec-fetch-site', ['same-origin', 'cross-site']],
  ['user-agent', ['', '\xff', 'x'.repeat(4_000)]],
];

/** In one way, or in two at once. */
export function spoil(draft: Draft, spoiling: Spoiling): { draft: Draft; how: string } {
  const first = spoilOnce(draft, spoiling);
  if (spoiling.random.chance(0.8)) return first;
  const second = spoilOnce(first.draft, spoiling);
  return { draft: second.draft, how: `${first.how} and ${second.how}` };
}

/** Where there is nothing to spoil in that way, another is tried. */
function spoilOnce(draft: Draft, spoiling: Spoiling): { draft: Draft; how: string } {
  const { random } = spoiling;
  for (;;) {
    const kind = random.pick([BODY, BODY, ADDRESS, HEADERS]);
    const how = random.pick(Object.keys(kind));
    const spoilt = kind[how]!(draft, spoiling);
    if (spoilt) return { draft: spoilt, how };
  }
}

function valueAt(value: unknown, place: (string | number)[]): unknown {
  return place.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value);
}

function nest(value: unknown, levels: number): unknown {
  let nested = value ?? null;
  for (let level = 0; level < levels; level++) nested = level % 2 ? [nested] : { a: nested };
  return nested;
}
