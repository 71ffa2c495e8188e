import { expect, it } from 'vitest';
import { findIndustry } from '../../../test/document.ts';
import { findNeedsBesideQuestion, withNeeds } from './needs.ts';

const mention = (id: string) => [{ id, name: id, said: id }];
const storedNeeds = { avoid: [mention('peanut')], diet: [mention('vegan')] };
const industry = findIndustry('restaurant');

it.each([
  ['a need of one dish', { item: [mention('soup')], diet: [mention('halal')] }, storedNeeds],
  [
    'a need that was stated before',
    { item: [mention('soup')], diet: [mention('vegan')] },
    { avoid: storedNeeds.avoid },
  ],
  ['a need of all dishes, which the list must suit with the others', { diet: [mention('halal')] }, {}],
  ['a dish, but no need', { item: [mention('soup')] }, {}],
])('keeps the other needs beside a question about %s', (_, mentionedEntities, expectedNeeds) => {
  const otherNeeds = findNeedsBesideQuestion(mentionedEntities, storedNeeds, industry);
  expect(otherNeeds).toEqual(expectedNeeds);
  const { catalogEntities } = withNeeds(
    { catalogEntities: mentionedEntities, industryEntities: {} },
    storedNeeds,
    otherNeeds,
  );
  const idsOf = (slot: string) =>
    (catalogEntities as Record<string, { id: string }[][]>)[slot]?.flat().map(({ id }) => id) ?? [];
  expect(idsOf('avoid')).toEqual('avoid' in expectedNeeds ? [] : ['peanut']);
});
