import { expect, it } from 'vitest';
import type { Located } from './proposal.ts';
import { removeRecommendedCategories } from './recommended.ts';

const offer = (url: string, name: string, category: string): Located<'offer'> => ({
  kind: 'offer',
  value: { name, category, headings: [] },
  certainty: 'structure',
  quote: name,
  url,
});
const page = (url: string, title: string) => ({ url, title, findings: [], unclearQuotes: [] });

it('on the page of one offer, the heading above others is not their category', () => {
  const offers = [
    offer('/shop', 'Mug', 'Kitchen'),
    offer('/shop', 'Jelly', 'Kitchen'),
    offer('/mug', 'Mug', 'Kitchen'),
    offer('/mug', 'Jelly', 'You might also like'),
  ];
  const result = removeRecommendedCategories(offers, [page('/shop', 'Shop – Harbor'), page('/mug', 'Mug – Harbor')]);
  expect(result.map(({ value }) => value.category)).toEqual(['Kitchen', 'Kitchen', 'Kitchen', undefined]);
});

it('a page named like an offer that no other page lists keeps its categories', () => {
  const offers = [offer('/menu', 'Menu', 'Lunch'), offer('/menu', 'Soup', 'Starters')];
  const result = removeRecommendedCategories(offers, [page('/menu', 'Menu – Harbor')]);
  expect(result.map(({ value }) => value.category)).toEqual(['Lunch', 'Starters']);
});
