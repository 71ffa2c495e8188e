import { expect, it } from 'vitest';
import { createEntityCatalog } from '../../nlu/entities/entity-catalog.ts';
import { withChildrensServices } from './childrens-services.ts';

const ENTITIES = [
  { slot: 'service', id: 'cut', name: 'Classic Cut' },
  { slot: 'service', id: 'kids', name: 'Kids Cut' },
  { slot: 'staff', id: 'maria', name: 'Maria' },
];
const servicesFoundIn = (text: string, entities = ENTITIES) =>
  withChildrensServices(createEntityCatalog(entities), entities, ['service'])
    .find(text)
    .filter(({ slot }) => slot === 'service')
    .map(({ id }) => id);

it.each([
  "my lad's 7. what's the damage",
  'got anything for my 8 yr old?',
  'my little girl',
  'do you do kids?',
  "the young lad's hair",
  'she is 6.',
])('finds the children’s service in "%s"', (text) => {
  expect(servicesFoundIn(text)).toEqual(['kids']);
});

it('prefers the children’s service where a word matches several', () => {
  expect(servicesFoundIn("could Maria cut my son's hair? he's 7")).toEqual(['kids']);
  expect(servicesFoundIn('could Maria cut my hair?')).toEqual(['cut', 'kids']);
});

it('keeps a service that was named', () => {
  expect(servicesFoundIn('a classic cut for my son')).toEqual(['cut']);
});

it.each([
  'with Maria tomorrow',
  'my 45 year old husband',
  'my daughter is 34',
  "he's 6 foot",
  'the girl at the desk',
  'are you open?',
])('finds no service in "%s"', (text) => {
  expect(servicesFoundIn(text)).toEqual([]);
});

it('finds nothing if the business has no children’s service', () => {
  expect(servicesFoundIn('for my son', ENTITIES.slice(0, 1))).toEqual([]);
});

it('adds no service with isNarrowingOnly', () => {
  const { find } = withChildrensServices(createEntityCatalog(ENTITIES), ENTITIES, ['service'], true);
  const idsFoundIn = (text: string) => find(text).map(({ id }) => id);
  expect(idsFoundIn('a cut for my daughter, shes 6')).toEqual(['kids']);
  expect(idsFoundIn('my daughter is ill')).toEqual([]);
});
