export type Places = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many at a time do something, the others after them in the order in which they came. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
