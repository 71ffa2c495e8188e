// What a sentence leaves out because it was said before.
import type { Slots } from '../../capability/dialogue.ts';
import { type Declaring, partsIn, slotOfSource, slotsBy } from '../../capability/roles.ts';
import { findOrdinal, pick } from '../../understanding/fields/choice.ts';
import { CHANGES } from './changes.ts';
import { clausesOf, isQuestion } from './clauses.ts';
import { isGeneral } from './general.ts';
import { hearIn } from './hear.ts';
import { beginLookUp } from './lookup.ts';
import type { Want } from './rank/choose.ts';
import { says } from './rank/cues.ts';
import type { Part } from './reply.ts';
import { isOpen } from './serve.ts';
import { merged, type State } from './state.ts';
import type { Step, Turn } from './turn.ts';

const SURELY = 0.6;
const SHORT = 5;
/** "How much?", "and the price?": nothing but that. */
const PRICE_ALONE =
  /^\W*(?:(?:and|so|ok|okay|oh|cool|great|nice|lovely|grand|sweet|perfect|hm+|um)\b\W*)*(?:how much|what(?:['’]?s| is| was) the (?:price|cost|damage)|(?:the )?(?:price|cost))(?: (?:is|does|was) (?:it|that|this)(?: cost)?)?(?: (?:though|again|please|pls|plz|then|now|roughly|all in))*\W*$/i;

/** "The same again a week later", "and the first one?": whatever is left out stays the same. */
export function repeated(want: Want, state: State, turn: Turn): Want {
  const { topic } = state;
  const { decision, slots } = inItsPlace(want, state, turn);
  if (!topic) return { decision, slots };
  const confidence = Math.max(SURELY, decision.confidence);
  const isElse = isOpen(decision) || isGeneral(decision.intent);
  const isMore = topic.done && isElse && !CHANGES.includes(topic.intent);
  // "Is there another one?" asks when else, of what was booked.
  const again = clausesOf(decision.text).find((clause) => says('again', clause)) ?? '';
  const { date, time } = hearIn(turn, again, []);
  const asksElse = topic.done && isQuestion(again) && !FOR_ANOTHER.test(again) && !date && !time;
  if (asksElse) return { decision, slots: withoutTime(slots) };
  if (says('again', decision.text) && (decision.intent === topic.intent || isMore)) {
    const before = FOR_ANOTHER.test(decision.text) ? withoutPerson(topic.slots) : topic.slots;
    return {
      decision: { ...decision, intent: topic.intent, confidence },
      slots: merged(before, slots, partsIn(turn.desk.industry)),
    };
  }
  const { industry } = turn.desk;
  if (namesThing(industry, slots) || decision.hit) return { decision, slots };
  const nth = nthOf(industry, topic.slots, decision.text);
  const { category } = topic.slots.words;
  if (!nth && category && OF_THOSE.test(decision.text))
    return { decision, slots: { ...slots, words: { ...slots.words, category } } };
  if (!nth) return { decision, slots };
  const words = { ...slots.words, ...nth };
  return {
    decision: isOpen(decision) ? { ...decision, intent: topic.intent, confidence } : decision,
    slots: { ...slots, words },
  };
}

/** "I'll do the 5:30 one instead", where nothing is booked yet: what was told of is wished for so. */
function inItsPlace({ decision, slots }: Want, { topic, booked }: State, turn: Turn): Want {
  const { capabilities } = turn;
  const { code, name, phone, email } = slots;
  const told = topic && capabilities.get(topic.intent);
  const intent = told?.effect === 'write' ? topic!.intent : told?.dialogue.next?.capability;
  const isTheirs = says('moves', decision.text) || says('books', decision.text) || /\bmy\b/i.test(decision.text);
  const isBooked = booked || code || name || phone || email || isTheirs;
  if (decision.intent !== 'booking.change' || isBooked || !intent) return { decision, slots };
  const { date, partySize, words } = topic!.slots;
  const wished = hearIn(turn, decision.text, ['startsAt'], topic!.slots);
  // Another day may be of the same class; another time, or "the other one", is of another.
  const isOther = !wished.date && capabilities.get(intent)!.wish === undefined;
  const kept = isOther ? {} : words;
  const before: Slots = { ...JSON.parse(JSON.stringify({ date, partySize })), words: kept, own: {} };
  return { decision: { ...decision, intent }, slots: merged(before, wished, partsIn(turn.desk.industry)) };
}

/** "One of those without dairy?": of the part of the offer that was talked about. */
const OF_THOSE =
  /\b(?:of|any|which|either|some|are) (?:of )?(?:those|these|them)\b|^\W*(?:(?:and|ok|okay|so|but)\W+)*(?:any|ones?)\s+(?:without|with|that|thats|that's|which)\b/i;

const withoutTime = ({ date: _, time: __, weekday: ___, ...slots }: Slots): Slots => slots;

/** Somebody else is reached at the same number, and has a name of their own. */
const FOR_ANOTHER = /\bfor my (?!self)\w+/i;
const withoutPerson = ({ name: _, dateOfBirth: __, ...slots }: Slots): Slots => slots;

const thingsIn = (industry: Declaring) => slotsBy(industry, 'goods', 'service', 'meeting', 'plan', 'payer', 'category');

/** "How much?", "what's it cost again": of what was spoken of. */
const asksItsPrice = (text: string) =>
  PRICE_ALONE.test(text) ||
  (says('price', text) && says('pointsBack', text) && text.trim().split(/\s+/).length <= 2 * SHORT);

/** What a question for a price leaves out, where it names nothing itself. */
export function withItsThing({ desk }: Turn, heard: Slots, before: Slots, text: string): Slots | undefined {
  const names = (slots: Slots) => namesThing(desk.industry, slots);
  if (!asksItsPrice(text) || names(heard) || heard.sought !== undefined || !names(before)) return undefined;
  const things = Object.entries(before.words).filter(([slot]) => thingsIn(desk.industry).includes(slot));
  return { ...heard, words: { ...Object.fromEntries(things), ...heard.words } };
}

/** "Your cheapest?" is answered by one thing: "and is it in stock?" is asked of that. */
export function withOne(
  { desk: { industry } }: Turn,
  topic: State['topic'],
  { part, day }: Step,
  before: State,
): State['topic'] {
  if (topic && day) return { ...topic, slots: { ...topic.slots, date: day } };
  if (!topic || topic === before.topic || namesThing(industry, topic.slots)) return topic;
  const [only, another] = part.sources ?? [];
  const slot = only && slotOfSource(industry, only.kind);
  return slot && !another
    ? { ...topic, one: { [slot]: [[{ id: only.id, name: only.title, said: only.title }]] } }
    : topic;
}

/** Which of several things that were spoken of is meant by its place. */
function nthOf(industry: Declaring, { words }: Slots, text: string): Slots['words'] | undefined {
  const ordinal = findOrdinal(text);
  const slot = thingsIn(industry).find((each) => (words[each]?.length ?? 0) > 1);
  const one = slot && typeof ordinal === 'number' ? pick(words[slot]!, ordinal) : undefined;
  return one && { [slot!]: [one] };
}
const namesThing = (industry: Declaring, { words }: Slots) => thingsIn(industry).some((slot) => words[slot]);

/** "Do I need a patch test? And what's it cost?": the price of what is being booked, asked beside something else. */
export async function itsPrice(turn: Turn, before: Slots): Promise<Part[]> {
  const clauses = clausesOf(turn.text);
  const seller = [...turn.capabilities.values()].find(({ effect, dialogue }) => effect === 'read' && dialogue.ask.q);
  for (const text of clauses.length > 1 && seller ? clauses : []) {
    const slots = withItsThing(turn, hearIn(turn, text, []), before, text);
    if (slots) return [(await beginLookUp({ ...turn, text }, seller!, slots)).part];
  }
  return [];
}

const TAKES_IT =
  /\b(?:add|put|pop|stick|get|sign|write) (?:me|us|him|her|them|my \w+|the \w+) (?:down|up|in|on (?:it|that|one)|(?:on|onto|on to|to|in) (?:it|that|(?:the|your|that) (?:wait(?:ing)?[- ]?)?list))\b/i;

/** "Add her to the list then": what was proposed, and nothing else. */
export const takesIt = (text: string, { words, date, time }: Slots): boolean =>
  TAKES_IT.test(text) && !isQuestion(text) && !date && !time && Object.keys(words).length === 0;
