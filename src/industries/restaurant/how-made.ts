// How something is cooked, or where it comes from: a question about a food, by somebody who does not avoid it.
import type { Slots } from '../../capability/dialogue.ts';
import type { MenuItem } from './schema.ts';

const HOW =
  /\b(?:runny|raw|rare|(?:under|over)[- ]?cooked|cooked|well[- ]done|(?:soft|hard)[- ]?boiled|poached|(?:un)?pasteuri[sz]ed|cured|smoked|free[- ]range|organic|grass[- ]fed|farmed|wild|frozen|home ?-?made)\b/i;
const ASKS = /\b(?:is|are|does|do|how|hows|come)\b/i;
const AVOIDS =
  /allerg|intoleran|co?eliac|anaphyla|epi-?pen|without|avoid|\bno\b|(?:can'?t|cannot|don'?t|doesn'?t|must ?n[o']t|not) (?:eat|have|do|tolerate|touch)|cooked (?:in|with)|contain/i;

/** "I'm pregnant, is the egg runny?" */
const asksHow = (text: string): string | undefined =>
  ASKS.test(text) && !AVOIDS.test(text.replaceAll('’', "'")) ? HOW.exec(text)?.[0] : undefined;

/** A food that such a question names is no food that somebody avoids. */
export function withoutHowMade(slots: Slots, text: string): Slots {
  if (!slots.words.avoid || asksHow(text) === undefined) return slots;
  const { avoid: _, ...words } = slots.words;
  return { ...slots, words };
}

/** What can be said to it, unless the dish's own description speaks of it. */
export function renderHowMade(text: string, dishes: readonly MenuItem[]): string | undefined {
  const how = asksHow(text);
  const isTold = ({ name, description = '' }: MenuItem) =>
    how !== undefined && `${name} ${description}`.toLowerCase().includes(how.toLowerCase());
  if (how === undefined || dishes.length === 0 || dishes.some(isTold)) return undefined;
  return "How that is made isn't something that we have recorded, so please ask our kitchen before you order.";
}
