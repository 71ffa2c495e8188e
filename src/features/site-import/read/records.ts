// Finds the entries of a list from one line that each of them has (its anchor), such as its price or its question.
import type { Line, Outline } from './outline.ts';

/** The lines of one entry, of which `anchor` is the one that every entry has. */
export type ListEntry = { anchor: number; lines: number[] };

/** A longer box holds more than one entry of a list. */
const MAX_LINES = 30;

/**
 * An entry is the outermost box around an anchor that has no other anchor in it. Where anchors are side by side in one
 * box, there are no boxes around the entries, and an entry has only the anchor's own line.
 */
export function entriesAround({ lines, shapes }: Outline, anchors: readonly number[]): ListEntry[] {
  const counts = new Map<number, number>();
  for (const anchor of anchors) for (const box of boxesOf(lines, anchor)) counts.set(box, (counts.get(box) ?? 0) + 1);
  const ownBoxes = (anchor: number) => boxesOf(lines, anchor).filter((box) => counts.get(box) === 1);
  const usualShape = mostFrequent(
    anchors.flatMap((anchor) => {
      const [outermost] = ownBoxes(anchor);
      return outermost === undefined ? [] : [shapes.get(outermost) ?? ''];
    }),
  );
  return anchors.map((anchor) => {
    // A section with a single entry is an outer box as well, so prefer a box that looks like those of other entries.
    const boxes = ownBoxes(anchor);
    const box = boxes.find((each) => shapes.get(each) === usualShape) ?? boxes[0];
    const inBox = box === undefined ? [anchor] : ownPart({ lines, shapes }, linesIn(lines, box, anchor), anchor);
    return { anchor, lines: anchors.length > 1 && inBox.length <= MAX_LINES ? inBox : [anchor] };
  });
}

const boxesOf = (lines: readonly Line[], index: number): readonly number[] => lines[index]?.boxes ?? [];

/** The lines of a box are next to each other. */
function linesIn(lines: readonly Line[], box: number, inside: number): number[] {
  let first = inside;
  let last = inside;
  while (lines[first - 1]?.boxes.includes(box)) first--;
  while (lines[last + 1]?.boxes.includes(box)) last++;
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** Where boxes of one kind, each with a title, are side by side, an entry is only one of them. */
function ownPart({ lines, shapes }: Pick<Outline, 'lines' | 'shapes'>, inBox: number[], anchor: number): number[] {
  const path = boxesOf(lines, anchor);
  const isTitle = (index: number) => index !== anchor && (lines[index]?.level ?? 0) > 0;
  for (const [depth, part] of path.entries()) {
    const [inside, outside] = [true, false].map((isInside) =>
      inBox.filter((index) => (boxesOf(lines, index)[depth] === part) === isInside),
    ) as [number[], number[]];
    const isLike = (index: number) => {
      const boxes = boxesOf(lines, index);
      return boxes[depth - 1] === path[depth - 1] && shapes.get(boxes[depth] ?? -1) === shapes.get(part);
    };
    if (inside.some(isTitle) && outside.some((index) => isTitle(index) && isLike(index))) return inside;
  }
  return inBox;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
