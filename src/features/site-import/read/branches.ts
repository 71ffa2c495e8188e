// A page may describe several branches, each under its own heading and with its own address.
import type { Line } from './outline.ts';
import { findHeadingsAbove } from './sections.ts';
import { hasWord, MAIN_BRANCH_WORDS } from './words.ts';

const POSTAL_CODE_PATTERNS = [
  /\b[A-Z]{2},?\s+(\d{5})(?:-\d{4})?\b/,
  /\b([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/,
  /\b([A-Z]\d[\dW] [A-Z\d]{4})\b/,
  /\b([A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/,
  /\b(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),?\s+(\d{4})\b/,
  /(?:^|,\s*)(\d{4,5})(?: [A-Z]{2})? \p{Lu}\p{L}/u,
];
const findPostalCode = (text: string): string | undefined =>
  POSTAL_CODE_PATTERNS.map((pattern) => pattern.exec(text)?.[1]).find((code) => code !== undefined);

/** Returns the postal code of the branch that a line is about: none for the main branch, or if the page is about only one. */
export function createBranchFinder(lines: readonly Line[]): (lineIndex: number) => string | undefined {
  const headings = findHeadingsAbove(lines);
  const branches = lines.flatMap(({ text, boxes }, index) => {
    const code = findPostalCode(text);
    const heading = headings[index]?.at(-1);
    const surroundingBox = heading && lines[heading.index]?.boxes.findLast((box) => boxes.includes(box));
    return code && heading ? [{ code, heading, surroundingBox }] : [];
  });
  if (new Set(branches.map(({ code }) => code)).size < 2) return () => undefined;
  const mainBranch = branches.find(({ heading }) => hasWord(heading.text, MAIN_BRANCH_WORDS));
  return (lineIndex) => {
    const isAbout = ({ heading, surroundingBox }: (typeof branches)[number]) =>
      headings[lineIndex]?.some(({ index }) => index === heading.index) &&
      (surroundingBox === undefined || lines[lineIndex]?.boxes.includes(surroundingBox));
    const code = branches.find(isAbout)?.code;
    return code === mainBranch?.code ? undefined : code;
  };
}
