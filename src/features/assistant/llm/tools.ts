// What a model may do: look things up, and put together what the customer then confirms. It changes nothing itself.
import { jsonSchema, type ToolSet, tool as toolForModel } from 'ai';
import type { AnyCapability, CapabilityContext } from '../../../capability/capability.ts';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { type Tool, toolName } from '../../../capability/tool.ts';
import { bodyCheck } from '../../../kernel/http/validation.ts';
import type { Log } from '../../../kernel/log.ts';
import { must } from '../../../kernel/must.ts';
import { Problem } from '../../../kernel/problem.ts';
import { advanceBookingChange, BOOKING_CHANGES } from '../booking-changes.ts';
import type { ActiveTask, DialogueState } from '../dialogue-state.ts';
import type { Input } from '../input.ts';
import type { ResponsePart } from '../reply.ts';
import { advanceTask } from '../task.ts';
import { createTurn, type StepResult, type TurnRequest } from '../turn.ts';
import { PASSED_ON } from './guard/evidence.ts';
import { asData } from './prompt.ts';
import { type Choice, resolveNames } from './resolve.ts';
import { forModels, inWords } from './shapes.ts';
import { changeFromInput, taskFromInput } from './task-from-input.ts';

/** What the model's tool calls returned. */
export type ToolResults = {
  intent?: string;
  sources: Source[];
  /** What the tools have answered. */
  results: unknown[];
  /** What reading capabilities say of it in their own words. */
  sentences: string[];
  /** As far as it was put together. */
  task?: ActiveTask;
  /** Waits for the customer's yes; nothing more is asked of the model then. */
  readBack?: ResponsePart;
  /** The customer has agreed to what was read back: the system does it. */
  confirms?: boolean;
  wantsPerson?: boolean;
};

/** Runs work in a transaction of its own: none is open while the model is called. */
export type RunInTransaction = <T>(
  business: Business,
  work: (ctx: CapabilityContext<Business>) => Promise<T>,
) => Promise<T>;

const RESULT_LENGTH = 6_000;
const PERSON = 'talk_to_a_person';
const CONFIRMS = 'customer_confirms';
/** The document has it. */
const KNOWN = ['general_contact'];

/** `business` speaks the customer's language. */
type Given = TurnRequest & { business: Business; now: Date; within: RunInTransaction; log: Log };

export function toolsFor(offered: readonly Tool[], asked: Given, collected: ToolResults): ToolSet {
  const { business, within, log, industry } = asked;
  const names = new Map(
    [...(industry?.capabilities ?? []).map(({ name }) => name), ...BOOKING_CHANGES].map((name) => [
      toolName(name),
      name,
    ]),
  );
  const capabilityOf = (tool: Tool) => industry?.capabilities.find(({ name }) => name === names.get(tool.name));
  const run = async (tool: Tool, input: Input) => {
    const intent = names.get(tool.name);
    if (intent) collected.intent = intent;
    const answer = await within(business, (ctx) => tool.run(ctx, input));
    if (!answer.ok) return refusal(answer.problem);
    collected.results.push(answer.value);
    const capability = capabilityOf(tool);
    collected.sources.push(...(capability?.dialogue.sources?.(answer.value, input) ?? []));
    return found(answer.value, input, capability);
  };
  /** With a sentence that may be repeated as it is. */
  const found = (value: unknown, input: Input, capability: AnyCapability | undefined) => {
    const say = formatterFor(business);
    const sentence = capability?.effect === 'read' ? capability.dialogue.done(value, say, input) : undefined;
    if (sentence) {
      collected.results.push(sentence);
      collected.sentences.push(sentence);
    }
    return asToolData({ ...(sentence ? { sentence } : {}), records: inWords(value, say) });
  };
  const propose = async (tool: Tool, input: Input) => {
    const intent = must(names.get(tool.name), 'the intent of the tool');
    const step = await within(business, (ctx) => advanceTo(ctx, asked, intent, input)).catch(asProblem);
    if (step instanceof Problem) return refusal(step);
    collected.intent = intent;
    collected.task = step.task;
    collected.results.push(step.part.text);
    if (!step.task?.confirming) return asToolData({ notBookedYet: step.part.text });
    collected.readBack = step.part;
    return asToolData({ readBackToTheCustomer: step.part.text });
  };
  const tools = offered
    .filter(({ name }) => !KNOWN.includes(name))
    .map((tool): [string, ToolSet[string]] => {
      const inputSchema = forModels(tool.inputSchema, tool.effect);
      const check = bodyCheck(inputSchema);
      const call = async (sent: unknown) => {
        const given = structuredClone((sent ?? {}) as Input);
        const wrong = check(given);
        if (wrong) return refusal(wrong);
        const words = wordsOf(tool, capabilityOf(tool));
        const read = resolveNames(given, words, { business, industry, now: asked.now });
        if ('unclear' in read) return asToolData({ refused: renderChoices(read.unclear) });
        return (tool.effect === 'write' ? propose : run)(tool, read.input);
      };
      return [
        tool.name,
        toolForModel({
          description: tool.effect === 'write' ? `${tool.title}. ${HOW_TO_WRITE}` : tool.description,
          inputSchema: jsonSchema(inputSchema),
          execute: (input: unknown) =>
            call(input).catch((error) => {
              // What went wrong inside is nobody's business outside.
              log.error({ err: error, tool: tool.name }, 'a tool of a language model failed');
              return asToolData({ refused: 'This is not possible right now.' });
            }),
        }),
      ];
    });
  const confirm: ToolSet = asked.state.task?.confirming ? { [CONFIRMS]: confirmTool(collected) } : {};
  return { ...Object.fromEntries(tools), ...confirm, [PERSON]: personTool(collected) };
}

const HOW_TO_WRITE =
  'Give all that is known; leave out what is not: it answers what is free, what is missing and what there is to choose from. Of free times it names a few, not all: ask for the one that is wanted. Nothing is done before the customer agrees.';

/** Which fields hold a word of the business. */
const wordsOf = ({ name }: Tool, capability: AnyCapability | undefined): Record<string, string> =>
  name === toolName('booking.change') ? { staff: 'resourceId' } : (capability?.dialogue.words ?? {});

const renderChoices = ({ said, among, isKnown }: Choice): string =>
  isKnown
    ? `"${said}" could be ${among.join(' or ')}. Ask which one.`
    : `There is no "${said}" here. There are: ${among.join(', ')}.`;

const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const;

const personTool = (collected: ToolResults) =>
  toolForModel({
    description:
      'Hands the conversation to a person of the business, who reads all of it: also to leave them a message or a question.',
    inputSchema: jsonSchema(NOTHING),
    execute: async () => {
      collected.wantsPerson = true;
      collected.results.push(PASSED_ON);
      return asToolData('A person takes over.');
    },
  });

/** Offered only directly after something was read back. */
const confirmTool = (collected: ToolResults) =>
  toolForModel({
    description: 'The customer has agreed to what was read back in the last reply. The system does it and says so.',
    inputSchema: jsonSchema(NOTHING),
    execute: async () => {
      collected.confirms = true;
      return asToolData('The system does it now and tells the customer.');
    },
  });

/** The dialogue itself says whether it can be had, what is missing, and how it is read back. */
function advanceTo(
  ctx: CapabilityContext<Business>,
  asked: TurnRequest,
  intent: string,
  input: Input,
): Promise<StepResult> {
  const turn = createTurn(ctx, asked);
  const capability = turn.capabilities.get(intent);
  return capability
    ? advanceTask(turn, taskFromInput(capability, input, ctx.business))
    : advanceBookingChange(turn, withBooking(changeFromInput(intent, input, ctx.business), asked.state));
}

/** The booking that is talked about stays the one. */
const withBooking = (change: ActiveTask, { task }: DialogueState): ActiveTask =>
  task?.bookingId && !change.slots.code
    ? { ...change, bookingId: task.bookingId, ...(task.proof ? { proof: task.proof } : {}) }
    : change;

function asProblem(error: unknown): Problem {
  if (error instanceof Problem && error.status < 500) return error;
  throw error;
}

function refusal({ code, message, members: { headers: _, ...members } }: Problem): string {
  return asToolData({ refused: { code, detail: message, ...members } });
}

/** Data, and not too much of it. */
export function asToolData(value: unknown): string {
  const text = asData(typeof value === 'string' ? value : JSON.stringify(value));
  const shown = text.length > RESULT_LENGTH ? `${text.slice(0, RESULT_LENGTH)}… (cut: ask for less)` : text;
  return `<tool_result>${shown}</tool_result>`;
}
