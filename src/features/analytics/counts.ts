/** Numbers by name. All of them are sums, so counts can be added up across times, channels and industries. */
export type Counts = Record<string, number>;

export function addCounts(target: Counts, counts: Counts): void {
  // biome-ignore lint/style/noNonNullAssertion: the loop visits only names that exist
  for (const name in counts) target[name] = (target[name] ?? 0) + counts[name]!;
}

/** The counts in every entry of a series and in the totals. */
export const COUNT_FIELDS = [
  'conversations',
  'messages',
  'apiCalls',
  'bookings',
  'bookingValue',
  'resolved',
  'handoffs',
  'afterHoursBookings',
] as const;
export type CountFields = Record<(typeof COUNT_FIELDS)[number], number>;

export const pickCountFields = (counts: Counts): CountFields =>
  Object.fromEntries(COUNT_FIELDS.map((name) => [name, counts[name] ?? 0])) as CountFields;

/** The totals, with the rates and averages derived from them. A rate with nothing to divide by is null. */
export function calculateTotals(counts: Counts) {
  const { resolved = 0, resolvedAlone = 0, resolvedDurably = 0, ratings = 0, ratingSum = 0 } = counts;
  const { handoffsAnswered = 0, handoffWaitMs = 0 } = counts;
  return {
    ...pickCountFields(counts),
    resolutionRate: ratio(resolvedAlone, resolved),
    durableResolutionRate: ratio(resolvedDurably, resolved),
    averageRating: ratio(ratingSum, ratings),
    ratings,
    handoffsAnswered,
    averageHandoffWaitSeconds: ratio(Math.round(handoffWaitMs / 1000), handoffsAnswered),
  };
}

const ratio = (part: number, total: number): number | null => (total ? part / total : null);

/** The counts whose name starts with the prefix, under the rest of the name, largest first. */
export function selectCountsWithPrefix(prefix: string, counts: Counts): [name: string, count: number][] {
  return Object.entries(counts)
    .filter(([name]) => name.startsWith(`${prefix}:`))
    .map(([name, count]): [string, number] => [name.slice(prefix.length + 1), count])
    .sort(([nameA, countA], [nameB, countB]) => countB - countA || (nameA < nameB ? -1 : 1));
}

const BUCKETS_PER_DOUBLING = 8;

/** Estimated from logarithmic buckets, eight per doubling: at most 5 % off. Null if the buckets are empty. */
export function estimatePercentile(buckets: [name: string, count: number][], fraction: number): number | null {
  const sorted = buckets.map(([name, count]) => [Number(name), count] as const).sort(([a], [b]) => a - b);
  const targetCount = fraction * sorted.reduce((sum, [, count]) => sum + count, 0);
  let cumulativeCount = 0;
  for (const [bucket, count] of sorted) {
    cumulativeCount += count;
    if (cumulativeCount >= targetCount) return Math.round(10 * 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING)) / 10;
  }
  return null;
}
