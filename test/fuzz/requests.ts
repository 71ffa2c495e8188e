// A request that the description allows, made by somebody who may make it.
import fc from 'fast-check';
import type { Random } from '../random.ts';
import type { Fields } from './memory.ts';
import type { Operation, Schema } from './operations.ts';
import { RECIPES } from './recipes.ts';
import type { Tenant } from './tenant.ts';
import { type Known, valuesOf } from './values.ts';
import type { Sent } from './wire.ts';

export type Draft = {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: unknown;
  /** In place of the body. */
  raw?: Buffer;
  /** It names something of another workspace. */
  isTrespass?: boolean;
};

export function createWriter(tenant: Tenant, random: Random, isValid: (schema: Schema, value: unknown) => boolean) {
  const made = new Map<string, fc.Arbitrary<unknown>>();

  /** Compiling what makes values takes longer than making one. */
  function sample(name: string, schema: Schema, known: Known): unknown {
    const values = made.get(name) ?? valuesOf(schema, known).filter((value) => isValid(schema, value));
    made.set(name, values);
    return fc.sample(values, { seed: random.below(2 ** 31), numRuns: 1 })[0];
  }

  async function write(operation: Operation): Promise<Draft> {
    const { name, method, query, body } = operation;
    const known = knownTo(tenant, operation);
    const recipe = RECIPES[name];
    const cook = (plain: unknown) =>
      recipe?.(tenant, plain as Fields, (of, schema) => sample(of, schema, known)) ?? plain;
    // First, for what it makes is what a path can name.
    const cooked = body && (await cook(sample(name, body, known)));
    const isBare = query.required!.length === 0 && random.chance(0.4);
    const asked = isBare ? {} : sample(`${name}?`, query, known);
    const search = body ? asked : await cook(asked);
    const draft: Draft = {
      method,
      path: fillPath(operation, tenant, random),
      query: Object.entries(search as Fields).map(([field, value]) => [field, String(value)]),
      headers: { ...whoAsks(operation, tenant, random), ...extras(operation, tenant, random) },
    };
    if (!body) return draft;
    const dryRun = tenant.mode === 'test' && operation.security === 'key' && random.chance(0.1) ? { dryRun: true } : {};
    const headers = { 'content-type': 'application/json', ...draft.headers };
    return { ...draft, headers, body: { ...(cooked as object), ...dryRun } };
  }
  return { write };
}

/** The list's own ids are what a page of it starts after. */
const knownTo = ({ memory }: Tenant, { path }: Operation): Known => ({
  object: memory.object,
  value(name, dice, fits) {
    const of = name === 'starting_after' ? collectionOf(path) : name;
    const id = /Id$|_after$/.test(name) ? memory.value(of, dice, (value) => isId(value) && fits(value)) : undefined;
    return id ?? memory.value(of, dice, fits);
  },
});

/** The last word of a path that is fixed: `/api/v1/bookings/{id}` → `bookings`. */
export const collectionOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .at(-1)!;

const NO_SUCH_ID = 'x_01k9z0v3w8e5r7t2y4u6i8o0pa';

function fillPath({ path }: Operation, { memory }: Tenant, random: Random): string {
  const parts = path.split('/');
  return parts
    .map((part, index) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      if (!name) return part;
      const [of, dice] = [parts[index - 1]!, random.below(1_000_000)];
      const known =
        name === 'id'
          ? (memory.value(of, dice, isId) ?? memory.value(of, dice, isWord))
          : (memory.object(of, [name], dice)?.[name] ?? memory.value(name, dice, isWord));
      return encodeURIComponent(String(known ?? NO_SUCH_ID));
    })
    .join('/');
}

export const isId = (value: unknown): boolean => /^[a-z]+_[0-9a-z]{20,}$/.test(String(value));
const isWord = (value: unknown): boolean => /^[\w.:+-]+$/.test(String(value));

/** Keys open nearly everything, and so does a member's session. Pages open some. */
function whoAsks({ security, path }: Operation, tenant: Tenant, random: Random): Record<string, string> {
  const asMember = ({ cookie }: { cookie: string }) => ({ cookie, 'x-workspace': tenant.workspace });
  if (path.startsWith('/api/auth/') || path === '/api/invitations/accept')
    return tenant.visitor.cookie ? { cookie: tenant.visitor.cookie } : {};
  if (path.startsWith('/api/operator/')) return { cookie: tenant.operator.cookie };
  if (security === 'none') return {};
  if (security === 'session') return asMember(tenant.owner);
  if (path.startsWith('/api/widget') || (isForPages(path) && random.chance(0.15))) return tenant.page;
  if (random.chance(0.08)) return { ...asMember(tenant.owner), 'x-mode': tenant.mode };
  return { authorization: tenant.key };
}

const isForPages = (path: string): boolean => /^\/api\/(chat|conversations)/.test(path);

function extras({ method, path, security }: Operation, { mode }: Tenant, random: Random): Record<string, string> {
  return {
    ...(path === '/api/chat' && random.chance(0.1) ? { accept: 'text/event-stream' } : {}),
    ...(method === 'POST' && random.chance(0.05) ? { 'idempotency-key': `key-${random.below(1_000_000)}` } : {}),
    ...(mode === 'test' && security === 'key' && random.chance(0.1)
      ? { 'x-test-clock': '2026-11-17T10:00:00-05:00' }
      : {}),
  };
}

export function toBytes({ method, path, query, headers, body, raw }: Draft): Sent {
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return { method, path: path + (search && `?${search}`), headers, body: raw ?? text };
}

/** Half a surrogate pair has no encoding; it is sent as what stands for it. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
