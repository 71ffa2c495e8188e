// What a receptionist would say about each rule.
import { sayFor } from '../../capability/say.ts';
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
import { MINUTE, readDay, readLocal, WEEKDAYS, type Weekday, weekdayOf } from './zone.ts';

export interface Asked {
  rules: Rules;
  now: number;
  wish: Wish;
  candidates: readonly Candidate[];
  scope: Scope;
  business: Frame;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function detailOf(rule: TimeRule, ok: boolean, asked: Asked): string {
  const { rules, now, wish, candidates } = asked;
  const only = candidates.length === 1 ? candidates[0]! : undefined;
  switch (rule) {
    case 'too_soon':
      if (ok) return 'There is enough time before it.';
      if (wish.start < now) return 'That time has already passed.';
      return `Please book at least ${sayMinutes(rules.noticeMinutes)} ahead.`;
    case 'too_far':
      return `We take bookings up to ${sayMinutes(rules.horizonDays * 1440, 1440)} ahead.`;
    case 'closed':
      return ok ? 'We are open then.' : sayClosed(asked, only);
    case 'full':
      if (ok) return only ? `${only.name} is free then.` : 'There is room then.';
      return `${only ? `${only.name} is` : 'We are'} already booked at ${sayMoment(wish.start, rules)}.`;
  }
}

function sayClosed(asked: Asked, only: Candidate | undefined): string {
  const { rules, wish, business } = asked;
  const end = wish.start + business.length;
  if (holds(business.open, wish.start, end)) {
    return only ? sayAway(asked, only) : 'Nobody who could take it works then.';
  }
  const period = periodAt(business.open, wish.start);
  if (period) return `We close at ${sayClock(rules.zone.localAt(period.end).minutes, rules)}, before it would be over.`;
  const { day, weekday } = rules.zone.localAt(wish.start);
  const closure = closureAt(rules, wish.start, day);
  if (closure) return `We are closed ${sayDates(closure, rules)}${closure.reason ? ` (${closure.reason})` : ''}.`;
  const hours = sayHours(rules.hours, weekday, rules);
  return hours
    ? `We are not open then: on ${dayName(weekday)}s we are open ${hours}.`
    : `We are closed on ${dayName(weekday)}s.`;
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
  const days = { zone: rules.zone, ...scope };
  const end = wish.start + business.length;
  const works = (timeOff: TimeOff[]) => holds(ownPeriods({ hours: person.hours, timeOff }, days), wish.start, end);
  const off = works([]) ? person.timeOff?.find((each) => !works([each])) : undefined;
  if (off) return `${person.name} is off ${sayTimeOff(off, rules)}.`;
  const { weekday } = rules.zone.localAt(wish.start);
  const hours = sayHours(person.hours ?? rules.hours, weekday, rules);
  if (!hours) return `${person.name} does not work on ${dayName(weekday)}s.`;
  return `${person.name} is not here then: on ${dayName(weekday)}s the hours are ${hours}.`;
}

function sayTimeOff({ from, to }: TimeOff, rules: Rules): string {
  if (readDay(from) !== undefined && readDay(to) !== undefined) return sayDates({ from, to }, rules);
  const say = (text: string) => {
    const read = readLocal(text, rules.zone);
    return read && 'epoch' in read ? sayMoment(read.epoch, rules) : sayDay(readDay(text)!, rules);
  };
  return `from ${say(from)} to ${say(to)}`;
}

function sayDates({ from, to }: { from: string; to: string }, rules: Rules): string {
  const first = sayDay(readDay(from)!, rules);
  return from === to ? `on ${first}` : `from ${first} to ${sayDay(readDay(to)!, rules)}`;
}

/** "from 9:00 AM to 12:00 PM and from 2:00 PM to 6:00 PM"; empty for a day without hours. */
function sayHours(weekly: Weekly, weekday: Weekday, rules: Rules): string {
  const say = (text: string) => sayClock(readClock(text) ?? 0, rules);
  const periods = [...(weekly[weekday] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return periods.map(([from, to]) => `from ${say(from)} to ${say(to)}`).join(' and ');
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
  return `${sayClock(minutes, rules)} on ${sayDay(day, rules)}`;
}

function dayName(weekday: Weekday): string {
  return DAYS[WEEKDAYS.indexOf(weekday)]!;
}

/** In the largest unit that divides it: "90 minutes", "2 hours", "1 day". */
function sayMinutes(minutes: number, unit = [1440, 60].find((each) => minutes >= each && minutes % each === 0) ?? 1) {
  const count = minutes / unit;
  const word = unit === 1440 ? 'day' : unit === 60 ? 'hour' : 'minute';
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
