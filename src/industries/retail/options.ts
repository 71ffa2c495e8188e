// Sizes and colours, as customers ask for them.
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { isSame, normalizeName } from '../entries.ts';
import type { Product } from './schema.ts';

type Options = NonNullable<Product['options']>;

/** "in a 9", "in navy", "size M": a value that the product has, or one that was asked for as a size or colour. */
export function optionIn(products: readonly Product[], slots: Slots, text: string): { option?: string } {
  const ids = allOf(slots, 'item').map(({ id }) => id);
  const named = products.filter(({ id }) => ids.includes(id));
  const options = named.flatMap(({ options: all = {} }) => Object.values(all).flat());
  const words = normalizeName(text).split(/[^\p{L}\p{N}./-]+/u);
  const spelled = words.map((word) => SIZES[word] ?? word);
  const known = options.find(
    (value) =>
      normalizeName(value)
        .split(' ')
        .every((word) => spelled.includes(word)) && asksFor(value, text),
  );
  const size = /\b(?:size|in an?|in)\s+((?:\d+(?:[.,]5)?)|xxs|xs|s|m|l|xl|xxl|small|medium|large)\b/i.exec(text)?.[1];
  // "He has a large head: does it come in XL?"
  const letters = size && /^x*[sml]$/i.test(size) ? size.toUpperCase() : undefined;
  const exact = letters && options.find((value) => isSame(value, letters));
  const other = sizeNotIn(named, text);
  const option =
    exact ?? other ?? (options.length > 0 ? (letters ?? known ?? size ?? colourNotIn(named, text)) : known);
  return option === undefined ? {} : { option };
}

const SIZES: Record<string, string> = { small: 's', medium: 'm', large: 'l' };

/** A single letter such as M or S is a size only where it is asked for as one. */
const asksFor = (value: string, text: string) =>
  value.length > 2 ||
  new RegExp(`\\b(?:${{ s: 'small', m: 'medium', l: 'large' }[value.toLowerCase()] ?? '$^'})\\b`, 'i').test(text) ||
  new RegExp(`\\b(?:size|in an?|in|an?)\\s+${value.replace(/[^\p{L}\p{N}]/gu, '.')}\\b`, 'iu').test(text);

/** Colours that are nothing else, so that whoever says "in blue" means one. */
const COLOUR =
  'black|white|gr[ea]y|silver|gold|red|burgundy|pink|orange|yellow|green|teal|turquoise|' +
  'blue|navy|indigo|purple|brown|beige';
const ANY_COLOUR = new RegExp(`\\b(?:${COLOUR})\\b`, 'i');
const ASKED_COLOUR = new RegExp(
  `\\bin (?:an? |the )?(?:(?:light|dark|bright|pale) )?(${COLOUR})\\b|\\b(${COLOUR}) (?:one|ones|version|colou?r)\\b`,
  'i',
);
const NAMES_COLOUR = /colou?r|shade|glaze|finish/i;
const NAMES_SIZE = /size|length|width|frame|height/i;

/** A colour that was asked for, of things that have others: neither their names nor their choices speak of it. */
function colourNotIn(named: readonly Product[], text: string): string | undefined {
  const match = ASKED_COLOUR.exec(text);
  const colour = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (colour === undefined) return undefined;
  const isSpokenOf = named.some(({ name, description = '', options = {} }) =>
    [name, description, ...Object.values(options).flat()].some((each) => normalizeName(each).includes(colour)),
  );
  return !isSpokenOf && named.every(({ options = {} }) => ofColour(options).length > 0) ? colour : undefined;
}

const ofColour = (options: Options) =>
  Object.entries(options).filter(
    ([name, values]) => NAMES_COLOUR.test(name) || values.some((value) => ANY_COLOUR.test(value)),
  );

/** "In purple, size 10": what there is not is said first. */
function sizeNotIn(named: readonly Product[], text: string): string | undefined {
  const size = /\bsize\s+(\d+(?:[.,]5)?)\b/i.exec(text)?.[1];
  const sizes = named.flatMap(({ options = {} }) =>
    Object.entries(options).flatMap(([name, values]) => (NAMES_SIZE.test(name) ? values : [])),
  );
  return size && sizes.length > 0 && !sizes.some((value) => isSame(value, size)) ? size : undefined;
}

/** What can be chosen in place of it: of a colour the colours, of a size the sizes. */
export function valuesLike(options: Options, asked: string): string[] {
  const alike = ANY_COLOUR.test(asked)
    ? ofColour(options)
    : Object.entries(options).filter(([name]) => NAMES_SIZE.test(name));
  return (alike.length > 0 ? alike : Object.entries(options)).flatMap(([, values]) => values);
}
