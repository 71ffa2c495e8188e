import { memoize } from '../kernel/memoize.ts';
import { EVERYDAY_ENGLISH, LATIN_LANGUAGES } from './language-words.ts';

/** Languages recognised by their script; the first match wins. */
const LANGUAGES_BY_SCRIPT: readonly (readonly [language: string, letter: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['uk', /[іїєґІЇЄҐ]|[юу]вати(?!\p{L})/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ur', /[ٹڈڑںےھ]/u],
  ['fa', /[پچژگیک]/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['th', /\p{Script=Thai}/u],
  ['bn', /\p{Script=Bengali}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['pa', /\p{Script=Gurmukhi}/u],
];

const LETTER_PATTERN = /\p{L}/gu;
const LATIN_LETTER_PATTERN = /\p{Script=Latin}/gu;
const LATIN_WORD_PATTERN = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*/gu;

/** A lower score may be an English message with a foreign dish, greeting or surname in it. */
const MIN_FOREIGN_SCORE = 2.5;

/**
 * The language of a customer's message: 'en', another ISO 639-1 code, or 'und'. Someone who writes English must never be
 * told that we only speak English, so a language in Latin script is returned only when the message is clearly in it.
 */
export const detectLanguage = memoize((text: string) => text, detect);

function detect(text: string): string {
  const letterCount = text.match(LETTER_PATTERN)?.length ?? 0;
  if (letterCount === 0) return 'und';
  const latinLetterCount = text.match(LATIN_LETTER_PATTERN)?.length ?? 0;
  // A Chinese or Korean character carries about as much as three letters.
  if ((letterCount - latinLetterCount) * 3 > latinLetterCount)
    return LANGUAGES_BY_SCRIPT.find(([, letter]) => letter.test(text))?.[0] ?? 'und';
  return detectLatinLanguage(text);
}

function detectLatinLanguage(text: string): string {
  const words = text.toLowerCase().normalize('NFC').replaceAll('’', "'").match(LATIN_WORD_PATTERN) ?? [];
  const englishWordCount = words.filter(
    (word) => EVERYDAY_ENGLISH.has(word) || ENGLISH_ENDING_PATTERN.test(word),
  ).length;
  const bestGuess = findBestLatinLanguage(words, text);
  const isSure =
    bestGuess.score >= MIN_FOREIGN_SCORE + englishWordCount &&
    bestGuess.score > englishWordCount * 1.5 &&
    bestGuess.matchedWordCount * 3 >= words.length;
  if (isSure) return bestGuess.language;
  return englishWordCount > 0 && englishWordCount * 3 >= words.length ? 'en' : 'und';
}

/** The best guess, for replies that must be sent at once and where a wrong guess costs little, such as emergencies. */
export function guessLanguage(text: string): string {
  const detected = detectLanguage(text);
  if (detected !== 'und') return detected;
  const words = text.toLowerCase().normalize('NFC').replaceAll('’', "'").match(LATIN_WORD_PATTERN) ?? [];
  const englishWordCount = words.filter((word) => EVERYDAY_ENGLISH.has(word)).length;
  const bestGuess = findBestLatinLanguage(words, text);
  return bestGuess.score > englishWordCount ? bestGuess.language : 'en';
}

const ENGLISH_ENDING_PATTERN = /'(?:s|t|m|re|ve|ll|d)$/;

type Guess = { language: string; score: number; matchedWordCount: number };

function findBestLatinLanguage(words: readonly string[], text: string): Guess {
  let bestGuess: Guess = { language: 'und', score: 0, matchedWordCount: 0 };
  for (const { language, distinctive, common, distinctiveLetters } of LATIN_LANGUAGES) {
    let score = distinctiveLetters?.test(text) ? 0.75 : 0;
    let hits = 0;
    for (const word of new Set(words)) {
      const weight = distinctive.has(word) ? 1.5 : common.has(word) ? 0.75 : 0;
      score += weight;
      if (weight > 0) hits += 1;
    }
    if (score > bestGuess.score) bestGuess = { language, score, matchedWordCount: hits };
  }
  return bestGuess;
}
