// Sentences about what is safe to eat: a warning may be given; who assures says what the record of a dish says, or it is not said.
import { sentencesOf } from '../../sentences.ts';
import type { CheckedSentence } from './checked-sentence.ts';
import { subjectsIn } from './claim-grams.ts';
import type { Entry } from './evidence.ts';
import { DIETS, FOODS } from './foods.ts';
import { assures, type SaidFood, type Stance, saidIn, saysLacking, stancesOf } from './stance.ts';
import { isSupported } from './support.ts';
import { isQuestion, wordsOf } from './text.ts';
import { THRESHOLDS } from './thresholds.ts';

/** How far it must sound like a statement about what is in something; less where it names an allergen. */
const LEAST = THRESHOLDS.food;

/** Wherever one of these dishes is named, it is said what is in it, that it is not for them or not known, or what its record says. */
export function warnsOf({ sentence, named }: CheckedSentence, titles: readonly string[]): boolean {
  const names = titles.map((title) => title.toLowerCase());
  const isOne = ({ entry }: CheckedSentence['named'][number]) => names.includes(entry.name.toLowerCase());
  return stancesOf(sentence, named)
    .filter((stance) => stance.named.some(isOne))
    .every((stance) => {
      if (!assures(stance)) return stance.isWarning || stance.isContaining;
      return !stance.isSafe && entriesOf(stance).every((entry) => agrees(entry, stance));
    });
}

const isOfFood = ({ record }: Entry) => 'allergens' in record || 'contains' in record || 'diets' in record;
const entriesOf = ({ named }: Stance): Entry[] => named.map(({ entry }) => entry).filter(isOfFood);

const NOT_SAID = 'what is safe to eat may only be said in the words of a record; say it so, or refer to the team';

/** What is wrong with a sentence that repeats nothing; `entries` are what it names or speaks of. */
export function unsafeFood(about: CheckedSentence, entries: readonly Entry[]): string | undefined {
  const { claims } = about;
  const sentence = withoutNames(about.sentence, entries);
  const foods = saidIn(sentence, FOODS);
  const diets = saidIn(sentence, DIETS);
  if (isContradicted(about)) return NOT_SAID;
  if (claims.food <= leastOf(about, foods, diets, entries)) return undefined;
  const eaten = entries.filter(isOfFood);
  const stances = stancesOf(about.sentence, about.named);
  const assuring = stances.filter(assures);
  // "We use nuts, traces can be in anything": of something to eat, and in it.
  const isWarned = ({ isWarning, isContaining, foods: those }: Stance) =>
    isWarning ||
    (those.length > 0 && isContaining && !about.subjects.includes('assures')) ||
    // As they are recorded, one after the other.
    (those.length > 1 && eaten.length > 0 && eaten.every((entry) => those.every(({ name }) => isIn(entry, name))));
  if (assuring.length === 0 && stances.some(isWarned)) return undefined;
  const isRecorded = (stance: Stance) => {
    const own = entriesOf(stance);
    const contained = stance.foods.filter((food) => food.isIn);
    // "They are vegan, and do contain nuts": of those before it, what has nuts in it.
    const records = own.length > 0 ? own : eaten.filter((entry) => contained.every(({ name }) => isIn(entry, name)));
    if (own.length === 0 && contained.length > 0) return records.some((entry) => agrees(entry, stance));
    return records.length > 0 && records.every((entry) => agrees(entry, stance));
  };
  if (assuring.length > 0 && assuring.every(isRecorded)) return undefined;
  if (isSupported(about, LEAST.mostly)) return undefined;
  return NOT_SAID;
}

function leastOf(
  { sentence, subjects, known }: CheckedSentence,
  foods: readonly SaidFood[],
  diets: readonly SaidFood[],
  entries: readonly Entry[],
): number {
  if (isQuestion(sentence)) return LEAST.plain;
  if (subjects.includes('unknown')) return LEAST.unknown;
  if (foods.some(({ isIn }) => isIn === false) || saysLacking(sentence)) return LEAST.lacking;
  if (foods.length + diets.length > 0 || subjects.includes('allergy')) return LEAST.named;
  return entries.some(isOfFood) || known.given.told.some(speaksOfFood) ? LEAST.plain : LEAST.elsewhere;
}

const speaksOfFood = (told: unknown): boolean =>
  typeof told === 'string' && (saidIn(told, FOODS).length > 0 || subjectsIn(told).includes('allergy'));

/** It is said to lack what the business says to be in it, whatever that is: "lanolin-free". */
function isContradicted({ sentence, known }: CheckedSentence): boolean {
  const others = Object.values(FOODS).reduce((rest, food) => rest.replaceAll(new RegExp(food, 'giu'), ' '), sentence);
  const words = [...new Set(others.match(/\p{L}{4,}/gu) ?? [])].map((word) => ({
    [word]: new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'),
  }));
  const lacking = words.filter((word) => saidIn(sentence, word).some(({ isIn }) => isIn === false));
  const own = new Set(wordsOf(sentence));
  return lacking.some((word) =>
    known.records.some(({ texts }) =>
      texts.some(
        (text) =>
          [...own].filter((each) => text.words.has(each)).length > 1 &&
          sentencesOf(text.text).some((part) => saidIn(part, word).some(({ isIn }) => isIn)),
      ),
    ),
  );
}

const isIn = ({ record }: Entry, name: string): boolean => {
  const { contains, mayContain } = (record.allergens ?? record) as Allergens;
  return [...(contains ?? []), ...(mayContain ?? [])].includes(name);
};
type Allergens = { contains?: string[] | null; mayContain?: string[] | null };

/** All that is assured of a dish is what its record says. */
function agrees(entry: Entry, { foods, diets, assured, isSafe }: Stance): boolean {
  const { record } = entry;
  const isKnown = ((record.allergens ?? record) as Allergens).contains != null;
  const labels = ((record.diets as string[] | undefined) ?? []).map((label) => label.replace('_', ' '));
  if (foods.length + diets.length === 0) return false;
  const isAbsent = ({ name }: SaidFood) => isKnown && !isIn(entry, name);
  const isFree = (food: SaidFood) => labels.includes(`${LABELLED[food.name] ?? food.name} free`) || isAbsent(food);
  // "Fine for coeliacs": what is said to be safe is recorded, whatever a label says.
  const isFine = !isSafe || foods.every((food) => food.isIn || isAbsent(food));
  return isFine && assured.foods.every(isFree) && assured.diets.every(({ name }) => labels.includes(name));
}

/** What a label calls by another name. */
const LABELLED: Readonly<Record<string, string>> = { milk: 'dairy', nuts: 'nut' };

const withoutNames = (sentence: string, named: readonly Entry[]): string =>
  named.reduce((rest, { name }) => rest.replaceAll(new RegExp(RegExp.escape(name), 'giu'), ' '), sentence);
