// biome-ignore-all lint/style/noNonNullAssertion: rows and columns run within the lengths of the words
/** Longer words are never compared. */
const LONGEST = 48;
// Reused, because a message is compared with thousands of words.
let beforeLast = new Uint8Array(LONGEST + 1);
let last = new Uint8Array(LONGEST + 1);
let line = new Uint8Array(LONGEST + 1);

/**
 * How many letters were changed, left out, added or exchanged with their neighbour between two words; where that is
 * more than `limit`, some number greater than it.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || b.length > LONGEST) return limit + 1;
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    line[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const changed = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(changed, last[column]! + 1, line[column - 1]! + 1);
      const exchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (exchanged) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      line[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, line] = [last, line, beforeLast];
  }
  return last[b.length]!;
}
