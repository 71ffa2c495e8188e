// Calendar arithmetic on days as `2026-11-20`, which have no zone.

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
/** The Monday of its week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
/** After midnight, of a time as the API writes it: with the business's own offset. */
export const minutesOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
export const localTime = (day: string, minutes: number): string =>
  `${addDays(day, Math.floor(minutes / 1440))}T${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`;
const two = (value: number) => String(value).padStart(2, '0');
