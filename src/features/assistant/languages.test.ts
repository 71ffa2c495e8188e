import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../nlu/language.ts';
import { findEnglishOnlyNotice } from './languages.ts';

const LANGUAGES = 'es fr de it pt nl pl tr ru uk zh ja ko ar hi sv cs ro vi el'.split(' ');

describe('the English-only notice', () => {
  it.each(LANGUAGES)('is a question that names the business in %s', (language) => {
    const text = findEnglishOnlyNotice(language)!;
    expect(text).toContain('{business}');
    expect(text.trim()).toMatch(/[?？;؟]$/);
  });

  it.each(LANGUAGES)('is written in %s', (language) => {
    expect(detectLanguage(findEnglishOnlyNotice(language)!.replace('{business}', ''))).toBe(language);
  });

  it.each(['en', 'und', 'xx'])('does not exist in %s', (language) => {
    expect(findEnglishOnlyNotice(language)).toBeUndefined();
  });
});
