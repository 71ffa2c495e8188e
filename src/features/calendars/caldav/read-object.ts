// Reads an event of a calendar (RFC 5545): when it makes its owner busy, never what it is about.
import ICAL from 'ical.js';
import type { Interval } from '../../../scheduling/hours.ts';
import { DAY_MS, MINUTE_MS, type Zone, zoneOf } from '../../../scheduling/zone.ts';
import type { CalendarEvent, ReadRange } from '../sync/provider.ts';

/** A rule that repeats every second must not keep us busy. */
const MAX_OCCURRENCES = 10_000;

/** Undefined if it has no event, or cannot be read. */
export function readCalendarObject(
  text: string,
  range: ReadRange,
): Pick<CalendarEvent, 'name' | 'time' | 'busy'> | undefined {
  try {
    const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const events = components.map((component) => new ICAL.Event(component));
    const [first] = events;
    if (!first) return undefined;
    const busy = events
      .flatMap((event) => occurrencesOf(event, range))
      .filter(({ start, end }) => end > range.start && start < range.end && end > start);
    return { name: first.uid ?? '', time: singleTime(events, range.zone), busy };
  } catch {
    return undefined;
  }
}

function singleTime(events: ICAL.Event[], zone: Zone): Interval | undefined {
  const [event, ...others] = events;
  if (!event || others.length || event.isRecurring() || event.startDate.isDate) return undefined;
  return intervalOf(event, event.startDate, event.endDate, zone);
}

/** Exceptions are events of their own with the same UID, so one that was moved far from its place is found too. */
function occurrencesOf(event: ICAL.Event, range: ReadRange): Interval[] {
  if (!event.isRecurring() || event.isRecurrenceException())
    return isBusy(event) ? [intervalOf(event, event.startDate, event.endDate, range.zone)] : [];
  const occurrences: Interval[] = [];
  const iterator = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES; count++) {
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
