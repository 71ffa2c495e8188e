// Whether an amount is the price of what it is said of.
import type { Entry, Facts } from './evidence.ts';
import { normalOf, wordsOf } from './text.ts';
import { type Amount, countsIn } from './values.ts';

export type Named = { entry: Entry; at: number };

/** The entries that a sentence names, by their whole name or by a word that no other has; longer names first. */
export function namedIn(sentence: string, all: readonly Facts[]): Named[] {
  let rest = sentence.toLowerCase();
  const entries = all.flatMap(({ entries }) => entries);
  const found: Named[] = [];
  const take = (entry: Entry, at: number, length: number) => {
    found.push({ entry, at });
    rest = rest.slice(0, at) + ' '.repeat(length) + rest.slice(at + length);
  };
  for (const entry of [...entries].sort((a, b) => b.name.length - a.name.length)) {
    const name = entry.name.toLowerCase();
    const same = found.find((each) => each.entry.name.toLowerCase() === name);
    const hit = same
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?:s|es)?(?![\\p{L}\\p{N}])`, 'u').exec(rest);
    if (same) found.push({ entry, at: same.at });
    else if (hit) take(entry, hit.index, hit[0].length);
  }
  for (const [word, owners] of tellingWords(entries)) {
    const hit = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?:s|es)?(?![\\p{L}\\p{N}])`, 'u').exec(rest);
    if (!hit) continue;
    for (const entry of owners) if (!found.some((each) => each.entry === entry)) found.push({ entry, at: hit.index });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Words of names that tell which one is meant: the haddock, the balayage. */
function tellingWords(entries: readonly Entry[]): Map<string, Entry[]> {
  const owners = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const word of new Set(entry.name.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []))
      owners.set(word, [...(owners.get(word) ?? []), entry]);
  for (const [word, list] of owners)
    if (new Set(list.map(({ name }) => name.toLowerCase())).size > 1) owners.delete(word);
  return owners;
}

type Priced = {
  amounts: readonly Amount[];
  named: readonly Named[];
  sentence: string;
  facts: readonly Facts[];
  counts: ReadonlySet<number>;
};

/** What is wrong with the amounts, or undefined. */
export function wrongPrice({ amounts, named, sentence, facts, counts }: Priced): string | undefined {
  const priced = named.filter(({ entry }) => entry.amounts.length > 0);
  const times = new Set([...countsIn(sentence), ...counts].filter((count) => count > 1 && count <= 50));
  const words = wordsOf(sentence);
  const isSaid = (amount: number) =>
    facts.some(({ texts }) =>
      texts.some((text) => text.amounts.includes(amount) && words.some((word) => text.words.has(word))),
    );
  const totals = totalsOf(priced, times);
  for (const [index, { amount, said, at }] of amounts.entries()) {
    const owners = ownersOf(priced, amounts, index, at);
    const isOwn = owners.some(({ entry }) => entry.amounts.some((price) => isTimes(amount, price, times)));
    if (isOwn || isSaid(amount) || totals.has(cents(amount))) continue;
    const [first] = owners;
    if (first)
      return `${said} is not the price of ${first.entry.name}; the records say ${[...new Set(first.entry.amounts)].join(' or ')}`;
    if (named.some(({ entry }) => 'price' in entry.record))
      return `${said} is not what the records say of ${named[0]!.entry.name}`;
    if (!facts.some((each) => [...each.amounts].some((price) => isTimes(amount, price, times))))
      return `${said} is in no record`;
  }
  return undefined;
}

/** In order where there are as many names as amounts; else the one named before it, or the first. */
function ownersOf(priced: readonly Named[], amounts: readonly Amount[], index: number, at: number): Named[] {
  const places = [...new Set(priced.map((each) => each.at))];
  if (places.length === 0) return [];
  const place =
    places.length === amounts.length ? places[index]! : (places.findLast((each) => each < at) ?? places[0]!);
  return priced.filter((each) => each.at === place);
}

const cents = (amount: number) => Math.round(amount * 100);
const isTimes = (amount: number, price: number, times: ReadonlySet<number>) =>
  cents(amount) === cents(price) || [...times].some((count) => cents(amount) === cents(price * count));

/** What all that is named comes to together, once or for so many. */
function totalsOf(priced: readonly Named[], times: ReadonlySet<number>): Set<number> {
  const names = new Map(priced.map(({ entry }) => [normalOf(entry.name), entry.amounts[0]!]));
  if (names.size < 2) return new Set();
  const sum = [...names.values()].reduce((total, price) => total + price, 0);
  return new Set([sum, ...[...times].map((count) => sum * count)].map(cents));
}
