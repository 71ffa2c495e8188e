import { editDistance } from './edit-distance.ts';

/** What somebody must not eat depends on these words, so that a slip in one of them is forgiven. */
const WORDS = [
  ...['allergy', 'allergies', 'allergic', 'allergen', 'allergens', 'intolerant', 'intolerance', 'intolerances'],
  ...['coeliac', 'celiac', 'anaphylactic', 'anaphylaxis', 'vegetarian', 'vegetarians'],
];
const KNOWN = new Set(WORDS);
/** Other words that are only a slip or two away. */
const OTHERS = new Set(['allegory', 'intolerable', 'intolerably', 'tolerant', 'tolerance']);
/** From this length on, a word may have two slips. */
const LONG = 8;

/** "alergy" is an allergy. */
export const withHealthWords = (text: string): string =>
  text.replace(/(?<![\p{L}'’])\p{L}{6,}(?!\p{L})/gu, (said) => {
    const word = said.toLowerCase();
    if (KNOWN.has(word) || OTHERS.has(word)) return said;
    return WORDS.find((known) => word[0] === known[0] && isSlip(word, known)) ?? said;
  });

function isSlip(word: string, known: string): boolean {
  const allowed = known.length >= LONG && word.length >= LONG - 1 ? 2 : 1;
  return editDistance(word, known, allowed) <= allowed;
}
