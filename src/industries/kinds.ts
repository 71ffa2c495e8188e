// Which things a superlative is taken over: "the cheapest bike" of the bikes, "the cheapest" of all.
import type { EntityValue, Slots } from '../capability/dialogue.ts';
import { isSmall, wordsOf } from '../nlu/entities/word-forms.ts';
import { unique } from './entries.ts';

type Entry = { id: string; name: string; category?: string; description?: string };

/** `over`: what is to be said of it, where it was not plain. `unknown`: the word for a kind that we do not know. */
export type Kind<E> = { of: E[]; over?: string[]; unknown?: string };

/** Whatever it is, it is one of these. */
const ANY_KIND = new Set(
  'thing one option item product service choice treatment class session membership plan visit appointment ticket way'
    .concat(' day time price dish meal food stuff bit slot length price offer deal you we that which there is are')
    .split(' '),
);

const formsOf = (text: string) => new Set(wordsOf(text).map(({ form }) => form));

/** Of the category or kind that was named. `after`: what follows the superlative. */
export function kindIn<E extends Entry>(after: string, entries: readonly E[], { words }: Slots): Kind<E> {
  const categories = unique(entries.map(({ category }) => category));
  const named = words.category?.flat() ?? [];
  if (named.length > 0) {
    const meant = unique(named.flatMap((said) => meantBy(said, categories)));
    const of = entries.filter(({ category = '' }) => meant.includes(category));
    return meant.length > named.length ? { of, over: meant } : { of };
  }
  const kind = kindWord(after, words);
  if (kind === undefined) return { of: [...entries] };
  const holding = categories.filter((category) => formsOf(category).has(kind.form));
  if (holding.length > 0) {
    const of = entries.filter(({ category = '' }) => holding.includes(category));
    return holding.length > 1 ? { of, over: holding } : { of };
  }
  const told = entries.filter(({ name, description = '' }) => formsOf(`${name} ${description}`).has(kind.form));
  if (told.length > 1) return { of: told };
  return categories.length > 1 ? { of: [...entries], unknown: kind.word } : { of: [...entries] };
}

/** By its whole name one category; by a part of it all that have that part: "bikes" are hybrid bikes and kids' bikes. */
function meantBy({ name, said }: EntityValue, categories: readonly string[]): string[] {
  const forms = formsOf(said);
  if (formsOf(name).isSubsetOf(forms)) return [name];
  const holding = categories.filter((category) => forms.isSubsetOf(formsOf(category)));
  return holding.length > 0 ? holding : [name];
}

/** The word right after the superlative, where it is one for a kind of thing. */
function kindWord(after: string, words: Slots['words']): { word: string; form: string } | undefined {
  const [, word] = /^\s+(?:of (?:your|the|all(?: the)?) )?(\p{L}[\p{L}'’-]{2,})/u.exec(after) ?? [];
  const [form] = word === undefined ? [] : formsOf(word);
  if (word === undefined || form === undefined || isSmall(form) || ANY_KIND.has(form)) return undefined;
  // "The cheapest vegan option": that it is vegan is known otherwise.
  const isOther = Object.entries(words).some(
    ([slot, all]) =>
      /^(?:diet|avoid|level|staff)$/.test(slot) && all.flat().some(({ said }) => formsOf(said).has(form)),
  );
  return isOther ? undefined : { word, form };
}
