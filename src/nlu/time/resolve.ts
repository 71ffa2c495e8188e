// From readings to mentions: which half of the day, which of two Fridays, and what an hour later comes to.
import { must } from '../../kernel/must.ts';
import { clockOf, dayOfIso, HOUR, isoOf, minutesOf, weekdayOf } from './civil.ts';
import { partNamed } from './day-parts.ts';
import { type Around, minuteMeant } from './half-day.ts';
import type { TimeMeaning, TimeMention } from './mention.ts';
import type { Clock, Found, Reading, Scene } from './rule.ts';

/** A mention and the pieces that it stands on. */
export type Placed = { mention: TimeMention; first: number; last: number };

type Of<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

/** The scene and all that was found in it. */
type Setting = Scene & { all: readonly Found[]; around: (found: Found) => Around };

export function resolve(found: readonly Found[], scene: Scene): Placed[] {
  const guess = { ...scene, all: found, around: aroundIn(found) };
  const all = found.map((each) => ({ ...each, readings: onToday(each, guess) }));
  const setting = { ...scene, all, around: aroundIn(all) };
  return all.flatMap((each) => {
    const { text } = scene.phrase;
    const span = spanOf(each, scene);
    const meanings = each.readings.flatMap((reading) => meaningsOf(reading, each, setting));
    return meanings.map((meaning, i) => {
      const start = i === 0 ? span.start : span.end;
      const mention = { start, end: span.end, text: text.slice(start, span.end), ...meaning };
      return { mention, first: each.first, last: each.last };
    });
  });
}

function meaningsOf(reading: Reading, found: Found, setting: Setting): TimeMeaning[] {
  switch (reading.kind) {
    case 'date':
      return [{ kind: 'date', date: isoOf(reading.day), ...(reading.holiday ? { holiday: reading.holiday } : {}) }];
    case 'days': {
      const { from, to, name = words(found, setting), weekdays } = reading;
      return [{ kind: 'days', from: isoOf(from), to: isoOf(to), name, ...(weekdays ? { weekdays } : {}) }];
    }
    case 'part':
      return [{ kind: 'window', ...partNamed(reading.name), name: reading.name }];
    case 'window':
      return [windowOf(reading, found, setting)];
    case 'clock':
      return [timeOf(reading.clock, found, setting)];
    case 'moment': {
      const at = setting.minute + reading.minutes;
      return [{ kind: 'moment', date: isoOf(setting.today + Math.floor(at / (24 * HOUR))), time: clockOf(at) }];
    }
    case 'shift':
      return [reading, ...shifted(reading, setting)];
    case 'offset':
    case 'nothing':
      return [];
    default:
      return [reading];
  }
}

const spanOf = ({ first, last }: Found, { phrase: { pieces } }: Scene) => ({
  start: must(pieces[first], 'a first piece').start,
  end: must(pieces[last - 1], 'a last piece').end,
});

function words(found: Found, scene: Scene): string {
  const { start, end } = spanOf(found, scene);
  return scene.phrase.text.slice(start, end);
}

/** The day and the part of the day that go with a time: the nearest before it, else the nearest after. */
function aroundIn(all: readonly Found[]): Setting['around'] {
  const placed = all.flatMap(({ first, readings }) => readings.map((reading) => ({ first, reading })));
  const days = placed.filter(({ reading }) => reading.kind === 'date');
  const parts = placed.filter(({ reading }) => reading.kind === 'part' && reading.name !== 'any time');
  const nearest = (some: typeof placed, to: number) => (some.findLast(({ first }) => first <= to) ?? some[0])?.reading;
  return ({ first }) => {
    const [day, part] = [nearest(days, first), nearest(parts, first)];
    return {
      ...(day?.kind === 'date' ? { day: day.day } : {}),
      ...(part?.kind === 'part' ? { part: part.name } : {}),
    };
  };
}

function timeOf(clock: Clock, found: Found, setting: Setting): TimeMeaning {
  const half = clock.half ?? halfBeside(clock, found, setting);
  const { minute, inferred } = minuteMeant({ ...clock, half }, setting.around(found), setting);
  return {
    kind: 'time',
    time: clockOf(minute),
    ...(clock.about || isAbout(found, setting) ? { about: true } : {}),
    ...(inferred ? { inferred: true } : {}),
  };
}

/** "6 or 7pm": both in the evening; "move my 10:30 to 11am": both in the morning. */
function halfBeside({ hour }: Clock, { last }: Found, { all, phrase: { pieces } }: Setting): Clock['half'] {
  const joint = pieces[last]?.piece ?? '';
  if (!/^(?:or|and|\/|to)$/.test(joint)) return undefined;
  const reading = all.find(({ first }) => first === last + 1)?.readings[0];
  if (reading?.kind !== 'clock') return undefined;
  return joint === 'to' && hour % 12 > reading.clock.hour % 12 ? undefined : reading.clock.half;
}

/** "around 8", "8 or so"; but "what about 8" is an offer. */
function isAbout({ first, last }: Found, { phrase: { pieces, line, places } }: Scene): boolean {
  const [further = '', before = ''] = [pieces[first - 2]?.piece, pieces[first - 1]?.piece];
  if (/^(?:around|about|like)$/.test(before)) return !/^(?:what|how)$/.test(further);
  const after = line.slice(places[last] ?? line.length);
  return /^(?:or so|or thereabouts|give or take|or around|or about|around) /.test(after);
}

function windowOf(reading: Of<'window'>, found: Found, setting: Setting): TimeMeaning {
  const name = reading.name ?? words(found, setting);
  const around = setting.around(found);
  const { from, to } = reading;
  if (from && to) {
    const [start, end] = stretch(from, to, around, setting);
    return { kind: 'window', from: clockOf(start), to: clockOf(end), name };
  }
  return {
    kind: 'window',
    from: from && clockOf(minuteMeant(from, around, setting).minute),
    to: to && clockOf(minuteMeant(endOfDay(to, setting), { ...around, isEnd: true }, setting).minute),
    name,
  };
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
  const day = agreed?.date ? dayOfIso(agreed.date) : undefined;
  return !days || day === undefined ? [] : [{ kind: 'date', date: isoOf(day + sign * days) }];
}

/** Today's weekday means today while the time said is ahead or, without one, while doors are open; else in a week. */
function onToday(found: Found, setting: Setting): readonly Reading[] {
  const { today, minute, context } = setting;
  const [date] = found.readings;
  if (date?.kind !== 'date' || date.weekday !== weekdayOf(today) || date.day !== today) return found.readings;
  const said = setting.all.flatMap(({ readings }) => readings).find((reading) => reading.kind === 'clock');
  const at = said && minuteMeant(said.clock, { ...setting.around(found), day: today }, setting).minute;
  const closing = Math.max(-1, ...(context.hours?.(isoOf(today)) ?? []).map(([, close]) => close));
  const end = at ?? (closing < 0 ? Number.POSITIVE_INFINITY : closing);
  return end > minute ? found.readings : [{ ...date, day: today + 7 }, ...found.readings.slice(1)];
}
