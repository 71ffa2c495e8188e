// Finds products for an age: "a bike for a 7 year old".
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { ageRangeOf } from '../../nlu/entities/ages.ts';
import { sourcesOf } from '../render.ts';
import { renderSearchResults } from './render-products.ts';
import type { Product } from './schema.ts';

/** Words without a plural "s", so "bike" matches "Kids bikes". */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));

/** Numbers in a description are ages only if it mentions age. */
const textWithAges = ({ name, category, description = '' }: Product): string =>
  [name, category, /\bage/i.test(description) ? description : ''].join(' ');

export function renderForAge(
  text: string,
  age: number,
  products: readonly Product[],
  format: Formatter,
): SourcedText | undefined {
  const questionWords = wordsIn(text);
  const matches = products.filter((product) => {
    const ages = ageRangeOf(textWithAges(product));
    const isMentioned = wordsIn(`${product.name} ${product.category}`).some((word) => questionWords.includes(word));
    return isMentioned && ages !== undefined && age >= ages.from && age <= ages.to;
  });
  return matches.length > 0
    ? { text: renderSearchResults(matches, format, {}), sources: sourcesOf('product', matches) }
    : undefined;
}
