import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/document.ts';
import { holdsAll } from './holds-all.ts';
import { affected, chosen, inTurn, type Question, questionsFor } from './questions.ts';

const NOW = new Date('2026-11-18T10:00:00-05:00');
const asked = (change: object) =>
  questionsFor({ ...documentOf('restaurant'), industries: [], ...change }, [], NOW).map(({ ask, says }) => [ask, says]);

describe('the questions', () => {
  it('speak of every day of the week, as it is without closures', () => {
    const hours = {
      mon: [
        ['11:30', '14:30'],
        ['17:00', '02:00'],
      ],
      wed: [['00:00', '24:00']],
    };
    const closures = [{ from: '2026-11-23', to: '2026-11-23' }];
    const all = asked({ hours, closures, faqs: [], policies: {}, contact: {}, services: [] });
    expect(all).toContainEqual(['When are you open on Mondays?', ['11:30 AM', '2:30 PM', '5:00 PM', '2:00 AM']]);
    expect(all).toContainEqual(['When are you open on Wednesdays?', ['12:00 AM', 'midnight']]);
    expect(all).toContainEqual(['When are you open on Sundays?', ['closed']]);
    expect(all).toContainEqual(['Are you open on Monday, November 23?', ['closed']]);
  });

  it('leave out what is past, and what the document does not say', () => {
    const closures = [
      { from: '2026-11-01', to: '2026-11-01' },
      { from: '2028-01-01', to: '2028-01-01' },
    ];
    expect(asked({ hours: {}, closures, faqs: [], policies: {}, contact: {}, services: [] })).toEqual([]);
  });

  it('put an answer to the test in other words too', () => {
    const faqs = [{ question: 'Is there parking?', answer: 'Behind the house.' }];
    expect(asked({ hours: {}, closures: [], faqs, policies: {}, contact: {}, services: [] })).toEqual([
      ['Is there parking?', ['Behind the house.']],
      ['Hi, I was wondering, is there parking', ['Behind the house.']],
    ]);
  });
});

describe('a choice of questions', () => {
  const of = (topic: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${topic}${index}`, topic }) as Question);

  it('leaves no topic out, and takes from all parts of a long one', () => {
    const kept = chosen([...of('prices', 500), ...of('hours', 7), ...of('faqs', 40)], 60);
    expect(kept).toHaveLength(60);
    const count = (topic: string) => kept.filter((each) => each.topic === topic).length;
    expect([count('hours'), count('faqs'), count('prices')]).toEqual([7, 26, 27]);
    expect(kept.some(({ id }) => id === 'prices481')).toBe(true);
  });

  it('begins with what a change is about', () => {
    const before = of('prices', 500);
    const after = before.map((each, index) => (index === 481 || index === 482 ? { ...each, says: ['$5'] } : each));
    const kept = chosen(after, 20, affected(before, after));
    expect(kept).toHaveLength(20);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(['prices481', 'prices482']));
  });

  it('is asked topic by topic in turn', () => {
    const ids = inTurn([...of('prices', 3), ...of('hours', 1), ...of('faqs', 2)]).map(({ id }) => id);
    expect(ids).toEqual(['prices0', 'hours0', 'faqs0', 'prices1', 'faqs1', 'prices2']);
  });

  it('is all of them where there are few', () => {
    expect(chosen(of('faqs', 20), 60)).toHaveLength(20);
    expect(chosen([], 60)).toEqual([]);
  });
});

describe('an answer', () => {
  it('holds what it must, however it is written', () => {
    expect(holdsAll('The Men’s  Haircut is\u202f$45.', ["men's haircut", '$45'])).toBe(true);
    expect(holdsAll('We are closed.', [['shut', 'closed']])).toBe(true);
    expect(holdsAll('It is $45.', ['$45', 'Haircut'])).toBe(false);
  });
});
