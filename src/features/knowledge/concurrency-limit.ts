export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs at most `count` tasks at a time; the others wait in order of arrival. */
export function createConcurrencyLimit(count: number): ConcurrencyLimit {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
