// Answers questions with the results of read capabilities.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { buildCapabilityInput, type CapabilityInput, findMissingFields } from './capability-input.ts';
import { type ActiveTask, createEmptySlots, createTask } from './dialogue-state.ts';
import { findDescribingCapability } from './rank/candidates.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { asRefusal, isIdentificationClosed, renderIdentificationHandoff } from './task.ts';
import type { StepResult, Turn } from './turn.ts';

const MAX_LOOKED_UP_ITEMS = 4;
const MAX_SUGGESTIONS = 6;

/** Runs a read capability once for each item asked about, or asks for a missing field. */
export async function lookUp(turn: Turn, capability: AnyCapability, previousTask: ActiveTask): Promise<StepResult> {
  const { ctx } = turn;
  const { dialogue } = capability;
  const context = { business: ctx.business, text: turn.text, now: ctx.now };
  const answer =
    previousTask.requestedSlots.length === 0 ? dialogue.answer?.(previousTask.slots, context, turn.format) : undefined;
  if (answer)
    return {
      part: { text: answer.text, sources: answer.sources ?? [] },
      offer: createNextOffer(capability, previousTask.slots),
    };
  const inputFromMessage = dialogue.fill?.(previousTask.slots, context) ?? {};
  const inputVariants = Array.isArray(inputFromMessage)
    ? inputFromMessage.slice(0, MAX_LOOKED_UP_ITEMS)
    : [inputFromMessage];
  const inputs = inputVariants.map((variant) =>
    buildCapabilityInput(
      capability,
      { slots: previousTask.slots, input: { ...previousTask.input, ...variant } },
      ctx.business,
    ),
  );
  const task = { ...previousTask, input: { ...previousTask.input, ...inputVariants[0] } };
  const firstInput = must(inputs[0], 'an input');
  const [firstMissingPath] = findMissingFields(capability, firstInput, context);
  if (firstMissingPath !== undefined) return askForField(turn, capability, task, firstInput, firstMissingPath);
  const parts: ResponsePart[] = [];
  let allOfferedTimes: string[] = [];
  for (const input of inputs) {
    const { part, offeredTimes } = await runCapability(turn, capability, input);
    parts.push(part);
    allOfferedTimes = [...allOfferedTimes, ...offeredTimes];
  }
  return { part: composeParts(parts), offer: createNextOffer(capability, previousTask.slots, allOfferedTimes) };
}

/** Asks for a field. Where the customer's words match several items, these are described first. */
async function askForField(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
  field: string,
): Promise<StepResult> {
  const { ctx, format, capabilities } = turn;
  const { dialogue } = capability;
  const slot =
    Object.entries(dialogue.fieldBySlot ?? {}).find(([, filledField]) => filledField === field)?.[0] ?? field;
  const mentions = task.slots.catalogEntities[slot] ?? [];
  const describingCapability = capabilities.get(findDescribingCapability(capabilities, slot) ?? '');
  const descriptionParts =
    mentions.flat().length > 1 && describingCapability?.effect === 'read' && describingCapability !== capability
      ? [
          (
            await startLookUp(turn, describingCapability, {
              ...createEmptySlots(),
              catalogEntities: { [slot]: mentions },
            })
          ).part,
        ]
      : [];
  const choices =
    descriptionParts.length > 0
      ? mentions.flat().map(({ name }) => name)
      : (dialogue.choices?.[field]?.(ctx.business, input, task.slots) ?? []);
  const question = format.text(dialogue.ask[field] ?? 'Could you tell me a little more?');
  return {
    part: composeParts([...descriptionParts, { text: question, suggestions: choices.slice(0, MAX_SUGGESTIONS) }]),
    task: { ...task, requestedSlots: [field] },
  };
}

function createNextOffer({ name, effect, dialogue }: AnyCapability, slots: Slots, times: string[] = []) {
  const intent = dialogue.next?.capability ?? (effect === 'write' ? name : undefined);
  return intent === undefined ? undefined : { intent, slots, ...(times.length > 0 ? { times } : {}) };
}

async function runCapability(
  turn: Turn,
  capability: AnyCapability,
  input: CapabilityInput,
): Promise<{ part: ResponsePart; offeredTimes: string[] }> {
  const { ctx, format, results } = turn;
  const { dialogue } = capability;
  const outcome = await capability.run({ ...ctx, purpose: capability.name }, input).catch(asRefusal);
  if (!outcome.ok) {
    if (isIdentificationClosed(outcome)) return { part: renderIdentificationHandoff(turn), offeredTimes: [] };
    const renderRefusal = dialogue.renderRefusal?.[outcome.reason ?? ''] ?? dialogue.renderRefusal?.[outcome.code];
    return { part: { text: renderRefusal?.(outcome, format, input) ?? outcome.detail }, offeredTimes: [] };
  }
  results.push(outcome.value);
  const text = dialogue.renderResult(outcome.value, format, input);
  return {
    part: { text, sources: dialogue.sources?.(outcome.value, input) ?? [] },
    offeredTimes: dialogue.next?.times?.(outcome.value) ?? [],
  };
}

export const startLookUp = (turn: Turn, capability: AnyCapability, slots: Slots): Promise<StepResult> =>
  lookUp(turn, capability, createTask(capability.name, slots));
