import { describe, expect, it } from 'vitest';
import { catalogueOf, englishMessages, fits, messagesIn, TRANSLATED, valuesIn } from './collect.ts';

const english = englishMessages().map(({ text }) => text);

describe('the messages of the code', () => {
  it('are found where they are said', () => {
    expect(english).toContain('A table for {partySize} on {time}, under {name}. Shall I book it?');
    expect(english).toContain('How many of you will there be?');
    expect(english).toContain('Talk to a person');
    expect(english.length).toBeGreaterThan(400);
  });

  it('are found in both branches of a choice, and nowhere else', () => {
    const source = `
      say.text(isOne ? 'One' : 'Many', { count });
      const offer = { ask: { name: 'Whose name?', ...OTHERS }, asked: { name: 'no message' } };
      response.text('no message');
      other('no message');`;
    expect(messagesIn(source)).toEqual(['One', 'Many', 'Whose name?']);
  });

  it('fit where they say the same values, and may choose their words by fewer', () => {
    const text = '{name} {many, select, yes {are} other {is}} {what}.';
    expect(fits(text, '{what}: {name}.', 'fr')).toBe(true);
    expect(fits(text, '{name}.', 'fr')).toBe(false);
    expect(fits(text, '{name} {what} {more}.', 'fr')).toBe(false);
    expect(fits(text, '{name} {what} {count, plural, other {}}.', 'fr')).toBe(false);
  });

  it.each(english)('can be read: %s', (text) => {
    expect(() => valuesIn(text)).not.toThrow();
  });
});

describe.each(TRANSLATED)('the catalogue of %s', (language) => {
  const catalogue = catalogueOf(language);

  it('has every message', () => {
    expect(english.filter((text) => !catalogue[text])).toEqual([]);
  });

  it('has no message that nobody says any more', () => {
    expect(Object.keys(catalogue).filter((text) => !english.includes(text))).toEqual([]);
  });

  it('says the same values as the English', () => {
    const differing = Object.entries(catalogue).filter(([text, translation]) => !fits(text, translation, language));
    expect(differing).toEqual([]);
  });
});
