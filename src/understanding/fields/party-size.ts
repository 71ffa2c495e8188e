import { findCompanies } from './company.ts';
import { type Found, straighten } from './found.ts';
import { NUMBER, readNumber } from './numbers.ts';

const RANGE = `(?<![\\w.:$£€#/+])(?:${NUMBER}\\s*(?:-|–|or|to|/|maybe|possibly)\\s*)?(?<last>${NUMBER})`;
const DAY = 'mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';
const AFTER = [
  'please|pls|plz|thanks|thank|thx|on|at|for|from|by|this|next|tomorrow|tmrw|tmr|tomo|tonight|tonite|today|and|with|under',
  'inside|outside|indoors?|outdoors?|now|total|altogether|if|so|but|around|about|instead|would|will|we|i|is|are|was|that',
  'right|after|before|near|sometime|somewhere|because|as|who|coming|dining|eating|not|actually|sorry|can|could|do|any|the',
  'soon|asap|preferably|when|within|only|max|maximum|tops|top|seater|later|over|possibly|maybe|though|then|also|have|having|needs?|available|altogether|together|all|attending',
].join('|');
const CLOCK = '\\d{1,2}(?::\\d\\d)?\\s*(?:am|pm|a\\.m|p\\.m)\\b|\\d{1,2}:\\d\\d';
/** What may stand after a number of people; anything else says what is being counted. */
const END = [
  `(?!\\s*(?:-|–|to|or)\\s*${NUMBER}\\b)(?![.:,/]\\d|['’%])`,
  `(?=\\s*$|\\s*[.,!?;)"…]|\\s+[-–—(]|\\s+(?:${AFTER}|${DAY}|${CLOCK}|in(?! the (?:morning|afternoon|evening))|ha|of (?:us|them))\\b)`,
].join('');
const SOME =
  '(?:(?:just|only|about|around|approximately|roughly|maybe|like|now|the|us|up to|a|total of|all|exactly|probably|actually|least|at)\\s+)*';

const WE =
  "we(?:'ll| will|'d| would| might| may| should| shall)?(?:\\s+(?:now|all|only|just|probably|likely|actually))*\\s+(?:be|is|number)";
const ARE = "(?:we(?:'re| are)|there(?:'s| is| are|'re|'ll be| will be| would be| might be| may be| should be))";
const GATHERING =
  'party|group|family|table|booth|booking|reservation|reserve|book|room|space|spot|place|seats?|seating|dinner|lunch|brunch|breakfast|meal|supper|drinks|tea|cover|total|crew|crowd';

/** In the order of how surely they tell the size of a party. */
const CHANGES = [
  `\\bfrom\\s+${NUMBER}(?:\\s+(?:people|persons|guests|ppl|of us))?\\s+(?:down\\s+|up\\s+)?to\\s+(?:just\\s+|only\\s+)?${RANGE}${END}`,
  `\\b(?:party|people|guests|number|size|person)\\b[^.?!]{0,90}? to (?:just |only )?${RANGE}${END}`,
  `\\b(?:make|made) (?:that|it) ${RANGE} (?:people|guests|of us)\\b`,
];
const TOLD = [
  `\\b(?:${GATHERING})\\s+(?:of|for|with)\\s+${SOME}${RANGE}${END}`,
  `\\b(?:party|group|guest|people|head)\\s*(?:size|number|count|total)?\\s*(?:is|will be|of|:|=|-)\\s*${SOME}${RANGE}${END}`,
  `\\b(?:number|amount) of (?:people|guests|diners)[\\w ]{0,20}?(?:is|:|to)\\s+${SOME}${RANGE}${END}`,
  `\\b(?:${WE}|${ARE})\\s+${SOME}${RANGE}${END}`,
  `\\b(?:for|of) us ${RANGE}${END}`,
  `\\b(?:all|the) ${RANGE} of us\\b`,
  `\\b(?:seats?|seating|sit|fit|accommodate|accomodate|hold)\\s+${SOME}${RANGE}${END}`,
  `${RANGE}[ -]?(?:top|seater)\\b`,
  `${RANGE}\\s+(?:in total|in all|total|altogether|all together|all in)\\b`,
  `\\ball (?:of (?:the )?)?${RANGE} (?:of us|seated|together|sitting|at (?:one|the same) table)\\b`,
  `\\b(?:only|just)\\s+${RANGE} (?:now|coming|will come|of us)\\b`,
];
const LOOSELY = [
  `\\bfor\\s+${SOME}${RANGE}${END}`,
  `(?:^\\W*(?:(?:hi|hey|hello|book|table|please|can i get|need)[\\s,]+)*)(?!one)${RANGE}\\s+for\\s+(?:${DAY}|dinner|lunch|brunch|breakfast|drinks|tonight|tomorrow|today|${CLOCK}|\\d)`,
  `(?<!\\w)x\\s?(?<last>\\d{1,2})\\b(?![.:]\\d)`,
];
/** When it was asked for. */
const ANSWERED = [
  `(?:^|[,;\\n])\\s*(?:(?:yes|yeah|yep|no|nope|oh|um|uh|er|hmm|ok|okay|sure|well|so|actually|sorry|hi|just|only|about|around|maybe|like|for|it's|its|it is|it'll be|it will be|that's|there's|there is|there are|make it|make that|we're|we are|we have|we need|i need|a total of|total|up to|probably|let's say|say|be|the|will|now|exactly|total of|now just|i think|us|we|got|i've got|we've got|should be|would be|could be|down to|to|change it to)[\\s,.:]+)*${RANGE}(?!['’])${END}`,
];

/** When it was asked for and nothing better was said: any number that is no time. */
const MENTIONED = [
  `(?<!\\b(?:at|by|on|the|until|till|before|after|since|no|not|around|past|to|option|number|table|${MONTH})\\s+)${RANGE}${END}`,
];

const compile = (patterns: readonly string[]) => patterns.map((pattern) => new RegExp(pattern, 'gid'));
const RULES = [
  { weight: 4, patterns: compile(CHANGES) },
  { weight: 3, patterns: compile(TOLD) },
  { weight: 1, patterns: compile(LOOSELY) },
];
const ANSWERS = compile(ANSWERED);
const MENTIONS = compile(MENTIONED);

const ALONE =
  /\b(?:(?:just|only)\s+(?:for\s+)?(?:me|myself|one person|the one)|(?:by|for|it's)\s+(?:just\s+)?myself|be (?:just |only )?(?:me|myself)|on my own|all alone|me alone|solo|(?:dining|eating|coming|be|am|i'm) alone|no one else|nobody else)\b(?!\s*(?:and|&|\+|plus|,\s*my|with))/gi;
const PAIR =
  /\b(?:both of us|us both|the (?:both|pair) of us|(?:for|be|are|we're|just) (?:a|one) couple(?! (?:of|more|hours|days|weeks))|a couple(?=\W*$)|a couple of (?:us|people|friends)|a table for (?:a )?couple)\b/gi;
const CHANGED = /\b(?:actually|wait|sorry|instead|i mean|rather|make (?:it|that)|now|change|but|correction|no)\b/i;

/** Before people who join those that were counted before. */
const ADDED = /\b(?:add|adding|added|extra|plus|lost|losing|minus|remove|removing)\s+(?:an? |another |extra )?$/i;

type Candidate = Found<number> & { weight: number };

/**
 * How many people come. `asked`: the customer was asked for it, so that a bare number is the answer.
 * The last of several counts when something between them takes the first one back.
 */
export function findPartySize(text: string, { asked = false }: { asked?: boolean } = {}): Found<number> | undefined {
  const said = straighten(text);
  const candidates = [...listed(said, asked), ...told(said, asked), ...oneOrTwo(said)]
    .filter(({ value, weight }) => value > 0 && (value < 100 || weight > 1))
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const best = candidates[0];
  if (!best) return undefined;
  const { value, start, end } = candidates.findLast((one) => replaces(one, best, said)) ?? best;
  return { value, start, end };
}

const replaces = (later: Candidate, best: Candidate, text: string) =>
  later.weight >= 2 && best.weight < 4 && later.start >= best.end && CHANGED.test(text.slice(best.end));

function* listed(text: string, asked: boolean): Generator<Candidate> {
  for (const { size, start, end, sure, kin } of findCompanies(text)) {
    if (ADDED.test(text.slice(Math.max(0, start - 20), start))) continue;
    const invited = /\b(?:for|be|with|is|are|it's)\s+(?:just\s+|only\s+)?$/i.test(
      text.slice(Math.max(0, start - 12), start),
    );
    if (sure && !kin) yield { value: size, start, end, weight: 3 };
    else if ((invited || asked) && (size > 1 || asked)) yield { value: size, start, end, weight: 2 };
  }
}

function* told(text: string, asked: boolean): Generator<Candidate> {
  if (asked) yield* matches(ANSWERS, text, 2);
  if (asked) yield* matches(MENTIONS, text, 0);
  for (const { weight, patterns } of RULES) yield* matches(patterns, text, weight);
}

function* matches(patterns: readonly RegExp[], text: string, weight: number): Generator<Candidate> {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices!.groups!.last!;
      const value = readNumber(match.groups!.last!);
      if (value !== undefined) yield { value, start, end, weight };
    }
  }
}

function* oneOrTwo(text: string): Generator<Candidate> {
  for (const { 0: match, index } of text.matchAll(ALONE)) {
    yield { value: 1, start: index, end: index + match.length, weight: 2 };
  }
  for (const { 0: match, index } of text.matchAll(PAIR)) {
    yield { value: 2, start: index, end: index + match.length, weight: 2 };
  }
}
