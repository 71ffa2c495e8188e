// Whether the business itself says what a sentence says: most of its words and all of its values, in one place, in the same sense.
import { detectLanguage } from '../../../../nlu/language.ts';
import { sentencesOf } from '../../sentences.ts';
import type { CheckedSentence } from './checked-sentence.ts';
import { subjectsIn } from './claim-grams.ts';
import { weekdaysIn } from './days.ts';
import { type Facts, FREE_WRITTEN } from './evidence.ts';
import { isDenied, wordsOf } from './text.ts';
import { weekdayOf } from './times-of-days.ts';
import { type Values, valuesIn, YEAR } from './values.ts';

type Part = {
  words: ReadonlySet<string>;
  values: Values;
  weekdays: ReadonlySet<number>;
  isDenied: boolean;
  subjects: readonly string[];
};

/** What is written to be free is written in fewer words than it is said. */
const givenIn = (part: string): string[] => [...subjectsIn(part), ...(FREE_WRITTEN.test(part) ? ['free'] : [])];

const parts = new WeakMap<Facts, Part[]>();

/** Sentences of what was written, and each with the one before it. */
function partsOf(facts: Facts): Part[] {
  let found = parts.get(facts);
  if (!found) {
    found = facts.texts.flatMap(({ text, owners }) => {
      const sentences = sentencesOf(text);
      const two = sentences.slice(1).map((sentence, at) => `${sentences[at]} ${sentence}`);
      return [...sentences, ...two].map((part): Part => {
        const values = valuesIn(part, true);
        return {
          words: new Set(wordsOf(`${owners} ${part}`)),
          values,
          weekdays: weekdaysIn(part, values.days),
          isDenied: isDenied(part),
          subjects: givenIn(part),
        };
      });
    });
    parts.set(facts, found);
  }
  return found;
}

/** `least`: the share of its words that must be there. Amounts, shares and spans must all be. */
export function isSupported(about: CheckedSentence, least: number): boolean {
  const { sentence, values, known } = about;
  const words = [...new Set(wordsOf(sentence))];
  if (words.length < 2) return false;
  const denied = isDenied(sentence);
  return known.records.some((facts) =>
    partsOf(facts).some(
      (part) =>
        words.filter((word) => part.words.has(word)).length >= words.length * least &&
        part.isDenied === denied &&
        isThen(part, about) &&
        hasValues(part.values, values),
    ),
  );
}

/** What the business has written, of one of these where some are given, has the same shares, spans and amounts, and at least one of them. */
export function isWrittenOf(about: CheckedSentence, subjects?: readonly string[]): boolean {
  const { values, known } = about;
  // "24 uur" is said as a time is said.
  const lasting = values.times
    .filter(({ said }) => LASTS.test(said))
    .map(({ at, said, minutes }) => ({ at, said, minutes: minutes[0]!, unit: 60 }));
  const spans = [...values.spans, ...lasting];
  const said = { ...values, spans };
  const count = said.percents.length + spans.length || said.money.length;
  if (count === 0) return false;
  const words = [...new Set(wordsOf(about.sentence))];
  const isOfSame = (part: Part) =>
    detectLanguage(about.sentence) !== 'en' || words.some((word) => part.words.has(word));
  return known.records.some((facts) =>
    partsOf(facts).some(
      (part) =>
        hasValues(part.values, said) &&
        isThen(part, about) &&
        isOfSame(part) &&
        // Several values are no accident; one may be of anything.
        (!subjects || count > 1 || part.subjects.some((subject) => subjects.includes(subject))),
    ),
  );
}

/** Two words, and a third of them. */
const isMuchOf = (shared: number, all: number) => shared >= 2 && shared * 3 >= all;

const LASTS = /^\d+\s?(?:uur|heures?|horas|ore|Stunden|h)\s*$/iu;

/** What the business denies of one of these, of the same thing. */
export function isDeniedOf({ sentence, known }: CheckedSentence, subjects: readonly string[]): boolean {
  const words = [...new Set(wordsOf(sentence))];
  return known.records.some((facts) =>
    partsOf(facts).some(
      (part) =>
        part.isDenied &&
        part.subjects.some((subject) => subjects.includes(subject)) &&
        isMuchOf(words.filter((word) => part.words.has(word)).length, part.words.size),
    ),
  );
}

/** What is written of some days is not so on others. */
const isThen = ({ weekdays }: Part, { values, known }: CheckedSentence): boolean =>
  weekdays.size === 0 || values.days.every((day) => weekdays.has(weekdayOf({ known }, day)));

/** What a share comes to is worked out, and checked by itself. */
const hasValues = (written: Values, said: Values): boolean =>
  said.percents.every(({ value }) => written.percents.some((each) => each.value === value)) &&
  said.spans.every(
    ({ minutes }) =>
      written.spans.some((each) => each.minutes === minutes) ||
      // "Under-10s" is written, "below 10 years" is said.
      written.numbers.some(({ value }) => value * YEAR === minutes),
  ) &&
  (said.percents.length > 0 || said.money.every(({ amount }) => written.money.some((each) => each.amount === amount)));
