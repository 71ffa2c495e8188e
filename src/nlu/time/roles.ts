// Says of each mention whether a booking is moved from or to it ("from … to …"), whether the customer rejects or corrects it
// ("not Friday", "Friday, no, Saturday"), and whether it is an alternative ("Monday or Tuesday").
import { must } from '../../kernel/must.ts';
import { either, joinPatternLines } from './patterns.ts';
import type { PlacedMention } from './resolve-readings.ts';
import type { ParseInput } from './rule.ts';
import type { TimeMention } from './time-mention.ts';

const FILLER_WORD_PATTERN = '(?:the|on|at|for|in|this|next|a|any|around|about|maybe|possibly|like|be|early|late|,)';

const REJECTION_BEFORE_PATTERN = new RegExp(
  ` ${either(
    '(?<!why |if |or |whether )not',
    ...['except', 'excluding', 'instead of', 'rather than', 'other than', 'apart from', 'aside from', 'avoid'],
    '(?:any|every|all|each|anything|anytime|everything)(?: other)?(?: day| time| week)? but',
    '(?:cant|cannot|couldnt|wont|dont|can not|do not)(?: really| actually)? (?:do|make|come|manage|want|like)',
  )}(?: ${FILLER_WORD_PATTERN})* $`,
);
const REJECTION_AFTER_PATTERN = new RegExp(
  joinPatternLines`^(?:
    (?:\S+ ){0,2}?(?:doesnt|does not|dont|wont|will not|cant|isnt|is not|aint|arent|are not)
    (?: really| actually| gonna| going to| be| that| so)*
    [ ](?:work|suit|good|do|great|possible|ideal|fit|fine|ok|okay|convenient)|
    (?:is )?no good|is out|is bad|is a no|not good|not great
  ) `,
);
const CORRECTION_WORD_PATTERN =
  '(?:no|nope|sorry|i mean|i meant|meant|actually|wait|scratch that|oops|correction|make that|make it)';
const CORRECTION_BEFORE_PATTERN = new RegExp(
  ` ${CORRECTION_WORD_PATTERN}(?: (?:${CORRECTION_WORD_PATTERN}|\\.|-|${FILLER_WORD_PATTERN}))* $`,
);
const WORDS_BETWEEN_ALTERNATIVES_PATTERN = new RegExp(
  joinPatternLines`^(?: (?:or|and|/|on|at|the|maybe|possibly|even|perhaps|either|around|about|in|for|if|not|failing|that|then|
    also|else|,))*$`,
);

const MOVE_TARGET_BEFORE_PATTERN = new RegExp(` (?:to|until|onto)(?: ${FILLER_WORD_PATTERN})* $`);
const RESCHEDULE_FOR_BEFORE_PATTERN = new RegExp(
  joinPatternLines` (?:reschedule|rebook|rearrange|move|change|switch|swap|postpone|d[1-7])(?: it| that| this| me| us)?
    [ ](?:for|and make it)(?: ${FILLER_WORD_PATTERN})* $`,
);
const MOVE_SOURCE_BEFORE_PATTERN = / (?:from|instead of|rather than)(?: the| my| our)? $/;
const EXISTING_BOOKING_BEFORE_PATTERN = new RegExp(
  joinPatternLines` (?:my|our|the|his|her)(?: existing| current)?
    (?: (?:appointment|appt|booking|reservation|table|slot|class|session|visit|order) (?:at|on|for|from))?(?: the)? $`,
);

const MAX_LEXEMES_BETWEEN_ALTERNATIVES = 12;
/** How much of the canonical text before a mention the patterns look at. */
const MAX_CHARS_BEFORE = 60;

const saysWhen = ({ kind }: TimeMention) => /^(?:date|days|every|time|window|moment)$/.test(kind);

const getOffset = ({ phrase: { offsets } }: ParseInput, lexemeIndex: number) =>
  must(offsets[lexemeIndex], 'the offset of a lexeme');
const getTextBefore = (input: ParseInput, lexemeIndex: number, minOffset = 0) =>
  input.phrase.canonicalText.slice(
    Math.max(minOffset, getOffset(input, lexemeIndex) - MAX_CHARS_BEFORE),
    getOffset(input, lexemeIndex),
  );
const getTextAfter = ({ phrase: { canonicalText, offsets } }: ParseInput, lexemeIndex: number) =>
  canonicalText.slice(offsets[lexemeIndex] ?? canonicalText.length);

export function assignRoles(placedMentions: readonly PlacedMention[], input: ParseInput): TimeMention[] {
  const rolesByIndex = input.isReschedule ? findRolesInMove(placedMentions, input) : [];
  const mentionsWithRoles = placedMentions.map((placedMention, mentionIndex): PlacedMention => {
    if (!saysWhen(placedMention.mention)) return placedMention;
    const role =
      rolesByIndex[mentionIndex] ??
      (isRejected(placedMention, input) || isCorrected(mentionIndex, placedMention, placedMentions, input)
        ? 'not'
        : undefined);
    return role ? { ...placedMention, mention: { ...placedMention.mention, role } } : placedMention;
  });
  return mentionsWithRoles.map((placedMention, mentionIndex) =>
    isAlternative(mentionIndex, placedMention, mentionsWithRoles, input)
      ? { ...placedMention.mention, isAlternative: true }
      : placedMention.mention,
  );
}

/** The booking is moved from the mentions before the "to", and to the mentions after it. */
function findRolesInMove(
  placedMentions: readonly PlacedMention[],
  input: ParseInput,
): (TimeMention['role'] | undefined)[] {
  const findFirstMentionAfter = (pattern: RegExp) =>
    placedMentions.findIndex(
      ({ mention, startIndex }) => saysWhen(mention) && pattern.test(getTextBefore(input, startIndex)),
    );
  const firstTargetIndex =
    findFirstMentionAfter(MOVE_TARGET_BEFORE_PATTERN) < 0
      ? findFirstMentionAfter(RESCHEDULE_FOR_BEFORE_PATTERN)
      : findFirstMentionAfter(MOVE_TARGET_BEFORE_PATTERN);
  return placedMentions.map(({ startIndex }, mentionIndex) => {
    const textBeforeMention = getTextBefore(input, startIndex);
    if (MOVE_SOURCE_BEFORE_PATTERN.test(textBeforeMention)) return 'from';
    if (firstTargetIndex >= 0) return mentionIndex < firstTargetIndex ? 'from' : 'to';
    return EXISTING_BOOKING_BEFORE_PATTERN.test(textBeforeMention) ? 'from' : undefined;
  });
}

/** "not Friday", "Friday doesn't work"; but "not before 5" is a time window. */
function isRejected({ mention, startIndex, endIndex }: PlacedMention, input: ParseInput): boolean {
  return (
    (mention.kind !== 'window' && REJECTION_BEFORE_PATTERN.test(getTextBefore(input, startIndex))) ||
    REJECTION_AFTER_PATTERN.test(getTextAfter(input, endIndex))
  );
}

/** "Friday, no, Saturday" */
function isCorrected(
  mentionIndex: number,
  { mention, endIndex }: PlacedMention,
  placedMentions: readonly PlacedMention[],
  input: ParseInput,
): boolean {
  const correctingMention = placedMentions.find(
    (other, index) => index > mentionIndex && other.mention.kind === mention.kind && other.startIndex > endIndex,
  );
  return (
    correctingMention !== undefined &&
    CORRECTION_BEFORE_PATTERN.test(getTextBefore(input, correctingMention.startIndex, getOffset(input, endIndex) - 1))
  );
}

/** An alternative to an earlier mention, with only conjunctions and other mentions between them: "Monday or Tuesday". */
function isAlternative(
  mentionIndex: number,
  { mention, startIndex }: PlacedMention,
  placedMentions: readonly PlacedMention[],
  { phrase: { lexemes } }: ParseInput,
): boolean {
  if (!saysWhen(mention) || mention.role) return false;
  const previousMention = placedMentions.findLast(
    (other, index) => index < mentionIndex && other.mention.kind === mention.kind && other.endIndex <= startIndex,
  );
  if (
    !previousMention ||
    previousMention.mention.role ||
    startIndex - previousMention.endIndex > MAX_LEXEMES_BETWEEN_ALTERNATIVES
  )
    return false;
  let wordsBetween = '';
  for (let lexemeIndex = previousMention.endIndex; lexemeIndex < startIndex; lexemeIndex++) {
    const isPartOfMention = placedMentions.some(
      (other) => lexemeIndex >= other.startIndex && lexemeIndex < other.endIndex,
    );
    if (!isPartOfMention) wordsBetween += ` ${must(lexemes[lexemeIndex], 'a lexeme').piece}`;
  }
  return (
    wordsBetween === ' ,' ||
    (/ (?:or|and|\/)/.test(wordsBetween) && WORDS_BETWEEN_ALTERNATIVES_PATTERN.test(wordsBetween))
  );
}
