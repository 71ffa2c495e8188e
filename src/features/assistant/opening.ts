// Answers questions about opening hours.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { closureOn, type OpeningHours, openPeriods, type Period } from '../../scheduling/hours.ts';
import { dayNames, onDays } from '../../scheduling/week-words.ts';
import { DAY, MINUTE, mustReadDay, readDay, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';
import { PERSON } from './phrases.ts';
import type { ResponsePart } from './reply.ts';

const LATE = /\b(late|latest|late(?:st)? night|longest|evenings?|after (?:work|hours))\b/i;
const EARLY = /\b(early|earliest|before work|first thing)\b/i;
const NOW = /\b(now|currently|still open|at the moment|right now|open yet|open rn)\b/i;
const sources = [{ kind: 'hours', id: 'hours', title: 'Opening hours' }];

type HoursContext = { business: Business; now: Date; say: Formatter; today: number };

/** Answers a question about opening hours. */
export function renderOpening(business: Business, now: Date, slots: Slots, text: string): ResponsePart {
  const rules = rulesOf(business);
  const week = { business, now, say: formatterFor(business), today: rules.zone.localAt(now.getTime()).day };
  if (!WEEKDAYS.some((day) => business.hours[day]?.length))
    return untold(business, week.say.text("I don't have our opening hours here."));
  return { text: answer(week, slots, text), sources };
}

function answer(week: HoursContext, slots: Slots, text: string): string {
  const { date, every, days, time } = slots;
  const closure = /\b(?:eve|before|after)\b/i.test(text) ? undefined : dayOfNamedClosure(week, text);
  if (closure !== undefined) return onDay(week, closure);
  const day = date === undefined ? undefined : readDay(date);
  if (day !== undefined && time) return atTime(week, day, time);
  if (NOW.test(text) && (day === undefined || day === week.today)) return openNow(week);
  if (day !== undefined) return onDay(week, day);
  if (every?.length && every.length < 7) return every.map((each) => onWeekday(week, each)).join(' ');
  if (LATE.test(text)) return latestOrEarliest(week, 'late');
  if (EARLY.test(text)) return latestOrEarliest(week, 'early');
  if (days && mustReadDay(days.to) - mustReadDay(days.from) < 7) {
    const from = mustReadDay(days.from);
    return Array.from({ length: mustReadDay(days.to) - from + 1 }, (_, index) => onDay(week, from + index)).join(' ');
  }
  return wholeWeek(week);
}

/** The first day of the closure that the message names, such as a holiday. */
function dayOfNamedClosure({ business, today }: HoursContext, text: string): number | undefined {
  const said = text.toLowerCase();
  const named = business.closures.find(({ reason, to }) => {
    const words =
      reason
        ?.toLowerCase()
        .match(/\p{L}{5,}/gu)
        ?.filter((word) => !GENERIC_WORDS.has(word)) ?? [];
    const last = readDay(to);
    return last !== undefined && last >= today && words.length > 0 && words.every((word) => said.includes(word));
  });
  return named && Math.max(today, mustReadDay(named.from));
}

const GENERIC_WORDS = new Set([
  'closed',
  'holiday',
  'public',
  'break',
  'staff',
  'summer',
  'winter',
  'annual',
  'private',
  'event',
]);

const periodsOn = ({ business }: HoursContext, day: number): Period[] => openPeriods(rulesOf(business), day, day);

const renderPeriods = ({ say }: HoursContext, periods: Period[]) =>
  say.list(
    periods.map(({ start, end }) =>
      say.text('from {from} to {to}', { from: say.clock(new Date(start)), to: formatClosing(say, start, end) }),
    ),
  );

const formatClosing = (say: Formatter, start: number, end: number) =>
  end - start >= DAY ? say.text('midnight') : say.clock(new Date(end));

/** Takes noon, so that a clock change cannot move it to another day. */
const formatDay = ({ say, business }: HoursContext, day: number) =>
  say.day(new Date(rulesOf(business).zone.epochAt(day, 720)));

/** Placeholder values for a day: today, tomorrow or its name. */
const dayValues = (week: HoursContext, day: number) => ({
  when: day === week.today ? 'today' : day === week.today + 1 ? 'tomorrow' : 'day',
  day: formatDay(week, day),
});

function onDay(week: HoursContext, day: number): string {
  const periods = periodsOn(week, day);
  const { say } = week;
  const named = dayValues(week, day);
  if (periods.length > 0)
    return say.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're open {hours}.", {
      ...named,
      hours: renderPeriods(week, periods),
    });
  const reason = closureOn(week.business.closures, day)?.reason;
  const closed = reason
    ? say.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're closed ({reason}).", {
        ...named,
        reason,
      })
    : say.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're closed.", named);
  return `${closed} ${nextOpening(week, day + 1)}`.trim();
}

function onWeekday(week: HoursContext, weekday: number): string {
  const { say } = week;
  const days = onDays(must(WEEKDAYS[weekday - 1], 'a weekday'), say);
  const day = week.today + ((((weekday - 1 - WEEKDAYS.indexOf(weekdayOf(week.today))) % 7) + 7) % 7);
  const periods = openPeriods({ ...rulesOf(week.business), closures: [] }, day, day);
  if (periods.length === 0) return say.text("We're closed {days}.", { days });
  const open = say.text("{days} we're open {hours}.", { days, hours: renderPeriods(week, periods) });
  return `${open.charAt(0).toUpperCase()}${open.slice(1)}`;
}

function atTime(week: HoursContext, day: number, time: string): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const at = rulesOf(week.business).zone.epochAt(day, hours * 60 + minutes);
  const open = [...periodsOn(week, day - 1), ...periodsOn(week, day)].find(({ start, end }) => start <= at && at < end);
  const { say } = week;
  const when = {
    when: day === week.today ? 'today' : 'day',
    day: formatDay(week, day),
    clock: say.clock(new Date(at)),
  };
  if (open)
    return say.text("Yes, we're open {when, select, today {today} other {on {day}}} at {clock}, until {end}.", {
      ...when,
      end: formatClosing(say, open.start, open.end),
    });
  const no = say.text("No, we're not open {when, select, today {today} other {on {day}}} at {clock}.", when);
  return `${no} ${onDay(week, day)}`;
}

function openNow(week: HoursContext): string {
  const at = week.now.getTime();
  const open = [...periodsOn(week, week.today - 1), ...periodsOn(week, week.today)].find(
    ({ start, end }) => start <= at && at < end,
  );
  const { say } = week;
  if (open) return say.text("Yes, we're open now, until {clock}.", { clock: formatClosing(say, open.start, open.end) });
  return `${say.text("We're closed right now.")} ${nextOpening(week, week.today)}`;
}

/** "We open again on Tuesday, November 24 at 5:00 PM." */
function nextOpening(week: HoursContext, from: number): string {
  const { business, now, say } = week;
  const next = openPeriods(rulesOf(business), from, from + 21).find(({ start }) => start > now.getTime());
  if (!next) return '';
  return say.text('We open again {when, select, today {today} tomorrow {tomorrow} other {on {day}}} at {clock}.', {
    ...dayValues(week, next.day),
    clock: say.clock(new Date(next.start)),
  });
}

/** The days with the last closing, or the first opening. */
function latestOrEarliest(week: HoursContext, which: 'late' | 'early'): string {
  const rules = { ...rulesOf(week.business), closures: [] };
  const each = dayNames(ENGLISH)
    .map((name, index) => {
      const day = week.today + ((((index - WEEKDAYS.indexOf(weekdayOf(week.today))) % 7) + 7) % 7);
      const midnight = rules.zone.epochAt(day, 0);
      const periods = openPeriods(rules, day, day);
      const edge = which === 'late' ? periods.at(-1)?.end : periods[0]?.start;
      return { name, edge, minutes: edge === undefined ? undefined : (edge - midnight) / MINUTE };
    })
    .filter(({ minutes }) => minutes !== undefined) as { name: string; edge: number; minutes: number }[];
  const best = each.reduce((a, b) =>
    which === 'late' ? (b.minutes > a.minutes ? b : a) : b.minutes < a.minutes ? b : a,
  );
  const days = each.filter(({ minutes }) => minutes === best.minutes).map(({ name }) => `${name}s`);
  const clock = week.say.clock(new Date(best.edge));
  if (days.length === each.length) return wholeWeek(week);
  return which === 'late'
    ? `We're open latest on ${week.say.list(days)}, until ${clock}.`
    : `We open earliest on ${week.say.list(days)}, at ${clock}.`;
}

/** Days in a row with the same hours are said together. */
function wholeWeek(week: HoursContext): string {
  const rules = { ...rulesOf(week.business), closures: [] };
  const monday = week.today - WEEKDAYS.indexOf(weekdayOf(week.today));
  const { say } = week;
  const each = dayNames(say).map((name, index) => ({
    name,
    said: renderPeriods(week, openPeriods(rules, monday + index, monday + index)),
  }));
  const runs: { first: string; last: string; said: string }[] = [];
  for (const { name, said } of each) {
    const last = runs.at(-1);
    if (last && last.said === said) last.last = name;
    else runs.push({ first: name, last: name, said });
  }
  const daysOf = ({ first, last }: { first: string; last: string }) =>
    first === last ? first : say.text('{first} to {last}', { first, last });
  if (runs.length === 1 && isAllDay(rules, monday))
    return `${say.text("We're open around the clock, 24 hours a day, seven days a week.")}${upcoming(week)}`;
  const open = runs
    .filter(({ said }) => said)
    .map((run) => say.text('{days} {hours}', { days: daysOf(run), hours: run.said }));
  const closed = runs.filter(({ said }) => !said).map(daysOf);
  const off = closed.length > 0 ? ` ${say.text("We're closed {days}.", { days: say.list(closed) })}` : '';
  return `${say.text("We're open {days}.", { days: open.join('; ') })}${off}${upcoming(week)}`;
}

const isAllDay = (rules: OpeningHours, day: number) =>
  openPeriods(rules, day, day).some(({ start, end }) => end - start >= DAY - 60 * MINUTE);

/** A closure in the next two weeks is worth saying unasked. */
function upcoming(week: HoursContext): string {
  const soon = week.business.closures.find(({ from }) => {
    const day = readDay(from);
    return day !== undefined && day >= week.today && day <= week.today + 14;
  });
  if (!soon) return '';
  const day = formatDay(week, mustReadDay(soon.from));
  const note = soon.reason
    ? week.say.text("Please note that we're closed on {day} ({reason}).", { day, reason: soon.reason })
    : week.say.text("Please note that we're closed on {day}.", { day });
  return ` ${note}`;
}

/** When somebody will read a message: now, or when the doors open again. */
export function whenAnswered(business: Business, now: Date): string {
  const say = formatterFor(business);
  const closed = untilOpen(business, now);
  if (closed === undefined) return say.text('Someone will write to you here shortly.');
  return closed
    ? `${closed} ${say.text('Someone will write to you here then.')}`
    : say.text('Someone will write to you here as soon as possible.');
}

/** While the doors are closed, when they open again, as far as that is known; undefined while they are open. */
export function untilOpen(business: Business, now: Date): string | undefined {
  const rules = rulesOf(business);
  const week = { business, now, say: formatterFor(business), today: rules.zone.localAt(now.getTime()).day };
  const at = now.getTime();
  const isOpen = openPeriods(rules, week.today - 1, week.today).some(({ start, end }) => start <= at && at < end);
  if (isOpen) return undefined;
  const next = nextOpening(week, week.today);
  return next && `${week.say.text("We're closed at the moment.")} ${next}`;
}

/** What the business has not told: how to ask there, or that the team can be asked here. */
export function untold(business: Business, text: string): ResponsePart {
  const say = formatterFor(business);
  const ask = howToReach(business) || say.text('Shall I ask our team?');
  return { text: `${text} ${ask}`, suggestions: [say.text(PERSON)], unanswered: true };
}

function howToReach(business: Business): string {
  const say = formatterFor(business);
  const { phone, email } = business.contact;
  if (phone && email) return say.text('You can call us at {phone} or write to {email}.', { phone, email });
  if (phone) return say.text('You can call us at {phone}.', { phone });
  return email ? say.text('You can write to {email}.', { email }) : '';
}
