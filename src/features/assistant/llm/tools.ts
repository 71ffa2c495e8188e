// The tools of a language model: it can look things up and propose actions, which the customer then has to confirm.
import { jsonSchema, type ToolSet, tool as toolForModel } from 'ai';
import type { AnyCapability, CapabilityContext } from '../../../capability/capability.ts';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { type Tool, toToolName } from '../../../capability/tool.ts';
import { createBodyProblemFinder } from '../../../kernel/http/validation.ts';
import type { Log } from '../../../kernel/log.ts';
import { must } from '../../../kernel/must.ts';
import { Problem } from '../../../kernel/problem.ts';
import { advanceBookingChange, BOOKING_CHANGE_INTENTS } from '../booking-changes.ts';
import type { CapabilityInput } from '../capability-input.ts';
import type { ActiveTask, DialogueState } from '../dialogue-state.ts';
import type { ResponsePart } from '../reply.ts';
import { advanceTask } from '../task.ts';
import { createTurn, type StepResult, type TurnRequest } from '../turn.ts';
import { HANDED_OVER_RECORD } from './guard/evidence.ts';
import { escapePromptTags } from './prompt.ts';
import { resolveNames, type UnresolvedName } from './resolve-names.ts';
import { createChangeFromInput, createTaskFromInput } from './task-from-input.ts';
import { createModelSchema, toModelValue } from './tool-format.ts';

/** What the model's tool calls have collected. */
export type ToolResults = {
  intent?: string;
  sources: Source[];
  results: unknown[];
  /** The results of read capabilities, rendered as sentences. */
  sentences: string[];
  /** The proposed task, which may still be incomplete. */
  task?: ActiveTask;
  /** The confirmation request for the customer, which ends the model's turn. */
  confirmationRequest?: ResponsePart;
  /** The customer has confirmed the pending task. */
  confirms?: boolean;
  wantsPerson?: boolean;
};

/** Runs work in a transaction of its own, because none is open while the model is called. */
export type RunInTransaction = <T>(
  business: Business,
  work: (ctx: CapabilityContext<Business>) => Promise<T>,
) => Promise<T>;

const MAX_RESULT_CHARS = 6_000;
const PERSON_TOOL = 'talk_to_a_person';
const CONFIRM_TOOL = 'customer_confirms';
/** Tools whose result is already in the prompt. */
const REDUNDANT_TOOLS = ['general_contact'];

/** `business` is localized to the customer's language. */
type ToolContext = TurnRequest & { business: Business; now: Date; runInTransaction: RunInTransaction; log: Log };

export function createModelTools(
  availableTools: readonly Tool[],
  context: ToolContext,
  toolResults: ToolResults,
): ToolSet {
  const { business, runInTransaction, log, industry } = context;
  const intentsByTool = new Map(
    [...(industry?.capabilities ?? []).map(({ name }) => name), ...BOOKING_CHANGE_INTENTS].map((name) => [
      toToolName(name),
      name,
    ]),
  );
  const findCapability = (tool: Tool) =>
    industry?.capabilities.find(({ name }) => name === intentsByTool.get(tool.name));
  const runReadTool = async (tool: Tool, input: CapabilityInput) => {
    const intent = intentsByTool.get(tool.name);
    if (intent) toolResults.intent = intent;
    const outcome = await runInTransaction(business, (ctx) => tool.run(ctx, input));
    if (!outcome.ok) return renderRefusalData(outcome.problem);
    toolResults.results.push(outcome.value);
    const capability = findCapability(tool);
    toolResults.sources.push(...(capability?.dialogue.sources?.(outcome.value, input) ?? []));
    return toToolData(outcome.value, input, capability);
  };
  /** Adds a rendered sentence, which the model may repeat as it is. */
  const toToolData = (value: unknown, input: CapabilityInput, capability: AnyCapability | undefined) => {
    const format = formatterFor(business);
    const sentence = capability?.effect === 'read' ? capability.dialogue.renderResult(value, format, input) : undefined;
    if (sentence) {
      toolResults.results.push(sentence);
      toolResults.sentences.push(sentence);
    }
    return tagToolResult({ ...(sentence ? { sentence } : {}), records: toModelValue(value, format) });
  };
  const runWriteTool = async (tool: Tool, input: CapabilityInput) => {
    const intent = must(intentsByTool.get(tool.name), 'the intent of the tool');
    const step = await runInTransaction(business, (ctx) => proposeTask(ctx, context, intent, input)).catch(
      toClientProblem,
    );
    if (step instanceof Problem) return renderRefusalData(step);
    toolResults.intent = intent;
    toolResults.task = step.task;
    toolResults.results.push(step.part.text);
    if (!step.task?.confirming) return tagToolResult({ notBookedYet: step.part.text });
    toolResults.confirmationRequest = step.part;
    return tagToolResult({ readBackToTheCustomer: step.part.text });
  };
  const tools = availableTools
    .filter(({ name }) => !REDUNDANT_TOOLS.includes(name))
    .map((tool): [string, ToolSet[string]] => {
      const inputSchema = createModelSchema(tool.inputSchema, tool.effect);
      const validate = createBodyProblemFinder(inputSchema);
      const callTool = async (modelInput: unknown) => {
        const input = structuredClone((modelInput ?? {}) as CapabilityInput);
        const problem = validate(input);
        if (problem) return renderRefusalData(problem);
        const fieldBySlot = chooseFieldBySlot(tool, findCapability(tool));
        const resolution = resolveNames(input, fieldBySlot, { business, industry, now: context.now });
        if ('unresolved' in resolution) return tagToolResult({ refused: renderUnresolved(resolution.unresolved) });
        return (tool.effect === 'write' ? runWriteTool : runReadTool)(tool, resolution.input);
      };
      return [
        tool.name,
        toolForModel({
          description: tool.effect === 'write' ? `${tool.title}. ${WRITE_TOOL_HINT}` : tool.description,
          inputSchema: jsonSchema(inputSchema),
          execute: (input: unknown) =>
            callTool(input).catch((error) => {
              // Internal errors must not reach the model or the customer.
              log.error({ err: error, tool: tool.name }, 'a tool of a language model failed');
              return tagToolResult({ refused: 'This is not possible right now.' });
            }),
        }),
      ];
    });
  const confirmationTools: ToolSet = context.state.task?.confirming
    ? { [CONFIRM_TOOL]: createConfirmTool(toolResults) }
    : {};
  return { ...Object.fromEntries(tools), ...confirmationTools, [PERSON_TOOL]: createPersonTool(toolResults) };
}

const WRITE_TOOL_HINT =
  'Give all that is known; leave out what is not: it answers what is free, what is missing and what there is to choose from. Of free times it names a few, not all: ask for the one that is wanted. Nothing is done before the customer agrees.';

/** Which field of the input holds an entity of which slot. */
const chooseFieldBySlot = ({ name }: Tool, capability: AnyCapability | undefined): Record<string, string> =>
  name === toToolName('booking.change') ? { staff: 'resourceId' } : (capability?.dialogue.fieldBySlot ?? {});

const renderUnresolved = ({ givenName, options, isAmbiguous }: UnresolvedName): string =>
  isAmbiguous
    ? `"${givenName}" could be ${options.join(' or ')}. Ask which one.`
    : `There is no "${givenName}" here. There are: ${options.join(', ')}.`;

const NO_INPUT = { type: 'object', properties: {}, additionalProperties: false } as const;

const createPersonTool = (toolResults: ToolResults) =>
  toolForModel({
    description:
      'Hands the conversation to a person of the business, who reads all of it: also to leave them a message or a question.',
    inputSchema: jsonSchema(NO_INPUT),
    execute: async () => {
      toolResults.wantsPerson = true;
      toolResults.results.push(HANDED_OVER_RECORD);
      return tagToolResult('A person takes over.');
    },
  });

/** Available only right after a confirmation request. */
const createConfirmTool = (toolResults: ToolResults) =>
  toolForModel({
    description: 'The customer has agreed to what was read back in the last reply. The system does it and says so.',
    inputSchema: jsonSchema(NO_INPUT),
    execute: async () => {
      toolResults.confirms = true;
      return tagToolResult('The system does it now and tells the customer.');
    },
  });

/** Advances the proposed task like any other: the reply says what is missing or unavailable, or asks for confirmation. */
function proposeTask(
  ctx: CapabilityContext<Business>,
  context: TurnRequest,
  intent: string,
  input: CapabilityInput,
): Promise<StepResult> {
  const turn = createTurn(ctx, context);
  const capability = turn.capabilities.get(intent);
  return capability
    ? advanceTask(turn, createTaskFromInput(capability, input, ctx.business))
    : advanceBookingChange(turn, withBooking(createChangeFromInput(intent, input, ctx.business), context.state));
}

/** Keeps the booking under discussion, unless the change names another one by its code. */
const withBooking = (change: ActiveTask, { task }: DialogueState): ActiveTask =>
  task?.bookingId && !change.slots.code
    ? { ...change, bookingId: task.bookingId, ...(task.proof ? { proof: task.proof } : {}) }
    : change;

function toClientProblem(error: unknown): Problem {
  if (error instanceof Problem && error.status < 500) return error;
  throw error;
}

function renderRefusalData({ code, message, extensions: { headers: _, ...members } }: Problem): string {
  return tagToolResult({ refused: { code, detail: message, ...members } });
}

/** Marks a value as data for the model, and limits its length. */
export function tagToolResult(value: unknown): string {
  const text = escapePromptTags(typeof value === 'string' ? value : JSON.stringify(value));
  const limitedText = text.length > MAX_RESULT_CHARS ? `${text.slice(0, MAX_RESULT_CHARS)}… (cut: ask for less)` : text;
  return `<tool_result>${limitedText}</tool_result>`;
}
