// What readings say together: "the day after Thanksgiving", "Monday to Wednesday", "Nov 20 (Friday)".
import { onlyOf } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import { dateOf, dayOfIso, mondayOf, onOrAfter, weekdayOf } from './civil.ts';
import type { Found, Reading, Scene } from './rule.ts';

type DateReading = Extract<Reading, { kind: 'date' }>;
type Offset = Extract<Reading, { kind: 'offset' }>;

const dateIn = (found: Found | undefined): DateReading | undefined => {
  const reading = found?.readings[0];
  return reading?.kind === 'date' ? reading : undefined;
};

export function combine(all: readonly Found[], scene: Scene): Found[] {
  const moved = withOffsets(besideDates(all, scene), scene);
  const dated = withBounds(withWeekdays(withRanges(moved, scene), scene), scene);
  return scene.moving ? dated : inNamedWeek(dated);
}

/** The words between two findings. */
function between(left: Found, right: Found, { phrase: { pieces } }: Scene): string {
  return pieces
    .slice(left.last, right.first)
    .map(({ piece }) => piece)
    .join(' ');
}

const JOINT = /^,? ?(?:and|or|to|-|until|through|thru|\/)?(?: on)?(?: the)?$/;

/**
 * A bare day follows the date beside it: "Jan 15th and 16th", "the 9th and the 10th of August", "next Tuesday or
 * Wednesday", "Wednesday or Thursday next week".
 */
function besideDates(all: readonly Found[], scene: Scene): Found[] {
  const result = [...all];
  const become = (at: number, day: number) => {
    result[at] = { ...must(result[at], 'what is found there'), readings: [{ kind: 'date', day }] };
  };
  const isBare = (date: DateReading) => date.weekday !== undefined || date.ofMonth !== undefined;
  const pairs = all.flatMap((found, i) => {
    const before = all[i - 1];
    return before && JOINT.test(between(before, found, scene)) ? [i] : [];
  });
  for (const i of pairs) {
    const [left, right] = [dateIn(result[i - 1]), dateIn(result[i])];
    if (!left || !right) continue;
    // On a Wednesday, "Tuesday or Wednesday" are next week's.
    if (right.weekday && right.day === scene.today && left.day > scene.today) become(i, right.day + 7);
    if (isBare(left)) continue;
    if (right.weekday && right.day < left.day) become(i, onOrAfter(left.day, right.weekday));
    if (right.ofMonth && right.ofMonth > dateOf(left.day)) become(i, left.day - dateOf(left.day) + right.ofMonth);
  }
  for (const i of pairs.reverse()) {
    const [left, right] = [dateIn(result[i - 1]), dateIn(result[i])];
    if (!left || !right || isBare(right)) continue;
    if (left.weekday && right.inWeek) become(i - 1, mondayOf(right.day) + left.weekday - 1);
    if (left.ofMonth && left.ofMonth < dateOf(right.day)) become(i - 1, right.day - dateOf(right.day) + left.ofMonth);
  }
  return result;
}

function withOffsets(all: readonly Found[], scene: Scene): Found[] {
  const result: Found[] = [];
  for (let i = 0; i < all.length; i++) {
    const found = must(all[i], 'one in each place');
    const [reading] = found.readings;
    if (reading?.kind !== 'offset') {
      result.push(found);
      continue;
    }
    const next = all[i + 1];
    const date = dateIn(next);
    if (next && date && /^(?:|the)$/.test(between(found, next, scene))) {
      result.push({ readings: [besideDate(reading, date.day)], first: found.first, last: next.last });
      i++;
    } else {
      const alone = withoutDate(reading, found, baseOf(result, scene), scene);
      if (alone) result.push(alone);
    }
  }
  return result;
}

function besideDate({ unit, where }: Offset, day: number): Reading {
  const sign = where === 'after' ? 1 : where === 'before' ? -1 : 0;
  if (unit === 'day') return { kind: 'date', day: day + sign };
  if (typeof unit === 'number') {
    return { kind: 'date', day: sign > 0 ? onOrAfter(day + 1, unit) : onOrAfter(day - 7, unit) };
  }
  const monday = mondayOf(day) + 7 * sign;
  return unit === 'week'
    ? { kind: 'days', from: monday, to: monday + 6 }
    : { kind: 'days', from: monday + 5, to: monday + 6 };
}

/** The day that the talk is about: the last one mentioned, else the one agreed. */
function baseOf(before: readonly Found[], { context }: Scene): { day?: number; isSaid?: true } {
  const last = before.findLast(({ readings: [reading] }) => reading?.kind === 'date' || reading?.kind === 'days');
  const [reading] = last?.readings ?? [];
  if (reading?.kind === 'date') return { day: reading.day, isSaid: true };
  if (reading?.kind === 'days') return { day: reading.to, isSaid: true };
  return context.agreed?.date ? { day: dayOfIso(context.agreed.date) } : {};
}

/** "the day after" that; "the Friday after" the one that comes; "Friday after lunch" is just Friday. */
function withoutDate(
  { unit, where }: Offset,
  found: Found,
  { day: base, isSaid }: { day?: number; isSaid?: true },
  { today, phrase }: Scene,
): Found | undefined {
  if (unit === 'day') {
    if (base === undefined) return undefined;
    if (isSaid) return { ...found, readings: [{ kind: 'date', day: base + (where === 'after' ? 1 : -1) }] };
    return { ...found, readings: [{ kind: 'shift', days: 1, direction: where === 'after' ? 'later' : 'earlier' }] };
  }
  if (typeof unit === 'number') {
    const next = phrase.pieces[found.last]?.piece ?? '.';
    const isWhole = /^(?:[.,]|that|please|instead|would|same|at|then|if)$/.test(next) && where === 'after';
    const day = onOrAfter(base ?? today, unit);
    if (isWhole) return { ...found, readings: [{ kind: 'date', day: base && day > base ? day : day + 7 }] };
    const first = phrase.pieces[found.first]?.piece === 'the' ? found.first + 1 : found.first;
    return { readings: [{ kind: 'date', day: onOrAfter(today, unit), weekday: unit }], first, last: first + 1 };
  }
  if (where !== 'after') return undefined;
  const monday = mondayOf(base ?? today) + 7;
  const from = unit === 'week' ? monday : monday + 5;
  return { ...found, readings: [{ kind: 'days', from, to: monday + 6 }] };
}

/** "Monday to Wednesday", "between the 3rd and the 5th"; where something is moved, from the one to the other. */
function withRanges(all: readonly Found[], scene: Scene): Found[] {
  const result: Found[] = [];
  for (let i = 0; i < all.length; i++) {
    const [found, next] = [must(all[i], 'one in each place'), all[i + 1]];
    const [start, end] = [dateIn(found), dateIn(next)];
    const words = start && end && next ? between(found, next, scene) : '';
    const opener = scene.phrase.pieces[found.first - 1]?.piece;
    const isRange =
      /^(?:-|through|thru)(?: the)?$/.test(words) || (!scene.moving && /^(?:to|until)(?: the)?$/.test(words));
    if (!start || !end || !next || !(isRange || (opener === 'between' && /^and(?: the)?$/.test(words)))) {
      result.push(found);
      continue;
    }
    const to = end.weekday ? onOrAfter(start.day, end.weekday) : end.day;
    const isWeekdays = start.weekday && end.weekday && to - start.day < 7;
    if (to < start.day) result.push(found);
    else {
      const weekdays = isWeekdays ? { weekdays: weekdaysBetween(start.day, to) } : {};
      const reading: Reading = { kind: 'days', from: start.day, to, ...weekdays };
      result.push({ readings: [reading], first: found.first, last: next.last });
      i++;
    }
  }
  return result;
}

const weekdaysBetween = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, ahead) => weekdayOf(from + ahead)).sort();

/** A weekday beside the date it falls on adds nothing: "Nov 20 (Friday)". */
function withWeekdays(all: readonly Found[], scene: Scene): Found[] {
  const result: Found[] = [];
  for (const found of all) {
    const before = result.at(-1);
    const [left, right] = [dateIn(before), dateIn(found)];
    if (
      before &&
      left &&
      right &&
      /^(?:,|-|on|a|the|which is a?|is a|,? ?(?:on|the))?$/.test(between(before, found, scene))
    ) {
      const plain = right.weekday ? left : right;
      const weekday = right.weekday ?? left.weekday;
      if (!plain.weekday && weekday === weekdayOf(plain.day)) {
        result[result.length - 1] = { readings: [plain], first: before.first, last: found.last };
        continue;
      }
    }
    result.push(found);
  }
  return result;
}

/** Days that "after the 3rd" still looks at */
const AHEAD = 14;

/** "before Friday", "by the 5th", "from Monday on"; "since Monday" is past. */
function withBounds(all: readonly Found[], scene: Scene): Found[] {
  const { today, phrase, moving } = scene;
  const piece = (at: number) => phrase.pieces[at]?.piece ?? '';
  return all.map((found, at) => {
    const [reading] = found.readings;
    if (reading?.kind !== 'date' && reading?.kind !== 'days') return found;
    const first = piece(found.first - 1) === 'the' ? found.first - 2 : found.first - 1;
    // "2026 and after, Friday": that "after" is the hour's.
    const word = first < (all[at - 1]?.last ?? 0) ? '' : piece(first);
    const [start, end] = reading.kind === 'date' ? [reading.day, reading.day] : [reading.from, reading.to];
    const days = (from: number, to: number): Found =>
      from > to ? found : { readings: [{ kind: 'days', from, to }], first, last: found.last };
    if (word === 'before') return days(today, start - 1);
    if (word === 'by' || (word === 'until' && !moving)) return days(today, end);
    if (word === 'after') return days(end + 1, end + AHEAD);
    if (reading.kind === 'days') return found;
    if (word === 'from' && !moving) return days(start, start + AHEAD);
    if (/^onwards?$/.test(piece(found.last))) return { ...days(start, start + AHEAD), first: found.first };
    if (word !== 'since' || !reading.weekday) return found;
    return { ...found, readings: [{ kind: 'date', day: onOrAfter(today - 7, reading.weekday) }] };
  });
}

/** A bare weekday is meant in the week that the message names: "some time next week, Friday maybe". */
function inNamedWeek(all: readonly Found[]): Found[] {
  const weeks = all.map(({ readings: [reading] }) => reading).filter((reading) => reading?.kind === 'days');
  const week = onlyOf(weeks);
  if (!week || week.to - week.from >= 7 || week.weekdays) return [...all];
  return all.map((found) => {
    const date = dateIn(found);
    if (!date?.weekday || (date.day >= week.from && date.day <= week.to)) return found;
    const day = onOrAfter(week.from, date.weekday);
    return day <= week.to ? { ...found, readings: [{ kind: 'date', day }, ...found.readings.slice(1)] } : found;
  });
}
