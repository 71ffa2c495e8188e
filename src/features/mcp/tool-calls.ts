import { type CallToolResult, ErrorCode, McpError, type Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolResult } from '../../capability/tool.ts';
import { Problem } from '../../kernel/problem.ts';
import { findMissingScopeProblem } from '../access/key-gate.ts';
import type { Caller, McpOptions } from './caller.ts';

const DRY_RUN_PARAMETER = { type: 'boolean', description: 'With a test key: check everything, commit nothing' };

/** The tools that this key may use at this business, in the protocol's format. */
export function listTools(caller: Caller, { tools }: McpOptions): McpTool[] {
  return tools
    .forBusiness(caller.business)
    .filter((tool) => !findScopeProblem(caller, tool))
    .map(({ name, title, description, inputSchema, outputSchema, effect, destructive }) => ({
      name,
      title,
      description,
      inputSchema:
        effect === 'write' && isTestMode(caller)
          ? { ...inputSchema, properties: { ...(inputSchema.properties as object), dryRun: DRY_RUN_PARAMETER } }
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

/** Runs a tool. With `shouldRollBack`, nothing may be committed: after a refusal or a dry run. */
export async function callTool(
  caller: Caller,
  { tools, config }: McpOptions,
  name: string,
  input: Record<string, unknown>,
): Promise<{ result: CallToolResult; shouldRollBack: boolean }> {
  const tool = tools.find(name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  const { dryRun = false, ...inputWithoutDryRun } = input;
  const acceptsDryRun = tool.effect === 'write' && isTestMode(caller) && typeof dryRun === 'boolean';
  const outcome = findRejection(caller, tool) ?? (await tool.run(caller, acceptsDryRun ? inputWithoutDryRun : input));
  if (outcome.ok) {
    const value = outcome.value as Record<string, unknown>;
    const result = { content: [createTextContent(value)], structuredContent: value };
    return { result, shouldRollBack: acceptsDryRun && dryRun };
  }
  const problem = outcome.problem.toDocument(config.publicUrl, caller.requestId);
  return { result: { content: [createTextContent(problem)], isError: true }, shouldRollBack: true };
}

const createTextContent = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

const isTestMode = ({ workspace }: Caller) => workspace.mode === 'test';

const findScopeProblem = ({ actor }: Caller, { scope }: Tool): Problem | undefined =>
  actor.kind === 'key' ? findMissingScopeProblem(scope, actor.scopes) : new Problem('insufficient_scope');

/** The answer to a call that this caller may not make. */
function findRejection(caller: Caller, tool: Tool): ToolResult | undefined {
  const { industry } = tool;
  const problem =
    findScopeProblem(caller, tool) ??
    (industry === undefined || caller.business.industries.includes(industry)
      ? undefined
      : new Problem('industry_not_active', `${industry} is not active here.`));
  return problem && { ok: false, problem };
}
