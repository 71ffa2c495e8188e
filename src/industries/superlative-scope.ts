// Decides which entries a superlative compares: "the cheapest bike" only the bikes, "the cheapest" all entries.
import type { EntityValue, Slots } from '../capability/dialogue.ts';
import { isFunctionWord, wordsOf } from '../nlu/entities/word-forms.ts';
import { distinct } from './entries.ts';

type Entry = { id: string; name: string; category?: string; description?: string };

/** `categories` is set if the reply should name them; `unknownKind` is a noun that matches no category or entry. */
export type SuperlativeScope<E> = { entries: E[]; categories?: string[]; unknownKind?: string };

/** Nouns that any entry matches. */
const GENERIC_NOUNS = new Set(
  'thing one option item product service choice treatment class session membership plan visit appointment ticket way'
    .concat(' day time price dish meal food stuff bit slot length price offer deal you we that which there is are')
    .split(' '),
);

const extractCanonicalForms = (text: string) => new Set(wordsOf(text).map(({ canonicalForm }) => canonicalForm));

/** The entries of the category or kind that was mentioned. `textAfter` is the text after the superlative. */
export function findSuperlativeScope<E extends Entry>(
  textAfter: string,
  entries: readonly E[],
  { catalogEntities }: Slots,
): SuperlativeScope<E> {
  const categories = distinct(entries.map(({ category }) => category));
  const mentionedCategories = catalogEntities.category?.flat() ?? [];
  if (mentionedCategories.length > 0) {
    const matches = distinct(mentionedCategories.flatMap((said) => findMatchingCategories(said, categories)));
    const entriesInCategories = entries.filter(({ category = '' }) => matches.includes(category));
    return matches.length > mentionedCategories.length
      ? { entries: entriesInCategories, categories: matches }
      : { entries: entriesInCategories };
  }
  const kind = findKindNoun(textAfter, catalogEntities);
  if (kind === undefined) return { entries: [...entries] };
  const matches = categories.filter((category) => extractCanonicalForms(category).has(kind.form));
  if (matches.length > 0) {
    const entriesInCategories = entries.filter(({ category = '' }) => matches.includes(category));
    return matches.length > 1
      ? { entries: entriesInCategories, categories: matches }
      : { entries: entriesInCategories };
  }
  const matchingEntries = entries.filter(({ name, description = '' }) =>
    extractCanonicalForms(`${name} ${description}`).has(kind.form),
  );
  if (matchingEntries.length > 1) return { entries: matchingEntries };
  return categories.length > 1 ? { entries: [...entries], unknownKind: kind.word } : { entries: [...entries] };
}

/** The full name matches one category; part of a name matches all that contain it: "bikes" matches hybrid and kids' bikes. */
function findMatchingCategories({ name, said }: EntityValue, categories: readonly string[]): string[] {
  const forms = extractCanonicalForms(said);
  if (extractCanonicalForms(name).isSubsetOf(forms)) return [name];
  const containingCategories = categories.filter((category) => forms.isSubsetOf(extractCanonicalForms(category)));
  return containingCategories.length > 0 ? containingCategories : [name];
}

/** The noun right after the superlative, if it names a kind of thing. */
function findKindNoun(
  textAfter: string,
  catalogEntities: Slots['catalogEntities'],
): { word: string; form: string } | undefined {
  const [, word] = /^\s+(?:of (?:your|the|all(?: the)?) )?(\p{L}[\p{L}'’-]{2,})/u.exec(textAfter) ?? [];
  const [form] = word === undefined ? [] : extractCanonicalForms(word);
  if (word === undefined || form === undefined || isFunctionWord(form) || GENERIC_NOUNS.has(form)) return undefined;
  // Words already captured by another slot, such as "vegan" in "the cheapest vegan option", are not a kind.
  const isOtherSlot = Object.entries(catalogEntities).some(
    ([slot, mentions]) =>
      /^(?:diet|avoid|level|staff)$/.test(slot) &&
      mentions.flat().some(({ said }) => extractCanonicalForms(said).has(form)),
  );
  return isOtherSlot ? undefined : { word, form };
}
