// What a message adds to a task: values, or a choice among what was put to the customer.
import { isDeepStrictEqual } from 'node:util';
import type { AnyCapability } from '../../capability/capability.ts';
import { type EntityValue, type Slots, theOne } from '../../capability/dialogue.ts';
import { partsIn, slotsBy } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { findOrdinal, pick, pickNamed } from '../../nlu/entities/choice.ts';
import type { DialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { isQuestion } from './clauses.ts';
import { type ActiveTask, mergeSlots, type SlotParts } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { type Input, inputOf } from './input.ts';
import { remainingPeopleIn } from './remaining-people.ts';
import type { Turn } from './turn.ts';
import { chooseTime, localDateTime, talkedOf, withRefused } from './when.ts';

/** Whether what comes with a yes or a no says anything new. */
export const addsInformation = (turn: Turn, task: ActiveTask, rest: string) =>
  rest.trim() !== '' && hasChanged(turn, task, fillSlots(turn, task, rest));

/** The task with what this message adds. */
export function fillSlots(turn: Turn, task: ActiveTask, text: string, act?: DialogueAct): ActiveTask {
  const entities = another(
    task,
    backTo(task, withRefused(extractTurnEntities(turn, text, task.asked, talkedOf(task, text)), task)),
  );
  const capability = turn.capabilities.get(task.intent);
  // Words come from this message alone; what was read before is kept in the input.
  const parts = partsIn(turn.businessContext.industry);
  const now = { ...mergeSlots(task.slots, entities, parts), words: entities.words, own: entities.own };
  const filled = capability?.dialogue.fill?.(now, { business: turn.ctx.business, text, now: turn.ctx.now }) ?? {};
  const own = (Array.isArray(filled) ? filled[0] : filled) as Record<string, unknown>;
  const slots = mergeSlots(task.slots, act === 'any' ? anybody(entities) : entities, parts);
  // A new day does not keep the part of the day, nor a named day the choice of several.
  if (entities.date || entities.time) delete slots.days;
  if (entities.time) delete slots.window;
  // An answer may begin with a yes that leaves out who it was said of: "book me and my roommate".
  const said = { ...slots, partySize: extractTurnEntities(turn, turn.text, []).partySize };
  const more =
    !task.more && capability ? remainingPeopleIn(turn.text, said, capability, turn.businessContext.industry) : {};
  const { date } = task.slots;
  const days = date && date !== slots.date ? { days: [...(task.days ?? []), date] } : {};
  const fitting = capability ? withoutOther(turn, capability, slots, entities) : slots;
  return { ...task, ...more, ...days, slots: fitting, input: { ...withoutParts(task.input, own, parts), ...own } };
}

/** "Just do the gel": of what that could mean, not the one that is under way, or nobody would say it. */
export function another({ slots }: Pick<ActiveTask, 'slots'>, entities: Slots): Slots {
  const words = Object.entries(entities.words).map(([slot, mentions]) => {
    const known = theOne(slots, slot)?.id;
    const others = (meanings: EntityValue[]) =>
      meanings.length > 1 ? meanings.filter(({ id }) => id !== known) : meanings;
    return [slot, mentions.map(others)];
  });
  return { ...entities, words: Object.fromEntries(words) };
}

/** "No sorry, Wednesday is right": the Wednesday that it was before. */
function backTo({ days = [] }: ActiveTask, entities: Slots): Slots {
  const { date, weekday } = entities;
  const weekdayOf = (day: string) => new Date(day).getUTCDay();
  const before = date && weekday ? days.findLast((day) => weekdayOf(day) === weekdayOf(date)) : undefined;
  return before ? { ...entities, date: before } : entities;
}

/** "A trim" may be that of a beard, until "hair" is said: what is named of the offer takes the place of what is no part of it. */
function withoutOther(
  { ctx, businessContext }: Turn,
  { dialogue }: AnyCapability,
  slots: Slots,
  entities: Slots,
): Slots {
  const { category } = entities.words;
  const [slot = ''] = slotsBy(businessContext.industry, 'service');
  const field = dialogue.words?.[slot];
  const named = theOne(slots, slot);
  if (!category || !field || entities.words[slot] || !named) return slots;
  const { [slot]: _, ...words } = slots.words;
  const others = { ...slots, words: { ...words, category } };
  const names = dialogue.choices?.[field]?.(ctx.business, {}, others) ?? [];
  return names.length > 0 && !names.includes(named.name) ? others : slots;
}

/** Another insurer has other plans. */
function withoutParts(before: Input, now: Input, parts: SlotParts): Input {
  const isPart = (field: string) => {
    const whole = parts[field];
    return whole !== undefined && now[whole] !== undefined && now[whole] !== before[whole];
  };
  return Object.fromEntries(Object.entries(before).filter(([field]) => !isPart(field)));
}

/** "No preference" takes back who was named. */
const anybody = (entities: Slots): Slots => ({ ...entities, words: { ...entities.words, staff: [] } });

export function hasChanged(turn: Turn, before: ActiveTask, after: ActiveTask): boolean {
  const capability = turn.capabilities.get(before.intent);
  // Which of several bookings it is stands beside what was said of it.
  if (!capability) return before.bookingId !== after.bookingId || !isSame(before.slots, after.slots);
  const { business } = turn.ctx;
  const isInput = !isSame(inputOf(capability, before, business), inputOf(capability, after, business));
  const ids = (mentions: EntityValue[][] = []) => mentions.map((meanings) => meanings.map(({ id }) => id));
  const when = ({ slots: { date, time, days, window, soonest, age, words } }: ActiveTask) => [
    ...[date, time, days, window, soonest, age],
    ...slotsBy(turn.businessContext.industry, 'meeting', 'person').map((slot) => ids(words[slot])),
  ];
  return isInput || !isSame(when(before), when(after)) || before.more?.left !== after.more?.left;
}

/** What is kept comes back with its fields in another order. */
const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(asKept(a), asKept(b));
const asKept = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A choice among names or times that were put to them. */
export function chosenOption(turn: Turn, task: ActiveTask): ActiveTask | undefined {
  const { text } = turn;
  const { choosing, offered } = task;
  if (choosing) {
    const entities = extractTurnEntities(turn, text, task.asked, task.slots);
    const named = (entities.words[choosing.slot] ?? [])
      .flat()
      .filter(({ id }) => choosing.among.some((each) => each.id === id));
    const ordinal = pick(choosing.among, findOrdinal(text));
    const word = pickNamed(
      choosing.among.map(({ name }) => name),
      text,
    );
    const one = named.length === 1 ? named[0] : (ordinal ?? choosing.among.find(({ name }) => name === word));
    if (one && choosing.slot === 'booking') return { ...task, bookingId: one.id };
    if (one) {
      // "Bloods, Tuesday at nine" says more than which one.
      const next = fillSlots(turn, task, text);
      return { ...next, slots: { ...next.slots, words: { ...next.slots.words, [choosing.slot]: [[one]] } } };
    }
  }
  const field = choosing ? undefined : fieldChosen(turn, task);
  if (field) {
    const next = fillSlots(turn, task, text);
    return { ...next, input: { ...next.input, ...field } };
  }
  const time = chooseTime(onThatDay(turn, task), text, turn);
  if (time && offered && choosing?.slot === 'booking')
    return { ...task, bookingId: must(choosing.among[offered.indexOf(time)], 'a booking for each time').id };
  return time ? { ...task, slots: { ...task.slots, ...localDateTime(time) } } : undefined;
}

/** A yes to several times of one thing takes the first of them, which is read back; of several things it says nothing yet. */
export function firstOffered({ capabilities }: Turn, task: ActiveTask): ActiveTask | undefined {
  const capability = capabilities.get(task.intent);
  const isOneThing = !capability || capability.bookingRequest !== undefined || task.offered?.length === 1;
  const [first] = !task.choosing && (isOneThing || task.stuck > 0) ? (task.offered ?? []) : [];
  return first ? { ...task, slots: { ...task.slots, ...localDateTime(first) } } : undefined;
}

/** "Whenever you can on Friday" means none of Thursday's times. */
function onThatDay(turn: Turn, { offered, asked, slots }: ActiveTask): string[] | undefined {
  if (!offered || typeof findOrdinal(turn.text) !== 'string') return offered;
  const { date, window } = extractTurnEntities(turn, turn.text, asked, slots);
  // The first of that day, and not of the few that were named.
  if (slots.date && window?.name === 'first thing') return undefined;
  return date ? offered.filter((time) => time.startsWith(date)) : offered;
}

/** Of the names that were listed with the question, the one that the answer's words pick. */
function fieldChosen(turn: Turn, task: ActiveTask): Input | undefined {
  const { ctx, capabilities, text } = turn;
  const capability = capabilities.get(task.intent);
  const [field = ''] = task.asked;
  const slot = Object.entries(capability?.dialogue.words ?? {}).find(([, each]) => each === field)?.[0];
  if (!capability || slot === undefined || isQuestion(text)) return undefined;
  if (extractTurnEntities(turn, text, task.asked).words[slot]) return undefined;
  const input = inputOf(capability, task, ctx.business);
  const names = capability.dialogue.choices?.[field]?.(ctx.business, input, task.slots) ?? [];
  const name = pickNamed(names, text);
  return name === undefined ? undefined : { [field]: name };
}
