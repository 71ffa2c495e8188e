import { describe, expect, it } from 'vitest';
import { gramsOf } from './grams.ts';

const shared = (a: string, b: string) => {
  const [x, y] = [gramsOf(a).pieces, gramsOf(b).pieces];
  const common = [...x.keys()].filter((gram) => y.has(gram)).length;
  return common / Math.min(x.size, y.size);
};

describe('grams', () => {
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
    expect(gramsOf(one)).toEqual(gramsOf(other));
  });

  it.each([
    ['book a table', 'table a book'],
    ['open today', 'open today?'],
    ['our table', 'or table'],
    ['is it free', 'is it'],
  ])('of "%s" and "%s" differ', (one, other) => {
    expect(gramsOf(one)).not.toEqual(gramsOf(other));
  });

  it.each([
    ['reservation', 'resrvation'],
    ['appointment', 'apointment'],
    ['prescription', 'perscription'],
  ])('of "%s" have pieces that survive in "%s"', (right, wrong) => {
    expect(shared(right, wrong)).toBeGreaterThan(0.4);
    expect(shared(right, 'membership')).toBeLessThan(0.1);
  });

  it('are few however long the text', () => {
    expect(gramsOf('abcdefghij '.repeat(10_000)).words.size).toBeLessThan(200);
  });
});
