// Recognizes foods that customers avoid or ask about, but that dishes have no record of.
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { createEntityCatalog, type EntityCatalog, type EntityMention } from '../../nlu/entities/entity-catalog.ts';
import { ORDINARY_WORDS } from '../../nlu/entities/ordinary-words.ts';
import { canonicalFormOf } from '../../nlu/entities/word-forms.ts';
import { FOODS, OTHER_DIETS } from './foods.ts';
import type { MenuItem, Restaurant } from './schema.ts';
import { isRecordedWord } from './vocabulary.ts';

/** Words that change the topic; a food after one of these is not affected by the words before it. */
const TOPIC_CHANGE_WORDS =
  "the|your|if|that|is|are|was|there|but|so|what|whats|what's|wot|which|who|how|can|could|do|does|i|we|you|with|in|on|at|for|from|please|thanks|anything|something";
const WITHIN_REACH_PATTERN = `(?:(?!\\b(?:${TOPIC_CHANGE_WORDS})\\b)[^.?!;]){0,40}$`;
const ALLERGIC_TO_PATTERN =
  '(?:allerg(?:ic|y|ies)|intoleran(?:t|ce)|sensitiv(?:e|ity)|react(?:s|ion|ions)?(?: badly)?) to';
const CANNOT_PATTERN = "(?<!\\b(?:you|u|ya|guys) )(?:can'?t|cannot|can not|don'?t|doesn'?t|won'?t|must ?n[o']t|never)";
const EAT_PATTERN = '(?:eat|have|do|tolerate|touch|drink|stomach|digest)';
const NO_PATTERN = 'no(?!,| (?:thanks|thank|problem|worries|idea|one|more|longer|worry))';
const RULED_OUT_PATTERN = new RegExp(
  `(?:\\b(?:${ALLERGIC_TO_PATTERN}|without(?: the)?|${NO_PATTERN}|avoid(?:s|ing)?|free (?:of|from))|${CANNOT_PATTERN}(?: \\w+)? ${EAT_PATTERN})\\b${WITHIN_REACH_PATTERN}`,
  'iu',
);
const FOLLOWING_FOODS_PATTERN = '(?:\\s*(?:,|\\band\\b|\\bor\\b|&|/)\\s*\\p{L}+){0,3}';
const IS_FREE_PATTERN = new RegExp(
  `^${FOLLOWING_FOODS_PATTERN}[\\s-]*(?:free\\b(?![- ](?:range|refill|with|delivery|of|from))|allerg|intoleran|sensitiv)`,
  'iu',
);
/** "No pork today?" asks what is on offer; it does not rule pork out. */
const ON_OFFER_PATTERN = /^\s*(?:today|tonight|left|any ?more|available|on the menu|dish)/i;

const THE_DISH_PATTERN = '(?:the|your|it|that|this|those|these|any|all|everything|every|each)';
const ASKS_IF_CONTAINED_PATTERN = new RegExp(
  `\\b(?:contain\\w*|made (?:with|from|of)|cooked (?:in|with)|fried in|(?:you|u|ya|they|chef|kitchen) (?:\\w+ )?(?:use|put|add|cook with)|(?:do|does|has|have|is|are) ${THE_DISH_PATTERN}\\b[^.?!]*\\b(?:have|has|got|use|with))\\b${WITHIN_REACH_PATTERN}`,
  'iu',
);
const ASKS_IF_PRESENT_PATTERN = new RegExp(
  `\\b(?:is|are|any|got|have|has)(?: there)?\\b(?: any)?${WITHIN_REACH_PATTERN}`,
  'iu',
);
const IN_THE_DISH_PATTERN = new RegExp(
  `^${FOLLOWING_FOODS_PATTERN} in (?:it|them|that|this|there|the|your|any|everything|all)\\b`,
  'iu',
);

const catalogCache = new WeakMap<Restaurant, EntityCatalog>();

function getFoodCatalog(restaurant: Restaurant): EntityCatalog {
  const cachedCatalog = catalogCache.get(restaurant);
  if (cachedCatalog) return cachedCatalog;
  // Words with the same form, such as coriander and cilantro, are aliases of one entity.
  const foods = Map.groupBy([...FOODS, ...findIngredients(restaurant.menu)], canonicalFormOf);
  const catalog = createEntityCatalog([
    ...[...foods.values()].flatMap(([name, ...aliases]) =>
      name === undefined ? [] : [{ slot: 'avoid', id: name, name, aliases }],
    ),
    ...OTHER_DIETS.map((name) => ({ slot: 'diet', id: name, name })),
  ]);
  catalogCache.set(restaurant, catalog);
  return catalog;
}

const MIN_INGREDIENT_CHARS = 4;
const splitIntoWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Ingredients from the dishes' descriptions: words that are not common English, recorded terms, or part of a dish's name. */
function findIngredients(menu: readonly MenuItem[]): string[] {
  const names = new Set(
    menu.flatMap(({ name, category = '' }) => splitIntoWords(`${name} ${category}`).map(canonicalFormOf)),
  );
  const words = menu.flatMap(({ description = '' }) => splitIntoWords(description)).map(canonicalFormOf);
  const isNotIngredient = (word: string) => ORDINARY_WORDS.has(word) || names.has(word) || isRecordedWord(word);
  return words.filter((word) => word.length >= MIN_INGREDIENT_CHARS && !isNotIngredient(word));
}

/** Whether a dish's name or description mentions a food. */
export function namesFood({ name, description = '' }: MenuItem, food: string): boolean {
  const foodWords = splitIntoWords(food).map(canonicalFormOf);
  const words = new Set(splitIntoWords(`${name} ${description}`).map(canonicalFormOf));
  return foodWords.length > 0 && foodWords.every((word) => words.has(word));
}

/** Adds unrecorded foods to the slots, and removes dishes that their words were mistaken for. */
export function withUnrecordedFoods(slots: Slots, text: string, restaurant: Restaurant): Slots {
  const { avoid = [], diet = [], item = [], ...catalogEntities } = slots.catalogEntities;
  const dishIds = new Set(item.flat().map(({ id }) => id));
  const mentionedDishes = restaurant.menu.filter(({ id }) => dishIds.has(id));
  const foods = getFoodCatalog(restaurant).find(text);
  const avoidedFoods = foods
    .filter((food) => isAvoidedOrAskedAbout(food, text, mentionedDishes))
    .map((food) => toEntity(food, text));
  // Recorded terms win: "no meat" is a diet, and nuts are one of the 14 allergens.
  const recordedWords = [...avoid, ...diet].flat().map(({ said }) => said.toLowerCase());
  const isRecorded = (said: string) => recordedWords.some((each) => each.includes(said) || said.includes(each));
  const unlistedFoods = findUnlistedAllergens(text).filter(
    (word) => !foods.some((food) => word.includes(readMentionedWord(food, text))),
  );
  const allFoods = [
    ...avoidedFoods,
    ...unlistedFoods.map((word) => ({ slot: 'avoid', entity: { id: word, name: word, said: word } })),
  ];
  const unrecordedFoods = allFoods.filter(({ entity }) => !isRecorded(entity.said.toLowerCase()));
  if (unrecordedFoods.length === 0) return slots;
  const mentionsInSlot = (slot: string, mentions: EntityValue[][]) => [
    ...mentions,
    ...unrecordedFoods.filter((one) => one.slot === slot).map(({ entity }) => [entity]),
  ];
  const unrecordedWords = new Set(unrecordedFoods.map(({ entity }) => entity.said));
  const updatedMentions = {
    avoid: mentionsInSlot('avoid', avoid),
    diet: mentionsInSlot('diet', diet),
    item: item.filter((meanings) => !meanings.every(({ said }) => unrecordedWords.has(said))),
  };
  const nonEmptyMentions = Object.fromEntries(
    Object.entries(updatedMentions).filter(([, mentions]) => mentions.length > 0),
  );
  return { ...slots, catalogEntities: { ...catalogEntities, ...nonEmptyMentions } };
}

const readMentionedWord = ({ start, end }: EntityMention, text: string) => text.slice(start, end).toLowerCase();

const toEntity = ({ slot, id, name, start, end }: EntityMention, text: string) => ({
  slot,
  entity: { id, name, said: text.slice(start, end) },
});

/** Limits how far from a food its context is searched, so long messages do not take quadratic time. */
const MAX_CONTEXT_CHARS = 160;

/** Whether the sentence rules a food out, or asks if it is in a dish whose description does not mention it. */
function isAvoidedOrAskedAbout(
  { slot, start, end, id }: EntityMention,
  text: string,
  mentionedDishes: readonly MenuItem[],
): boolean {
  const normalizedText = text.replaceAll('’', "'");
  const textBefore = normalizedText.slice(Math.max(0, start - MAX_CONTEXT_CHARS), start);
  const textAfter = normalizedText.slice(end, end + MAX_CONTEXT_CHARS);
  if (slot === 'diet' || IS_FREE_PATTERN.test(textAfter)) return true;
  if (RULED_OUT_PATTERN.test(textBefore)) return !ON_OFFER_PATTERN.test(textAfter);
  const isAskedAbout =
    ASKS_IF_CONTAINED_PATTERN.test(textBefore) ||
    (ASKS_IF_PRESENT_PATTERN.test(textBefore) && IN_THE_DISH_PATTERN.test(textAfter));
  return isAskedAbout && !mentionedDishes.some((item) => namesFood(item, id));
}

const ALLERGIES_LIST_PATTERN = new RegExp(`\\b${ALLERGIC_TO_PATTERN} ([^.?!;]+)`, 'giu');
const ALLERGY_TO_WORD_PATTERN = /(?<![\p{L}'’])(\p{L}{3,})[ -](?:allerg(?:y|ies)|intolerances?)\b/giu;
const TOPIC_CHANGE_PATTERN = new RegExp(
  `\\b(?:${TOPIC_CHANGE_WORDS}|because|though|badly|too|as well|also)\\b.*$`,
  'iu',
);
const QUANTIFIERS_PATTERN = /^(?:(?:any|some|all|most|certain|raw|cooked|fresh|both|even|basically|many)\s+)+/i;
const NOT_FOODS = new Set(
  (
    'it that this them those these anything something everything nothing much lots loads few things thing stuff food ' +
    'foods dog dogs cat cats pet pets animal animals pollen dust latex bee bees wasp wasps penicillin perfume perfumes ' +
    'smoke nickel feathers plasters mornings'
  ).split(' '),
);

/** Allergens the customer names that are in no list. */
function findUnlistedAllergens(text: string): string[] {
  const isRare = (words: string) =>
    words.split(' ').every((word) => !ORDINARY_WORDS.has(word) && !ORDINARY_WORDS.has(canonicalFormOf(word)));
  const afterAllergicTo = [...text.matchAll(ALLERGIES_LIST_PATTERN)].flatMap(([, listText = '']) => {
    const [first = '', ...otherItems] = listText
      .replace(TOPIC_CHANGE_PATTERN, '')
      .split(/,|\band\b|\bor\b|&|\//i)
      .map((each) => each.trim().replace(QUANTIFIERS_PATTERN, '').toLowerCase());
    return [first, ...otherItems.filter(isRare)];
  });
  const beforeAllergy = [...text.matchAll(ALLERGY_TO_WORD_PATTERN)]
    .map(([, word = '']) => word.toLowerCase())
    .filter(isRare);
  const isFood = (words: string) => /^\p{L}{3,}(?: \p{L}{3,})?$/u.test(words) && !words.split(' ').some(isNotFood);
  return [...new Set([...afterAllergicTo, ...beforeAllergy])].filter(isFood);
}

const isNotFood = (word: string) => NOT_FOODS.has(word);
