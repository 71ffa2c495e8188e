// Letters and signs after the name of an entry that say what is in it: "Soup (v)", "Schnitzel a, c", "Salad gf".
import type { Line } from './outline.ts';
import { parseWordSet } from './words.ts';

type MarkedUpText = Pick<Line, 'text' | 'breaks' | 'superscripts'>;
/** What each mark stands for, in the page's own words. */
export type Legend = ReadonlyMap<string, string>;
export type SplitText = { text: string; marks: string[] };

/** Marks that mean the same on most menus. */
const USUAL_MARKS = parseWordSet(
  'v, vv, vg, ve, veg, vgn, vo, vgo, veo, vga, gf, gfo, gfa, df, dfo, nf, lf, n, vegan, vegane, vegano, vegana, veganistisch, vegetarian, veggie, vegetarisch, végétarien, végétarienne, vegetariano, vegetariana, wegańskie, wegetariańskie, halal, glutenfrei, laktosefrei, glutenvrij',
);
/** Without brackets or a legend, only letters that are no word and no size. */
const UNMISTAKABLE_MARKS = parseWordSet('gf, gfo, vg, vgn, df, dfo');
/** "gluten free", "gf on request", "vegan option" */
const QUALIFYING_WORDS = parseWordSet(
  'gluten, dairy, nut, nuts, lactose, contains, may, contain, free, on, request, option, options, available, possible, can, be, made, without, auf, wunsch, anfrage, möglich, sans, sur, demande, sin, senza, op, verzoek, also, as, auch, als, or, oder, ou, and, und, et',
);
const MAX_CODE_CHARACTERS = 3;
const SIGNS_PATTERN = /(?:[Ⓥⓥ*†‡]|(?![©®™])\p{Extended_Pictographic}|\uFE0F|\u200D)+\s*$/u;
const BRACKETS_PATTERN = /[([]([^()[\]]*)[)\]]\s*$/u;
const LAST_WORD_PATTERN = /(?<=[\s,/])\(?([\p{L}\d]{1,4})\)?\s*$/u;
const findCodes = (text: string): string[] => text.match(/[\p{L}\d]+/gu) ?? [];

/** A text without the marks at its end. */
export function splitMarks({ text, breaks, superscripts }: MarkedUpText, legend: Legend): SplitText {
  let remainingText = text;
  const marks: string[] = [];
  for (;;) {
    const marksStart = findMarksStart(remainingText, breaks, superscripts, legend);
    const shorterText = remainingText.slice(0, marksStart).replace(/[\s,;·|/–-]+$/u, '');
    if (marksStart === undefined || !/\p{L}{2}/u.test(shorterText)) return { text: remainingText, marks };
    marks.unshift(remainingText.slice(marksStart).trim());
    remainingText = shorterText;
  }
}

function findMarksStart(
  text: string,
  breaks: MarkedUpText['breaks'],
  superscripts: MarkedUpText['superscripts'],
  legend: Legend,
): number | undefined {
  const signs = SIGNS_PATTERN.exec(text);
  if (signs) return signs.index;
  const brackets = BRACKETS_PATTERN.exec(text);
  if (brackets) return hasOnlyMarks(brackets[1] ?? '', legend) ? brackets.index : undefined;
  const superscript = superscripts.find(([start, end]) => start > 0 && start < text.length && end >= text.length);
  if (superscript && findCodes(text.slice(superscript[0])).every(({ length }) => length <= MAX_CODE_CHARACTERS))
    return superscript[0];
  const lastBreak = breaks.findLast((offset) => offset > 0 && offset < text.length);
  if (lastBreak !== undefined && hasOnlyMarks(text.slice(lastBreak), legend)) return lastBreak;
  const lastWord = LAST_WORD_PATTERN.exec(text);
  const code = lastWord?.[1] ?? '';
  return lastWord && (legend.has(code) || UNMISTAKABLE_MARKS.has(code.toLowerCase())) ? lastWord.index : undefined;
}

/** Whether a text is nothing but marks: "v, gf", "gf on request". */
export function hasOnlyMarks(text: string, legend: Legend): boolean {
  const codes = findCodes(text);
  const isMark = (code: string) => legend.has(code) || USUAL_MARKS.has(code.toLowerCase());
  const isKnown = (code: string) => isMark(code) || QUALIFYING_WORDS.has(code.toLowerCase());
  return codes.every(isKnown) && (codes.some(isMark) || /gluten|dairy|lactose/i.test(text));
}

const LEGEND_ENTRY_PATTERN = /^\(?(?<code>[\p{L}\d]{1,3})\)?(?:\s*[=:–-]\s*|\s+)(?<meaning>\p{L}[^=:]*)$/u;

/** "v = vegetarian, vg = vegan", "Allergens: a gluten, c egg" */
export function findLegend(lines: readonly Pick<Line, 'text'>[]): Legend {
  const rowEntries = lines.flatMap(({ text }) => findLegendInRow(text));
  const sentences = lines.flatMap(({ text }) => text.split(/[.!]\s+/).map((sentence) => sentence.replace(/[.!]$/, '')));
  const listedEntries = sentences.flatMap((sentence) => {
    const parts = sentence
      .replace(/^[\p{L}\s]{4,30}:\s/u, '')
      .split(/\s*[,;·•|/]\s*/u)
      .filter(Boolean);
    const entries = parts.map((part) => LEGEND_ENTRY_PATTERN.exec(part)?.groups);
    const isLegend = parts.length > 1 ? entries.every(Boolean) : /=/.test(sentence);
    const pairs = entries.map((entry): [string, string] => [entry?.code ?? '', entry?.meaning ?? '']);
    const isUnique = new Set(pairs.map(([code]) => code)).size === pairs.length;
    return isLegend && isUnique ? pairs.filter(([code]) => code) : [];
  });
  return new Map([...rowEntries, ...listedEntries]);
}

const ROW_ENTRY_PATTERN = /(?<![\p{L}\d])\(?(?<code>[\p{L}\d]{1,3})\)?\s*[=–-]\s*(?<meaning>\p{L}{3,})/gu;

/** "V – Vegetarian VG – Vegan" */
function findLegendInRow(text: string): [string, string][] {
  const pairs = [...text.matchAll(ROW_ENTRY_PATTERN)].map(({ groups = {} }): [string, string] => [
    groups.code ?? '',
    groups.meaning ?? '',
  ]);
  return pairs.length > 1 ? pairs : [];
}
