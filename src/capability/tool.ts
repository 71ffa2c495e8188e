import type { Static, TObject, TSchema } from 'typebox';
import { createBodyProblemFinder } from '../kernel/http/validation.ts';
import { must } from '../kernel/must.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import type { Business } from './document.ts';
import { type Outcome, toProblem } from './outcome.ts';
import { createRequestBodySchema } from './request-body.ts';

/** The result of a tool call. Expected refusals are returned; unexpected errors are thrown. */
export type ToolResult = { ok: true; value: unknown } | { ok: false; problem: Problem };

/** An action that a program may take for a customer: our language model, or a third-party agent over MCP. */
export type Tool = {
  /** The intent's name with `_` instead of a dot: `restaurant_reserve`. */
  name: string;
  /** Display name, such as "Reserve a table". */
  title: string;
  /** Tells the model when to use it. */
  description: string;
  effect: 'read' | 'write';
  /** It can remove something, such as a booking. */
  destructive: boolean;
  /** The scope an API key needs to use it. */
  scope: string;
  /** The industry it is limited to; undefined: all. */
  industry?: string;
  /** It handles health data. */
  health: boolean;
  /** Self-contained JSON Schema. */
  inputSchema: ObjectSchema;
  /** JSON Schema of the result, if declared. */
  outputSchema?: ObjectSchema;
  run(ctx: CapabilityContext<Business>, input: unknown): Promise<ToolResult>;
};

type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

type ToolDefinition<Input extends TSchema> = Pick<Tool, 'title' | 'description' | 'effect' | 'scope' | 'industry'> &
  Partial<Pick<Tool, 'destructive' | 'health'>> & {
    /** Dotted, like an intent; also recorded in the audit log. */
    name: string;
    input: Input;
    output?: TSchema;
    run(ctx: CapabilityContext<Business>, input: Static<Input>): Promise<Outcome<unknown>>;
  };

export function defineTool<Input extends TSchema>(definition: ToolDefinition<Input>): Tool {
  const { name, input, output, run, destructive = false, health = false, ...rest } = definition;
  const findInputProblem = createBodyProblemFinder(input);
  return {
    ...rest,
    name: toToolName(name),
    destructive,
    health,
    inputSchema: toObjectSchema(input),
    ...(output ? { outputSchema: toObjectSchema(output) } : {}),
    async run(ctx, rawInput) {
      // The check fills in the schema's defaults, so it works on a copy.
      const checkedInput = structuredClone(rawInput ?? {});
      const problem = findInputProblem(checkedInput);
      if (problem) return { ok: false, problem };
      const toolContext = { ...ctx, purpose: name, industry: definition.industry ?? ctx.industry };
      try {
        const outcome = await run(toolContext, checkedInput as Static<Input>);
        return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, problem: toProblem(outcome) };
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return { ok: false, problem: error };
        throw error;
      }
    },
  };
}

/**
 * Every input and output is an object, but a union schema does not say so at its top level. Conditions are left out, because
 * some models refuse tools that have them: descriptions say the same, and the call is checked.
 */
function toObjectSchema(schema: TSchema): ObjectSchema {
  const { if: _, else: __, ...unconditionalSchema } = JSON.parse(JSON.stringify(schema));
  return { ...unconditionalSchema, type: 'object' };
}

export const toToolName = (intent: string): string => intent.replaceAll('.', '_');

/** A capability as a tool for language models and agents. */
export function createTool(capability: AnyCapability): Tool {
  const { name, summary, input, output, run, effect, destructive, scope, health } = capability;
  const writeWarning =
    effect === 'write' ? ' It takes effect at once: call it only when the customer has agreed to it.' : '';
  return defineTool({
    name,
    title: summary,
    description: `${summary}.${writeWarning}`,
    effect,
    destructive,
    scope,
    health,
    industry: must(name.split('.')[0], 'an industry before the dot'),
    input: createRequestBodySchema(capability, (input as TObject).properties),
    output,
    run,
  });
}
