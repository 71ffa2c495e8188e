// A page may describe several branches, each under its own heading and with its own address.
import type { Line } from './outline.ts';
import { headingsOf } from './sections.ts';
import { hasWord, MAIN_WORDS } from './words.ts';

const POSTAL_CODES = [
  /\b[A-Z]{2},?\s+(\d{5})(?:-\d{4})?\b/,
  /\b([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/,
  /\b([A-Z]\d[\dW] [A-Z\d]{4})\b/,
  /\b([A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/,
  /\b(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),?\s+(\d{4})\b/,
  /(?:^|,\s*)(\d{4,5})(?: [A-Z]{2})? \p{Lu}\p{L}/u,
];
const postalCodeIn = (text: string): string | undefined =>
  POSTAL_CODES.map((code) => code.exec(text)?.[1]).find((code) => code !== undefined);

/** The postal code of the branch that a line is about. None for the main branch, and if the page is about only one. */
export function branchesOf(lines: readonly Line[]): (line: number) => string | undefined {
  const headings = headingsOf(lines);
  const branches = lines.flatMap(({ text, boxes }, index) => {
    const code = postalCodeIn(text);
    const heading = headings[index]?.at(-1);
    const around = heading && lines[heading.index]?.boxes.findLast((box) => boxes.includes(box));
    return code && heading ? [{ code, heading, around }] : [];
  });
  if (new Set(branches.map(({ code }) => code)).size < 2) return () => undefined;
  const main = branches.find(({ heading }) => hasWord(heading.text, MAIN_WORDS));
  return (line) => {
    const isAbout = ({ heading, around }: (typeof branches)[number]) =>
      headings[line]?.some(({ index }) => index === heading.index) &&
      (around === undefined || lines[line]?.boxes.includes(around));
    const code = branches.find(isAbout)?.code;
    return code === main?.code ? undefined : code;
  };
}
