// Reads an event of a calendar (RFC 5545): when it makes its owner busy, never what it is about.
import { setImmediate } from 'node:timers/promises';
import ICAL from 'ical.js';
import type { Interval } from '../../../scheduling/hours.ts';
import { DAY_MS, MINUTE_MS, type Zone, zoneOf } from '../../../scheduling/zone.ts';
import { CalendarError, type CalendarEvent, type ReadRange } from '../sync/provider.ts';

/** Of one event. A rule that repeats every second must not keep us busy. */
const MAX_OCCURRENCES = 10_000;
const MAX_OBJECT_CHARACTERS = 1_000_000;
/** Other requests get their turn after so many occurrences. */
const OCCURRENCES_PER_TURN = 200;

/** How many occurrences may still be worked out in this read. */
export type ExpansionBudget = { left: number };

/** Undefined if it has no event, or cannot be read. */
export async function readCalendarObject(
  text: string,
  range: ReadRange,
  budget: ExpansionBudget = { left: MAX_OCCURRENCES },
): Promise<Pick<CalendarEvent, 'uid' | 'time' | 'busy'> | undefined> {
  const events = parseEvents(text);
  const [first] = events;
  if (!first) return undefined;
  try {
    const busy: Interval[] = [];
    for (const event of events) busy.push(...(await occurrencesOf(event, range, budget)));
    const inRange = busy.filter(({ start, end }) => end > range.start && start < range.end && end > start);
    return { uid: first.uid ?? '', time: singleTime(events, range.zone), busy: inRange };
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    return undefined;
  }
}

function parseEvents(text: string): ICAL.Event[] {
  if (text.length > MAX_OBJECT_CHARACTERS) return [];
  try {
    const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    return components.map((component) => new ICAL.Event(component));
  } catch {
    return [];
  }
}

function singleTime(events: ICAL.Event[], zone: Zone): Interval | undefined {
  const [event, ...others] = events;
  if (!event || others.length || event.isRecurring() || event.startDate.isDate) return undefined;
  return intervalOf(event, event.startDate, event.endDate, zone);
}

/** Exceptions are events of their own with the same UID, so one that was moved far from its place is found too. */
async function occurrencesOf(event: ICAL.Event, range: ReadRange, budget: ExpansionBudget): Promise<Interval[]> {
  if (!event.isRecurring() || event.isRecurrenceException())
    return isBusy(event) ? [intervalOf(event, event.startDate, event.endDate, range.zone)] : [];
  const occurrences: Interval[] = [];
  const iterator = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES; count++) {
    if (budget.left-- <= 0)
      throw new CalendarError('This calendar has too many repeating events to read.', { needsOwner: true });
    if (count % OCCURRENCES_PER_TURN === 0) await setImmediate();
    const next = iterator.next();
    if (!next || epochOf(event, next, range.zone) >= range.end) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isBusy(item)) occurrences.push(intervalOf(item, startDate, endDate, range.zone));
  }
  return occurrences;
}

function isBusy({ component }: ICAL.Event): boolean {
  const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  return textOf('transp') !== 'TRANSPARENT' && textOf('status') !== 'CANCELLED';
}

const intervalOf = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, zone: Zone): Interval => ({
  start: epochOf(event, start, zone),
  end: epochOf(event, end, zone),
});

/** Days, and times without a zone, are those of the business. A zone is the one in the file, or the known one of that name. */
function epochOf({ component }: ICAL.Event, time: ICAL.Time, business: Zone): number {
  const isFloating = time.zone === ICAL.Timezone.localTimezone;
  if (!time.isDate && !isFloating) return time.toUnixTime() * 1_000;
  const zoneName = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  const zone = time.isDate || !zoneName ? business : (findZone(zoneName) ?? business);
  const day = Math.floor(Date.UTC(time.year, time.month - 1, time.day) / DAY_MS);
  const minutes = time.isDate ? 0 : time.hour * 60 + time.minute;
  return zone.epochAt(day, minutes) + (time.isDate ? 0 : (time.second * MINUTE_MS) / 60);
}

function findZone(name: string): Zone | undefined {
  try {
    return zoneOf(name);
  } catch {
    return undefined;
  }
}
