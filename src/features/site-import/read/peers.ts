import type { Outline } from './outline.ts';

/**
 * The lines that stand in their entries where the given lines stand in theirs: the same child of the same kind of box, in
 * the same lists. A menu may write "$12" at one dish, and only "11" or "MP" at the next. `isPart` says that there is more
 * in an entry than its line.
 */
export function peersOf({ lines, shapes, childIndexes }: Outline, known: readonly number[], isPart: boolean): number[] {
  const boxesOf = (index: number) => lines[index]?.boxes ?? [];
  const shapeOf = (index: number) =>
    boxesOf(index)
      .map((box) => shapes.get(box))
      .join('>');
  const isKnown = new Set(known);
  const groups = Map.groupBy(lines.keys(), shapeOf);
  return [...groups.values()].flatMap((group) => {
    const members = group.filter((index) => isKnown.has(index));
    const paths = members.map((index) => boxesOf(index).map((box) => childIndexes.get(box)));
    const depth = commonSuffix(paths);
    const [path = []] = paths;
    // The entry is the innermost box that is not always the same child; the list is around it.
    const entry = path.length - depth - 1;
    if (members.length < 2 || entry < 1) return [];
    // A box that holds nothing else is part of an entry, and the price is not always at the same place.
    const isAlone = (index: number) =>
      ![index - 1, index + 1].some((other) => boxesOf(other)[entry] === boxesOf(index)[entry]);
    if (isPart && members.some(isAlone)) return [];
    const lists = new Set(members.map((index) => boxesOf(index)[entry - 1]));
    const placeOf = (index: number) =>
      boxesOf(index)
        .slice(entry + 1)
        .map((box) => childIndexes.get(box))
        .join();
    const isInPlace = (index: number) =>
      lists.has(boxesOf(index)[entry - 1]) && placeOf(index) === path.slice(entry + 1).join();
    // Lines that a line break separates are in the same place.
    const inEntries = Map.groupBy(group.filter(isInPlace), (index) => boxesOf(index)[entry]);
    return [...inEntries.values()].flatMap(([index = 0, ...more]) =>
      more.length || isKnown.has(index) ? [] : [index],
    );
  });
}

/** How many of the last elements all of the paths have in common. */
function commonSuffix([first = [], ...others]: readonly (readonly unknown[])[]): number {
  let length = 0;
  while (length < first.length && others.every((other) => other.at(-1 - length) === first.at(-1 - length))) length++;
  return length;
}
