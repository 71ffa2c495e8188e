import { oneOf } from './patterns.ts';

const NAME_LABEL_PATTERN = oneOf`((first|last|full|second|family) ?)?name|surname`;
/** Things other than people that have names. */
const NAMED_THING_PATTERN = oneOf`restaurant|place|shop|salon|dish|product|item|doctor|pharmacy|company|business|class`;
const NOT_AFTER_THING = `(?<!\\b${NAMED_THING_PATTERN}(?:'s)?\\s+)`;

const POSSESSIVE_PATTERN = oneOf`my|our|his|her|their|booking|reservation`;
const BOOKING_WORD_PATTERN = oneOf`book(ed|ing)?|reserved?|reservation|appointment|table|it`;

/** Phrases that almost always come before a customer's name. */
export const STRONG_CUE_PATTERN = new RegExp(
  oneOf`
    ${NOT_AFTER_THING}\b(${POSSESSIVE_PATTERN} |the |whose )?${NAME_LABEL_PATTERN}s?('s| is| was| (will|would|should) be|:| =| -)
    ${NOT_AFTER_THING}\b(${POSSESSIVE_PATTERN}|first|last|full|use the|and the) ${NAME_LABEL_PATTERN}s?( of)?
    \b(under|in|on|by|with|into|to) (the |my )?${NAME_LABEL_PATTERN}( of| is|:|,)?
    \b(you can |they |people |please |just )?call (me|be)|\bi go by|\b(i'm|i am) (known as|called)
    \bput (it |me |us )?(down )?(under|as)
    \b(sign|book|put|squeeze)(?= \p{Lu}\p{Ll}+( \p{Lu}[\p{L}'-]+)? (up|in|down)\b)
    (^|[,.]|\b(listed|registered|made|${BOOKING_WORD_PATTERN}|is|be|that|us|me))\s*under(?! the| my)
    \b([ap]m|people|guests|please|tonight|tomorrow|day|\d) under(?! the| my)
  ` + String.raw`\s*["'-]?\s+["']?`,
  'giu',
);

/** "Hmm" and "erm" occur where a name could. */
export const INTERJECTION_PATTERN =
  /^(?:h+m+|u+h*m*|e+r+m*|m+h*m+|e+h+|a+h+|o+h+|ugh+|ar+gh+|aha|wh?oops|oops|pf+t?|tsk)$/;

/** Phrases that come before a name, but also before other things. */
export const LIKELY_CUE_PATTERN = new RegExp(
  oneOf`
    \b(i'm|im|i am|this is|it's|its|it is|it should be|under)
    \b(thanks|thank you|cheers|regards|best|wishes|sincerely|faithfully)[,!.]?
    \b(${BOOKING_WORD_PATTERN}|it's|its|that|one|slot|spot|place|class|is|be)( is| it| me| was)? for
  ` + String.raw`\s+`,
  'giu',
);
const GREETING_PATTERN = oneOf`hi|hello|hey|hiya|greetings|good (morning|afternoon|evening|day)`;
/** The addressee of a letter: "Dear Bella Vista team,". */
export const LETTER_SALUTATION_PATTERN = /^\s*dear\s+[^,;:!\n]{1,60}(?=[,;:!\n])/iu;
/** The greeted person, if no number follows: "Hi Maria, can I …". */
export const GREETED_PERSON_PATTERN = new RegExp(
  `^\\s*(?i:${GREETING_PATTERN})\\s+(?!(?:I|I'm|Im|It's|Its|This|My)\\b)\\p{Lu}[\\p{L}'-]*(?: (?:\\p{Lu}[\\p{L}'-]*|team|all)){0,3}(?=[,!\\n])(?![,!\\s]*[\\d+(])`,
  'u',
);
/** Phrases after a name at the start of a message, even a lower-case one. */
export const HERE_AFTER_NAME_PATTERN =
  /^,?\s*(?:here|speaking)(?=\W|$)(?!\s+(?!and\b|again\b|i\b|i'|can\b|could\b|just\b|with\b)\p{L})/iu;
/** Phrases after a capitalized name at the start of a message. */
export const PHRASE_AFTER_NAME_PATTERN = new RegExp(
  `^,?\\s*${oneOf`
    here|speaking|is (my|the) (\w+ )?name|is (the )?name|is what you can call me|party of
    (has|have) an? (booking|reservation|table)
  `}\\b`,
  'iu',
);
/** "cancel the Lund booking", "for the Smith family". */
export const NAME_BETWEEN_CUES_PATTERN = new RegExp(
  oneOf`\b(the|a|our|my)\s+(?<name>\p{Lu}[\p{L}'-]+(\s\p{Lu}[\p{L}'-]+){0,2})\s+` +
    oneOf`(party|family|booking|reservation|table|appointment|wedding)\b`,
  'gu',
);
/** Labels between the two parts of a name: "first name Dana, last name Fox". */
export const LAST_NAME_LABEL_PATTERN = /^\W*(?:and )?(?:my |the )?(?:last|second|family|sur) ?name(?: is|'s|:)?\s*$/iu;
export const FIRST_NAME_LABEL_PATTERN = /^\W*(?:and )?(?:my |the )?first ?name(?: is|'s|:)?\s*$/iu;

const MONTH_PATTERN = oneOf`
  jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?
`;
/** Phone numbers and dates of birth. */
export const PERSONAL_DETAIL_PATTERN = new RegExp(
  oneOf`
    [\d+\(][\d\s\(\).+\-]{6,30}\d
    \b(date of birth|dob|born|19[2-9]\d|20[01]\d)\b
  `,
  'iu',
);
/** Dates and phone numbers, which people write next to their names. */
export const DETAIL_BESIDE_NAME_PATTERN = new RegExp(
  oneOf`
    \b(${MONTH_PATTERN}\.?\s+\d{1,2}(st|nd|rd|th)?|\d{1,2}(st|nd|rd|th)?\s+(of\s+)?${MONTH_PATTERN})(,?\s+\d{4})?\b
    [\d+\(][\d\s\(\).+\-]{6,30}\d
    \b\d{1,4}[\/.\-]\d{1,2}[\/.\-]\d{1,4}\b
  `,
  'giu',
);

const RELATION_PATTERN = oneOf`
  wife|husband|partner|son|daughter|m[uo]m|mother|dad|father|sister|brother|((girl|boy) ?)?friend|kid|boy|girl|child|boss
  (step|grand)(son|daughter|child)|grand(ma|pa|mother|father)|nan|gran|aunt(ie)?|uncle|cousin|niece|nephew|flatmate|mate
`;
/** Phrases that count only before a full capitalized name. */
export const WEAK_CUE_PATTERN = new RegExp(
  oneOf`
    (?<!\b(looking|look|searching|website|menu) )\b(for|by|miss|mrs|mr|ms)\.?
    \bmy ((little|eldest|youngest|younger|older) )?${RELATION_PATTERN},?|\b(s?he|her|his)('s|s| is| name)( called| named)?
  ` + String.raw`\s+`,
  'giu',
);
const CONTACT_LABEL_PATTERN = oneOf`number|phone|cell|mobile|tel|telephone|email|e-mail|contact|dob|date of birth|born|birthday`;
/** Boundaries between the parts of a message. */
export const SEPARATOR_PATTERN = new RegExp(
  oneOf`
    [,;\n|\/\(\)"•·]|:(?=\s+\p{L})|\s[\-–—]+\s|(?<!\b(mrs?|ms|dr|prof|st|jr|sr|\p{L}))[.!?]{1,9}(?=\s|$)|[.!?]{1,9}$|\d[\w:]*
    \bwith (?=(an?|one|two|three|double|no)\b)|\b(spelled|spelt|spelling)\b
    \band (?=(my|the|phone|number|email|it|you|i)\b)
    \b((my|the|phone|mobile|cell|contact|best) ){0,4}${CONTACT_LABEL_PATTERN}('s| is| on|:)?(?![\p{L}'])
    \b(today|tomorrow|tonight|next|party of)(?![\p{L}'])|\b(this|on) (?=\p{L}+day|the)|\b(at|for) (?=\d)
  `,
  'giu',
);

/** Words that an answer may start with. */
export const LEADING_FILLER_PATTERN = new RegExp(
  `^(?:${oneOf`
    yes|yeah|yep|yup|sure|ok|okay|of course|certainly|absolutely|no problem|right|alright|great|perfect|well|oh|um|uh
    (hi|hello|hey|hiya)( there)?|good (morning|afternoon|evening)|please|pls|thanks|thank you|cheers|sorry|so|and
    it's|its|it is|that's|that is|(that|it) (would|will|should) be
    it'll be|is|i'm|im|i am|this is|(my |the )?${NAME_LABEL_PATTERN}( is|'s|s|:)?|for|(put it |book it )?under|in the name of
    (you can )?put|call me|just|my ${RELATION_PATTERN}('s name)?
  `}(?![\\p{L}'])[\\s:,!]*)+`,
  'iu',
);
export const TRAILING_FILLER_PATTERN = new RegExp(
  `(?:\\s+${oneOf`please|pls|plz|thanks|thank you|thx|here|is (my|the) name|is fine|speaking|cheers`})+$`,
  'iu',
);
