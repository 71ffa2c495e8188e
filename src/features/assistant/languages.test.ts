import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../nlu/language.ts';
import { kindlyIn } from './languages.ts';

const LANGUAGES = 'es fr de it pt nl pl tr ru uk zh ja ko ar hi sv cs ro vi el'.split(' ');

describe('telling a customer that we speak English only', () => {
  it.each(LANGUAGES)('in %s, as a question that names the business', (language) => {
    const text = kindlyIn(language)!;
    expect(text).toContain('{business}');
    expect(text.trim()).toMatch(/[?？;؟]$/);
  });

  it.each(LANGUAGES)('is really in %s', (language) => {
    expect(detectLanguage(kindlyIn(language)!.replace('{business}', ''))).toBe(language);
  });

  it.each(['en', 'und', 'xx'])('not in %s', (language) => {
    expect(kindlyIn(language)).toBeUndefined();
  });
});
