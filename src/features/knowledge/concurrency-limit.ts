export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs at most `count` tasks at a time; the others wait in order of arrival. */
export function createConcurrencyLimit(count: number): ConcurrencyLimit {
  let freeSlots = count;
  const waitingTasks: (() => void)[] = [];
  return async (work) => {
    if (freeSlots > 0) freeSlots--;
    else await new Promise<void>((resolve) => waitingTasks.push(resolve));
    try {
      return await work();
    } finally {
      const startNext = waitingTasks.shift();
      if (startNext) startNext();
      else freeSlots++;
    }
  };
}
