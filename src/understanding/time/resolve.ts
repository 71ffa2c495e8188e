// From readings to mentions: which half of the day, which of two Fridays, and what an hour later comes to.
import { clockOf, dayOfIso, HOUR, isoOf, minutesOf, weekdayOf } from './civil.ts';
import { partNamed } from './day-parts.ts';
import { type Around, minuteMeant } from './half-day.ts';
import type { TimeMeaning, TimeMention } from './mention.ts';
import type { Clock, Found, Reading, Scene } from './rule.ts';

/** A mention and the pieces that it stands on. */
export type Placed = { mention: TimeMention; first: number; last: number };

type Of<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

export function resolve(all: readonly Found[], scene: Scene): Placed[] {
  const placed: Placed[] = [];
  const dated = all.map((found) => ({ ...found, readings: onToday(found, all, scene) }));
  for (const found of dated) {
    const meanings = found.readings.flatMap((reading) => meaningsOf(reading, found, dated, scene));
    const { pieces, text } = scene.phrase;
    const span = { start: pieces[found.first]!.start, end: pieces[found.last - 1]!.end };
    meanings.forEach((meaning, i) => {
      const { start, end } = i === 0 ? span : { start: span.end, end: span.end };
      const said = text.slice(start, end);
      placed.push({ mention: { start, end, text: said, ...meaning }, first: found.first, last: found.last });
    });
  }
  return placed;
}

function meaningsOf(reading: Reading, found: Found, all: readonly Found[], scene: Scene): TimeMeaning[] {
  const { today, minute } = scene;
  switch (reading.kind) {
    case 'date':
      return [{ kind: 'date', date: isoOf(reading.day), ...(reading.holiday ? { holiday: reading.holiday } : {}) }];
    case 'days': {
      const { from, to, name, weekdays } = reading;
      const named = name ?? words(found, scene);
      return [{ kind: 'days', from: isoOf(from), to: isoOf(to), name: named, ...(weekdays ? { weekdays } : {}) }];
    }
    case 'part':
      return [{ kind: 'window', ...partNamed(reading.name), name: reading.name }];
    case 'window':
      return [windowOf(reading, found, all, scene)];
    case 'clock':
      return [timeOf(reading.clock, found, all, scene)];
    case 'moment': {
      const at = minute + reading.minutes;
      return [{ kind: 'moment', date: isoOf(today + Math.floor(at / (24 * HOUR))), time: clockOf(at) }];
    }
    case 'shift':
      return [reading, ...shifted(reading, scene)];
    case 'offset':
    case 'nothing':
      return [];
    default:
      return [reading];
  }
}

const words = ({ first, last }: Found, { phrase: { pieces, text } }: Scene) =>
  text.slice(pieces[first]!.start, pieces[last - 1]!.end);

/** The day and the part of the day that go with a time: the nearest before it, else the nearest after. */
function aroundOf(found: Found, all: readonly Found[]): Around {
  const nearest = <T>(pick: (reading: Reading) => T | undefined): T | undefined => {
    const values = all.flatMap(({ first, readings }) => {
      const value = readings.map(pick).find((each) => each !== undefined);
      return value === undefined ? [] : [{ first, value }];
    });
    const before = values.findLast(({ first }) => first <= found.first);
    return (before ?? values.find(({ first }) => first > found.first))?.value;
  };
  return {
    day: nearest((reading) => (reading.kind === 'date' ? reading.day : undefined)),
    part: nearest((reading) => (reading.kind === 'part' && reading.name !== 'any time' ? reading.name : undefined)),
  };
}

function timeOf(clock: Clock, found: Found, all: readonly Found[], scene: Scene): TimeMeaning {
  const { minute, inferred } = minuteMeant(clock, aroundOf(found, all), scene);
  const before = scene.phrase.pieces[found.first - 1]?.piece ?? '';
  const after = scene.phrase.line.slice(scene.phrase.places[found.last] ?? Number.POSITIVE_INFINITY);
  const isAbout =
    clock.about ||
    (/^(?:around|about|approx|approximately|roughly|like|say|circa)$/.test(before) && !isOffer(found, scene)) ||
    /^(?:or so|or thereabouts|give or take|or around|or about|approx|roughly)\b/.test(after);
  return {
    kind: 'time',
    time: clockOf(minute),
    ...(isAbout ? { about: true } : {}),
    ...(inferred ? { inferred: true } : {}),
  };
}

/** "what about 8" is an offer, not about eight. */
const isOffer = ({ first }: Found, { phrase: { pieces } }: Scene) =>
  pieces[first - 1]?.piece === 'say' || /^(?:what|how)$/.test(pieces[first - 2]?.piece ?? '');

function windowOf(reading: Of<'window'>, found: Found, all: readonly Found[], scene: Scene): TimeMeaning {
  const name = reading.name ?? words(found, scene);
  const around = aroundOf(found, all);
  const { from, to } = reading;
  if (from && to) {
    const [start, end] = stretch(from, to, around, scene);
    return { kind: 'window', from: clockOf(start), to: clockOf(end), name };
  }
  const bound = (clock: Clock | null, isEnd: boolean) =>
    clock && clockOf(minuteMeant(isEnd ? endOfDay(clock, scene) : clock, { ...around, isEnd }, scene).minute);
  return { kind: 'window', from: bound(from, false), to: bound(to, true), name };
}

/** "open till 10" is the evening, whatever the hours. */
function endOfDay(clock: Clock, { phrase: { line } }: Scene): Clock {
  const asksClosing = / (?:open|close|closes|closed|closing) .{0,30}until /.test(line);
  return asksClosing && !clock.half && clock.hour < 12 ? { ...clock, half: 'pm' } : clock;
}

/** Both ends of a stretch, the second the first such time after the first; "5-7pm" gives both the same half. */
function stretch(from: Clock, to: Clock, around: Around, scene: Scene): [number, number] {
  const open = { ...from };
  if (to.half && !from.half && from.hour <= 12) {
    const sameHalf = minuteMeant({ ...from, half: to.half }, around, scene).minute;
    open.half = sameHalf <= minuteMeant(to, around, scene).minute ? to.half : to.half === 'pm' ? 'am' : 'pm';
  }
  const start = minuteMeant(open, around, scene).minute;
  if (to.half || to.hour > 12) return [start, minuteMeant(to, around, scene).minute];
  const early = (to.hour % 12) * HOUR + to.minute;
  return [start, early > start ? early : early + 12 * HOUR];
}

function shifted({ minutes, days, direction }: Of<'shift'>, { context: { agreed } }: Scene): TimeMeaning[] {
  const sign = direction === 'later' ? 1 : -1;
  if (minutes && agreed?.time) {
    const at = minutesOf(agreed.time) + sign * minutes;
    return at >= 0 && at < 24 * HOUR ? [{ kind: 'time', time: clockOf(at) }] : [];
  }
  const day = days && agreed?.date ? dayOfIso(agreed.date) : undefined;
  return day === undefined ? [] : [{ kind: 'date', date: isoOf(day + sign * days!) }];
}

/** A bare weekday that is today's: today while the time said is ahead, else while the doors are open, else in a week. */
function onToday(found: Found, all: readonly Found[], scene: Scene): Reading[] {
  const { today, minute, context } = scene;
  return found.readings.map((reading) => {
    if (reading.kind !== 'date' || !reading.weekday || reading.day !== today) return reading;
    if (reading.weekday !== weekdayOf(today)) return reading;
    const clock = all.flatMap(({ readings }) => readings).find((each) => each.kind === 'clock');
    const at =
      clock?.kind === 'clock' ? minuteMeant(clock.clock, { ...aroundOf(found, all), day: today }, scene) : undefined;
    const periods = context.hours?.(isoOf(today)) ?? [];
    const ends = at ? at.minute : Math.max(...periods.map(([, close]) => close));
    const isOver = (at !== undefined || periods.length > 0) && ends <= minute;
    return isOver ? { ...reading, day: today + 7 } : reading;
  });
}
