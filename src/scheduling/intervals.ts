// Joins intervals of time, and finds them in sorted lists.

/** In epoch milliseconds; the end is excluded. */
export interface Interval {
  start: number;
  end: number;
}

/** Sorts, drops empty intervals and joins those that touch or overlap; returns the list itself if there is nothing to do. */
export function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const isAlreadyMerged = intervals.every(
    ({ start, end }, i) => end > start && start > (intervals[i - 1]?.end ?? Number.NEGATIVE_INFINITY),
  );
  if (isAlreadyMerged) return intervals;
  const merged: Interval[] = [];
  for (const { start, end } of intervals.filter((each) => each.end > each.start).sort(compareByStart)) {
    const lastMerged = merged.at(-1);
    if (lastMerged && start <= lastMerged.end) lastMerged.end = Math.max(lastMerged.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export function compareByStart(a: Interval, b: Interval): number {
  return a.start - b.start;
}

/** The period that contains the instant. */
export function findPeriodAt<T extends Interval>(periods: readonly T[], epochMs: number): T | undefined {
  // Instants are whole milliseconds, so "starts before epoch + 1" means "starts at or before epoch".
  const period = periods[findLastIndexStartingBefore(periods, epochMs + 1)];
  return period && period.end > epochMs ? period : undefined;
}

export function containsInterval(periods: readonly Interval[], start: number, end: number): boolean {
  const period = findPeriodAt(periods, start);
  return period !== undefined && period.end >= end;
}

export function findLastIndexStartingBefore(intervals: readonly Interval[], epochMs: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: middle lies between low and high
    if (intervals[middle]!.start < epochMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
