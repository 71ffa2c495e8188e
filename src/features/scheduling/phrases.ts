// What a receptionist would say about each rule.
import { type Say, sayFor } from '../../capability/say.ts';
import {
  type Candidate,
  type Frame,
  holds,
  periodAt,
  type Rules,
  type Scope,
  type TimeRule,
  type Wish,
} from './frame.ts';
import { type Closure, closureOn, ownPeriods, periodsOn, readClock, type TimeOff, type Weekly } from './hours.ts';
import { onDays } from './week-words.ts';
import { MINUTE, readDay, readLocal, type Weekday, weekdayOf } from './zone.ts';

export interface Asked {
  rules: Rules;
  now: number;
  wish: Wish;
  candidates: readonly Candidate[];
  scope: Scope;
  business: Frame;
}

export function detailOf(rule: TimeRule, ok: boolean, asked: Asked): string {
  const { rules, now, wish, candidates } = asked;
  const only = candidates.length === 1 ? candidates[0]! : undefined;
  const say = sayIn(rules);
  switch (rule) {
    case 'too_soon':
      if (ok) return say.text('There is enough time before it.');
      if (wish.start < now) return say.text('That time has already passed.');
      return say.text('Please book at least {time} ahead.', { time: sayMinutes(rules.noticeMinutes, say) });
    case 'too_far':
      return say.text('We take bookings up to {time} ahead.', {
        time: sayMinutes(rules.horizonDays * 1440, say, 1440),
      });
    case 'closed':
      return ok ? say.text('We are open then.') : sayClosed(asked, only);
    case 'full':
      if (ok) return only ? say.text('{name} is free then.', { name: only.name }) : say.text('There is room then.');
      return only
        ? say.text('{name} is already booked at {time}.', { name: only.name, time: sayMoment(wish.start, rules) })
        : say.text('We are already booked at {time}.', { time: sayMoment(wish.start, rules) });
  }
}

function sayClosed(asked: Asked, only: Candidate | undefined): string {
  const { rules, wish, business } = asked;
  const say = sayIn(rules);
  const end = wish.start + business.length;
  if (holds(business.open, wish.start, end)) {
    return only ? sayAway(asked, only) : say.text('Nobody who could take it works then.');
  }
  const period = periodAt(business.open, wish.start);
  if (period) {
    const clock = sayClock(rules.zone.localAt(period.end).minutes, rules);
    return say.text('We close at {clock}, before it would be over.', { clock });
  }
  const { day, weekday } = rules.zone.localAt(wish.start);
  const closure = closureAt(rules, wish.start, day);
  if (closure) {
    const when = sayDates(closure, rules);
    return closure.reason
      ? say.text('We are closed {when} ({reason}).', { when, reason: closure.reason })
      : say.text('We are closed {when}.', { when });
  }
  const hours = sayHours(rules.hours, weekday, rules);
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

function sayAway(asked: Asked, person: Candidate): string {
  const { rules, wish, business, scope } = asked;
  const say = sayIn(rules);
  const { name } = person;
  const days = { zone: rules.zone, ...scope };
  const end = wish.start + business.length;
  const works = (timeOff: TimeOff[]) => holds(ownPeriods({ hours: person.hours, timeOff }, days), wish.start, end);
  const off = works([]) ? person.timeOff?.find((each) => !works([each])) : undefined;
  if (off) return say.text('{name} is off {when}.', { name, when: sayTimeOff(off, rules) });
  const { weekday } = rules.zone.localAt(wish.start);
  const hours = sayHours(person.hours ?? rules.hours, weekday, rules);
  const each = onDays(weekday, say);
  if (!hours) return say.text('{name} does not work {days}.', { name, days: each });
  return say.text('{name} is not here then: {days} the hours are {hours}.', { name, days: each, hours });
}

function sayTimeOff({ from, to }: TimeOff, rules: Rules): string {
  if (readDay(from) !== undefined && readDay(to) !== undefined) return sayDates({ from, to }, rules);
  const say = (text: string) => {
    const read = readLocal(text, rules.zone);
    return read && 'epoch' in read ? sayMoment(read.epoch, rules) : sayDay(readDay(text)!, rules);
  };
  return sayIn(rules).text('from {first} to {last}', { first: say(from), last: say(to) });
}

function sayDates({ from, to }: { from: string; to: string }, rules: Rules): string {
  const say = sayIn(rules);
  const first = sayDay(readDay(from)!, rules);
  if (from === to) return say.text('on {day}', { day: first });
  return say.text('from {first} to {last}', { first, last: sayDay(readDay(to)!, rules) });
}

/** "from 9:00 AM to 12:00 PM and from 2:00 PM to 6:00 PM"; empty for a day without hours. */
function sayHours(weekly: Weekly, weekday: Weekday, rules: Rules): string {
  const say = sayIn(rules);
  const clock = (text: string) => sayClock(readClock(text) ?? 0, rules);
  const periods = [...(weekly[weekday] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const said = periods.map(([from, to]) => say.text('from {from} to {to}', { from: clock(from), to: clock(to) }));
  return say.language === 'en' ? said.join(' and ') : say.list(said);
}

/** Times here are local already. */
const sayIn = ({ locale = 'en-US', country, language }: Rules) =>
  sayFor({ locale, country, language, timezone: 'UTC', currency: 'USD' });

/** "7:30 PM" */
const sayClock = (minutes: number, rules: Rules) => sayIn(rules).clock(new Date(minutes * MINUTE));

/** "Thursday, December 24" */
const sayDay = (day: number, rules: Rules) => sayIn(rules).day(new Date(day * 1440 * MINUTE));

/** "7:30 PM on Friday, November 20" */
function sayMoment(epoch: number, rules: Rules): string {
  const { day, minutes } = rules.zone.localAt(epoch);
  return sayIn(rules).text('{clock} on {day}', { clock: sayClock(minutes, rules), day: sayDay(day, rules) });
}

/** In the largest unit that divides it: "90 minutes", "2 hours", "1 day". */
function sayMinutes(
  minutes: number,
  say: Say,
  unit = [1440, 60].find((each) => minutes >= each && minutes % each === 0) ?? 1,
): string {
  const count = minutes / unit;
  if (unit === 1440) return say.text('{count, plural, one {{count} day} other {{count} days}}', { count });
  if (unit === 60) return say.text('{count, plural, one {{count} hour} other {{count} hours}}', { count });
  return say.text('{count, plural, one {{count} minute} other {{count} minutes}}', { count });
}
