// Assigns roles to mentions: moved from or to, rejected, corrected, or an alternative ("from … to …", "not Friday",
// "Friday, no, Saturday", "Monday or Tuesday").
import { must } from '../../kernel/must.ts';
import { either, joinPatternLines } from './patterns.ts';
import type { PlacedMention } from './resolve-readings.ts';
import type { ParseInput } from './rule.ts';
import type { TimeMention } from './time-mention.ts';

const FILLER_WORD = '(?:the|on|at|for|in|this|next|a|any|around|about|maybe|possibly|like|be|early|late|,)';

const REJECTION_BEFORE = new RegExp(
  ` ${either(
    '(?<!why |if |or |whether )not',
    ...['except', 'excluding', 'instead of', 'rather than', 'other than', 'apart from', 'aside from', 'avoid'],
    '(?:any|every|all|each|anything|anytime|everything)(?: other)?(?: day| time| week)? but',
    '(?:cant|cannot|couldnt|wont|dont|can not|do not)(?: really| actually)? (?:do|make|come|manage|want|like)',
  )}(?: ${FILLER_WORD})* $`,
);
const REJECTION_AFTER = new RegExp(
  joinPatternLines`^(?:
    (?:\S+ ){0,2}?(?:doesnt|does not|dont|wont|will not|cant|isnt|is not|aint|arent|are not)
    (?: really| actually| gonna| going to| be| that| so)*
    [ ](?:work|suit|good|do|great|possible|ideal|fit|fine|ok|okay|convenient)|
    (?:is )?no good|is out|is bad|is a no|not good|not great
  ) `,
);
const CORRECTION_WORD =
  '(?:no|nope|sorry|i mean|i meant|meant|actually|wait|scratch that|oops|correction|make that|make it)';
const CORRECTION_BEFORE = new RegExp(` ${CORRECTION_WORD}(?: (?:${CORRECTION_WORD}|\\.|-|${FILLER_WORD}))* $`);
const WORDS_BETWEEN_CHOICES = new RegExp(
  joinPatternLines`^(?: (?:or|and|/|on|at|the|maybe|possibly|even|perhaps|either|around|about|in|for|if|not|failing|that|then|
    also|else|,))*$`,
);

const MOVE_TARGET_BEFORE = new RegExp(` (?:to|until|onto)(?: ${FILLER_WORD})* $`);
const RESCHEDULE_FOR_BEFORE = new RegExp(
  joinPatternLines` (?:reschedule|rebook|rearrange|move|change|switch|swap|postpone|d[1-7])(?: it| that| this| me| us)?
    [ ](?:for|and make it)(?: ${FILLER_WORD})* $`,
);
const MOVE_SOURCE_BEFORE = / (?:from|instead of|rather than)(?: the| my| our)? $/;
const EXISTING_BOOKING_BEFORE = new RegExp(
  joinPatternLines` (?:my|our|the|his|her)(?: existing| current)?
    (?: (?:appointment|appt|booking|reservation|table|slot|class|session|visit|order) (?:at|on|for|from))?(?: the)? $`,
);

const MAX_PIECES_BETWEEN_CHOICES = 12;
/** How much of the line before a mention the patterns look at. */
const MAX_LENGTH_BEFORE = 60;

const saysWhen = ({ kind }: TimeMention) => /^(?:date|days|every|time|window|moment)$/.test(kind);

const offsetOf = ({ phrase: { offsets } }: ParseInput, piece: number) => must(offsets[piece], 'the offset of a piece');
const lineBefore = (input: ParseInput, piece: number, from = 0) =>
  input.phrase.line.slice(Math.max(from, offsetOf(input, piece) - MAX_LENGTH_BEFORE), offsetOf(input, piece));
const lineAfter = ({ phrase: { line, offsets } }: ParseInput, piece: number) =>
  line.slice(offsets[piece] ?? line.length);

export function assignRoles(placedMentions: readonly PlacedMention[], input: ParseInput): TimeMention[] {
  const rolesByIndex = input.isReschedule ? rolesInMove(placedMentions, input) : [];
  const mentionsWithRoles = placedMentions.map((placedMention, i): PlacedMention => {
    if (!saysWhen(placedMention.mention)) return placedMention;
    const role =
      rolesByIndex[i] ??
      (isRejected(placedMention, input) || isCorrected(i, placedMention, placedMentions, input) ? 'not' : undefined);
    return role ? { ...placedMention, mention: { ...placedMention.mention, role } } : placedMention;
  });
  return mentionsWithRoles.map((placedMention, i) =>
    isChoice(i, placedMention, mentionsWithRoles, input)
      ? { ...placedMention.mention, isAlternative: true }
      : placedMention.mention,
  );
}

/** Mentions before the "to" are moved from, mentions after it are moved to. */
function rolesInMove(placedMentions: readonly PlacedMention[], input: ParseInput): (TimeMention['role'] | undefined)[] {
  const firstIndexAfter = (words: RegExp) =>
    placedMentions.findIndex(({ mention, first }) => saysWhen(mention) && words.test(lineBefore(input, first)));
  const firstTargetIndex =
    firstIndexAfter(MOVE_TARGET_BEFORE) < 0
      ? firstIndexAfter(RESCHEDULE_FOR_BEFORE)
      : firstIndexAfter(MOVE_TARGET_BEFORE);
  return placedMentions.map(({ first }, i) => {
    const lineBeforeMention = lineBefore(input, first);
    if (MOVE_SOURCE_BEFORE.test(lineBeforeMention)) return 'from';
    if (firstTargetIndex >= 0) return i < firstTargetIndex ? 'from' : 'to';
    return EXISTING_BOOKING_BEFORE.test(lineBeforeMention) ? 'from' : undefined;
  });
}

/** "not Friday", "Friday doesn't work"; but "not before 5" is a time window. */
function isRejected({ mention, first, last }: PlacedMention, input: ParseInput): boolean {
  return (
    (mention.kind !== 'window' && REJECTION_BEFORE.test(lineBefore(input, first))) ||
    REJECTION_AFTER.test(lineAfter(input, last))
  );
}

/** "Friday, no, Saturday" */
function isCorrected(
  i: number,
  { mention, last }: PlacedMention,
  placedMentions: readonly PlacedMention[],
  input: ParseInput,
): boolean {
  const next = placedMentions.find(
    (other, index) => index > i && other.mention.kind === mention.kind && other.first > last,
  );
  return next !== undefined && CORRECTION_BEFORE.test(lineBefore(input, next.first, offsetOf(input, last) - 1));
}

/** An alternative to an earlier mention, with only conjunctions and other mentions between them: "Monday or Tuesday". */
function isChoice(
  i: number,
  { mention, first }: PlacedMention,
  placedMentions: readonly PlacedMention[],
  { phrase: { pieces } }: ParseInput,
): boolean {
  if (!saysWhen(mention) || mention.role) return false;
  const previous = placedMentions.findLast(
    (other, index) => index < i && other.mention.kind === mention.kind && other.last <= first,
  );
  if (!previous || previous.mention.role || first - previous.last > MAX_PIECES_BETWEEN_CHOICES) return false;
  let wordsBetween = '';
  for (let piece = previous.last; piece < first; piece++) {
    const isPartOfMention = placedMentions.some((other) => piece >= other.first && piece < other.last);
    if (!isPartOfMention) wordsBetween += ` ${must(pieces[piece], 'a piece').piece}`;
  }
  return wordsBetween === ' ,' || (/ (?:or|and|\/)/.test(wordsBetween) && WORDS_BETWEEN_CHOICES.test(wordsBetween));
}
