// Generates valid requests with sufficient credentials.
import fc from 'fast-check';
import type { Random } from '../random.ts';
import type { HttpRequest } from './http-client.ts';
import type { Fields } from './observed-values.ts';
import type { Operation, Schema } from './operations.ts';
import { ADJUSTMENTS } from './request-adjustments.ts';
import { createSchemaValues, type ValueSource } from './schema-values.ts';
import type { Tenant } from './tenant.ts';

export type Draft = {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: unknown;
  /** Sent instead of the JSON body. */
  rawBody?: Buffer;
  /** Whether the request refers to something in another workspace. */
  targetsOtherWorkspace?: boolean;
};

export function createRequestGenerator(
  tenant: Tenant,
  random: Random,
  isValid: (schema: Schema, value: unknown) => boolean,
) {
  const generators = new Map<string, fc.Arbitrary<unknown>>();

  /** Generators are cached, because creating one takes longer than using it. */
  function sample(name: string, schema: Schema, valueSource: ValueSource): unknown {
    const generator =
      generators.get(name) ?? createSchemaValues(schema, valueSource).filter((value) => isValid(schema, value));
    generators.set(name, generator);
    return fc.sample(generator, { seed: random.integerBelow(2 ** 31), numRuns: 1 })[0];
  }

  async function generate(operation: Operation): Promise<Draft> {
    const { name, method, query, body } = operation;
    const valueSource = createValueSource(tenant, operation);
    const adjustment = ADJUSTMENTS[name];
    const adjust = (generated: unknown) =>
      adjustment?.(tenant, generated as Fields, (sampleName, schema) => sample(sampleName, schema, valueSource)) ??
      generated;
    // Adjust the body first, because that may create the resource that the path refers to.
    const adjustedBody = body && (await adjust(sample(name, body, valueSource)));
    const omitsQuery = query.required!.length === 0 && random.chance(0.4);
    const generatedQuery = omitsQuery ? {} : sample(`${name}?`, query, valueSource);
    const adjustedQuery = body ? generatedQuery : await adjust(generatedQuery);
    const draft: Draft = {
      method,
      path: fillPath(operation, tenant, random),
      query: Object.entries(adjustedQuery as Fields).map(([field, value]) => [field, String(value)]),
      headers: { ...createCredentials(operation, tenant, random), ...pickOptionalHeaders(operation, tenant, random) },
    };
    if (!body) return draft;
    const dryRunField =
      tenant.mode === 'test' && operation.security === 'key' && random.chance(0.1) ? { dryRun: true } : {};
    const headers = { 'content-type': 'application/json', ...draft.headers };
    return { ...draft, headers, body: { ...(adjustedBody as object), ...dryRunField } };
  }
  return { generate };
}

/** Values come from earlier responses. `starting_after` gets one of the list's own ids. */
const createValueSource = ({ observedValues }: Tenant, { path }: Operation): ValueSource => ({
  pickObject: observedValues.pickObject,
  pick(name, randomIndex, isSuitable) {
    const sourceName = name === 'starting_after' ? getCollection(path) : name;
    const id = /Id$|_after$/.test(name)
      ? observedValues.pick(sourceName, randomIndex, (value) => isId(value) && isSuitable(value))
      : undefined;
    return id ?? observedValues.pick(sourceName, randomIndex, isSuitable);
  },
});

/** The last fixed segment of a path: `/api/v1/bookings/{id}` → `bookings`. */
export const getCollection = (path: string): string =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .at(-1)!;

const UNKNOWN_ID = 'x_01k9z0v3w8e5r7t2y4u6i8o0pa';

function fillPath({ path }: Operation, { observedValues }: Tenant, random: Random): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
      if (!name) return segment;
      const [collection, randomIndex] = [segments[index - 1]!, random.integerBelow(1_000_000)];
      const knownValue =
        name === 'id'
          ? (observedValues.pick(collection, randomIndex, isId) ??
            observedValues.pick(collection, randomIndex, isPathSafe))
          : (observedValues.pickObject(collection, [name], randomIndex)?.[name] ??
            observedValues.pick(name, randomIndex, isPathSafe));
      return encodeURIComponent(String(knownValue ?? UNKNOWN_ID));
    })
    .join('/');
}

export const isId = (value: unknown): boolean => /^[a-z]+_[0-9a-z]{20,}$/.test(String(value));
const isPathSafe = (value: unknown): boolean => /^[\w.:+-]+$/.test(String(value));

/** Credentials for an operation: keys and member sessions can access almost everything, the widget only some operations. */
function createCredentials({ security, path }: Operation, tenant: Tenant, random: Random): Record<string, string> {
  const createMemberHeaders = ({ cookie }: { cookie: string }) => ({ cookie, 'x-workspace': tenant.workspace });
  if (path.startsWith('/api/auth/') || path === '/api/invitations/accept')
    return tenant.newcomer.cookie ? { cookie: tenant.newcomer.cookie } : {};
  if (path.startsWith('/api/operator/')) return { cookie: tenant.operator.cookie };
  if (security === 'none') return {};
  if (security === 'session') return createMemberHeaders(tenant.owner);
  if (path.startsWith('/api/widget') || (isWidgetPath(path) && random.chance(0.15))) return tenant.widgetHeaders;
  if (random.chance(0.08)) return { ...createMemberHeaders(tenant.owner), 'x-mode': tenant.mode };
  return { authorization: tenant.authorization };
}

const isWidgetPath = (path: string): boolean => /^\/api\/(chat|conversations)/.test(path);

function pickOptionalHeaders(
  { method, path, security }: Operation,
  { mode }: Tenant,
  random: Random,
): Record<string, string> {
  return {
    ...(path === '/api/chat' && random.chance(0.1) ? { accept: 'text/event-stream' } : {}),
    ...(method === 'POST' && random.chance(0.05) ? { 'idempotency-key': `key-${random.integerBelow(1_000_000)}` } : {}),
    ...(mode === 'test' && security === 'key' && random.chance(0.1)
      ? { 'x-test-clock': '2026-11-17T10:00:00-05:00' }
      : {}),
  };
}

export function toHttpRequest({ method, path, query, headers, body, rawBody }: Draft): HttpRequest {
  const queryString = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const jsonBody = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return { method, path: path + (queryString && `?${queryString}`), headers, body: rawBody ?? jsonBody };
}

/** Lone surrogates cannot be encoded and are replaced by U+FFFD. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
