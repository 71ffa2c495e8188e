import { describe, expect, it } from 'vitest';
import { equalIds, findEntry, holdsWords, isAmong, plain, unique, unknownNames } from './entries.ts';

const people = [
  { id: 'zoe', name: 'Zoë O’Neill' },
  { id: 'jose', name: 'José Díaz' },
  { id: 'jose2', name: 'zoe' },
];

describe('names', () => {
  it.each([
    ['  Zoë   O’Neill ', "zoe o'neill"],
    ['CRÈME brûlée', 'creme brulee'],
    ['½', '1⁄2'],
  ])('%j reads as %j', (text, as) => expect(plain(text)).toBe(as));

  it.each([
    ['zoe', 'zoe'],
    ['ZOE', 'zoe'],
    ["zoe o'neill", 'zoe'],
    ['jose diaz', 'jose'],
    ['José Díaz', 'jose'],
    ['jose d', undefined],
    ['', undefined],
  ])('%j finds %j', (wanted, id) => expect(findEntry(people, wanted)?.id).toBe(id));

  it('are among all where the list was left out', () => {
    expect(isAmong(people[1]!, undefined, people)).toBe(true);
    expect(isAmong(people[1]!, [], people)).toBe(false);
    expect(isAmong(people[1]!, ['JOSÉ DÍAZ'], people)).toBe(true);
    expect(isAmong(people[2]!, ['zoe'], people)).toBe(false);
  });
});

describe('words', () => {
  it.each([
    ['creme', ['Crème brûlée', undefined], true],
    ['brulee vanilla', ['Crème brûlée', 'with vanilla'], true],
    ['brulee mint', ['Crème brûlée', 'with vanilla'], false],
    [' ', ['anything'], true],
  ])('%j in %j: %j', (wanted, texts, found) => expect(holdsWords(wanted, texts)).toBe(found));

  it('are listed once, in order', () => expect(unique(['b', undefined, 'a', 'b'])).toEqual(['b', 'a']));
});

describe('places', () => {
  it('of equal ids, not of those left out', () => {
    const errors = equalIds([{ id: 'a' }, {}, { id: 'a' }, {}], '/x/list');
    expect(errors).toEqual([{ pointer: '/x/list/2/id', detail: 'a is used twice in this list' }]);
  });

  it('of unknown names', () => {
    const errors = unknownNames(['jose', 'Ann'], people, { pointer: '/x/0/people', what: 'person' });
    expect(errors).toEqual([{ pointer: '/x/0/people/1', detail: 'there is no person Ann' }]);
  });
});
