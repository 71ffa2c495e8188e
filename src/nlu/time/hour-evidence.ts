// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { canFollowTime, isCountingAnything } from './following-words.ts';
import { either } from './patterns.ts';
import { sameLineBefore } from './phrase.ts';
import type { ParseInput, RuleMatch } from './rule.ts';

/** `weak` evidence is ignored when the message has a time with `sure` evidence. */
export type Evidence = 'sure' | 'weak';

type MatchByPiece = ReadonlyMap<number, RuleMatch>;
type PieceSpan = { first: number; last: number };

const MENTIONS_PEOPLE = / (?:people|number of|party|someone|somebody|of us|head|heads|seats|of \d{1,2}w?) /;
const COUNTING_WORD = /^(?:for|of|are|were|be|is|table|party|group|well|only|just|with)$/;
const COUNTS_PEOPLE_BEFORE = new RegExp(
  ` ${either(
    ...['tables?', 'party', 'group', '(?:reservation|booking) of', 'seats?', 'people', 'us', 'of', 'with'],
    ...['(?:we|well|were)(?: (?:will|would|are|be))*', 'there(?: (?:will|would|are|be|is))+', 'therell be'],
  )}(?: for)? $`,
);

/** Words that make the next number a label or an amount: "size 9", "table 4", "under 20", "another 2" */
const LABEL_BEFORE_NUMBER = new RegExp(
  `^${either(
    ...['size', 'number', 'no', 'room', 'table', 'order', 'page', 'level', 'age', 'aged', 'under', 'over', 'unit'],
    ...['suite', 'apartment', 'apt', 'flat', 'option', 'type', 'grade', 'step', 'class', 'dr', 'part', 'model', 'x'],
    ...['version', 'an?', 'times?', 'my', 'than', 'extra', 'another', 'all', 'both', 'other', 'these', 'those', 'ref'],
    ...['code', 'plus'],
  )}$`,
);
const WORD_BEFORE_LIKE = /^(?:id|would|wed|i|we|d|shed|hed|they|theyd|feel|look|looks|looking|felt|to)$/;

/** Words before a new time for an agreed booking. */
const CHANGE_CUE_BEFORE = new RegExp(
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
const CHANGE_CUE_AFTER = /^ (?:instead|(?:would be|might be|is|works) better|would suit) /;

/** The evidence that the number in the span is a time, if there is any. */
export function evidenceFor(
  { first, last }: PieceSpan,
  input: ParseInput,
  matchByPiece: MatchByPiece,
): Evidence | undefined {
  const { pieces } = input.phrase;
  const rest = lineAfter(last, input);
  if (isCountingAnything(rest)) return undefined;
  const { piece } = must(pieces[first], 'a piece');
  const previousPiece = pieces[first - 1]?.piece ?? '';
  // A number at the start of the answer to "what time?" is the time, whatever follows.
  const isAnswer = first === 0 && input.context.expects === 'time';
  const canBeTime = isAnswer || canFollowTime(rest) || matchByPiece.get(last)?.first === last;
  if (piece.endsWith('w') && !canBeTime) return undefined;
  if (followsTimePreposition(first, input)) return 'sure';
  // "one" is rarely a time: "which one", "one for 8pm"
  if (!canBeTime || LABEL_BEFORE_NUMBER.test(previousPiece) || (piece === '1w' && pieces.length > 1)) return undefined;
  return (
    evidenceFromAlternative({ first, last }, input, matchByPiece) ??
    evidenceFromMove(first, input, matchByPiece) ??
    evidenceFromAdjacentDay({ first, last }, input, matchByPiece) ??
    evidenceFromCorrection(first, input, matchByPiece) ??
    evidenceFromDialogue({ first, last }, input)
  );
}

export const lineAfter = (last: number, { phrase: { line, offsets } }: ParseInput) =>
  line.slice((offsets[last] ?? line.length) - 1);

/** "at 7", "around 7"; "about 8" unless people are counted, as in "we are about 8" and "table for around 8". */
function followsTimePreposition(first: number, { phrase: { pieces }, context }: ParseInput): boolean {
  const [previousPiece = '', pieceBeforePrevious = ''] = [pieces[first - 1]?.piece, pieces[first - 2]?.piece];
  if (previousPiece === 'at') return true;
  if (previousPiece === 'like') return pieceBeforePrevious !== '' && !WORD_BEFORE_LIKE.test(pieceBeforePrevious);
  if (previousPiece === 'about' && /^(?:what|how)$/.test(pieceBeforePrevious))
    return Boolean(context.agreed ?? context.expects);
  if (/^(?:ideally|preferably)$/.test(previousPiece)) return true;
  if (!/^(?:around|about|exactly)$/.test(previousPiece)) return false;
  return !COUNTING_WORD.test(pieceBeforePrevious) || must(pieces[first], 'a piece').piece.length > 2;
}

/** "7 or 8", "at 5, 6 or 7", "6 or 7pm": the evidence is that of the neighbouring time. */
function evidenceFromAlternative(
  { first, last }: PieceSpan,
  { phrase: { pieces } }: ParseInput,
  matchByPiece: MatchByPiece,
): Evidence | undefined {
  const evidenceAt = (conjunctionIndex: number, otherIndex: number, conjunctions: RegExp) => {
    const reading = matchByPiece.get(otherIndex)?.readings[0];
    if (
      matchByPiece.has(conjunctionIndex) ||
      !conjunctions.test(pieces[conjunctionIndex]?.piece ?? '') ||
      reading?.kind !== 'clock'
    )
      return undefined;
    return reading.isWeak ? 'weak' : 'sure';
  };
  return evidenceAt(first - 1, first - 2, /^(?:or|and|\/|,)$/) ?? evidenceAt(last, last + 1, /^(?:or|\/)$/);
}

const hasTimeBefore = (first: number, matchByPiece: MatchByPiece) =>
  [...matchByPiece.values()].some((match) => match.first < first && match.readings[0]?.kind === 'clock');

/** "at 7, actually make it 8" */
function evidenceFromCorrection(
  first: number,
  { phrase }: ParseInput,
  matchByPiece: MatchByPiece,
): Evidence | undefined {
  const isCorrection = / (?:actually|make it|make that|i mean|i meant|sorry|rather)(?: ,)? $/.test(
    sameLineBefore(phrase, first, 30),
  );
  return isCorrection && hasTimeBefore(first, matchByPiece) ? 'sure' : undefined;
}

/** "change it from 7 to 8", unless the message is about people. */
function evidenceFromMove(
  first: number,
  { phrase: { pieces, line }, isReschedule }: ParseInput,
  matchByPiece: MatchByPiece,
): Evidence | undefined {
  if (!isReschedule || !/^(?:from|to)$/.test(pieces[first - 1]?.piece ?? '') || MENTIONS_PEOPLE.test(line))
    return undefined;
  const isPair = / from \d{1,4}w? to \d{1,4}w? /.test(line);
  return isPair || hasTimeBefore(first, matchByPiece) ? 'sure' : 'weak';
}

/** Right after a day ("tomorrow 8"), or right before one where nothing counts people ("8 tomorrow"). */
function evidenceFromAdjacentDay(
  { first, last }: PieceSpan,
  { phrase: { pieces } }: ParseInput,
  matchByPiece: MatchByPiece,
): Evidence | undefined {
  const isDay = (index: number) => /^(?:date|days|part|every)$/.test(matchByPiece.get(index)?.readings[0]?.kind ?? '');
  let previousIndex = first - 1;
  while (/^(?:maybe|say|perhaps|possibly|ideally|preferably|like)$/.test(pieces[previousIndex]?.piece ?? ''))
    previousIndex--;
  if (
    isDay(previousIndex) ||
    (previousIndex < first - 1 && pieces[previousIndex]?.piece === ',' && isDay(previousIndex - 1))
  )
    return 'weak';
  const nextIndex = /^(?:on|this)$/.test(pieces[last]?.piece ?? '') ? last + 1 : last;
  const isUncounted =
    /^(?:|[.,]|do|make|it|come|maybe|or|and|like|prefer|me|us|in|please|try|hi|hello|hey|then|ok)$/.test(
      pieces[first - 1]?.piece ?? '',
    );
  return isUncounted && isDay(nextIndex) ? 'weak' : undefined;
}

/** The 7 in "not 7" where 19:00 is agreed */
const isAgreedHour = (piece: string, time: string) => Number.parseInt(piece, 10) % 12 === Number(time.slice(0, 2)) % 12;

/** A bare answer to "what time?", or a change of the agreed time. */
function evidenceFromDialogue({ first, last }: PieceSpan, input: ParseInput): Evidence | undefined {
  const { context, phrase } = input;
  const textBefore = sameLineBefore(phrase, first, 40);
  if (COUNTS_PEOPLE_BEFORE.test(textBefore)) return undefined;
  if (context.expects === 'time' || context.expects === 'both') return 'weak';
  if (!context.agreed?.time) return undefined;
  if (/ not $/.test(textBefore))
    return isAgreedHour(must(phrase.pieces[first], 'a piece').piece, context.agreed.time) ? 'weak' : undefined;
  return CHANGE_CUE_BEFORE.test(textBefore) || CHANGE_CUE_AFTER.test(lineAfter(last, input)) ? 'weak' : undefined;
}
