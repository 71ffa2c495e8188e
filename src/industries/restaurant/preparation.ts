// Questions about how a dish is prepared or sourced, by customers who do not avoid the food they mention.
import type { Slots } from '../../capability/dialogue.ts';
import type { MenuItem } from './schema.ts';

const PREPARATION_PATTERN =
  /\b(?:runny|raw|rare|(?:under|over)[- ]?cooked|cooked|well[- ]done|(?:soft|hard)[- ]?boiled|poached|(?:un)?pasteuri[sz]ed|cured|smoked|free[- ]range|organic|grass[- ]fed|farmed|wild|frozen|home ?-?made)\b/i;
const QUESTION_WORDS_PATTERN = /\b(?:is|are|does|do|how|hows|come)\b/i;
const MENTIONS_AVOIDANCE_PATTERN =
  /allerg|intoleran|co?eliac|anaphyla|epi-?pen|without|avoid|\bno\b|(?:can'?t|cannot|don'?t|doesn'?t|must ?n[o']t|not) (?:eat|have|do|tolerate|touch)|cooked (?:in|with)|contain/i;

/** The preparation the message asks about, such as "runny" in "is the egg runny?" */
const findAskedPreparation = (text: string): string | undefined =>
  QUESTION_WORDS_PATTERN.test(text) && !MENTIONS_AVOIDANCE_PATTERN.test(text.replaceAll('’', "'"))
    ? PREPARATION_PATTERN.exec(text)?.[0]
    : undefined;

/** In such a question, the mentioned food is not one to avoid. */
export function withoutPreparationFoods(slots: Slots, text: string): Slots {
  if (!slots.catalogEntities.avoid || findAskedPreparation(text) === undefined) return slots;
  const { avoid: _, ...catalogEntities } = slots.catalogEntities;
  return { ...slots, catalogEntities };
}

/** The answer to such a question, unless the dish's description mentions the preparation. */
export function renderPreparation(text: string, dishes: readonly MenuItem[]): string | undefined {
  const preparation = findAskedPreparation(text);
  const isDescribed = ({ name, description = '' }: MenuItem) =>
    preparation !== undefined && `${name} ${description}`.toLowerCase().includes(preparation.toLowerCase());
  if (preparation === undefined || dishes.length === 0 || dishes.some(isDescribed)) return undefined;
  return "I don't have details on how that's made, so please ask our kitchen before you order.";
}
