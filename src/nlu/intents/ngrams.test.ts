import { describe, expect, it } from 'vitest';
import { countNgrams } from './ngrams.ts';

const ngramOverlap = (a: string, b: string) => {
  const [firstNgrams, secondNgrams] = [countNgrams(a).charNgrams, countNgrams(b).charNgrams];
  const common = [...firstNgrams.keys()].filter((gram) => secondNgrams.has(gram)).length;
  return common / Math.min(firstNgrams.size, secondNgrams.size);
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
  ])('of "%s" and "%s" are the same', (text, otherText) => {
    expect(countNgrams(text)).toEqual(countNgrams(otherText));
  });

  it.each([
    ['book a table', 'table a book'],
    ['open today', 'open today?'],
    ['our table', 'or table'],
    ['is it free', 'is it'],
  ])('of "%s" and "%s" differ', (text, otherText) => {
    expect(countNgrams(text)).not.toEqual(countNgrams(otherText));
  });

  it.each([
    ['reservation', 'resrvation'],
    ['appointment', 'apointment'],
    ['prescription', 'perscription'],
  ])('of "%s" mostly survive the typo "%s"', (word, typo) => {
    expect(ngramOverlap(word, typo)).toBeGreaterThan(0.4);
    expect(ngramOverlap(word, 'membership')).toBeLessThan(0.1);
  });

  it('are limited however long the text is', () => {
    expect(countNgrams('abcdefghij '.repeat(10_000)).wordNgrams.size).toBeLessThan(200);
  });
});
