// Converts minutes to larger units: "2 hours", "1 day".

export const MINUTES_PER_UNIT = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof MINUTES_PER_UNIT;
const UNIT_NAMES = Object.keys(MINUTES_PER_UNIT) as Unit[];

/** Fields stored in minutes, for which the form offers a choice of units. */
const DURATION_FIELDS = ['noticeMinutes', 'slotMinutes', 'cancelUntilMinutes', 'beforeMinutes', 'minutes'];
export const isDurationField = (field: string): boolean => DURATION_FIELDS.includes(field);

/** The largest unit without a remainder; hours if there is no value or it is 0. */
export const chooseUnit = (minutes: number | undefined): Unit =>
  (minutes && UNIT_NAMES.findLast((unit) => minutes % MINUTES_PER_UNIT[unit] === 0)) || 'hours';
