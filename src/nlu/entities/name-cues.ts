import { oneOf } from './patterns.ts';

const NAME = oneOf`((first|last|full|second|family) ?)?name|surname`;
/** Things that have names too. */
const THING = oneOf`restaurant|place|shop|salon|dish|product|item|doctor|pharmacy|company|business|class`;
const NOT_OF = `(?<!\\b${THING}(?:'s)?\\s+)`;

const WHOSE = oneOf`my|our|his|her|their|booking|reservation`;
const BOOKED = oneOf`book(ed|ing)?|reserved?|reservation|appointment|table|it`;

/** Said before a customer's name, and hardly before anything else. */
export const SURE_CUES = new RegExp(
  oneOf`
    ${NOT_OF}\b(${WHOSE} |the |whose )?${NAME}s?('s| is| was| (will|would|should) be|:| =| -)
    ${NOT_OF}\b(${WHOSE}|first|last|full|use the|and the) ${NAME}s?( of)?
    \b(under|in|on|by|with|into|to) (the |my )?${NAME}( of| is|:|,)?
    \b(you can |they |people |please |just )?call (me|be)|\bi go by|\b(i'm|i am) (known as|called)
    \bput (it |me |us )?(down )?(under|as)
    \b(sign|book|put|squeeze)(?= \p{Lu}\p{Ll}+( \p{Lu}[\p{L}'-]+)? (up|in|down)\b)
    (^|[,.]|\b(listed|registered|made|${BOOKED}|is|be|that|us|me))\s*under(?! the| my)
    \b([ap]m|people|guests|please|tonight|tomorrow|day|\d) under(?! the| my)
  ` + String.raw`\s*["'-]?\s+["']?`,
  'giu',
);

/** "Hmm" and "erm" stand where a name could. */
export const SOUND = /^(?:h+m+|u+h*m*|e+r+m*|m+h*m+|e+h+|a+h+|o+h+|ugh+|ar+gh+|aha|wh?oops|oops|pf+t?|tsk)$/;

/** Said before a name, and before other things as well. */
export const LIKELY_CUES = new RegExp(
  oneOf`
    \b(i'm|im|i am|this is|it's|its|it is|it should be|under)
    \b(thanks|thank you|cheers|regards|best|wishes|sincerely|faithfully)[,!.]?
    \b(${BOOKED}|it's|its|that|one|slot|spot|place|class|is|be)( is| it| me| was)? for
  ` + String.raw`\s+`,
  'giu',
);
const HELLO = oneOf`hi|hello|hey|hiya|greetings|good (morning|afternoon|evening|day)`;
/** Whom a letter is written to: "Dear Bella Vista team,". */
export const LETTER = /^\s*dear\s+[^,;:!\n]{1,60}(?=[,;:!\n])/iu;
/** Whom a message greets, where it goes on with something else than a number: "Hi Maria, can I …". */
export const GREETED = new RegExp(
  `^\\s*(?i:${HELLO})\\s+(?!(?:I|I'm|Im|It's|Its|This|My)\\b)\\p{Lu}[\\p{L}'-]*(?: (?:\\p{Lu}[\\p{L}'-]*|team|all)){0,3}(?=[,!\\n])(?![,!\\s]*[\\d+(])`,
  'u',
);
/** Said after a name that stands at the beginning, even one in small letters. */
export const PRESENT =
  /^,?\s*(?:here|speaking)(?=\W|$)(?!\s+(?!and\b|again\b|i\b|i'|can\b|could\b|just\b|with\b)\p{L})/iu;
/** Said after a name in capitals that stands at the beginning. */
export const AFTER_NAME = new RegExp(
  `^,?\\s*${oneOf`
    here|speaking|is (my|the) (\w+ )?name|is (the )?name|is what you can call me|party of
    (has|have) an? (booking|reservation|table)
  `}\\b`,
  'iu',
);
/** "cancel the Lund booking", "for the Smith family". */
export const BETWEEN_CUES = new RegExp(
  oneOf`\b(the|a|our|my)\s+(?<name>\p{Lu}[\p{L}'-]+(\s\p{Lu}[\p{L}'-]+){0,2})\s+` +
    oneOf`(party|family|booking|reservation|table|appointment|wedding)\b`,
  'gu',
);
/** Between the two halves of a name: "first name Dana, last name Fox". */
export const SECOND_HALF = /^\W*(?:and )?(?:my |the )?(?:last|second|family|sur) ?name(?: is|'s|:)?\s*$/iu;
export const FIRST_HALF = /^\W*(?:and )?(?:my |the )?first ?name(?: is|'s|:)?\s*$/iu;

const MONTH = oneOf`
  jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?
`;
/** Numbers to be reached at, and days on which one was born. */
export const OF_A_PERSON = new RegExp(
  oneOf`
    [\d+\(][\d\s\(\).+\-]{6,30}\d
    \b(date of birth|dob|born|19[2-9]\d|20[01]\d)\b
  `,
  'iu',
);
/** Dates and numbers to be reached at, beside which people write their names. */
export const BESIDE_NAMES = new RegExp(
  oneOf`
    \b(${MONTH}\.?\s+\d{1,2}(st|nd|rd|th)?|\d{1,2}(st|nd|rd|th)?\s+(of\s+)?${MONTH})(,?\s+\d{4})?\b
    [\d+\(][\d\s\(\).+\-]{6,30}\d
    \b\d{1,4}[\/.\-]\d{1,2}[\/.\-]\d{1,4}\b
  `,
  'giu',
);

const KIN = oneOf`
  wife|husband|partner|son|daughter|m[uo]m|mother|dad|father|sister|brother|((girl|boy) ?)?friend|kid|boy|girl|child|boss
  (step|grand)(son|daughter|child)|grand(ma|pa|mother|father)|nan|gran|aunt(ie)?|uncle|cousin|niece|nephew|flatmate|mate
`;
/** Before a full name in capitals. */
export const FAINT_CUES = new RegExp(
  oneOf`
    (?<!\b(looking|look|searching|website|menu) )\b(for|by|miss|mrs|mr|ms)\.?
    \bmy ((little|eldest|youngest|younger|older) )?${KIN},?|\b(s?he|her|his)('s|s| is| name)( called| named)?
  ` + String.raw`\s+`,
  'giu',
);
const REACHED_AT = oneOf`number|phone|cell|mobile|tel|telephone|email|e-mail|contact|dob|date of birth|born|birthday`;
/** Where a message goes from one thing to the next. */
export const SEPARATOR = new RegExp(
  oneOf`
    [,;\n|\/\(\)"•·]|:(?=\s+\p{L})|\s[\-–—]+\s|(?<!\b(mrs?|ms|dr|prof|st|jr|sr|\p{L}))[.!?]{1,9}(?=\s|$)|[.!?]{1,9}$|\d[\w:]*
    \bwith (?=(an?|one|two|three|double|no)\b)|\b(spelled|spelt|spelling)\b
    \band (?=(my|the|phone|number|email|it|you|i)\b)
    \b((my|the|phone|mobile|cell|contact|best) ){0,4}${REACHED_AT}('s| is| on|:)?(?![\p{L}'])
    \b(today|tomorrow|tonight|next|party of)(?![\p{L}'])|\b(this|on) (?=\p{L}+day|the)|\b(at|for) (?=\d)
  `,
  'giu',
);

/** What an answer may begin and end with. */
export const FILLER = new RegExp(
  `^(?:${oneOf`
    yes|yeah|yep|yup|sure|ok|okay|of course|certainly|absolutely|no problem|right|alright|great|perfect|well|oh|um|uh
    (hi|hello|hey|hiya)( there)?|good (morning|afternoon|evening)|please|pls|thanks|thank you|cheers|sorry|so|and
    it's|its|it is|that's|that is|(that|it) (would|will|should) be
    it'll be|is|i'm|im|i am|this is|(my |the )?${NAME}( is|'s|s|:)?|for|(put it |book it )?under|in the name of
    (you can )?put|call me|just|my ${KIN}('s name)?
  `}(?![\\p{L}'])[\\s:,!]*)+`,
  'iu',
);
export const TRAILER = new RegExp(
  `(?:\\s+${oneOf`please|pls|plz|thanks|thank you|thx|here|is (my|the) name|is fine|speaking|cheers`})+$`,
  'iu',
);
