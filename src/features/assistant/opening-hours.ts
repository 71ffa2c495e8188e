// Answers questions about opening hours.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { findClosureOn, findOpenPeriodsOnDays, type OpeningHours, type Period } from '../../scheduling/hours.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { formatOnWeekdays, getWeekdayNames } from '../../scheduling/weekday-names.ts';
import { DAY_MS, MINUTE_MS, mustParseDay, NOON_MINUTES, parseDay, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';
import { TALK_TO_PERSON } from './phrases.ts';
import type { ResponsePart } from './reply.ts';

const ASKS_LATEST_PATTERN = /\b(late|latest|late(?:st)? night|longest|evenings?|after (?:work|hours))\b/i;
const ASKS_EARLIEST_PATTERN = /\b(early|earliest|before work|first thing)\b/i;
const ASKS_NOW_PATTERN = /\b(now|currently|still open|at the moment|right now|open yet|open rn)\b/i;
const SOURCES = [{ kind: 'hours', id: 'hours', title: 'Opening hours' }];

const DAYS_PER_WEEK = 7;
/** How far ahead the next opening is looked for. */
const MAX_DAYS_TO_NEXT_OPENING = 21;
/** A closure this close is worth mentioning unasked. */
const UPCOMING_CLOSURE_DAYS = 14;

type HoursContext = { business: Business; now: Date; format: Formatter; today: number };

/** Answers a question about opening hours. */
export function renderOpeningHours(business: Business, now: Date, slots: Slots, text: string): ResponsePart {
  const rules = rulesOf(business);
  const context = { business, now, format: formatterFor(business), today: rules.zone.localAt(now.getTime()).day };
  if (!WEEKDAYS.some((day) => business.hours[day]?.length))
    return renderMissingInformation(business, context.format.text("I don't have our opening hours here."));
  return { text: renderAnswer(context, slots, text), sources: SOURCES };
}

function renderAnswer(context: HoursContext, slots: Slots, text: string): string {
  const { date, every, days, time } = slots;
  const closureDay = /\b(?:eve|before|after)\b/i.test(text) ? undefined : findNamedClosureDay(context, text);
  if (closureDay !== undefined) return renderDay(context, closureDay);
  const day = date === undefined ? undefined : parseDay(date);
  if (day !== undefined && time) return renderTime(context, day, time);
  if (ASKS_NOW_PATTERN.test(text) && (day === undefined || day === context.today)) return renderNow(context);
  if (day !== undefined) return renderDay(context, day);
  if (every?.length && every.length < DAYS_PER_WEEK)
    return every.map((weekday) => renderWeekday(context, weekday)).join(' ');
  if (ASKS_LATEST_PATTERN.test(text)) return renderExtremeDays(context, 'late');
  if (ASKS_EARLIEST_PATTERN.test(text)) return renderExtremeDays(context, 'early');
  if (days && mustParseDay(days.to) - mustParseDay(days.from) < DAYS_PER_WEEK) {
    const from = mustParseDay(days.from);
    return Array.from({ length: mustParseDay(days.to) - from + 1 }, (_, index) =>
      renderDay(context, from + index),
    ).join(' ');
  }
  return renderWeek(context);
}

/** The first day of the closure that the message names, such as a holiday. */
function findNamedClosureDay({ business, today }: HoursContext, text: string): number | undefined {
  const lowerText = text.toLowerCase();
  const namedClosure = business.closures.find(({ reason, to }) => {
    const words =
      reason
        ?.toLowerCase()
        .match(/\p{L}{5,}/gu)
        ?.filter((word) => !GENERIC_CLOSURE_WORDS.has(word)) ?? [];
    const lastDay = parseDay(to);
    return (
      lastDay !== undefined && lastDay >= today && words.length > 0 && words.every((word) => lowerText.includes(word))
    );
  });
  return namedClosure && Math.max(today, mustParseDay(namedClosure.from));
}

/** Words in the reason of a closure that name no particular one. */
const GENERIC_CLOSURE_WORDS = new Set([
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

const listOpenPeriods = ({ business }: HoursContext, day: number): Period[] =>
  findOpenPeriodsOnDays(rulesOf(business), day, day);

const renderPeriods = ({ format }: HoursContext, periods: Period[]) =>
  format.list(
    periods.map(({ start, end }) =>
      format.text('from {from} to {to}', {
        from: format.clock(new Date(start)),
        to: formatClosing(format, start, end),
      }),
    ),
  );

const formatClosing = (format: Formatter, start: number, end: number) =>
  end - start >= DAY_MS ? format.text('midnight') : format.clock(new Date(end));

/** Uses noon, so that a daylight-saving change cannot shift it to another day. */
const formatDay = ({ format, business }: HoursContext, day: number) =>
  format.day(new Date(rulesOf(business).zone.epochAt(day, NOON_MINUTES)));

/** Placeholder values for a day: today, tomorrow or its name. */
const createDayPlaceholders = (context: HoursContext, day: number) => ({
  when: day === context.today ? 'today' : day === context.today + 1 ? 'tomorrow' : 'day',
  day: formatDay(context, day),
});

function renderDay(context: HoursContext, day: number): string {
  const periods = listOpenPeriods(context, day);
  const { format } = context;
  const dayPlaceholders = createDayPlaceholders(context, day);
  if (periods.length > 0)
    return format.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're open {hours}.", {
      ...dayPlaceholders,
      hours: renderPeriods(context, periods),
    });
  const reason = findClosureOn(context.business.closures, day)?.reason;
  const closedText = reason
    ? format.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're closed ({reason}).", {
        ...dayPlaceholders,
        reason,
      })
    : format.text("{when, select, today {Today} tomorrow {Tomorrow} other {On {day}}} we're closed.", dayPlaceholders);
  return `${closedText} ${renderNextOpening(context, day + 1)}`.trim();
}

function renderWeekday(context: HoursContext, weekday: number): string {
  const { format } = context;
  const days = formatOnWeekdays(must(WEEKDAYS[weekday - 1], 'a weekday'), format);
  const day = context.today + ((((weekday - 1 - WEEKDAYS.indexOf(weekdayOf(context.today))) % 7) + 7) % 7);
  const periods = findOpenPeriodsOnDays({ ...rulesOf(context.business), closures: [] }, day, day);
  if (periods.length === 0) return format.text("We're closed {days}.", { days });
  const openText = format.text("{days} we're open {hours}.", { days, hours: renderPeriods(context, periods) });
  return `${openText.charAt(0).toUpperCase()}${openText.slice(1)}`;
}

function renderTime(context: HoursContext, day: number, time: string): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const epochMs = rulesOf(context.business).zone.epochAt(day, hours * 60 + minutes);
  const openPeriod = [...listOpenPeriods(context, day - 1), ...listOpenPeriods(context, day)].find(
    createTimeFilter(epochMs),
  );
  const { format } = context;
  const placeholders = {
    when: day === context.today ? 'today' : 'day',
    day: formatDay(context, day),
    clock: format.clock(new Date(epochMs)),
  };
  if (openPeriod)
    return format.text("Yes, we're open {when, select, today {today} other {on {day}}} at {clock}, until {end}.", {
      ...placeholders,
      end: formatClosing(format, openPeriod.start, openPeriod.end),
    });
  const notOpenText = format.text(
    "No, we're not open {when, select, today {today} other {on {day}}} at {clock}.",
    placeholders,
  );
  return `${notOpenText} ${renderDay(context, day)}`;
}

function renderNow(context: HoursContext): string {
  const openPeriod = [...listOpenPeriods(context, context.today - 1), ...listOpenPeriods(context, context.today)].find(
    createTimeFilter(context.now.getTime()),
  );
  const { format } = context;
  if (openPeriod)
    return format.text("Yes, we're open now, until {clock}.", {
      clock: formatClosing(format, openPeriod.start, openPeriod.end),
    });
  return `${format.text("We're closed right now.")} ${renderNextOpening(context, context.today)}`;
}

const createTimeFilter =
  (epochMs: number) =>
  ({ start, end }: Period) =>
    start <= epochMs && epochMs < end;

/** "We open again on Tuesday, November 24 at 5:00 PM." */
function renderNextOpening(context: HoursContext, from: number): string {
  const { format } = context;
  const nextPeriod = findNextOpening(context, from);
  if (!nextPeriod) return '';
  return format.text('We open again {when, select, today {today} tomorrow {tomorrow} other {on {day}}} at {clock}.', {
    ...createDayPlaceholders(context, nextPeriod.day),
    clock: format.clock(new Date(nextPeriod.start)),
  });
}

const findNextOpening = ({ business, now }: Pick<HoursContext, 'business' | 'now'>, from: number) =>
  findOpenPeriodsOnDays(rulesOf(business), from, from + MAX_DAYS_TO_NEXT_OPENING).find(
    ({ start }) => start > now.getTime(),
  );

/** When a business that is closed opens again; undefined where that is not known. */
export function findNextOpeningTime(business: Business, now: Date): Date | undefined {
  const nextPeriod = findNextOpening({ business, now }, rulesOf(business).zone.localAt(now.getTime()).day);
  return nextPeriod && new Date(nextPeriod.start);
}

/** The days that close the latest, or open the earliest. */
function renderExtremeDays(context: HoursContext, which: 'late' | 'early'): string {
  const rules = { ...rulesOf(context.business), closures: [] };
  const openDays = getWeekdayNames(ENGLISH)
    .map((name, index) => {
      const day = context.today + ((((index - WEEKDAYS.indexOf(weekdayOf(context.today))) % 7) + 7) % 7);
      const midnight = rules.zone.epochAt(day, 0);
      const periods = findOpenPeriodsOnDays(rules, day, day);
      const edgeTime = which === 'late' ? periods.at(-1)?.end : periods[0]?.start;
      return { name, edge: edgeTime, minutes: edgeTime === undefined ? undefined : (edgeTime - midnight) / MINUTE_MS };
    })
    .filter(({ minutes }) => minutes !== undefined) as { name: string; edge: number; minutes: number }[];
  const extremeDay = openDays.reduce((a, b) =>
    which === 'late' ? (b.minutes > a.minutes ? b : a) : b.minutes < a.minutes ? b : a,
  );
  const days = openDays.filter(({ minutes }) => minutes === extremeDay.minutes).map(({ name }) => `${name}s`);
  const clock = context.format.clock(new Date(extremeDay.edge));
  if (days.length === openDays.length) return renderWeek(context);
  return which === 'late'
    ? `We stay open latest on ${context.format.list(days)}, until ${clock}.`
    : `Our earliest opening is ${context.format.list(days)}, at ${clock}.`;
}

/** Groups consecutive days with the same hours: "Monday to Friday". */
function renderWeek(context: HoursContext): string {
  const rules = { ...rulesOf(context.business), closures: [] };
  const monday = context.today - WEEKDAYS.indexOf(weekdayOf(context.today));
  const { format } = context;
  const hoursByDay = getWeekdayNames(format).map((name, index) => ({
    name,
    hours: renderPeriods(context, findOpenPeriodsOnDays(rules, monday + index, monday + index)),
  }));
  const dayGroups: { first: string; last: string; hours: string }[] = [];
  for (const { name, hours } of hoursByDay) {
    const group = dayGroups.at(-1);
    if (group && group.hours === hours) group.last = name;
    else dayGroups.push({ first: name, last: name, hours });
  }
  const renderDayRange = ({ first, last }: { first: string; last: string }) =>
    first === last ? first : format.text('{first} to {last}', { first, last });
  if (dayGroups.length === 1 && isAllDay(rules, monday))
    return `${format.text("We're open 24 hours a day, seven days a week.")}${renderUpcomingClosure(context)}`;
  const openDays = dayGroups
    .filter(({ hours }) => hours)
    .map((group) => format.text('{days} {hours}', { days: renderDayRange(group), hours: group.hours }));
  const closedDays = dayGroups.filter(({ hours }) => !hours).map(renderDayRange);
  const closedText =
    closedDays.length > 0 ? ` ${format.text("We're closed {days}.", { days: format.list(closedDays) })}` : '';
  return `${format.text("We're open {days}.", { days: openDays.join('; ') })}${closedText}${renderUpcomingClosure(context)}`;
}

/** At least 23 hours, the length of a day on which the clocks go forward. */
const isAllDay = (rules: OpeningHours, day: number) =>
  findOpenPeriodsOnDays(rules, day, day).some(({ start, end }) => end - start >= DAY_MS - 60 * MINUTE_MS);

function renderUpcomingClosure(context: HoursContext): string {
  const closure = context.business.closures.find(({ from }) => {
    const day = parseDay(from);
    return day !== undefined && day >= context.today && day <= context.today + UPCOMING_CLOSURE_DAYS;
  });
  if (!closure) return '';
  const day = formatDay(context, mustParseDay(closure.from));
  const note = closure.reason
    ? context.format.text("Please note that we're closed on {day} ({reason}).", { day, reason: closure.reason })
    : context.format.text("Please note that we're closed on {day}.", { day });
  return ` ${note}`;
}

/** Where the team will reply, and when, if the business is closed. */
export function renderTeamResponseTime(business: Business, now: Date): string {
  const format = formatterFor(business);
  const closedNotice = renderClosedNotice(business, now);
  if (closedNotice === undefined) return format.text('Someone will reply here.');
  return closedNotice
    ? `${closedNotice} ${format.text('Someone will reply here then.')}`
    : format.text('Someone will reply here as soon as possible.');
}

/** Says that the business is closed and when it opens again; empty if that is unknown, undefined while it is open. */
export function renderClosedNotice(business: Business, now: Date): string | undefined {
  const rules = rulesOf(business);
  const context = { business, now, format: formatterFor(business), today: rules.zone.localAt(now.getTime()).day };
  const isOpen = findOpenPeriodsOnDays(rules, context.today - 1, context.today).some(createTimeFilter(now.getTime()));
  if (isOpen) return undefined;
  const nextOpeningText = renderNextOpening(context, context.today);
  return nextOpeningText && `${context.format.text("We're closed right now.")} ${nextOpeningText}`;
}

/** Says that an answer is not on record, and how to reach the business, or offers to ask the team. */
export function renderMissingInformation(business: Business, text: string): ResponsePart {
  const format = formatterFor(business);
  const contactAdvice = renderContactDetails(business) || format.text('Should I ask our team?');
  return { text: `${text} ${contactAdvice}`, suggestions: [format.text(TALK_TO_PERSON)], unanswered: true };
}

/** How to reach the business; empty if nothing is on record. */
export function renderContactDetails(business: Business): string {
  const format = formatterFor(business);
  const { phone, email } = business.contact;
  if (phone && email) return format.text('You can call us at {phone} or email us at {email}.', { phone, email });
  if (phone) return format.text('You can call us at {phone}.', { phone });
  return email ? format.text('You can email us at {email}.', { email }) : '';
}
