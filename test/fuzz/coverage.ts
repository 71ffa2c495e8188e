// Counts the requests to each operation and how many of them succeeded.

type OperationStats = { requestCount: number; successCount: number; statuses: Map<number, number>; totalMs: number };
export type Coverage = Map<string, OperationStats>;

export const createCoverage = (operations: { name: string }[]): Coverage =>
  new Map(operations.map(({ name }) => [name, { requestCount: 0, successCount: 0, statuses: new Map(), totalMs: 0 }]));

/** A success counts for the operation that answered, because a mutated request may have reached a different one. */
export function recordRequest(
  coverage: Coverage,
  requestedOperation: string,
  answeringOperation: string | undefined,
  status: number,
  ms: number,
) {
  const stats = coverage.get(requestedOperation)!;
  stats.requestCount++;
  stats.totalMs += ms;
  stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1);
  if (status >= 200 && status < 300 && answeringOperation) coverage.get(answeringOperation)!.successCount++;
}

export const findOperationsWithoutSuccess = (coverage: Coverage): string[] =>
  [...coverage].filter(([, { successCount }]) => successCount === 0).map(([name]) => name);

export function formatCoverage(coverage: Coverage): string {
  const width = Math.max(...[...coverage.keys()].map((name) => name.length));
  const rows = [...coverage].map(([name, { requestCount, successCount, statuses, totalMs }]) => {
    const statusCounts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    return `${name.padEnd(width)} ${String(requestCount).padStart(4)} ${String(successCount).padStart(4)} ${String(Math.round(totalMs / requestCount)).padStart(5)} ms  ${statusCounts.join(' ')}`;
  });
  return [`${'operation'.padEnd(width)} sent  2xx  mean      statuses`, ...rows].join('\n');
}
