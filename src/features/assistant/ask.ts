// Asking for what is missing: in other words the second time, and not a third time.
import type { AnyCapability } from '../../capability/capability.ts';
import type { EntityValue } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { Input } from './input.ts';
import { withLimit } from './party.ts';
import { PERSON } from './phrases.ts';
import type { StepResult, Turn } from './turn.ts';
import { askWhen } from './when.ts';

const MOST_CHOICES = 6;

/** How often a field will have been asked for, this time included. */
export const timesAsked = ({ put }: ActiveTask, field: string | undefined): number =>
  (put && put.field === field ? put.times : 0) + 1;

export async function askForSlot(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: Input,
  missing: string[],
): Promise<StepResult> {
  const { dialogue } = capability;
  const [first] = missing as [string];
  if (first === 'startsAt') return askWhen(turn, capability, task, input);
  const [group = ''] = first.split('.');
  const together = missing.filter((path) => path.startsWith(`${group}.`));
  const isWhole = together.length > 1 && dialogue.ask[group] !== undefined;
  const { say } = turn;
  const question = (isWhole ? dialogue.ask[group] : dialogue.ask[first]) ?? dialogue.ask[group];
  const text = question ? say.text(question) : say.text('Could you tell me the {field}?', { field: first });
  const choices = dialogue.choices?.[first]?.(turn.ctx.business, input, task.slots) ?? [];
  const asked = isWhole ? [...together, `${group}.phone`] : [first];
  if (choices.length > 0) {
    // Told what there is, people answer in words that we know.
    const named =
      choices.length <= MOST_CHOICES ? ` ${say.text('We have {names}.', { names: say.list(choices) })}` : '';
    return put(turn, { ...task, asked }, first, choices, `${text}${named}`);
  }
  if (first !== 'partySize') return { part: { text, suggestions: [] }, task: { ...task, asked } };
  const { part, ...told } = withLimit({ text, suggestions: [] }, task);
  return { part, task: { ...task, ...told, asked } };
}

/** Which of the things that a word of theirs could mean. */
export function askToChoose(
  turn: Turn,
  task: ActiveTask,
  { slot, among, field = slot }: { slot: string; among: EntityValue[]; field?: string },
): StepResult {
  const names = among.slice(0, MOST_CHOICES).map(({ name }) => name);
  const { say } = turn;
  const text = say.text(
    '{kind, select, service {Which service} staff {Who} class {Which class} plan {Which plan} pharmacy {Which pharmacy} area {Which area} visit {Which visit} other {Which one}} would you like: {choices}?',
    { kind: KINDS[field] ?? KINDS[slot] ?? 'other', choices: say.choices(names) },
  );
  return put(turn, { ...task, asked: [slot], choosing: { slot, among } }, field, names, text);
}

/** What is chosen, for the words of the question. */
const KINDS: Record<string, string> = {
  service: 'service',
  staff: 'staff',
  class: 'class',
  plan: 'plan',
  pharmacy: 'pharmacy',
  area: 'area',
  visitType: 'visit',
  occurrenceId: 'class',
};

/** The first time as it is; then so that a word is enough for an answer; and whoever was asked twice is offered a person. */
function put({ say }: Turn, task: ActiveTask, field: string, choices: string[], text: string): StepResult {
  const times = timesAsked(task, field);
  const shown = choices.slice(0, MOST_CHOICES);
  const next = { ...task, put: { field, times } };
  if (times === 1) return { part: { text, suggestions: shown }, task: next };
  if (times === 2) {
    const which = say.text(
      "{kind, select, service {Which service} staff {Who} class {Which class} plan {Which plan} pharmacy {Which pharmacy} area {Which area} visit {Which visit} other {Which one}} would it be: {choices}? If you're not sure, just say so.",
      { kind: KINDS[field] ?? 'other', choices: say.choices(shown) },
    );
    return { part: { text: which, suggestions: [...shown, say.text("I'm not sure")] }, task: next };
  }
  return {
    part: {
      text: say.text("I'm sorry, I can't tell which of them you mean. Shall I ask our team to sort it out with you?"),
      suggestions: [say.text(PERSON), ...shown],
    },
    offer: { intent: 'general.human', slots: task.slots },
  };
}

/** Who said their name, and is asked for the same as before, hears that it was taken down. */
export function acknowledgeName(before: ActiveTask, step: StepResult, say: Formatter = ENGLISH): StepResult {
  const { part, task } = step;
  const { name } = task?.slots ?? {};
  const isAgain = task?.asked[0] !== undefined && task.asked[0] === before.asked[0] && !task.confirming;
  if (!name || name === before.slots.name || !isAgain) return step;
  const thanks = say.text('Thank you, {name}.', { name: name.replace(/ .*/s, '') });
  return { ...step, part: { ...part, text: `${thanks} ${part.text}` } };
}
