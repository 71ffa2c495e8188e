export { readBirthDate } from './birth-date.ts';
export { matchTimeRules, readMatchedTimes, readTimes, type TimeRuleMatches } from './read-times.ts';
export type { TimeContext, TimeMention } from './time-mention.ts';
export { resolveTimeRequest, type TimeRequest } from './time-request.ts';
