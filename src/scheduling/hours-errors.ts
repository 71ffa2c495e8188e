// Finds contradictions in a document's hours, closures and time off. Pointers are relative to the field that is checked.
import type { FieldError } from '../kernel/problem.ts';
import { type Closure, parseClockTime, parseClosingTime, type TimeOff, type WeeklyHours } from './hours.ts';
import { parseDay, parseLocalTime, WEEKDAYS, type Weekday, type Zone } from './zone.ts';

interface OpenStretch {
  pointer: string;
  text: string;
  start: number;
  end: number;
}

const MINUTES_PER_DAY = 1440;

export function findWeeklyErrors(weekly: WeeklyHours): FieldError[] {
  const errors: FieldError[] = [];
  const stretchesByWeekday = WEEKDAYS.map((weekday) => parseOpenStretches(weekly, weekday, errors));
  for (const [i, stretches] of stretchesByWeekday.entries()) {
    let latestEnding: OpenStretch | undefined;
    for (const stretch of stretches) {
      if (latestEnding && stretch.start < latestEnding.end) {
        errors.push({ pointer: stretch.pointer, detail: `must not overlap ${latestEnding.text} of the same day` });
      }
      if (!latestEnding || stretch.end > latestEnding.end) latestEnding = stretch;
    }
    const nextStretch = stretchesByWeekday[(i + 1) % 7]?.[0];
    if (latestEnding && nextStretch && nextStretch.start + MINUTES_PER_DAY < latestEnding.end) {
      errors.push({ pointer: latestEnding.pointer, detail: `must not run into ${nextStretch.text} of the next day` });
    }
  }
  return errors;
}

function parseOpenStretches(weekly: WeeklyHours, weekday: Weekday, errors: FieldError[]): OpenStretch[] {
  const stretches: OpenStretch[] = [];
  for (const [i, [opens, closes]] of (weekly[weekday] ?? []).entries()) {
    const pointer = `/${weekday}/${i}`;
    const start = parseClockTime(opens);
    const end = parseClosingTime(closes, start ?? 0);
    if (start === undefined) errors.push({ pointer: `${pointer}/0`, detail: 'must be a time from 00:00 to 23:59' });
    if (end === undefined) errors.push({ pointer: `${pointer}/1`, detail: 'must be a time from 00:00 to 24:00' });
    if (start !== undefined && end !== undefined) {
      stretches.push({ pointer, text: `${opens}–${closes}`, start, end });
    }
  }
  return stretches.sort((a, b) => a.start - b.start);
}

export function findClosureErrors(closures: readonly Closure[]): FieldError[] {
  return closures.flatMap(({ from, to }, i) => {
    return findRangeErrors(i, parseDay(from), parseDay(to), 'must be a date such as 2026-12-24');
  });
}

export function findTimeOffErrors(timeOff: readonly TimeOff[], zone: Zone): FieldError[] {
  return timeOff.flatMap(({ from, to }, i) => {
    const firstDay = parseDay(from);
    const lastDay = parseDay(to);
    const start = firstDay === undefined ? parseInstant(from, zone) : zone.epochAt(firstDay, 0);
    const end = lastDay === undefined ? parseInstant(to, zone) : zone.epochAt(lastDay + 1, 0) - 1;
    return findRangeErrors(i, start, end, 'must be a date such as 2026-12-24, or an RFC 3339 time that exists');
  });
}

function findRangeErrors(
  index: number,
  start: number | undefined,
  end: number | undefined,
  detail: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (start === undefined) errors.push({ pointer: `/${index}/from`, detail });
  if (end === undefined) errors.push({ pointer: `/${index}/to`, detail });
  if (start !== undefined && end !== undefined && end < start) {
    errors.push({ pointer: `/${index}/to`, detail: 'must not be before `from`' });
  }
  return errors;
}

function parseInstant(text: string, zone: Zone): number | undefined {
  const parsed = parseLocalTime(text, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : undefined;
}
