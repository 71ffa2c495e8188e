import { computeEditDistance } from './edit-distance.ts';

/** These words decide what is safe to eat, so typos in them are corrected. */
const HEALTH_WORDS = [
  ...['allergy', 'allergies', 'allergic', 'allergen', 'allergens', 'intolerant', 'intolerance', 'intolerances'],
  ...['coeliac', 'celiac', 'anaphylactic', 'anaphylaxis', 'vegetarian', 'vegetarians'],
];
const KNOWN_HEALTH_WORDS = new Set(HEALTH_WORDS);
/** Correct words that are only a typo or two away. */
const SIMILAR_OTHER_WORDS = new Set(['allegory', 'intolerable', 'intolerably', 'tolerant', 'tolerance']);
/** Words from this length on may have two typos; with them, the word may be one letter shorter. */
const TWO_TYPOS_MIN_LENGTH = 8;

/** Corrects typos such as "alergy". */
export const correctHealthWords = (text: string): string =>
  text.replace(/(?<![\p{L}'’])\p{L}{6,}(?!\p{L})/gu, (original) => {
    const word = original.toLowerCase();
    if (KNOWN_HEALTH_WORDS.has(word) || SIMILAR_OTHER_WORDS.has(word)) return original;
    return HEALTH_WORDS.find((healthWord) => word[0] === healthWord[0] && isTypoOf(word, healthWord)) ?? original;
  });

function isTypoOf(word: string, healthWord: string): boolean {
  const maxTypos = healthWord.length >= TWO_TYPOS_MIN_LENGTH && word.length >= TWO_TYPOS_MIN_LENGTH - 1 ? 2 : 1;
  return computeEditDistance(word, healthWord, maxTypos) <= maxTypos;
}
