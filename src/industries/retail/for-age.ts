// "A bike for a 7 year old": what is for that age, of what was named.
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { agesOf } from '../../nlu/entities/ages.ts';
import { sourcesOf } from '../render.ts';
import { renderFound } from './render-products.ts';
import type { Product } from './schema.ts';

/** Without the plural, so that a bike is one of the "Kids bikes". */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));

/** Numbers in a description are ages where it speaks of them. */
const ofAges = ({ name, category, description = '' }: Product): string =>
  [name, category, /\bage/i.test(description) ? description : ''].join(' ');

export function forTheirAge(
  text: string,
  age: number,
  products: readonly Product[],
  say: Formatter,
): SourcedText | undefined {
  const wanted = wordsIn(text);
  const fitting = products.filter((product) => {
    const ages = agesOf(ofAges(product));
    const isNamed = wordsIn(`${product.name} ${product.category}`).some((word) => wanted.includes(word));
    return isNamed && ages !== undefined && age >= ages.from && age <= ages.to;
  });
  return fitting.length > 0
    ? { text: renderFound(fitting, say, {}), sources: sourcesOf('product', fitting) }
    : undefined;
}
