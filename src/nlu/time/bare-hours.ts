// A bare number is a time only where its neighbours suggest so: "table for 2 at 7", "tomorrow 8", "actually 8".
import { must } from '../../kernel/must.ts';
import { parseClock } from './clock.ts';
import { isCountingAnything } from './following-words.ts';
import { type Evidence, evidenceFor, lineAfter } from './hour-evidence.ts';
import { MAX_MENTIONS, type ParseInput, type Reading, type RuleMatch } from './rule.ts';

const HOUR = /^(?:0?[1-9]|1\d|2[0-3])w?$/;
const DIGITS = /^(?:[01]?\d|2[0-3])[0-5][05]$/;
const MINUTES = /^[0-5][05]w?$/;

const isClock = ({ readings: [reading] }: RuleMatch) => reading?.kind === 'clock' || reading?.kind === 'window';
const isWeak = ({ readings: [reading] }: RuleMatch) => reading?.kind === 'clock' && reading.isWeak === true;

/** Readings of numbers that no rule matched; if there is a certain time, numbers with weak evidence are ignored. */
export function findBareHours(input: ParseInput, matchedByRules: readonly RuleMatch[]): RuleMatch[] {
  const { pieces } = input.phrase;
  const matchByPiece = new Map<number, RuleMatch>();
  const claim = (match: RuleMatch) => {
    for (let pieceIndex = match.first; pieceIndex < match.last; pieceIndex++) matchByPiece.set(pieceIndex, match);
  };
  matchedByRules.forEach(claim);
  const hours: RuleMatch[] = [];
  const considerPiece = ({ piece }: { piece: string }, pieceIndex: number) => {
    if (hours.length > MAX_MENTIONS || matchByPiece.has(pieceIndex) || !(HOUR.test(piece) || DIGITS.test(piece)))
      return;
    const match = readHourAt(pieceIndex, input, matchByPiece);
    if (!match) return;
    hours.push(match);
    claim(match);
  };
  pieces.forEach(considerPiece);
  // A second pass from the end, for a number that gets its meaning from the next one: "6 or 7 tomorrow".
  for (let pieceIndex = pieces.length - 1; pieceIndex >= 0 && hours.length + matchedByRules.length > 0; pieceIndex--)
    considerPiece(must(pieces[pieceIndex], 'a piece'), pieceIndex);
  const hasCertainTime = [...matchedByRules, ...hours].some((match) => isClock(match) && !isWeak(match));
  return hasCertainTime ? hours.filter((match) => !isWeak(match)) : hours;
}

/** The longest time of the form "7 30 to 9", "7 to 9", "7 30" or "7" that starts here. */
function readHourAt(
  first: number,
  input: ParseInput,
  matchByPiece: ReadonlyMap<number, RuleMatch>,
): RuleMatch | undefined {
  const { pieces } = input.phrase;
  const unmatchedPiece = (index: number) => (matchByPiece.has(index) ? '' : (pieces[index]?.piece ?? ''));
  const hasMinutes =
    HOUR.test(unmatchedPiece(first)) &&
    MINUTES.test(unmatchedPiece(first + 1)) &&
    !isCountingAnything(lineAfter(first + 2, input));
  const start = first + (hasMinutes ? 2 : 1);
  const isRange =
    /^(?:-|to|until)$/.test(unmatchedPiece(start)) && HOUR.test(unmatchedPiece(start + 1)) && !input.isReschedule;
  const last = isRange ? start + 2 : start;
  const evidence = evidenceFor({ first, last }, input, matchByPiece);
  const reading =
    evidence && readingOf(textBetween(first, start), isRange ? textBetween(start + 1, last) : undefined, evidence);
  return reading && { readings: [reading], first, last };

  function textBetween(from: number, to: number) {
    return pieces
      .slice(from, to)
      .map((lexeme) => lexeme.piece)
      .join(' ');
  }
}

function readingOf(from: string, to: string | undefined, evidence: Evidence): Reading | undefined {
  const clock = parseClock(from);
  if (!clock) return undefined;
  if (to === undefined) return { kind: 'clock', clock, ...(evidence === 'weak' ? { isWeak: true } : {}) };
  const end = parseClock(to);
  return end && { kind: 'window', from: clock, to: end };
}
