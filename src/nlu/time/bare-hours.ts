// A number alone is a time only where its neighbours say so: "table for 2 at 7", "tomorrow 8", "actually 8".
import { must } from '../../kernel/must.ts';
import { clockIn } from './clock.ts';
import { isAmount } from './follow.ts';
import { type Evidence, evidenceFor, restAfter } from './hour-evidence.ts';
import { type Found, MOST, type Reading, type Scene } from './rule.ts';

const HOUR = /^(?:0?[1-9]|1\d|2[0-3])w?$/;
const DIGITS = /^(?:[01]?\d|2[0-3])[0-5][05]$/;
const MINUTES = /^[0-5][05]w?$/;

const isClock = ({ readings: [reading] }: Found) => reading?.kind === 'clock' || reading?.kind === 'window';
const isWeak = ({ readings: [reading] }: Found) => reading?.kind === 'clock' && reading.weak === true;

/** Readings of the numbers that no rule has taken; beside a time that is sure, the weak ones are something else. */
export function bareHours(scene: Scene, taken: readonly Found[]): Found[] {
  const { pieces } = scene.phrase;
  const owners = new Map<number, Found>();
  const own = (found: Found) => {
    for (let i = found.first; i < found.last; i++) owners.set(i, found);
  };
  taken.forEach(own);
  const hours: Found[] = [];
  const look = ({ piece }: { piece: string }, i: number) => {
    if (hours.length > MOST || owners.has(i) || !(HOUR.test(piece) || DIGITS.test(piece))) return;
    const found = hourAt(i, scene, owners);
    if (!found) return;
    hours.push(found);
    own(found);
  };
  pieces.forEach(look);
  // Once more from the end: "6 or 7 tomorrow", where the second tells of the first.
  for (let i = pieces.length - 1; i >= 0 && hours.length + taken.length > 0; i--) look(must(pieces[i], 'a piece'), i);
  const isSure = [...taken, ...hours].some((found) => isClock(found) && !isWeak(found));
  return isSure ? hours.filter((found) => !isWeak(found)) : hours;
}

/** The longest of "7 30 to 9", "7 to 9", "7 30" and "7" that starts here and is a time. */
function hourAt(first: number, scene: Scene, owners: ReadonlyMap<number, Found>): Found | undefined {
  const { pieces } = scene.phrase;
  const piece = (at: number) => (owners.has(at) ? '' : (pieces[at]?.piece ?? ''));
  const hasMinutes =
    HOUR.test(piece(first)) && MINUTES.test(piece(first + 1)) && !isAmount(restAfter(first + 2, scene));
  const start = first + (hasMinutes ? 2 : 1);
  const isRange = /^(?:-|to|until)$/.test(piece(start)) && HOUR.test(piece(start + 1)) && !scene.moving;
  const last = isRange ? start + 2 : start;
  const evidence = evidenceFor({ first, last }, scene, owners);
  const reading = evidence && readingOf(said(first, start), isRange ? said(start + 1, last) : undefined, evidence);
  return reading && { readings: [reading], first, last };

  function said(from: number, to: number) {
    return pieces
      .slice(from, to)
      .map((each) => each.piece)
      .join(' ');
  }
}

function readingOf(from: string, to: string | undefined, evidence: Evidence): Reading | undefined {
  const clock = clockIn(from);
  if (!clock) return undefined;
  if (to === undefined) return { kind: 'clock', clock, ...(evidence === 'weak' ? { weak: true } : {}) };
  const end = clockIn(to);
  return end && { kind: 'window', from: clock, to: end };
}
