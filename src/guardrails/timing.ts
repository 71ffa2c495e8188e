import { phrasePattern } from './phrases.ts';

const HAPPENING_NOW_PATTERN = phrasePattern`
  right now|now|currently|at the moment|this (minute|second|instant)|suddenly
  just (now|started|began|collapsed|ate|took)
  (is|am|are|be|been|keeps|started) (having|fitting|choking|bleeding|seizing|happening)|minutes? ago|again today
  on the floor
`;

/** Over: with a date, or long enough ago. */
const PAST_PATTERN = phrasePattern`
  (last|past|previous) (year|month|week|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july
    august|september|october|november|december|time|visit|appointment)
  (\d+|a|an|one|two|three|four|five|six|a few|few|couple of|several|some|many) (days|weeks?|months?|years?|yrs) (ago
    back|prior)
  (years|months|weeks|ages|long time) ago|back in|in (19|20)\d\d
  in (january|february|march|april|june|july|august|september|october|november|december)
  used to (have|get)|when (i|he|she) (was|were) (a|an|little|young|\d+|pregnant)|as a (child|kid|baby|teen|teenager)
  it (is|was) (gone|over|better)( now)?|went away|i am (fine|ok|okay|better) now
  (was|been) (discharged|treated|hospitali[sz]ed|released)
`;

/** Mentions consequences or context, such as a check-up, a risk or a course. */
const AFTERMATH_PATTERN = phrasePattern`
  (since|after|following|from) {own}( \w+)?|after (a|an|having)|history of|family history|follow ups?|followup|post
  recover(y|ing|ed)?|rehab(ilitation)?|survivor|surviving|survived|prevent(s|ing|ion)?|avoid|risk|at risk|screening
  prone to|prior
  (meds|medication|medicine|tablets|pills|prescription|refill|drugs) .. for|(refill(s|ed)?|renew|renewal|repeat)
  (meds|medication|medicine|tablets) refill\w*
  (courses?|class(es)?|training|certification|certified|certificate|workshop|lesson|lessons|leaflet|poster|book|story
    movie|song)
  disorder|epilepsy|epileptic|support group|charity|awareness|insurance|covered by|coverage|statement|report|records?
`;

const HYPOTHETICAL_PATTERN = phrasePattern`
  (what|how) (if|happens|would happen)|in case|in the event
  if (someone|somebody|anyone|anybody|people|a (member|guest|customer|client|patient|person))
  (are|is|do) (you|your|the|they|there|any) .. (trained|certified|equipped|train|aed|defibrillators?|epipens?)
  (policy|procedure|protocol|plan) (for|if|when|in)
`;
const ASKING_HELP_PATTERN = phrasePattern`
  what (should|do|can) (i|we) do|help( me| us)?|please help|someone help
`;

/** Long over, and not happening again. */
export function isPast(sentence: string): boolean {
  return PAST_PATTERN.test(sentence) && !HAPPENING_NOW_PATTERN.test(sentence);
}

/** Mentioned, but not as something that is happening. */
export function isAftermath(sentence: string): boolean {
  return AFTERMATH_PATTERN.test(sentence) && !HAPPENING_NOW_PATTERN.test(sentence);
}

export function isHypothetical(sentence: string): boolean {
  return (
    HYPOTHETICAL_PATTERN.test(sentence) && !ASKING_HELP_PATTERN.test(sentence) && !HAPPENING_NOW_PATTERN.test(sentence)
  );
}

const DENIAL_PATTERN = phrasePattern`
  (no|without|not|never|nor|neither|isnt|aint|denies|have no|has no|rather than|(dont|doesnt|didnt) have|(havent
    hasnt) had)( (any|a|an|really|actually|had|having|have|got|real|severe|signs? of))*(?= $)
  (no|without|dont have|doesnt have|havent had|not having)( any)?( [^ ,.?]+){1,3}( ,( [^ ,.?]+){1,3}){0,4}( ,)? (or
    nor|and no)( any)?(?= $)
`;
const DENIED_LIST_START_PATTERN = phrasePattern`
  (no|without)( any)?( [^ ,.?]+){1,2}( ,( [^ ,.?]+){1,2}){0,3} ,(?= $)
`;
const LIST_END_PATTERN = /^[^.?]{0,60} n?or /;

/** Whether a match is negated: "no chest pain", "no fever, chest pain or trouble breathing". */
export function isDenied(text: string, start: number, end: number): boolean {
  const precedingText = text.slice(Math.max(0, start - 120), start);
  return (
    DENIAL_PATTERN.test(precedingText) ||
    (DENIED_LIST_START_PATTERN.test(precedingText) && LIST_END_PATTERN.test(text.slice(end, end + 60)))
  );
}
