import { describe, expect, it } from 'vitest';
import { formatterFor } from '../capability/formatter.ts';
import { refuse } from '../capability/outcome.ts';
import {
  type AskedAs,
  askedAs,
  asSubject,
  duration,
  isPlural,
  limitOf,
  listed,
  offer,
  priced,
  refusedTimes,
  renderBooking,
  thenAbout,
  withThe,
} from './render.ts';

const say = formatterFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
const at = (startsAt: string) => ({ startsAt, resource: { id: 't1', name: 'Table 1' } });
const evening = [at('2026-11-19T20:00:00-05:00'), at('2026-11-19T19:15:00-05:00')];

describe('offers', () => {
  it.each([
    ['nothing', [], 'Would another day or time suit you?'],
    ['one', evening.slice(0, 1), 'I could do Thursday, November 19 at 8:00 PM. Would that suit you?'],
    [
      'one day, in order',
      evening,
      'I could do Thursday, November 19 at 7:15 PM or 8:00 PM. Would one of these suit you?',
    ],
    [
      'days',
      [evening[0]!, at('2026-11-20T20:00:00-05:00')],
      'I could do Thursday, November 19 at 8:00 PM or Friday, November 20 at 8:00 PM. Would one of these suit you?',
    ],
  ])('%s', (_, alternatives, said) => expect(offer(alternatives, say)).toBe(said));

  it('follow why it cannot be', () => {
    const why = refuse('slot_unavailable', 'We are closed on Mondays.', { reason: 'closed', alternatives: [] });
    expect(refusedTimes.closed(why, say)).toBe(
      "I'm sorry, we are closed on Mondays. Would another day or time suit you?",
    );
  });
});

describe('a check', () => {
  const startsAt = '2026-11-19T19:00:00-05:00';
  const booked = () => 'booked';
  it('promises nothing', () => {
    expect(renderBooking({ available: true, startsAt, alternatives: [] }, say, booked)).toMatch(
      /is free. Shall I book it/,
    );
    const taken = renderBooking({ available: false, startsAt, reason: 'full', alternatives: evening }, say, booked);
    expect(taken).toMatch(/not free\. I could do/);
  });
});

describe('words', () => {
  it.each([
    [45, '45 minutes'],
    [60, '1 hour'],
    [75, '1 hour 15 minutes'],
    [180, '3 hours'],
  ])('%d minutes are %j', (minutes, said) => expect(duration(minutes)).toBe(said));

  it('name prices where there are any', () => {
    expect(priced({ name: 'Soup', price: 950 }, say)).toBe('Soup ($9.50)');
    expect(priced({ name: 'Soup' }, say)).toBe('Soup');
  });

  it('stop after a few', () => {
    const letters = [...'abcdefghij'];
    expect(listed(letters.slice(0, 3), say)).toBe('a, b, and c');
    expect(listed(letters, say)).toBe('a, b, c, d, e, f, g, h, and 2 more');
  });
});

describe('names in a sentence', () => {
  it.each([
    ['Burr Grinder', 'the Burr Grinder', 'The Burr Grinder'],
    ['The Seal Who Counted Stars', 'The Seal Who Counted Stars', 'The Seal Who Counted Stars'],
    ['A Short History', 'A Short History', 'A Short History'],
    ['Atlas', 'the Atlas', 'The Atlas'],
  ])('%s', (name, within, first) => {
    expect(withThe(name)).toBe(within);
    expect(asSubject(name)).toBe(first);
  });

  it.each([
    ['Cinnamon Churros', true],
    ['Churros con Chocolate', true],
    ['Linen Napkins', true],
    ['Soup of the Day', false],
    ['Atlas of Quiet Places', false],
    ['The Seal Who Counted Stars', false],
    ['Hummus', false],
    ['Canvas', false],
    ['Burger', false],
  ])('%s is several: %s', (name, is) => expect(isPlural(name)).toBe(is));

  it('are followed by what they are', () => {
    expect(thenAbout('Scones and tea')).toBe('. Scones and tea.');
    expect(thenAbout('Scones. And tea!')).toBe('. Scones. And tea.');
    expect(thenAbout(undefined)).toBe('.');
  });
});

describe('how something is asked about', () => {
  it.each<[string, AskedAs]>([
    ['How much is the afternoon tea and what do you get?', 'price'],
    ['what does the kettle cost', 'price'],
    ['price of the mug?', 'price'],
    ['do you have the kettle?', 'whether'],
    ['Hi! have you got any mugs', 'whether'],
    ['got any candles?', 'whether'],
    ['is there a flan', 'whether'],
    ['is the octopus on today?', 'whether'],
    ['do you have the kettle, and how much is it?', 'whether'],
    ['what have you got', 'other'],
    ['which mugs do you have?', 'other'],
    ['show me the mugs you have got', 'other'],
    ['tell me about the mug', 'other'],
  ])('%s', (text, as) => expect(askedAs(text)).toBe(as));

  it('with a limit that may be put as a no', () => {
    const heard = { words: {}, own: {} };
    expect(limitOf({ ...heard, maxPrice: 20 }, 'USD')).toEqual({ maxPrice: 2000 });
  });
});
