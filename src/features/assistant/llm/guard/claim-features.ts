// Text features for the claim model: character and word n-grams, n-grams of word roles, and subjects.
import { readFileSync } from 'node:fs';
import { memoize } from '../../../../kernel/memoize.ts';
import { must } from '../../../../kernel/must.ts';
import { guessLanguage } from '../../../../nlu/language.ts';
import { DIET_PATTERNS, FOOD_PATTERNS } from './foods.ts';
import { extractValues } from './values.ts';
import { ROLE_WORDS, WORD_ROLES, type WordRole } from './word-roles.ts';

/** Features are hashed: an occasional collision costs less than a vocabulary. */
export const FEATURE_COUNT = 1 << 18;

export type SparseFeatures = { readonly columns: Int32Array; readonly values: Float32Array };

const LANGUAGES_WITHOUT_SPACES = new Set(['zh', 'ja']);
const LETTER_PATTERN = String.raw`[\p{L}\p{M}]`;
const WORD_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}']+|[?!.,:;¿¡。！？、，؟।]/gu;
const TOKEN_PATTERN = new RegExp(`${LETTER_PATTERN}+(?:['-]${LETTER_PATTERN}+)*'?|0|[?!.,:;؟،؛।]`, 'gu');
/** Arabic attaches prefixes and suffixes to a word. */
const AFFIXES: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['(?:[وف])?(?:ال|لل|[بلك])?', '(?:ك|كم|ه|ها|نا|ي)?'],
};
const MAX_SENTENCE_CHARS = 400;
const FAMILY_WEIGHTS = { characters: 0.7, words: 1, roles: 1, subjects: 1 };

/** Lower case, with every number as 0. */
const normalizeSentence = (text: string) =>
  text
    .slice(0, MAX_SENTENCE_CHARS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\p{N}+(?:[:.,]\p{N}+)*/gu, '0')
    .replace(/\s+/g, ' ');

export function extractClaimFeatures(text: string): SparseFeatures {
  const normalized = normalizeSentence(text);
  const featureValues = new Map<number, number>();
  addFeatureFamily(featureValues, listCharacterGrams(` ${normalized} `), FAMILY_WEIGHTS.characters);
  addFeatureFamily(featureValues, listWordGrams(normalized), FAMILY_WEIGHTS.words);
  addFeatureFamily(featureValues, listRoleGrams(findRoles(normalized)), FAMILY_WEIGHTS.roles);
  addFeatureFamily(
    featureValues,
    listSubjectGrams(findSubjectsAndValues(text.slice(0, MAX_SENTENCE_CHARS))),
    FAMILY_WEIGHTS.subjects,
  );
  return { columns: Int32Array.from(featureValues.keys()), values: Float32Array.from(featureValues.values()) };
}

function addFeatureFamily(featureValues: Map<number, number>, grams: readonly string[], familyWeight: number): void {
  const counts = new Map<number, number>();
  for (const gram of grams) {
    const featureIndex = hashFeature(gram);
    counts.set(featureIndex, (counts.get(featureIndex) ?? 0) + 1);
  }
  const values = [...counts].map(([featureIndex, count]) => [featureIndex, 1 + Math.log(count)] as const);
  const scale = familyWeight / Math.sqrt(values.reduce((total, [, value]) => total + value * value, 0) || 1);
  for (const [featureIndex, value] of values)
    featureValues.set(featureIndex, (featureValues.get(featureIndex) ?? 0) + value * scale);
}

function listCharacterGrams(text: string): string[] {
  const grams: string[] = [];
  for (let length = 1; length <= 5; length++)
    for (let index = 0; index + length <= text.length; index++) grams.push(`c${text.slice(index, index + length)}`);
  return grams;
}

function listWordGrams(text: string): string[] {
  const words = ['^', ...(text.match(WORD_PATTERN) ?? []), '$'];
  return [...listNGrams(words, 1, 3, 'w'), ...words.slice(2).map((word, index) => `s${words[index]} * ${word}`)];
}

/** `words` match as whole words, `pieces` anywhere. */
type SubjectWords = { words: string[]; pieces: string[] };
const claimWords: Readonly<Record<string, SubjectWords>> = JSON.parse(
  readFileSync(new URL('claim-words.json', import.meta.url), 'utf8'),
);

/** Patterns for each subject, in all languages together. */
const SUBJECTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...Object.entries(claimWords).map(([name, { words, pieces }]) => {
    const wholeWords = words.length > 0 ? [String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`] : [];
    return [name, new RegExp([...wholeWords, ...pieces].join('|'), 'iu')] as const;
  }),
  ...Object.entries({ ...FOOD_PATTERNS, ...DIET_PATTERNS }),
];

/** The names of the word lists that a text matches: keys of `claim-words.json`, foods and diets. */
export const findMatchingWordLists = (text: string): string[] =>
  SUBJECTS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

export function getWordListPattern(listName: string): RegExp {
  const subject = SUBJECTS.find(([name]) => name === listName);
  const [, pattern] = must(subject, `the word list "${listName}"`);
  return pattern;
}

/** Whether a part of a text contains a negation word, in the language of the whole text. */
export const hasNegationWord = (part: string, fullText: string): boolean =>
  findRoles(normalizeSentence(part), normalizeSentence(fullText)).some((roles) => roles.split('+').includes('not'));

function findSubjectsAndValues(text: string): string[] {
  const values = Object.entries(extractValues(text)).filter(([, matches]) => matches.length > 0);
  return [...findMatchingWordLists(text), ...values.map(([name]) => `a ${name}`)];
}

const listSubjectGrams = (subjects: readonly string[]): string[] => [
  ...subjects.map((subject) => `t${subject}`),
  ...subjects.flatMap((first, index) => subjects.slice(index + 1).map((second) => `b${first}&${second}`)),
];

function listNGrams(items: readonly string[], minLength: number, maxLength: number, prefix: string): string[] {
  const grams: string[] = [];
  for (let length = minLength; length <= maxLength; length++)
    for (let index = 0; index + length <= items.length; index++)
      grams.push(prefix + items.slice(index, index + length).join(' '));
  return grams;
}

const NO_ROLE = '_';
const HEDGING_ROLES = ['not', 'if', 'can', 'said', '?'];
const CLAIMING_ROLES = ['done', 'ready', 'book', 'have', 'your', 'i'];

function listRoleGrams(roles: readonly string[]): string[] {
  const rolesFromStart = ['^', ...roles];
  const knownRoles = rolesFromStart.filter((role) => role !== NO_ROLE);
  const distinctRoles = [...new Set(knownRoles)];
  const singleRoles = new Set(knownRoles.flatMap((role) => role.split('+')));
  const joinPresentRoles = (candidates: readonly string[]) => candidates.filter((name) => singleRoles.has(name)).join();
  return [
    ...listNGrams(knownRoles, 1, 4, 'k'),
    ...listNGrams(rolesFromStart, 2, 3, 'K'),
    ...distinctRoles.flatMap((first, index) => distinctRoles.slice(index + 1).map((second) => `p${first}>${second}`)),
    `q${joinPresentRoles(HEDGING_ROLES)}|${joinPresentRoles(CLAIMING_ROLES)}`,
    `Q${joinPresentRoles(HEDGING_ROLES)}`,
    `e${knownRoles.at(-1)}`,
  ];
}

type RoleFinder = (normalized: string) => string[];
const roleFinders = new Map<string, RoleFinder>();

/** The roles of a text's words in order; a word can have two, joined by "+". */
function findRoles(normalized: string, fullText = normalized): string[] {
  const detectedLanguage = guessLanguage(fullText);
  const language = ROLE_WORDS[detectedLanguage] ? detectedLanguage : 'en';
  let roleFinder = roleFinders.get(language);
  if (!roleFinder) {
    roleFinder = LANGUAGES_WITHOUT_SPACES.has(language)
      ? createCharacterRoleFinder(language)
      : createWordRoleFinder(language);
    roleFinders.set(language, roleFinder);
  }
  return roleFinder(normalized);
}

const getRoleWords = (language: string) => must(ROLE_WORDS[language], `the role words of ${language}`);

function createCharacterRoleFinder(language: string): RoleFinder {
  const roleWords = getRoleWords(language);
  const rolesByWord = new Map<string, WordRole[]>();
  for (const role of WORD_ROLES)
    for (const word of roleWords[role].split(' ')) rolesByWord.set(word, [...(rolesByWord.get(word) ?? []), role]);
  const longestFirst = [...rolesByWord.keys()].sort((a, b) => b.length - a.length).map((word) => RegExp.escape(word));
  const pattern = new RegExp(`${longestFirst.join('|')}|[?？]|[,，、。.!！;；:：]|0`, 'gu');
  return (normalized) =>
    (normalized.match(pattern) ?? []).map(
      (match) => rolesByWord.get(match)?.join('+') ?? (match === '0' ? '0' : findPunctuationRole(match)),
    );
}

function createWordRoleFinder(language: string): RoleFinder {
  const [prefix, suffix] = AFFIXES[language] ?? ['', ''];
  const roleWords = getRoleWords(language);
  const rolePatterns = WORD_ROLES.map((role): [WordRole, RegExp] => {
    const words = roleWords[role].split(' ').map((word) =>
      word
        .split('*')
        .map((piece) => RegExp.escape(piece))
        .join(`${LETTER_PATTERN}*`),
    );
    return [role, new RegExp(`^${prefix}(?:${words.join('|')})${suffix}$`, 'u')];
  });
  const findRole = memoize(
    (word: string) => word,
    (word) =>
      rolePatterns
        .filter(([, pattern]) => pattern.test(word))
        .map(([name]) => name)
        .slice(0, 2)
        .join('+') || NO_ROLE,
  );
  const splitsAtApostrophe = language === 'fr' || language === 'it';
  return (normalized) =>
    (normalized.replace(/[\u064b-\u0652]/g, '').match(TOKEN_PATTERN) ?? []).flatMap((word) => {
      if (word === '0') return [word];
      if (/^[^\p{L}\p{M}]/u.test(word)) return [findPunctuationRole(word)];
      return (splitsAtApostrophe ? word.split(/(?<=')/) : [word]).map(findRole);
    });
}

const findPunctuationRole = (mark: string) => (/[?？؟]/.test(mark) ? '?' : ',');

/** FNV-1a with a final mix. */
function hashFeature(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (FEATURE_COUNT - 1);
}
