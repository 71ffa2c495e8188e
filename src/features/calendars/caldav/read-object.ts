// Reads an event of a calendar (RFC 5545): only when its owner is busy, never what it is about.

import { setImmediate } from 'node:timers/promises';
import ICAL from 'ical.js';
import type { Interval } from '../../../scheduling/intervals.ts';
import { DAY_MS, MINUTE_MS, type Zone, zoneOf } from '../../../scheduling/zone.ts';
import { CalendarError, type CalendarEvent, type ReadRange } from '../sync/provider.ts';

/** For one event. A rule that repeats every second must not use up the processor. */
const MAX_OCCURRENCES_PER_EVENT = 10_000;
const MAX_OBJECT_CHARACTERS = 1_000_000;
/** Other requests get their turn after so many occurrences. */
const OCCURRENCES_PER_TURN = 200;

/** How many occurrences may still be expanded in this read. */
export type ExpansionBudget = { remainingOccurrences: number };

/** Undefined if the text has no event or cannot be read. */
export async function readCalendarObject(
  text: string,
  range: ReadRange,
  budget: ExpansionBudget = { remainingOccurrences: MAX_OCCURRENCES_PER_EVENT },
): Promise<Pick<CalendarEvent, 'uid' | 'time' | 'busyTimes'> | undefined> {
  const events = parseEvents(text);
  const [firstEvent] = events;
  if (!firstEvent) return undefined;
  try {
    const busyTimes: Interval[] = [];
    for (const event of events) busyTimes.push(...(await expandOccurrences(event, range, budget)));
    const busyInRange = busyTimes.filter(({ start, end }) => end > range.start && start < range.end && end > start);
    return { uid: firstEvent.uid ?? '', time: findSingleTime(events, range.zone), busyTimes: busyInRange };
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

function findSingleTime(events: ICAL.Event[], zone: Zone): Interval | undefined {
  const [event, ...otherEvents] = events;
  if (!event || otherEvents.length || event.isRecurring() || event.startDate.isDate) return undefined;
  return toInterval(event, event.startDate, event.endDate, zone);
}

/** Exceptions are events of their own with the same UID, so an occurrence that was moved far away is found too. */
async function expandOccurrences(event: ICAL.Event, range: ReadRange, budget: ExpansionBudget): Promise<Interval[]> {
  if (!event.isRecurring() || event.isRecurrenceException())
    return isBusy(event) ? [toInterval(event, event.startDate, event.endDate, range.zone)] : [];
  const occurrences: Interval[] = [];
  const iterator = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES_PER_EVENT; count++) {
    if (budget.remainingOccurrences-- <= 0)
      throw new CalendarError('This calendar has too many repeating events to read.', { needsOwnerAction: true });
    if (count % OCCURRENCES_PER_TURN === 0) await setImmediate();
    const next = iterator.next();
    if (!next || toEpochMs(event, next, range.zone) >= range.end) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isBusy(item)) occurrences.push(toInterval(item, startDate, endDate, range.zone));
  }
  return occurrences;
}

function isBusy({ component }: ICAL.Event): boolean {
  const readProperty = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  return readProperty('transp') !== 'TRANSPARENT' && readProperty('status') !== 'CANCELLED';
}

const toInterval = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, zone: Zone): Interval => ({
  start: toEpochMs(event, start, zone),
  end: toEpochMs(event, end, zone),
});

/** Days, and times without a zone, are those of the business. A zone is the one in the file, or the known one of that name. */
function toEpochMs({ component }: ICAL.Event, time: ICAL.Time, businessZone: Zone): number {
  const isFloating = time.zone === ICAL.Timezone.localTimezone;
  if (!time.isDate && !isFloating) return time.toUnixTime() * 1_000;
  const zoneName = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  const zone = time.isDate || !zoneName ? businessZone : (findZone(zoneName) ?? businessZone);
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
