import { type CallToolResult, ErrorCode, McpError, type Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolAnswer } from '../../capability/tool.ts';
import { Problem } from '../../kernel/problem.ts';
import { lackOf } from '../access/key-gate.ts';
import type { Caller, McpOptions } from './caller.ts';

const DRY_RUN = { type: 'boolean', description: 'With a test key: check everything, commit nothing' };

/** What this key may do at this business, as the protocol describes it. */
export function listTools(caller: Caller, { tools }: McpOptions): McpTool[] {
  return tools
    .of(caller.business)
    .filter((tool) => !lacks(caller, tool))
    .map(({ name, title, description, inputSchema, outputSchema, effect, destructive }) => ({
      name,
      title,
      description,
      inputSchema:
        effect === 'write' && isTest(caller)
          ? { ...inputSchema, properties: { ...(inputSchema.properties as object), dryRun: DRY_RUN } }
          : inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      annotations: {
        title,
        readOnlyHint: effect === 'read',
        ...(effect === 'write' ? { destructiveHint: destructive, idempotentHint: false } : {}),
        openWorldHint: false,
      },
    }));
}

/** Runs a tool. What was refused, or only tried, leaves nothing behind. */
export async function callTool(
  caller: Caller,
  { tools, config }: McpOptions,
  name: string,
  sent: Record<string, unknown>,
): Promise<{ result: CallToolResult; undone: boolean }> {
  const tool = tools.find(name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  const { dryRun = false, ...rest } = sent;
  const takesDryRun = tool.effect === 'write' && isTest(caller) && typeof dryRun === 'boolean';
  const answer = refusal(caller, tool) ?? (await tool.run(caller, takesDryRun ? rest : sent));
  if (answer.ok) {
    const value = answer.value as Record<string, unknown>;
    const result = { content: [asText(value)], structuredContent: value };
    return { result, undone: takesDryRun && dryRun };
  }
  const problem = answer.problem.document(config.publicUrl, caller.requestId);
  return { result: { content: [asText(problem)], isError: true }, undone: true };
}

const asText = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

const isTest = ({ workspace }: Caller) => workspace.mode === 'test';

const lacks = ({ actor }: Caller, { scope }: Tool): Problem | undefined =>
  actor.kind === 'key' ? lackOf(scope, actor.scopes) : new Problem('insufficient_scope');

/** Why this tool is not for this caller, if so. */
function refusal(caller: Caller, tool: Tool): ToolAnswer | undefined {
  const { industry } = tool;
  const problem =
    lacks(caller, tool) ??
    (industry === undefined || caller.business.industries.includes(industry)
      ? undefined
      : new Problem('industry_not_active', `${industry} is not active here.`));
  return problem && { ok: false, problem };
}
