import { expect, it } from 'vitest';
import { findIndustry } from '../../../test/document.ts';
import { needsBesideQuestion, withNeeds } from './needs.ts';

const entity = (id: string, said = id) => [{ id, name: id, said }];
const needs = { avoid: [entity('peanut')], diet: [entity('vegan')] };
const industry = findIndustry('restaurant');

it.each([
  ['a need of one dish', { item: [entity('soup')], diet: [entity('halal')] }, needs],
  ['a need that was stated before', { item: [entity('soup')], diet: [entity('vegan')] }, { avoid: needs.avoid }],
  ['a need of all dishes, which the list must suit with the others', { diet: [entity('halal')] }, {}],
  ['a dish, but no need', { item: [entity('soup')] }, {}],
])('keeps the other needs beside a question about %s', (_, mentionedEntities, expectedNeeds) => {
  const otherNeeds = needsBesideQuestion(mentionedEntities, needs, industry);
  expect(otherNeeds).toEqual(expectedNeeds);
  const { catalogEntities } = withNeeds(
    { catalogEntities: mentionedEntities, industryEntities: {} },
    needs,
    otherNeeds,
  );
  const idsOf = (slot: string) =>
    (catalogEntities as Record<string, { id: string }[][]>)[slot]?.flat().map(({ id }) => id) ?? [];
  expect(idsOf('avoid')).toEqual('avoid' in expectedNeeds ? [] : ['peanut']);
});
