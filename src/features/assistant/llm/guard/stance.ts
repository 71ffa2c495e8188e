// On which side a sentence about food is: it warns, it says that something is unknown, or it assures that something can be eaten.
import { deniesIn, subjectsIn, testOf } from './claim-grams.ts';
import { DIETS, FOODS } from './foods.ts';
import type { Named } from './prices.ts';

/** What is said to be in it, and what is said not to be. */
const CONTAINS =
  /(?<!\p{L})(?:contains?|lists?|made with|contiene[n]?|lleva[n]?|contient|contiennent|contenir|enthält|enthalten|contém|contêm|leva|contengono|bevat(?:ten)?|zawiera\p{L}*|tracce|traces|spuren|trazas|sporen|ślad\p{L}*|vestígios)(?!\p{L})|含|入って|使用して|使って|含ま|يحتو\p{L}*|تحتو\p{L}*|होत\p{L}*|हैं?(?!\p{L})|शामिल/giu;
const LACKS =
  /(?<!\p{L})(?:no|not|never|\p{L}+n['’]t|none|neither|nor|ni|tampoco|pas|aucune?|kein\p{L}*|nicht|weder|noch|não|nem|non|né|geen|niet|nie|ani|brak)(?!\p{L})|不含|不|没|无|無添加|不使用|入っていま?せ?ん|入っておりません|含まれていません|使っていません|使用していません|ません|ない|なし|フリー|لا (?:ي|ت)حتو\p{L}*|नहीं/giu;
/** What can itself be denied: "we have nothing without milk" says no dish to be free of it. */
const WITHOUT =
  /(?<!\p{L})(?:free (?:of|from)|without|sin|sans|ohne|frei von|sem|senza|priv[oaie] di|zonder|bez)(?!\p{L})|بدون|خال\p{L}*|बिना|मुक्त|रहित/giu;
/** What a word of a food begins or ends with where the food is not in it: "gluten-free", "bezglutenowy". */
const FREE_BEFORE = /(?<!\p{L})(?:bez|non-|no-)$/iu;
const FREE_AFTER = /^(?:[-\s]?free|[-\s]?frei\p{L}*|[-\s]?vrije?|フリー|不使用|なし|-?मुक्त|-?रहित)/iu;
/** Verbs stand at the end there. */
const ENDS_WITH_VERB = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}]/u;
const NOT_FOR_THEM =
  /(?<!\p{L})(?:avoid|skip|leave (?:it|that|this) out|not (?:an option|for (?:you|him|her|them)|right for)|(?:isn|wouldn)['’]t (?:an option|for (?:you|him|her|them)|right|work)|(?:can['’]?t|cannot|shouldn['’]t) (?:have|eat|order)|rule[sd]? (?:it )?out|steer clear)(?!\p{L})/iu;
const CLAUSES = /[,;:–—，、；：،]/u;
const SAFE = testOf('safe');

/** `isIn`: undefined where it is neither said to be in it nor not to be. */
export type SaidFood = { name: string; at: number; end: number; isIn: boolean | undefined };
type Mark = { at: number; end: number; isIn: boolean; isWithout: boolean };

/** What a part of a sentence says of what can be eaten. */
export type Stance = {
  named: readonly Named[];
  text: string;
  /** All that is named, whatever is said of it. */
  foods: readonly SaidFood[];
  diets: readonly SaidFood[];
  /** It says what is in it, that it is not for them, or that nobody knows. */
  isWarning: boolean;
  /** It says that something is in it, whatever that is. */
  isContaining: boolean;
  /** What it says not to be in it, and the diets it is said to suit. */
  assured: { foods: readonly SaidFood[]; diets: readonly SaidFood[] };
  /** It says in other words that it can be eaten. */
  isSafe: boolean;
};

export const assures = ({ assured, isSafe }: Stance): boolean =>
  isSafe || assured.foods.length + assured.diets.length > 0;

/** A sentence in parts, each with the dishes that stand in it one beside the other, and what is said of them. */
export function stancesOf(sentence: string, named: readonly Named[]): Stance[] {
  const groups: Named[][] = [];
  for (const each of named) {
    const last = groups.at(-1)?.at(-1);
    const between = last ? sentence.slice(last.at, each.at).replace(nameAt(sentence, last), '') : '';
    if (last && between.replaceAll(/\P{L}/gu, '').length <= NEAR && !FOOD.test(between)) groups.at(-1)!.push(each);
    else groups.push([each]);
  }
  const starts = groups.map(([first], at) => {
    if (at === 0) return 0;
    const from = groups[at - 1]!.at(-1)!.at;
    const between = sentence.slice(from, first!.at);
    const mark = Math.max(...[...between.matchAll(new RegExp(CLAUSES, 'gu'))].map(({ index }) => index), -1);
    return mark < 0 ? first!.at : from + mark + 1;
  });
  if (groups.length === 0) return [stanceOf(sentence, sentence, [])];
  return groups.map((group, at) => stanceOf(sentence.slice(starts[at], starts[at + 1]), sentence, group));
}

function stanceOf(text: string, sentence: string, named: readonly Named[]): Stance {
  const nameless = named.reduce(
    (rest, { entry: { name } }) =>
      rest.replaceAll(new RegExp(RegExp.escape(name), 'giu'), (said) => ' '.repeat(said.length)),
    text,
  );
  const foods = saidIn(nameless, FOODS);
  const diets = saidIn(nameless, DIETS);
  const subjects = subjectsIn(nameless);
  // "Gluten-free" says of gluten what it says, and no more.
  const plain = foods.reduce((rest, { at, end }) => {
    const free = FREE_AFTER.exec(nameless.slice(end))?.[0].length ?? 0;
    return rest.slice(0, at) + ' '.repeat(end + free - at) + rest.slice(end + free);
  }, nameless);
  const safe = plain.split(CLAUSES).flatMap((clause) => {
    const said = SAFE.exec(clause)?.[0];
    return said === undefined ? [] : [!deniesIn(clause.replace(said, ' '), sentence)];
  });
  const isUnknown = subjects.includes('unknown');
  const isWarnedOf = (name: string) => foods.some((food) => food.name === name && food.isIn);
  const marks = allMarksOf(nameless);
  const isVerbLast = ENDS_WITH_VERB.test(nameless);
  return {
    ...{ named, text, foods, diets },
    isWarning:
      isUnknown ||
      subjects.includes('warns') ||
      NOT_FOR_THEM.test(nameless) ||
      safe.includes(false) ||
      foods.some(({ isIn }) => isIn) ||
      diets.some(({ isIn }) => isIn === false),
    isContaining: marks.some((mark) => mark.isIn && !isTakenBack(nameless, mark, marks, isVerbLast)),
    assured: {
      foods: foods.filter(({ name, isIn }) => isIn === false && !isWarnedOf(name)),
      diets: diets.filter(({ isIn }) => isIn !== false),
    },
    isSafe: safe.includes(true),
  };
}

const nameAt = (sentence: string, { at, entry }: Named): string => {
  const rest = sentence.slice(at);
  return rest.toLowerCase().startsWith(entry.name.toLowerCase())
    ? rest.slice(0, entry.name.length)
    : (/^[\p{L}\p{N}]+/u.exec(rest)?.[0] ?? '');
};

const FOOD = new RegExp(
  Object.values(FOODS)
    .map(({ source }) => source)
    .join('|'),
  'iu',
);

const marksOf = (sentence: string, pattern: RegExp, isIn: boolean, isWithout = false): Mark[] =>
  [...sentence.matchAll(pattern)].map(({ index: at, 0: said }) => ({ at, end: at + said.length, isIn, isWithout }));

const allMarksOf = (sentence: string): Mark[] =>
  [
    ...marksOf(sentence, LACKS, false),
    ...marksOf(sentence, WITHOUT, false, true),
    ...marksOf(sentence, CONTAINS, true),
  ].sort((a, b) => a.at - b.at);

/** "Does not contain", whatever it is. */
export const saysLacking = (sentence: string): boolean => {
  const marks = allMarksOf(sentence);
  const isVerbLast = ENDS_WITH_VERB.test(sentence);
  return !isVerbLast && marks.some((mark) => mark.isIn && isTakenBack(sentence, mark, marks, isVerbLast));
};

/** Each food that is named, and whether it is said to be in it, by the nearest word that says so. */
export function saidIn(sentence: string, table: Readonly<Record<string, RegExp>>): SaidFood[] {
  const marks = allMarksOf(sentence);
  const isVerbLast = ENDS_WITH_VERB.test(sentence);
  return Object.entries(table).flatMap(([name, test]) =>
    [...sentence.matchAll(new RegExp(test.source, 'giu'))].map(({ index: at, 0: said }): SaidFood => {
      const end = at + said.length;
      // "Isn't recorded as nut-free" says that it may be in it.
      if (FREE_BEFORE.test(sentence.slice(0, at)) || FREE_AFTER.test(sentence.slice(end)))
        return { name, at, end, isIn: marks.some((mark) => !mark.isIn && denies(sentence, mark, at)) };
      const mark = isVerbLast
        ? marks.find((each) => each.at >= end)
        : marks.findLast((each) => each.end <= at && reaches(sentence, each, at));
      if (
        mark?.isWithout &&
        !isVerbLast &&
        marks.some((each) => !each.isIn && !each.isWithout && denies(sentence, each, mark.at))
      )
        return { name, at, end, isIn: true };
      return { name, at, end, isIn: mark?.isIn && isTakenBack(sentence, mark, marks, isVerbLast) ? false : mark?.isIn };
    }),
  );
}

/** How many letters may lie between a verb and what denies it. */
const NEAR = 12;

/** "We don't have bread without": of the same clause, and with nothing else that it could deny. */
const denies = (sentence: string, { end }: Mark, at: number): boolean => {
  const between = sentence.slice(end, at);
  return end <= at && between.length <= 4 * NEAR && !CLAUSES.test(between) && !FOOD.test(between);
};

/** Over a comma only in a list: "no milk, egg or nuts", and not "at no cost, so avoid milk". */
function reaches(sentence: string, { end }: Mark, at: number): boolean {
  const between = sentence.slice(end, at);
  if (/[:;]/.test(between)) return false;
  const [first = '', ...more] = between.split(/[,，、،]/u);
  return more.length === 0 || FOOD.test(first);
}

/** "Does not contain": what is denied is not in it. */
const isTakenBack = (sentence: string, mark: Mark, marks: readonly Mark[], isVerbLast: boolean): boolean =>
  marks.some(({ at, isIn }) => {
    const [from, to] = isVerbLast ? [mark.at, at] : [at, mark.at];
    return !isIn && from <= to && to - from <= NEAR && !/[,;，、；،]/.test(sentence.slice(from, to));
  });
