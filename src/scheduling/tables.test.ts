import { describe, expect, it } from 'vitest';
import { findSeating, findTurnMinutes, type Seating } from './tables.ts';

const restaurant: Seating = {
  tables: [
    { id: 't1', name: 'Window 1', seats: 4, area: 'patio' },
    { id: 't2', name: 'Window 2', seats: 2, area: 'patio' },
    { id: 't3', name: 'Round', seats: 4, area: 'Main room' },
    { id: 't4', name: 'Long', seats: 8, area: 'Main room' },
    { id: 't5', name: 'Corner', seats: 2 },
  ],
  joins: [
    ['t3', 't4'],
    ['t1', 't2'],
    ['t2', 't3'],
  ],
  maxPartySize: 12,
};
const seatingIds = (party: number, area?: string, layout = restaurant) => {
  const seating = findSeating(party, layout, area);
  return seating.ok ? seating.choices.map(({ id }) => id) : seating.reason;
};

describe('findSeating', () => {
  it.each<[number, string | undefined, string[] | string]>([
    [1, undefined, ['t2', 't5', 't1', 't3', 't4', 't1+t2', 't2+t3', 't3+t4']],
    [3, undefined, ['t1', 't3', 't4', 't1+t2', 't2+t3', 't3+t4']],
    [5, undefined, ['t4', 't1+t2', 't2+t3', 't3+t4']],
    [9, undefined, ['t3+t4']],
    [12, undefined, ['t3+t4']],
    [13, undefined, 'party_too_large'],
    [3, 'patio', ['t1', 't1+t2']],
    [6, 'Patio ', ['t1+t2']],
    [7, 'patio', 'party_too_large'],
    [9, 'main room', ['t3+t4']],
    [2, 'roof', 'no_such_resource'],
    [20, 'roof', 'no_such_resource'],
  ])('a party of %i in area %s: %j', (party, area, expected) => {
    expect(seatingIds(party, area)).toEqual(expected);
  });

  it('names joined tables after all their parts', () => {
    const seating = findSeating(9, restaurant);
    expect(seating).toEqual({
      ok: true,
      choices: [{ id: 't3+t4', name: 'Round + Long', seats: 12, tableIds: ['t3', 't4'] }],
    });
  });

  it('works without joins and without a maximum party size', () => {
    expect(seatingIds(8, undefined, { tables: restaurant.tables })).toEqual(['t4']);
    expect(seatingIds(9, undefined, { tables: restaurant.tables })).toBe('party_too_large');
    expect(seatingIds(2, undefined, { tables: [] })).toBe('party_too_large');
  });

  it('ignores joins with an unknown table or only one table', () => {
    expect(seatingIds(9, undefined, { tables: restaurant.tables, joins: [['t4', 't9'], ['t4', 't4'], []] })).toBe(
      'party_too_large',
    );
  });

  it.each([
    [13, undefined, 'We seat parties of up to 12.'],
    [7, 'patio', 'The most we can seat together in "patio" is 6.'],
    [2, 'roof', `We don't have an area called "roof".`],
  ])('explains why a party of %i cannot sit in area %s', (party, area, detail) => {
    expect(findSeating(party, restaurant, area)).toMatchObject({ ok: false, detail });
  });
});

describe('turnMinutesFor', () => {
  const turns = [
    { upTo: 99, minutes: 120 },
    { upTo: 2, minutes: 90 },
    { upTo: 6, minutes: 105 },
  ];
  it.each([
    [1, 90],
    [2, 90],
    [3, 105],
    [7, 120],
    [100, 120],
  ])('a party of %i keeps its table for %i minutes', (party, minutes) => {
    expect(findTurnMinutes(party, turns)).toBe(minutes);
  });

  it('returns a default without any turn times', () => {
    expect(findTurnMinutes(2, [])).toBe(90);
  });
});
