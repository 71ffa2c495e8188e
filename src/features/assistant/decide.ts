// From likelihoods to a decision: what a sentence wants, or that nobody can tell.

import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Hit } from './knowledge.ts';
import type { Understood } from './understand.ts';

export type Decision = {
  intent: string;
  confidence: number;
  text: string;
  /** What the business has written about it, for `faq`. */
  hit?: Hit;
  /** The next likeliest, for asking back. */
  others: string[];
};

/** Nearly the words of the business's own question. */
const SAME_QUESTION = 0.8;
/** Near enough to be its answer, where the sentence sounds like such a question. */
const LIKE_QUESTION = 0.5;
/** Below this nobody can tell. */
const SURE_ENOUGH = 0.3;
const IN_SCOPE = 0.25;

export function decide(
  { text, ranked, inScope, hits }: Understood,
  slots: Slots,
  capabilities: ReadonlyMap<string, AnyCapability>,
): Decision {
  const [top] = ranked as [Understood['ranked'][number]];
  const [hit] = hits;
  const others = ranked
    .slice(0, 4)
    .map(({ intent }) => intent)
    .filter((intent) => capabilities.has(intent));
  const as = (intent: string, confidence: number, more: Partial<Decision> = {}): Decision => ({
    intent,
    confidence,
    text,
    others,
    ...more,
  });
  const capability = capabilities.get(top.intent);
  const isOrder = capability?.effect === 'write' && hasWhen(slots);
  if (hit && hit.score >= SAME_QUESTION && !isOrder) return as('faq', hit.score > 1 ? 1 : hit.score, { hit });
  const isOpen = top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE_ENOUGH || inScope < IN_SCOPE;
  if (isOpen && hit && hit.score >= LIKE_QUESTION) return as('faq', Math.min(1, hit.score), { hit });
  const evident = isOpen ? evidentIn(slots, capabilities, ranked) : undefined;
  if (evident) return as(evident, 0.5);
  if (top.intent === 'unknown' || top.confidence < SURE_ENOUGH || inScope < IN_SCOPE)
    return as('unknown', 1 - Math.max(top.confidence, inScope) / 2);
  return as(top.intent, top.confidence);
}

const hasWhen = ({ date, time, partySize, window, days }: Slots) =>
  Boolean(date || time || partySize || window || days);

/** Who names one of the business's words wants to know about it, whatever else was not understood. */
function evidentIn(
  { words, order, code }: Slots,
  capabilities: ReadonlyMap<string, AnyCapability>,
  ranked: Understood['ranked'],
): string | undefined {
  if (code) return ranked.find(({ intent }) => intent.startsWith('booking.'))?.intent;
  const named = Object.keys(words).filter((slot) => slot !== 'staff' && slot !== 'area');
  if (named.length === 0 && !order) return undefined;
  const likely = ranked.filter(({ intent }) => capabilities.has(intent) || intent.startsWith('general.')).slice(0, 3);
  return likely.find(({ intent }) => capabilities.get(intent)?.effect === 'read')?.intent;
}
