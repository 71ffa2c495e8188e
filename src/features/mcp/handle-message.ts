import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Business } from '../../capability/document.ts';
import type { Context, RouteResponse, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Caller, McpOptions } from './caller.ts';
import { listResources, readResource } from './resources.ts';
import { callTool, listTools } from './tool-calls.ts';

/** Shared, because each server would otherwise create its own, which takes longer than the whole request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Answers one message. Our own errors are thrown as in any route, not wrapped in a protocol error. */
export async function handleMessage(
  ctx: Context<WorkspacePrincipal>,
  message: object,
  options: McpOptions,
  protocolVersion?: string | string[],
): Promise<RouteResponse> {
  // The agent acts for a customer, even with the business's own key.
  const network = ctx.actor.kind === 'key' ? ctx.actor.network : undefined;
  const businessContext = await options.resolveBusinessContext(ctx, 'mcp', { audience: 'customers' });
  const caller: Caller = { ...businessContext, isByCustomer: true, network };
  const outcome: { shouldRollBack?: boolean; failure?: unknown } = {};
  const server = createServer(caller, options, outcome);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(toWebRequest(options, protocolVersion), { parsedBody: message });
    if (outcome.failure) throw outcome.failure;
    const body = response.status === 202 ? undefined : ((await response.json()) as { error?: { message: string } });
    if (response.status >= 400) throw new Problem('invalid_request', body?.error?.message);
    return { status: response.status, body, isRolledBack: outcome.shouldRollBack };
  } finally {
    await server.close();
  }
}

/** The route has already checked the request's headers; only the protocol version is left for the library to check. */
const toWebRequest = ({ config }: McpOptions, protocolVersion?: string | string[]) =>
  new Request(`${config.publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(protocolVersion ? { 'mcp-protocol-version': String(protocolVersion) } : {}),
    },
  });

function createServer(
  caller: Caller,
  options: McpOptions,
  outcome: { shouldRollBack?: boolean; failure?: unknown },
): Server {
  const { business } = caller;
  const server = new Server(
    { name: 'frontdesk', title: business.name, version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions: composeInstructions(business), jsonSchemaValidator },
  );
  /** The library turns every error into an answer, which would commit a half-finished change. */
  const captureFailure =
    <Request, Result>(handle: (request: Request) => Promise<Result> | Result) =>
    async (request: Request): Promise<Result> => {
      try {
        return await handle(request);
      } catch (error) {
        if (!(error instanceof McpError)) outcome.failure = error;
        throw error;
      }
    };
  server.setRequestHandler(
    ListToolsRequestSchema,
    captureFailure(() => ({ tools: listTools(caller, options) })),
  );
  server.setRequestHandler(
    CallToolRequestSchema,
    captureFailure(async ({ params }) => {
      const { shouldRollBack, result } = await callTool(caller, options, params.name, params.arguments ?? {});
      outcome.shouldRollBack = shouldRollBack;
      return result;
    }),
  );
  server.setRequestHandler(
    ListResourcesRequestSchema,
    captureFailure(() => ({ resources: listResources(business, options.industries) })),
  );
  server.setRequestHandler(
    ReadResourceRequestSchema,
    captureFailure(({ params: { uri } }) => {
      const resource = readResource(business, options.industries, uri);
      if (!resource) throw new McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`);
      return { contents: [resource] };
    }),
  );
  return server;
}

/** Error code of the protocol without a constant in the library. */
const RESOURCE_NOT_FOUND = -32002;

const composeInstructions = ({ name, timezone, currency }: Business) =>
  `These tools act at ${name} on behalf of a customer. Times without an offset are local (${timezone}); amounts are in the minor unit of ${currency}. Before anything that changes a booking, read it back to the customer and wait for a yes. Most bookings take "checkOnly": true, which only says whether it is possible. Give the customer the code of what was booked: it is needed to move or cancel it.`;
