// What the restaurant's capabilities take from what a customer said.
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { NOT_EVEN_TRACES } from './dietary.ts';
import { ALLERGENS, type Allergen, DIETS, type Diet } from './schema.ts';

export type Needs = {
  diets: Diet[];
  avoid: Allergen[];
  /** What no dish has a record of. */
  others: string[];
};

const isDiet = (id: string): id is Diet => DIETS.some((known) => known === id);
const isAllergen = (id: string): id is Allergen => ALLERGENS.some((known) => known === id);

/** Who must not have something is told by what is recorded, not only by what is labelled. */
export function needsOf(slots: Slots): Needs {
  const ids = [...allOf(slots, 'diet'), ...allOf(slots, 'avoid')].map(({ id }) => id);
  const [diets, avoid] = [ids.filter(isDiet), ids.filter(isAllergen)];
  const free = diets.flatMap((diet) => NOT_EVEN_TRACES[diet] ?? []);
  return {
    diets: diets.filter((diet) => !NOT_EVEN_TRACES[diet]),
    avoid: [...new Set([...avoid, ...free])],
    others: [...new Set(ids.filter((id) => !isDiet(id) && !isAllergen(id)))],
  };
}

/** The same as fields of a query. */
export function neededIn(slots: Slots): { diet?: string; avoid?: string } {
  const { diets, avoid } = needsOf(slots);
  return {
    ...(diets.length > 0 ? { diet: diets.join(',') } : {}),
    ...(avoid.length > 0 ? { avoid: avoid.join(',') } : {}),
  };
}

/** A diet that people follow because something makes them ill, such as gluten-free. */
export const isOfHealth = (slots: Slots): boolean =>
  allOf(slots, 'diet').some(({ id }) => NOT_EVEN_TRACES[id as Diet] !== undefined);

/** Told in this very message, and not earlier in the conversation. */
export const isSaidIn = (text: string, ...mentions: (Slots['words'][string] | undefined)[]) =>
  mentions.flat(2).some((one) => one && text.toLowerCase().includes(one.said.toLowerCase()));

const LISTS =
  /\bwhich\b(?! of (?:these|those|them)\b)|\b(?:wh?at'?s?|wot)\b[^.?!]*\b(?:can|could|safe|suitable|fine|ok|okay|else)\b|\banything\b|\bnothing\b|\b(?:any|some) other\b/i;
const SAFE = /\b(?:safe|suitable|fine|ok|okay|can|could|may|nothing)\b/i;
const OF_ONE = /\b(?:it|its|this|that one|this one|in that)\b/i;

const asksForList = (text: string): boolean => LISTS.test(text) && !OF_ONE.test(text);

/** "Which of your bowls are safe then?" */
export const asksWhatIsSafe = (text: string): boolean => asksForList(text) && SAFE.test(text);

/** "Which are safe then?", "any other dessert?": what there is, and not the dish from before again. */
export function asAsked(slots: Slots, text: string): Slots {
  const { item, category, ...words } = slots.words;
  if (!item || isSaidIn(text, item)) return slots;
  // "How much is the dessert?" is that dish; "what desserts are there?" is not.
  const parts = (category ?? []).flat().filter((one) => isSaidIn(text, [[one]]));
  const isPart = parts.some(({ said }) => !new RegExp(`\\b(?:the|that|this) ${RegExp.escape(said)}`, 'i').test(text));
  if (!isPart && !asksForList(text)) return slots;
  return { ...slots, words: { ...words, ...(category ? { category } : {}) } };
}
