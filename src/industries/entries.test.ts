import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../test/growth.ts';
import {
  containsWords,
  createPeopleLookup,
  distinct,
  findDuplicateIdErrors,
  findDuplicateNameErrors,
  findEntry,
  findUnknownNameErrors,
  listShortNames,
  normalizeName,
} from './entries.ts';

const people = [
  { id: 'zoe', name: 'Zoë O’Neill' },
  { id: 'jose', name: 'José Díaz' },
  { id: 'jose2', name: 'zoe' },
];

describe('short names', () => {
  it.each([
    ['Big Pots & Plates', ['Big Pots', 'Plates', 'Big Plates']],
    ['Soup and Salad', ['Soup', 'Salad']],
    ['Fish, Meat & Veg', []],
    ['Mains', []],
  ])('of %j are %j', (name, shortForms) => expect(listShortNames(name)).toEqual(shortForms));
});

describe('names', () => {
  it.each([
    ['  Zoë   O’Neill ', "zoe o'neill"],
    ['CRÈME brûlée', 'creme brulee'],
    ['½', '1⁄2'],
  ])('%j reads as %j', (text, normalized) => expect(normalizeName(text)).toBe(normalized));

  it.each([
    ['zoe', 'zoe'],
    ['ZOE', 'zoe'],
    ["zoe o'neill", 'zoe'],
    ['jose diaz', 'jose'],
    ['José Díaz', 'jose'],
    ['jose d', undefined],
    ['', undefined],
  ])('%j finds %j', (idOrName, id) => expect(findEntry(people, idOrName)?.id).toBe(id));

  it('find the people who have them, including those without a list', () => {
    const lists = [undefined, [], ['JOSÉ DÍAZ'], ['zoe']];
    const findPeople = createPeopleLookup(lists, (list) => list, people);
    expect(findPeople(people[0]!)).toEqual([undefined, ['zoe']]);
    expect(findPeople(people[1]!)).toEqual([undefined, ['JOSÉ DÍAZ']]);
    expect(findPeople(people[2]!)).toEqual([undefined]);
  });

  it('are found in linear time', () => {
    const findPeopleForServices = (length: number) => {
      const services = Array.from({ length }, (_, index) => ({ id: `s${index}`, name: `Service ${index}` }));
      const names = services.map(({ name }) => name.toUpperCase());
      const stylists = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, names }));
      const findPeople = createPeopleLookup(stylists, (stylist) => stylist.names, services);
      expect(services.every((service) => findPeople(service).length === 20)).toBe(true);
      expect(findUnknownNameErrors(names, services, { pointer: '/x', what: 'service' })).toEqual([]);
    };
    expect(measureGrowth(findPeopleForServices, 100)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});

describe('search words', () => {
  it.each([
    ['creme', ['Crème brûlée', undefined], true],
    ['brulee vanilla', ['Crème brûlée', 'with vanilla'], true],
    ['brulee mint', ['Crème brûlée', 'with vanilla'], false],
    [' ', ['anything'], true],
  ])('%j in %j: %j', (query, texts, isFound) => expect(containsWords(query, texts)).toBe(isFound));

  it('are distinct and in order', () => expect(distinct(['b', undefined, 'a', 'b'])).toEqual(['b', 'a']));
});

describe('field errors', () => {
  it('point to duplicate ids', () => {
    const errors = findDuplicateIdErrors([{ id: 'a' }, {}, { id: 'a' }, {}], '/x/list');
    expect(errors).toEqual([{ pointer: '/x/list/2/id', detail: 'a is used twice in this list' }]);
  });

  it('point to duplicate names, ignoring spelling differences', () => {
    const errors = findDuplicateNameErrors([{ name: 'Zoë Oak' }, { name: 'Ann' }, { name: ' zoe  OAK ' }], '/x/list');
    expect(errors).toEqual([{ pointer: '/x/list/2/name', detail: 'zoe oak is used twice in this list' }]);
  });

  it('are found in linear time', () => {
    const findDuplicateIds = (length: number) => {
      const entries = Array.from({ length }, (_, index) => ({ id: `${index}` }));
      expect(findDuplicateIdErrors([...entries, ...entries.slice(-2)], '/x')).toHaveLength(2);
    };
    expect(measureGrowth(findDuplicateIds, 1_000)).toBeLessThan(MAX_LINEAR_GROWTH);
  });

  it('point to unknown names', () => {
    const errors = findUnknownNameErrors(['jose', 'Ann'], people, { pointer: '/x/0/people', what: 'person' });
    expect(errors).toEqual([{ pointer: '/x/0/people/1', detail: 'there is no person Ann' }]);
  });
});
