// Which operations were asked, and which of them ever did what they are for.

type Count = { requests: number; successes: number; statuses: Map<number, number>; ms: number };
export type Coverage = Map<string, Count>;

export const createCoverage = (operations: { name: string }[]): Coverage =>
  new Map(operations.map(({ name }) => [name, { requests: 0, successes: 0, statuses: new Map(), ms: 0 }]));

/** A success counts for the operation that answered: a request that was spoilt may have gone to another. */
export function cover(coverage: Coverage, asked: string, answering: string | undefined, status: number, ms: number) {
  const count = coverage.get(asked)!;
  count.requests++;
  count.ms += ms;
  count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
  if (status >= 200 && status < 300 && answering) coverage.get(answering)!.successes++;
}

export const neverSucceeded = (coverage: Coverage): string[] =>
  [...coverage].filter(([, { successes }]) => successes === 0).map(([name]) => name);

export function table(coverage: Coverage): string {
  const width = Math.max(...[...coverage.keys()].map((name) => name.length));
  const rows = [...coverage].map(([name, { requests, successes, statuses, ms }]) => {
    const each = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
    return `${name.padEnd(width)} ${String(requests).padStart(4)} ${String(successes).padStart(4)} ${String(Math.round(ms / requests)).padStart(5)} ms  ${each.join(' ')}`;
  });
  return [`${'operation'.padEnd(width)} sent  2xx  mean      statuses`, ...rows].join('\n');
}
