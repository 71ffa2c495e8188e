// Filters by time of day: "tomorrow afternoon", "after five".
import { Type } from 'typebox';
import type { Slots } from '../capability/dialogue.ts';

const MS_PER_DAY = 86_400_000;
const MAX_SEARCHED_DAYS = 31;

const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['17:00'] });

export const timesOfDayFields = {
  after: Type.Optional({ ...ClockTime, description: 'Only times of the day from this one on, local to the business' }),
  before: Type.Optional({ ...ClockTime, description: 'Only times of the day before this one' }),
};

/** A filter for RFC 3339 times in the business's UTC offset: from `after` on and before `before`, such as 17:00. */
export const createTimesOfDayFilter =
  ({ after, before }: { after?: string; before?: string }) =>
  (startsAt: string): boolean => {
    const clock = startsAt.slice(11, 16);
    return (after === undefined || clock >= after) && (before === undefined || clock < before);
  };

/**
 * The start date, number of days, and time of day that the customer asked for, as input of a search. Of the slots, `days` is
 * a range of days and `window` a part of the day.
 */
export function createTimeQuery({ date, days, window, time }: Slots) {
  const countDays = ({ from, to }: { from: string; to: string }) =>
    (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;
  return {
    ...(date
      ? { from: date, days: 1 }
      : days
        ? { from: days.from, days: Math.min(MAX_SEARCHED_DAYS, Math.max(1, countDays(days))) }
        : {}),
    ...(time ? { after: time } : window?.from ? { after: window.from } : {}),
    ...(!time && window?.to && window.to > (window.from ?? '') ? { before: window.to } : {}),
  };
}
