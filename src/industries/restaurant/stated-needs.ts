// Derives dietary needs and menu queries from the slots.
import { listEntities, type Slots } from '../../capability/dialogue.ts';
import { HEALTH_DIET_ALLERGENS } from './dietary.ts';
import { ALLERGENS, type Allergen, DIETS, type Diet } from './schema.ts';

export type Needs = {
  diets: Diet[];
  avoid: Allergen[];
  /** Foods and diets that dishes have no record of. */
  unrecordedFoods: string[];
};

const isDiet = (id: string): id is Diet => DIETS.some((diet) => diet === id);
const isAllergen = (id: string): id is Allergen => ALLERGENS.some((allergen) => allergen === id);

/** Diets followed for health become allergens to avoid, because records are safer than labels. */
export function readNeeds(slots: Slots): Needs {
  const ids = [...listEntities(slots, 'diet'), ...listEntities(slots, 'avoid')].map(({ id }) => id);
  const [diets, avoid] = [ids.filter(isDiet), ids.filter(isAllergen)];
  const healthAllergens = diets.flatMap((diet) => HEALTH_DIET_ALLERGENS[diet] ?? []);
  return {
    diets: diets.filter((diet) => !HEALTH_DIET_ALLERGENS[diet]),
    avoid: [...new Set([...avoid, ...healthAllergens])],
    unrecordedFoods: [...new Set(ids.filter((id) => !isDiet(id) && !isAllergen(id)))],
  };
}

/** The needs as query fields. */
export function createNeedsQuery(slots: Slots): { diet?: string; avoid?: string } {
  const { diets, avoid } = readNeeds(slots);
  return {
    ...(diets.length > 0 ? { diet: diets.join(',') } : {}),
    ...(avoid.length > 0 ? { avoid: avoid.join(',') } : {}),
  };
}

/** Whether a mentioned diet is one that people follow for their health, such as gluten-free. */
export const hasHealthDiet = (slots: Slots): boolean =>
  listEntities(slots, 'diet').some(({ id }) => HEALTH_DIET_ALLERGENS[id as Diet] !== undefined);

/** Whether one of the mentions is in this message, not from earlier in the conversation. */
export const isMentionedIn = (text: string, ...mentions: (Slots['catalogEntities'][string] | undefined)[]) =>
  mentions.flat(2).some((one) => one && text.toLowerCase().includes(one.said.toLowerCase()));

const ASKS_FOR_LIST_PATTERN =
  /\bwhich\b(?! of (?:these|those|them)\b)|\b(?:wh?at'?s?|wot)\b[^.?!]*\b(?:can|could|safe|suitable|fine|ok|okay|else)\b|\banything\b|\bnothing\b|\b(?:any|some) other\b/i;
const ASKS_SAFE_PATTERN = /\b(?:safe|suitable|fine|ok|okay|can|could|may|nothing)\b/i;
const REFERS_TO_ONE_DISH_PATTERN = /\b(?:it|its|this|that one|this one|in that)\b/i;

const asksForList = (text: string): boolean =>
  ASKS_FOR_LIST_PATTERN.test(text) && !REFERS_TO_ONE_DISH_PATTERN.test(text);

/** Such as "which of your bowls are safe then?" */
export const asksWhatIsSafe = (text: string): boolean => asksForList(text) && ASKS_SAFE_PATTERN.test(text);

/** Drops the dish from earlier messages if this one asks for a list: "which are safe then?", "any other dessert?" */
export function withoutEarlierDish(slots: Slots, text: string): Slots {
  const { item, category, ...catalogEntities } = slots.catalogEntities;
  if (!item || isMentionedIn(text, item)) return slots;
  // "How much is the dessert?" refers to the earlier dish; "what desserts are there?" does not.
  const mentionedCategories = (category ?? []).flat().filter((one) => isMentionedIn(text, [[one]]));
  const asksForCategory = mentionedCategories.some(
    ({ said }) => !new RegExp(`\\b(?:the|that|this) ${RegExp.escape(said)}`, 'i').test(text),
  );
  if (!asksForCategory && !asksForList(text)) return slots;
  return { ...slots, catalogEntities: { ...catalogEntities, ...(category ? { category } : {}) } };
}
