// What a sentence leaves out because it was said before.
import type { Slots } from '../../capability/dialogue.ts';
import { findOrdinal, pick } from '../../understanding/fields/choice.ts';
import { CHANGES } from './changes.ts';
import { isQuestion } from './clauses.ts';
import { AGAIN, OF_PRICE } from './decide.ts';
import { isGeneral } from './general.ts';
import { isOpen, type Want } from './serve.ts';
import { merged, type State } from './state.ts';

const SURELY = 0.6;
export const POINTS_BACK =
  /\b(it|its|that|this|that one|this one|those|these|them|they|the same|one|there|her|him|she|he)\b/i;
const ELLIPTIC = /^\W*(and|or|what about|how about|ok(ay)? and|also|what if|then|same)\b/i;
export const SHORT = 5;

/** "And on Sunday?", "how much is that one?": what is left out was said before. */
export function inContext({ decision, slots }: Want, { topic }: State, isBeside = false): Want {
  if (!topic) return { decision, slots };
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
  // "And how much is it?": the thing that was just spoken of.
  if (pointsBack && OF_PRICE.test(decision.text) && !isHit && namesThing(topic.slots) && !namesThing(slots)) {
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
