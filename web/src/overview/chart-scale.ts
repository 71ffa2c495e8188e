import { addDays } from '../calendar.ts';

/** An axis from 0 to a round number of at least `maxValue`, with up to five round steps. */
export function computeAxisScale(maxValue: number): { highestTick: number; ticks: number[] } {
  const roughStep = Math.max(1, maxValue) / 5;
  const unit = 10 ** Math.floor(Math.log10(roughStep));
  const step = Math.max(1, [1, 2, 5, 10].find((multiple) => multiple * unit >= roughStep)! * unit);
  const stepCount = Math.max(1, Math.ceil(maxValue / step));
  return { highestTick: step * stepCount, ticks: Array.from({ length: stepCount + 1 }, (_, index) => index * step) };
}

/** Up to `maxCount` evenly spaced indexes below `length`, including the first and the last. */
export function chooseEvenlySpacedIndexes(length: number, maxCount: number): number[] {
  const count = Math.min(length, maxCount);
  if (count < 2) return length ? [0] : [];
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - 1)) / (count - 1)));
}

/** The last `days` days including today, and the same number of days before them. */
export const getComparedRanges = (today: string, days: number) => {
  const to = addDays(today, 1);
  const from = addDays(to, -days);
  return { current: { from, to }, previous: { from: addDays(from, -days), to: from } };
};
