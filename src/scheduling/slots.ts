// Every possible start, and the nearest ones to a requested time; each passes the same checks as a booking.
import { must } from '../kernel/must.ts';
import {
  type Candidate,
  earliestStart,
  type Frame,
  frameOf,
  isPossible,
  latestStart,
  type RequestedTime,
  type Rules,
  type Scope,
  type Shape,
  scopeOf,
} from './frame.ts';
import type { Interval } from './hours.ts';
import { MINUTE } from './zone.ts';

/** How many days before and after the requested time are searched for alternatives. */
const REACH_DAYS = 14;

export interface Alternative {
  start: number;
  resource: Candidate;
}

/** The possible starts from `from` (included) to `to` (not included), of one candidate. */
export function slotsBetween(
  rules: Rules,
  now: number,
  shape: Shape,
  candidate: Candidate,
  from: number,
  to: number,
): number[] {
  return must(slotsOfEach(rules, now, shape, [candidate], from, to)[0], 'the slots of the one');
}

/**
 * The same for many, in their order: the opening hours are worked out once, and so is what each start is written as,
 * since many are free at the same times.
 */
export function slotsOfEach<Written = number>(
  rules: Rules,
  now: number,
  shape: Shape,
  candidates: readonly Candidate[],
  from: number,
  to: number,
  write: (start: number) => Written = (start) => start as Written,
): Written[][] {
  // Nothing outside can pass the checks; a careless range must not cost time.
  const first = Math.max(from, earliestStart(rules, now));
  const last = Math.min(to, latestStart(rules, now) + 1);
  if (first >= last) return candidates.map(() => []);
  const scope = scopeOf(rules, rules.zone.localAt(first).day, rules.zone.localAt(last).day);
  const grid = [...gridUpwards(rules, scope, first, last)];
  const written = grid.map((start) => ({ start, text: write(start) }));
  return candidates.map((candidate) => {
    const frame = frameOf(rules, now, shape, scope, candidate);
    return written.filter(({ start }) => isPossible(frame, start)).map(({ text }) => text);
  });
}

/**
 * The possible starts nearest to the requested time: first those of its day, then those of the days around it, the nearer day
 * first. On each day the nearest to the time that was wished for come first, and the earlier of two equally near: whoever
 * wants dinner on a day that is closed is offered dinner. `choose` says who takes it; otherwise the first candidate.
 */
export function alternativesNear(
  rules: Rules,
  now: number,
  requested: RequestedTime,
  candidates: readonly Candidate[],
  limit: number,
  choose: (free: readonly Candidate[], start: number) => Candidate | undefined = (free) => free[0],
): Alternative[] {
  const { zone } = rules;
  const { day } = zone.localAt(anchorOf(rules, now, requested.start));
  const { minutes } = zone.localAt(requested.start);
  const scope = scopeOf(rules, day - REACH_DAYS, day + REACH_DAYS);
  const frames = candidates.map((candidate) => frameOf(rules, now, requested, scope, candidate));
  const startsOn = (on: number) => {
    const wanted = zone.epochAt(on, minutes);
    const starts = [...gridUpwards(rules, scope, zone.epochAt(on, 0), zone.epochAt(on + 1, 0))];
    return starts.map((start) => ({ start, off: Math.abs(start - wanted) }));
  };

  const found: Alternative[] = [];
  for (let distance = 0; distance <= REACH_DAYS; distance++) {
    const days = distance === 0 ? [day] : [day - distance, day + distance];
    const starts = days.flatMap(startsOn).sort((a, b) => a.off - b.off || a.start - b.start);
    for (const { start } of starts) {
      if (found.length >= limit) return found;
      const resource = choose(freeAt(candidates, frames, start), start);
      if (resource) found.push({ start, resource });
    }
  }
  return found;
}

/** The time in which the candidates' busy times must be known for `alternativesNear`. */
export function alternativesReach(rules: Rules, now: number, requested: RequestedTime): Interval {
  const { day } = rules.zone.localAt(anchorOf(rules, now, requested.start));
  const { durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = requested;
  return {
    start: rules.zone.epochAt(day - REACH_DAYS, 0) - bufferBeforeMinutes * MINUTE,
    end: rules.zone.epochAt(day + REACH_DAYS + 1, 0) + (durationMinutes + bufferAfterMinutes) * MINUTE,
  };
}

/** For a wish outside notice and horizon the search begins at the nearest end of them. */
function anchorOf(rules: Rules, now: number, start: number): number {
  return Math.max(earliestStart(rules, now), Math.min(start, latestStart(rules, now)));
}

function freeAt(candidates: readonly Candidate[], frames: readonly Frame[], start: number): Candidate[] {
  // biome-ignore lint/style/noNonNullAssertion: each candidate has a frame
  return candidates.filter((_, i) => isPossible(frames[i]!, start));
}

function* gridUpwards({ slotMinutes }: Rules, { open }: Scope, from: number, to: number): Generator<number> {
  const step = slotMinutes * MINUTE;
  for (const [i, period] of open.entries()) {
    const end = Math.min(to, endOfGrid(open, i));
    const skipped = Math.max(0, Math.ceil((from - period.start) / step));
    for (let start = period.start + skipped * step; start < end; start += step) yield start;
  }
}

/** Should periods overlap, the later one's grid counts, as it does for checkAvailability. */
function endOfGrid(open: readonly Interval[], i: number): number {
  // biome-ignore lint/style/noNonNullAssertion: i is the index of a period
  return Math.min(open[i]!.end, open[i + 1]?.start ?? Number.POSITIVE_INFINITY);
}
