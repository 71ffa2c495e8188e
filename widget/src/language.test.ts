import { describe, expect, it } from 'vitest';
import { languageOf, localeIn } from './language.ts';
import { directionOf, resolveSettings } from './options.ts';

const SUPPORTED = ['en', 'ar', 'fr', 'pt', 'zh'];

describe('the language', () => {
  it.each([
    ['what the page asks for', ['fr', 'ar', 'pt'], 'fr'],
    ['else the page’s own', [undefined, 'ar', 'pt'], 'ar'],
    ['else the browser’s', ['', '', 'pt'], 'pt'],
    ['English, also where the browser has another', [undefined, 'en', 'ar'], 'en'],
    ['none of ours, even where a later one is', [undefined, 'sv', 'fr'], undefined],
    ['none where nothing is known', [undefined, '', undefined], undefined],
    ['of a region', ['pt-BR'], 'pt'],
    ['of a script', ['zh-Hant-TW'], 'zh'],
    ['however it is written', ['FR_ca'], 'fr'],
    ['not one that begins alike', ['frr'], undefined],
    ['nothing that is no text', [42], undefined],
  ])('%s', (_, wishes, expected) => {
    expect(languageOf(wishes, SUPPORTED)).toBe(expected);
  });
});

describe('dates', () => {
  const day = new Date('2026-11-20T12:00:00Z');
  const said = (language: string, locale: string) =>
    new Intl.DateTimeFormat(localeIn(language, locale), { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(day);

  it.each([
    ['fr', 'en-US', '20 novembre'],
    ['en', 'de-DE', '20 November'],
    ['en', 'en-US', 'November 20'],
    // These locales default to another calendar or other digits.
    ['ar', 'ar-SA', '20 نوفمبر'],
    ['ar', 'en', '20 نوفمبر'],
    ['ja', 'zh-Hant-TW', '11月20日'],
  ])('in %s of a business in %s', (language, locale, expected) => {
    expect(said(language, locale)).toBe(expected);
  });
});

describe('the direction', () => {
  const hebrew = { locale: 'he-IL', direction: 'rtl' } as const;
  it.each([
    ['follows the language', { locale: 'en-US', direction: 'ltr' } as const, {}, 'ar', 'rtl'],
    ['is not the business’s, where the words are not', hebrew, {}, 'fr', 'ltr'],
    ['is the business’s where the language is none of ours', hebrew, {}, undefined, 'rtl'],
    ['is that of the dates which the page asks for', {}, { locale: 'he' }, 'en', 'rtl'],
    ['is that of the words, whichever dates it asks for', {}, { locale: 'en-AE' }, 'ar', 'rtl'],
  ])('%s', (_, settings, look, language, expected) => {
    expect(directionOf(resolveSettings(settings, look, language))).toBe(expected);
  });
});
