// Claims about what is safe to eat: warnings are allowed, assurances only if the dish's record says the same.
import { splitIntoSentences } from '../../sentences.ts';
import { findMatchingWordLists } from './claim-features.ts';
import type { Entry } from './evidence.ts';
import {
  type FoodMention,
  type FoodStance,
  findFoodMentions,
  findFoodStances,
  isAssurance,
  saysNotContaining,
} from './food-stance.ts';
import { DIET_PATTERNS, FOOD_PATTERNS } from './foods.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { isWrittenInRecords } from './support.ts';
import { extractContentWords, isQuestion } from './text-analysis.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Minimum scores for a statement about ingredients; lower where it names an allergen. */
const FOOD_THRESHOLDS = THRESHOLDS.food;

/** Whether every mention of these dishes is a warning, says that it is unknown, or says what the record says. */
export function warnsAboutAll({ sentence, mentions }: ParsedSentence, titles: readonly string[]): boolean {
  const names = titles.map((title) => title.toLowerCase());
  const isUnsuitable = ({ entry }: ParsedSentence['mentions'][number]) => names.includes(entry.name.toLowerCase());
  return findFoodStances(sentence, mentions)
    .filter((stance) => stance.mentions.some(isUnsuitable))
    .every((stance) => {
      if (!isAssurance(stance)) return stance.isWarning || stance.saysContaining;
      return !stance.saysSafe && findFoodEntries(stance).every((entry) => matchesRecord(entry, stance));
    });
}

const isFoodEntry = ({ record }: Entry) => 'allergens' in record || 'contains' in record || 'diets' in record;
const findFoodEntries = ({ mentions }: FoodStance): Entry[] => mentions.map(({ entry }) => entry).filter(isFoodEntry);

const REJECTION_DETAIL =
  'what is safe to eat may only be said in the words of a record; say it so, or refer to the team';

/** Why the sentence must be dropped, or undefined; `entries` are those it mentions or refers to. */
export function findUnsafeFoodClaim(parsed: ParsedSentence, entries: readonly Entry[]): string | undefined {
  const { claimScores } = parsed;
  const sentence = withoutNames(parsed.sentence, entries);
  const foods = findFoodMentions(sentence, FOOD_PATTERNS);
  const diets = findFoodMentions(sentence, DIET_PATTERNS);
  if (contradictsRecords(parsed)) return REJECTION_DETAIL;
  if (claimScores.food <= chooseThreshold(parsed, foods, diets, entries)) return undefined;
  const foodEntries = entries.filter(isFoodEntry);
  const stances = findFoodStances(parsed.sentence, parsed.mentions);
  const assuringStances = stances.filter(isAssurance);
  // A general warning: "We use nuts, traces can be in anything".
  const isFoodWarning = ({ isWarning, saysContaining, foods: warnedFoods }: FoodStance) =>
    isWarning ||
    (warnedFoods.length > 0 && saysContaining && !parsed.subjects.includes('assures')) ||
    // Or it lists the recorded allergens.
    (warnedFoods.length > 1 &&
      foodEntries.length > 0 &&
      foodEntries.every((entry) => warnedFoods.every(({ name }) => containsAllergen(entry, name))));
  if (assuringStances.length === 0 && stances.some(isFoodWarning)) return undefined;
  const matchesRecords = (stance: FoodStance) => {
    const mentionedEntries = findFoodEntries(stance);
    const containedFoods = stance.foods.filter((food) => food.isAffirmed);
    // Without a mention it refers to the entries before that contain these foods: "They are vegan, and do contain
    // nuts".
    const candidates =
      mentionedEntries.length > 0
        ? mentionedEntries
        : foodEntries.filter((entry) => containedFoods.every(({ name }) => containsAllergen(entry, name)));
    if (mentionedEntries.length === 0 && containedFoods.length > 0)
      return candidates.some((entry) => matchesRecord(entry, stance));
    return candidates.length > 0 && candidates.every((entry) => matchesRecord(entry, stance));
  };
  if (assuringStances.length > 0 && assuringStances.every(matchesRecords)) return undefined;
  if (isWrittenInRecords(parsed, FOOD_THRESHOLDS.mostly)) return undefined;
  return REJECTION_DETAIL;
}

function chooseThreshold(
  { sentence, subjects, evidence }: ParsedSentence,
  foods: readonly FoodMention[],
  diets: readonly FoodMention[],
  entries: readonly Entry[],
): number {
  if (isQuestion(sentence)) return FOOD_THRESHOLDS.plain;
  if (subjects.includes('unknown')) return FOOD_THRESHOLDS.unknown;
  if (foods.some(({ isAffirmed }) => isAffirmed === false) || saysNotContaining(sentence))
    return FOOD_THRESHOLDS.lacking;
  if (foods.length + diets.length > 0 || subjects.includes('allergy')) return FOOD_THRESHOLDS.named;
  return entries.some(isFoodEntry) || evidence.input.conversationData.some(mentionsFood)
    ? FOOD_THRESHOLDS.plain
    : FOOD_THRESHOLDS.elsewhere;
}

const mentionsFood = (text: unknown): boolean =>
  typeof text === 'string' &&
  (findFoodMentions(text, FOOD_PATTERNS).length > 0 || findMatchingWordLists(text).includes('allergy'));

/** It denies an ingredient that the records confirm, whatever it is: "lanolin-free". */
function contradictsRecords({ sentence, evidence }: ParsedSentence): boolean {
  const sentenceWithoutFoods = Object.values(FOOD_PATTERNS).reduce(
    (remaining, food) => remaining.replaceAll(new RegExp(food, 'giu'), ' '),
    sentence,
  );
  const wordPatterns = [...new Set(sentenceWithoutFoods.match(/\p{L}{4,}/gu) ?? [])].map((word) => ({
    [word]: new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'),
  }));
  const deniedPatterns = wordPatterns.filter((word) =>
    findFoodMentions(sentence, word).some(({ isAffirmed }) => isAffirmed === false),
  );
  const words = new Set(extractContentWords(sentence));
  return deniedPatterns.some((pattern) =>
    evidence.trustedFacts.some(({ texts }) =>
      texts.some(
        (text) =>
          [...words].filter((word) => text.words.has(word)).length > 1 &&
          splitIntoSentences(text.text).some((sentenceText) =>
            findFoodMentions(sentenceText, pattern).some(({ isAffirmed }) => isAffirmed),
          ),
      ),
    ),
  );
}

const containsAllergen = ({ record }: Entry, name: string): boolean => {
  const { contains, mayContain } = (record.allergens ?? record) as Allergens;
  return [...(contains ?? []), ...(mayContain ?? [])].includes(name);
};
type Allergens = { contains?: string[] | null; mayContain?: string[] | null };

/** Everything that it assures of a dish is in the dish's record. */
function matchesRecord(entry: Entry, { foods, diets, assurances, saysSafe }: FoodStance): boolean {
  const { record } = entry;
  const areAllergensRecorded = ((record.allergens ?? record) as Allergens).contains != null;
  const labels = ((record.diets as string[] | undefined) ?? []).map((label) => label.replace('_', ' '));
  if (foods.length + diets.length === 0) return false;
  const isAbsent = ({ name }: FoodMention) => areAllergensRecorded && !containsAllergen(entry, name);
  const isFreeFrom = (food: FoodMention) =>
    labels.includes(`${LABEL_NAMES[food.name] ?? food.name} free`) || isAbsent(food);
  // "Fine for coeliacs": safety needs recorded allergens, whatever the labels say.
  const isSafetyRecorded = !saysSafe || foods.every((food) => food.isAffirmed || isAbsent(food));
  return (
    isSafetyRecorded &&
    assurances.foods.every(isFreeFrom) &&
    assurances.diets.every(({ name }) => labels.includes(name))
  );
}

/** Foods with another name in diet labels. */
const LABEL_NAMES: Readonly<Record<string, string>> = { milk: 'dairy', nuts: 'nut' };

const withoutNames = (sentence: string, namedEntries: readonly Entry[]): string =>
  namedEntries.reduce(
    (remaining, { name }) => remaining.replaceAll(new RegExp(RegExp.escape(name), 'giu'), ' '),
    sentence,
  );
