// Detects from a message whether the patient is new to the practice.

const createAlternationPattern = (...patterns: string[]) => new RegExp(patterns.join('|'), 'i');

const NOT_PATTERN = "(?:not|never|haven['’]?t|have not|hasn['’]?t|has not)";
const TIME_AGO_PATTERN = String.raw`(?:\w+ ){0,3}?(?:for|in|since) (?:a (?:while|long|few|couple)|ages|years|some|\d|last)`;
const NOT_PAST_EVENT_PATTERN = String.raw`(?! (?:\w+ ){0,4}(?:was|were|went)\b)`;
const DOCTOR_PATTERN = '(?:gp|doctor|dentist|physio|family doctor|practice|surgery)';

/** Negations that mean the patient is known: "I'm not new", "I haven't been in a while". */
const NOT_NEW_PATTERN = createAlternationPattern(
  String.raw`\b(?:not|isn['’]?t|wasn['’]?t) (?:a |my |our |the |his |her )?(?:new\b|first\b)`,
  String.raw`\bnot been ${TIME_AGO_PATTERN}`,
  String.raw`\b(?:haven['’]?t|have not) been ${TIME_AGO_PATTERN}`,
);

const SAYS_NEW_PATTERN = createAlternationPattern(
  String.raw`\bnew patient\b`,
  String.raw`\b(?:i['’]?m|am|we['’]?re|are|is|s?he['’]?s) (?:\w+ )?new\b(?! (?:insurance|number|address|job))`,
  String.raw`\bnew (?:here\b|to (?:you|the|your|this (?:practice|clinic|surgery|area|town))\b|in (?:town|the area))`,
  String.raw`\b${NOT_PATTERN} (?:yet |ever |actually )?been(?=\s*(?:$|[,.;!?])| (?:to|in|here|there|before|with|and|but|at)\b)`,
  String.raw`\b${NOT_PATTERN} (?:yet |ever )?been a patient\b`,
  String.raw`\b${NOT_PATTERN} (?:yet |ever )?(?:visited|seen) (?:you|your|anyone (?:there|here))\b`,
  String.raw`\bnot (?:yet )?(?:registered|enrolled|on your books|signed up|a (?:current )?patient)\b`,
  String.raw`\b(?:don['’]?t|do not|haven['’]?t|have not)(?: yet)? (?:have |got |have got )an? ${DOCTOR_PATTERN}\b`,
  String.raw`\b(?:just|recently|newly) moved (?:here|in\b|nearby|house|to (?:the area|town|this)|into)`,
  String.raw`\byou (?:don['’]?t|won['’]?t|do not|will not) (?:know|have) me\b`,
  String.raw`\b(?:a|my|our|his|her|their|for) (?:very )?first (?:visit|appointment|consultation|time)\b${NOT_PAST_EVENT_PATTERN}`,
  // "The first time that you have" asks for the earliest slot and must not match.
  String.raw`\bfirst[ -]tim(?:er|e (?:with|at|here|coming|visiting|seeing|to (?:you|your|the|see)|patient|visitor))`,
  String.raw`^(?:yes|yeah|yep|no)?,?\s*(?:(?:it|this)(?:['’]?s| is| would be) )?new\b`,
  String.raw`^(?:yes|yeah|yep|no)?,?\s*(?:(?:it|this)(?:['’]?s| is| would be) )?(?:the )?first (?:visit|time|one)\b`,
);

const SAYS_KNOWN_PATTERN = createAlternationPattern(
  String.raw`\bexisting (?:patient|client)`,
  String.raw`\bbeen (?:here|there|in|to (?:you|see)|with you|coming|going|seeing|seen|before|a patient|registered)\b`,
  String.raw`\b(?:for|many|with you) years\b`,
  String.raw`\b(?:already|long.?time|longstanding|current) (?:a |your )?patient`,
  String.raw`\bpatient (?:already|of yours|with you|here)\b`,
  String.raw`\b(?:already )?(?:registered|enrolled) with you\b`,
  String.raw`\b(?:regular|returning)\b|\bi['’]?m a patient\b|\b(?:you|they|he|she) knows? me\b`,
  String.raw`\b(?:saw|seen|had|came to|visited|was with) [^.?!]{1,40}? last time\b`,
  String.raw`\blast time i (?:saw|was|came|had|visited)\b`,
  String.raw`\b(?:saw|seen|visited) (?:you|(?:dr|doctor|nurse)\.? \S+(?: \S+)?) (?:before|last|already|previously)\b`,
);

/** Undefined if the message does not say. `wasAsked`: it answers our question whether they have been here before. */
export function isNewPatient(text: string, wasAsked: boolean): boolean | undefined {
  if (NOT_NEW_PATTERN.test(text)) return false;
  if (SAYS_NEW_PATTERN.test(text)) return true;
  if (SAYS_KNOWN_PATTERN.test(text)) return false;
  if (!wasAsked) return undefined;
  if (/^(yes|yeah|yep|i have|we have|sure|of course)\b/i.test(text.trim())) return false;
  return /^(no|nope|not yet|never)\b|\bfirst\b/i.test(text.trim()) ? true : undefined;
}

/** "A first appointment" is a new patient's visit; "the first appointment" is the earliest one. */
const ASKS_FOR_FIRST_VISIT_PATTERN = createAlternationPattern(
  String.raw`\b(?:a|my|our|his|her|their|for) (?:very )?first (?:visit|appointment|consultation|session)\b${NOT_PAST_EVENT_PATTERN}`,
  String.raw`\b(?:initial|introductory|new[ -]patient) (?:\w+ )?(?:visit|app\w+|consult\w*|assessment|exam\w*)\b`,
);

export const asksForFirstVisit = (text: string): boolean => ASKS_FOR_FIRST_VISIT_PATTERN.test(text);
