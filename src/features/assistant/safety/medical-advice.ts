import { MEDICAL_WORDS } from './medicine.ts';
import { phrasesWith } from './phrases.ts';

const phrases = phrasesWith({
  ...MEDICAL_WORDS,
  patient: `(?:i|we|you|he|she|they|it|(?:my|our|his|her|the|a) (?:\\w+ )?\\w+|someone|pregnant women|kids|children|adults)`,
  may: `(?:can|could|should|may|shall|do|does|is it (?:ok|okay|safe|alright|fine|bad|dangerous|possible)(?: for \\w+(?: \\w+)?)?)`,
});

const DOSE = phrases`
  how (many|much|often|frequently|long|far apart) .. {medicine} .. (take|taking|give|giving|use|using|have|need|safe
    too (much|many)|a day|per day|daily|at once)
  how (many|much|often|frequently|long|far apart) .. (take|taking|give|use|need|inject|have) .. {medicine}
  (dose|doses|dosage|dosing|mg|milligrams?|ml) .. (of|for) .. ({medicine}|fever|adult|child|kid|baby|weight|year old
    {symptom})
  (what|which|right|correct|maximum|max|recommended|safe|highest|usual|proper|normal) .. (dose|dosage
    strength) .. {medicine}
  {medicine} (dose|dosage|dosing)|(what|whats|which) .. (is|should be) .. (dose|dosage)
  (max|maximum|recommended|safe) (daily )?(dose|dosage)
  (higher|lower|double|half|extra|another|second) (dose|pill|tablet) .. (ok|okay|safe|\?)
  (missed|forgot|skipped|doubled|took (two|2|double|twice|an extra|the wrong)|taken (two|2|double|twice|an extra
    the wrong)) .. ({medicine}|dose|doses)
  (took|taken) .. {medicine} (twice|by mistake|by accident|accidentally)
`;
const INTERACTION = phrases`
  (mix|mixing|combine|combining|interact|interacts|interaction|interactions|together|alongside) .. {medicine}
  {medicine} .. (mix|mixing|combine|combined|interact|interacts|interaction|interactions|together|alongside)
  (take|taking|have|use|using|give|drink|drinking|eat|eating) .. {medicine} .. (with|and|while|on top of|after|before
    if i|when) .. ({medicine}|alcohol|wine|beer|drinking|pregnant|breastfeeding|nursing|{illness})
  (drink|drinking|alcohol|wine|beer|grapefruit|caffeine|coffee|fly|flying|drive|driving|breastfeed|train|workout
    exercise) .. (with|while|on|and|after) .. (taking )?{medicine}
  {medicine} .. (safe|ok|okay|bad|dangerous|harmful) .. (pregnan\w+|breastfeed\w+|nursing|kids?|child(ren)?|bab(y
    ies)|toddlers?|alcohol|with)
  (safe|ok|okay|bad|dangerous|harmful|alright|fine) .. (to |if i |for me to |for him to |for her to )(take|use|give
    stop|mix|combine|drink) .. {medicine}
`;
const REGIMEN = phrases`
  (can|could|should|may|shall|do|does|is it (ok|okay|safe|alright|fine|bad
    dangerous)( for \w+)?) {patient} (just |still |also |safely |keep |have to |need to |to )*(stop|quit|skip|double
    halve|start|increase|reduce|lower|up|come off|wean|cut|crush|split|switch|continue|take|taking|taken|give|use
    be on|go off|get off) .. {medicine}
  (should|do) {patient} (really |even |actually )?(take|need|be on|be taking) (a |an |some |any |more )?({medicine}
    antibiotics|stitches|surgery|an x ?ray|a tetanus)
  (stop|quit|stopping|quitting|come off|coming off|wean off|get off|go off) (taking )?{own} (\w+ )?{medicine} .. (ok
    safe|\?|advice|should|how|cold turkey)
  side effects? (of|from|with|for|to)|{medicine} .. side effects?
  (does|can|could|will|is) (my |the |this )?{medicine} .. (cause|causing|make|making|give|affect|work|help|raise
    lower)
  what .. {medicine} (should|can|could|do you recommend|would you recommend|is (best|good)|works?) .. (take|use|for
    \?)
`;
const DIAGNOSIS = phrases`
  (do|does|could|might|can|would|may) {patient} (\w+ )?have (a |an |the |some |got )?(\w+ )?{illness}
  (is|could|might|can|would) (it|this|that|he|she|i|my \w+|these|those
    they)( \w+)? (be |have |a |an |just |really |look |sound |mean )*{illness}
  what .. (wrong|matter) with (me|him|her|us|my ({relative}|{body}))
  (what|why) .. (cause|causes|causing|caused|is making) .. ({symptom}|it|this)
  (what|whats) (could|might|else|would|can) (it|this|that|they) (possibly )?be
  why (do|does|is|are) {own} (\w+ ){0,3}{symptom}
  diagnose|self diagnose|(sounds|looks|seems) like .. {illness} .. \?
  (have|got|caught) {illness} (or|right|do you think|\?)
  (should|do) i (be )?(really )?(worry|worried|concerned|panic|scared|need to worry)
  is {own} {body} (\w+ )?(broken|infected|sprained|fractured)
  (is|are) (it|this|that|my \w+|these|the {symptom}) (\w+ )?(normal|serious|dangerous|contagious|infected|a bad sign
    life threatening)
  (should|do|must) {patient} .. (go to|visit|head to|see) (the |a |an )?(er|a and e|a e|emergency room|hospital
    urgent care)
`;
const TREATMENT = phrases`
  (what|anything|which|something) .. (take|give|put on|do|use|recommend|suggest|prescribe|best|good|helps?|cures?
    treats?) .. (for|about|to (treat|cure|stop|help|ease|relieve|reduce|lower|bring down)|with|on|against|when) .. ({symptom}|{illness})
  how (do|can|should|to|would) .. (treat|cure|get rid of|stop|heal|relieve|ease|lower|reduce|fix|soothe
    bring down) .. ({symptom}|{illness})
  (home|natural) remed(y|ies)|cure for|treatment for (a |an |the |my )?(\w+ )?({symptom}|{illness}) .. (at home|\?)
  (ice|heat|cream|ointment) .. (on|for) .. ({symptom}|injury) .. \?|medical (advice|opinion)
`;
const READING = phrases`
  (interpret|explain|read|understand|decipher|go over|look at|make sense of|tell me about|analy[sz]e) .. (me )?({own}
    the|these|this) .. {results}
  (what (do|does|did|is|are|would|it)|why (is|are|was)) .. ({own}|the|these|this|a) .. {results} .. (mean|means
    meaning|high|low|abnormal|elevated|positive|negative|bad)
  (is|are|was|were|should i worry) .. ({own}|the|these|a|this|my) .. {results} .. (normal|abnormal|high|too high|low
    too low|bad|good|ok|okay|serious|dangerous|concerning|elevated)
  {results} (of|is|was|are|were|at|came back|reading|reads) .. (is that|is it|is this|should i|do i|what does|normal
    bad|ok|dangerous|abnormal|elevated)
`;
const ASKS = [DOSE, INTERACTION, REGIMEN, TREATMENT, READING];

/** Prices, refills, pick-ups, hand-outs, what to bring: asked with the same words, answered by the business. */
const BUSINESS = phrases`
  how much .. (is|are|does|do|would|will|cost|costs|charge|price|for) .. (cost|price|visit|appointment|copay|refill
    class|consult\w*|session|delivery|test)
  (cost|price|priced|copay|charge|fee|fees|in stock|stock|sell|delivery|deliver|shipping)
  (ready|in yet|arrived|back yet|available|come back|been sent|sent over|posted|upload\w*|portal|copy of|copies of
    send (me )?my|get my|access my|see my|pick ?up|collect)
  (refills?|renew|renewal|repeat prescription|transfer|order more|run out|running out|running low|ran out)
  (which|what) (class|classes|trainer|membership|service|treatments|facial|shoe|shoes|insole|insoles|products?) 
  do you (sell|stock|carry|have|offer|do|treat|see|test|prescribe|provide|accept)|(bring|wear)
`;
const STILL_ADVICE = phrases`
  (mix|interact\w*|dose|dosage|side effects?|mg|overdose|safe to (take|mix|stop|use|give))
  how (many|often) .. (take|give)|(should|can) i (stop|skip|double|take)|mean|means
`;

const REACTION_WORDS = `(?:burn(?:s|t|ed|ing)?|blister\\w*|rash\\w*|swollen|swelling|swelled|infected|infection|pus|oozing
  bleeding|peeling|raw|scab\\w*|hives|welts|itch\\w*|stinging|inflamed|allergic|sore|red|irritat\\w+|numb|on fire|green)`;
const withHarm = phrasesWith({ ...MEDICAL_WORDS, harm: REACTION_WORDS });
const REACTION = withHarm`
  {body} .. {harm} .. (after|since|from|because of|yesterday|you|your|following)
  (after|since|from|following) .. (colou?r|dye|bleach|toner|treatment|facial|wax\w*|lash(es)?|extensions|peel|tint
    lamination|perm|relaxer|keratin|manicure|pedicure|gel|gels|massage|piercing|botox|filler|laser|appointment|visit
    product|cream|serum) .. {body} .. {harm}
  {harm} .. {body} .. (after|since|from|because of|yesterday|following)
  (had|got|have|having|getting|gave me) (a |an )?((bad|severe|slight|mild|horrible|nasty
    terrible) )*(allergic )?(reaction|rash|infection|burns?|blisters) .. (to|from|after|since) .. (the|your|my
    colou?r|dye|wax\w*|product|treatment)
  (food ?poison\w*|salmonella|norovirus)
  (sick|ill|throwing up|vomiting|vomited|puking|the runs|diarrh?o?ea) .. (after|since|from) .. (eating|ate|dinner
    lunch|meal|food|there|your|dining|visit(ing)?|oysters?|chicken|fish|sushi|seafood|burger)
  (made|making|got|left) (me|us|him|her|everyone|my \w+|all of us|both of us|half of us) (really |so |very |violently )*(sick|ill)
`;

export type Advice = 'question' | 'reaction';

/** Is a doctor's or pharmacist's word asked for, or has somebody been harmed at a place that is not a practice? */
export function findMedicalAdvice(text: string, industry: string): Advice | undefined {
  if (industry !== 'medical' && REACTION.test(text)) return 'reaction';
  if (BUSINESS.test(text) && !STILL_ADVICE.test(text)) return undefined;
  if (ASKS.some((pattern) => pattern.test(text))) return 'question';
  return DIAGNOSIS.test(text) && isAboutBody(text, industry) ? 'question' : undefined;
}

const SICK = phrases`
  {illness}|{symptom}|{medicine}|{body}|er|a and e|hospital|urgent care|symptoms?|diagnos\w+|scalp|skin|throat|stomach
  blood
  mole|lump
`;

/** "Is this normal?" is about health in a practice, and elsewhere only beside words of illness. */
function isAboutBody(text: string, industry: string): boolean {
  return industry === 'medical' || SICK.test(text);
}
