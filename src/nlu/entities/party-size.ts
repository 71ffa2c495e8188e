import { must } from '../../kernel/must.ts';
import { normalizeApostrophes } from './apostrophes.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { findListedPeople } from './listed-people.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** Takes the second number of "4 or 5", which is usually the larger. */
const NUMBER_OR_RANGE_PATTERN = String.raw`(?<![\w.:$£€#/+])(?:${NUMBER_PATTERN}\s*(?:-|–|or|to|maybe|possibly)\s*)?(?<last>${NUMBER_PATTERN})`;
const DAY_PATTERN = oneOf`mon(day)?|tue(s|sday)?|wed(s|nesday)?|thu(r|rs|rsday)?|fri(day)?|sat(urday)?|sun(day)?`;
const MONTH_PATTERN = oneOf`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`;
const CLOCK_TIME_PATTERN = oneOf`\d{1,2}(:\d\d)?\s*([ap]m\b|[ap]\.m)|\d{1,2}:\d\d`;
const WORD_AFTER_SIZE_PATTERN = oneOf`
  please|pls|plz|thanks|thank|thx|on|at|for|from|by|this|next|tomorrow|tmrw|tmr|tomo|tonight|tonite|today|and|with|under
  inside|outside|indoors?|outdoors?|now|total|altogether|if|so|but|around|about|instead|would|will|we|i|is|are|was|that
  right|after|before|near|sometime|somewhere|because|as|who|coming|dining|eating|not|actually|sorry|can|could|do|any|the
  soon|asap|preferably|when|within|only|max|maximum|tops|top|seater|later|over|possibly|maybe|though|then|also|have
  having|needs?|available|together|all|attending|of (us|them)|in(?! the (morning|afternoon|evening))|${DAY_PATTERN}|${CLOCK_TIME_PATTERN}
`;
/** The number is not the start of a range, a time or an amount. */
const WHOLE_NUMBER_PATTERN = String.raw`(?!\s*(?:-|–|to|or)\s*${NUMBER_PATTERN}\b)(?![.:,/]\d|['%])`;
/** What may follow a number of people; any other word would name something else that is counted. */
const SIZE_END_PATTERN =
  WHOLE_NUMBER_PATTERN + String.raw`(?=\s*$|\s*[.,!?;)"…]|\s+[-–—(]|\s+${WORD_AFTER_SIZE_PATTERN}\b)`;
const APPROXIMATION_PATTERN = oneOf`
  just|only|about|around|approximately|roughly|maybe|like|now|the|us|up to|a|total of|all|exactly|probably
  actually|at least
`;
const OPTIONAL_APPROXIMATION_PATTERN = `(?:${APPROXIMATION_PATTERN}\\s+)*`;
const PARTY_SIZE_PATTERN = `${OPTIONAL_APPROXIMATION_PATTERN}${NUMBER_OR_RANGE_PATTERN}${SIZE_END_PATTERN}`;

const WE_ARE_PATTERN = oneOf`
  we('ll| will|'d| would| might| may| should| shall)?(\s+(now|all|only|just|probably|likely|actually))*\s+be
  we('re| are)|there('s| is| are|'re|('ll| will| would| might| may| should)(\s+(now|only|just))?\s+be)
`;
const GROUP_PATTERN = oneOf`party|group|family|crew|crowd|band|gang|team`;
const GATHERING_PATTERN = oneOf`
  table|booth|booking|reservation|reserve|book|room|space|spot|place|seats?|seating|dinner|lunch
  brunch|breakfast|meal|supper|drinks|tea|cover|total
`;

/** The more certain the phrasing, the greater the weight. */
const CHANGED_WEIGHT = 4;
const STATED_WEIGHT = 3;
const ANSWERED_WEIGHT = 2;
const LOOSE_WEIGHT = 1;
const MENTIONED_WEIGHT = 0;

const MAX_PARTY_SIZE = 100;

const PHRASINGS: readonly { weight: number; onlyIfRequested?: boolean; pattern: string }[] = [
  {
    weight: CHANGED_WEIGHT,
    pattern: oneOf`
      \bfrom\s+${NUMBER_PATTERN}(\s+(people|persons|guests|ppl|of us))?\s+(down\s+|up\s+)?to\s+${PARTY_SIZE_PATTERN}
      \b((number|count) of (people|guests|persons)|party size|guest count|head ?count)\b[^.?!]{0,90}? to ${PARTY_SIZE_PATTERN}
    `,
  },
  {
    weight: STATED_WEIGHT,
    pattern: oneOf`\b(more|extra|another|fewer|less|joining|coming|dropped out)\b[^.?!]{0,25}? so (that'?s |that makes |we'?re |we are |it'?s |now |make (it|that) )*${PARTY_SIZE_PATTERN}`,
  },
  { weight: STATED_WEIGHT, pattern: String.raw`\b${GATHERING_PATTERN}\s+(?:of|for|with)\s+${PARTY_SIZE_PATTERN}` },
  // A group consists of people, so any word may follow, as in "a party of 8 wants to come".
  {
    weight: STATED_WEIGHT,
    pattern: String.raw`\b${GROUP_PATTERN}\s+of\s+${OPTIONAL_APPROXIMATION_PATTERN}${NUMBER_OR_RANGE_PATTERN}${WHOLE_NUMBER_PATTERN}`,
  },
  {
    weight: LOOSE_WEIGHT,
    pattern: String.raw`\b(?:book|reserve|seat|fit in|squeeze in)\s+${OPTIONAL_APPROXIMATION_PATTERN}${NUMBER_OR_RANGE_PATTERN}(?=\s+(?:for|on|at|in)\b)`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: oneOf`\b(party|group|guest|people|head)\s*(size|number|count|total)?\s*(is|will be|of|:|=|-)\s*${PARTY_SIZE_PATTERN}`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: String.raw`\b(?:number|amount) of (?:people|guests|diners)[\w ]{0,20}?(?:is|:|to)\s+${PARTY_SIZE_PATTERN}`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: String.raw`\b(?:${WE_ARE_PATTERN}\s+${OPTIONAL_APPROXIMATION_PATTERN}|for us )${NUMBER_OR_RANGE_PATTERN}${SIZE_END_PATTERN}`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: String.raw`\b(?:seats?|seating|sit|fit|accomm?odate|hold)\s+${PARTY_SIZE_PATTERN}`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: String.raw`${NUMBER_OR_RANGE_PATTERN}(?:[ -]?(?:top|seater)|\s+(?:in total|in all|total|altogether|all together|all in))\b`,
  },
  {
    weight: STATED_WEIGHT,
    pattern: oneOf`\b(all|only|just)\s+(of (the )?)?${NUMBER_OR_RANGE_PATTERN} (of us|seated|together|sitting|now|coming|will come)\b`,
  },
  // "there for 8" is a time.
  {
    weight: LOOSE_WEIGHT,
    pattern: oneOf`(?<!\b(there|arriv(e|ing)|com(e|ing)|ready|back) )\bfor\s+${PARTY_SIZE_PATTERN}`,
  },
  {
    weight: LOOSE_WEIGHT,
    pattern: String.raw`^\W*(?:(?:hi|hey|hello|book|table|please|can i get|need)[\s,]+)*(?!one)${NUMBER_OR_RANGE_PATTERN}\s+for\s+${oneOf`
      ${DAY_PATTERN}|dinner|lunch|brunch|breakfast|drinks|tonight|tomorrow|today|${CLOCK_TIME_PATTERN}|\d
    `}`,
  },
  { weight: LOOSE_WEIGHT, pattern: String.raw`(?<!\w)x\s?(?<last>\d{1,2})\b(?![.:]\d)` },
  {
    weight: ANSWERED_WEIGHT,
    onlyIfRequested: true,
    pattern: String.raw`(?:^|[,;\n])\s*(?:${oneOf`
      yes|yeah|yep|no|nope|oh|um|uh|er|hmm|ok|okay|sure|well|so|actually|sorry|hi|just|only|about|around|maybe|like|for
      (it|that|there)('s|'ll be| is| are| will be)|its|make (it|that)|we're|we are|we (have|need|got)|i need|total|up to
      probably|let's say|say|be|the|will|now|exactly|(a )?total of|i think|us|we|(i|we)'ve got|(should|would|could) be
      (down )?to|change it to
    `}[\s,.:]+)*${NUMBER_OR_RANGE_PATTERN}(?!')${SIZE_END_PATTERN}`,
  },
  {
    weight: MENTIONED_WEIGHT,
    onlyIfRequested: true,
    pattern: `(?<!\\b${oneOf`
      at|by|on|the|until|till|before|after|since|no|not|around|past|to|option|number|table|${MONTH_PATTERN}
    `}\\s+)${NUMBER_OR_RANGE_PATTERN}${SIZE_END_PATTERN}`,
  },
];
// Matching with group indices (the d flag) is slow, so a pattern without them is tried first.
const PHRASING_PATTERNS = PHRASINGS.map(({ pattern, ...phrasing }) => ({
  ...phrasing,
  presencePattern: new RegExp(pattern, 'i'),
  pattern: new RegExp(pattern, 'gid'),
}));

const ALONE_PHRASE_PATTERN = new RegExp(
  `\\b${oneOf`
    (just|only)\s+(for\s+)?(me|myself|one person|the one)|(by|for|it's)\s+(just\s+)?myself|be (just |only )?(me|myself)
    on my own|all alone|me alone|solo|(dining|eating|coming|be|am|i'm) alone|(no ?one|nobody) else
  `}\\b(?!\\s*(?:and|&|\\+|plus|,\\s*my|with))`,
  'gi',
);
const PAIR_PHRASE_PATTERN = new RegExp(
  `\\b${oneOf`
    both of us|us both|the (both|pair) of us|a couple of (us|people|friends)|a couple(?=\W*$)
    (for|be|are|we're|just) (a|one) couple(?! (of|more|hours|days|weeks))
  `}\\b`,
  'gi',
);
/** Words that retract an earlier number. */
const RETRACTION_PATTERN =
  /\b(?:actually|wait|sorry|instead|i mean|rather|make (?:it|that)|now|change|but|correction|no)\b/i;
/** Words before people who join or leave the party, or who need a high chair. */
const ADDED_PEOPLE_BEFORE_PATTERN =
  /\b(?:(?:high)?chairs? for|add(?:ing|ed)?|extra|plus|lost|losing|minus|remov(?:e|ing))\s+(?:an? |another )?$/i;
const SIZE_CUE_BEFORE_PATTERN = /\b(?:for|be|with|is|are|it's)\s+(?:just\s+|only\s+)?$/i;
/** Messages without any of these have no party size. */
const MENTIONS_COUNT_PATTERN = new RegExp(
  `\\d|${NUMBER_PATTERN}|\\b(?:me|myself|my|us|couple|alone|solo|own|person|people)\\b`,
  'i',
);

/** The "me" in these phrases is not a guest. */
const POLITE_ME_PATTERN = /\b(?:excuse|pardon|forgive|bear with) me\b/gi;

const MENTIONS_NUMBER_PATTERN = new RegExp(NUMBER_PATTERN, 'i');

type PartySizeCandidate = ExtractedEntity<number> & { weight: number };

/**
 * The number of people. If `isRequested`, the customer was asked for it, so a bare number is the answer. The last of several
 * numbers counts if the earlier one is retracted.
 */
export function findPartySize(
  text: string,
  { isRequested = false }: { isRequested?: boolean } = {},
): ExtractedEntity<number> | undefined {
  const normalizedText = normalizeApostrophes(text).replace(POLITE_ME_PATTERN, (words) => ' '.repeat(words.length));
  if (!MENTIONS_COUNT_PATTERN.test(normalizedText)) return undefined;
  const candidates = [
    ...listedSizes(normalizedText, isRequested),
    ...statedSizes(normalizedText, isRequested),
    ...oneOrTwoPersonSizes(normalizedText, isRequested),
  ]
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const bestCandidate = candidates[0];
  if (!bestCandidate) return undefined;
  const isRetracted =
    bestCandidate.weight !== CHANGED_WEIGHT && RETRACTION_PATTERN.test(normalizedText.slice(bestCandidate.end));
  const laterCandidate = candidates.findLast(
    ({ weight, start }) => weight >= ANSWERED_WEIGHT && start >= bestCandidate.end,
  );
  const { value, start, end } = (isRetracted && laterCandidate) || bestCandidate;
  return { value, start, end };
}

const isAddedPeople = (text: string, start: number) =>
  ADDED_PEOPLE_BEFORE_PATTERN.test(text.slice(Math.max(0, start - 20), start));

function* listedSizes(text: string, isRequested: boolean): Generator<PartySizeCandidate> {
  for (const { size, start, end, isExplicit } of findListedPeople(text)) {
    if (isAddedPeople(text, start)) continue;
    const hasSizeCue = size > 1 && SIZE_CUE_BEFORE_PATTERN.test(text.slice(Math.max(0, start - 12), start));
    if (isExplicit) yield { value: size, start, end, weight: STATED_WEIGHT };
    else if (hasSizeCue || isRequested) yield { value: size, start, end, weight: ANSWERED_WEIGHT };
  }
}

function* statedSizes(text: string, isRequested: boolean): Generator<PartySizeCandidate> {
  if (!MENTIONS_NUMBER_PATTERN.test(text)) return;
  for (const phrasing of PHRASING_PATTERNS) {
    if ((phrasing.onlyIfRequested && !isRequested) || !phrasing.presencePattern.test(text)) continue;
    for (const match of text.matchAll(phrasing.pattern)) {
      const [start, end] = must(match.indices?.groups?.last, 'the position of the last number');
      const value = readNumber(text.slice(start, end));
      // "a table for 530" is a time.
      if (value !== undefined && value < MAX_PARTY_SIZE && !isAddedPeople(text, start))
        yield { value, start, end, weight: phrasing.weight };
    }
  }
}

function* oneOrTwoPersonSizes(text: string, isRequested: boolean): Generator<PartySizeCandidate> {
  const answer = isRequested ? /^\W*(?:just |only )?(?:me|myself)\W*$/i.exec(text) : undefined;
  const aloneMatches = [...text.matchAll(ALONE_PHRASE_PATTERN), ...(answer ? [answer] : [])].map((match) => ({
    match,
    value: 1,
  }));
  for (const { match, value } of [
    ...aloneMatches,
    ...[...text.matchAll(PAIR_PHRASE_PATTERN)].map((match) => ({ match, value: 2 })),
  ]) {
    yield { value, start: match.index, end: match.index + match[0].length, weight: ANSWERED_WEIGHT };
  }
}
