import { describe, expect, it } from 'vitest';
import { countNgrams } from './ngrams.ts';

const sharedShare = (a: string, b: string) => {
  const [x, y] = [countNgrams(a).charNgrams, countNgrams(b).charNgrams];
  const common = [...x.keys()].filter((gram) => y.has(gram)).length;
  return common / Math.min(x.size, y.size);
};

describe('n-grams', () => {
  it.each([
    ['Opening HOURS.', 'opening hours'],
    ["what's the price", 'whats the price'],
    ['what’s the price', "what's the price"],
    ['café', 'cafe'],
    ['pleaaaase', 'pleaase'],
    ['a colour appointment', 'a color appointment'],
    ['I cancelled it, apologise', 'i canceled it apologize'],
    ['fitness centre', 'fitness center'],
    ['your programmes', 'your programs'],
    ['table for 4 at 19:30', 'table for 12 at 7:00'],
    ['ＴＡＢＬＥ', 'table'],
  ])('of "%s" and "%s" are the same', (one, other) => {
    expect(countNgrams(one)).toEqual(countNgrams(other));
  });

  it.each([
    ['book a table', 'table a book'],
    ['open today', 'open today?'],
    ['our table', 'or table'],
    ['is it free', 'is it'],
  ])('of "%s" and "%s" differ', (one, other) => {
    expect(countNgrams(one)).not.toEqual(countNgrams(other));
  });

  it.each([
    ['reservation', 'resrvation'],
    ['appointment', 'apointment'],
    ['prescription', 'perscription'],
  ])('of "%s" mostly survive the typo "%s"', (right, wrong) => {
    expect(sharedShare(right, wrong)).toBeGreaterThan(0.4);
    expect(sharedShare(right, 'membership')).toBeLessThan(0.1);
  });

  it('are limited however long the text is', () => {
    expect(countNgrams('abcdefghij '.repeat(10_000)).wordNgrams.size).toBeLessThan(200);
  });
});
