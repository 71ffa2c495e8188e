import { describe, expect, it } from 'vitest';
import {
  collectEnglishMessages,
  findMessages,
  findPlaceholders,
  matchesPlaceholders,
  readCatalogue,
  TRANSLATION_LANGUAGES,
} from './collect.ts';

const english = collectEnglishMessages().map(({ text }) => text);

describe('the messages of the code', () => {
  it('are found in the source', () => {
    expect(english).toContain('A table for {partySize} on {time}, under {name}. Shall I book it?');
    expect(english).toContain('How many people will there be?');
    expect(english).toContain('Talk to a person');
    expect(english.length).toBeGreaterThan(400);
  });

  it('are found in both branches of a conditional and among questions, but not elsewhere', () => {
    const source = `
      format.text(isOne ? 'One' : 'Many', { count });
      const offer = { ask: { name: 'Whose name?', ...OTHERS }, asked: { name: 'no message' } };
      response.text('no message');
      other('no message');`;
    expect(findMessages(source)).toEqual(['One', 'Many', 'Whose name?']);
  });

  it('match a translation that shows the same values, even if it branches on fewer of them', () => {
    const text = '{name} {many, select, yes {are} other {is}} {what}.';
    expect(matchesPlaceholders(text, '{what}: {name}.', 'fr')).toBe(true);
    expect(matchesPlaceholders(text, '{name}.', 'fr')).toBe(false);
    expect(matchesPlaceholders(text, '{name} {what} {more}.', 'fr')).toBe(false);
    expect(matchesPlaceholders(text, '{name} {what} {count, plural, other {}}.', 'fr')).toBe(false);
  });

  it.each(english)('are valid ICU messages: %s', (text) => {
    expect(() => findPlaceholders(text)).not.toThrow();
  });
});

describe.each(TRANSLATION_LANGUAGES)('the catalogue of %s', (language) => {
  const catalogue = readCatalogue(language);

  it('has every message', () => {
    expect(english.filter((text) => !catalogue[text])).toEqual([]);
  });

  it('has no unused message', () => {
    expect(Object.keys(catalogue).filter((text) => !english.includes(text))).toEqual([]);
  });

  it('shows the same values as the English messages', () => {
    const mismatchedEntries = Object.entries(catalogue).filter(
      ([text, translation]) => !matchesPlaceholders(text, translation, language),
    );
    expect(mismatchedEntries).toEqual([]);
  });
});
