export { readBirthDate } from './birth-date.ts';
export { findTimeWords, readTimes, readTimeWords, type TimeWords } from './read-times.ts';
export type { TimeContext, TimeMention } from './time-mention.ts';
export { resolveTimeRequest, type TimeRequest } from './time-request.ts';
