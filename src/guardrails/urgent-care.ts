// Illness that is no emergency yet, but has to be seen today: a practice tells such callers to phone rather than to book.
import { getSentenceAround } from './normalize.ts';
import { createPhrasePatternTag, findMatches } from './phrases.ts';
import { isDenied, isHypothetical, isPast } from './timing.ts';
import type { Traits } from './traits.ts';

/** Any fever of an infant is seen the same day; so is one this high at any age. */
const MAX_INFANT_MONTHS = 12;
const HIGH_FEVER_FAHRENHEIT = 103;
const MAX_BODY_FAHRENHEIT = 110;
const MAX_BODY_CELSIUS = 43;

const phrases = createPhrasePatternTag({
  degrees: String.raw`\d{2,3}(?:[.,]\d)?`,
  pains: '(?:pains?|painful|\\w*aches?|migraines?|cramps?|hurts?)',
  severe:
    '(?:severe|excruciating|unbearable|agoni[sz]ing|intense|terrible|horrible|awful|worst|sudden(?:ly)?|really bad)',
});

const FEVER_PATTERN = phrases`
  (?<!(hay|yellow) )fever|burning up|(a|an) (\w+ )?temp(erature)?|feels? (\w+ )?hot
`;
const MEASURED_FEVER_PATTERN = phrases`
  (fever|temp(erature)?|burning up) (\w+ ){0,2}{degrees}|{degrees} (f |c |degrees? )?fever
`;
const INFANT_PATTERN = phrases`
  baby|newborn|infant|\w+ (day|week|month)s? old
`;
const SEVERE_PAIN_PATTERN = phrases`
  {severe} (\w+ ){0,3}{pains}|{pains} (\w+ ){0,5}{severe}|{pains} .. (10|9) out of 10
`;
/** Over, habitual, asked about in general, or on paper. */
const NOT_TODAY_PATTERN = phrases`
  (fine|better|normal) now|chronic|(?<!(can|could) )i get|(do|does) (\w+ ){1,3}(see|treat)|might cause|if {person} (gets|has)
  refills?|follow up|covered|policy|how long
`;

/** Whether a patient describes something that a nurse or doctor should hear about today. */
export function needsCareToday(text: string, { isHealthCare }: Traits): boolean {
  if (!isHealthCare) return false;
  const isNow = ([start, end]: readonly [number, number]): boolean => {
    const sentence = getSentenceAround(text, start, end);
    return !(
      isDenied(text, start, end) ||
      isPast(sentence) ||
      isHypothetical(sentence) ||
      NOT_TODAY_PATTERN.test(sentence)
    );
  };
  const highFevers = findMatches(MEASURED_FEVER_PATTERN, text).filter(([start, end]) =>
    isHighFever(text.slice(start - 1, end + 1)),
  );
  const infantFevers = concernsInfant(text) ? findMatches(FEVER_PATTERN, text) : [];
  return [...highFevers, ...infantFevers, ...findMatches(SEVERE_PAIN_PATTERN, text)].some(isNow);
}

function isHighFever(measurement: string): boolean {
  const degrees = Number(/\d{2,3}(?:[.,]\d)?/.exec(measurement)?.[0].replace(',', '.'));
  const fahrenheit = degrees <= MAX_BODY_CELSIUS ? (degrees * 9) / 5 + 32 : degrees;
  return fahrenheit >= HIGH_FEVER_FAHRENHEIT && fahrenheit <= MAX_BODY_FAHRENHEIT;
}

function concernsInfant(text: string): boolean {
  return findMatches(INFANT_PATTERN, text).some(([start, end]) => {
    const [, months] = /^(\d+) mo/.exec(text.slice(start, end)) ?? [];
    return months === undefined || Number(months) <= MAX_INFANT_MONTHS;
  });
}
