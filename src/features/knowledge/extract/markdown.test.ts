import { expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../../test/growth.ts';
import { chooseCaseCount, pickTodaysShare } from '../../../../test/random.ts';
import { parseMarkdown } from './markdown.ts';

it.each(pickTodaysShare(['[a](', '![', '<!--', '**a ', '__a ', ' *a', '`a', '[a](b '], 3))(
  'parses repeated unclosed markup %j in linear time',
  (unclosed) => {
    expect(measureGrowth((size) => parseMarkdown(unclosed.repeat(size)), chooseCaseCount(1_500, 3))).toBeLessThan(
      MAX_LINEAR_GROWTH,
    );
  },
);

it('removes markup', () => {
  const markdown =
    'See [the *long* way](https://example.com/a?b=c) or ![a map](map.png), **now** __or__ `never`.<!-- x -->';
  expect(parseMarkdown(markdown).blocks).toEqual([{ text: 'See the long way or a map, now or never.' }]);
});
