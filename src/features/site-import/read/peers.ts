import type { Outline } from './outline.ts';

/**
 * The lines at the same position in their entries as the known lines in theirs: the same child of the same kind of box, in
 * the same lists. A menu may write "$12" beside one dish and only "11" or "MP" beside the next. `isPart`: the line is only a
 * part of its entry.
 */
export function findPeers(
  { lines, shapes, childIndexes }: Outline,
  knownLines: readonly number[],
  isPart: boolean,
): number[] {
  const boxesOf = (index: number) => lines[index]?.boxes ?? [];
  const shapeOf = (index: number) =>
    boxesOf(index)
      .map((box) => shapes.get(box))
      .join('>');
  const knownLineSet = new Set(knownLines);
  const groups = Map.groupBy(lines.keys(), shapeOf);
  return [...groups.values()].flatMap((group) => {
    const knownMembers = group.filter((index) => knownLineSet.has(index));
    const paths = knownMembers.map((index) => boxesOf(index).map((box) => childIndexes.get(box)));
    const suffixLength = countCommonSuffix(paths);
    const [path = []] = paths;
    // The entry is the innermost box that is not always the same child; the list is around it.
    const entryDepth = path.length - suffixLength - 1;
    if (knownMembers.length < 2 || entryDepth < 1) return [];
    // A box that holds nothing else is part of an entry, and the price is not always at the same place.
    const isAlone = (index: number) =>
      ![index - 1, index + 1].some((other) => boxesOf(other)[entryDepth] === boxesOf(index)[entryDepth]);
    if (isPart && knownMembers.some(isAlone)) return [];
    const lists = new Set(knownMembers.map((index) => boxesOf(index)[entryDepth - 1]));
    const pathInEntry = (index: number) =>
      boxesOf(index)
        .slice(entryDepth + 1)
        .map((box) => childIndexes.get(box))
        .join();
    const isInPlace = (index: number) =>
      lists.has(boxesOf(index)[entryDepth - 1]) && pathInEntry(index) === path.slice(entryDepth + 1).join();
    // Lines that a line break separates are in the same place.
    const linesByEntry = Map.groupBy(group.filter(isInPlace), (index) => boxesOf(index)[entryDepth]);
    return [...linesByEntry.values()].flatMap(([index = 0, ...otherIndexes]) =>
      otherIndexes.length || knownLineSet.has(index) ? [] : [index],
    );
  });
}

/** How many elements at their ends all of the paths have in common. */
function countCommonSuffix([firstPath = [], ...otherPaths]: readonly (readonly unknown[])[]): number {
  let length = 0;
  while (length < firstPath.length && otherPaths.every((other) => other.at(-1 - length) === firstPath.at(-1 - length)))
    length++;
  return length;
}
