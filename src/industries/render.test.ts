import { describe, expect, it } from 'vitest';
import { formatterFor } from '../capability/formatter.ts';
import { refuse } from '../capability/outcome.ts';
import {
  classifyQuestion,
  endWithDescription,
  isPlural,
  type QuestionKind,
  readPriceLimit,
  renderBooking,
  renderDuration,
  renderList,
  renderNameWithPrice,
  renderOffer,
  renderSought,
  timeRefusalRenderers,
  withCapitalThe,
  withThe,
} from './render.ts';

const format = formatterFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
const optionAt = (startsAt: string) => ({ startsAt, resource: { id: 't1', name: 'Table 1' } });
const eveningOptions = [optionAt('2026-11-19T20:00:00-05:00'), optionAt('2026-11-19T19:15:00-05:00')];

it.each([
  ['hot stone massage', 'hot stone massage'],
  ['something where i just pay per visit', 'that'],
  [undefined, 'that'],
])('%j is repeated as %j', (sought, expected) => {
  expect(renderSought(sought, 'that')).toBe(expected);
});

describe('offers', () => {
  it.each([
    ['nothing', [], 'Would another day or time work?'],
    ['one', eveningOptions.slice(0, 1), 'I have Thursday, November 19 at 8:00 PM. Would that work?'],
    [
      'one day, in order',
      eveningOptions,
      'I have Thursday, November 19 at 7:15 PM or 8:00 PM. Would one of those work?',
    ],
    [
      'days',
      [eveningOptions[0]!, optionAt('2026-11-20T20:00:00-05:00')],
      'I have Thursday, November 19 at 8:00 PM or Friday, November 20 at 8:00 PM. Would one of those work?',
    ],
  ])('of %s', (_, alternatives, expected) => expect(renderOffer(alternatives, format)).toBe(expected));

  it('follow the reason for a refusal', () => {
    const refusal = refuse('slot_unavailable', "We're closed on Mondays.", { reason: 'closed', alternatives: [] });
    expect(timeRefusalRenderers.closed(refusal, format)).toBe(
      "I'm sorry, we're closed on Mondays. Would another day or time work?",
    );
  });
});

describe('an availability check', () => {
  const startsAt = '2026-11-19T19:00:00-05:00';
  const renderBooked = () => 'booked';
  it('does not sound like a booking', () => {
    expect(renderBooking({ available: true, startsAt, alternatives: [] }, format, renderBooked)).toMatch(
      /is available. Should I book it/,
    );
    const refusalText = renderBooking(
      { available: false, startsAt, reason: 'full', alternatives: eveningOptions },
      format,
      renderBooked,
    );
    expect(refusalText).toMatch(/isn't available\. I have/);
  });
});

describe('durations, prices and lists', () => {
  it.each([
    [45, '45 minutes'],
    [60, '1 hour'],
    [75, '1 hour 15 minutes'],
    [180, '3 hours'],
  ])('%d minutes are %j', (minutes, expected) => expect(renderDuration(minutes)).toBe(expected));

  it('include known prices', () => {
    expect(renderNameWithPrice({ name: 'Soup', price: 950 }, format)).toBe('Soup ($9.50)');
    expect(renderNameWithPrice({ name: 'Soup' }, format)).toBe('Soup');
  });

  it('shorten long lists', () => {
    const letters = [...'abcdefghij'];
    expect(renderList(letters.slice(0, 3), format)).toBe('a, b, and c');
    expect(renderList(letters, format)).toBe('a, b, c, d, e, f, g, h, and 2 more');
  });
});

describe('names in a sentence', () => {
  it.each([
    ['Burr Grinder', 'the Burr Grinder', 'The Burr Grinder'],
    ['The Seal Who Counted Stars', 'The Seal Who Counted Stars', 'The Seal Who Counted Stars'],
    ['A Short History', 'A Short History', 'A Short History'],
    ['Atlas', 'the Atlas', 'The Atlas'],
  ])('%s', (name, inSentence, atStart) => {
    expect(withThe(name)).toBe(inSentence);
    expect(withCapitalThe(name)).toBe(atStart);
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
  ])('%s is plural: %s', (name, isPluralName) => expect(isPlural(name)).toBe(isPluralName));

  it('are followed by the description', () => {
    expect(endWithDescription('Scones and tea')).toBe('. Scones and tea.');
    expect(endWithDescription('Scones. And tea!')).toBe('. Scones. And tea.');
    expect(endWithDescription(undefined)).toBe('.');
  });
});

describe('kinds of questions', () => {
  it.each<[string, QuestionKind]>([
    ['How much is the afternoon tea and what do you get?', 'price'],
    ['what does the kettle cost', 'price'],
    ['price of the mug?', 'price'],
    ['do you have the kettle?', 'availability'],
    ['Hi! have you got any mugs', 'availability'],
    ['got any candles?', 'availability'],
    ['is there a flan', 'availability'],
    ['is the octopus on today?', 'availability'],
    ['do you have the kettle, and how much is it?', 'availability'],
    ['what have you got', 'other'],
    ['which mugs do you have?', 'other'],
    ['show me the mugs you have got', 'other'],
    ['tell me about the mug', 'other'],
  ])('%s', (text, expectedKind) => expect(classifyQuestion(text)).toBe(expectedKind));

  it('converts a price limit to the minor unit', () => {
    const emptySlots = { catalogEntities: {}, industryEntities: {} };
    expect(readPriceLimit({ ...emptySlots, maxPrice: 20 }, 'USD')).toEqual({ maxPrice: 2000 });
  });
});
