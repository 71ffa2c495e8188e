// Explains each scheduling rule in words a receptionist would use.

import { type Formatter, formatterFor } from '../capability/formatter.ts';
import { getOnlyItem } from '../kernel/lists.ts';
import type {
  RequestedTime,
  ResourceSchedule,
  SchedulingRules,
  SearchWindow,
  StartConstraints,
  TimeRule,
} from './availability-rules.ts';
import {
  type Closure,
  findClosureOn,
  findWeeklyPeriodsOn,
  findWorkingPeriods,
  parseClockTime,
  type TimeOff,
  type WeeklyHours,
} from './hours.ts';
import { containsInterval, findPeriodAt } from './intervals.ts';
import { formatOnWeekdays } from './weekday-names.ts';
import { MINUTE_MS, mustParseDay, parseDay, parseLocalTime, type Weekday, weekdayOf } from './zone.ts';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;

export interface CheckedRequest {
  rules: SchedulingRules;
  now: number;
  requestedTime: RequestedTime;
  candidates: readonly ResourceSchedule[];
  searchWindow: SearchWindow;
  businessConstraints: StartConstraints;
}

export function explainRule(rule: TimeRule, hasPassed: boolean, request: CheckedRequest): string {
  const { rules, now, requestedTime, candidates } = request;
  const onlyCandidate = getOnlyItem(candidates);
  const format = formatterOf(rules);
  switch (rule) {
    case 'too_soon':
      if (hasPassed) return format.text('There’s enough notice.');
      if (requestedTime.start < now) return format.text('That time has already passed.');
      return format.text('Please book at least {time} ahead.', { time: renderDuration(rules.noticeMinutes, format) });
    case 'too_far':
      return format.text('We take bookings up to {time} ahead.', {
        time: renderDuration(rules.horizonDays * MINUTES_PER_DAY, format, MINUTES_PER_DAY),
      });
    case 'closed':
      return hasPassed ? format.text("We're open then.") : renderClosed(request, onlyCandidate);
    case 'full':
      if (hasPassed)
        return onlyCandidate
          ? format.text('{name} is available then.', { name: onlyCandidate.name })
          : format.text('There’s availability then.');
      return onlyCandidate
        ? format.text('{name} is already booked at {time}.', {
            name: onlyCandidate.name,
            time: renderClockAndDay(requestedTime.start, rules),
          })
        : format.text("We're already booked at {time}.", { time: renderClockAndDay(requestedTime.start, rules) });
  }
}

function renderClosed(request: CheckedRequest, onlyCandidate: ResourceSchedule | undefined): string {
  const { rules, requestedTime, businessConstraints } = request;
  const format = formatterOf(rules);
  const end = requestedTime.start + businessConstraints.durationMs;
  if (containsInterval(businessConstraints.openPeriods, requestedTime.start, end)) {
    return onlyCandidate
      ? renderNotWorking(request, onlyCandidate)
      : format.text('No one who does this is working then.');
  }
  const period = findPeriodAt(businessConstraints.openPeriods, requestedTime.start);
  if (period) {
    const clock = renderClock(rules.zone.localAt(period.end).minutes, rules);
    return format.text('We close at {clock}, so there isn’t enough time.', { clock });
  }
  const { day, weekday } = rules.zone.localAt(requestedTime.start);
  const closure = findClosureAt(rules, requestedTime.start, day);
  if (closure) {
    const when = renderDates(closure, rules);
    return closure.reason
      ? format.text("We're closed {when} ({reason}).", { when, reason: closure.reason })
      : format.text("We're closed {when}.", { when });
  }
  const hours = renderHours(rules.hours, weekday, rules);
  return hours
    ? format.text("We're not open then: {days} we're open {hours}.", { days: formatOnWeekdays(weekday, format), hours })
    : format.text("We're closed {when}.", { when: formatOnWeekdays(weekday, format) });
}

/** The closure that explains why the start is closed: on the day of the period it would fall into, or on its own day. */
function findClosureAt(rules: SchedulingRules, start: number, day: number): Closure | undefined {
  for (const openingDay of [day, day - 1]) {
    const closure = findClosureOn(rules.closures, openingDay);
    if (closure && findPeriodAt(findWeeklyPeriodsOn(rules.hours, openingDay, rules.zone), start)) return closure;
  }
  return rules.hours[weekdayOf(day)]?.length ? findClosureOn(rules.closures, day) : undefined;
}

function renderNotWorking(request: CheckedRequest, person: ResourceSchedule): string {
  const { rules, requestedTime, businessConstraints, searchWindow } = request;
  const format = formatterOf(rules);
  const { name } = person;
  const searchedDays = { zone: rules.zone, ...searchWindow };
  const end = requestedTime.start + businessConstraints.durationMs;
  const worksDespite = (timeOff: TimeOff[]) =>
    containsInterval(findWorkingPeriods({ hours: person.hours, timeOff }, searchedDays), requestedTime.start, end);
  const blockingTimeOff = worksDespite([]) ? person.timeOff?.find((timeOff) => !worksDespite([timeOff])) : undefined;
  if (blockingTimeOff)
    return format.text('{name} is off {when}.', { name, when: renderTimeOff(blockingTimeOff, rules) });
  const { weekday } = rules.zone.localAt(requestedTime.start);
  const hours = renderHours(person.hours ?? rules.hours, weekday, rules);
  const days = formatOnWeekdays(weekday, format);
  if (!hours) return format.text("{name} doesn't work {days}.", { name, days });
  return format.text("{name} isn't in then: {days} they work {hours}.", { name, days, hours });
}

function renderTimeOff({ from, to }: TimeOff, rules: SchedulingRules): string {
  if (parseDay(from) !== undefined && parseDay(to) !== undefined) return renderDates({ from, to }, rules);
  const renderBoundary = (text: string) => {
    const parsed = parseLocalTime(text, rules.zone);
    return parsed && 'epoch' in parsed ? renderClockAndDay(parsed.epoch, rules) : renderDate(text, rules);
  };
  return formatterOf(rules).text('from {first} to {last}', { first: renderBoundary(from), last: renderBoundary(to) });
}

const renderDate = (date: string, rules: SchedulingRules): string => renderDay(mustParseDay(date), rules);

function renderDates({ from, to }: { from: string; to: string }, rules: SchedulingRules): string {
  const format = formatterOf(rules);
  const first = renderDate(from, rules);
  if (from === to) return format.text('on {day}', { day: first });
  return format.text('from {first} to {last}', { first, last: renderDate(to, rules) });
}

/** "from 9:00 AM to 12:00 PM and from 2:00 PM to 6:00 PM", or an empty string if the day has no hours. */
function renderHours(weekly: WeeklyHours, weekday: Weekday, rules: SchedulingRules): string {
  const format = formatterOf(rules);
  const renderClockText = (text: string) => renderClock(parseClockTime(text) ?? 0, rules);
  const periods = [...(weekly[weekday] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const ranges = periods.map(([from, to]) =>
    format.text('from {from} to {to}', { from: renderClockText(from), to: renderClockText(to) }),
  );
  return format.language === 'en' ? ranges.join(' and ') : format.list(ranges);
}

/** Uses UTC because the times passed to it are already local. */
const formatterOf = ({ locale = 'en-US', country, language }: SchedulingRules) =>
  formatterFor({ locale, country, language, timezone: 'UTC', currency: 'USD' });

/** "7:30 PM" */
const renderClock = (minutes: number, rules: SchedulingRules) =>
  formatterOf(rules).clock(new Date(minutes * MINUTE_MS));

/** "Thursday, December 24" */
const renderDay = (day: number, rules: SchedulingRules) =>
  formatterOf(rules).day(new Date(day * MINUTES_PER_DAY * MINUTE_MS));

/** "7:30 PM on Friday, November 20" */
function renderClockAndDay(epoch: number, rules: SchedulingRules): string {
  const { day, minutes } = rules.zone.localAt(epoch);
  return formatterOf(rules).text('{clock} on {day}', {
    clock: renderClock(minutes, rules),
    day: renderDay(day, rules),
  });
}

/** In the largest unit that divides it evenly: "90 minutes", "2 hours", "1 day". */
function renderDuration(
  minutes: number,
  format: Formatter,
  unit = [MINUTES_PER_DAY, MINUTES_PER_HOUR].find(
    (unitMinutes) => minutes >= unitMinutes && minutes % unitMinutes === 0,
  ) ?? 1,
): string {
  const count = minutes / unit;
  if (unit === MINUTES_PER_DAY)
    return format.text('{count, plural, one {{count} day} other {{count} days}}', { count });
  if (unit === MINUTES_PER_HOUR)
    return format.text('{count, plural, one {{count} hour} other {{count} hours}}', { count });
  return format.text('{count, plural, one {{count} minute} other {{count} minutes}}', { count });
}
