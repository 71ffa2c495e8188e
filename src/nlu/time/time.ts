export { readBirthDate } from './birth-date.ts';
export type { TimeContext, TimeMention } from './mention.ts';
export { findTimeWords, readTimes, readTimeWords, type TimeWords } from './read-times.ts';
export { settle, type TimeWish } from './settle.ts';
