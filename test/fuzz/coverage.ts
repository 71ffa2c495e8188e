// Counts the requests to each operation and how many of them succeeded.

type OperationStats = { requests: number; successes: number; statuses: Map<number, number>; ms: number };
export type Coverage = Map<string, OperationStats>;

export const createCoverage = (operations: { name: string }[]): Coverage =>
  new Map(operations.map(({ name }) => [name, { requests: 0, successes: 0, statuses: new Map(), ms: 0 }]));

/** A success counts for the operation that answered, because a mutated request may have reached a different one. */
export function recordRequest(
  coverage: Coverage,
  requestedOperation: string,
  answeringOperation: string | undefined,
  status: number,
  ms: number,
) {
  const stats = coverage.get(requestedOperation)!;
  stats.requests++;
  stats.ms += ms;
  stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1);
  if (status >= 200 && status < 300 && answeringOperation) coverage.get(answeringOperation)!.successes++;
}

export const findOperationsWithoutSuccess = (coverage: Coverage): string[] =>
  [...coverage].filter(([, { successes }]) => successes === 0).map(([name]) => name);

export function formatCoverage(coverage: Coverage): string {
  const width = Math.max(...[...coverage.keys()].map((name) => name.length));
  const rows = [...coverage].map(([name, { requests, successes, statuses, ms }]) => {
    const statusCounts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    return `${name.padEnd(width)} ${String(requests).padStart(4)} ${String(successes).padStart(4)} ${String(Math.round(ms / requests)).padStart(5)} ms  ${statusCounts.join(' ')}`;
  });
  return [`${'operation'.padEnd(width)} sent  2xx  mean      statuses`, ...rows].join('\n');
}
