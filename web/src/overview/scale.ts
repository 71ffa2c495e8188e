import { addDays } from '../calendar.ts';

/** An axis from nothing to a round number above `most`, in four steps or five that people count in. */
export function scaleOf(most: number): { top: number; ticks: number[] } {
  const rough = Math.max(1, most) / 5;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].find((each) => each * unit >= rough)! * unit);
  const count = Math.max(1, Math.ceil(most / step));
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** So many of the places from 0 to `length` as evenly as they go, the first and the last among them. */
export function spread(length: number, most: number): number[] {
  const count = Math.min(length, most);
  if (count < 2) return length ? [0] : [];
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - 1)) / (count - 1)));
}

/** So many days up to today, and as many before them. */
export const rangesOf = (today: string, days: number) => {
  const to = addDays(today, 1);
  const from = addDays(to, -days);
  return { now: { from, to }, before: { from: addDays(from, -days), to: from } };
};
