// Money that is given back or given up, and favours: only where the business itself says that it does so.
import type { CheckedSentence } from './checked-sentence.ts';
import { subjectsIn } from './claim-grams.ts';
import { isDeniedOf, isSupported, isWrittenOf } from './support.ts';
import { isDenied, isQuestion, wordsOf } from './text.ts';
import { THRESHOLDS } from './thresholds.ts';
import { tellsOfPlaces } from './unsupported.ts';

/** What may be given. */
const GIVEN = ['refund', 'waive', 'credit', 'discount', 'free', 'once'];
/** How far it must sound like a promise; less where it speaks of what may be given. */
const LEAST = THRESHOLDS.promise;

/** What is wrong with what it promises, or undefined. */
export function wrongPromise(about: CheckedSentence): string | undefined {
  const { claims, subjects, values } = about;
  const given = GIVEN.filter((subject) => subjects.includes(subject));
  if (claims.promise <= leastOf(about, given)) return undefined;
  if (given.length === 0 && isBare(about)) return undefined;
  if (given.every((subject) => subject === 'once') && isOfRecord(about)) return undefined;
  if (given.every((subject) => subject === 'free') && tellsOfPlaces(about)) return undefined;
  const isOnlyFree = given.every((subject) => subject === 'free') && values.spans.length + values.percents.length === 0;
  if (given.length > 0 && isOnlyFree && claims.promise <= LEAST.free) return undefined;
  if (isSupported(about, LEAST.mostly)) return undefined;
  if (claims.promise <= LEAST.written && isRule(about, given) && !isDeniedOf(about, RULES)) return undefined;
  return 'no record says that this is given or promised; say the rule as it is written, or that the team decides';
}

/** "Yes, we do.": it promises no more than was asked for. */
const isBare = ({ sentence, named, subjects, known }: CheckedSentence): boolean => {
  const names = new Set(named.flatMap(({ entry }) => wordsOf(entry.name)));
  const words = wordsOf(sentence).filter((word) => !names.has(word));
  const asked = known.given.told.find((each) => typeof each === 'string') as string | undefined;
  return (
    words.length === 0 && !subjects.includes('money') && !subjectsIn(asked ?? '').some((each) => RULES.includes(each))
  );
};

/** Something by its name, with the price and the length that it has. */
const isOfRecord = ({ values: { money, spans, percents }, named, focus }: CheckedSentence): boolean => {
  const entries = (named.length > 0 ? named : focus).map(({ entry }) => entry);
  return (
    money.length > 0 &&
    percents.length === 0 &&
    money.every(({ amount }) => entries.some(({ amounts }) => amounts.includes(amount))) &&
    spans.every(({ minutes }) => entries.some((entry) => entry.spans.has(minutes)))
  );
};

/** A rule has its values; what is given for once is none, and an amount alone may be of anything. */
function isRule(about: CheckedSentence, given: readonly string[]): boolean {
  if (given.includes('once')) return false;
  // A value alone is not enough where the words can be compared.
  if (given.length === 0) return (!about.isEnglish || about.claims.promise <= LEAST.rule) && isWrittenOf(about);
  return isWrittenOf(about, given);
}

function leastOf({ sentence, subjects, values, isSeen }: CheckedSentence, given: readonly string[]): number {
  if (isQuestion(sentence)) return LEAST.question;
  if (given.length > 0) return isDeniedIn(sentence, given, subjects) ? LEAST.denied : LEAST.given;
  const shares = values.percents.filter(({ value }) => value !== 100);
  return values.money.length === 0 && shares.length + values.spans.length > 0
    ? LEAST.value
    : isSeen
      ? LEAST.seen
      : LEAST.plain;
}

/** Where it is spoken of it is denied or passed on: "don't worry, it is waived" does neither. */
const isDeniedIn = (sentence: string, given: readonly string[], subjects: readonly string[]): boolean =>
  ['cannot', 'passed-on'].some((each) => subjects.includes(each)) ||
  sentence
    .split(/[,;:–—，；：،]/u)
    .some((part) => isDenied(part) && subjectsIn(part).some((each) => given.includes(each)));

/** What rules about giving speak of. */
const RULES = [...GIVEN, 'money'];
