// The API as a Postman collection (v2.1), generated from the OpenAPI document.
import { EVENT_STREAM } from '../../kernel/http/event-stream.ts';
import { EXAMPLE_TIME } from '../../kernel/http/openapi.ts';
import { EXAMPLE_ID } from '../../kernel/http/schema.ts';

const COLLECTION_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Parameter = { in: string; name: string; required?: boolean; description?: string; example?: unknown };
type Operation = {
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
export type OpenApiDocument = {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
};

export function createPostmanCollection({ info, servers, tags = [], paths }: OpenApiDocument): object {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const requests = operations.filter(belongsInCollection);
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: requests
      .filter(({ operation }) => operation.tags?.[0] === name)
      .sort(deletionsLast)
      .map(createPostmanItem),
  }));
  const exampleIds = new Set(
    requests.flatMap(({ operation: { parameters = [] } }) => parameters.filter(isId).map(({ example }) => example)),
  );
  return {
    info: { name: info.title, description: `${INTRODUCTION}\n\n${info.description ?? ''}`, schema: COLLECTION_SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers?.[0]?.url ?? '' },
      { key: 'apiKey', value: 'fd_sk_test_…', description: 'A test key, from Developers in the dashboard' },
      { key: 'testClock', value: EXAMPLE_TIME, description: 'The business’s time, for test keys' },
      ...[...exampleIds].map((id) => ({ key: parseIdPrefix(id), value: id })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: REMEMBER_IDS_SCRIPT } }],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

const INTRODUCTION =
  'Set the variable `apiKey` to a test key and send *Activate an industry* for each industry that you want to try. The examples ' +
  'then work as they stand: the id of the object you created last is filled in where needed. With a live key, turn off the ' +
  'header `X-Test-Clock`. Dashboard-only requests and streams are left out.';

/** Runs in Postman after each request. */
const REMEMBER_IDS_SCRIPT = [
  "if ((pm.response.headers.get('Content-Type') || '').includes('json')) {",
  '  const { id, conversationId, data } = pm.response.json() || {};',
  '  for (const each of [id, conversationId, data && data[0] && data[0].id])',
  "    if (/^[a-z]+_/.test(each)) pm.collectionVariables.set(each.split('_')[0], each);",
  '}',
];

const parseIdPrefix = (id: unknown): string => String(id).split('_')[0] ?? '';
const isId = ({ example }: Parameter): boolean => String(example).endsWith(`_${EXAMPLE_ID}`);
type ListedOperation = { method: string; path: string; operation: Operation };

/** Whether a key may call it or anyone may read it. Without streams: a run of the collection would wait for their end. */
function belongsInCollection({ method, operation: { security = [], responses } }: ListedOperation): boolean {
  const isOpen = security.some((scheme) => 'key' in scheme) || (security.length === 0 && method === 'GET');
  return isOpen && !(EVENT_STREAM in (responses[200]?.content ?? {}));
}

/** Deletions come last, because the requests before them need what they delete. */
const deletionsLast = (a: ListedOperation, b: ListedOperation): number =>
  Number(a.method === 'DELETE') - Number(b.method === 'DELETE');

function createPostmanItem({ method, path, operation }: ListedOperation): object {
  const { summary, description, security = [], requestBody } = operation;
  const isPublic = security.length === 0;
  const body = createBody(requestBody);
  return {
    name: summary ?? `${method} ${path}`,
    request: {
      method,
      description,
      ...(isPublic ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(isPublic ? [] : [{ key: 'X-Test-Clock', value: '{{testClock}}' }]),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: createUrl(path, operation.parameters ?? []),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}

function createBody(requestBody: Operation['requestBody']): string | undefined {
  const json = requestBody?.content['application/json'];
  if (!json || (json.example === undefined && !requestBody?.required)) return undefined;
  return JSON.stringify(json.example ?? {}, null, 2);
}

/** Filters by an id are turned off, because the id of the example need not exist. */
const isEnabled = (parameter: Parameter): boolean =>
  parameter.required || (parameter.example !== undefined && !isId(parameter));

function createUrl(path: string, parameters: Parameter[]): object {
  const segments = path
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  const listFields = (location: string) =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => ({
        key: parameter.name,
        value: isId(parameter) ? `{{${parseIdPrefix(parameter.example)}}}` : String(parameter.example ?? ''),
        ...(parameter.description === undefined ? {} : { description: parameter.description }),
        ...(location === 'query' && !isEnabled(parameter) ? { disabled: true } : {}),
      }));
  const query = listFields('query');
  const enabledQuery = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${enabledQuery.length ? `?${enabledQuery.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query,
    variable: listFields('path'),
  };
}
