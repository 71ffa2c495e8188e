import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatFor, seconds, usDollars } from './figures.ts';

/** With plain spaces: which kind stands before "PM" differs from one version of the data to the next. */
const plain = (text: string) => text.replace(/\s/g, ' ');
const newYork = formatFor('en-US', 'America/New_York', 'USD');
const berlin = formatFor('de-DE', 'Europe/Berlin', 'EUR');

describe('times are those of the business, wherever the screen is', () => {
  it('on the clock', () => {
    expect(plain(newYork.time('2026-11-20T00:30:00Z'))).toBe('7:30 PM');
    expect(plain(berlin.time('2026-11-20T12:30:00Z'))).toBe('13:30');
    expect(plain(newYork.time(new Date('2026-11-20T00:30:00Z')))).toBe('7:30 PM');
  });

  it('on the calendar', () => {
    expect(newYork.day('2026-11-20T00:30:00Z')).toBe('Nov 19');
    expect(plain(newYork.full('2026-11-20T00:30:00Z'))).toBe('Thu, Nov 19, 7:30 PM');
  });

  it('and a day that has no clock is that day in every zone', () => {
    for (const zone of ['Pacific/Apia', 'Pacific/Honolulu', 'UTC']) {
      const format = formatFor('en-US', zone, 'USD');
      expect(format.longDay('2026-11-20')).toBe('Friday, November 20, 2026');
      expect(format.shortDay('2026-11-20')).toMatch(/^Fri.*20/);
      expect(plain(format.clock(19 * 60 + 30))).toBe('7:30 PM');
    }
  });
});

describe('what was lately', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T03:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('is told by the clock on the same day of the business, and by the day before that', () => {
    expect(newYork.today()).toBe('2026-11-19');
    expect(plain(newYork.recent('2026-11-19T14:00:00Z'))).toBe('9:00 AM');
    expect(newYork.recent('2026-11-19T04:00:00Z')).toBe('Nov 18');
    expect(berlin.today()).toBe('2026-11-20');
  });
});

describe('figures', () => {
  it('of money come in the smallest unit of their currency', () => {
    expect(newYork.money(123456)).toBe('$1,234.56');
    expect(plain(berlin.money(990))).toBe('9,90 €');
    expect(formatFor('en-US', 'UTC', 'JPY').money(1200)).toBe('¥1,200');
    expect(formatFor('en-US', 'UTC', 'KWD').money(1500)).toMatch(/1\.500$/);
  });

  it('of shares are a dash where there is nothing to have a share of', () => {
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
  ])('of a model, %i millionths, are %s', (millionths, expected) => {
    expect(usDollars(millionths)).toBe(expected);
  });

  it('of waiting are seconds with a tenth', () => {
    expect([seconds(1250), seconds(40), seconds(2000)]).toEqual(['1.3 sec', '0 sec', '2 sec']);
  });
});
