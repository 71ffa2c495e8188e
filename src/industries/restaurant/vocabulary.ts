import type { CatalogEntity, EntityValue, Slots } from '../../capability/dialogue.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { formOf } from '../../nlu/entities/word-forms.ts';
import { normalizeName, shortNames, unique } from '../entries.ts';
import type { Restaurant } from './schema.ts';

/** Parts of a menu have many names; a business uses one of them. */
const COURSES: string[][] = [
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

const AREAS: string[][] = [
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

const DIETS: Record<string, string[]> = {
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

const ALLERGENS: Record<string, string[]> = {
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

export function restaurantWords({ menu, tables }: Restaurant): CatalogEntity[] {
  const fixed = (slot: string, terms: Record<string, string[]>) =>
    Object.entries(terms).map(([id, aliases]) => ({ slot, id, name: id.replaceAll('_', ' '), aliases }));
  return [
    ...menu.map(({ id, name }) => ({ slot: 'item', id, name })),
    ...grouped('category', unique(menu.map(({ category }) => category)), COURSES),
    ...grouped('area', unique(tables.map(({ area }) => area)), AREAS),
    ...fixed('diet', DIETS),
    ...fixed('avoid', ALLERGENS),
  ];
}

/** The business's own names, each with the other names of its kind. */
function grouped(slot: string, names: string[], kinds: string[][]): CatalogEntity[] {
  return names.map((name) => {
    const short = shortNames(name);
    // Of "Desserts & Coffee" the first half is a dessert too.
    const words = [name, ...short].map(normalizeName);
    const isKind = (kind: string[]) => kind.some((each) => words.includes(each) || words.includes(`${each}s`));
    return { slot, id: name, name, aliases: [...kinds.filter(isKind).flat(), ...short] };
  });
}

/** In such a sentence a food is ruled out for somebody. */
export const RULES_OUT =
  /allerg|intoleran|\bfree\b|without|\bno\b|avoid|safe|coeliac|celiac|epi-?pen|anaphyla|react|suitable|pregnan|sensitiv|(can'?t|cannot|don'?t|doesn'?t|must ?n[o']t|not) (eat|have|do|tolerate|touch)|lactose|dairy|gluten|traces?|\bhives\b|\brash(es)?\b|swells?\b|swelling|break out|throat clos|makes? (me|us|him|her|them) (ill|sick|unwell|poorly)/i;
/** In such a sentence it is asked for what is in a dish. */
const ASKS_IN =
  /contain|\bin (it|them|that|there|the|your|any)\b|\b(have|has|got|any|is there|are there)\b.*\bin\b|\bwhich (dishes|ones|of)\b.*\b(has|have|with)\b|\bhave\b.*\?|\bdo(es)? (the|your|it|that|this|those|these|any)\b.*\b(have|got|use)\b|\bdo (you|u|ya|they) (\w+ )?(use|put|add|cook with)\b/i;

/** All that a diet or an allergen is called. */
export const namesFor = (slot: string, id: string): string[] => [
  id.replaceAll('_', ' '),
  ...((slot === 'diet' ? DIETS : ALLERGENS)[id] ?? []),
];

const RECORDED = new Set(
  [DIETS, ALLERGENS].flatMap((terms) => Object.values(terms).flat()).flatMap((name) => name.split(/[ -]/).map(formOf)),
);
/** Whether a word, in the singular, is one of those that the records speak of. */
export const isRecordedWord = (form: string): boolean => RECORDED.has(form);

/** "With veggies" is what is on the plate; "for veggies" is who eats it. */
const ON_THE_PLATE = /\b(?:with|of|and|extra|more|some|mixed|fresh|seasonal|your|\w+ed)\s+veggies\b/i;
export function withoutVegetables(slots: Slots, text: string): Slots {
  const { diet = [], ...words } = slots.words;
  if (!ON_THE_PLATE.test(text)) return slots;
  const kept = diet.filter((meanings) => !meanings.every(({ said }) => /^veggies$/i.test(said)));
  return { ...slots, words: kept.length > 0 ? { ...words, diet: kept } : words };
}

/** In "how much is the vegan pho?" the diet is part of the dish's name. */
export function withoutNamedDiets(slots: Slots, text: string): Slots {
  const { diet, ...words } = slots.words;
  if (!diet) return slots;
  const times = (word: string, within: string) => normalizeName(within).split(normalizeName(word)).length - 1;
  const named = (slots.words.item ?? []).flatMap((meanings) => onlyOf(meanings)?.said ?? []);
  const kept = diet.filter(([first]) => first && times(first.said, text) > times(first.said, named.join(' ')));
  return kept.length === diet.length ? slots : { ...slots, words: kept.length > 0 ? { ...words, diet: kept } : words };
}

const isNamedWith = ({ name, said }: EntityValue, food: string) =>
  normalizeName(name).includes(normalizeName(said)) && normalizeName(said).includes(normalizeName(food));

/** "Is the lobster pasta on today?" asks for a dish; nobody has to avoid anything. */
export function withoutPlainFood(slots: Slots, text: string): Slots {
  if (!slots.words.avoid) return slots;
  const { avoid, item = [], ...words } = slots.words;
  if (!RULES_OUT.test(text) && !ASKS_IN.test(text))
    return { ...slots, words: { ...words, ...(item.length > 0 ? { item } : {}) } };
  // "Allergic to peanut, is the tofu one ok?": with an article it is a dish, without one it must not be in it.
  const isDish = ({ said }: EntityValue) =>
    new RegExp(`\\b(?:the|your)\\s+${said.replace(/[^\p{L}\p{N} ]/gu, '.')}`, 'iu').test(text);
  const said = (mentions: EntityValue[][]) => new Set(mentions.flat().map((each) => each.said));
  const [foods, dishes] = [said(avoid), said(item)];
  // "A nut allergy, can he have the butter croissant?": the butter is part of the dish's name.
  const isInName = ({ said: food }: EntityValue) =>
    item.flat().some((dish) => dish.said.length > food.length && isNamedWith(dish, food) && isDish(dish));
  const apart = avoid.filter((meanings) => !meanings.some(isInName));
  const kept = {
    avoid: (apart.length > 0 ? apart : avoid).filter(
      (meanings) => !meanings.some((each) => dishes.has(each.said) && isDish(each)),
    ),
    item: item.filter((meanings) => !meanings.every((each) => foods.has(each.said) && !isDish(each))),
  };
  const some = Object.fromEntries(Object.entries(kept).filter(([, mentions]) => mentions.length > 0));
  return { ...slots, words: { ...words, ...some } };
}
