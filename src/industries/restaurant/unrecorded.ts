// What somebody must not eat, or asks about, that no dish has a record of: it is heard as that, and as nothing else.
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import { createEntityCatalog, type EntityCatalog, type Mention } from '../../nlu/entities/entity-catalog.ts';
import { ORDINARY_WORDS } from '../../nlu/entities/ordinary-words.ts';
import { formOf } from '../../nlu/entities/word-forms.ts';
import { FOODS, OTHER_DIETS } from './foods.ts';
import type { MenuItem, Restaurant } from './schema.ts';
import { isRecordedWord } from './vocabulary.ts';

/** A food is in reach of what rules it out as long as the sentence does not turn to something else. */
const TURNS =
  "the|your|if|that|is|are|was|there|but|so|what|whats|what's|wot|which|who|how|can|could|do|does|i|we|you|with|in|on|at|for|from|please|thanks|anything|something";
const REACHES = `(?:(?!\\b(?:${TURNS})\\b)[^.?!;]){0,40}$`;
const TO = '(?:allerg(?:ic|y|ies)|intoleran(?:t|ce)|sensitiv(?:e|ity)|react(?:s|ion|ions)?(?: badly)?) to';
const CANNOT = "(?<!\\b(?:you|u|ya|guys) )(?:can'?t|cannot|can not|don'?t|doesn'?t|won'?t|must ?n[o']t|never)";
const EAT = '(?:eat|have|do|tolerate|touch|drink|stomach|digest)';
const NO = 'no(?!,| (?:thanks|thank|problem|worries|idea|one|more|longer|worry))';
const RULED_OUT = new RegExp(
  `(?:\\b(?:${TO}|without(?: the)?|${NO}|avoid(?:s|ing)?|free (?:of|from))|${CANNOT}(?: \\w+)? ${EAT})\\b${REACHES}`,
  'iu',
);
const NEXT = '(?:\\s*(?:,|\\band\\b|\\bor\\b|&|/)\\s*\\p{L}+){0,3}';
const IS_FREE = new RegExp(
  `^${NEXT}[\\s-]*(?:free\\b(?![- ](?:range|refill|with|delivery|of|from))|allerg|intoleran|sensitiv)`,
  'iu',
);
/** "No pork today?" asks what there is. */
const ON_OFFER = /^\s*(?:today|tonight|left|any ?more|available|on the menu|dish)/i;

const THE_DISH = '(?:the|your|it|that|this|those|these|any|all|everything|every|each)';
const ASKED = new RegExp(
  `\\b(?:contain\\w*|made (?:with|from|of)|cooked (?:in|with)|fried in|(?:you|u|ya|they|chef|kitchen) (?:\\w+ )?(?:use|put|add|cook with)|(?:do|does|has|have|is|are) ${THE_DISH}\\b[^.?!]*\\b(?:have|has|got|use|with))\\b${REACHES}`,
  'iu',
);
const ASKED_WITHIN = new RegExp(`\\b(?:is|are|any|got|have|has)(?: there)?\\b(?: any)?${REACHES}`, 'iu');
const WITHIN = new RegExp(`^${NEXT} in (?:it|them|that|this|there|the|your|any|everything|all)\\b`, 'iu');

const catalogs = new WeakMap<Restaurant, EntityCatalog>();

function foodsOf(restaurant: Restaurant): EntityCatalog {
  const known = catalogs.get(restaurant);
  if (known) return known;
  // Coriander and cilantro are one.
  const foods = Map.groupBy([...FOODS, ...describedIn(restaurant.menu)], formOf);
  const made = createEntityCatalog([
    ...[...foods.values()].flatMap(([name, ...aliases]) =>
      name === undefined ? [] : [{ slot: 'avoid', id: name, name, aliases }],
    ),
    ...OTHER_DIETS.map((name) => ({ slot: 'diet', id: name, name })),
  ]);
  catalogs.set(restaurant, made);
  return made;
}

const SHORTEST = 4;
const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** What dishes are made with, by their descriptions: words that are no others, and no dish's name. */
function describedIn(menu: readonly MenuItem[]): string[] {
  const names = new Set(menu.flatMap(({ name, category = '' }) => wordsIn(`${name} ${category}`).map(formOf)));
  const words = menu.flatMap(({ description = '' }) => wordsIn(description)).map(formOf);
  const isOther = (word: string) => ORDINARY_WORDS.has(word) || names.has(word) || isRecordedWord(word);
  return words.filter((word) => word.length >= SHORTEST && !isOther(word));
}

/** Whether a dish's name or description holds a word. */
export function namesFood({ name, description = '' }: MenuItem, food: string): boolean {
  const wanted = wordsIn(food).map(formOf);
  const words = new Set(wordsIn(`${name} ${description}`).map(formOf));
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** With what nothing is recorded about beside what is, and without the dishes that its words were taken for. */
export function withUnrecorded(slots: Slots, text: string, restaurant: Restaurant): Slots {
  const { avoid = [], diet = [], item = [], ...words } = slots.words;
  const dishes = new Set(item.flat().map(({ id }) => id));
  const named = restaurant.menu.filter(({ id }) => dishes.has(id));
  const foods = foodsOf(restaurant).find(text);
  const heard = foods.filter((food) => isHeard(food, text, named)).map((food) => toSaid(food, text));
  // "No meat" is a diet, and a nut is one of the fourteen: what is recorded is told from the records.
  const recorded = [...avoid, ...diet].flat().map(({ said }) => said.toLowerCase());
  const isRecorded = (said: string) => recorded.some((each) => each.includes(said) || said.includes(each));
  const strange = strangersIn(text).filter((word) => !foods.some((food) => word.includes(wordOf(food, text))));
  const found = [...heard, ...strange.map((word) => ({ slot: 'avoid', said: { id: word, name: word, said: word } }))];
  const more = found.filter(({ said }) => !isRecorded(said.said.toLowerCase()));
  if (more.length === 0) return slots;
  const inSlot = (slot: string, before: EntityValue[][]) => [
    ...before,
    ...more.filter((one) => one.slot === slot).map(({ said }) => [said]),
  ];
  const taken = new Set(more.map(({ said }) => said.said));
  const kept = {
    avoid: inSlot('avoid', avoid),
    diet: inSlot('diet', diet),
    item: item.filter((meanings) => !meanings.every(({ said }) => taken.has(said))),
  };
  const some = Object.fromEntries(Object.entries(kept).filter(([, mentions]) => mentions.length > 0));
  return { ...slots, words: { ...words, ...some } };
}

const wordOf = ({ start, end }: Mention, text: string) => text.slice(start, end).toLowerCase();

const toSaid = ({ slot, id, name, start, end }: Mention, text: string) => ({
  slot,
  said: { id, name, said: text.slice(start, end) },
});

/** What rules a food out stands near it, and a long message is not read anew for each of its words. */
const FURTHEST = 160;

/** Whether a sentence rules a food out, or asks whether it is in something whose description does not tell. */
function isHeard({ slot, start, end, id }: Mention, text: string, named: readonly MenuItem[]): boolean {
  const straight = text.replaceAll('’', "'");
  const before = straight.slice(Math.max(0, start - FURTHEST), start);
  const after = straight.slice(end, end + FURTHEST);
  if (slot === 'diet' || IS_FREE.test(after)) return true;
  if (RULED_OUT.test(before)) return !ON_OFFER.test(after);
  const isAsked = ASKED.test(before) || (ASKED_WITHIN.test(before) && WITHIN.test(after));
  return isAsked && !named.some((item) => namesFood(item, id));
}

const ALLERGIC_TO = new RegExp(`\\b${TO} ([^.?!;]+)`, 'giu');
const OF_ALLERGY = /(?<![\p{L}'’])(\p{L}{3,})[ -](?:allerg(?:y|ies)|intolerances?)\b/giu;
const TURN = new RegExp(`\\b(?:${TURNS}|because|though|badly|too|as well|also)\\b.*$`, 'iu');
const SOME = /^(?:(?:any|some|all|most|certain|raw|cooked|fresh|both|even|basically|many)\s+)+/i;
const NO_FOOD = new Set(
  (
    'it that this them those these anything something everything nothing much lots loads few things thing stuff food ' +
    'foods dog dogs cat cats pet pets animal animals pollen dust latex bee bees wasp wasps penicillin perfume perfumes ' +
    'smoke nickel feathers plasters mornings'
  ).split(' '),
);

/** Whoever says that they are allergic to something may name anything; it need not be in a list. */
function strangersIn(text: string): string[] {
  const isRare = (words: string) =>
    words.split(' ').every((word) => !ORDINARY_WORDS.has(word) && !ORDINARY_WORDS.has(formOf(word)));
  const after = [...text.matchAll(ALLERGIC_TO)].flatMap(([, rest = '']) => {
    const [first = '', ...more] = rest
      .replace(TURN, '')
      .split(/,|\band\b|\bor\b|&|\//i)
      .map((each) => each.trim().replace(SOME, '').toLowerCase());
    return [first, ...more.filter(isRare)];
  });
  const before = [...text.matchAll(OF_ALLERGY)].map(([, word = '']) => word.toLowerCase()).filter(isRare);
  const isFood = (words: string) => /^\p{L}{3,}(?: \p{L}{3,})?$/u.test(words) && !words.split(' ').some(isNoFood);
  return [...new Set([...after, ...before])].filter(isFood);
}

const isNoFood = (word: string) => NO_FOOD.has(word);
