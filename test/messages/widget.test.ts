// Checks that the widget's texts exist in each language, with the same names and placeholders as in English.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAT_TEXTS } from '../../widget/src/chat/texts.ts';
import { ENGLISH_TEXTS } from '../../widget/src/texts.ts';
import { TRANSLATION_LANGUAGES } from './collect.ts';

const FOLDER = join(import.meta.dirname, '../../widget/src/languages');
const english: Record<string, string> = { ...ENGLISH_TEXTS, ...CHAT_TEXTS };
const listPlaceholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort();

it('has a file of texts for every supported language', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(TRANSLATION_LANGUAGES.map((language) => `${language}.json`).sort());
});

describe.each(TRANSLATION_LANGUAGES)('the widget texts in %s', (language) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));

  it('have the same names as in English', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });

  it('are not empty, and have the same placeholders as in English', () => {
    const invalidNames = Object.keys(english).filter(
      (name) => !texts[name]?.trim() || listPlaceholders(texts[name]).join() !== listPlaceholders(english[name]).join(),
    );
    expect(invalidNames).toEqual([]);
  });
});
