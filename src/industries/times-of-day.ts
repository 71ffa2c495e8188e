// Times of the day as a filter: "tomorrow afternoon", "after five".
import { Type } from 'typebox';
import type { Slots } from '../capability/dialogue.ts';

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['17:00'] });

export const timesOfDay = {
  after: Type.Optional({ ...Clock, description: 'Only times of the day from this one on, local to the business' }),
  before: Type.Optional({ ...Clock, description: 'Only times of the day before this one' }),
};

/** Whether an RFC 3339 time in the business's own offset lies between the two. */
export const withinDay =
  ({ after, before }: { after?: string; before?: string }) =>
  (startsAt: string): boolean => {
    const clock = startsAt.slice(11, 16);
    return (after === undefined || clock >= after) && (before === undefined || clock < before);
  };

/** From when, for how many days, and at what time of the day. */
export function stretchOf({ date, days, window, time }: Slots) {
  const length = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return {
    ...(date
      ? { from: date, days: 1 }
      : days
        ? { from: days.from, days: Math.min(31, Math.max(1, length(days))) }
        : {}),
    ...(time ? { after: time } : window?.from ? { after: window.from } : {}),
    ...(!time && window?.to && window.to > (window.from ?? '') ? { before: window.to } : {}),
  };
}
