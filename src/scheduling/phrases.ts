// What a receptionist would say about each rule.
import { type Formatter, formatterFor } from '../capability/formatter.ts';
import { onlyOf } from '../kernel/lists.ts';
import {
  type Candidate,
  type Frame,
  holds,
  periodAt,
  type RequestedTime,
  type Rules,
  type Scope,
  type TimeRule,
} from './frame.ts';
import { type Closure, closureOn, ownPeriods, periodsOn, readClock, type TimeOff, type Weekly } from './hours.ts';
import { onDays } from './week-words.ts';
import { MINUTE, mustReadDay, readDay, readLocal, type Weekday, weekdayOf } from './zone.ts';

export interface Asked {
  rules: Rules;
  now: number;
  requested: RequestedTime;
  candidates: readonly Candidate[];
  scope: Scope;
  business: Frame;
}

export function detailOf(rule: TimeRule, ok: boolean, asked: Asked): string {
  const { rules, now, requested, candidates } = asked;
  const only = onlyOf(candidates);
  const say = renderIn(rules);
  switch (rule) {
    case 'too_soon':
      if (ok) return say.text('There is enough time before it.');
      if (requested.start < now) return say.text('That time has already passed.');
      return say.text('Please book at least {time} ahead.', { time: renderMinutes(rules.noticeMinutes, say) });
    case 'too_far':
      return say.text('We take bookings up to {time} ahead.', {
        time: renderMinutes(rules.horizonDays * 1440, say, 1440),
      });
    case 'closed':
      return ok ? say.text('We are open then.') : renderClosed(asked, only);
    case 'full':
      if (ok) return only ? say.text('{name} is free then.', { name: only.name }) : say.text('There is room then.');
      return only
        ? say.text('{name} is already booked at {time}.', {
            name: only.name,
            time: renderMoment(requested.start, rules),
          })
        : say.text('We are already booked at {time}.', { time: renderMoment(requested.start, rules) });
  }
}

function renderClosed(asked: Asked, only: Candidate | undefined): string {
  const { rules, requested, business } = asked;
  const say = renderIn(rules);
  const end = requested.start + business.length;
  if (holds(business.open, requested.start, end)) {
    return only ? renderAway(asked, only) : say.text('Nobody who could take it works then.');
  }
  const period = periodAt(business.open, requested.start);
  if (period) {
    const clock = renderClock(rules.zone.localAt(period.end).minutes, rules);
    return say.text('We close at {clock}, before it would be over.', { clock });
  }
  const { day, weekday } = rules.zone.localAt(requested.start);
  const closure = closureAt(rules, requested.start, day);
  if (closure) {
    const when = renderDates(closure, rules);
    return closure.reason
      ? say.text('We are closed {when} ({reason}).', { when, reason: closure.reason })
      : say.text('We are closed {when}.', { when });
  }
  const hours = renderHours(rules.hours, weekday, rules);
  return hours
    ? say.text('We are not open then: {days} we are open {hours}.', { days: onDays(weekday, say), hours })
    : say.text('We are closed {when}.', { when: onDays(weekday, say) });
}

/** The closure to blame: that of a period which would contain the start, or that of the day itself. */
function closureAt(rules: Rules, start: number, day: number): Closure | undefined {
  for (const each of [day, day - 1]) {
    const closure = closureOn(rules.closures, each);
    if (closure && periodAt(periodsOn(rules.hours, each, rules.zone), start)) return closure;
  }
  return rules.hours[weekdayOf(day)]?.length ? closureOn(rules.closures, day) : undefined;
}

function renderAway(asked: Asked, person: Candidate): string {
  const { rules, requested, business, scope } = asked;
  const say = renderIn(rules);
  const { name } = person;
  const days = { zone: rules.zone, ...scope };
  const end = requested.start + business.length;
  const works = (timeOff: TimeOff[]) => holds(ownPeriods({ hours: person.hours, timeOff }, days), requested.start, end);
  const off = works([]) ? person.timeOff?.find((each) => !works([each])) : undefined;
  if (off) return say.text('{name} is off {when}.', { name, when: renderTimeOff(off, rules) });
  const { weekday } = rules.zone.localAt(requested.start);
  const hours = renderHours(person.hours ?? rules.hours, weekday, rules);
  const each = onDays(weekday, say);
  if (!hours) return say.text('{name} does not work {days}.', { name, days: each });
  return say.text('{name} is not here then: {days} the hours are {hours}.', { name, days: each, hours });
}

function renderTimeOff({ from, to }: TimeOff, rules: Rules): string {
  if (readDay(from) !== undefined && readDay(to) !== undefined) return renderDates({ from, to }, rules);
  const say = (text: string) => {
    const read = readLocal(text, rules.zone);
    return read && 'epoch' in read ? renderMoment(read.epoch, rules) : renderDate(text, rules);
  };
  return renderIn(rules).text('from {first} to {last}', { first: say(from), last: say(to) });
}

const renderDate = (date: string, rules: Rules): string => renderDay(mustReadDay(date), rules);

function renderDates({ from, to }: { from: string; to: string }, rules: Rules): string {
  const say = renderIn(rules);
  const first = renderDate(from, rules);
  if (from === to) return say.text('on {day}', { day: first });
  return say.text('from {first} to {last}', { first, last: renderDate(to, rules) });
}

/** "from 9:00 AM to 12:00 PM and from 2:00 PM to 6:00 PM"; empty for a day without hours. */
function renderHours(weekly: Weekly, weekday: Weekday, rules: Rules): string {
  const say = renderIn(rules);
  const clock = (text: string) => renderClock(readClock(text) ?? 0, rules);
  const periods = [...(weekly[weekday] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const said = periods.map(([from, to]) => say.text('from {from} to {to}', { from: clock(from), to: clock(to) }));
  return say.language === 'en' ? said.join(' and ') : say.list(said);
}

/** Times here are local already. */
const renderIn = ({ locale = 'en-US', country, language }: Rules) =>
  formatterFor({ locale, country, language, timezone: 'UTC', currency: 'USD' });

/** "7:30 PM" */
const renderClock = (minutes: number, rules: Rules) => renderIn(rules).clock(new Date(minutes * MINUTE));

/** "Thursday, December 24" */
const renderDay = (day: number, rules: Rules) => renderIn(rules).day(new Date(day * 1440 * MINUTE));

/** "7:30 PM on Friday, November 20" */
function renderMoment(epoch: number, rules: Rules): string {
  const { day, minutes } = rules.zone.localAt(epoch);
  return renderIn(rules).text('{clock} on {day}', { clock: renderClock(minutes, rules), day: renderDay(day, rules) });
}

/** In the largest unit that divides it: "90 minutes", "2 hours", "1 day". */
function renderMinutes(
  minutes: number,
  say: Formatter,
  unit = [1440, 60].find((each) => minutes >= each && minutes % each === 0) ?? 1,
): string {
  const count = minutes / unit;
  if (unit === 1440) return say.text('{count, plural, one {{count} day} other {{count} days}}', { count });
  if (unit === 60) return say.text('{count, plural, one {{count} hour} other {{count} hours}}', { count });
  return say.text('{count, plural, one {{count} minute} other {{count} minutes}}', { count });
}
