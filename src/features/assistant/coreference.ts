// What a sentence leaves out because it was said before.
import type { Slots } from '../../capability/dialogue.ts';
import { partsIn, type SlotDeclarations, slotOfSource, slotsBy } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { findOrdinal, pick } from '../../nlu/entities/choice.ts';
import { BOOKING_CHANGES } from './booking-changes.ts';
import { clausesOf, isQuestion } from './clauses.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { isUnresolved } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { isGeneral } from './general.ts';
import { beginLookUp } from './lookup.ts';
import { says } from './rank/cues.ts';
import type { CustomerRequest } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import type { StepResult, Turn } from './turn.ts';

const SURELY = 0.6;
const SHORT = 5;
/** "How much?", "and the price?": nothing but that. */
const PRICE_ALONE =
  /^\W*(?:(?:and|so|ok|okay|oh|cool|great|nice|lovely|grand|sweet|perfect|hm+|um)\b\W*)*(?:how much|what(?:['’]?s| is| was) the (?:price|cost|damage)|(?:the )?(?:price|cost))(?: (?:is|does|was) (?:it|that|this)(?: cost)?)?(?: (?:though|again|please|pls|plz|then|now|roughly|all in))*\W*$/i;

/** "The same again a week later", "and the first one?": whatever is left out stays the same. */
export function resolveRepetition(request: CustomerRequest, state: DialogueState, turn: Turn): CustomerRequest {
  const { topic } = state;
  const { action, slots } = resolveReplacement(request, state, turn);
  if (!topic) return { action, slots };
  const confidence = Math.max(SURELY, action.confidence);
  const isElse = isUnresolved(action) || isGeneral(action.intent);
  const isMore = topic.done && isElse && !BOOKING_CHANGES.includes(topic.intent);
  // "Is there another one?" asks when else, of what was booked.
  const again = clausesOf(action.text).find((clause) => says('again', clause)) ?? '';
  const { date, time } = extractTurnEntities(turn, again, []);
  const asksElse = topic.done && isQuestion(again) && !FOR_ANOTHER.test(again) && !date && !time;
  if (asksElse) return { action, slots: withoutTime(slots) };
  if (says('again', action.text) && (action.intent === topic.intent || isMore)) {
    const before = FOR_ANOTHER.test(action.text) ? withoutPerson(topic.slots) : topic.slots;
    return {
      action: { ...action, intent: topic.intent, confidence },
      slots: mergeSlots(before, slots, partsIn(turn.businessContext.industry)),
    };
  }
  const { industry } = turn.businessContext;
  if (namesThing(industry, slots) || action.hit) return { action, slots };
  const nth = nthOf(industry, topic.slots, action.text);
  const { category } = topic.slots.words;
  if (!nth && category && OF_THOSE.test(action.text))
    return { action, slots: { ...slots, words: { ...slots.words, category } } };
  if (!nth) return { action, slots };
  const words = { ...slots.words, ...nth };
  return {
    action: isUnresolved(action) ? { ...action, intent: topic.intent, confidence } : action,
    slots: { ...slots, words },
  };
}

/** "I'll do the 5:30 one instead", where nothing is booked yet: what was told of is wished for so. */
function resolveReplacement(
  { action, slots }: CustomerRequest,
  { topic, booked }: DialogueState,
  turn: Turn,
): CustomerRequest {
  const { capabilities } = turn;
  const { code, name, phone, email } = slots;
  const told = topic && capabilities.get(topic.intent);
  const intent = told?.effect === 'write' ? topic?.intent : told?.dialogue.next?.capability;
  const isTheirs = says('moves', action.text) || says('books', action.text) || /\bmy\b/i.test(action.text);
  const isBooked = booked || code || name || phone || email || isTheirs;
  if (action.intent !== 'booking.change' || isBooked || !intent || !topic) return { action, slots };
  const { date, partySize, words } = topic.slots;
  const wished = extractTurnEntities(turn, action.text, ['startsAt'], topic.slots);
  // Another day may be of the same class; another time, or "the other one", is of another.
  const isOther =
    !wished.date && must(capabilities.get(intent), 'a capability of that name').bookingRequest === undefined;
  const kept = isOther ? {} : words;
  const before: Slots = { ...JSON.parse(JSON.stringify({ date, partySize })), words: kept, own: {} };
  return { action: { ...action, intent }, slots: mergeSlots(before, wished, partsIn(turn.businessContext.industry)) };
}

/** "One of those without dairy?": of the part of the offer that was talked about. */
const OF_THOSE =
  /\b(?:of|any|which|either|some|are) (?:of )?(?:those|these|them)\b|^\W*(?:(?:and|ok|okay|so|but)\W+)*(?:any|ones?)\s+(?:without|with|that|thats|that's|which)\b/i;

const withoutTime = ({ date: _, time: __, weekday: ___, ...slots }: Slots): Slots => slots;

/** Another person keeps the phone number and needs a name of their own. */
const FOR_ANOTHER = /\bfor my (?!self)\w+/i;
const withoutPerson = ({ name: _, dateOfBirth: __, ...slots }: Slots): Slots => slots;

const thingsIn = (industry: SlotDeclarations) =>
  slotsBy(industry, 'goods', 'service', 'meeting', 'plan', 'payer', 'category');

/** "How much?", "what's it cost again": of what was spoken of. */
const asksImpliedPrice = (text: string) =>
  PRICE_ALONE.test(text) ||
  (says('price', text) && says('pointsBack', text) && text.trim().split(/\s+/).length <= 2 * SHORT);

/** Fills in the item that a question about a price leaves out. */
export function withImpliedItem(
  { businessContext }: Turn,
  entities: Slots,
  before: Slots,
  text: string,
): Slots | undefined {
  const names = (slots: Slots) => namesThing(businessContext.industry, slots);
  if (!asksImpliedPrice(text) || names(entities) || entities.sought !== undefined || !names(before)) return undefined;
  const things = Object.entries(before.words).filter(([slot]) => thingsIn(businessContext.industry).includes(slot));
  return { ...entities, words: { ...Object.fromEntries(things), ...entities.words } };
}

/** "Your cheapest?" is answered by one thing: "and is it in stock?" is asked of that. */
export function withAnsweredItem(
  { businessContext: { industry } }: Turn,
  topic: DialogueState['topic'],
  { part, day }: StepResult,
  before: DialogueState,
): DialogueState['topic'] {
  if (topic && day) return { ...topic, slots: { ...topic.slots, date: day } };
  if (!topic || topic === before.topic || namesThing(industry, topic.slots)) return topic;
  const [only, another] = part.sources ?? [];
  const slot = only && slotOfSource(industry, only.kind);
  return slot && !another
    ? { ...topic, one: { [slot]: [[{ id: only.id, name: only.title, said: only.title }]] } }
    : topic;
}

/** Resolves an ordinal ("the second one") to one of several items in focus. */
function nthOf(industry: SlotDeclarations, { words }: Slots, text: string): Slots['words'] | undefined {
  const ordinal = findOrdinal(text);
  const slot = thingsIn(industry).find((each) => (words[each]?.length ?? 0) > 1);
  if (!slot || typeof ordinal !== 'number') return undefined;
  const one = pick(words[slot] ?? [], ordinal);
  return one && { [slot]: [one] };
}
const namesThing = (industry: SlotDeclarations, { words }: Slots) => thingsIn(industry).some((slot) => words[slot]);

/** "Do I need a patch test? And what's it cost?": the price of what is being booked, asked beside something else. */
export async function answerImpliedPrice(turn: Turn, before: Slots): Promise<ResponsePart[]> {
  const clauses = clausesOf(turn.text);
  const seller = [...turn.capabilities.values()].find(({ effect, dialogue }) => effect === 'read' && dialogue.ask.q);
  if (!seller || clauses.length < 2) return [];
  for (const text of clauses) {
    const slots = withImpliedItem(turn, extractTurnEntities(turn, text, []), before, text);
    if (slots) return [(await beginLookUp({ ...turn, text }, seller, slots)).part];
  }
  return [];
}

const TAKES_IT =
  /\b(?:add|put|pop|stick|get|sign|write) (?:me|us|him|her|them|my \w+|the \w+) (?:down|up|in|on (?:it|that|one)|(?:on|onto|on to|to|in) (?:it|that|(?:the|your|that) (?:wait(?:ing)?[- ]?)?list))\b/i;

/** "Add her to the list then": what was proposed, and nothing else. */
export const acceptsProposal = (text: string, { words, date, time }: Slots): boolean =>
  TAKES_IT.test(text) && !isQuestion(text) && !date && !time && Object.keys(words).length === 0;
