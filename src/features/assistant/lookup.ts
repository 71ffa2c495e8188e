// Answers to questions, out of a capability's result.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { type ActiveTask, newTask } from './dialogue-state.ts';
import { type Input, inputOf, missingIn } from './input.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { asRefusal, isClosed, passOn } from './task.ts';
import type { StepResult, Turn } from './turn.ts';

const MOST_RUNS = 4;

/** Runs a reading capability once for each thing that was asked about, or asks for what it needs. */
export async function lookUp(turn: Turn, capability: AnyCapability, before: ActiveTask): Promise<StepResult> {
  const { ctx } = turn;
  const { dialogue } = capability;
  const about = { business: ctx.business, text: turn.text, now: ctx.now };
  const answer = before.asked.length === 0 ? dialogue.answer?.(before.slots, about, turn.say) : undefined;
  if (answer)
    return { part: { text: answer.text, sources: answer.sources ?? [] }, offer: offerOf(capability, before.slots) };
  const filled = dialogue.fill?.(before.slots, about) ?? {};
  const each = Array.isArray(filled) ? filled.slice(0, MOST_RUNS) : [filled];
  const inputs = each.map((own) =>
    inputOf(capability, { slots: before.slots, input: { ...before.input, ...own } }, ctx.business),
  );
  const task = { ...before, input: { ...before.input, ...each[0] } };
  const first = must(inputs[0], 'an input');
  const [missing] = missingIn(capability, first, about);
  if (missing !== undefined) {
    const choices = dialogue.choices?.[missing]?.(ctx.business, first, before.slots) ?? [];
    return {
      part: { text: dialogue.ask[missing] ?? 'Could you tell me a little more?', suggestions: choices.slice(0, 6) },
      task: { ...task, asked: [missing] },
    };
  }
  const parts: ResponsePart[] = [];
  let times: string[] = [];
  for (const input of inputs) {
    const { part, named } = await runOne(turn, capability, input);
    parts.push(part);
    times = [...times, ...named];
  }
  return { part: composeParts(parts), offer: offerOf(capability, before.slots, times) };
}

function offerOf({ name, effect, dialogue }: AnyCapability, slots: Slots, times: string[] = []) {
  const intent = dialogue.next?.capability ?? (effect === 'write' ? name : undefined);
  return intent === undefined ? undefined : { intent, slots, ...(times.length > 0 ? { times } : {}) };
}

async function runOne(
  turn: Turn,
  capability: AnyCapability,
  input: Input,
): Promise<{ part: ResponsePart; named: string[] }> {
  const { ctx, say, results } = turn;
  const { dialogue } = capability;
  const outcome = await capability.run({ ...ctx, purpose: capability.name }, input).catch(asRefusal);
  if (!outcome.ok) {
    if (isClosed(outcome)) return { part: passOn(turn), named: [] };
    const tell = dialogue.refused?.[outcome.reason ?? ''] ?? dialogue.refused?.[outcome.code];
    return { part: { text: tell?.(outcome, say, input) ?? outcome.detail }, named: [] };
  }
  results.push(outcome.value);
  const text = dialogue.done(outcome.value, say, input);
  return {
    part: { text, sources: dialogue.sources?.(outcome.value, input) ?? [] },
    named: dialogue.next?.times?.(outcome.value) ?? [],
  };
}

export const beginLookUp = (turn: Turn, capability: AnyCapability, slots: Slots): Promise<StepResult> =>
  lookUp(turn, capability, newTask(capability.name, slots));
