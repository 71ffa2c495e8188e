// Minutes, as people say them: "2 hours", "1 day".

export const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof UNITS;
const NAMES = Object.keys(UNITS) as Unit[];

/** Fields that are kept in minutes, and so are asked for in a unit of one's choice. */
const FIELDS = ['noticeMinutes', 'slotMinutes', 'cancelUntilMinutes', 'beforeMinutes', 'minutes'];
export const isDuration = (field: string): boolean => FIELDS.includes(field);

/** The largest unit that has no remainder. None at all is said in hours. */
export const unitOf = (minutes: number | undefined): Unit =>
  (minutes && NAMES.findLast((unit) => minutes % UNITS[unit] === 0)) || 'hours';
