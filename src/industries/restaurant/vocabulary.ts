import type { CatalogEntity, EntityValue, Slots } from '../../capability/dialogue.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { canonicalFormOf } from '../../nlu/entities/word-forms.ts';
import { distinct, listShortNames, normalizeName } from '../entries.ts';
import type { Restaurant } from './schema.ts';

/** Synonyms of menu sections; a business uses one name from a group. */
const COURSE_SYNONYMS: string[][] = [
  [
    ...['starter', 'appetizer', 'appetiser', 'small plate', 'small bite', 'antipasti', 'first course'],
    ...['nibble', 'mezze', 'tapas'],
  ],
  [
    ...['main', 'main course', 'main dish', 'main plate', 'entree', 'entrée', 'second course', 'large plate'],
    ...['big plate', 'dinner plate', 'secondi', 'plato fuerte'],
  ],
  [
    ...['dessert', 'sweet', 'pudding', 'afters', 'something sweet', 'dolci', 'dolce', 'postre', 'sweet thing'],
    ...['sweet plate', 'sweet treat'],
  ],
  ['side', 'side dish', 'side order'],
  ['drink', 'beverage', 'something to drink', 'cocktail', 'beer', 'wine', 'soft drink', 'juice', 'lemonade'],
  ['kids', 'children', 'kids menu', 'children menu', 'kids meal', 'for the little ones'],
  ['breakfast', 'morning menu'],
  ['brunch'],
  ['lunch', 'lunch menu', 'lunch special'],
];

const AREA_SYNONYMS: string[][] = [
  [
    'patio',
    'terrace',
    'garden',
    'courtyard',
    'rooftop',
    'deck',
    'outside',
    'outdoors',
    'outdoor',
    'al fresco',
    'sidewalk',
  ],
  ['indoor', 'indoors', 'inside', 'dining room', 'main room'],
  ['bar', 'counter', 'at the bar'],
];

const DIET_TERMS: Record<string, string[]> = {
  vegan: ['plant based', 'plant-based', 'no animal products', 'vegans'],
  vegetarian: [
    'veggie',
    'meat free',
    'meatless',
    'no meat',
    'without meat',
    "doesn't eat meat",
    "don't eat meat",
    'vegetarians',
    'veggies',
  ],
  gluten_free: ['gluten free', 'coeliac', 'celiac', 'gf', 'no gluten', 'without gluten', 'gluten intolerant'],
  halal: ['halal'],
  kosher: ['kosher'],
  dairy_free: ['dairy free', 'lactose free', 'lactose intolerant', 'no dairy', 'without dairy', 'non dairy'],
  nut_free: ['nut free', 'no nuts', 'without nuts'],
};

const ALLERGEN_TERMS: Record<string, string[]> = {
  celery: ['celery', 'celeriac'],
  crustaceans: ['crustaceans', 'shellfish', 'shrimp', 'prawn', 'crab', 'lobster', 'crayfish', 'langoustine'],
  egg: ['egg', 'eggs', 'mayonnaise'],
  fish: ['fish', 'anchovy', 'fish sauce', 'seafood'],
  gluten: ['gluten', 'wheat', 'barley', 'rye', 'flour'],
  lupin: ['lupin'],
  milk: ['milk', 'dairy', 'lactose', 'cheese', 'butter', 'cream', 'casein'],
  molluscs: ['molluscs', 'mollusks', 'shellfish', 'oyster', 'mussel', 'clam', 'squid', 'octopus', 'scallop', 'seafood'],
  mustard: ['mustard'],
  nuts: [
    'nuts',
    'nut',
    'tree nut',
    'almond',
    'walnut',
    'cashew',
    'hazelnut',
    'pecan',
    'pistachio',
    'macadamia',
    'brazil nut',
  ],
  peanut: ['peanut', 'peanuts', 'groundnut'],
  sesame: ['sesame', 'tahini', 'sesame seeds'],
  soy: ['soy', 'soya', 'soybean', 'tofu'],
  sulphites: ['sulphites', 'sulfites', 'sulphur dioxide'],
};

export function createRestaurantVocabulary({ menu, tables }: Restaurant): CatalogEntity[] {
  const createFixedTerms = (slot: string, terms: Record<string, string[]>) =>
    Object.entries(terms).map(([id, aliases]) => ({ slot, id, name: id.replaceAll('_', ' '), aliases }));
  return [
    ...menu.map(({ id, name }) => ({ slot: 'item', id, name })),
    ...withSynonyms('category', distinct(menu.map(({ category }) => category)), COURSE_SYNONYMS),
    ...withSynonyms('area', distinct(tables.map(({ area }) => area)), AREA_SYNONYMS),
    ...createFixedTerms('diet', DIET_TERMS),
    ...createFixedTerms('avoid', ALLERGEN_TERMS),
  ];
}

/** The business's names, each with the synonyms of its group as aliases. */
function withSynonyms(slot: string, names: string[], synonymGroups: string[][]): CatalogEntity[] {
  return names.map((name) => {
    const shortForms = listShortNames(name);
    // Each half of a combined name, such as "Desserts & Coffee", gets its synonyms.
    const nameForms = [name, ...shortForms].map(normalizeName);
    const isMatching = (group: string[]) =>
      group.some((term) => nameForms.includes(term) || nameForms.includes(`${term}s`));
    return { slot, id: name, name, aliases: [...synonymGroups.filter(isMatching).flat(), ...shortForms] };
  });
}

/** The sentence says that someone avoids a food. */
export const MENTIONS_AVOIDANCE_PATTERN =
  /allerg|intoleran|\bfree\b|without|\bno\b|avoid|safe|coeliac|celiac|epi-?pen|anaphyla|react|suitable|pregnan|sensitiv|(can'?t|cannot|don'?t|doesn'?t|must ?n[o']t|not) (eat|have|do|tolerate|touch)|lactose|dairy|gluten|traces?|\bhives\b|\brash(es)?\b|swells?\b|swelling|break out|throat clos|makes? (me|us|him|her|them) (ill|sick|unwell|poorly)/i;
/** The sentence asks what is in a dish. */
const ASKS_WHAT_IS_IN_PATTERN =
  /contain|\bin (it|them|that|there|the|your|any)\b|\b(have|has|got|any|is there|are there)\b.*\bin\b|\bwhich (dishes|ones|of)\b.*\b(has|have|with)\b|\bhave\b.*\?|\bdo(es)? (the|your|it|that|this|those|these|any)\b.*\b(have|got|use)\b|\bdo (you|u|ya|they) (\w+ )?(use|put|add|cook with)\b/i;

/** All names of a diet or an allergen. */
export const listNames = (slot: string, id: string): string[] => [
  id.replaceAll('_', ' '),
  ...((slot === 'diet' ? DIET_TERMS : ALLERGEN_TERMS)[id] ?? []),
];

const RECORDED_WORDS = new Set(
  [DIET_TERMS, ALLERGEN_TERMS]
    .flatMap((terms) => Object.values(terms).flat())
    .flatMap((name) => name.split(/[ -]/).map(canonicalFormOf)),
);
/** Whether a singular word is part of a recorded diet's or allergen's name. */
export const isRecordedWord = (form: string): boolean => RECORDED_WORDS.has(form);

/** "With veggies" means vegetables; "for veggies" means vegetarians. */
const VEGGIES_AS_FOOD_PATTERN = /\b(?:with|of|and|extra|more|some|mixed|fresh|seasonal|your|\w+ed)\s+veggies\b/i;
export function withoutVegetables(slots: Slots, text: string): Slots {
  const { diet = [], ...catalogEntities } = slots.catalogEntities;
  if (!VEGGIES_AS_FOOD_PATTERN.test(text)) return slots;
  const remainingDiets = diet.filter((meanings) => !meanings.every(({ said }) => /^veggies$/i.test(said)));
  return {
    ...slots,
    catalogEntities: remainingDiets.length > 0 ? { ...catalogEntities, diet: remainingDiets } : catalogEntities,
  };
}

/** Drops diets that are part of a dish's name, as in "the vegan pho". */
export function withoutDietsInDishNames(slots: Slots, text: string): Slots {
  const { diet, ...catalogEntities } = slots.catalogEntities;
  if (!diet) return slots;
  const countOccurrences = (word: string, within: string) =>
    normalizeName(within).split(normalizeName(word)).length - 1;
  const dishMentions = (slots.catalogEntities.item ?? []).flatMap((meanings) => getOnlyItem(meanings)?.said ?? []);
  const remainingDiets = diet.filter(
    ([first]) => first && countOccurrences(first.said, text) > countOccurrences(first.said, dishMentions.join(' ')),
  );
  return remainingDiets.length === diet.length
    ? slots
    : {
        ...slots,
        catalogEntities: remainingDiets.length > 0 ? { ...catalogEntities, diet: remainingDiets } : catalogEntities,
      };
}

const isNamedAfter = ({ name, said }: EntityValue, food: string) =>
  normalizeName(name).includes(normalizeName(said)) && normalizeName(said).includes(normalizeName(food));

/** Drops foods to avoid that are really dishes: "is the lobster pasta on today?" */
export function withoutDishFoods(slots: Slots, text: string): Slots {
  if (!slots.catalogEntities.avoid) return slots;
  const { avoid, item = [], ...catalogEntities } = slots.catalogEntities;
  if (!MENTIONS_AVOIDANCE_PATTERN.test(text) && !ASKS_WHAT_IS_IN_PATTERN.test(text))
    return { ...slots, catalogEntities: { ...catalogEntities, ...(item.length > 0 ? { item } : {}) } };
  // With an article it is a dish; without one it is a food to avoid: "allergic to peanut, is the tofu one ok?"
  const isDish = ({ said }: EntityValue) =>
    new RegExp(`\\b(?:the|your)\\s+${said.replace(/[^\p{L}\p{N} ]/gu, '.')}`, 'iu').test(text);
  const collectMentionedWords = (mentions: EntityValue[][]) => new Set(mentions.flat().map((each) => each.said));
  const [foods, dishes] = [collectMentionedWords(avoid), collectMentionedWords(item)];
  // A food in the dish's name is not one to avoid: "a nut allergy, can he have the butter croissant?"
  const isInName = ({ said: food }: EntityValue) =>
    item.flat().some((dish) => dish.said.length > food.length && isNamedAfter(dish, food) && isDish(dish));
  const outsideDishNames = avoid.filter((meanings) => !meanings.some(isInName));
  const remainingMentions = {
    avoid: (outsideDishNames.length > 0 ? outsideDishNames : avoid).filter(
      (meanings) => !meanings.some((each) => dishes.has(each.said) && isDish(each)),
    ),
    item: item.filter((meanings) => !meanings.every((each) => foods.has(each.said) && !isDish(each))),
  };
  const nonEmptyMentions = Object.fromEntries(
    Object.entries(remainingMentions).filter(([, mentions]) => mentions.length > 0),
  );
  return { ...slots, catalogEntities: { ...catalogEntities, ...nonEmptyMentions } };
}
