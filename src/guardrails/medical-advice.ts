import { MEDICAL_WORDS } from './medical-words.ts';
import { createPhrasePatternTag } from './phrases.ts';
import { asksIfSuitable } from './suitability.ts';
import type { Traits } from './traits.ts';

const phrases = createPhrasePatternTag({
  ...MEDICAL_WORDS,
  patient: `(?:i|we|you|he|she|they|it|(?:my|our|his|her|the|a) (?:\\w+ )?\\w+|someone|pregnant women|kids|children
  adults)`,
});

const DOSE_PATTERN = phrases`
  (what|which|right|correct|max(imum)?|recommended|safe|usual|proper) .. (dose|dosage)
  (double|half|extra|another) dose
  (missed|forgot|skipped|took|taken) .. doses?|side effects? (of|from|with|for|to)
  (should|do) {patient} ((really|even|actually) )?(need|have) ((a|an|some|any) )?(antibiotics|stitches|surgery)
`;
/** Health care only: elsewhere another round of something is welcome. */
const ANOTHER_DOSE_PATTERN = phrases`
  how (much|many|often) (\w+ ){0,3}(can|should|could|may|do|must) (i|we) (\w+ )?give ((to|my|our|the|a) )*(her|him|them|child
    baby|son|daughter|kid|toddler)
  (can|could|should|may|is it ok for) {patient} (\w+ )?(have|take|get|be given) (another|a second|one more|the next
    two) (?!(appointment|appt|visit|prescription|script|refill|copy|referral|letter|note|form|card|opinion|slot))\w+
`;
/** Health care only: any noun may be a medicine when it belongs to somebody else or its quantity is asked about. */
const ANY_MEDICINE_PATTERN = phrases`
  how (many|much) ((of (them|these|those|it)|more) )?(can|should|could|may|shall) {patient} ((safely|still|just) )?(have
    take|swallow)(?! (with|in|at|off|on|along|come))
  how many (?!(people|guests|visits|refills|days|weeks|sessions|photos|classes|appointments)\b)\w+ (can|should|could
    may) {patient} (\w+ )?(take|swallow)
  (can|could|should|may|ok|okay|alright|safe) ((if|to|for|i|we) )*(take|use|try|finish) ((some|one|two|a|few|couple
    bit|half|of) )*(((my|our) )?{relative} 's|(my |our )?(mum|mom|dad|husband|wife|sister|brother|nan|gran|mate
    partner)s) (?!(appointment|appt|slot|place|spot|results?|records?|booking|card|insurance|prescription|script|forms?
    number|car|time|there|to|in|along|with|and|out|home)\b)\w+
  (leftover|left over|spare) (?!(slots?|appointments?|balance|credit|money|time|key|copy|pair)\b)\w+ .. (how (many
    much)|(can|could|should) i|ok to|is it)
  (can|could|should|may|ok to|is it) .. (take|use|have) .. (leftover|left over) (?!(slots?|appointments?)\b)\w+
`;
const DIAGNOSIS_PATTERN = phrases`
  (do|does|could|might|would|may) {patient} (\w+ )?have ((a|an|the|some|got) )?(\w+ )?{illness}
  (is|could|might|can|would) (it|this|that|he|she|my \w+|these|those|they)( \w+)? ((be|have|a|an|just|really|look
    sound|mean) )*{illness}
  how (do|can|would|could) i (know|tell) (if|whether) .. (broken|infected|serious|{illness})
  what .. (wrong|matter) with (me|him|her|us|my ({relative}|{body}))
  (what|why) .. (cause|causes|causing|caused|is making) .. ({symptom}|it|this)
  (what|whats) (could|might|else|would|can) (it|this|that|they) (possibly )?be
  why (do|does|is|are) {own} (\w+ ){0,3}{symptom}
  (reckon|think|suppose|guess) ((it|its|this|that|thats) (s )?)?((is|could be|might be|may be|just|a|an|skin) )*{illness}
  diagnose|diagnosis|self diagnose|(sounds|looks|seems) like .. {illness} .. \?
  (have|got|caught) {illness} (or|right|do you think|\?)
  (should|do) i (be )?(really )?(worry|worried|concerned|panic|scared|need to worry)
  is {own} {body} (\w+ )?(broken|infected|sprained|fractured)
  (is|are) (it|this|that|my \w+|these|the {symptom}) (\w+ )?(normal|serious|dangerous|contagious|infected|a bad sign
    life threatening)
  (should|do|must) {patient} .. (go to|visit|head to|see) ((the|a|an) )?(er|a and e|a e|emergency room|hospital
    urgent care)
`;
const TREATMENT_PATTERN = phrases`
  (what|anything|which|something) .. (take|give|put|prescribe|cures?|treats?) .. (for|about|to (treat|cure|stop|help
    ease|relieve|reduce|lower|bring down)|with|on|against|when) .. ({symptom}|{illness})
  how (do|can|should|to|would) .. (treat|cure|get rid of|stop|heal|relieve|ease|lower|reduce|fix|soothe
    bring down) .. ({symptom}|{illness})
  (home|natural) remed(y|ies)|cure for|treatment for ((a|an|the|my) )?(\w+ )?({symptom}|{illness}) .. (at home|\?)
  (ice|heat|cream|ointment) .. (on|for) .. ({symptom}|injury) .. \?|medical (advice|opinion)
`;
const RESULT_INTERPRETATION_PATTERN = phrases`
  (interpret|explain|read|understand|decipher|go over|look at|make sense of|tell me about|analy[sz]e) .. (me )?({own}
    the|these|this) .. {results}
  (what (do|does|did|is|are|would|it)|why (is|are|was)) .. ({own}|the|these|this|a) .. {results} .. (mean|means
    meaning|high|low|abnormal|elevated|positive|negative|bad)
  (is|are|was|were|should i worry) .. ({own}|the|these|a|this|my) .. {results} .. (normal|abnormal|high|too high|low
    too low|bad|good|ok|okay|serious|dangerous|concerning|elevated)
  (if|whether|does|do) .. {results} .. (shows?|showed|says?|indicates?|means?)
  is \d[\d./]* ((a|too|considered|over \d+) )*(fever|high|low|normal|bad|ok|dangerous)
  {results} (of|is|was|are|were|at|came back|reading|reads) .. (is that|is it|is this|should i|do i|what does|normal
    bad|ok|dangerous|abnormal|elevated)
`;
const ADVICE_QUESTIONS = [DOSE_PATTERN, TREATMENT_PATTERN, RESULT_INTERPRETATION_PATTERN];

/** Prices, refills, pick-ups, documents, what to bring: similar words, but questions for the business. */
const BUSINESS_QUESTION_PATTERN = phrases`
  how much .. (is|are|does|do|would|will|cost|costs|charge|price|for) .. (cost|price|visit|appointment|copay|refill
    class|consult\w*|session|delivery|test)
  order my|(cost|price|priced|copay|charge|fee|fees|in stock|stock|sell|delivery|deliver|shipping)
  (ready|in yet|arrived|back yet|available|come back|been sent|sent over|posted|upload\w*|portal|copy of|copies of
    send (me )?my|get my|access my|see my|pick ?up|collect)
  (refills?|renew|renewal|repeat prescription|transfer|order more|run out|running out|running low|ran out)
  (which|what) (class|classes|trainer|membership|service|treatments|facial|shoe|shoes|insole|insoles|products?)
  pay|skin check|cancer check|scripts?|supply|send|sent|more {medicine}|some more|refilled|pharmac(y|ies)|chemist
  prescription for
  do you (sell|stock|carry|have|offer|do|treat|see|test|prescribe|provide|accept)
  (what|should i|do i need to|can i|need to) (\w+ ){0,2}(bring(?! down)|wear)
`;
const ADVICE_DESPITE_BUSINESS_WORDS_PATTERN = phrases`
  (mix|interact\w*|dose|dosage|side effects?|mg|overdose|safe to (take|mix|stop|use|give))
  how (many|often) .. (take|give)|(should|can) i (stop|skip|double|take)|mean|means
`;

const REACTION_WORDS = `(?:burn(?:s|t|ed|ing)?|blister\\w*|rash\\w*|swollen|swelling|swelled|infected|infection|pus
  oozing
  bleeding|peeling|raw|scab\\w*|hives|welts|itch\\w*|stinging|inflamed|allergic|sore|red|irritat\\w+|numb|on fire
  green)`;
const phrasesWithHarm = createPhrasePatternTag({ ...MEDICAL_WORDS, harm: REACTION_WORDS });
const REACTION = phrasesWithHarm`
  {body} .. {harm} .. (after|since|from|because of|yesterday|following|you (did|used|put|gave)|your (colou?r|dye|wax
    product|treatment|facial|salon|stylist))
  (after|since|from|following) .. (colou?r|dye|bleach|toner|treatment|facial|wax\w*|lash(es)?|extensions|peel|tint
    lamination|perm|relaxer|keratin|manicure|pedicure|gel|gels|massage|piercing|botox|filler|laser|appointment|visit
    product|cream|serum) .. {body} .. {harm}
  {harm} .. {body} .. (after|since|from|because of|yesterday|following)
  (had|got|have|having|getting|gave me) ((a|an) )?((bad|severe|slight|mild|horrible|nasty
    terrible) )*(allergic )?(reaction|rash|infection|burns?|blisters) .. (to|from|after|since) .. (the|your|my
    colou?r|dye|wax\w*|product|treatment)
  (food ?poison\w*|salmonella|norovirus)
  (sick|ill|throwing up|vomiting|vomited|puking|the runs|diarrh?o?ea) .. (after|since|from) .. (eating|ate|dinner
    lunch|meal|food|there|your|dining|visit(ing)?|oysters?|chicken|fish|sushi|seafood|burger)
  (got|getting|became|been|were|are|is|was) ((really|very|so|all|violently) )*(sick|ill) after (the|eating|having
    your|dinner|lunch)
  (made|making|got|left) (me|us|him|her|everyone|my \w+|all of us|both of us|half of us) ((really|so|very
    violently) )*(sick|ill)
`;

const MEDICINE_PATTERN = phrases`
  {medicine}
`;
const MEDICINE_QUESTION_PATTERN = phrases`
  how (many|often|frequently|long|far apart)|how much(?! (is|are|for|does|do|would|the|your))|doses?|dosage|dosing
  overdose
  (most|max|maximum|least|highest)|(another|one more|extra|second) (one|dose|pill|tablet)|at (once|the same time)
  in a day
  too (much|many|strong|little)|every \w+ hours?|twice|in half|safe(r|st|ly)?|harmful|dangerous|addictive|together
  (mix|combin|interact)\w*|alcohol|drink(ing)?|wine|beer|grapefruit|pregnan\w+|breastfeed\w*|nursing|side effects?
  stop(ping|ped)?|quit(ting)?|skip(ping|ped)?|doubl(e|ing)|halve|increas(e|ing)|reduc(e|ing)|wean|(come|get|go) off
  cold turkey
  missed|forgot|by (mistake|accident)|accidentally|stronger|weaker|better than|instead of|difference between
  (gain|lose|gaining|losing) weight|kidneys?|liver|(make|makes|making|made) (me|him|her|you)|wear off|kick in
  mess with
  on an empty stomach|with(out)? food|hours apart|between|(which|what|best|good|right|recommend\w*) .. for
  (can|could|should|may|do) ((i|we|he|she|my \w+|you|kids|children|women) )(\w+ )?(take|use|give|cut|crush|split
    drink|eat|stop|start|be on)
  (can|could|should|may) (he|she|kids|children|my (?!(pharmacy|prescription))\w+) have|is it ok(ay)? (if|to|for)
  with (my|a|the) (\w+ )?(pills?|meds|medication)
  (is|are|does|do|will|would|can|could|might) ((my|the|this|these|taking) )?{medicine} .. (good|bad|help|work|cause
    make|ok|okay|affect|raise|lower|for|stop|better|\?)
`;
const TEST_FINDING_PATTERN = phrases`
  {results} .. (\d[\d./]*|high|low|abnormal|positive|negative|elevated|normal|bad|ok|okay)
  (\d[\d./]*|high|low|abnormal|elevated) .. {results}
`;
const SYMPTOM_OR_ILLNESS_PATTERN = phrases`
  {symptom}|{illness}
`;
const ILLNESS_QUESTION_PATTERN = phrases`
  what (does|do|would|could|might) (that|it|this|these|they|\w+ \w+|\w+) (mean|be)|mean in my
  how (bad|serious|high|low|dangerous) (is|are|was)|what (is|are) (it|this|these|that)
  (recommend|suggest|good|best|helps?|works?) (\w+ ){0,3}for|wrong with (it|me|him|her|my)|any idea (what|why)
  sounds? like|am i (having|getting|going|at risk|diabetic|anemic|pregnant|sick|ok|okay|dying)
  (do|would) you (think|say|reckon) (it|this|that|i|he|she|its)
  is (it|this|that|he|she) (bad|ok|okay|normal|serious|dangerous|too (high|low)|something)
  what (should|can|do|could) (i|we) (do|take|use|try|give)
  (recommend|suggest|got|know) (something|anything|a cream|a remedy) (for|to)
  will (it|this) (go away|heal|get (better|worse))|how long (does|will|until) .. (last|heal|go away|contagious)
`;
const MEDICAL_TOPIC_PATTERN = phrases`
  {medicine}|{illness}|{symptom}|{results}|(brain )?tumou?r|infected|swollen|tired all the time|\d*mg|alt|ast
  gfr
`;
/** A question about a condition, not about when, where or how to get something. */
const CONDITION_QUESTION_PATTERN = phrases`
  (?<=^ |[.?,] |(and|but|so|or|hi|hello|hey|please|because|now|just) )(what(?! (time|day|days|hours|number|address
    kind of insurance))|why|is|are|am|could|should|does|will|would|might|which|can (i|he|she|my \w+)|do (i|my)
    how (do|can|would|should|bad|serious|often))
  (what (is|are) (it|this|these|they|that)|what are they|should i|am i)
`;
/** Requests for an appointment are answered by the business. */
const APPOINTMENT_REQUEST_PATTERN = phrases`
  appointments?|appt|book|booking|schedule|come|coming|be seen|see (a|the|my|dr|doctor|someone|somebody|anyone|you)
  look at|take a look|get in
  slots?
  openings?|visits?|squeeze|fit (me|us|him|her) in|cancel|reschedule|availability|available|check ?ups?|walk ?ins?
  doctors?|dr|providers?|specialists?|dentists?
`;
const SERVICE_QUESTION_PATTERN = phrases`
  (do|can|could|will|are|would) (you|dr \w+|doctor \w+|the (doctors?|nurses?|practice|clinic|office)|anyone|someone
    somebody)(?! (recommend|suggest|think|say|tell|explain|diagnose))
  (does|is|has|did) (dr|doctor|the (doctor|nurse|practice|clinic|office))|tests?|tested|testing|shots?|vaccin\w+
  boosters?|screenings?|exams?|physical|forms?|notes?|insurance
  referrals?|covered|cover|policy|free|machine|removal
  (need|have) (a |an |my |to )(referral|prescription|appointment|id|mask|bring|fast|book|call|wear|pay|fill|register
    sign|fasting|be fasting|wait)
  (results?|labs|prescription|records|meds|medication) .. (in|ready|back|done|approved|sent|here|through|yet|by email
    online|copy)
  how (do|can) (i|we) (get|pay|book|make|access|see|request|order|change|cancel|register|sign|contact|reach|find|send
    upload)
  how (long|much|many) .. (wait|visit|take to get|cost|session|appointment)|my (bill|copay|account|balance|deductible)
`;

/** "Back" as an adverb rather than a body part. */
const ADVERB_BACK_PATTERN =
  / (?:send|sent|sending|bring|bringing|take|taking|get|give|come|go|call|money) (?:\w+ ){0,2}?back /g;

/** `suitable`: whether something is safe for somebody who is pregnant, injured or ill. */
export type Advice = 'question' | 'reaction' | 'suitable';

/** Whether the message needs a doctor or pharmacist, or reports a reaction to a product or treatment. */
export function findMedicalAdvice(text: string, traits: Traits): Advice | undefined {
  if (traits.mayCauseReactions && REACTION.test(text.replace(ADVERB_BACK_PATTERN, ' return '))) return 'reaction';
  const asksSuitability = asksIfSuitable(text, traits);
  const { isHealthCare: isPractice = false } = traits;
  if (asksSuitability && !isPractice && !MEDICINE_PATTERN.test(text)) return 'suitable';
  if (asksMedicalAdvice(text, isPractice)) return 'question';
  return asksSuitability &&
    !(isPractice && (APPOINTMENT_REQUEST_PATTERN.test(text) || BUSINESS_QUESTION_PATTERN.test(text)))
    ? 'suitable'
    : undefined;
}

function asksMedicalAdvice(text: string, isPractice: boolean): boolean {
  if (BUSINESS_QUESTION_PATTERN.test(text) && !ADVICE_DESPITE_BUSINESS_WORDS_PATTERN.test(text)) return false;
  if (ADVICE_QUESTIONS.some((pattern) => pattern.test(text))) return true;
  if (MEDICINE_PATTERN.test(text) && MEDICINE_QUESTION_PATTERN.test(text)) return true;
  if (isPractice && ANY_MEDICINE_PATTERN.test(text)) return true;
  if (isPractice && ANOTHER_DOSE_PATTERN.test(text) && !APPOINTMENT_REQUEST_PATTERN.test(text)) return true;
  if (!isPractice) return DIAGNOSIS_PATTERN.test(text) && SYMPTOM_OR_ILLNESS_PATTERN.test(text);
  if (DIAGNOSIS_PATTERN.test(text)) return true;
  if (APPOINTMENT_REQUEST_PATTERN.test(text)) return false;
  if ((SYMPTOM_OR_ILLNESS_PATTERN.test(text) || TEST_FINDING_PATTERN.test(text)) && ILLNESS_QUESTION_PATTERN.test(text))
    return true;
  return (
    MEDICAL_TOPIC_PATTERN.test(text) && CONDITION_QUESTION_PATTERN.test(text) && !SERVICE_QUESTION_PATTERN.test(text)
  );
}
