import type { Line } from './outline.ts';

/** The headings above each line, outermost first. */
export function findHeadingsAbove(lines: readonly Line[]): { text: string; level: number; index: number }[][] {
  let openHeadings: { text: string; level: number; index: number }[] = [];
  return lines.map(({ text, level }, index) => {
    const above = level ? openHeadings.filter((heading) => heading.level < level) : openHeadings;
    if (level) openHeadings = [...above, { text: text.replace(/\s*:$/, ''), level, index }];
    return above;
  });
}
