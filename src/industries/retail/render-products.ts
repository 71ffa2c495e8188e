// How products are told of.
import type { Formatter } from '../../capability/formatter.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { asNamed, isSame, unique } from '../entries.ts';
import { type AskedAs, asSubject, FEW, isPlural, listed, priced, thenAbout, withThe } from '../render.ts';
import { valuesLike } from './options.ts';
import { isInStock, type ProductsQuery } from './products.ts';
import type { Product } from './schema.ts';

type Telling = {
  say: Formatter;
  asked: AskedAs;
  option?: string /** One of several: its price alone. */;
  briefly?: boolean;
};

const MOST_DEARER = 3;

/** One product: its price first where that was asked, and a yes only where it was asked whether there is one. */
export function renderProduct(product: Product, { say, asked, option, briefly }: Telling): string {
  const { name, price, description, options = {} } = product;
  const is = isPlural(name) ? 'are' : 'is';
  if (!isInStock(product)) {
    return `I'm sorry, ${withThe(name)} (${say.money(price)}) ${is} out of stock at the moment.`;
  }
  if (option !== undefined) return renderOption(product, option, { say, asked });
  if (briefly) return `${asSubject(name)} ${is} ${say.money(price)}.`;
  const choices = Object.entries(options).map(
    ([each, values]) => ` You can choose the ${each}: ${say.choices(values)}.`,
  );
  if (asked === 'price') {
    return `${asSubject(name)} ${is} ${say.money(price)}${thenAbout(description)}${choices.join('')}`;
  }
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const have = asked === 'whether' ? 'Yes, we have' : 'We have';
  return `${have} ${withThe(name)} for ${say.money(price)}.${about}${choices.join('')}`;
}

function renderOption({ name, price, stock, options = {} }: Product, option: string, { say, asked }: Telling): string {
  const many = isPlural(name);
  if (
    !Object.values(options)
      .flat()
      .some((value) => isSame(value, option))
  ) {
    const others = say.choices(valuesLike(options, option));
    return `I'm sorry, ${withThe(name)} ${many ? "don't" : "doesn't"} come in ${option}; you can choose ${others}.`;
  }
  const there = stock === undefined ? '' : ` ${many ? 'They are' : 'It is'} in stock.`;
  if (asked === 'price') {
    return `${asSubject(name)} ${many ? 'are' : 'is'} ${say.money(price)} in ${option}.${there}`;
  }
  const which = asked === 'whether' ? `Yes, ${withThe(name)}` : asSubject(name);
  return `${which} ${many ? 'come' : 'comes'} in ${option}, for ${say.money(price)}.${there}`;
}

/** What was found, be it nothing, one or many. */
export function renderFound(found: readonly Product[], say: Formatter, input: ProductsQuery): string {
  const products = asNamed(found, input.q);
  const { maxPrice, q, category, option } = input;
  const isByLimit = maxPrice !== undefined && q === undefined && category === undefined;
  if (products.length === 0 && isByLimit)
    return `I'm sorry, we have nothing up to ${say.money(maxPrice)} at the moment.`;
  if (products.length === 0)
    return `I'm sorry, I can't find ${q ?? 'that'} in our shop. Is there something else I can look for?`;
  const only = onlyOf(products);
  if (only && !isByLimit) return renderProduct(only, { say, asked: 'other', option });
  const categories = unique(products.map((product) => product.category));
  if (products.length > FEW && Object.keys(input).length === 0 && categories.length > 1) {
    return `We have ${say.list(categories)}. What are you looking for?`;
  }
  const [there, gone] = [products.filter(isInStock), products.filter((product) => !isInStock(product))];
  const have = isByLimit ? `Up to ${say.money(maxPrice)} we have` : 'We have';
  const sentences = [
    there.length > 0 ? `${have} ${listedWithPrices(there, say)}.` : '',
    gone.length > 0 ? `Out of stock at the moment: ${listedNames(gone, say)}.` : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

const listedWithPrices = (products: readonly Product[], say: Formatter) =>
  listed(
    products.map((product) => priced(product, say)),
    say,
  );

const listedNames = (products: readonly Product[], say: Formatter) =>
  listed(
    products.map(({ name }) => name),
    say,
  );

/** What was asked for is there, but for more than they want to spend: the least expensive of it is told. */
export function renderDearer(dearer: readonly Product[], maxPrice: number, say: Formatter): string {
  const cheapest = [...dearer].sort((a, b) => a.price - b.price).slice(0, MOST_DEARER);
  const only = onlyOf(dearer);
  const told = only
    ? `${asSubject(only.name)} ${isPlural(only.name) ? 'are' : 'is'} ${say.money(only.price)}`
    : `The least expensive are ${listedWithPrices(cheapest, say)}`;
  return `I'm sorry, we have none up to ${say.money(maxPrice)}. ${told}.`;
}
