// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { canFollowTime, mayFollowCount } from './following-words.ts';
import { either } from './patterns.ts';
import { getTextBefore } from './phrase.ts';
import type { ParseInput, RuleMatch } from './rule.ts';

/** `weak` evidence is ignored when the message has a time with `sure` evidence. */
export type Evidence = 'sure' | 'weak';

type MatchByLexemeIndex = ReadonlyMap<number, RuleMatch>;
type LexemeSpan = { startIndex: number; endIndex: number };

const PEOPLE_PATTERN = / (?:people|number of|party|someone|somebody|of us|head|heads|seats|of \d{1,2}w?) /;
const COUNTING_WORD_PATTERN = /^(?:for|of|are|were|be|is|table|party|group|well|only|just|with)$/;
const PEOPLE_COUNT_BEFORE_PATTERN = new RegExp(
  ` ${either(
    ...['tables?', 'party', 'group', '(?:reservation|booking) of', 'seats?', 'people', 'us', 'of', 'with'],
    ...['(?:we|well|were)(?: (?:will|would|are|be))*', 'there(?: (?:will|would|are|be|is))+', 'therell be'],
  )}(?: for)? $`,
);

/** Words that make the next number a label or an amount: "size 9", "table 4", "under 20", "another 2" */
const LABEL_BEFORE_NUMBER_PATTERN = new RegExp(
  `^${either(
    ...['size', 'number', 'no', 'room', 'table', 'order', 'page', 'level', 'age', 'aged', 'under', 'over', 'unit'],
    ...['suite', 'apartment', 'apt', 'flat', 'option', 'type', 'grade', 'step', 'class', 'dr', 'part', 'model', 'x'],
    ...['version', 'an?', 'times?', 'my', 'than', 'extra', 'another', 'all', 'both', 'other', 'these', 'those', 'ref'],
    ...['code', 'plus'],
  )}$`,
);
const WORD_BEFORE_VERB_LIKE_PATTERN = /^(?:id|would|wed|i|we|d|shed|hed|they|theyd|feel|look|looks|looking|felt|to)$/;

/** Words before a new time for an agreed booking. */
const CHANGE_CUE_BEFORE_PATTERN = new RegExp(
  ` ${either(
    ...['actually(?: at)?', 'make it', 'make that', 'make', 'what about', 'how about', 'do', 'lets say', 'rather'],
    ...[
      'prefer',
      'try',
      'meant',
      'mean',
      'said',
      'go with',
      'go for',
      'better',
      'instead',
      'change to',
      '(?:that|it) to',
    ],
  )} $`,
);
const CHANGE_CUE_AFTER_PATTERN = /^ (?:instead|(?:would be|might be|is|works) better|would suit) /;

/** The evidence that the number in the span is a time, if there is any. */
export function findHourEvidence(
  { startIndex, endIndex }: LexemeSpan,
  input: ParseInput,
  matchByPiece: MatchByLexemeIndex,
): Evidence | undefined {
  const { lexemes } = input.phrase;
  const rest = getTextAfter(endIndex, input);
  if (mayFollowCount(rest)) return undefined;
  const { piece } = must(lexemes[startIndex], 'a lexeme');
  const previousPiece = lexemes[startIndex - 1]?.piece ?? '';
  // A number at the start of the answer to "what time?" is the time, whatever follows.
  const isAnswer = startIndex === 0 && input.context.expects === 'time';
  const canBeTime = isAnswer || canFollowTime(rest) || matchByPiece.get(endIndex)?.startIndex === endIndex;
  if (piece.endsWith('w') && !canBeTime) return undefined;
  if (followsTimePreposition(startIndex, input)) return 'sure';
  // "one" is rarely a time: "which one", "one for 8pm"
  if (!canBeTime || LABEL_BEFORE_NUMBER_PATTERN.test(previousPiece) || (piece === '1w' && lexemes.length > 1))
    return undefined;
  return (
    findEvidenceInAlternative({ startIndex, endIndex }, input, matchByPiece) ??
    findEvidenceInMove(startIndex, input, matchByPiece) ??
    findEvidenceInAdjacentDay({ startIndex, endIndex }, input, matchByPiece) ??
    findEvidenceInCorrection(startIndex, input, matchByPiece) ??
    findEvidenceInDialogue({ startIndex, endIndex }, input)
  );
}

export const getTextAfter = (endIndex: number, { phrase: { canonicalText, offsets } }: ParseInput) =>
  canonicalText.slice((offsets[endIndex] ?? canonicalText.length) - 1);

/** "at 7", "around 7"; "about 8" unless people are counted, as in "we are about 8" and "table for around 8". */
function followsTimePreposition(startIndex: number, { phrase: { lexemes }, context }: ParseInput): boolean {
  const [previousPiece = '', pieceBeforePrevious = ''] = [
    lexemes[startIndex - 1]?.piece,
    lexemes[startIndex - 2]?.piece,
  ];
  if (previousPiece === 'at') return true;
  if (previousPiece === 'like')
    return pieceBeforePrevious !== '' && !WORD_BEFORE_VERB_LIKE_PATTERN.test(pieceBeforePrevious);
  if (previousPiece === 'about' && /^(?:what|how)$/.test(pieceBeforePrevious))
    return Boolean(context.agreed ?? context.expects);
  if (/^(?:ideally|preferably)$/.test(previousPiece)) return true;
  if (!/^(?:around|about|exactly)$/.test(previousPiece)) return false;
  return !COUNTING_WORD_PATTERN.test(pieceBeforePrevious) || must(lexemes[startIndex], 'a lexeme').piece.length > 2;
}

/** "7 or 8", "at 5, 6 or 7", "6 or 7pm": the evidence is that of the neighbouring time. */
function findEvidenceInAlternative(
  { startIndex, endIndex }: LexemeSpan,
  { phrase: { lexemes } }: ParseInput,
  matchByPiece: MatchByLexemeIndex,
): Evidence | undefined {
  const findEvidenceAt = (conjunctionIndex: number, otherIndex: number, conjunctions: RegExp) => {
    const reading = matchByPiece.get(otherIndex)?.readings[0];
    if (
      matchByPiece.has(conjunctionIndex) ||
      !conjunctions.test(lexemes[conjunctionIndex]?.piece ?? '') ||
      reading?.kind !== 'clock'
    )
      return undefined;
    return reading.isWeak ? 'weak' : 'sure';
  };
  return (
    findEvidenceAt(startIndex - 1, startIndex - 2, /^(?:or|and|\/|,)$/) ??
    findEvidenceAt(endIndex, endIndex + 1, /^(?:or|\/)$/)
  );
}

const hasTimeBefore = (startIndex: number, matchByPiece: MatchByLexemeIndex) =>
  [...matchByPiece.values()].some((match) => match.startIndex < startIndex && match.readings[0]?.kind === 'clock');

/** "at 7, actually make it 8" */
function findEvidenceInCorrection(
  startIndex: number,
  { phrase }: ParseInput,
  matchByPiece: MatchByLexemeIndex,
): Evidence | undefined {
  const isCorrection = / (?:actually|make it|make that|i mean|i meant|sorry|rather)(?: ,)? $/.test(
    getTextBefore(phrase, startIndex, 30),
  );
  return isCorrection && hasTimeBefore(startIndex, matchByPiece) ? 'sure' : undefined;
}

/** "change it from 7 to 8", unless the message is about people. */
function findEvidenceInMove(
  startIndex: number,
  { phrase: { lexemes, canonicalText }, isReschedule }: ParseInput,
  matchByPiece: MatchByLexemeIndex,
): Evidence | undefined {
  if (
    !isReschedule ||
    !/^(?:from|to)$/.test(lexemes[startIndex - 1]?.piece ?? '') ||
    PEOPLE_PATTERN.test(canonicalText)
  )
    return undefined;
  const isMoveBetweenNumbers = / from \d{1,4}w? to \d{1,4}w? /.test(canonicalText);
  return isMoveBetweenNumbers || hasTimeBefore(startIndex, matchByPiece) ? 'sure' : 'weak';
}

/** Right after a day ("tomorrow 8"), or right before one where nothing counts people ("8 tomorrow"). */
function findEvidenceInAdjacentDay(
  { startIndex, endIndex }: LexemeSpan,
  { phrase: { lexemes } }: ParseInput,
  matchByPiece: MatchByLexemeIndex,
): Evidence | undefined {
  const isDay = (index: number) => /^(?:date|days|part|every)$/.test(matchByPiece.get(index)?.readings[0]?.kind ?? '');
  let previousIndex = startIndex - 1;
  while (/^(?:maybe|say|perhaps|possibly|ideally|preferably|like)$/.test(lexemes[previousIndex]?.piece ?? ''))
    previousIndex--;
  if (
    isDay(previousIndex) ||
    (previousIndex < startIndex - 1 && lexemes[previousIndex]?.piece === ',' && isDay(previousIndex - 1))
  )
    return 'weak';
  const nextIndex = /^(?:on|this)$/.test(lexemes[endIndex]?.piece ?? '') ? endIndex + 1 : endIndex;
  const isPeopleCountUnlikely =
    /^(?:|[.,]|do|make|it|come|maybe|or|and|like|prefer|me|us|in|please|try|hi|hello|hey|then|ok)$/.test(
      lexemes[startIndex - 1]?.piece ?? '',
    );
  return isPeopleCountUnlikely && isDay(nextIndex) ? 'weak' : undefined;
}

/** The 7 in "not 7" where 19:00 is agreed */
const isAgreedHour = (piece: string, time: string) => Number.parseInt(piece, 10) % 12 === Number(time.slice(0, 2)) % 12;

/** A bare answer to "what time?", or a change of the agreed time. */
function findEvidenceInDialogue({ startIndex, endIndex }: LexemeSpan, input: ParseInput): Evidence | undefined {
  const { context, phrase } = input;
  const textBefore = getTextBefore(phrase, startIndex, 40);
  if (PEOPLE_COUNT_BEFORE_PATTERN.test(textBefore)) return undefined;
  if (context.expects === 'time' || context.expects === 'both') return 'weak';
  if (!context.agreed?.time) return undefined;
  if (/ not $/.test(textBefore))
    return isAgreedHour(must(phrase.lexemes[startIndex], 'a lexeme').piece, context.agreed.time) ? 'weak' : undefined;
  return CHANGE_CUE_BEFORE_PATTERN.test(textBefore) || CHANGE_CUE_AFTER_PATTERN.test(getTextAfter(endIndex, input))
    ? 'weak'
    : undefined;
}
