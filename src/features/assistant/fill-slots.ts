// Fills a task's slots from a message: new values, or a choice among the options offered.
import { isDeepStrictEqual } from 'node:util';
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import { type EntityValue, findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import { findSlotsWithRole, mapParentSlots } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import type { DialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { findOrdinal, pickByName, pickByOrdinal } from '../../nlu/entities/offered-choice.ts';
import { chooseTime, selectDiscussedSlots, splitDateTime, withRefusedTime } from './booking-time.ts';
import { buildCapabilityInput, type CapabilityInput } from './capability-input.ts';
import { isQuestion } from './clauses.ts';
import { type ActiveTask, mergeSlots, type ParentBySlot } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { listUsedSlots } from './rank/candidates.ts';
import { findRemainingPeople } from './remaining-people.ts';
import type { Turn } from './turn.ts';

/** Whether the text after a yes or a no adds anything new. */
export const addsInformation = (turn: Turn, task: ActiveTask, otherText: string) =>
  otherText.trim() !== '' && hasChanged(turn, task, fillSlots(turn, task, otherText));

/** The task with the values that a message adds. */
export function fillSlots(turn: Turn, task: ActiveTask, text: string, act?: DialogueAct): ActiveTask {
  const entities = withoutCurrentItem(
    task,
    restoreEarlierDay(
      task,
      withRefusedTime(extractTurnEntities(turn, text, task.requestedSlots, selectDiscussedSlots(task, text)), task),
    ),
  );
  const capability = turn.capabilities.get(task.intent);
  const parentBySlot = mapParentSlots(turn.businessContext.industry);
  // Only entities from this message, since the input already holds the earlier ones.
  const currentSlots = {
    ...mergeSlots(task.slots, entities, parentBySlot),
    catalogEntities: entities.catalogEntities,
    industryEntities: entities.industryEntities,
  };
  const inputFromMessage =
    capability?.dialogue.fill?.(currentSlots, { business: turn.ctx.business, text, now: turn.ctx.now }) ?? {};
  const newInput = (Array.isArray(inputFromMessage) ? inputFromMessage[0] : inputFromMessage) as Record<
    string,
    unknown
  >;
  const slots = mergeSlots(task.slots, act === 'any' ? withoutStaff(entities) : entities, parentBySlot);
  // A specific day replaces a range of days, and a specific time replaces a part of the day.
  if (entities.date || entities.time) delete slots.days;
  if (entities.time) delete slots.window;
  // `text` may lack the beginning of the message, so the number of people is read from the whole message.
  const slotsWithPartySize = { ...slots, partySize: extractTurnEntities(turn, turn.text, []).partySize };
  const remainingPeople =
    !task.more && capability
      ? findRemainingPeople(turn.text, slotsWithPartySize, capability, turn.businessContext.industry)
      : {};
  const { date } = task.slots;
  const earlierDays = date && date !== slots.date ? { days: [...(task.days ?? []), date] } : {};
  const fittingSlots = capability ? dropMismatchedService(turn, capability, slots, entities) : slots;
  return {
    ...task,
    ...remainingPeople,
    ...earlierDays,
    slots: fittingSlots,
    input: { ...withoutOutdatedParts(task.input, newInput, parentBySlot), ...newInput },
  };
}

/** Where words could mean several items, excludes the current one, since the customer is asking for a change. */
export function withoutCurrentItem({ slots }: Pick<ActiveTask, 'slots'>, entities: Slots): Slots {
  const catalogEntities = Object.entries(entities.catalogEntities).map(([slot, mentions]) => {
    const currentId = findUniqueEntity(slots, slot)?.id;
    const withoutCurrent = (meanings: EntityValue[]) =>
      meanings.length > 1 ? meanings.filter(({ id }) => id !== currentId) : meanings;
    return [slot, mentions.map(withoutCurrent)];
  });
  return { ...entities, catalogEntities: Object.fromEntries(catalogEntities) };
}

/** Goes back to a day requested earlier, as in "no sorry, Wednesday is right". */
function restoreEarlierDay({ days = [] }: ActiveTask, entities: Slots): Slots {
  const { date, weekday } = entities;
  const findWeekday = (day: string) => new Date(day).getUTCDay();
  const earlierDay = date && weekday ? days.findLast((day) => findWeekday(day) === findWeekday(date)) : undefined;
  return earlierDay ? { ...entities, date: earlierDay } : entities;
}

/** Drops the service when the customer names a category it does not belong to: "a trim" of the beard, then "hair". */
function dropMismatchedService(
  { ctx, businessContext }: Turn,
  { dialogue }: AnyCapability,
  slots: Slots,
  entities: Slots,
): Slots {
  const { category } = entities.catalogEntities;
  const [slot = ''] = findSlotsWithRole(businessContext.industry, 'service');
  const field = dialogue.fieldBySlot?.[slot];
  const currentService = findUniqueEntity(slots, slot);
  if (!category || !field || entities.catalogEntities[slot] || !currentService) return slots;
  const { [slot]: _, ...catalogEntities } = slots.catalogEntities;
  const slotsWithoutService = { ...slots, catalogEntities: { ...catalogEntities, category } };
  const names = dialogue.choices?.[field]?.(ctx.business, {}, slotsWithoutService) ?? [];
  return names.length > 0 && !names.includes(currentService.name) ? slotsWithoutService : slots;
}

/** Drops input fields that belong to a replaced parent, such as the plan of another insurer. */
function withoutOutdatedParts(
  previousInput: CapabilityInput,
  currentInput: CapabilityInput,
  parentBySlot: ParentBySlot,
): CapabilityInput {
  const isOutdatedPart = (field: string) => {
    const parentField = parentBySlot[field];
    return (
      parentField !== undefined &&
      currentInput[parentField] !== undefined &&
      currentInput[parentField] !== previousInput[parentField]
    );
  };
  return Object.fromEntries(Object.entries(previousInput).filter(([field]) => !isOutdatedPart(field)));
}

/** "No preference" clears the requested staff member. */
const withoutStaff = (entities: Slots): Slots => ({
  ...entities,
  catalogEntities: { ...entities.catalogEntities, staff: [] },
});

export function hasChanged(turn: Turn, previousTask: ActiveTask, nextTask: ActiveTask): boolean {
  const capability = turn.capabilities.get(previousTask.intent);
  // Booking changes have no capability; choosing a booking counts as a change.
  if (!capability) return previousTask.bookingId !== nextTask.bookingId || !isSame(previousTask.slots, nextTask.slots);
  const { business } = turn.ctx;
  const hasInputChanged = !isSame(
    buildCapabilityInput(capability, previousTask, business),
    buildCapabilityInput(capability, nextTask, business),
  );
  const listIds = (mentions: EntityValue[][] = []) => mentions.map((meanings) => meanings.map(({ id }) => id));
  // A day or a person is no detail of a request that has neither.
  const usedSlots = listUsedSlots(capability);
  const hasTime = 'startsAt' in (capability.input as TObject).properties;
  const listComparedValues = ({ slots: { date, time, days, window, soonest, age, catalogEntities } }: ActiveTask) => [
    ...(hasTime ? [date, time, days, window, soonest] : []),
    age,
    ...findSlotsWithRole(turn.businessContext.industry, 'meeting', 'person')
      .filter((slot) => usedSlots.has(slot))
      .map((slot) => listIds(catalogEntities[slot])),
  ];
  return (
    hasInputChanged ||
    !isSame(listComparedValues(previousTask), listComparedValues(nextTask)) ||
    previousTask.more?.left !== nextTask.more?.left
  );
}

/** Compares by value, because stored tasks come back with undefined members removed and keys reordered. */
const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(toPlainJson(a), toPlainJson(b));
const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The task after a choice among the options or times offered; undefined where the message chooses none. */
export function withChosenOption(turn: Turn, task: ActiveTask): ActiveTask | undefined {
  const { text } = turn;
  const { choosing, offered } = task;
  if (choosing) {
    const entities = extractTurnEntities(turn, text, task.requestedSlots, task.slots);
    const mentionedOptions = (entities.catalogEntities[choosing.slot] ?? [])
      .flat()
      .filter(({ id }) => choosing.among.some((each) => each.id === id));
    const optionByOrdinal = pickByOrdinal(choosing.among, findOrdinal(text));
    const nameByWords = pickByName(
      choosing.among.map(({ name }) => name),
      text,
    );
    const chosenEntity =
      mentionedOptions.length === 1
        ? mentionedOptions[0]
        : (optionByOrdinal ?? choosing.among.find(({ name }) => name === nameByWords));
    if (chosenEntity && choosing.slot === 'booking') return { ...task, bookingId: chosenEntity.id };
    if (chosenEntity) {
      // The message may add details to the choice, as in "bloods, Tuesday at nine".
      const nextTask = fillSlots(turn, task, text);
      return {
        ...nextTask,
        slots: {
          ...nextTask.slots,
          catalogEntities: { ...nextTask.slots.catalogEntities, [choosing.slot]: [[chosenEntity]] },
        },
      };
    }
  }
  const chosenInput = choosing ? undefined : findChosenInput(turn, task);
  if (chosenInput) {
    const nextTask = fillSlots(turn, task, text);
    return { ...nextTask, input: { ...nextTask.input, ...chosenInput } };
  }
  const time = chooseTime(filterTimesByRequestedDay(turn, task), text, turn);
  if (time && offered && choosing?.slot === 'booking')
    return { ...task, bookingId: must(choosing.among[offered.indexOf(time)], 'a booking for each time').id };
  return time ? { ...task, slots: { ...task.slots, ...splitDateTime(time) } } : undefined;
}

/** Takes the only offered time for a plain yes. Of several the customer is asked which; the first, if they say yes again. */
export function withFirstOfferedTime(task: ActiveTask): ActiveTask | undefined {
  const [firstTime] =
    !task.choosing && (task.offered?.length === 1 || task.failedAttempts > 0) ? (task.offered ?? []) : [];
  return firstTime ? { ...task, slots: { ...task.slots, ...splitDateTime(firstTime) } } : undefined;
}

/** The offered times on the day that the customer names, as in "whenever you can on Friday". */
function filterTimesByRequestedDay(turn: Turn, { offered, requestedSlots, slots }: ActiveTask): string[] | undefined {
  if (!offered || typeof findOrdinal(turn.text) !== 'string') return offered;
  const { date, window } = extractTurnEntities(turn, turn.text, requestedSlots, slots);
  // "First thing" means the earliest time of the day, which may not be among the offered ones.
  if (slots.date && window?.name === 'first thing') return undefined;
  return date ? offered.filter((time) => time.startsWith(date)) : offered;
}

/** The input field that an answer fills by naming one of the choices listed in the question. */
function findChosenInput(turn: Turn, task: ActiveTask): CapabilityInput | undefined {
  const { ctx, capabilities, text } = turn;
  const capability = capabilities.get(task.intent);
  const [field = ''] = task.requestedSlots;
  const slot = Object.entries(capability?.dialogue.fieldBySlot ?? {}).find(
    ([, filledField]) => filledField === field,
  )?.[0];
  if (!capability || slot === undefined || isQuestion(text)) return undefined;
  const { catalogEntities, name: customerName } = extractTurnEntities(turn, text, task.requestedSlots);
  if (catalogEntities[slot]) return undefined;
  const input = buildCapabilityInput(capability, task, ctx.business);
  const names = capability.dialogue.choices?.[field]?.(ctx.business, input, task.slots) ?? [];
  // A customer who answers with their own name, such as Sam Park, does not choose Park Place Pharmacy.
  const name = pickByName(names, customerName ? text.replaceAll(customerName, '') : text);
  return name === undefined ? undefined : { [field]: name };
}
