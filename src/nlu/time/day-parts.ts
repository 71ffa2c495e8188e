import { minutesAfterMidnight } from './civil-dates.ts';

type DayPart = { from: string | null; to: string | null };

/** What people mean by the parts of a day; null leaves that end to the opening hours. */
const DAY_PARTS: Readonly<Record<string, DayPart>> = {
  morning: { from: '05:00', to: '12:00' },
  'early morning': { from: '05:00', to: '09:00' },
  'mid morning': { from: '09:00', to: '11:30' },
  'late morning': { from: '10:30', to: '12:00' },
  afternoon: { from: '12:00', to: '17:30' },
  'early afternoon': { from: '12:00', to: '14:30' },
  'mid afternoon': { from: '14:00', to: '16:30' },
  'late afternoon': { from: '15:30', to: '18:00' },
  evening: { from: '17:00', to: null },
  'early evening': { from: '17:00', to: '19:00' },
  'mid evening': { from: '18:30', to: '20:30' },
  'late evening': { from: '20:00', to: null },
  night: { from: '18:00', to: null },
  tonight: { from: '17:00', to: null },
  breakfast: { from: '06:00', to: '11:00' },
  brunch: { from: '10:00', to: '14:00' },
  lunchtime: { from: '11:30', to: '14:30' },
  dinner: { from: '17:00', to: null },
  supper: { from: '17:00', to: null },
  'after work': { from: '17:00', to: null },
  'after school': { from: '15:00', to: null },
  'after lunch': { from: '13:30', to: '17:30' },
  'before lunch': { from: null, to: '12:00' },
  'before work': { from: null, to: '09:00' },
  'before school': { from: null, to: '09:00' },
  'first thing': { from: null, to: '10:00' },
  'end of the day': { from: '16:00', to: null },
  'any time': { from: null, to: null },
};

export const isDayPart = (name: string) => name in DAY_PARTS;

export const getDayPart = (name: string): DayPart => DAY_PARTS[name] ?? { from: null, to: null };

const EARLY_TOLERANCE_MINUTES = 60;
const LATE_TOLERANCE_MINUTES = 30;

/** Whether a minute is in a part of the day, with some tolerance: "in the evening, at half four". */
export function isWithinDayPart(name: string, minute: number): boolean {
  const { from, to } = getDayPart(name);
  return (
    (!from || minute >= minutesAfterMidnight(from) - EARLY_TOLERANCE_MINUTES) &&
    (!to || minute <= minutesAfterMidnight(to) + LATE_TOLERANCE_MINUTES)
  );
}
