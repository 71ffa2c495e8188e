import { Type } from 'typebox';
import {
  type Gate,
  type RequestDeduplication,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Scope } from '../keys/scopes.ts';
import type { McpOptions } from './caller.ts';

type Dependencies = Omit<McpOptions, 'version'> & { keyGate(scope: Scope): Gate<WorkspacePrincipal> };

const AnyValue = Type.Unknown();

/** One message of JSON-RPC: a request, or a notification, which has no id. */
const JsonRpcMessage = Strict({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'integer'] })),
  method: Type.Optional(Type.String({ maxLength: 200, examples: ['tools/call'] })),
  params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  result: Type.Optional(AnyValue),
  error: Type.Optional(AnyValue),
});

const JsonRpcResponse = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: AnyValue,
  result: Type.Optional(AnyValue),
  error: Type.Optional(AnyValue),
});

/** The body has not been validated yet, so it may be anything. */
const parseMessage = (body: unknown) => {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const { _meta, ...call } = (params ?? {}) as { _meta?: { idempotencyKey?: unknown } };
  return { id, method, call, idempotencyKey: _meta?.idempotencyKey };
};

/**
 * A retrying agent gives its message a new id and cannot set a header per call, so the call itself may carry the
 * idempotency key. The key's scopes are part of the content, because all tools share one URL and scopes decide what is allowed.
 */
const callDeduplication: RequestDeduplication = {
  key({ body, headers }) {
    const { method, idempotencyKey } = parseMessage(body);
    return method === 'tools/call' ? (idempotencyKey ?? headers['idempotency-key']) : undefined;
  },
  content({ body, principal: { actor } }) {
    const { method, call } = parseMessage(body);
    const scopes = actor?.kind === 'key' && actor.scopes ? [...actor.scopes].sort() : 'all';
    return { method, call, scopes };
  },
  wrapResponse(storedResponse, body) {
    const response = JSON.parse(storedResponse);
    return JSON.stringify('jsonrpc' in response ? { ...response, id: parseMessage(body).id } : response);
  },
};

/** The Model Context Protocol for other people's agents: stateless streamable HTTP, one message per request. */
export function mcpRoute({ keyGate, config, industries, tools, resolveBusinessContext }: Dependencies): Route {
  return route({
    method: 'POST',
    pathPrefixSet: 'top',
    path: '/mcp',
    gate: keyGate('mcp'),
    tag: 'MCP',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP, stateless. What a business can do is its tools, what it tells of itself its resources. A tool also needs the scope of its endpoint; a refused call is a result with `isError` and the problem as text.',
    body: JsonRpcMessage,
    example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    responses: { 200: JsonRpcResponse, 202: null },
    deduplication: callDeduplication,
    async handle(ctx, { body, request }) {
      // Loaded on first use: the protocol's library is large, and many businesses never use MCP.
      const { handleMessage } = await import('./handle-message.ts');
      const options = { config, version: VERSION, industries, tools, resolveBusinessContext };
      return handleMessage(ctx, body, options, request.headers['mcp-protocol-version']);
    },
  });
}
