// Illness that is no emergency yet, but has to be seen today: a practice tells such callers to phone rather than to book.
import { sentenceAround } from './normalize.ts';
import { findMatches, phrasesWith } from './phrases.ts';
import { isDenied, isHypothetical, isPast } from './timing.ts';
import type { Traits } from './traits.ts';

/** Any fever of an infant is seen the same day; so is one this high at any age. */
const MAX_INFANT_MONTHS = 12;
const HIGH_FEVER = { fahrenheit: 103, celsius: 39.5 };
const MAX_BODY_TEMPERATURE = { fahrenheit: 110, celsius: 43 };

const phrases = phrasesWith({
  degrees: String.raw`\d{2,3}(?:[.,]\d)? ?(?:degrees?|deg|f|c|fahrenheit|celsius)?(?! (?:years?|yrs?|months?|weeks?|days?|hours?|minutes?|am|pm)\b)`,
  reads:
    '(?:(?:of|is|at|was|has|hit|hits|hitting|reading|reads|reached|around|about|over|above|up|to|like|nearly|almost|now|still|it|be|been|a) ){0,4}',
  pains: `(?:pains?|painful|aches?|aching|headaches?|migraines?|cramps?|cramping|toothache|earache|backache
    stomach ?ache|hurts?|hurting)(?! (?:medicines?|medications?|meds|tablets|pills|diary|clinic|specialists?|management
    relief|patients?|cream|gel|plan|treatments?|killers?|refills?))`,
  severe: `(?:severe|severely|excruciating|unbearable|agoni[sz]ing|intense|extreme|extremely|crippling|debilitating
    blinding|terrible|horrible|horrendous|awful|worst|sudden|suddenly|((?:really|very|so|super|pretty) )+bad)`,
});

const FEVER = phrases`
  (?<!(hay|yellow|dengue|cabin) )fever(?! (drops|medicine|clinics?|tablets|reducers?))|feverish|febrile|burning up
  (has|have|having|had|got|running|runs|with) (a|an) (\w+ )?(temperature|temp)|feel(s|ing)? (\w+ )?hot
`;
const MEASURED = phrases`
  (fever|temperature|temp|burning up) {reads}{degrees}
  {degrees} (fever|temperature|temp)
`;
const INFANT = phrases`
  baby|newborn|infant|preemie
  (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a) (days?|weeks?|wks?|months?|mos?|mths?) olds?
`;
const SEVERE_PAIN = phrases`
  {severe} (\w+ ){0,3}{pains}
  {pains} (\w+ ){0,5}{severe}|{pains} .. out of nowhere
  {pains} .. (10|9) (out of 10|10)|{pains} .. (10|9)/10|in (\w+ )?agony
`;
/** Over, habitual, asked about in general, or on paper. */
const NOT_TODAY = phrases`
  (fine|better|ok|okay|gone|normal|recovered|well) (now|again)|back to normal|all better
  chronic|history of|for (\w+ )?(months|years)|(?<!(can|could|may|should|did) )(i|he|she) (often |sometimes |always )?gets?|suffers? from|prone to
  (do|does) (you|they|anyone|anybody|someone|dr \w+|your \w+|the \w+) (\w+ ){0,2}(see|treat|handle|help|offer|accept|test)
  (could|might|may|will|would|can) (\w+ )?(cause|give)|if {person} (\w+ )?(gets?|develops?|has|have|runs?)
  refills?|renew(al)?|repeat prescription|follow ups?|followup|insurance|covered?|policy|how long
`;

/** Whether a patient describes something that a nurse or doctor should hear about today. */
export function needsCareToday(text: string, { isHealthCare }: Traits): boolean {
  if (!isHealthCare) return false;
  const isNow = ([start, end]: readonly [number, number]): boolean => {
    const sentence = sentenceAround(text, start, end);
    return !(isDenied(text, start, end) || isPast(sentence) || isHypothetical(sentence) || NOT_TODAY.test(sentence));
  };
  const highFevers = findMatches(MEASURED, text).filter(([start, end]) => isHighFever(text.slice(start - 1, end + 1)));
  const infantFevers = concernsInfant(text) ? findMatches(FEVER, text) : [];
  return [...highFevers, ...infantFevers, ...findMatches(SEVERE_PAIN, text)].some(isNow);
}

function isHighFever(measurement: string): boolean {
  const degrees = Number(/\d{2,3}(?:[.,]\d)?/.exec(measurement)?.[0].replace(',', '.'));
  return (['fahrenheit', 'celsius'] as const).some(
    (scale) => degrees >= HIGH_FEVER[scale] && degrees <= MAX_BODY_TEMPERATURE[scale],
  );
}

function concernsInfant(text: string): boolean {
  return findMatches(INFANT, text).some(([start, end]) => {
    const [, months] = /^(\d+) mo/.exec(text.slice(start, end)) ?? [];
    return months === undefined || Number(months) <= MAX_INFANT_MONTHS;
  });
}
