import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFormat, formatSeconds, formatUsDollars } from './locale-format.ts';

/** The kind of space before "PM" differs between versions of the locale data. */
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ');
const newYork = createFormat('en-US', 'America/New_York', 'USD');
const berlin = createFormat('de-DE', 'Europe/Berlin', 'EUR');

describe('times in the business’s time zone', () => {
  it('formats the time', () => {
    expect(withPlainSpaces(newYork.time('2026-11-20T00:30:00Z'))).toBe('7:30 PM');
    expect(withPlainSpaces(berlin.time('2026-11-20T12:30:00Z'))).toBe('13:30');
    expect(withPlainSpaces(newYork.time(new Date('2026-11-20T00:30:00Z')))).toBe('7:30 PM');
  });

  it('formats the date', () => {
    expect(newYork.day('2026-11-20T00:30:00Z')).toBe('Nov 19');
    expect(withPlainSpaces(newYork.dateTime('2026-11-20T00:30:00Z'))).toBe('Thu, Nov 19, 7:30 PM');
  });

  it('formats whole hours', () => {
    expect(withPlainSpaces(newYork.hour(19 * 60))).toBe('7 PM');
    expect(withPlainSpaces(newYork.hour(25 * 60))).toBe('1 AM');
    expect(withPlainSpaces(berlin.hour(19 * 60))).toBe('19 Uhr');
  });

  it('gives the local time as the API writes it', () => {
    expect(newYork.local('2026-11-20T00:30:00Z')).toBe('2026-11-19T19:30');
    expect(berlin.local(new Date('2026-11-19T23:05:00Z'))).toBe('2026-11-20T00:05');
    expect(createFormat('en-US', 'UTC', 'USD').local('2026-11-20T00:30:59Z')).toBe('2026-11-20T00:30');
    // The hour that the clocks skip, and the one that they repeat.
    expect(newYork.local('2026-03-08T07:00:00Z')).toBe('2026-03-08T03:00');
    expect(newYork.local('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30');
  });

  it('formats plain dates the same in every time zone', () => {
    for (const zone of ['Pacific/Apia', 'Pacific/Honolulu', 'UTC']) {
      const format = createFormat('en-US', zone, 'USD');
      expect(format.longDay('2026-11-20')).toBe('Friday, November 20, 2026');
      expect(format.shortDay('2026-11-20')).toMatch(/^Fri.*20/);
      expect(withPlainSpaces(format.clock(19 * 60 + 30))).toBe('7:30 PM');
    }
  });
});

describe('recent times', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T03:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('shows the time today and the date before that', () => {
    expect(newYork.today()).toBe('2026-11-19');
    expect(withPlainSpaces(newYork.timeOrDay('2026-11-19T14:00:00Z'))).toBe('9:00 AM');
    expect(newYork.timeOrDay('2026-11-19T04:00:00Z')).toBe('Nov 18');
    expect(berlin.today()).toBe('2026-11-20');
  });
});

describe('numbers', () => {
  it('formats money from minor units', () => {
    expect(newYork.money(123456)).toBe('$1,234.56');
    expect(withPlainSpaces(berlin.money(990))).toBe('9,90 €');
    expect(createFormat('en-US', 'UTC', 'JPY').money(1200)).toBe('¥1,200');
    expect(createFormat('en-US', 'UTC', 'KWD').money(1500)).toMatch(/1\.500$/);
  });

  it('formats a missing percentage as a dash', () => {
    expect(newYork.percent(0.256)).toBe('26%');
    expect(newYork.percent(0)).toBe('0%');
    expect(newYork.percent(null)).toBe('–');
    expect(berlin.number(12345)).toBe('12.345');
  });

  it.each([
    [0, '$0.00'],
    [1, '$0.00'],
    [150, '$0.0002'],
    [9_999, '$0.01'],
    [10_000, '$0.01'],
    [1_234_567, '$1.23'],
  ])('formats a model cost of %i millionths as %s', (millionths, expected) => {
    expect(formatUsDollars(millionths)).toBe(expected);
  });

  it('formats durations in seconds with one decimal', () => {
    expect([formatSeconds(1250), formatSeconds(40), formatSeconds(2000)]).toEqual(['1.3 sec', '0 sec', '2 sec']);
  });
});
