// Finds products for an age: "a bike for a 7 year old".
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { ageRangeOf } from '../../nlu/entities/ages.ts';
import { createSources } from '../render.ts';
import { renderSearchResults } from './render-products.ts';
import type { Product } from './schema.ts';

/** Words without a plural "s", so "bike" matches "Kids bikes". */
const splitIntoWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));

/** Numbers in a description are ages only if it mentions age. */
const collectAgeText = ({ name, category, description = '' }: Product): string =>
  [name, category, /\bage/i.test(description) ? description : ''].join(' ');

export function renderForAge(
  text: string,
  age: number,
  products: readonly Product[],
  format: Formatter,
): SourcedText | undefined {
  const questionWords = splitIntoWords(text);
  const matches = products.filter((product) => {
    const ages = ageRangeOf(collectAgeText(product));
    const isMentioned = splitIntoWords(`${product.name} ${product.category}`).some((word) =>
      questionWords.includes(word),
    );
    return isMentioned && ages !== undefined && age >= ages.from && age <= ages.to;
  });
  return matches.length > 0
    ? { text: renderSearchResults(matches, format, {}), sources: createSources('product', matches) }
    : undefined;
}
