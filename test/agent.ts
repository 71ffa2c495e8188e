import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export type Agent = Awaited<ReturnType<typeof connectAgent>>;

/** An external agent that connects through the official MCP client. */
export async function connectAgent(service: { url: string }, apiKey: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test agent', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  return {
    client,
    listToolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** Calls a tool. `content` is its parsed text, a problem document if the call was rejected; `value` its structured result. */
    async call(name: string, args: object = {}, idempotencyKey?: string) {
      const meta = idempotencyKey === undefined ? {} : { _meta: { idempotencyKey } };
      const result = (await client.callTool({ name, arguments: { ...args }, ...meta })) as CallToolResult;
      const [firstPart] = result.content;
      const parsedContent = JSON.parse((firstPart as { text: string }).text);
      return { isError: result.isError === true, content: parsedContent, value: result.structuredContent };
    },
  };
}
