// The days of the week as they stand in a sentence.
import type { Formatter } from '../capability/formatter.ts';
import { message } from '../messages/catalogue.ts';
import type { Weekday } from './zone.ts';

const NAMES = [
  message('Monday'),
  message('Tuesday'),
  message('Wednesday'),
  message('Thursday'),
  message('Friday'),
  message('Saturday'),
  message('Sunday'),
];

/** As it comes again each week. */
const EACH_WEEK: Record<Weekday, string> = {
  mon: message('on Mondays'),
  tue: message('on Tuesdays'),
  wed: message('on Wednesdays'),
  thu: message('on Thursdays'),
  fri: message('on Fridays'),
  sat: message('on Saturdays'),
  sun: message('on Sundays'),
};

export const dayNames = (say: Formatter): string[] => NAMES.map((name) => say.text(name));

/** "on Mondays" */
export const onDays = (weekday: Weekday, say: Formatter): string => say.text(EACH_WEEK[weekday]);
