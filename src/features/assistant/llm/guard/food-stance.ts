// Whether a sentence about food warns, says that something is unknown, or assures that something can be eaten.
import { findMatchingWordLists, getWordListPattern, hasNegationWord } from './claim-features.ts';
import type { EntryMention } from './entry-mentions.ts';
import { DIET_PATTERNS, FOOD_PATTERNS } from './foods.ts';

/** Verbs for ingredients, and words that negate them. */
const CONTAINS_WORDS_PATTERN =
  /(?<!\p{L})(?:contains?|lists?|made with|contiene[n]?|lleva[n]?|contient|contiennent|contenir|enthält|enthalten|contém|contêm|leva|contengono|bevat(?:ten)?|zawiera\p{L}*|tracce|traces|spuren|trazas|sporen|ślad\p{L}*|vestígios)(?!\p{L})|含|入って|使用して|使って|含ま|يحتو\p{L}*|تحتو\p{L}*|होत\p{L}*|हैं?(?!\p{L})|शामिल/giu;
const NEGATION_WORDS_PATTERN =
  /(?<!\p{L})(?:no|not|never|\p{L}+n['’]t|none|neither|nor|ni|tampoco|pas|aucune?|kein\p{L}*|nicht|weder|noch|não|nem|non|né|geen|niet|nie|ani|brak)(?!\p{L})|不含|不|没|无|無添加|不使用|入っていま?せ?ん|入っておりません|含まれていません|使っていません|使用していません|ません|ない|なし|フリー|لا (?:ي|ت)حتو\p{L}*|नहीं/giu;
/** Can be negated itself: "we have nothing without milk" does not say that a dish is free of milk. */
const WITHOUT_WORDS_PATTERN =
  /(?<!\p{L})(?:free (?:of|from)|without|sin|sans|ohne|frei von|sem|senza|priv[oaie] di|zonder|bez)(?!\p{L})|بدون|خال\p{L}*|बिना|मुक्त|रहित/giu;
/** A prefix or suffix that negates a food word: "gluten-free", "bezglutenowy". */
const FREE_PREFIX_PATTERN = /(?<!\p{L})(?:bez|non-|no-)$/iu;
const FREE_SUFFIX_PATTERN = /^(?:[-\s]?free|[-\s]?frei\p{L}*|[-\s]?vrije?|フリー|不使用|なし|-?मुक्त|-?रहित)/iu;
/** Scripts of languages with the verb at the end of the clause. */
const VERB_LAST_SCRIPTS_PATTERN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}]/u;
const UNSUITABLE_FOR_CUSTOMER_PATTERN =
  /(?<!\p{L})(?:avoid|skip|leave (?:it|that|this) out|not (?:an option|for (?:you|him|her|them)|right for)|(?:isn|wouldn)['’]t (?:an option|for (?:you|him|her|them)|right|work)|(?:can['’]?t|cannot|shouldn['’]t) (?:have|eat|order)|rule[sd]? (?:it )?out|steer clear)(?!\p{L})/iu;
const CLAUSE_SEPARATOR_PATTERN = /[,;:–—，、；：،]/u;
const SAFE_PATTERN = getWordListPattern('safe');

/** A food or a diet in a sentence. `isAffirmed`: the food is contained, or the diet is met; undefined if it does not say. */
export type FoodMention = { name: string; start: number; end: number; isAffirmed: boolean | undefined };
type ContentMarker = { start: number; end: number; isContaining: boolean; isWithout: boolean };

/** What a part of a sentence says about eating the dishes that it mentions. */
export type FoodStance = {
  mentions: readonly EntryMention[];
  text: string;
  /** All foods in it, whatever it says about them. */
  foods: readonly FoodMention[];
  diets: readonly FoodMention[];
  /** It names an ingredient, says that the dish is unsuitable, or that nobody knows. */
  isWarning: boolean;
  /** It says that the dish contains something, whatever that is. */
  saysContaining: boolean;
  /** The foods that it says are absent, and the diets that it says are suitable. */
  assurances: { foods: readonly FoodMention[]; diets: readonly FoodMention[] };
  /** It says in other words that the dish is safe to eat. */
  saysSafe: boolean;
};

export const isAssurance = ({ assurances, saysSafe }: FoodStance): boolean =>
  saysSafe || assurances.foods.length + assurances.diets.length > 0;

/** Dishes with no more letters between their names are neighbours. */
const MAX_LETTERS_BETWEEN_DISHES = 12;

/** Splits a sentence into parts, each with neighbouring dishes and what it says about them. */
export function findFoodStances(sentence: string, mentions: readonly EntryMention[]): FoodStance[] {
  const groups: EntryMention[][] = [];
  for (const mention of mentions) {
    const lastGroup = groups.at(-1);
    const previousMention = lastGroup?.at(-1);
    const textBetween = previousMention
      ? sentence.slice(previousMention.start, mention.start).replace(readNameAt(sentence, previousMention), '')
      : '';
    if (
      lastGroup &&
      previousMention &&
      textBetween.replaceAll(/\P{L}/gu, '').length <= MAX_LETTERS_BETWEEN_DISHES &&
      !ANY_FOOD_PATTERN.test(textBetween)
    )
      lastGroup.push(mention);
    else groups.push([mention]);
  }
  const starts = groups.map(([firstMention], index) => {
    const previousMention = groups[index - 1]?.at(-1);
    if (!firstMention || !previousMention) return 0;
    const textBetween = sentence.slice(previousMention.start, firstMention.start);
    const separatorOffset = Math.max(
      ...[...textBetween.matchAll(new RegExp(CLAUSE_SEPARATOR_PATTERN, 'gu'))].map(({ index }) => index),
      -1,
    );
    return separatorOffset < 0 ? firstMention.start : previousMention.start + separatorOffset + 1;
  });
  if (groups.length === 0) return [analyzeStance(sentence, sentence, [])];
  return groups.map((group, index) => analyzeStance(sentence.slice(starts[index], starts[index + 1]), sentence, group));
}

function analyzeStance(text: string, sentence: string, mentions: readonly EntryMention[]): FoodStance {
  const textWithoutNames = mentions.reduce(
    (remaining, { entry: { name } }) =>
      remaining.replaceAll(new RegExp(RegExp.escape(name), 'giu'), (name) => ' '.repeat(name.length)),
    text,
  );
  const foods = findFoodMentions(textWithoutNames, FOOD_PATTERNS);
  const diets = findFoodMentions(textWithoutNames, DIET_PATTERNS);
  const matchingWordLists = findMatchingWordLists(textWithoutNames);
  // Blanks out "gluten-free", so that its "free" does not count as a general assurance.
  const textWithoutFoods = foods.reduce((remaining, { start, end }) => {
    const suffixLength = FREE_SUFFIX_PATTERN.exec(textWithoutNames.slice(end))?.[0].length ?? 0;
    return remaining.slice(0, start) + ' '.repeat(end + suffixLength - start) + remaining.slice(end + suffixLength);
  }, textWithoutNames);
  const safetyStatements = textWithoutFoods.split(CLAUSE_SEPARATOR_PATTERN).flatMap((clause) => {
    const match = SAFE_PATTERN.exec(clause)?.[0];
    return match === undefined ? [] : [!hasNegationWord(clause.replace(match, ' '), sentence)];
  });
  const isUnknown = matchingWordLists.includes('unknown');
  const isNamedIngredient = (name: string) => foods.some((food) => food.name === name && food.isAffirmed);
  const markers = findMarkers(textWithoutNames);
  const isVerbLast = VERB_LAST_SCRIPTS_PATTERN.test(textWithoutNames);
  return {
    mentions,
    text,
    foods,
    diets,
    isWarning:
      isUnknown ||
      matchingWordLists.includes('warns') ||
      UNSUITABLE_FOR_CUSTOMER_PATTERN.test(textWithoutNames) ||
      safetyStatements.includes(false) ||
      foods.some(({ isAffirmed }) => isAffirmed) ||
      diets.some(({ isAffirmed }) => isAffirmed === false),
    saysContaining: markers.some(
      (marker) => marker.isContaining && !isNegatedMarker(textWithoutNames, marker, markers, isVerbLast),
    ),
    assurances: {
      foods: foods.filter(({ name, isAffirmed }) => isAffirmed === false && !isNamedIngredient(name)),
      diets: diets.filter(({ isAffirmed }) => isAffirmed !== false),
    },
    saysSafe: safetyStatements.includes(true),
  };
}

const readNameAt = (sentence: string, { start, entry }: EntryMention): string => {
  const restOfSentence = sentence.slice(start);
  return restOfSentence.toLowerCase().startsWith(entry.name.toLowerCase())
    ? restOfSentence.slice(0, entry.name.length)
    : (/^[\p{L}\p{N}]+/u.exec(restOfSentence)?.[0] ?? '');
};

const ANY_FOOD_PATTERN = new RegExp(
  Object.values(FOOD_PATTERNS)
    .map(({ source }) => source)
    .join('|'),
  'iu',
);

const findPatternMarkers = (
  sentence: string,
  pattern: RegExp,
  isContaining: boolean,
  isWithout = false,
): ContentMarker[] =>
  [...sentence.matchAll(pattern)].map(({ index: start, 0: matchedText }) => ({
    start,
    end: start + matchedText.length,
    isContaining,
    isWithout,
  }));

const findMarkers = (sentence: string): ContentMarker[] =>
  [
    ...findPatternMarkers(sentence, NEGATION_WORDS_PATTERN, false),
    ...findPatternMarkers(sentence, WITHOUT_WORDS_PATTERN, false, true),
    ...findPatternMarkers(sentence, CONTAINS_WORDS_PATTERN, true),
  ].sort((a, b) => a.start - b.start);

/** "Does not contain", whatever the ingredient. */
export const saysNotContaining = (sentence: string): boolean => {
  const markers = findMarkers(sentence);
  const isVerbLast = VERB_LAST_SCRIPTS_PATTERN.test(sentence);
  return (
    !isVerbLast &&
    markers.some((marker) => marker.isContaining && isNegatedMarker(sentence, marker, markers, isVerbLast))
  );
};

/** Each mention of a food or diet, and whether the closest marker affirms it. */
export function findFoodMentions(sentence: string, patterns: Readonly<Record<string, RegExp>>): FoodMention[] {
  const markers = findMarkers(sentence);
  const isVerbLast = VERB_LAST_SCRIPTS_PATTERN.test(sentence);
  return Object.entries(patterns).flatMap(([name, pattern]) =>
    [...sentence.matchAll(new RegExp(pattern.source, 'giu'))].map(({ index: start, 0: matchedText }): FoodMention => {
      const end = start + matchedText.length;
      // A negated "free" means that it may be contained: "isn't recorded as nut-free".
      if (FREE_PREFIX_PATTERN.test(sentence.slice(0, start)) || FREE_SUFFIX_PATTERN.test(sentence.slice(end)))
        return {
          name,
          start,
          end,
          isAffirmed: markers.some((marker) => !marker.isContaining && negates(sentence, marker, start)),
        };
      const marker = isVerbLast
        ? markers.find((candidate) => candidate.start >= end)
        : markers.findLast((candidate) => candidate.end <= start && isInScope(sentence, candidate, start));
      if (
        marker?.isWithout &&
        !isVerbLast &&
        markers.some(
          (candidate) => !candidate.isContaining && !candidate.isWithout && negates(sentence, candidate, marker.start),
        )
      )
        return { name, start, end, isAffirmed: true };
      return {
        name,
        start,
        end,
        isAffirmed:
          marker?.isContaining && isNegatedMarker(sentence, marker, markers, isVerbLast) ? false : marker?.isContaining,
      };
    }),
  );
}

/** How far before a word its negation may end. */
const MAX_CHARS_AFTER_NEGATION = 48;
/** From the start of the one to the start of the other. */
const MAX_CHARS_BETWEEN_VERB_AND_NEGATION = 12;

/** In the same clause, with no other food between that it could negate: "We don't have bread without". */
const negates = (sentence: string, { end }: ContentMarker, position: number): boolean => {
  const between = sentence.slice(end, position);
  return (
    end <= position &&
    between.length <= MAX_CHARS_AFTER_NEGATION &&
    !CLAUSE_SEPARATOR_PATTERN.test(between) &&
    !ANY_FOOD_PATTERN.test(between)
  );
};

/** Past a comma only within a list: "no milk, egg or nuts", but not "at no cost, so avoid milk". */
function isInScope(sentence: string, { end }: ContentMarker, position: number): boolean {
  const between = sentence.slice(end, position);
  if (/[:;]/.test(between)) return false;
  const [beforeComma = '', ...afterCommas] = between.split(/[,，、،]/u);
  return afterCommas.length === 0 || ANY_FOOD_PATTERN.test(beforeComma);
}

/** "Does not contain": a negation close to the verb. */
const isNegatedMarker = (
  sentence: string,
  marker: ContentMarker,
  markers: readonly ContentMarker[],
  isVerbLast: boolean,
): boolean =>
  markers.some(({ start, isContaining }) => {
    const [from, to] = isVerbLast ? [marker.start, start] : [start, marker.start];
    return (
      !isContaining &&
      from <= to &&
      to - from <= MAX_CHARS_BETWEEN_VERB_AND_NEGATION &&
      !/[,;，、；،]/.test(sentence.slice(from, to))
    );
  });
