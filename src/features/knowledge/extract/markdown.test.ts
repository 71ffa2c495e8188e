import { expect, it } from 'vitest';
import { growth, IN_STEP } from '../../../../test/effort.ts';
import { casesOf } from '../../../../test/random.ts';
import { parseMarkdown } from './markdown.ts';

it.each(['[a](', '![', '<!--', '**a ', '__a ', ' *a', '`a', '[a](b '])(
  'parses repeated unclosed markup %j in linear time',
  (unclosed) => {
    expect(growth((size) => parseMarkdown(unclosed.repeat(size)), casesOf(1_500, 3))).toBeLessThan(IN_STEP);
  },
);

it('removes markup', () => {
  const text =
    'See [the *long* way](https://example.com/a?b=c) or ![a map](map.png), **now** __or__ `never`.<!-- x -->';
  expect(parseMarkdown(text).blocks).toEqual([{ text: 'See the long way or a map, now or never.' }]);
});
