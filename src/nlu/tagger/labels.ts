import type { Token } from './tokens.ts';

export type Slot = 'people' | 'date' | 'time' | 'first_name' | 'last_name';
type Range = { readonly slot: Slot; readonly start: number; readonly end: number };

/** What one phrase can tell: mostly one thing, but "in an hour" says both the date and the time. */
export const MEANINGS: readonly (readonly Slot[])[] = [
  ['people'],
  ['date'],
  ['time'],
  ['first_name'],
  ['last_name'],
  ['date', 'time'],
];

/** A token stands outside every phrase, or begins one, is inside it, ends it, or is the whole of it. */
export const OUTSIDE = 0;
const PARTS = 4;
export const LABELS = 1 + PARTS * MEANINGS.length;
export const begin = (meaning: number): number => 1 + PARTS * meaning;
export const inside = (meaning: number): number => 2 + PARTS * meaning;
export const end = (meaning: number): number => 3 + PARTS * meaning;
export const whole = (meaning: number): number => 4 + PARTS * meaning;

const all = Array.from({ length: LABELS }, (_, label) => label);
const meaningOf = (label: number): number => Math.floor((label - 1) / PARTS);
const leavesOpen = (label: number): boolean =>
  label !== OUTSIDE && (label === begin(meaningOf(label)) || label === inside(meaningOf(label)));
const goesOn = (label: number): boolean =>
  label !== OUTSIDE && (label === inside(meaningOf(label)) || label === end(meaningOf(label)));
const mayFollow = (label: number, next: number): boolean =>
  leavesOpen(label) ? goesOn(next) && meaningOf(next) === meaningOf(label) : !goesOn(next);

export const FIRST: readonly number[] = all.filter((label) => !goesOn(label));
export const LAST: readonly number[] = all.filter((label) => !leavesOpen(label));
export const AFTER: readonly (readonly number[])[] = all.map((label) => all.filter((next) => mayFollow(label, next)));
export const BEFORE: readonly (readonly number[])[] = all.map((next) => all.filter((label) => mayFollow(label, next)));

const covers = (range: Range, token: Token): boolean => token.end > range.start && token.start < range.end;

function meaningIn(spans: readonly Range[], span: Range): number {
  const slots = spans.filter((other) => other.start === span.start && other.end === span.end).map(({ slot }) => slot);
  const both = MEANINGS.findIndex((meaning) => meaning.length > 1 && meaning.every((slot) => slots.includes(slot)));
  return both >= 0 ? both : MEANINGS.findIndex((meaning) => meaning.length === 1 && meaning[0] === span.slot);
}

/** The label of each token; where phrases overlap the shorter one is kept, which annotators mean more often. */
export function labelsOf(tokens: readonly Token[], spans: readonly Range[]): number[] {
  const labels = tokens.map(() => OUTSIDE);
  for (const span of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const first = tokens.findIndex((token) => covers(span, token));
    const last = tokens.findLastIndex((token) => covers(span, token));
    if (first < 0 || labels.slice(first, last + 1).some((label) => label !== OUTSIDE)) continue;
    const meaning = meaningIn(spans, span);
    if (first === last) labels[first] = whole(meaning);
    else labels.fill(inside(meaning), first, last + 1).splice(first, 1, begin(meaning));
    if (first < last) labels[last] = end(meaning);
  }
  return labels;
}
