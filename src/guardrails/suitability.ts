import { MEDICAL_WORDS } from './medical-words.ts';
import { createPhrasePatternTag } from './phrases.ts';
import type { Traits } from './traits.ts';

const phrases = createPhrasePatternTag({
  ...MEDICAL_WORDS,
  who: `(?:i|we|she|he|they|you|someone|people|(?:my|our) (?:\\w+ )?\\w+)`,
  fine: `(?:ok|okay|alright|all right|safe|fine|suitable|advisable|wise|allowed|a (?:good|bad) idea|recommended
  dangerous|risky|harmful)`,
  part: `(?:head|neck|back|spine|shoulders?|elbows?|arms?|wrists?|hands?|fingers?|thumb|ribs?|hips?|groin|legs?|knees?
  ankles?|foot|feet|toes?|calf|hamstring|achilles|acl|muscles?)`,
  // Up to six words, none of them a time: "is Tuesday at 9 ok?" asks about something else.
  thing: `(?: (?!\\d|\\w+day|tonight|tomorrow|morning|afternoon|evening|noon)[^ .?,]+){1,6}?`,
});

const PREGNANT_PATTERN = phrases`
  pregnan\w+|expecting (a baby|twins|our|my|in)|breast ?(feed|feeding|fed)|trimester|(pre|post|ante|peri) ?natal
  postpartum|\d+ (weeks?|months?) (gone|along)|(just|recently|only) had (a|my|our) baby|c section|caesarean|cesarean
  midwife|(am|is|still) nursing
`;
const INJURED_OR_ILL_PATTERN = phrases`
  injur\w+|sprain\w*|concuss\w+|fractur\w*|dislocat\w+|whiplash|hernia\w*|slipped dis[ck]|dizz(y|iness)|faint(ed|ing)?
  light ?headed|(had|after|since|following|recent|post) (\w+ ){0,3}(surgery|operation|op|stitches)|sciatica|vertigo
  arthritis|osteoporosis|epilep\w+|pacemaker|asthma\w*|diabet\w+|chemo\w*|cancer|thrombosis|dvt|varicose veins?|eczema
  psoriasis|cold ?sores?|shingles|sun ?burn\w*|open wounds?|hypertension|(high|low) blood pressure
  (heart|medical|health|skin|back|knee|lung|kidney) (condition|problem|trouble|issue|disease|attack)s?
  (bad|dodgy|sore|swollen|torn|broken|pulled|painful) {part}
  (hurt|twisted|pulled|tore|torn|broke|broken|banged|bumped|hit|tweaked|strained|rolled|put out) ((my|his|her|our
    a) )?(\w+ )?{part}
  did (my|his|her) (\w+ )?{part} in
  {part} ((is|are|has|have|'s|been|still|a bit|really) )*(hurts?|hurting|sore|swollen|broken|playing up|killing me)
  recovering from|(had|have|having|got|after|since) (covid|flu|the flu|a fever)|(on|taking|take) (\w+ ){0,2}{medicine}
  (with|have|got|having) a (\w+ )?(cold|fever|temperature|tummy bug|stomach bug|chest infection)(?! (drink|beer|plate))
  {part} (injury|pain)|(knock|bang|hit|shot|blow|bump|whack|kick|punch) (to|on|in) (my|the|his|her) {part}
`;
/** A business's note about whom to ask first. */
const ASK_A_DOCTOR_PATTERN = phrases`
  doctors?|gp|physician|medical (condition|advice|clearance|certificate|note)s?|health (condition|problem|issue)s?
`;
const ASKS_IF_SAFE_PATTERN = phrases`
  (is|are|would|will|wd|be){thing} {fine}
  (?<!(day|tonight|tomorrow|morning|afternoon|evening|am|pm|\d) ){fine} (if|to|for|when|while|with|during|after)
  (can|could|may|should|shall) {who} still
  (can|could|may|should|shall) {who} .. (while|when|during|even though|despite|being)
  (when|how soon|how long) .. (can|could|should|before|until) {who} .. again
  (should|shall) {who} (train|come|do|join|go|skip|wait|avoid|rest)
`;
/** With a day it is a booking request, and a massage is meant for a sore back. */
const ASKS_PERMISSION_PATTERN = phrases`
  (?<!(what|which|classes|else|anything|something|ones?|that|how) )(can|could|may) {who} (do|use|come|train
    join|have|get|take part|spar|run|swim|lift|try)
`;
const DAY_OR_TIME_PATTERN = phrases`
  \d+ ?(am|pm)|at \d+|\w+day|tomorrow|tonight|morning|afternoon|evening|noon|next week
`;
/** Bookings, memberships and arrival times are questions for the business. */
const BUSINESS_QUESTION_PATTERN = phrases`
  cancel\w*|freez\w*|frozen|paus\w+|suspend\w*|on hold|refund\w*|money back|resched\w*|rebook|mov(e|ed|ing)|swap
  switch|miss(ed)?|(be|running|bit|come|arrive|minutes) late|insurance|cover(ed)?|claim|referral|form|note|pay
  price|cost|how much|park\w*|bring|wheelchair|access\w*
`;

/**
 * Whether a message mentions a pregnancy, an injury or an illness and asks if something is safe with it. What is good
 * for bad knees, and where to sit with them, is a question for a shop or a restaurant.
 */
export function asksIfSuitable(text: string, { isHealthCare, treatsBodies, exertsBodies }: Traits): boolean {
  const isPregnant = PREGNANT_PATTERN.test(text);
  if (!isPregnant && !(treatsBodies && INJURED_OR_ILL_PATTERN.test(text))) return false;
  if (BUSINESS_QUESTION_PATTERN.test(text)) return false;
  if (ASKS_IF_SAFE_PATTERN.test(text)) return true;
  const isRiskyBusiness = exertsBodies || (treatsBodies && !isHealthCare && isPregnant);
  return Boolean(isRiskyBusiness) && ASKS_PERMISSION_PATTERN.test(text) && !DAY_OR_TIME_PATTERN.test(text);
}

/** Whether a text speaks of a pregnancy, an injury or an illness. */
export const mentionsCondition = (text: string): boolean =>
  PREGNANT_PATTERN.test(text) || INJURED_OR_ILL_PATTERN.test(text);

/** Whether a text of the business covers the condition in the question. */
export function coversCondition(businessText: string, question: string): boolean {
  if (PREGNANT_PATTERN.test(question) && PREGNANT_PATTERN.test(businessText)) return true;
  return (
    INJURED_OR_ILL_PATTERN.test(question) &&
    (INJURED_OR_ILL_PATTERN.test(businessText) || ASK_A_DOCTOR_PATTERN.test(businessText))
  );
}

const CHILD_AGE_PATTERN = phrases`
  \d+ ?(weeks?|months?|mths?|mos?|years?|yrs?)( old)?|\d+ ?(yo|mo|yrs?|months?)
  (one|two|three|four|five|six) (year|month)s? old
  toddlers?|baby|babies|newborns?|infants?
`;
const SUITABLE_FOR_CHILD_PATTERN = phrases`
  (is|are|would|will|wd|be){thing} (ok|okay|alright|all right|safe|fine|suitable|appropriate|dangerous)(?! (to|if))
  (ok|okay|alright|all right|safe|fine|suitable|appropriate) (for|with) (him|her|them|an?|my|our|\d+|babies|toddlers
    kids)
`;
const AGE_LIMIT_PATTERN = phrases`
  (under|over|from|below|until|aged?|ages) (the age of )?(\d+|one|two|three|four|five|six|seven|eight)
  small parts|chok(e|es|ing)|\d+ (months|years)( old| and (up|over|older)| plus)?
`;

/** Whether it asks if something is suitable for a child of a certain age. */
export const asksIfSuitableForChild = (text: string): boolean =>
  CHILD_AGE_PATTERN.test(text) && SUITABLE_FOR_CHILD_PATTERN.test(text);

export const mentionsAgeLimit = (businessText: string): boolean => AGE_LIMIT_PATTERN.test(businessText);
