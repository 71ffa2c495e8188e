// The widget's texts, in each language: a file for each, of the same names and values as the English.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAT_TEXTS } from '../../widget/src/chat/texts.ts';
import { KNOWN_TEXTS } from '../../widget/src/texts.ts';
import { TRANSLATED } from './collect.ts';

const FOLDER = join(import.meta.dirname, '../../widget/src/languages');
const english: Record<string, string> = { ...KNOWN_TEXTS, ...CHAT_TEXTS };
const valuesOf = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort();

it('are there for every language that the system speaks', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(TRANSLATED.map((language) => `${language}.json`).sort());
});

describe.each(TRANSLATED)('in %s', (language) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));

  it('have every name, and no other', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });

  it('are written, with the values of the English', () => {
    const wrong = Object.keys(english).filter(
      (name) => !texts[name]?.trim() || valuesOf(texts[name]).join() !== valuesOf(english[name]).join(),
    );
    expect(wrong).toEqual([]);
  });
});
