// Renders products and search results.
import type { Formatter } from '../../capability/formatter.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { distinct, isSameName, preferExactName } from '../entries.ts';
import {
  endWithDescription,
  isPlural,
  MAX_DETAILED_ITEMS,
  type QuestionKind,
  renderList,
  renderNameWithPrice,
  renderSought,
  withCapitalThe,
  withThe,
} from '../render.ts';
import { listSimilarValues } from './options.ts';
import { isInStock, type ProductsQuery } from './products.ts';
import type { Product } from './schema.ts';

type RenderOptions = {
  format: Formatter;
  questionKind: QuestionKind;
  option?: string;
  /** Gives the price only, because several products are listed. */
  isBrief?: boolean;
};

const MAX_LISTED_ABOVE_LIMIT = 3;

/** One product: the price comes first if the customer asked for it, and "Yes" only if they asked whether we have it. */
export function renderProduct(product: Product, { format, questionKind, option, isBrief }: RenderOptions): string {
  const { name, price, description, options = {} } = product;
  const verb = isPlural(name) ? 'are' : 'is';
  if (!isInStock(product)) {
    return `I'm sorry, ${withThe(name)} (${format.money(price)}) ${verb} out of stock right now.`;
  }
  if (option !== undefined) return renderOption(product, option, { format, questionKind });
  if (isBrief) return `${withCapitalThe(name)} ${verb} ${format.money(price)}.`;
  const choices = Object.values(options).map(
    (values) => ` ${isPlural(name) ? 'They come' : 'It comes'} in ${format.choices(values)}.`,
  );
  if (questionKind === 'price') {
    return `${withCapitalThe(name)} ${verb} ${format.money(price)}${endWithDescription(description)}${choices.join('')}`;
  }
  const descriptionText = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const opening = questionKind === 'availability' ? 'Yes, we have' : 'We have';
  return `${opening} ${withThe(name)} for ${format.money(price)}.${descriptionText}${choices.join('')}`;
}

function renderOption(
  { name, price, stock, options = {} }: Product,
  option: string,
  { format, questionKind }: RenderOptions,
): string {
  const isPluralName = isPlural(name);
  if (
    !Object.values(options)
      .flat()
      .some((value) => isSameName(value, option))
  ) {
    const others = format.choices(listSimilarValues(options, option));
    return `I'm sorry, ${withThe(name)} ${isPluralName ? "don't" : "doesn't"} come in ${option}; you can choose ${others}.`;
  }
  const stockText = stock === undefined ? '' : ` ${isPluralName ? "They're" : "It's"} in stock.`;
  if (questionKind === 'price') {
    return `${withCapitalThe(name)} ${isPluralName ? 'are' : 'is'} ${format.money(price)} in ${option}.${stockText}`;
  }
  const subject = questionKind === 'availability' ? `Yes, ${withThe(name)}` : withCapitalThe(name);
  return `${subject} ${isPluralName ? 'come' : 'comes'} in ${option}, for ${format.money(price)}.${stockText}`;
}

/** Renders search results: none, one or many. */
export function renderSearchResults(matches: readonly Product[], format: Formatter, input: ProductsQuery): string {
  const products = preferExactName(matches, input.q);
  const { maxPrice, q, category, option } = input;
  const isByLimit = maxPrice !== undefined && q === undefined && category === undefined;
  if (products.length === 0 && isByLimit)
    return `I'm sorry, we don't have anything for ${format.money(maxPrice)} or less right now.`;
  if (products.length === 0)
    return `I'm sorry, I can't find ${renderSought(q, 'that')} in our store. Is there something else I can look for?`;
  const onlyProduct = getOnlyItem(products);
  if (onlyProduct && !isByLimit) return renderProduct(onlyProduct, { format, questionKind: 'other', option });
  const categories = distinct(products.map((product) => product.category));
  if (products.length > MAX_DETAILED_ITEMS && Object.keys(input).length === 0 && categories.length > 1) {
    return `${format.text('We have {names}.', { names: format.list(categories) })} ${format.text('What are you looking for?')}`;
  }
  const [available, outOfStock] = [products.filter(isInStock), products.filter((product) => !isInStock(product))];
  const names = renderWithPrices(available, format);
  const availableText = isByLimit
    ? `For ${format.money(maxPrice)} or less, we have ${names}.`
    : format.text('We have {names}.', { names });
  const sentences = [
    available.length > 0 ? availableText : '',
    outOfStock.length > 0
      ? format.text('Out of stock right now: {names}.', { names: renderNames(outOfStock, format) })
      : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

const renderWithPrices = (products: readonly Product[], format: Formatter) =>
  renderList(
    products.map((product) => renderNameWithPrice(product, format)),
    format,
  );

const renderNames = (products: readonly Product[], format: Formatter) =>
  renderList(
    products.map(({ name }) => name),
    format,
  );

/** All matches cost more than the customer's limit, so the cheapest ones are listed. */
export function renderAboveLimit(products: readonly Product[], maxPrice: number, format: Formatter): string {
  const cheapest = [...products].sort((a, b) => a.price - b.price).slice(0, MAX_LISTED_ABOVE_LIMIT);
  const onlyProduct = getOnlyItem(products);
  const cheapestText = onlyProduct
    ? `${withCapitalThe(onlyProduct.name)} ${isPlural(onlyProduct.name) ? 'are' : 'is'} ${format.money(onlyProduct.price)}`
    : `The least expensive are ${renderWithPrices(cheapest, format)}`;
  return `I'm sorry, we don't have any for ${format.money(maxPrice)} or less. ${cheapestText}.`;
}
