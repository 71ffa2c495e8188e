// Finds the size or color that a customer asks for.
import { listEntities, type Slots } from '../../capability/dialogue.ts';
import { isSameName, normalizeName } from '../entries.ts';
import type { Product } from './schema.ts';

type Options = NonNullable<Product['options']>;

/** The option the customer asks for, whether or not the product has it: "in a 9", "in navy", "size M". */
export function findRequestedOption(products: readonly Product[], slots: Slots, text: string): { option?: string } {
  const ids = listEntities(slots, 'item').map(({ id }) => id);
  const mentionedProducts = products.filter(({ id }) => ids.includes(id));
  const options = mentionedProducts.flatMap(({ options: productOptions = {} }) => Object.values(productOptions).flat());
  const words = normalizeName(text).split(/[^\p{L}\p{N}./-]+/u);
  const normalizedWords = words.map((word) => SIZE_LETTERS[word] ?? word);
  const knownOption = options.find(
    (value) =>
      normalizeName(value)
        .split(' ')
        .every((word) => normalizedWords.includes(word)) && isAskedFor(value, text),
  );
  const size = /\b(?:size|in an?|in)\s+((?:\d+(?:[.,]5)?)|xxs|xs|s|m|l|xl|xxl|small|medium|large)\b/i.exec(text)?.[1];
  // An explicit letter size wins over other size words: "he has a large head: does it come in XL?"
  const letterSize = size && /^x*[sml]$/i.test(size) ? size.toUpperCase() : undefined;
  const exactOption = letterSize && options.find((value) => isSameName(value, letterSize));
  const unavailableSize = findUnavailableSize(mentionedProducts, text);
  const option =
    exactOption ??
    unavailableSize ??
    (options.length > 0
      ? (letterSize ?? knownOption ?? size ?? findUnavailableColor(mentionedProducts, text))
      : knownOption);
  return option === undefined ? {} : { option };
}

const SIZE_LETTERS: Record<string, string> = { small: 's', medium: 'm', large: 'l' };

/** A short value such as M or S counts only if the customer asks for it as a size. */
const isAskedFor = (value: string, text: string) =>
  value.length > 2 ||
  new RegExp(`\\b(?:${{ s: 'small', m: 'medium', l: 'large' }[value.toLowerCase()] ?? '$^'})\\b`, 'i').test(text) ||
  new RegExp(`\\b(?:size|in an?|in|an?)\\s+${value.replace(/[^\p{L}\p{N}]/gu, '.')}\\b`, 'iu').test(text);

/** Only words that have no other meaning, so "in blue" is always a color. */
const COLOR_PATTERN =
  'black|white|gr[ea]y|silver|gold|red|burgundy|pink|orange|yellow|green|teal|turquoise|' +
  'blue|navy|indigo|purple|brown|beige';
const ANY_COLOR_PATTERN = new RegExp(`\\b(?:${COLOR_PATTERN})\\b`, 'i');
const REQUESTED_COLOR_PATTERN = new RegExp(
  `\\bin (?:an? |the )?(?:(?:light|dark|bright|pale) )?(${COLOR_PATTERN})\\b|\\b(${COLOR_PATTERN}) (?:one|ones|version|colou?r)\\b`,
  'i',
);
const COLOR_OPTION_NAME_PATTERN = /colou?r|shade|glaze|finish/i;
const SIZE_OPTION_NAME_PATTERN = /size|length|width|frame|height/i;

/** The requested color, if the products come in colors but not in this one. */
function findUnavailableColor(products: readonly Product[], text: string): string | undefined {
  const match = REQUESTED_COLOR_PATTERN.exec(text);
  const color = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (color === undefined) return undefined;
  const isMentioned = products.some(({ name, description = '', options = {} }) =>
    [name, description, ...Object.values(options).flat()].some((each) => normalizeName(each).includes(color)),
  );
  return !isMentioned && products.every(({ options = {} }) => findColorOptions(options).length > 0) ? color : undefined;
}

const findColorOptions = (options: Options) =>
  Object.entries(options).filter(
    ([name, values]) => COLOR_OPTION_NAME_PATTERN.test(name) || values.some((value) => ANY_COLOR_PATTERN.test(value)),
  );

/** The requested size, if the products come in sizes but not in this one. */
function findUnavailableSize(products: readonly Product[], text: string): string | undefined {
  const size = /\bsize\s+(\d+(?:[.,]5)?)\b/i.exec(text)?.[1];
  const sizes = products.flatMap(({ options = {} }) =>
    Object.entries(options).flatMap(([name, values]) => (SIZE_OPTION_NAME_PATTERN.test(name) ? values : [])),
  );
  return size && sizes.length > 0 && !sizes.some((value) => isSameName(value, size)) ? size : undefined;
}

/** Alternatives of the same kind: colors for a color, sizes for a size. */
export function listSimilarValues(options: Options, requestedValue: string): string[] {
  const similarOptions = ANY_COLOR_PATTERN.test(requestedValue)
    ? findColorOptions(options)
    : Object.entries(options).filter(([name]) => SIZE_OPTION_NAME_PATTERN.test(name));
  return (similarOptions.length > 0 ? similarOptions : Object.entries(options)).flatMap(([, values]) => values);
}
