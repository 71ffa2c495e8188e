import { describe, expect, it } from 'vitest';
import { sayFor } from './say.ts';

const american = sayFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
const british = sayFor({ locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' });
const japanese = sayFor({ locale: 'ja-JP', timezone: 'Asia/Tokyo', currency: 'JPY' });

describe('a business says', () => {
  it.each([
    [american, 1450, '$14.50'],
    [american, 3200, '$32'],
    [american, 0, '$0'],
    [american, 123_456_00, '$123,456'],
    [british, 999, '£9.99'],
    [japanese, 1450, '￥1,450'],
    [sayFor({ locale: 'de-DE', timezone: 'Europe/Berlin', currency: 'EUR' }), 1450, '14,50 €'],
    [sayFor({ locale: 'en-US', timezone: 'UTC', currency: 'KWD' }), 1500, 'KWD 1.500'],
  ])('money in its currency and locale (%#)', (say, amount, text) => {
    expect(say.money(amount)).toBe(text);
  });

  it('times on its own clock', () => {
    expect(american.time('2026-11-20T00:30:00Z')).toBe('Thursday, November 19 at 7:30 PM');
    expect(british.time('2026-11-19T19:30:00Z')).toBe('Thursday 19 November at 19:30');
    expect(american.clock('2026-11-20T00:30:00Z')).toBe('7:30 PM');
  });

  it('lists and choices', () => {
    expect(american.list(['tea', 'milk', 'cake'])).toBe('tea, milk, and cake');
    expect(british.choices(['7:15', '8:00'])).toBe('7:15 or 8:00');
  });
});
