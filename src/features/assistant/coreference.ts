// Fills in what a message leaves out because it was mentioned earlier.
import type { Slots } from '../../capability/dialogue.ts';
import { findSlotForSource, findSlotsWithRole, mapParentSlots, type SlotDeclarations } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { findOrdinal, pickByOrdinal } from '../../nlu/entities/offered-choice.ts';
import { BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import { isQuestion, splitIntoClauses } from './clauses.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { isUnresolved } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { isGeneral } from './general.ts';
import { startLookUp } from './lookup.ts';
import { hasCue } from './rank/cues.ts';
import type { CustomerRequest } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import type { StepResult, Turn } from './turn.ts';

/** The least confidence of a request whose meaning comes from the previous topic. */
const RESOLVED_CONFIDENCE = 0.6;
const MAX_PRICE_QUESTION_WORDS = 10;
/** A price question that names no item, such as "how much?" or "and the price?". */
const PRICE_QUESTION_PATTERN =
  /^\W*(?:(?:and|so|ok|okay|oh|cool|great|nice|lovely|grand|sweet|perfect|hm+|um)\b\W*)*(?:how much|what(?:['’]?s| is| was) the (?:price|cost|damage)|(?:the )?(?:price|cost))(?: (?:is|does|was) (?:it|that|this)(?: cost)?)?(?: (?:though|again|please|pls|plz|then|now|roughly|all in))*\W*$/i;

/** Completes a request from the previous topic, as in "the same again a week later" or "and the first one?". */
export function resolveRepetition(request: CustomerRequest, state: DialogueState, turn: Turn): CustomerRequest {
  const { topic } = state;
  const { action, slots } = resolveReplacement(request, state, turn);
  if (!topic) return { action, slots };
  const confidence = Math.max(RESOLVED_CONFIDENCE, action.confidence);
  const isUnspecificIntent = isUnresolved(action) || isGeneral(action.intent);
  const repeatsBooking = topic.done && isUnspecificIntent && !BOOKING_CHANGE_INTENTS.includes(topic.intent);
  // After a booking, "is there another one?" asks for other times.
  const repeatClause = splitIntoClauses(action.text).find((clause) => hasCue('repeats', clause)) ?? '';
  const { date, time } = extractTurnEntities(turn, repeatClause, []);
  const asksForAlternative =
    topic.done && isQuestion(repeatClause) && !FOR_ANOTHER_PERSON_PATTERN.test(repeatClause) && !date && !time;
  if (asksForAlternative) return { action, slots: withoutTime(slots) };
  if (hasCue('repeats', action.text) && (action.intent === topic.intent || repeatsBooking)) {
    const previousSlots = FOR_ANOTHER_PERSON_PATTERN.test(action.text) ? withoutPerson(topic.slots) : topic.slots;
    return {
      action: { ...action, intent: topic.intent, confidence },
      slots: mergeSlots(previousSlots, slots, mapParentSlots(turn.businessContext.industry)),
    };
  }
  const { industry } = turn.businessContext;
  if (namesItem(industry, slots) || action.hit) return { action, slots };
  const ordinalItem = resolveOrdinal(industry, topic.slots, action.text);
  const { category } = topic.slots.catalogEntities;
  if (!ordinalItem && category && REFERS_TO_LISTED_ITEMS_PATTERN.test(action.text))
    return { action, slots: { ...slots, catalogEntities: { ...slots.catalogEntities, category } } };
  if (!ordinalItem) return { action, slots };
  const catalogEntities = { ...slots.catalogEntities, ...ordinalItem };
  return {
    action: isUnresolved(action) ? { ...action, intent: topic.intent, confidence } : action,
    slots: { ...slots, catalogEntities },
  };
}

/** Turns a change request into a booking where nothing is booked yet: "I'll do the 5:30 one instead". */
function resolveReplacement(
  { action, slots }: CustomerRequest,
  { topic, booked }: DialogueState,
  turn: Turn,
): CustomerRequest {
  const { capabilities } = turn;
  const { code, name, phone, email } = slots;
  const topicCapability = topic && capabilities.get(topic.intent);
  const intent = topicCapability?.effect === 'write' ? topic?.intent : topicCapability?.dialogue.next?.capability;
  const mentionsOwnBooking =
    hasCue('reschedules', action.text) || hasCue('books', action.text) || /\bmy\b/i.test(action.text);
  const mayHaveBooking = booked || code || name || phone || email || mentionsOwnBooking;
  if (action.intent !== 'booking.change' || mayHaveBooking || !intent || !topic) return { action, slots };
  const { date, partySize, catalogEntities } = topic.slots;
  const requestedSlots = extractTurnEntities(turn, action.text, ['startsAt'], topic.slots);
  // Another day can be the same class, but another time, or "the other one", is a different class.
  const isOtherItem =
    !requestedSlots.date && must(capabilities.get(intent), 'a capability of that name').bookingRequest === undefined;
  const keptEntities = isOtherItem ? {} : catalogEntities;
  const previousSlots: Slots = {
    ...JSON.parse(JSON.stringify({ date, partySize })),
    catalogEntities: keptEntities,
    industryEntities: {},
  };
  return {
    action: { ...action, intent },
    slots: mergeSlots(previousSlots, requestedSlots, mapParentSlots(turn.businessContext.industry)),
  };
}

/** Refers to the category discussed before, as in "one of those without dairy?". */
const REFERS_TO_LISTED_ITEMS_PATTERN =
  /\b(?:of|any|which|either|some|are) (?:of )?(?:those|these|them)\b|^\W*(?:(?:and|ok|okay|so|but)\W+)*(?:any|ones?)\s+(?:without|with|that|thats|that's|which)\b/i;

const withoutTime = ({ date: _, time: __, weekday: ___, ...slots }: Slots): Slots => slots;

/** A booking for another person keeps the phone number, but needs that person's name. */
const FOR_ANOTHER_PERSON_PATTERN = /\bfor my (?!self)\w+/i;
const withoutPerson = ({ name: _, dateOfBirth: __, ...slots }: Slots): Slots => slots;

const listItemSlots = (industry: SlotDeclarations) =>
  findSlotsWithRole(industry, 'goods', 'service', 'meeting', 'plan', 'payer', 'category');

/** A short price question about something mentioned earlier, such as "what's it cost again". */
const asksImpliedPrice = (text: string) =>
  PRICE_QUESTION_PATTERN.test(text) ||
  (hasCue('price', text) && hasCue('refersBack', text) && text.trim().split(/\s+/).length <= MAX_PRICE_QUESTION_WORDS);

/** Fills in the item that a price question leaves out. */
export function withImpliedItem(
  { businessContext }: Turn,
  entities: Slots,
  taskSlots: Slots,
  text: string,
): Slots | undefined {
  const hasItem = (slots: Slots) => namesItem(businessContext.industry, slots);
  if (!asksImpliedPrice(text) || hasItem(entities) || entities.sought !== undefined || !hasItem(taskSlots))
    return undefined;
  const items = Object.entries(taskSlots.catalogEntities).filter(([slot]) =>
    listItemSlots(businessContext.industry).includes(slot),
  );
  return { ...entities, catalogEntities: { ...Object.fromEntries(items), ...entities.catalogEntities } };
}

/** Remembers the one item that an answer named, so that "is it in stock?" can refer to it. */
export function withAnsweredItem(
  { businessContext: { industry } }: Turn,
  topic: DialogueState['topic'],
  { part, day }: StepResult,
  previousState: DialogueState,
): DialogueState['topic'] {
  if (topic && day) return { ...topic, slots: { ...topic.slots, date: day } };
  if (!topic || topic === previousState.topic || namesItem(industry, topic.slots)) return topic;
  const [source, secondSource] = part.sources ?? [];
  const slot = source && findSlotForSource(industry, source.kind);
  return slot && !secondSource
    ? { ...topic, one: { [slot]: [[{ id: source.id, name: source.title, said: source.title }]] } }
    : topic;
}

/** Resolves an ordinal ("the second one") to one of several items in focus. */
function resolveOrdinal(
  industry: SlotDeclarations,
  { catalogEntities }: Slots,
  text: string,
): Slots['catalogEntities'] | undefined {
  const ordinal = findOrdinal(text);
  const slot = listItemSlots(industry).find((itemSlot) => (catalogEntities[itemSlot]?.length ?? 0) > 1);
  if (!slot || typeof ordinal !== 'number') return undefined;
  const meanings = pickByOrdinal(catalogEntities[slot] ?? [], ordinal);
  return meanings && { [slot]: [meanings] };
}
const namesItem = (industry: SlotDeclarations, { catalogEntities }: Slots) =>
  listItemSlots(industry).some((slot) => catalogEntities[slot]);

/** Answers a price question about the item being booked when it comes with another: "Do I need a patch test? And what's it cost?". */
export async function answerImpliedPrice(turn: Turn, taskSlots: Slots): Promise<ResponsePart[]> {
  const clauses = splitIntoClauses(turn.text);
  const priceCapability = [...turn.capabilities.values()].find(
    ({ effect, dialogue }) => effect === 'read' && dialogue.ask.q,
  );
  if (!priceCapability || clauses.length < 2) return [];
  for (const text of clauses) {
    const slots = withImpliedItem(turn, extractTurnEntities(turn, text, []), taskSlots, text);
    if (slots) return [(await startLookUp({ ...turn, text }, priceCapability, slots)).part];
  }
  return [];
}

const ACCEPTANCE_PATTERN =
  /\b(?:add|put|pop|stick|get|sign|write) (?:me|us|him|her|them|my \w+|the \w+) (?:down|up|in|on (?:it|that|one)|(?:on|onto|on to|to|in) (?:it|that|(?:the|your|that) (?:wait(?:ing)?[- ]?)?list))\b/i;

/** Whether a message accepts what was proposed and adds nothing, as in "add her to the list then". */
export const acceptsProposal = (text: string, { catalogEntities, date, time }: Slots): boolean =>
  ACCEPTANCE_PATTERN.test(text) && !isQuestion(text) && !date && !time && Object.keys(catalogEntities).length === 0;
