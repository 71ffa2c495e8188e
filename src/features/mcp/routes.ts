import { Type } from 'typebox';
import { type Gate, type InWorkspace, type RequestDeduplication, type Route, route } from '../../kernel/http/route.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Scope } from '../keys/scopes.ts';
import type { McpOptions } from './caller.ts';

type Dependencies = Omit<McpOptions, 'version'> & { key(scope: Scope): Gate<InWorkspace> };

const Anything = Type.Unknown();

/** One message of JSON-RPC: a request, or a notification, which has no id. */
const Message = Strict({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'integer'] })),
  method: Type.Optional(Type.String({ maxLength: 200, examples: ['tools/call'] })),
  params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  result: Type.Optional(Anything),
  error: Type.Optional(Anything),
});

const Answered = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Anything,
  result: Type.Optional(Anything),
  error: Type.Optional(Anything),
});

/** Before it is checked, a body may be anything. */
const partsOf = (body: unknown) => {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const { _meta, ...call } = (params ?? {}) as { _meta?: { idempotencyKey?: unknown } };
  return { id, method, call, key: _meta?.idempotencyKey };
};

/**
 * An agent that calls again numbers its message anew and cannot set a header for it, so the call may carry the key. All
 * tools are at one address, so it is also another call with a key of other scopes, which may not use the same of them.
 */
const repeats: RequestDeduplication = {
  key({ body, headers }) {
    const { method, key } = partsOf(body);
    return method === 'tools/call' ? (key ?? headers['idempotency-key']) : undefined;
  },
  content({ body, principal: { actor } }) {
    const { method, call } = partsOf(body);
    const scopes = actor?.kind === 'key' && actor.scopes ? [...actor.scopes].sort() : 'all';
    return { method, call, scopes };
  },
  answer(stored, body) {
    const answer = JSON.parse(stored);
    return JSON.stringify('jsonrpc' in answer ? { ...answer, id: partsOf(body).id } : answer);
  },
};

/** Other people's agents, by the Model Context Protocol: streamable HTTP without a session, one message a request. */
export function mcpRoute({ key, config, industries, tools, resolveBusiness }: Dependencies): Route {
  return route({
    method: 'POST',
    root: 'top',
    path: '/mcp',
    gate: key('mcp'),
    tag: 'MCP',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP, stateless. What a business can do is its tools, what it tells of itself its resources. A tool also needs the scope of its endpoint; a refused call is a result with `isError` and the problem as text.',
    body: Message,
    answers: { 200: Answered, 202: null },
    repeats,
    async handle(ctx, { body, request }) {
      // The protocol's library is large, and many a business never hears from an agent.
      const { exchange } = await import('./exchange.ts');
      const options = { config, version: VERSION, industries, tools, resolveBusiness };
      return exchange(ctx, body, options, request.headers['mcp-protocol-version']);
    },
  });
}
