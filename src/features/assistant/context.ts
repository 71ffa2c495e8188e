// What a sentence leaves out because it was said before.
import type { Slots } from '../../capability/dialogue.ts';
import { findOrdinal, pick } from '../../understanding/fields/choice.ts';
import { CHANGES } from './changes.ts';
import { clausesOf, isQuestion } from './clauses.ts';
import { AGAIN, OF_PRICE, sellerOf } from './decide.ts';
import { isGeneral } from './general.ts';
import { hearIn } from './hear.ts';
import { beginLookUp } from './lookup.ts';
import type { Part } from './reply.ts';
import { isOpen, type Want } from './serve.ts';
import { merged, type State } from './state.ts';
import type { Step, Turn } from './turn.ts';

const SURELY = 0.6;
export const POINTS_BACK =
  /\b(it|its|that|this|that one|this one|those|these|them|they|the same|one|there|her|him|she|he)\b/i;
const ELLIPTIC = /^\W*(and|or|what about|how about|ok(ay)? and|also|what if|then|same)\b/i;
export const SHORT = 5;
const INCLUDED = /\b(?:includ\w+|covered|part of (?:it|that)|comes? with (?:it|that))\b/i;
/** "How much?", "and the price?": nothing but that. */
const PRICE_ALONE =
  /^\W*(?:(?:and|so|ok|okay|oh|cool|great|nice|lovely|grand|sweet|perfect|hm+|um)\b\W*)*(?:how much|what(?:['’]?s| is| was) the (?:price|cost|damage)|(?:the )?(?:price|cost))(?: (?:is|does|was) (?:it|that|this)(?: cost)?)?(?: (?:though|again|please|pls|plz|then|now|roughly|all in))*\W*$/i;

/** "And on Sunday?", "how much is that one?": what is left out was said before. */
export function inContext({ decision, slots }: Want, { topic: known }: State, isBeside = false): Want {
  if (!known) return { decision, slots };
  const topic = { ...known, slots: withTold(known, slots, decision.text) };
  const words = decision.text.trim().split(/\s+/).length;
  const isHit = decision.hit !== undefined && decision.hit.score >= (words < SHORT ? 1.3 : 0.8);
  const isElliptic = ELLIPTIC.test(decision.text) && words <= SHORT + 3;
  const isFragment = words <= SHORT && decision.intent === 'unknown';
  const isVague = isOpen(decision) || (decision.intent === 'faq' && !isHit);
  const pointsBack = POINTS_BACK.test(decision.text) && words <= 2 * SHORT;
  // "The same again a week later": all that is not said anew is as it was.
  const isElse = isOpen(decision) || isGeneral(decision.intent);
  const isMore = topic.done && isElse && !isHit && !CHANGES.includes(topic.intent);
  if (AGAIN.test(decision.text) && (decision.intent === topic.intent || isMore)) {
    const confidence = Math.max(0.6, decision.confidence);
    const before = FOR_ANOTHER.test(decision.text) ? withoutPerson(topic.slots) : topic.slots;
    return { decision: { ...decision, intent: topic.intent, confidence }, slots: merged(before, slots) };
  }
  // "And the first one, what sizes does it come in?"
  const nth = namesThing(slots) ? undefined : nthOf(topic.slots, decision.text);
  if (nth && !isHit) {
    const confidence = Math.max(0.6, decision.confidence);
    const words = { ...slots.words, ...nth };
    return {
      decision: isVague ? { ...decision, intent: topic.intent, confidence } : decision,
      slots: { ...slots, words },
    };
  }
  // "Would Saturdays be included in that?" is no question of the hours.
  if (pointsBack && INCLUDED.test(decision.text) && decision.confidence < SURELY && namesThing(topic.slots)) {
    const { hit: _, ...rest } = decision;
    return { decision: { ...rest, intent: topic.intent, confidence: SURELY }, slots: merged(topic.slots, slots) };
  }
  // "And how much is it?": the thing that was just spoken of.
  if (asksItsPrice(decision.text) && !isHit && namesThing(topic.slots) && !namesThing(slots)) {
    const confidence = Math.max(0.6, decision.confidence);
    return { decision: { ...decision, intent: topic.intent, confidence }, slots: merged(topic.slots, slots) };
  }
  // What is done already is not wished for again by words that say nothing new.
  const isOfIt = (pointsBack || isElliptic) && isVague && !(topic.done && !hasAnything(slots));
  if (((isElliptic || isFragment) && hasAnything(slots) && !isHit) || isOfIt) {
    const isSure = !isVague && decision.confidence > 0.75 && decision.intent !== topic.intent;
    const intent = isSure ? decision.intent : topic.intent;
    const confidence = Math.max(0.6, decision.confidence);
    const { hit: _, ...rest } = decision;
    return { decision: { ...rest, intent, confidence }, slots: isBeside ? slots : merged(topic.slots, slots) };
  }
  if (isOpen(decision) || !(pointsBack || (words < SHORT && decision.intent === topic.intent)))
    return { decision, slots };
  return { decision, slots: { ...slots, words: { ...inherited(topic.slots, slots), ...slots.words } } };
}

/** Somebody else is reached at the same number, and has a name of their own. */
const FOR_ANOTHER = /\bfor my (?!self)\w+/i;
const withoutPerson = ({ name: _, dateOfBirth: __, ...slots }: Slots): Slots => slots;

const THINGS = ['item', 'service', 'class', 'plan', 'payer', 'category'];

/** "It" is the thing of before, unless another thing is named; a person stays who they were. */
function inherited(before: Slots, now: Slots): Slots['words'] {
  const isOther = namesThing(now) || now.sought !== undefined;
  return Object.fromEntries(Object.entries(before.words).filter(([slot]) => !(isOther && THINGS.includes(slot))));
}

/** "How much?", "what's it cost again": of what was spoken of. */
const asksItsPrice = (text: string) =>
  PRICE_ALONE.test(text) ||
  (OF_PRICE.test(text) && POINTS_BACK.test(text) && text.trim().split(/\s+/).length <= 2 * SHORT);

/** What a question for a price leaves out, where it names nothing itself. */
export function withItsThing(heard: Slots, before: Slots, text: string): Slots | undefined {
  if (!asksItsPrice(text) || namesThing(heard) || heard.sought !== undefined || !namesThing(before)) return undefined;
  const things = Object.entries(before.words).filter(([slot]) => THINGS.includes(slot));
  return { ...heard, words: { ...Object.fromEntries(things), ...heard.words } };
}

/** What an answer rests on, by the words that name it. */
const KINDS: Record<string, string> = {
  plan: 'plan',
  membership: 'plan',
  product: 'item',
  menu_item: 'item',
  service: 'service',
  class: 'class',
};

/** "Your cheapest?" is answered by one thing: "and is it in stock?" is asked of that. */
export function withOne(topic: State['topic'], { part }: Step, before: State): State['topic'] {
  if (!topic || topic === before.topic || namesThing(topic.slots)) return topic;
  const [only, another] = part.sources ?? [];
  const slot = only && KINDS[only.kind];
  return slot && !another
    ? { ...topic, one: { [slot]: [[{ id: only.id, name: only.title, said: only.title }]] } }
    : topic;
}

function withTold({ slots, one }: NonNullable<State['topic']>, now: Slots, text: string): Slots {
  const pointsAtIt = one && /\b(?:it|its|that|this|that one|this one)\b/i.test(text);
  return pointsAtIt && !namesThing(now) ? { ...slots, words: { ...slots.words, ...one } } : slots;
}

/** Which of several things that were spoken of is meant by its place. */
function nthOf({ words }: Slots, text: string): Slots['words'] | undefined {
  const ordinal = findOrdinal(text);
  const slot = THINGS.find((each) => (words[each]?.length ?? 0) > 1);
  const one = slot && typeof ordinal === 'number' ? pick(words[slot]!, ordinal) : undefined;
  return one && { [slot!]: [one] };
}
const namesThing = ({ words }: Slots) => THINGS.some((slot) => words[slot]);

const hasAnything = ({ words, own: _, ...rest }: Slots) =>
  Object.keys(words).length > 0 || Object.values(rest).some((value) => value !== undefined);

/** "Is the baklava safe? And the lamb?": what a sentence leaves out was said in the one before. */
export function chain(parts: Want[], state: State): void {
  let topic = state.topic;
  parts.forEach((part, index) => {
    const read = inContext(part, { ...state, topic }, index > 0);
    parts[index] = read;
    const { decision } = read;
    const isClear = isQuestion(decision.text) || decision.confidence >= SURELY;
    if (!isOpen(decision) && decision.intent !== 'faq' && isClear)
      topic = { intent: read.decision.intent, slots: read.slots };
  });
}

/** "Do I need a patch test? And what's it cost?": the price of what is being booked, asked beside something else. */
export async function itsPrice(turn: Turn, before: Slots): Promise<Part[]> {
  const clauses = clausesOf(turn.text);
  const seller = turn.capabilities.get(sellerOf(turn.capabilities) ?? '');
  for (const text of clauses.length > 1 && seller ? clauses : []) {
    const slots = withItsThing(hearIn(turn, text, []), before, text);
    if (slots) return [(await beginLookUp({ ...turn, text }, seller!, slots)).part];
  }
  return [];
}

const TAKES_IT =
  /\b(?:add|put|pop|stick|get|sign|write) (?:me|us|him|her|them|my \w+|the \w+) (?:down|up|in|on (?:it|that|one)|(?:on|onto|on to|to|in) (?:it|that|(?:the|your|that) (?:wait(?:ing)?[- ]?)?list))\b/i;

/** "Add her to the list then": what was proposed, and nothing else. */
export const takesIt = (text: string, { words, date, time }: Slots): boolean =>
  TAKES_IT.test(text) && !isQuestion(text) && !date && !time && Object.keys(words).length === 0;
