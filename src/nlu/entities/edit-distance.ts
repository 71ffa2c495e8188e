// biome-ignore-all lint/style/noNonNullAssertion: indexes stay within the words
/** Longer words are never compared. */
const MAX_WORD_LENGTH = 48;
// The rows are reused, because a message is compared with thousands of words.
let rowBeforePrevious = new Uint8Array(MAX_WORD_LENGTH + 1);
let previousRow = new Uint8Array(MAX_WORD_LENGTH + 1);
let currentRow = new Uint8Array(MAX_WORD_LENGTH + 1);

/**
 * The Damerau-Levenshtein distance: substitutions, deletions, insertions and transpositions of neighbours. Returns some
 * number above `limit` if the distance exceeds it.
 */
export function computeEditDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || b.length > MAX_WORD_LENGTH) return limit + 1;
  for (let column = 0; column <= b.length; column++) previousRow[column] = column;
  for (let row = 1; row <= a.length; row++) {
    currentRow[0] = row;
    let lowestInRow = row;
    for (let column = 1; column <= b.length; column++) {
      const substitutionCost = previousRow[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(substitutionCost, previousRow[column]! + 1, currentRow[column - 1]! + 1);
      const isTransposed = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isTransposed) cost = Math.min(cost, rowBeforePrevious[column - 2]! + 1);
      currentRow[column] = cost;
      lowestInRow = Math.min(lowestInRow, cost);
    }
    if (lowestInRow > limit) return limit + 1;
    [rowBeforePrevious, previousRow, currentRow] = [previousRow, currentRow, rowBeforePrevious];
  }
  return previousRow[b.length]!;
}
