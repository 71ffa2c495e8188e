// The days of the week as they stand in a sentence.
import type { Say } from '../../capability/say.ts';
import { message } from '../../messages/catalogue.ts';
import { WEEKDAYS, type Weekday } from './zone.ts';

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
const EACH_WEEK = [
  message('on Mondays'),
  message('on Tuesdays'),
  message('on Wednesdays'),
  message('on Thursdays'),
  message('on Fridays'),
  message('on Saturdays'),
  message('on Sundays'),
];

export const dayNames = (say: Say): string[] => NAMES.map((name) => say.text(name));

/** "on Mondays" */
export const onDays = (weekday: Weekday, say: Say): string => say.text(EACH_WEEK[WEEKDAYS.indexOf(weekday)]!);
