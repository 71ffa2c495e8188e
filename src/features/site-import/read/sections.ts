import type { Line } from './outline.ts';

/** The headings above each line, outermost first. */
export function headingsOf(lines: readonly Line[]): { text: string; level: number; index: number }[][] {
  let open: { text: string; level: number; index: number }[] = [];
  return lines.map(({ text, level }, index) => {
    const above = level ? open.filter((heading) => heading.level < level) : open;
    if (level) open = [...above, { text: text.replace(/\s*:$/, ''), level, index }];
    return above;
  });
}
