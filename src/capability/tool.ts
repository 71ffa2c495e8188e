import type { Static, TSchema } from 'typebox';
import { bodyCheck } from '../kernel/http/validation.ts';
import { must } from '../kernel/must.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import type { Business } from './document.ts';
import { type Outcome, problemOf } from './outcome.ts';

/** What a call came to. A refusal that can be expected is an answer like any other; what cannot is thrown. */
export type ToolAnswer = { ok: true; value: unknown } | { ok: false; problem: Problem };

/** Something that a program may do for a customer: a language model here, or somebody else's agent over MCP. */
export type Tool = {
  /** An intent's, with `_`: `restaurant_reserve`. */
  name: string;
  /** For people: "Reserve a table". */
  title: string;
  /** For models. */
  description: string;
  effect: 'read' | 'write';
  /** It can take something away, such as a booking. */
  destructive: boolean;
  /** What a key needs to use it. */
  scope: string;
  /** Where it is offered; undefined: everywhere. */
  industry?: string;
  /** It works with what is told about health. */
  health: boolean;
  /** JSON Schema, whole in itself. */
  inputSchema: ObjectSchema;
  /** Of what it answers, where that is declared. */
  outputSchema?: ObjectSchema;
  run(ctx: CapabilityContext<Business>, input: unknown): Promise<ToolAnswer>;
};

type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

type Declared<Input extends TSchema> = Pick<Tool, 'title' | 'description' | 'effect' | 'scope' | 'industry'> &
  Partial<Pick<Tool, 'destructive' | 'health'>> & {
    /** With a dot, as intents are named; also what the audit log says. */
    name: string;
    input: Input;
    output?: TSchema;
    run(ctx: CapabilityContext<Business>, input: Static<Input>): Promise<Outcome<unknown>>;
  };

export function defineTool<Input extends TSchema>(declared: Declared<Input>): Tool {
  const { name, input, output, run, destructive = false, health = false, ...rest } = declared;
  const check = bodyCheck(input);
  return {
    ...rest,
    name: toolName(name),
    destructive,
    health,
    inputSchema: plain(input),
    ...(output ? { outputSchema: plain(output) } : {}),
    async run(ctx, sent) {
      // Checking fills in what the schema says of fields that are left out.
      const given = structuredClone(sent ?? {});
      const wrong = check(given);
      if (wrong) return { ok: false, problem: wrong };
      const within = { ...ctx, purpose: name, industry: declared.industry ?? ctx.industry };
      try {
        const outcome = await run(within, given as Static<Input>);
        return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, problem: problemOf(outcome) };
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return { ok: false, problem: error };
        throw error;
      }
    },
  };
}

/** Every input and output is an object, also where it is one of several. */
const plain = (schema: TSchema): ObjectSchema => ({ ...JSON.parse(JSON.stringify(schema)), type: 'object' });

export const toolName = (intent: string): string => intent.replaceAll('.', '_');

/** A capability's tool face, for models and agents. */
export function toolOf({ name, summary, input, output, run, ...capability }: AnyCapability): Tool {
  const { effect, destructive, scope, health } = capability;
  const care = effect === 'write' ? ' It takes effect at once: call it only when the customer has agreed to it.' : '';
  return defineTool({
    name,
    title: summary,
    description: `${summary}.${care}`,
    effect,
    destructive,
    scope,
    health,
    industry: must(name.split('.')[0], 'an industry before the dot'),
    input,
    output,
    run,
  });
}
