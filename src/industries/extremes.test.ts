import { describe, expect, it } from 'vitest';
import type { Slots } from '../capability/dialogue.ts';
import { sayFor } from '../capability/say.ts';
import { compared } from './extremes.ts';

const say = sayFor({ locale: 'en-IE', timezone: 'Europe/Dublin', currency: 'EUR' } as never);
const SERVICES = [
  { id: 'fade', name: 'Skin Fade', category: 'Barbering', price: 2_800, durationMinutes: 45 },
  { id: 'shave', name: 'Hot Towel Shave', category: 'Barbering', price: 3_200, durationMinutes: 30 },
  { id: 'keratin', name: 'Keratin Smoothing', category: 'Hair', price: 15_000, durationMinutes: 180 },
  { id: 'fringe', name: 'Fringe Trim', category: 'Hair', price: 1_200, durationMinutes: 15 },
  { id: 'talk', name: 'Consultation', category: 'Hair' },
];
const named = (slot: string, ...names: string[]): Slots => ({
  words: {
    [slot]: names.map((name) => [{ id: SERVICES.find((each) => each.name === name)?.id ?? name, name, said: name }]),
  },
  own: {},
});
const ask = (text: string, slots: Slots = { words: {}, own: {} }) =>
  compared(text, SERVICES, slots, { slot: 'service', kind: 'service', say });

describe('the end of a scale', () => {
  it.each([
    ['which takes the longest?', 'Keratin Smoothing is the longest, at 3 hours.'],
    ['what is the cheapest thing you do', 'Fringe Trim is the cheapest, at €12.'],
    ['your most expensive one?', 'Keratin Smoothing is the most expensive, at €150.'],
    ['the quickest?', 'Fringe Trim is the quickest, at 15 minutes.'],
  ])('%s', (text, answer) => {
    expect(ask(text)?.text).toBe(answer);
  });

  it('is that of the category that was named', () => {
    expect(ask('the cheapest of your barbering', named('category', 'Barbering'))?.text).toContain('Skin Fade');
  });

  it('is answered twice where two are asked for, with what it rests on', () => {
    const answer = ask('which takes the longest, and what is the cheapest?')!;
    expect(answer.text).toMatch(/Fringe Trim.*Keratin|Keratin.*Fringe Trim/);
    expect(answer.sources!.map(({ id }) => id).sort()).toEqual(['fringe', 'keratin']);
  });

  it('is put as between two where it is of two', () => {
    const both = named('service', 'Skin Fade', 'Hot Towel Shave');
    expect(ask('which is cheaper, the fade or the shave?', both)?.text).toMatch(
      /^Skin Fade is the cheaper, at €28\. Hot/,
    );
  });

  it('is not looked for unasked', () => {
    expect(ask('how much is a fringe trim?')).toBeUndefined();
  });
});

describe('a sum', () => {
  const both = named('service', 'Skin Fade', 'Hot Towel Shave');

  it.each(['what would the damage be altogether?', 'what do they come to?', 'the total price for both?'])(
    '%s',
    (text) => {
      expect(ask(text, both)?.text).toBe('Skin Fade (€28) and Hot Towel Shave (€32) come to €60 together.');
    },
  );

  it('counts what is wanted, and no size', () => {
    expect(ask('how much for two skin fades?', named('service', 'Skin Fade'))?.text).toContain('2 × Skin Fade');
    expect(ask('how much is a size 9 skin fade?', named('service', 'Skin Fade'))).toBeUndefined();
  });

  it('is not made of one, nor where a price is not known', () => {
    expect(ask('in total?', named('service', 'Skin Fade'))).toBeUndefined();
    expect(ask('in total?', named('service', 'Skin Fade', 'Consultation'))).toBeUndefined();
  });
});
