import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { chooseCaseCount, pickTodaysShare } from '../../../test/random.ts';
import { findNames } from './customer-names.ts';
import { findDialogueAct } from './dialogue-acts.ts';
import { computeEditDistance } from './edit-distance.ts';
import { findEmails } from './emails.ts';
import { createEntityCatalog } from './entity-catalog.ts';
import { findMoneyLimit } from './money.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { findOrdinal, findQuantity } from './offered-choice.ts';
import { findPartySize } from './party-size.ts';
import { findPhones } from './phones.ts';
import { findBookingCodes, findOrderNumbers } from './references.ts';

const ENTRY_NAMES = [
  'Lamb Shoulder',
  'Blood Orange Sorbet',
  "Women's Haircut",
  'Follow-up',
  'Will Grant',
  'Plus',
  'Crème Brûlée',
];
const catalog = createEntityCatalog(ENTRY_NAMES.map((name) => ({ slot: 'item', id: name, name })));

type Span = { start: number; end: number };
const EXTRACTORS: Record<string, (text: string) => readonly Span[]> = {
  phones: (text) => findPhones(text, 'US'),
  emails: findEmails,
  'booking codes': (text) => findBookingCodes(text, { isRequested: true }),
  'order numbers': (text) => findOrderNumbers(text, { isRequested: true }),
  names: (text) => findNames(text, { isRequested: true, businessWords: ENTRY_NAMES }),
  'names that were not requested': (text) => findNames(text, {}),
  'party sizes': (text) => [findPartySize(text, { isRequested: true }) ?? []].flat(),
  mentions: (text) => catalog.find(text),
};

/** Fragments of messages, combined at random. */
const MESSAGE_PIECES = `
me and my wife|for 4|Dana Fox|212 555 0142|a@b.co|under|my name is|K7P4QX|#5510|order|between 5 and|$20|no|yes,
cancel it|the first one|x2|lamb|İstanbul|ß|👍🏽|\u202e|\0|’s|--|(((|...|1.|@|+44|from 8 people to|anyone|orange sorbet
`;
const pieceArbitrary = fc.constantFrom(...MESSAGE_PIECES.split(/[|\n]/));
const textArbitrary = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(pieceArbitrary, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
);

describe('any text', () => {
  it.each(Object.entries(EXTRACTORS))('has the positions of %s within its bounds', (_, extract) => {
    fc.assert(
      fc.property(textArbitrary, (message) => {
        for (const { start, end } of extract(message)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(message.length);
        }
      }),
      { numRuns: chooseCaseCount(400) },
    );
  });

  it('is accepted by extractors without positions', () => {
    fc.assert(
      fc.property(textArbitrary, (message) => {
        expect((findDialogueAct(message)?.rest ?? '').length).toBeLessThanOrEqual(message.length);
        expect(findQuantity(message) ?? 0).toBeGreaterThanOrEqual(0);
        expect(['number', 'string', 'undefined']).toContain(typeof findOrdinal(message));
        const { min = 0, max = min } = findMoneyLimit(message) ?? {};
        expect(max).toBeGreaterThanOrEqual(min);
      }),
      { numRuns: chooseCaseCount(400) },
    );
  });

  it.each(pickTodaysShare(Object.entries(EXTRACTORS), 3))('is searched for %s in linear time', (_, extract) => {
    for (const unit of ['a', '1 ', 'me and ', 'Aa ', 'from 8 people ', 'a@', '(1', 'my ', 'lamb ', ' ']) {
      expect(
        measureGrowth((length) => extract(unit.repeat(length / unit.length)), 500),
        unit,
      ).toBeLessThan(MAX_LINEAR_GROWTH);
    }
  });
});

describe('the name of a catalog entry', () => {
  it('is found as written, anywhere in a message', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENTRY_NAMES), fc.constantFrom('', 'is the ', 'how much for '), (name, prefix) => {
        const mentions = catalog.find(`${prefix}${name}?`);
        expect(mentions.map(({ id, isExact }) => ({ id, isExact }))).toEqual([{ id: name, isExact: true }]);
      }),
    );
  });
});

describe('computeEditDistance', () => {
  const wordArbitrary = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
  const LIMIT = 9;

  it('is symmetric, and zero from a word to itself', () => {
    fc.assert(
      fc.property(wordArbitrary, wordArbitrary, (a, b) => {
        expect(computeEditDistance(a, b, LIMIT)).toBe(computeEditDistance(b, a, LIMIT));
        expect(computeEditDistance(a, b, LIMIT) === 0).toBe(a === b);
      }),
    );
  });

  it('is one after one typo', () => {
    fc.assert(
      fc.property(wordArbitrary, fc.nat(), (a, position) => {
        const index = position % a.length;
        expect(computeEditDistance(a, `${a.slice(0, index)}z${a.slice(index)}`, LIMIT)).toBe(1);
        expect(computeEditDistance(a, a.slice(0, index) + a.slice(index + 1), LIMIT)).toBe(1);
        expect(computeEditDistance(a, `${a.slice(0, index)}z${a.slice(index + 1)}`, LIMIT)).toBe(1);
      }),
    );
    expect(computeEditDistance('octopus', 'otcopus', 1)).toBe(1);
  });

  it('exceeds the limit when the distance is greater', () => {
    expect(computeEditDistance('baklava', 'gnocchi', 2)).toBeGreaterThan(2);
    expect(computeEditDistance('a', 'abcdef', 1)).toBeGreaterThan(1);
  });
});

describe('numbers', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['twelve', 12],
    ['Twenty-one', 21],
    ['ninety nine', 99],
    ['a dozen', 12],
    ['half a dozen', 6],
    ['many', undefined],
  ])('reads %j', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it('only match as complete numbers', () => {
    const wholeNumber = new RegExp(`^${NUMBER_PATTERN}$`, 'i');
    expect(['4', 'forty two', 'sixteen', 'half a dozen'].every((text) => wholeNumber.test(text))).toBe(true);
    expect(['sixty-', 'sixteenth', '1234'].some((text) => wholeNumber.test(text))).toBe(false);
  });
});
