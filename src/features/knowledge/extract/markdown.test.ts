import { expect, it } from 'vitest';
import { growth, IN_STEP } from '../../../../test/effort.ts';
import { casesOf } from '../../../../test/random.ts';
import { readMarkdown } from './markdown.ts';

it.each(['[a](', '![', '<!--', '**a ', '__a ', ' *a', '`a', '[a](b '])(
  'beginnings without an end, %j, are read in step with the text',
  (again) => {
    expect(growth((size) => readMarkdown(again.repeat(size)), casesOf(1_500, 3))).toBeLessThan(IN_STEP);
  },
);

it('marks are taken off where they end', () => {
  const text =
    'See [the *long* way](https://example.com/a?b=c) or ![a map](map.png), **now** __or__ `never`.<!-- x -->';
  expect(readMarkdown(text).blocks).toEqual([{ text: 'See the long way or a map, now or never.' }]);
});
