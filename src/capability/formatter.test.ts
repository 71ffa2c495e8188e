import { describe, expect, it } from 'vitest';
import { listMissingTranslations } from '../messages/catalogue.ts';
import { type Business, EMPTY_DOCUMENT } from './document.ts';
import { formatterFor, inLanguage } from './formatter.ts';

const american = formatterFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
const british = formatterFor({ locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' });
const japanese = formatterFor({ locale: 'ja-JP', timezone: 'Asia/Tokyo', currency: 'JPY' });

describe('formatting', () => {
  it.each([
    [american, 1450, '$14.50'],
    [american, 3200, '$32'],
    [american, 0, '$0'],
    [american, 123_456_00, '$123,456'],
    [british, 999, '£9.99'],
    [japanese, 1450, '￥1,450'],
    [formatterFor({ locale: 'de-DE', timezone: 'Europe/Berlin', currency: 'EUR' }), 1450, '14,50 €'],
    [formatterFor({ locale: 'en-US', timezone: 'UTC', currency: 'KWD' }), 1500, 'KWD 1.500'],
  ])('formats money in the business’s currency and locale (%#)', (format, amount, text) => {
    expect(format.money(amount)).toBe(text);
  });

  it('formats times in the business’s time zone', () => {
    expect(american.time('2026-11-20T00:30:00Z')).toBe('Thursday, November 19 at 7:30 PM');
    expect(british.time('2026-11-19T19:30:00Z')).toBe('Thursday 19 November at 19:30');
    expect(american.clock('2026-11-20T00:30:00Z')).toBe('7:30 PM');
  });

  it('formats lists and choices', () => {
    expect(american.list(['tea', 'milk', 'cake'])).toBe('tea, milk, and cake');
    expect(british.choices(['7:15', '8:00'])).toBe('7:15 or 8:00');
  });
});

describe('languages', () => {
  const bistro = { ...EMPTY_DOCUMENT, name: 'Bistro', locale: 'en-US', timezone: 'America/New_York' } as Business;
  const startsAt = '2026-11-20T00:30:00Z';

  it('returns English messages unchanged', () => {
    expect(american.text("A table for {count}, it's {name}", { count: 4, name: '{x}' })).toBe(
      "A table for 4, it's {x}",
    );
    expect(american.text("We can't do that.")).toBe("We can't do that.");
  });

  it('uses the business’s region, Latin digits and the Gregorian calendar', () => {
    const formatterIn = (language: string, locale = 'en-US') => formatterFor({ ...bistro, locale, language });
    expect(formatterIn('es').clock(startsAt)).toBe('7:30 p.m.');
    expect(formatterIn('es', 'es-ES').clock(startsAt)).toBe('19:30');
    expect(formatterIn('de').day(startsAt)).toBe('Donnerstag, 19. November');
    expect(formatterIn('ar', 'ar-SA').day(startsAt)).toBe('الخميس، 19 نوفمبر');
    expect(formatterIn('zh', 'zh-TW').day(startsAt)).toBe('11月19日星期四');
    expect(formatterIn('fr').money(1450)).toBe('14,50 $US');
    expect(formatterIn('pl').choices(['a', 'b'])).toBe('a lub b');
  });

  it('writes durations in hours and minutes', () => {
    const durations = (language: string) =>
      [45, 60, 150].map((minutes) => formatterFor({ ...bistro, language }).duration(minutes));
    expect(durations('en')).toEqual(['45 minutes', '1 hour', '2 hours 30 minutes']);
    expect(durations('de')).toEqual(['45 Minuten', '1 Stunde', '2 Stunden, 30 Minuten']);
  });

  it('falls back to English for missing translations and counts them', () => {
    const text = 'No catalogue has {count, plural, one {this} other {these}}.';
    expect(formatterFor({ ...bistro, language: 'fr' }).text(text, { count: 2 })).toBe('No catalogue has these.');
    expect(listMissingTranslations('fr')).toContain(text);
  });

  it('returns the same object for the same language', () => {
    const french = inLanguage(bistro, 'fr');
    expect(french).toMatchObject({ name: 'Bistro', language: 'fr' });
    expect(inLanguage(bistro, 'fr')).toBe(french);
    expect(inLanguage(french, 'fr')).toBe(french);
    expect(bistro.language).toBeUndefined();
    for (const language of ['en', undefined, null, 'tlh']) expect(inLanguage(bistro, language)).toBe(bistro);
  });
});
