import { must } from '../../kernel/must.ts';
import { findCompanies } from './company.ts';
import { type ExtractedEntity, normalizeApostrophes } from './extracted-entity.ts';
import { NUMBER, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** Of "4 or 5" the second is taken, which is the larger as people say it. */
const RANGE = String.raw`(?<![\w.:$£€#/+])(?:${NUMBER}\s*(?:-|–|or|to|maybe|possibly)\s*)?(?<last>${NUMBER})`;
const DAY = oneOf`mon(day)?|tue(s|sday)?|wed(s|nesday)?|thu(r|rs|rsday)?|fri(day)?|sat(urday)?|sun(day)?`;
const MONTH = oneOf`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`;
const CLOCK = oneOf`\d{1,2}(:\d\d)?\s*([ap]m\b|[ap]\.m)|\d{1,2}:\d\d`;
const NEXT = oneOf`
  please|pls|plz|thanks|thank|thx|on|at|for|from|by|this|next|tomorrow|tmrw|tmr|tomo|tonight|tonite|today|and|with|under
  inside|outside|indoors?|outdoors?|now|total|altogether|if|so|but|around|about|instead|would|will|we|i|is|are|was|that
  right|after|before|near|sometime|somewhere|because|as|who|coming|dining|eating|not|actually|sorry|can|could|do|any|the
  soon|asap|preferably|when|within|only|max|maximum|tops|top|seater|later|over|possibly|maybe|though|then|also|have
  having|needs?|available|together|all|attending|of (us|them)|in(?! the (morning|afternoon|evening))|${DAY}|${CLOCK}
`;
/** What may stand after a number of people; anything else says what is being counted. */
const END =
  String.raw`(?!\s*(?:-|–|to|or)\s*${NUMBER}\b)(?![.:,/]\d|['%])` +
  String.raw`(?=\s*$|\s*[.,!?;)"…]|\s+[-–—(]|\s+${NEXT}\b)`;
const ABOUT = oneOf`
  just|only|about|around|approximately|roughly|maybe|like|now|the|us|up to|a|total of|all|exactly|probably
  actually|at least
`;
const SOME = `(?:${ABOUT}\\s+)*`;
const PARTY = `${SOME}${RANGE}${END}`;

const WE_ARE = oneOf`
  we('ll| will|'d| would| might| may| should| shall)?(\s+(now|all|only|just|probably|likely|actually))*\s+be
  we('re| are)|there('s| is| are|'re|('ll| will| would| might| may| should)(\s+(now|only|just))?\s+be)
`;
const GATHERING = oneOf`
  party|group|family|table|booth|booking|reservation|reserve|book|room|space|spot|place|seats?|seating|dinner|lunch
  brunch|breakfast|meal|supper|drinks|tea|cover|total|crew|crowd|band|gang
`;

/** The surer the way of saying it, the greater the weight. */
const CHANGED = 4;
const TOLD = 3;
const ANSWERED = 2;
const LOOSE = 1;
const MENTIONED = 0;

const WAYS: readonly { weight: number; asked?: boolean; pattern: string }[] = [
  {
    weight: CHANGED,
    pattern: oneOf`
      \bfrom\s+${NUMBER}(\s+(people|persons|guests|ppl|of us))?\s+(down\s+|up\s+)?to\s+${PARTY}
      \b((number|count) of (people|guests|persons)|party size|guest count|head ?count)\b[^.?!]{0,90}? to ${PARTY}
    `,
  },
  {
    weight: TOLD,
    pattern: oneOf`\b(more|extra|another|fewer|less|joining|coming|dropped out)\b[^.?!]{0,25}? so (that'?s |that makes |we'?re |we are |it'?s |now |make (it|that) )*${PARTY}`,
  },
  { weight: TOLD, pattern: String.raw`\b${GATHERING}\s+(?:of|for|with)\s+${PARTY}` },
  {
    weight: LOOSE,
    pattern: String.raw`\b(?:book|reserve|seat|fit in|squeeze in)\s+${SOME}${RANGE}(?=\s+(?:for|on|at|in)\b)`,
  },
  {
    weight: TOLD,
    pattern: oneOf`\b(party|group|guest|people|head)\s*(size|number|count|total)?\s*(is|will be|of|:|=|-)\s*${PARTY}`,
  },
  {
    weight: TOLD,
    pattern: String.raw`\b(?:number|amount) of (?:people|guests|diners)[\w ]{0,20}?(?:is|:|to)\s+${PARTY}`,
  },
  { weight: TOLD, pattern: String.raw`\b(?:${WE_ARE}\s+${SOME}|for us )${RANGE}${END}` },
  { weight: TOLD, pattern: String.raw`\b(?:seats?|seating|sit|fit|accomm?odate|hold)\s+${PARTY}` },
  {
    weight: TOLD,
    pattern: String.raw`${RANGE}(?:[ -]?(?:top|seater)|\s+(?:in total|in all|total|altogether|all together|all in))\b`,
  },
  {
    weight: TOLD,
    pattern: oneOf`\b(all|only|just)\s+(of (the )?)?${RANGE} (of us|seated|together|sitting|now|coming|will come)\b`,
  },
  // "there for 8" is a time.
  { weight: LOOSE, pattern: oneOf`(?<!\b(there|arriv(e|ing)|com(e|ing)|ready|back) )\bfor\s+${PARTY}` },
  {
    weight: LOOSE,
    pattern: String.raw`^\W*(?:(?:hi|hey|hello|book|table|please|can i get|need)[\s,]+)*(?!one)${RANGE}\s+for\s+${oneOf`
      ${DAY}|dinner|lunch|brunch|breakfast|drinks|tonight|tomorrow|today|${CLOCK}|\d
    `}`,
  },
  { weight: LOOSE, pattern: String.raw`(?<!\w)x\s?(?<last>\d{1,2})\b(?![.:]\d)` },
  {
    weight: ANSWERED,
    asked: true,
    pattern: String.raw`(?:^|[,;\n])\s*(?:${oneOf`
      yes|yeah|yep|no|nope|oh|um|uh|er|hmm|ok|okay|sure|well|so|actually|sorry|hi|just|only|about|around|maybe|like|for
      (it|that|there)('s|'ll be| is| are| will be)|its|make (it|that)|we're|we are|we (have|need|got)|i need|total|up to
      probably|let's say|say|be|the|will|now|exactly|(a )?total of|i think|us|we|(i|we)'ve got|(should|would|could) be
      (down )?to|change it to
    `}[\s,.:]+)*${RANGE}(?!')${END}`,
  },
  {
    weight: MENTIONED,
    asked: true,
    pattern: `(?<!\\b${oneOf`
      at|by|on|the|until|till|before|after|since|no|not|around|past|to|option|number|table|${MONTH}
    `}\\s+)${RANGE}${END}`,
  },
];
// Telling where a group lies costs far more than looking whether it is there.
const READERS = WAYS.map(({ pattern, ...way }) => ({
  ...way,
  there: new RegExp(pattern, 'i'),
  pattern: new RegExp(pattern, 'gid'),
}));

const ALONE = new RegExp(
  `\\b${oneOf`
    (just|only)\s+(for\s+)?(me|myself|one person|the one)|(by|for|it's)\s+(just\s+)?myself|be (just |only )?(me|myself)
    on my own|all alone|me alone|solo|(dining|eating|coming|be|am|i'm) alone|(no ?one|nobody) else
  `}\\b(?!\\s*(?:and|&|\\+|plus|,\\s*my|with))`,
  'gi',
);
const PAIR = new RegExp(
  `\\b${oneOf`
    both of us|us both|the (both|pair) of us|a couple of (us|people|friends)|a couple(?=\W*$)
    (for|be|are|we're|just) (a|one) couple(?! (of|more|hours|days|weeks))
  `}\\b`,
  'gi',
);
/** Said where the second of two numbers takes the first one back. */
const TAKES_BACK = /\b(?:actually|wait|sorry|instead|i mean|rather|make (?:it|that)|now|change|but|correction|no)\b/i;
/** Before people who join or leave those that were counted before, or who need a chair of their own. */
const ADDED =
  /\b(?:(?:high)?chairs? for|add(?:ing|ed)?|extra|plus|lost|losing|minus|remov(?:e|ing))\s+(?:an? |another )?$/i;
const INVITED = /\b(?:for|be|with|is|are|it's)\s+(?:just\s+|only\s+)?$/i;
/** Nothing is counted in a message without any of these. */
const COUNTS = new RegExp(`\\d|${NUMBER}|\\b(?:me|myself|my|us|couple|alone|solo|own|person|people)\\b`, 'i');

/** Who says it counts nobody. */
const POLITE = /\b(?:excuse|pardon|forgive|bear with) me\b/gi;

const NUMBERED = new RegExp(NUMBER, 'i');

type Candidate = ExtractedEntity<number> & { weight: number };

/**
 * How many people come. `asked`: the customer was asked for it, so that a bare number is the answer.
 * The last of several counts when something takes the first one back.
 */
export function findPartySize(
  text: string,
  { asked = false }: { asked?: boolean } = {},
): ExtractedEntity<number> | undefined {
  const said = normalizeApostrophes(text).replace(POLITE, (words) => ' '.repeat(words.length));
  if (!COUNTS.test(said)) return undefined;
  const candidates = [...listed(said, asked), ...told(said, asked), ...oneOrTwo(said, asked)]
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const best = candidates[0];
  if (!best) return undefined;
  const isTakenBack = best.weight !== CHANGED && TAKES_BACK.test(said.slice(best.end));
  const later = candidates.findLast(({ weight, start }) => weight >= ANSWERED && start >= best.end);
  const { value, start, end } = (isTakenBack && later) || best;
  return { value, start, end };
}

const isAdded = (text: string, start: number) => ADDED.test(text.slice(Math.max(0, start - 20), start));

function* listed(text: string, asked: boolean): Generator<Candidate> {
  for (const { size, start, end, sure } of findCompanies(text)) {
    if (isAdded(text, start)) continue;
    const invited = size > 1 && INVITED.test(text.slice(Math.max(0, start - 12), start));
    if (sure) yield { value: size, start, end, weight: TOLD };
    else if (invited || asked) yield { value: size, start, end, weight: ANSWERED };
  }
}

function* told(text: string, asked: boolean): Generator<Candidate> {
  if (!NUMBERED.test(text)) return;
  for (const reader of READERS) {
    if ((reader.asked && !asked) || !reader.there.test(text)) continue;
    for (const match of text.matchAll(reader.pattern)) {
      const [start, end] = must(match.indices?.groups?.last, 'where the last number stands');
      const value = readNumber(text.slice(start, end));
      // "a table for 530" is a time.
      if (value !== undefined && value < 100 && !isAdded(text, start))
        yield { value, start, end, weight: reader.weight };
    }
  }
}

function* oneOrTwo(text: string, asked: boolean): Generator<Candidate> {
  const answer = asked ? /^\W*(?:just |only )?(?:me|myself)\W*$/i.exec(text) : undefined;
  const found = [...text.matchAll(ALONE), ...(answer ? [answer] : [])].map((match) => ({ match, value: 1 }));
  for (const { match, value } of [...found, ...[...text.matchAll(PAIR)].map((match) => ({ match, value: 2 }))]) {
    yield { value, start: match.index, end: match.index + match[0].length, weight: ANSWERED };
  }
}
