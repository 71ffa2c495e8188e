// What contradicts itself in the hours, closures and time off of a document; pointers are relative to each of them.
import type { FieldError } from '../kernel/problem.ts';
import { type Closure, readClock, readEnd, type TimeOff, type Weekly } from './hours.ts';
import { readDay, readLocal, WEEKDAYS, type Weekday, type Zone } from './zone.ts';

interface Stretch {
  pointer: string;
  text: string;
  start: number;
  end: number;
}

const MIDNIGHT = 1440;

export function weeklyErrors(weekly: Weekly): FieldError[] {
  const errors: FieldError[] = [];
  const days = WEEKDAYS.map((weekday) => readStretches(weekly, weekday, errors));
  for (const [i, stretches] of days.entries()) {
    let longest: Stretch | undefined;
    for (const stretch of stretches) {
      if (longest && stretch.start < longest.end) {
        errors.push({ pointer: stretch.pointer, detail: `must not overlap ${longest.text} of the same day` });
      }
      if (!longest || stretch.end > longest.end) longest = stretch;
    }
    const next = days[(i + 1) % 7]?.[0];
    if (longest && next && next.start + MIDNIGHT < longest.end) {
      errors.push({ pointer: longest.pointer, detail: `must not run into ${next.text} of the next day` });
    }
  }
  return errors;
}

function readStretches(weekly: Weekly, weekday: Weekday, errors: FieldError[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [i, [opens, closes]] of (weekly[weekday] ?? []).entries()) {
    const pointer = `/${weekday}/${i}`;
    const start = readClock(opens);
    const end = readEnd(closes, start ?? 0);
    if (start === undefined) errors.push({ pointer: `${pointer}/0`, detail: 'must be a time from 00:00 to 23:59' });
    if (end === undefined) errors.push({ pointer: `${pointer}/1`, detail: 'must be a time from 00:00 to 24:00' });
    if (start !== undefined && end !== undefined) {
      stretches.push({ pointer, text: `${opens}–${closes}`, start, end });
    }
  }
  return stretches.sort((a, b) => a.start - b.start);
}

export function closureErrors(closures: readonly Closure[]): FieldError[] {
  return closures.flatMap(({ from, to }, i) => {
    return rangeErrors(i, readDay(from), readDay(to), 'must be a date such as 2026-12-24');
  });
}

export function timeOffErrors(timeOff: readonly TimeOff[], zone: Zone): FieldError[] {
  return timeOff.flatMap(({ from, to }, i) => {
    const firstDay = readDay(from);
    const lastDay = readDay(to);
    const start = firstDay === undefined ? readMoment(from, zone) : zone.epochAt(firstDay, 0);
    const end = lastDay === undefined ? readMoment(to, zone) : zone.epochAt(lastDay + 1, 0) - 1;
    return rangeErrors(i, start, end, 'must be a date such as 2026-12-24, or an RFC 3339 time that exists');
  });
}

function rangeErrors(index: number, start: number | undefined, end: number | undefined, detail: string): FieldError[] {
  const errors: FieldError[] = [];
  if (start === undefined) errors.push({ pointer: `/${index}/from`, detail });
  if (end === undefined) errors.push({ pointer: `/${index}/to`, detail });
  if (start !== undefined && end !== undefined && end < start) {
    errors.push({ pointer: `/${index}/to`, detail: 'must not be before `from`' });
  }
  return errors;
}

function readMoment(text: string, zone: Zone): number | undefined {
  const read = readLocal(text, zone);
  return read && 'epoch' in read ? read.epoch : undefined;
}
