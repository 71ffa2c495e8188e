// Whether the records state what a sentence states: most of its words and all of its values in one passage, with the
// same polarity.
import { must } from '../../../../kernel/must.ts';
import { detectLanguage } from '../../../../nlu/language.ts';
import { splitIntoSentences } from '../../sentences.ts';
import { findMatchingWordLists } from './claim-features.ts';
import { findWeekdays } from './days.ts';
import { type Facts, FREE_OF_CHARGE_IN_RECORDS_PATTERN } from './evidence.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { extractContentWords, hasNegation } from './text-analysis.ts';
import { extractValues, MINUTES_PER_YEAR, type Values } from './values.ts';
import { computeWeekday } from './weekday-times.ts';

type RecordedPassage = {
  words: ReadonlySet<string>;
  values: Values;
  weekdays: ReadonlySet<number>;
  isNegated: boolean;
  subjects: readonly string[];
};

/** Records state "free" in fewer ways than people say it, so their own pattern adds the subject. */
const findPassageSubjects = (text: string): string[] => [
  ...findMatchingWordLists(text),
  ...(FREE_OF_CHARGE_IN_RECORDS_PATTERN.test(text) ? ['free'] : []),
];

const passageCache = new WeakMap<Facts, RecordedPassage[]>();

/** Each sentence of the facts' texts, and each pair of neighbouring sentences. */
function readRecordedPassages(facts: Facts): RecordedPassage[] {
  let passages = passageCache.get(facts);
  if (!passages) {
    passages = facts.texts.flatMap(({ text, entryNames }) => {
      const sentences = splitIntoSentences(text);
      const pairs = sentences.slice(1).map((sentence, index) => `${sentences[index]} ${sentence}`);
      return [...sentences, ...pairs].map((passageText): RecordedPassage => {
        const values = extractValues(passageText, true);
        return {
          words: new Set(extractContentWords(`${entryNames} ${passageText}`)),
          values,
          weekdays: findWeekdays(passageText, values.days),
          isNegated: hasNegation(passageText),
          subjects: findPassageSubjects(passageText),
        };
      });
    });
    passageCache.set(facts, passages);
  }
  return passages;
}

/**
 * `minWordShare`: the share of the sentence's words that one passage must contain. Amounts, percentages and durations
 * must all match.
 */
export function isWrittenInRecords(parsed: ParsedSentence, minWordShare: number): boolean {
  const { sentence, values, evidence } = parsed;
  const words = [...new Set(extractContentWords(sentence))];
  if (words.length < 2) return false;
  const isSentenceNegated = hasNegation(sentence);
  return evidence.trustedFacts.some((facts) =>
    readRecordedPassages(facts).some(
      (passage) =>
        words.filter((word) => passage.words.has(word)).length >= words.length * minWordShare &&
        passage.isNegated === isSentenceNegated &&
        appliesOnDays(passage, parsed) &&
        hasValues(passage.values, values),
    ),
  );
}

/**
 * One passage, about one of `subjects` if given, has the same percentages, durations and amounts, and at least one of
 * them.
 */
export function hasWrittenValues(parsed: ParsedSentence, subjects?: readonly string[]): boolean {
  const { values, evidence } = parsed;
  // Some languages word a duration like a clock time: "24 uur".
  const hourDurations = values.times
    .filter(({ matchedText }) => HOUR_DURATION_PATTERN.test(matchedText))
    .map(({ minutes: [minute], ...span }) => ({ ...span, minutes: must(minute, 'the minute of a time'), unit: 60 }));
  const durations = [...values.spans, ...hourDurations];
  const sentenceValues = { ...values, spans: durations };
  const count = sentenceValues.percents.length + durations.length || sentenceValues.money.length;
  if (count === 0) return false;
  const words = [...new Set(extractContentWords(parsed.sentence))];
  const sharesWords = (passage: RecordedPassage) =>
    detectLanguage(parsed.sentence) !== 'en' || words.some((word) => passage.words.has(word));
  return evidence.trustedFacts.some((facts) =>
    readRecordedPassages(facts).some(
      (passage) =>
        hasValues(passage.values, sentenceValues) &&
        appliesOnDays(passage, parsed) &&
        sharesWords(passage) &&
        // Several matching values are no coincidence; a single one may belong to anything.
        (!subjects || count > 1 || passage.subjects.some((subject) => subjects.includes(subject))),
    ),
  );
}

/** At least two shared words, and a third of the passage. */
const isSubstantialOverlap = (sharedCount: number, totalCount: number) =>
  sharedCount >= 2 && sharedCount * 3 >= totalCount;

const HOUR_DURATION_PATTERN = /^\d+\s?(?:uur|heures?|horas|ore|Stunden|h)\s*$/iu;

/** A passage with similar words denies one of these subjects. */
export function isDeniedInRecords({ sentence, evidence }: ParsedSentence, subjects: readonly string[]): boolean {
  const words = [...new Set(extractContentWords(sentence))];
  return evidence.trustedFacts.some((facts) =>
    readRecordedPassages(facts).some(
      (passage) =>
        passage.isNegated &&
        passage.subjects.some((subject) => subjects.includes(subject)) &&
        isSubstantialOverlap(words.filter((word) => passage.words.has(word)).length, passage.words.size),
    ),
  );
}

/** A passage about certain weekdays does not apply on others. */
const appliesOnDays = ({ weekdays }: RecordedPassage, { values, evidence }: ParsedSentence): boolean =>
  weekdays.size === 0 || values.days.every((day) => weekdays.has(computeWeekday({ evidence }, day)));

/** An amount next to a percentage was calculated from it, and is checked on its own. */
const hasValues = (passageValues: Values, sentenceValues: Values): boolean =>
  sentenceValues.percents.every(({ value }) => passageValues.percents.some((each) => each.value === value)) &&
  sentenceValues.spans.every(
    ({ minutes }) =>
      passageValues.spans.some((each) => each.minutes === minutes) ||
      // An age limit in a record may be stated as a duration: "under-10s", "below 10 years".
      passageValues.numbers.some(({ value }) => value * MINUTES_PER_YEAR === minutes),
  ) &&
  (sentenceValues.percents.length > 0 ||
    sentenceValues.money.every(({ amount }) => passageValues.money.some((each) => each.amount === amount)));
