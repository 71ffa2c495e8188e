import { MEDICAL_WORDS } from './medicine.ts';
import { phrasesWith } from './phrases.ts';
import type { Traits } from './traits.ts';

const phrases = phrasesWith({
  ...MEDICAL_WORDS,
  who: `(?:i|we|she|he|they|you|someone|people|(?:my|our) (?:\\w+ )?\\w+)`,
  fine: `(?:ok|okay|alright|all right|safe|fine|suitable|advisable|wise|allowed|a (?:good|bad) idea|recommended
  dangerous|risky|harmful)`,
  part: `(?:head|neck|back|spine|shoulders?|elbows?|arms?|wrists?|hands?|fingers?|thumb|ribs?|hips?|groin|legs?|knees?
  ankles?|foot|feet|toes?|calf|hamstring|achilles|acl|muscles?)`,
  // Up to six words, none of them a time: "is Tuesday at 9 ok?" asks about something else.
  thing: `(?: (?!\\d|\\w+day|tonight|tomorrow|morning|afternoon|evening|noon)[^ .?,]+){1,6}?`,
});

const PREGNANT = phrases`
  pregnan\w+|expecting (a baby|twins|our|my|in)|breast ?(feed|feeding|fed)|trimester|(pre|post|ante|peri) ?natal
  postpartum|\d+ (weeks?|months?) (gone|along)|(just|recently|only) had (a|my|our) baby|c section|caesarean|cesarean
  midwife|(am|is|still) nursing
`;
const HURT = phrases`
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
/** Where a business writes whom to ask first. */
const ASK_A_DOCTOR = phrases`
  doctors?|gp|physician|medical (condition|advice|clearance|certificate|note)s?|health (condition|problem|issue)s?
`;
const WHETHER = phrases`
  (is|are|would|will|wd|be){thing} {fine}
  (?<!(day|tonight|tomorrow|morning|afternoon|evening|am|pm|\d) ){fine} (if|to|for|when|while|with|during|after)
  (can|could|may|should|shall) {who} still
  (can|could|may|should|shall) {who} .. (while|when|during|even though|despite|being)
  (when|how soon|how long) .. (can|could|should|before|until) {who} .. again
  (should|shall) {who} (train|come|do|join|go|skip|wait|avoid|rest)
`;
/** Asked with a day it is an order, and a sore back is what a massage is for. */
const MAY = phrases`
  (?<!(what|which|classes|else|anything|something|ones?|that|how) )(can|could|may) {who} (do|use|come|train
    join|have|get|take part|spar|run|swim|lift|try)
`;
const ON_A_DAY = phrases`
  \d+ ?(am|pm)|at \d+|\w+day|tomorrow|tonight|morning|afternoon|evening|noon|next week
`;
/** What becomes of a booking or a membership is for the business to say, and when they come too. */
const OTHERWISE = phrases`
  cancel\w*|freez\w*|frozen|paus\w+|suspend\w*|on hold|refund\w*|money back|resched\w*|rebook|mov(e|ed|ing)|swap
  switch|miss(ed)?|(be|running|bit|come|arrive|minutes) late|insurance|cover(ed)?|claim|referral|form|note|pay
  price|cost|how much|park\w*|bring|wheelchair|access\w*
`;

/**
 * Does somebody tell of a pregnancy, an injury or an illness, and ask whether something is all right with it? What is good
 * for bad knees, and where to sit with them, is the business of a shop or a restaurant.
 */
export function asksIfSuitable(text: string, { isHealthCare, treatsBodies, exertsBodies }: Traits): boolean {
  const isPregnant = PREGNANT.test(text);
  if (!isPregnant && !(treatsBodies && HURT.test(text))) return false;
  if (OTHERWISE.test(text)) return false;
  if (WHETHER.test(text)) return true;
  const isRisky = exertsBodies || (treatsBodies && !isHealthCare && isPregnant);
  return Boolean(isRisky) && MAY.test(text) && !ON_A_DAY.test(text);
}

/** Whether what is written speaks of what the question tells. */
export function speaksOfIt(written: string, question: string): boolean {
  if (PREGNANT.test(question) && PREGNANT.test(written)) return true;
  return HURT.test(question) && (HURT.test(written) || ASK_A_DOCTOR.test(written));
}

const OF_AN_AGE = phrases`
  \d+ ?(weeks?|months?|mths?|mos?|years?|yrs?)( old)?|\d+ ?(yo|mo|yrs?|months?)
  (one|two|three|four|five|six) (year|month)s? old
  toddlers?|baby|babies|newborns?|infants?
`;
const FOR_THEM = phrases`
  (is|are|would|will|wd|be){thing} (ok|okay|alright|all right|safe|fine|suitable|appropriate|dangerous)(?! (to|if))
  (ok|okay|alright|all right|safe|fine|suitable|appropriate) (for|with) (him|her|them|an?|my|our|\d+|babies|toddlers
    kids)
`;
const AGES = phrases`
  (under|over|from|below|until|aged?|ages) (the age of )?(\d+|one|two|three|four|five|six|seven|eight)
  small parts|chok(e|es|ing)|\d+ (months|years)( old| and (up|over|older)| plus)?
`;

/** Is it asked whether something can be given to a child of an age? */
export const asksForChild = (text: string): boolean => OF_AN_AGE.test(text) && FOR_THEM.test(text);

export const speaksOfAges = (written: string): boolean => AGES.test(written);
