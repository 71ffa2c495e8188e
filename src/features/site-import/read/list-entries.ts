// Finds the entries of a list from one line that each of them has (its anchor), such as its price or its question.
import type { Line, Outline } from './outline.ts';

/** The lines of one entry, of which `anchor` is the one that every entry has. */
export type ListEntry = { anchor: number; lines: number[] };

/** A longer box holds more than one entry of a list. */
const MAX_ENTRY_LINES = 30;

/**
 * An entry is the outermost box around an anchor that has no other anchor in it. Where anchors are side by side in one
 * box, there are no boxes around the entries, and an entry has only the anchor's own line.
 */
export function findEntriesAround({ lines, shapes }: Outline, anchors: readonly number[]): ListEntry[] {
  const anchorCounts = new Map<number, number>();
  for (const anchor of anchors)
    for (const box of boxesOf(lines, anchor)) anchorCounts.set(box, (anchorCounts.get(box) ?? 0) + 1);
  const findOwnBoxes = (anchor: number) => boxesOf(lines, anchor).filter((box) => anchorCounts.get(box) === 1);
  const usualShape = findMostFrequent(
    anchors.flatMap((anchor) => {
      const [outermost] = findOwnBoxes(anchor);
      return outermost === undefined ? [] : [shapes.get(outermost) ?? ''];
    }),
  );
  return anchors.map((anchor) => {
    // A section with a single entry is an outer box as well, so prefer a box that looks like those of other entries.
    const boxes = findOwnBoxes(anchor);
    const box = boxes.find((candidateBox) => shapes.get(candidateBox) === usualShape) ?? boxes[0];
    const boxLines =
      box === undefined ? [anchor] : findOwnLines({ lines, shapes }, findLinesInBox(lines, box, anchor), anchor);
    return { anchor, lines: anchors.length > 1 && boxLines.length <= MAX_ENTRY_LINES ? boxLines : [anchor] };
  });
}

const boxesOf = (lines: readonly Line[], index: number): readonly number[] => lines[index]?.boxes ?? [];

/** The lines of a box are next to each other. */
function findLinesInBox(lines: readonly Line[], box: number, startLine: number): number[] {
  let firstLine = startLine;
  let lastLine = startLine;
  while (lines[firstLine - 1]?.boxes.includes(box)) firstLine--;
  while (lines[lastLine + 1]?.boxes.includes(box)) lastLine++;
  return Array.from({ length: lastLine - firstLine + 1 }, (_, offset) => firstLine + offset);
}

/** Where boxes of one kind, each with a title, are side by side, an entry is only one of them. */
function findOwnLines(
  { lines, shapes }: Pick<Outline, 'lines' | 'shapes'>,
  boxLines: number[],
  anchor: number,
): number[] {
  const path = boxesOf(lines, anchor);
  const isTitle = (index: number) => index !== anchor && (lines[index]?.level ?? 0) > 0;
  for (const [depth, box] of path.entries()) {
    const [insideLines, outsideLines] = [true, false].map((isInside) =>
      boxLines.filter((index) => (boxesOf(lines, index)[depth] === box) === isInside),
    ) as [number[], number[]];
    const isInSimilarBox = (index: number) => {
      const boxes = boxesOf(lines, index);
      return boxes[depth - 1] === path[depth - 1] && shapes.get(boxes[depth] ?? -1) === shapes.get(box);
    };
    if (insideLines.some(isTitle) && outsideLines.some((index) => isTitle(index) && isInSimilarBox(index)))
      return insideLines;
  }
  return boxLines;
}

function findMostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
