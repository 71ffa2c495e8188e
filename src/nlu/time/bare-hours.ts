// A bare number is a time only where its neighbours suggest so: "table for 2 at 7", "tomorrow 8", "actually 8".
import { must } from '../../kernel/must.ts';
import { parseClock } from './clock.ts';
import { mayFollowCount } from './following-words.ts';
import { type Evidence, findHourEvidence, getTextAfter } from './hour-evidence.ts';
import { MAX_MENTIONS, type ParseInput, type Reading, type RuleMatch } from './rule.ts';

const HOUR_PATTERN = /^(?:0?[1-9]|1\d|2[0-3])w?$/;
const FOUR_DIGITS_PATTERN = /^(?:[01]?\d|2[0-3])[0-5][05]$/;
const MINUTES_PATTERN = /^[0-5][05]w?$/;

const isTimeOfDay = ({ readings: [reading] }: RuleMatch) => reading?.kind === 'clock' || reading?.kind === 'window';
const hasWeakEvidence = ({ readings: [reading] }: RuleMatch) => reading?.kind === 'clock' && reading.isWeak === true;

/** Readings of numbers that no rule matched; if there is a certain time, numbers with weak evidence are ignored. */
export function findBareHours(input: ParseInput, matchedByRules: readonly RuleMatch[]): RuleMatch[] {
  const { lexemes } = input.phrase;
  const matchByLexemeIndex = new Map<number, RuleMatch>();
  const markMatched = (match: RuleMatch) => {
    for (let lexemeIndex = match.startIndex; lexemeIndex < match.endIndex; lexemeIndex++)
      matchByLexemeIndex.set(lexemeIndex, match);
  };
  matchedByRules.forEach(markMatched);
  const hourMatches: RuleMatch[] = [];
  const considerLexeme = ({ piece }: { piece: string }, lexemeIndex: number) => {
    if (
      hourMatches.length > MAX_MENTIONS ||
      matchByLexemeIndex.has(lexemeIndex) ||
      !(HOUR_PATTERN.test(piece) || FOUR_DIGITS_PATTERN.test(piece))
    )
      return;
    const match = readHourAt(lexemeIndex, input, matchByLexemeIndex);
    if (!match) return;
    hourMatches.push(match);
    markMatched(match);
  };
  lexemes.forEach(considerLexeme);
  // A second pass from the end, for a number that gets its meaning from the next one: "6 or 7 tomorrow".
  for (
    let lexemeIndex = lexemes.length - 1;
    lexemeIndex >= 0 && hourMatches.length + matchedByRules.length > 0;
    lexemeIndex--
  )
    considerLexeme(must(lexemes[lexemeIndex], 'a lexeme'), lexemeIndex);
  const hasCertainTime = [...matchedByRules, ...hourMatches].some(
    (match) => isTimeOfDay(match) && !hasWeakEvidence(match),
  );
  return hasCertainTime ? hourMatches.filter((match) => !hasWeakEvidence(match)) : hourMatches;
}

/** The longest time of the form "7 30 to 9", "7 to 9", "7 30" or "7" that starts here. */
function readHourAt(
  startIndex: number,
  input: ParseInput,
  matchByLexemeIndex: ReadonlyMap<number, RuleMatch>,
): RuleMatch | undefined {
  const { lexemes } = input.phrase;
  const getUnmatchedPiece = (index: number) => (matchByLexemeIndex.has(index) ? '' : (lexemes[index]?.piece ?? ''));
  const hasMinutes =
    HOUR_PATTERN.test(getUnmatchedPiece(startIndex)) &&
    MINUTES_PATTERN.test(getUnmatchedPiece(startIndex + 1)) &&
    !mayFollowCount(getTextAfter(startIndex + 2, input));
  const indexAfterFirstTime = startIndex + (hasMinutes ? 2 : 1);
  const isRange =
    /^(?:-|to|until)$/.test(getUnmatchedPiece(indexAfterFirstTime)) &&
    HOUR_PATTERN.test(getUnmatchedPiece(indexAfterFirstTime + 1)) &&
    !input.isReschedule;
  const endIndex = isRange ? indexAfterFirstTime + 2 : indexAfterFirstTime;
  const evidence = findHourEvidence({ startIndex, endIndex }, input, matchByLexemeIndex);
  const reading =
    evidence &&
    toReading(
      joinPieces(startIndex, indexAfterFirstTime),
      isRange ? joinPieces(indexAfterFirstTime + 1, endIndex) : undefined,
      evidence,
    );
  return reading && { readings: [reading], startIndex, endIndex };

  function joinPieces(from: number, to: number) {
    return lexemes
      .slice(from, to)
      .map((lexeme) => lexeme.piece)
      .join(' ');
  }
}

function toReading(from: string, to: string | undefined, evidence: Evidence): Reading | undefined {
  const startClock = parseClock(from);
  if (!startClock) return undefined;
  if (to === undefined) return { kind: 'clock', clock: startClock, ...(evidence === 'weak' ? { isWeak: true } : {}) };
  const endClock = parseClock(to);
  return endClock && { kind: 'window', from: startClock, to: endClock };
}
