// Asks for missing slots: rephrased the second time, and instead of a third time a person is offered.
import type { AnyCapability } from '../../capability/capability.ts';
import type { EntityValue } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { askWhen } from './booking-time.ts';
import { buildCapabilityInput, type CapabilityInput } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { withPartyLimit } from './party.ts';
import { TALK_TO_PERSON } from './phrases.ts';
import type { StepResult, Turn } from './turn.ts';

const MAX_CHOICES = 6;

/** How many times a field has been asked for, including the question about to be asked. */
export const countTimesAsked = ({ repeatedQuestion }: ActiveTask, field: string | undefined): number =>
  (repeatedQuestion && repeatedQuestion.field === field ? repeatedQuestion.times : 0) + 1;

export async function askForSlot(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
  missingPaths: string[],
): Promise<StepResult> {
  const { dialogue } = capability;
  const [firstMissingPath] = missingPaths as [string];
  if (firstMissingPath === 'startsAt') return askWhen(turn, capability, task, input);
  const [group = ''] = firstMissingPath.split('.');
  const groupFields = missingPaths.filter((path) => path.startsWith(`${group}.`));
  const asksForGroup = groupFields.length > 1 && dialogue.ask[group] !== undefined;
  const { format } = turn;
  const question = (asksForGroup ? dialogue.ask[group] : dialogue.ask[firstMissingPath]) ?? dialogue.ask[group];
  const text = format.text(question ?? 'Could you tell me a little more?');
  const choices = dialogue.choices?.[firstMissingPath]?.(turn.ctx.business, input, task.slots) ?? [];
  const requestedFields = asksForGroup ? [...groupFields, `${group}.phone`] : [firstMissingPath];
  if (choices.length > 0) {
    // Listing the choices makes customers answer with names that we recognize.
    const choicesWithPrices = withPrices(turn, task, firstMissingPath, choices);
    const choicesText =
      choices.length <= MAX_CHOICES
        ? ` ${format.text('We have {names}.', { names: format.list(choicesWithPrices) })}`
        : '';
    return askWithChoices(
      turn,
      { ...task, requestedSlots: requestedFields },
      firstMissingPath,
      choices,
      `${text}${choicesText}`,
    );
  }
  if (firstMissingPath !== 'partySize')
    return { part: { text, suggestions: [] }, task: { ...task, requestedSlots: requestedFields } };
  const { part, ...limitFields } = withPartyLimit({ text, suggestions: [] }, task);
  return { part, task: { ...task, ...limitFields, requestedSlots: requestedFields } };
}

/** Asks which item the customer means, where their words match several. */
export function askToChoose(
  turn: Turn,
  task: ActiveTask,
  { slot, candidates, field = slot }: { slot: string; candidates: EntityValue[]; field?: string },
): StepResult {
  const names = candidates.slice(0, MAX_CHOICES).map(({ name }) => name);
  const { format } = turn;
  const text = format.text(
    '{kind, select, service {Which service} staff {Who} class {Which class} plan {Which plan} pharmacy {Which pharmacy} area {Which area} visit {Which visit} other {Which one}} would you like: {choices}?',
    {
      kind: QUESTION_KINDS[field] ?? QUESTION_KINDS[slot] ?? 'other',
      choices: format.choices(withPrices(turn, task, field, names)),
    },
  );
  return askWithChoices(
    turn,
    { ...task, requestedSlots: [slot], choosing: { slot, among: candidates } },
    field,
    names,
    text,
  );
}

/** "Men’s Haircut ($45)", where the price depends on this choice and is on record. */
function withPrices({ ctx, capabilities, format }: Turn, task: ActiveTask, field: string, names: string[]): string[] {
  const capability = capabilities.get(task.intent);
  const { bookingRequest, resourceFields = [] } = capability ?? {};
  if (!capability || !bookingRequest || resourceFields.includes(field)) return names;
  const input = buildCapabilityInput(capability, task, ctx.business);
  return names.map((name) => {
    const request = bookingRequest(ctx.business, { ...input, [field]: name });
    const price = 'ok' in request ? undefined : request.price;
    return price === undefined ? name : `${name} (${format.money(price)})`;
  });
}

/** The `kind` that selects the wording of the question, by slot or field. */
const QUESTION_KINDS: Record<string, string> = {
  service: 'service',
  staff: 'staff',
  class: 'class',
  plan: 'plan',
  pharmacy: 'pharmacy',
  area: 'area',
  visitType: 'visit',
  occurrenceId: 'class',
};

/** First asks the question as given, then one that a single word can answer, then offers a person. */
function askWithChoices(
  { format }: Turn,
  task: ActiveTask,
  field: string,
  choices: string[],
  text: string,
): StepResult {
  const times = countTimesAsked(task, field);
  const shownChoices = choices.slice(0, MAX_CHOICES);
  const nextTask = { ...task, repeatedQuestion: { field, times } };
  if (times === 1) return { part: { text, suggestions: shownChoices }, task: nextTask };
  if (times === 2) {
    const shorterQuestion = format.text(
      "{kind, select, service {Which service} staff {Who} class {Which class} plan {Which plan} pharmacy {Which pharmacy} area {Which area} visit {Which visit} other {Which one}} would it be: {choices}? If you're not sure, just say so.",
      { kind: QUESTION_KINDS[field] ?? 'other', choices: format.choices(shownChoices) },
    );
    return {
      part: { text: shorterQuestion, suggestions: [...shownChoices, format.text("I'm not sure")] },
      task: nextTask,
    };
  }
  return {
    part: {
      text: format.text("Sorry, I can't tell which one you mean. Should I ask our team to help?"),
      suggestions: [format.text(TALK_TO_PERSON), ...shownChoices],
    },
    offer: { intent: 'general.human', slots: task.slots },
  };
}

/** Thanks the customer for a name given in reply to another question, before repeating that question. */
export function acknowledgeName(previousTask: ActiveTask, step: StepResult, format: Formatter = ENGLISH): StepResult {
  const { part, task } = step;
  const { name } = task?.slots ?? {};
  const repeatsQuestion =
    task?.requestedSlots[0] !== undefined &&
    task.requestedSlots[0] === previousTask.requestedSlots[0] &&
    !task.confirming;
  if (!name || name === previousTask.slots.name || !repeatsQuestion) return step;
  const thanks = format.text('Thank you, {name}.', { name: name.replace(/ .*/s, '') });
  return { ...step, part: { ...part, text: `${thanks} ${part.text}` } };
}
