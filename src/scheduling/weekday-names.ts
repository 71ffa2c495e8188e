// Weekday names for use in a sentence.
import type { Formatter } from '../capability/formatter.ts';
import { message } from '../messages/catalogue.ts';
import type { Weekday } from './zone.ts';

const WEEKDAY_NAMES = [
  message('Monday'),
  message('Tuesday'),
  message('Wednesday'),
  message('Thursday'),
  message('Friday'),
  message('Saturday'),
  message('Sunday'),
];

const ON_WEEKDAY_TEXTS: Record<Weekday, string> = {
  mon: message('on Mondays'),
  tue: message('on Tuesdays'),
  wed: message('on Wednesdays'),
  thu: message('on Thursdays'),
  fri: message('on Fridays'),
  sat: message('on Saturdays'),
  sun: message('on Sundays'),
};

export const getWeekdayNames = (format: Formatter): string[] => WEEKDAY_NAMES.map((name) => format.text(name));

/** "on Mondays" */
export const formatOnWeekdays = (weekday: Weekday, format: Formatter): string => format.text(ON_WEEKDAY_TEXTS[weekday]);
