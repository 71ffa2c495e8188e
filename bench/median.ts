export const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export function computePercentiles(times: readonly number[], digits = 1) {
  const sorted = times.toSorted((a, b) => a - b);
  const getPercentile = (share: number) => Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(digits));
  return { 'p50 ms': getPercentile(0.5), 'p95 ms': getPercentile(0.95), 'p99 ms': getPercentile(0.99) };
}
