import { describe, expect, it } from 'vitest';
import { buildLocale, findSupportedLanguage } from './language.ts';
import { getTextDirection, resolveSettings } from './options.ts';

const SUPPORTED = ['en', 'ar', 'fr', 'pt', 'zh'];

describe('the chosen language', () => {
  it.each([
    ['the one that the page asks for', ['fr', 'ar', 'pt'], 'fr'],
    ['that of the page if the page asks for none', [undefined, 'ar', 'pt'], 'ar'],
    ['that of the browser if the page has none', ['', '', 'pt'], 'pt'],
    ['English, even if the browser prefers another', [undefined, 'en', 'ar'], 'en'],
    ['none if the first preference is not supported, even if a later one is', [undefined, 'sv', 'fr'], undefined],
    ['none if there is no preference', [undefined, '', undefined], undefined],
    ['that of a regional variant', ['pt-BR'], 'pt'],
    ['that of a script variant', ['zh-Hant-TW'], 'zh'],
    ['recognized in any notation', ['FR_ca'], 'fr'],
    ['none for a code that only starts like a supported one', ['frr'], undefined],
    ['none for a preference that is not a string', [42], undefined],
  ])('is %s', (_, preferences, expected) => {
    expect(findSupportedLanguage(preferences, SUPPORTED)).toBe(expected);
  });
});

describe('the locale of dates', () => {
  const day = new Date('2026-11-20T12:00:00Z');
  const formatDay = (language: string, locale: string) =>
    new Intl.DateTimeFormat(buildLocale(language, locale), { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
      day,
    );

  it.each([
    ['fr', 'en-US', '20 novembre'],
    ['en', 'de-DE', '20 November'],
    ['en', 'en-US', 'November 20'],
    // These locales default to another calendar or other digits.
    ['ar', 'ar-SA', '20 نوفمبر'],
    ['ar', 'en', '20 نوفمبر'],
    ['ja', 'zh-Hant-TW', '11月20日'],
  ])('in %s for a business in %s', (language, locale, expected) => {
    expect(formatDay(language, locale)).toBe(expected);
  });
});

describe('the direction', () => {
  const hebrew = { locale: 'he-IL', direction: 'rtl' } as const;
  it.each([
    ['follows the language', { locale: 'en-US', direction: 'ltr' } as const, {}, 'ar', 'rtl'],
    ['is not the business’s if the language is another', hebrew, {}, 'fr', 'ltr'],
    ['is the business’s if the language is not supported', hebrew, {}, undefined, 'rtl'],
    ['follows the locale that the page asks for', {}, { locale: 'he' }, 'en', 'rtl'],
    ['follows the language rather than the locale that the page asks for', {}, { locale: 'en-AE' }, 'ar', 'rtl'],
  ])('%s', (_, settings, pageSettings, language, expected) => {
    expect(getTextDirection(resolveSettings(settings, pageSettings, language))).toBe(expected);
  });
});
