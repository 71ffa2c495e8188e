import type { Token } from './tokens.ts';

export type Slot = 'people' | 'date' | 'time' | 'first_name' | 'last_name';
type SlotSpan = { readonly slot: Slot; readonly start: number; readonly end: number };

/** The slots that one phrase can fill: usually one, but "in an hour" gives both the date and the time. */
export const SLOT_COMBINATIONS: readonly (readonly Slot[])[] = [
  ['people'],
  ['date'],
  ['time'],
  ['first_name'],
  ['last_name'],
  ['date', 'time'],
];

/** BIOES labels: a token is outside every phrase, or begins one, is inside it, ends it, or is a phrase on its own. */
export const OUTSIDE = 0;
const LABELS_PER_COMBINATION = 4;
export const LABEL_COUNT = 1 + LABELS_PER_COMBINATION * SLOT_COMBINATIONS.length;
export const beginLabel = (combination: number): number => 1 + LABELS_PER_COMBINATION * combination;
export const insideLabel = (combination: number): number => 2 + LABELS_PER_COMBINATION * combination;
export const endLabel = (combination: number): number => 3 + LABELS_PER_COMBINATION * combination;
export const singleLabel = (combination: number): number => 4 + LABELS_PER_COMBINATION * combination;

const allLabels = Array.from({ length: LABEL_COUNT }, (_, label) => label);
const combinationOf = (label: number): number => Math.floor((label - 1) / LABELS_PER_COMBINATION);
const keepsPhraseOpen = (label: number): boolean =>
  label !== OUTSIDE && (label === beginLabel(combinationOf(label)) || label === insideLabel(combinationOf(label)));
const continuesPhrase = (label: number): boolean =>
  label !== OUTSIDE && (label === insideLabel(combinationOf(label)) || label === endLabel(combinationOf(label)));
const canFollow = (label: number, next: number): boolean =>
  keepsPhraseOpen(label)
    ? continuesPhrase(next) && combinationOf(next) === combinationOf(label)
    : !continuesPhrase(next);

export const START_LABELS: readonly number[] = allLabels.filter((label) => !continuesPhrase(label));
export const END_LABELS: readonly number[] = allLabels.filter((label) => !keepsPhraseOpen(label));
export const ALLOWED_NEXT: readonly (readonly number[])[] = allLabels.map((label) =>
  allLabels.filter((next) => canFollow(label, next)),
);
export const ALLOWED_PREVIOUS: readonly (readonly number[])[] = allLabels.map((next) =>
  allLabels.filter((label) => canFollow(label, next)),
);

const covers = (span: SlotSpan, token: Token): boolean => token.end > span.start && token.start < span.end;

function combinationAt(spans: readonly SlotSpan[], span: SlotSpan): number {
  const slots = spans.filter((other) => other.start === span.start && other.end === span.end).map(({ slot }) => slot);
  const multiSlotCombination = SLOT_COMBINATIONS.findIndex(
    (combination) => combination.length > 1 && combination.every((slot) => slots.includes(slot)),
  );
  return multiSlotCombination >= 0
    ? multiSlotCombination
    : SLOT_COMBINATIONS.findIndex((combination) => combination.length === 1 && combination[0] === span.slot);
}

/** The label of each token; of overlapping phrases the shorter one wins, which annotators mean more often. */
export function toLabels(tokens: readonly Token[], spans: readonly SlotSpan[]): number[] {
  const labels = tokens.map(() => OUTSIDE);
  for (const span of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const first = tokens.findIndex((token) => covers(span, token));
    const last = tokens.findLastIndex((token) => covers(span, token));
    if (first < 0 || labels.slice(first, last + 1).some((label) => label !== OUTSIDE)) continue;
    const combination = combinationAt(spans, span);
    if (first === last) labels[first] = singleLabel(combination);
    else labels.fill(insideLabel(combination), first, last + 1).splice(first, 1, beginLabel(combination));
    if (first < last) labels[last] = endLabel(combination);
  }
  return labels;
}
