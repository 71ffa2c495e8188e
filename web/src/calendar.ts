// Calendar arithmetic on dates such as `2026-11-20`, without a time zone.
const MS_PER_DAY = 86_400_000;
const MINUTES_PER_DAY = 1_440;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10);
export const findMonday = (day: string): string => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
/** Minutes after midnight of an API time, which is in the business's time zone. */
export const getMinuteOfDay = (localDateTime: string): number =>
  Number(localDateTime.slice(11, 13)) * 60 + Number(localDateTime.slice(14, 16));
export const formatLocalTime = (day: string, minutes: number): string =>
  `${addDays(day, Math.floor(minutes / MINUTES_PER_DAY))}T${padToTwoDigits(Math.floor((minutes % MINUTES_PER_DAY) / 60))}:${padToTwoDigits(minutes % 60)}`;
const padToTwoDigits = (value: number) => String(value).padStart(2, '0');
