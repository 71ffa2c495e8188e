// Joins intervals of time, and finds them in sorted lists.

export interface Interval {
  start: number;
  end: number;
}

/** Sorts, drops empty intervals and joins those that touch or overlap; returns the same list if there is nothing to do. */
export function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const isAlreadyMerged = intervals.every(
    ({ start, end }, i) => end > start && start >= (intervals[i - 1]?.end ?? Number.NEGATIVE_INFINITY),
  );
  if (isAlreadyMerged) return intervals;
  const result: Interval[] = [];
  for (const { start, end } of intervals.filter((each) => each.end > each.start).sort(byStart)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

export function byStart(a: Interval, b: Interval): number {
  return a.start - b.start;
}

/** The period that contains the instant. */
export function periodAt<T extends Interval>(periods: readonly T[], epoch: number): T | undefined {
  // Instants are whole milliseconds, so "starts before epoch + 1" means "starts at or before epoch".
  const period = periods[lastIndexStartingBefore(periods, epoch + 1)];
  return period && period.end > epoch ? period : undefined;
}

export function containsInterval(periods: readonly Interval[], start: number, end: number): boolean {
  const period = periodAt(periods, start);
  return period !== undefined && period.end >= end;
}

export function lastIndexStartingBefore(intervals: readonly Interval[], epoch: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: middle lies between low and high
    if (intervals[middle]!.start < epoch) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
