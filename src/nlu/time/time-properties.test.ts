// Properties that hold for every message.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { chooseCaseCount } from '../../../test/random.ts';
import { formatDay } from '../../kernel/clock.ts';
import { addMonths, dayNumberOf, dayNumberOfIso, findNthWeekday, mondayOf, weekdayOf } from './civil-dates.ts';
import { readBirthDate, readTimes, resolveTimeRequest, type TimeContext, type TimeMention } from './time.ts';
import { gymHours, NOW, restaurantHours } from './time-test-helpers.ts';

const WORDS =
  'at on the next this friday fri sat monday tomorrow tonight week weekend weeks day after before between ' +
  'and or not to from move my in two half past quarter 7 7pm 7:30 19:30 23rd dec december 3 12/3 2026 hour ' +
  'an a minutes later earlier for people morning evening until by 8ish o’clock of first last may , . ? - / ' +
  'actually make it no every mondays noon';
const sentence = fc
  .array(fc.oneof(fc.constantFrom(...WORDS.split(' ')), fc.nat(3000).map(String), fc.string({ maxLength: 4 })))
  .map((words) => words.join(' '));
const anyText = fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit: 'grapheme' }));
const anyDay = fc.integer({ min: dayNumberOf(2024, 1, 1)!, max: dayNumberOf(2031, 12, 31)! });
const anyTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyContext: fc.Arbitrary<TimeContext> = fc
  .record({
    day: anyDay,
    time: anyTime,
    openingPeriodsOn: fc.constantFrom(undefined, restaurantHours, gymHours),
    isDayFirst: fc.boolean(),
    expects: fc.constantFrom(undefined, 'date', 'time', 'both'),
    agreed: fc.option(fc.record({ date: anyDay.map(formatDay), time: anyTime }, { requiredKeys: [] }), {
      nil: undefined,
    }),
  })
  .map(({ day, time, ...rest }) => ({ now: `${formatDay(day)}T${time}`, ...rest }));

const datesOf = (mention: TimeMention) =>
  'date' in mention ? [mention.date] : mention.kind === 'days' ? [mention.from, mention.to] : [];
const timesOf = (mention: TimeMention) =>
  'time' in mention ? [mention.time] : mention.kind === 'window' ? [mention.from, mention.to] : [];

describe('for any text', () => {
  it('assigns each word to at most one mention', () => {
    const context = { now: '2024-01-01T00:00', isDayFirst: false };
    expect(readTimes('2026 & after friday', context).map(({ text }) => text)).toEqual(['2026 & after', 'friday']);
  });

  it('returns mentions in text order, with valid dates and times', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        let end = 0;
        for (const mention of readTimes(text, context)) {
          expect(mention.start).toBeGreaterThanOrEqual(end);
          expect(mention.end).toBeGreaterThanOrEqual(mention.start);
          expect(text.slice(mention.start, mention.end)).toBe(mention.text);
          for (const date of datesOf(mention)) expect(formatDay(dayNumberOfIso(date)!)).toBe(date);
          for (const time of timesOf(mention)) if (time) expect(time).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
          if (mention.kind === 'days') expect(mention.from <= mention.to).toBe(true);
          end = mention.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: chooseCaseCount(3_000) },
    );
  });

  it('requests either a date or days, and either a time or a window', () => {
    fc.assert(
      fc.property(anyText, anyContext, (text, context) => {
        const request = resolveTimeRequest(readTimes(text, context), context);
        expect(request.date && request.days).toBeUndefined();
        expect(request.time && request.window).toBeUndefined();
      }),
      { numRuns: chooseCaseCount(1_000) },
    );
  });

  it('reads only dates of birth in the past', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), anyDay, (text, isDayFirst, today) => {
        const birthDate = readBirthDate(text, isDayFirst, formatDay(today));
        if (birthDate) expect(birthDate.date <= formatDay(today)).toBe(true);
      }),
    );
  });
});

describe('running time', () => {
  const agreed = { date: '2026-11-20', time: '19:00' };
  it.each([
    ['numbers', '7 '],
    ['days', 'friday or '],
    ['phones', '555 '],
    ['dots', '12.30.'],
    ['at signs', 'a@'],
    ['letters', 'a'],
    ['half sentences', 'in 2 to half past next week the first of '],
    ['moves', 'move my 3pm from friday to '],
  ])('is linear in the length of the text: %s', (_, unit) => {
    const readRepeated = (length: number) =>
      readTimes(unit.repeat(length).slice(0, length), {
        now: NOW,
        openingPeriodsOn: restaurantHours,
        expects: 'both',
        agreed,
      });
    expect(measureGrowth(readRepeated, 500)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});

describe('civil dates', () => {
  it('agree with Temporal', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(24), fc.constantFrom(1, 2, 3, 4, -1), (day, months, nth) => {
        const date = Temporal.PlainDate.from(formatDay(day));
        expect(dayNumberOf(date.year, date.month, date.day)).toBe(day);
        expect(weekdayOf(day)).toBe(date.dayOfWeek);
        expect(formatDay(mondayOf(day))).toBe(date.subtract({ days: date.dayOfWeek - 1 }).toString());
        expect(formatDay(addMonths(day, months))).toBe(date.add({ months }).toString());
        const nthDate = Temporal.PlainDate.from(formatDay(findNthWeekday(date.year, date.month, date.dayOfWeek, nth)));
        expect([nthDate.month, nthDate.dayOfWeek]).toEqual([date.month, date.dayOfWeek]);
        expect(nth < 0 ? nthDate.daysInMonth - nthDate.day < 7 : Math.ceil(nthDate.day / 7) === nth).toBe(true);
      }),
    );
  });
});
