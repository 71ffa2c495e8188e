// Whether an amount is the price of what it is said of.
import { EVERYDAY_ENGLISH } from '../../../../understanding/language-words.ts';
import type { Entry, Facts } from './evidence.ts';
import { normalOf, wordsOf } from './text.ts';
import { type Amount, countsIn, type Values } from './values.ts';

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

/** Words of names that tell which one is meant: the haddock, the balayage; no everyday words, such as "half". */
function tellingWords(entries: readonly Entry[]): Map<string, Entry[]> {
  const owners = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const word of new Set(entry.name.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []))
      if (!EVERYDAY_ENGLISH.has(word) && !MEASURES.has(word)) owners.set(word, [...(owners.get(word) ?? []), entry]);
  for (const [word, list] of owners)
    if (new Set(list.map(({ name }) => name.toLowerCase())).size > 1) owners.delete(word);
  return owners;
}

const MEASURES = new Set([
  'half',
  'full',
  'hour',
  'hours',
  'minute',
  'minutes',
  'month',
  'year',
  'double',
  'single',
  'each',
  'kids',
]);

type Priced = {
  values: Values;
  named: readonly Named[];
  sentence: string;
  facts: readonly Facts[];
  counts: ReadonlySet<number>;
  /** Amounts of the sentences before it. */
  earlier: readonly number[];
  /** Names of the records are in English mostly: what another language calls something need not be seen. */
  isEnglish: boolean;
};

/** A price of a month, said of a year. */
const YEARLY =
  /(?<!\p{L})(?:years?|yearly|annual\p{L}*|año|anual\p{L}*|ans?|année|annuel\p{L}*|jahr\p{L}*|jährlich|ano|anno|annu\p{L}*|jaar\p{L}*|rok|roku|roczn\p{L}*)(?!\p{L})|年|سنة|سنوي\p{L}*|साल|वार्षिक/iu;
const BOTH =
  /(?<!\p{L})(?:both|couple|pair|twice|double|ambos|ambas|los dos|las dos|pareja|tous les deux|les deux|beide|paar|zusammen|ambos|casal|entrambi|coppia|allebei|oboje|obie|oba)(?!\p{L})|两|俩|二人|両方|كلاهما|لشخصين|اثنين|दोनों/iu;
const HALF =
  /(?<!\p{L})(?:half|halb\p{L}*|hälfte|mitad|moitié|demi|metade|meia|metà|mezz[ao]|helft|halve|połow\p{L}*|pół)(?!\p{L})|半|نصف|आध/iu;
const MONTHS_OF_YEAR = 12;

/** What is wrong with the amounts, or undefined. */
export function wrongPrice({ values, named, sentence, facts, counts, earlier, isEnglish }: Priced): string | undefined {
  const amounts = values.money;
  const priced = named.filter(({ entry }) => entry.amounts.length > 0);
  const times = new Set([...countsIn(sentence), ...counts].filter((count) => count > 1 && count <= 50));
  if (BOTH.test(sentence)) times.add(2);
  if (YEARLY.test(sentence)) times.add(MONTHS_OF_YEAR);
  const words = wordsOf(sentence);
  const isAbout = (text: Facts['texts'][number]) => !isEnglish || words.some((word) => text.words.has(word));
  const near = facts.flatMap(({ texts }) => texts.filter(isAbout));
  const shares = new Set([...values.percents.map(({ value }) => value), ...near.flatMap(({ percents }) => percents)]);
  if (HALF.test(sentence)) shares.add(50);
  const written = isEnglish ? near.flatMap((text) => text.amounts) : [];
  const all = facts.flatMap((each) => [...each.amounts]);
  const totals = totalsOf(priced, times);
  const owns = (owners: readonly Named[], amount: number) =>
    owners.some(({ entry }) => entry.amounts.some((price) => isTimes(amount, price, times)));
  const isPaired = new Set(priced.map((each) => each.at)).size === amounts.length;
  for (const [index, { amount, said, at }] of amounts.entries()) {
    const owners = ownersOf(priced, amounts, index, at);
    if (owns(isPaired ? owners : priced, amount) || written.some((each) => isTimes(amount, each, times))) continue;
    if (totals.has(cents(amount)) || isMadeOf(amounts, index, times, earlier)) continue;
    const bases = [
      ...priced.flatMap(({ entry }) => entry.amounts),
      ...amounts.slice(0, index).map((each) => each.amount),
    ];
    if (isShare(amount, bases, shares)) continue;
    // "$95 for the cut and $32 for the boys": of several amounts each must be some price, whoever it is named for.
    if (amounts.length > 1 && !isPaired && all.some((price) => isTimes(amount, price, times))) continue;
    const isTaken = amounts.some((other) => other !== amounts[index] && owns(owners, other.amount));
    const [first] = owners;
    if (first && (isEnglish || !isTaken))
      return `${said} is not the price of ${first.entry.name}; the records say ${[...new Set(first.entry.amounts)].join(' or ')}`;
    if (isEnglish && named.some(({ entry }) => 'price' in entry.record))
      return `${said} is not what the records say of ${named[0]!.entry.name}`;
    if (!all.some((price) => isTimes(amount, price, times)) && !isShare(amount, all, shares))
      return `${said} is in no record`;
  }
  return priced.length === 0 ? wrongTogether(values, facts) : undefined;
}

/** Something that lasts as long as is said costs something else: what it is called in that language was not seen. */
function wrongTogether({ money, spans }: Values, facts: readonly Facts[]): string | undefined {
  const [only] = money;
  if (!only || money.length > 1 || spans.length === 0) return undefined;
  const lasting = facts
    .flatMap(({ entries, texts }) => [...entries, ...texts])
    .filter((each) => each.amounts.length > 0 && spans.every(({ minutes }) => each.spans.has(minutes)));
  if (lasting.length === 0 || lasting.some(({ amounts }) => amounts.includes(only.amount))) return undefined;
  return `nothing that the records give ${spans[0]!.said} costs ${only.said}`;
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
const isShare = (amount: number, bases: readonly number[], shares: ReadonlySet<number>) =>
  bases.some((base) =>
    [...shares].some((share) =>
      [share, 100 - share, 100 + share].some((each) => cents(amount) === cents((base * each) / 100)),
    ),
  );

const MOST_SUMS = 2_000;

/** The sums of some of them, each once or several times. */
function sumsOf(parts: readonly number[], times: ReadonlySet<number>): Set<number> {
  let sums = new Set([0]);
  for (const part of parts) {
    const more = new Set(sums);
    for (const sum of sums) for (const count of [1, ...times]) more.add(sum + cents(part) * count);
    if (more.size > MOST_SUMS) break;
    sums = more;
  }
  return sums;
}

/** "…, so €71": what the other amounts come to, or what is left of those before it; each of them is checked too. */
function isMadeOf(
  amounts: readonly Amount[],
  index: number,
  times: ReadonlySet<number>,
  earlier: readonly number[],
): boolean {
  const { amount } = amounts[index]!;
  const here = amounts.filter((each, at) => at !== index && each.amount < amount).map((each) => each.amount);
  const others = [...new Set([...here, ...earlier])];
  if (others.length > 0 && sumsOf(others, times).has(cents(amount))) return true;
  const before = amounts.slice(0, index).map((each) => each.amount);
  return before.some((from) => before.some((less) => from > less && cents(from - less) === cents(amount)));
}

/** What all that is named comes to together, each once or for so many. */
function totalsOf(priced: readonly Named[], times: ReadonlySet<number>): Set<number> {
  const names = new Map(priced.map(({ entry }) => [normalOf(entry.name), entry.amounts[0]!]));
  let totals = new Set([0]);
  if (names.size < 2) return new Set();
  for (const price of names.values())
    totals = new Set(
      [...totals].flatMap((sum) => [1, ...times].map((count) => sum + cents(price) * count)).slice(0, MOST_SUMS),
    );
  return totals;
}
