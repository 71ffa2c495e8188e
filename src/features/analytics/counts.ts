/** Numbers by name. What is counted adds up, whatever it was split by. */
export type Counts = Record<string, number>;

export function add(to: Counts, more: Counts): void {
  // biome-ignore lint/style/noNonNullAssertion: each name is one that it has
  for (const name in more) to[name] = (to[name] ?? 0) + more[name]!;
}

/** The members of every entry of a series, and of the totals. */
export const COUNTED = [
  ...(['conversations', 'messages', 'apiCalls', 'bookings', 'bookingValue'] as const),
  ...(['resolved', 'handoffs', 'afterHoursBookings'] as const),
];
export type Counted = Record<(typeof COUNTED)[number], number>;

export const counted = (counts: Counts): Counted =>
  Object.fromEntries(COUNTED.map((name) => [name, counts[name] ?? 0])) as Counted;

/** The totals: what was counted, and what follows from it. A rate of nothing is null. */
export function totalsOf(counts: Counts) {
  const { resolved = 0, resolvedAlone = 0, resolvedDurably = 0, ratings = 0, ratingSum = 0 } = counts;
  const { handoffsAnswered = 0, handoffWaitMs = 0 } = counts;
  return {
    ...counted(counts),
    resolutionRate: rate(resolvedAlone, resolved),
    durableResolutionRate: rate(resolvedDurably, resolved),
    averageRating: rate(ratingSum, ratings),
    ratings,
    handoffsAnswered,
    averageHandoffWaitSeconds: rate(Math.round(handoffWaitMs / 1000), handoffsAnswered),
  };
}

const rate = (part: number, whole: number): number | null => (whole ? part / whole : null);

/** Those whose name begins so, without the beginning, largest first. */
export function under(prefix: string, parts: Counts): [name: string, count: number][] {
  return Object.entries(parts)
    .filter(([name]) => name.startsWith(`${prefix}:`))
    .map(([name, count]): [string, number] => [name.slice(prefix.length + 1), count])
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
}

const PER_OCTAVE = 8;

/** From buckets an eighth of an octave wide: at most 5 % off. Null where there was nothing. */
export function percentile(buckets: [name: string, count: number][], share: number): number | null {
  const sorted = buckets.map(([name, count]) => [Number(name), count] as const).sort(([a], [b]) => a - b);
  const wanted = share * sorted.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of sorted) {
    passed += count;
    if (passed >= wanted) return Math.round(10 * 2 ** ((bucket + 0.5) / PER_OCTAVE)) / 10;
  }
  return null;
}
