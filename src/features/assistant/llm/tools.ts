// What a model may do: look things up, and put together what the customer then confirms. It changes nothing itself.
import { jsonSchema, type ToolSet, tool as toolForModel } from 'ai';
import type { CapabilityContext } from '../../../capability/capability.ts';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { type Tool, toolName } from '../../../capability/tool.ts';
import { bodyCheck } from '../../../kernel/http/validation.ts';
import type { Log } from '../../../kernel/log.ts';
import { Problem } from '../../../kernel/problem.ts';
import { advanceChange, CHANGES } from '../changes.ts';
import type { Input } from '../input.ts';
import type { Part } from '../reply.ts';
import type { Task } from '../state.ts';
import { advance } from '../task.ts';
import { type Asked, type Step, turnOf } from '../turn.ts';
import { asData } from './prompt.ts';
import { changeOf, taskOf } from './task-of.ts';

/** What a model's calls came to. */
export type Collected = {
  intent?: string;
  sources: Source[];
  /** What the tools have answered. */
  results: unknown[];
  /** As far as it was put together. */
  task?: Task;
  /** Waits for the customer's yes; nothing more is asked of the model then. */
  readBack?: Part;
  wantsPerson?: boolean;
};

/** Runs work in a transaction of its own: none is open while a model thinks. */
export type Within = <T>(work: (ctx: CapabilityContext<Business>) => Promise<T>) => Promise<T>;

const RESULT_LENGTH = 6_000;
const PERSON = 'talk_to_a_person';

type Given = Asked & { within: Within; log: Log };

export function toolsFor(offered: readonly Tool[], asked: Given, collected: Collected): ToolSet {
  const { within, log } = asked;
  const names = new Map(
    [...(asked.industry?.capabilities ?? []).map(({ name }) => name), ...CHANGES].map((name) => [toolName(name), name]),
  );
  const run = async (tool: Tool, input: Input) => {
    const intent = names.get(tool.name);
    if (intent) collected.intent = intent;
    const answer = await within((ctx) => tool.run(ctx, input));
    if (!answer.ok) return refusal(answer.problem);
    collected.results.push(answer.value);
    const capability = asked.industry?.capabilities.find(({ name }) => name === intent);
    collected.sources.push(...(capability?.dialogue.sources?.(answer.value, input) ?? []));
    return marked(answer.value);
  };
  const propose = async (tool: Tool, input: Input) => {
    const wrong = bodyCheck(tool.inputSchema)(input);
    if (wrong) return refusal(wrong);
    if (input.checkOnly) return run(tool, input);
    if (input.action !== undefined && input.action !== 'book')
      return marked({ refused: 'Use booking_change or booking_cancel for that.' });
    const intent = names.get(tool.name)!;
    const step = await within((ctx) => advanceTo(ctx, asked, intent, input)).catch(asProblem);
    if (step instanceof Problem) return refusal(step);
    collected.intent = intent;
    collected.task = step.task;
    if (!step.task?.confirming) return marked({ notPossibleYet: step.part.text });
    collected.readBack = step.part;
    return marked({ readBackToTheCustomer: step.part.text });
  };
  const tools = offered.map((tool): [string, ToolSet[string]] => [
    tool.name,
    toolForModel({
      description: tool.effect === 'write' ? `${tool.title}. The customer is asked to confirm it.` : tool.description,
      inputSchema: jsonSchema(tool.inputSchema),
      execute: (input: unknown) =>
        (tool.effect === 'write' ? propose : run)(tool, (input ?? {}) as Input).catch((error) => {
          // What went wrong inside is nobody's business outside.
          log.error({ err: error, tool: tool.name }, 'a tool of a language model failed');
          return marked({ refused: 'This is not possible right now.' });
        }),
    }),
  ]);
  return { ...Object.fromEntries(tools), [PERSON]: personTool(collected) };
}

const personTool = (collected: Collected) =>
  toolForModel({
    description: 'Hands the conversation to a person of the business, who reads all of it.',
    inputSchema: jsonSchema({ type: 'object', properties: {}, additionalProperties: false }),
    execute: async () => {
      collected.wantsPerson = true;
      return marked('A person takes over.');
    },
  });

/** The dialogue itself says whether it can be had, what is missing, and how it is read back. */
function advanceTo(ctx: CapabilityContext<Business>, asked: Asked, intent: string, input: Input): Promise<Step> {
  const turn = turnOf(ctx, asked);
  const capability = turn.capabilities.get(intent);
  return capability
    ? advance(turn, taskOf(capability, input, ctx.business))
    : advanceChange(turn, changeOf(intent, input, ctx.business));
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem && error.status < 500) return error;
  throw error;
}

function refusal({ code, message, members: { headers: _, ...members } }: Problem): string {
  return marked({ refused: { code, detail: message, ...members } });
}

/** Data, and not too much of it. */
function marked(value: unknown): string {
  const text = asData(JSON.stringify(value));
  const shown = text.length > RESULT_LENGTH ? `${text.slice(0, RESULT_LENGTH)}… (cut: ask for less)` : text;
  return `<tool_result>${shown}</tool_result>`;
}
