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
import type { Answer, Context, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Caller, McpOptions } from './caller.ts';
import { callTool, listTools } from './calls.ts';
import { listResources, readResource } from './resources.ts';

/** Made once: left to itself, every server makes one, which takes longer than all the rest. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Answers one message. A failure that is ours is thrown as from any route, and not wrapped into the protocol. */
export async function exchange(
  ctx: Context<InWorkspace>,
  message: object,
  options: McpOptions,
  protocol?: string | string[],
): Promise<Answer> {
  // Whoever has the agent is a customer, whoever's key it is.
  const network = ctx.actor.kind === 'key' ? ctx.actor.network : undefined;
  const resolved = await options.resolveBusiness(ctx, 'mcp', undefined, 'customers');
  const caller: Caller = { ...resolved, byCustomer: true, network };
  const outcome: { undone?: boolean; failure?: unknown } = {};
  const server = serverFor(caller, options, outcome);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(asRequest(options, protocol), { parsedBody: message });
    if (outcome.failure) throw outcome.failure;
    const body = response.status === 202 ? undefined : ((await response.json()) as { error?: { message: string } });
    if (response.status >= 400) throw new Problem('invalid_request', body?.error?.message);
    return { status: response.status, body, undone: outcome.undone };
  } finally {
    await server.close();
  }
}

/** What is accepted was settled by the route; of the headers only the protocol's own is left to judge. */
const asRequest = ({ config }: McpOptions, protocol?: string | string[]) =>
  new Request(`${config.publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(protocol ? { 'mcp-protocol-version': String(protocol) } : {}),
    },
  });

function serverFor(caller: Caller, options: McpOptions, outcome: { undone?: boolean; failure?: unknown }): Server {
  const { business } = caller;
  const server = new Server(
    { name: 'frontdesk', title: business.name, version: options.version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(business), jsonSchemaValidator },
  );
  /** The library would make of any error an answer, and with it commit what was half done. */
  const guarded =
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
    guarded(() => ({ tools: listTools(caller, options) })),
  );
  server.setRequestHandler(
    CallToolRequestSchema,
    guarded(async ({ params }) => {
      const { undone, result } = await callTool(caller, options, params.name, params.arguments ?? {});
      outcome.undone = undone;
      return result;
    }),
  );
  server.setRequestHandler(
    ListResourcesRequestSchema,
    guarded(() => ({ resources: listResources(business, options.industries) })),
  );
  server.setRequestHandler(
    ReadResourceRequestSchema,
    guarded(({ params: { uri } }) => {
      const found = readResource(business, options.industries, uri);
      if (!found) throw new McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`);
      return { contents: [found] };
    }),
  );
  return server;
}

/** The protocol's own, which the library has no name for. */
const RESOURCE_NOT_FOUND = -32002;

const instructionsFor = ({ name, timezone, currency }: Business) =>
  `These tools act at ${name} on behalf of a customer. Times without an offset are local (${timezone}); amounts are in the minor unit of ${currency}. Before anything that changes a booking, read it back to the customer and wait for a yes. Most bookings take "checkOnly": true, which only says whether it is possible. Give the customer the code of what was booked: it is needed to move or cancel it.`;
