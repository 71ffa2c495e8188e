import { describe, expect, it } from 'vitest';
import { zoneOf } from '../../../scheduling/zone.ts';
import { readCalendarObject } from './read-object.ts';

const zone = zoneOf('America/New_York');
const range = { start: Date.parse('2026-11-01T00:00Z'), end: Date.parse('2027-02-01T00:00Z'), zone };

const calendarText = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:x', ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
const busyTimesOf = async (...events: string[][]) =>
  (await readCalendarObject(calendarText(...events), range))?.busyTimes.map(({ start, end }) => [
    new Date(start).toISOString().slice(0, 16),
    new Date(end).toISOString().slice(0, 16),
  ]);

describe('the busy time of an event', () => {
  it.each([
    ['in UTC', ['DTSTART:20261120T150000Z', 'DTEND:20261120T160000Z'], ['2026-11-20T15:00', '2026-11-20T16:00']],
    ['with a duration', ['DTSTART:20261120T150000Z', 'DURATION:PT30M'], ['2026-11-20T15:00', '2026-11-20T15:30']],
    ['without a zone', ['DTSTART:20261120T100000', 'DTEND:20261120T110000'], ['2026-11-20T15:00', '2026-11-20T16:00']],
    [
      'in a zone that is not described',
      ['DTSTART;TZID=Europe/Paris:20261120T100000', 'DTEND;TZID=Europe/Paris:20261120T110000'],
      ['2026-11-20T09:00', '2026-11-20T10:00'],
    ],
    [
      'of whole days',
      ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261122'],
      ['2026-11-20T05:00', '2026-11-22T05:00'],
    ],
    ['of one day', ['DTSTART;VALUE=DATE:20261120'], ['2026-11-20T05:00', '2026-11-21T05:00']],
  ])('is read for an event %s', async (_, lines, expected) => {
    expect(await busyTimesOf(lines)).toEqual([expected]);
  });

  it.each([
    ['is transparent', ['TRANSP:TRANSPARENT', 'DTSTART:20261120T150000Z', 'DTEND:20261120T160000Z']],
    ['is canceled', ['STATUS:CANCELLED', 'DTSTART:20261120T150000Z', 'DTEND:20261120T160000Z']],
    ['is before the range', ['DTSTART:20200120T150000Z', 'DTEND:20200120T160000Z']],
    ['has no length', ['DTSTART:20261120T150000Z', 'DTEND:20261120T150000Z']],
  ])('is empty if the event %s', async (_, lines) => {
    expect(await busyTimesOf(lines)).toEqual([]);
  });

  it('keeps the local time of a repeating event when the clocks change', async () => {
    const weekly = ['DTSTART;TZID=Europe/Paris:20261002T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=8'];
    expect((await busyTimesOf(weekly))?.map(([start]) => start)).toEqual([
      '2026-11-06T09:00',
      '2026-11-13T09:00',
      '2026-11-20T09:00',
    ]);
  });

  it('follows the exceptions of a repeating event: days removed, moved or marked as free', async () => {
    const dailyEvent = [
      'DTSTART:20261120T150000Z',
      'DTEND:20261120T160000Z',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE:20261121T150000Z',
    ];
    const movedOccurrence = ['RECURRENCE-ID:20261122T150000Z', 'DTSTART:20261122T200000Z', 'DTEND:20261122T210000Z'];
    const freeOccurrence = [
      'RECURRENCE-ID:20261123T150000Z',
      'TRANSP:TRANSPARENT',
      'DTSTART:20261123T150000Z',
      'DTEND:20261123T160000Z',
    ];
    const starts = new Set((await busyTimesOf(dailyEvent, movedOccurrence, freeOccurrence))?.map(([start]) => start));
    expect(starts).toEqual(new Set(['2026-11-20T15:00', '2026-11-22T20:00', '2026-11-24T15:00']));
  });

  it('stops at the end of the range if the event repeats forever', async () => {
    const dailyBusyTimes = await busyTimesOf(['DTSTART:20200101T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']);
    expect([dailyBusyTimes?.length, dailyBusyTimes?.at(-1)?.[0]]).toEqual([92, '2027-01-31T15:00']);
    const everySecond = ['DTSTART:20261101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'];
    expect((await busyTimesOf(everySecond))?.length).toBeLessThan(20_000);
    await expect(readCalendarObject(calendarText(everySecond), range, { remainingOccurrences: 100 })).rejects.toThrow(
      'too many repeating events',
    );
  });

  it('comes with a single exact time only if the event neither lasts whole days nor repeats', async () => {
    const singleTimeOf = async (...lines: string[]) => (await readCalendarObject(calendarText(lines), range))?.time;
    expect(await singleTimeOf('DTSTART:20261120T150000Z', 'DTEND:20261120T160000Z')).toEqual({
      start: Date.parse('2026-11-20T15:00Z'),
      end: Date.parse('2026-11-20T16:00Z'),
    });
    expect(await singleTimeOf('DTSTART;VALUE=DATE:20261120')).toBeUndefined();
    expect(await singleTimeOf('DTSTART:20261120T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')).toBeUndefined();
  });

  it('is undefined if the text cannot be read as an event', async () => {
    expect(await readCalendarObject('BEGIN:VCALENDAR\r\nnonsense', range)).toBeUndefined();
    expect(await readCalendarObject('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR', range)).toBeUndefined();
  });
});
