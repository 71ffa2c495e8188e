// Whether an amount is the price of what it is said of.
import { detectLanguage } from '../../../../nlu/language.ts';
import { EVERYDAY_ENGLISH } from '../../../../nlu/language-words.ts';
import type { Entry, Facts } from './evidence.ts';
import { clauseAt, isDenied, normalizeText, wordsOf } from './text.ts';
import { type Amount, countsIn, saysMonthly, type Values } from './values.ts';

/** `isWhole`: by its whole name. */
export type Named = { entry: Entry; at: number; isWhole: boolean };

/** The entries that a sentence names, by their whole name or by a word that no other has; longer names first. */
export function namedIn(sentence: string, all: readonly Facts[]): Named[] {
  let rest = sentence.toLowerCase();
  const entries = all.flatMap(({ entries }) => entries);
  const isEnglish = ['en', 'und'].includes(detectLanguage(sentence));
  const found: Named[] = [];
  const take = (entry: Entry, at: number, length: number) => {
    found.push({ entry, at, isWhole: true });
    rest = rest.slice(0, at) + ' '.repeat(length) + rest.slice(at + length);
  };
  for (const entry of [...entries].sort((a, b) => b.name.length - a.name.length)) {
    const name = entry.name.toLowerCase();
    const same = found.find((each) => each.entry.name.toLowerCase() === name);
    const hit = same
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?:s|es)?(?![\\p{L}\\p{N}])`, 'u').exec(rest);
    if (same) found.push({ entry, at: same.at, isWhole: true });
    else if (hit) take(entry, hit.index, hit[0].length);
  }
  for (const [word, owners] of tellingWords(entries)) {
    // "Sorbetto" is the sorbet: another language may end it differently.
    const stem =
      word.length >= LONG
        ? `${RegExp.escape(word.slice(0, -1))}\\p{L}{0,4}`
        : `${RegExp.escape(word)}${isEnglish ? '(?:s|es)?' : '\\p{L}{0,2}'}`;
    const hit = new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?![\\p{L}\\p{N}])`, 'u').exec(rest);
    if (!hit) continue;
    for (const entry of owners)
      if (!found.some((each) => each.entry === entry)) found.push({ entry, at: hit.index, isWhole: false });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Words so long are known by how they begin. */
const LONG = 6;

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
  nameless: string;
  facts: readonly Facts[];
  counts: ReadonlySet<number>;
  /** Amounts of the sentences before it. */
  earlier: readonly number[];
  shares: readonly number[];
  /** Amounts of the customer: they may be denied, or compared with. */
  told: ReadonlySet<number>;
  /** Names of the records are in English mostly: what another language calls something need not be seen. */
  isEnglish: boolean;
};

/** A price of a month, said of a year. */
const YEARLY =
  /(?<!\p{L})(?:years?|yearly|annual\p{L}*|año|anual\p{L}*|ans?|année|annuel\p{L}*|jahr\p{L}*|jährlich|ano|anno|annu\p{L}*|jaar\p{L}*|rok|roku|roczn\p{L}*)(?!\p{L})|年|سنة|سنوي\p{L}*|साल|वार्षिक/iu;
const BOTH =
  /(?<!\p{L})(?:both|couple|pair|twice|double|ambos|ambas|los dos|las dos|pareja|tous les deux|les deux|beide|paar|zusammen|ambos|casal|entrambi|coppia|allebei|oboje|obie|oba)(?!\p{L})|两|俩|二人|両方|كلاهما|لشخصين|اثنين|दोनों/iu;
const MONTHS_OF_YEAR = 12;

/** What is wrong with the amounts, or undefined. */
export function wrongPrice({
  values,
  named,
  sentence,
  nameless,
  facts,
  counts,
  earlier,
  shares: before,
  told,
  isEnglish,
}: Priced): string | undefined {
  const amounts = values.money;
  const plan = wrongCopay(values, named, facts);
  if (plan !== 'none') return plan;
  const priced = named.filter(({ entry }) => entry.amounts.length > 0);
  const numbers = countsIn(nameless);
  // "£28 for 100 g, since it comes in 50 g".
  const ratios = numbers.flatMap((some) => numbers.map((other) => some / other)).filter(Number.isInteger);
  const times = new Set([...numbers, ...ratios, ...counts].filter((count) => count > 1 && count <= 50));
  if (BOTH.test(nameless)) times.add(2);
  if (YEARLY.test(sentence)) times.add(MONTHS_OF_YEAR);
  const words = wordsOf(sentence);
  const isAbout = (text: Facts['texts'][number]) => words.some((word) => text.words.has(word));
  const near = isEnglish ? facts.flatMap(({ texts }) => texts.filter(isAbout)) : [];
  const spoken = [...values.percents.map(({ value }) => value), ...before];
  const shares = new Set([...spoken, ...near.flatMap(({ percents }) => percents)]);
  // "A standard visit is $95, a long one $140": each with the words beside it.
  const isNamed = priced.some(({ isWhole }) => isWhole);
  const isBeside = (own: ReadonlySet<string>) => !isNamed || own.size === 0 || words.some((word) => own.has(word));
  const written = near.flatMap((text) =>
    text.priced.filter((each) => isBeside(each.words)).map(({ amount }) => amount),
  );
  const all = pricesOf(sentence, facts);
  const totals = totalsOf(priced, times, sentence);
  const owns = (owners: readonly Named[], amount: number) =>
    owners.some(({ entry }) => entry.amounts.some((price) => isTimes(amount, price, times)));
  const places = new Set(priced.map((each) => each.at));
  // What was named before has no place here.
  const isPaired = places.size === amounts.length && !places.has(-1);
  for (const [index, { amount, said, at }] of amounts.entries()) {
    const owners = ownersOf(priced, amounts, index, at);
    if (owns(isPaired ? owners : priced, amount) || written.some((each) => isTimes(amount, each, times))) continue;
    if (totals.has(cents(amount)) || isMadeOf(amounts, index, times, earlier)) continue;
    const own = [...new Set(priced.map(({ entry }) => entry.amounts[0]!))];
    // "Together with the bike": what was named before, and what is named here.
    if (earlier.length > 0 && own.length > 0 && sumsOf([...new Set([...earlier, ...own])], NONE).has(cents(amount)))
      continue;
    if (told.has(amount) && isDenied(clauseAt(sentence, at))) continue;
    if ([...told].some((each) => own.some((price) => cents(Math.abs(each - price)) === cents(amount)))) continue;
    // "It works out at $21 a class, over ten": a part of a price, by as many as are spoken of.
    const counted = countsIn(sentence).filter((count) => !amounts.some((each) => each.amount === count));
    if (isApiece(amount, counted, [...earlier, ...own, ...all])) continue;
    // "Fifty cents less than the other".
    const compared = [...own, ...earlier, ...amounts.filter((_, other) => other !== index).map((each) => each.amount)];
    if (compared.some((more) => compared.some((less) => cents(more - less) === cents(amount)))) continue;
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

/** A price divided by a count. */
const isApiece = (amount: number, counts: readonly number[], prices: readonly number[]): boolean =>
  counts.some((count) => count > 1 && prices.some((price) => cents(amount * count) === cents(price)));

type Plan = { copay?: Record<string, number> };

/** What a plan leaves to pay for a kind of visit is that visit's own amount; 'none' where no plan is named with one. */
function wrongCopay({ money }: Values, named: readonly Named[], facts: readonly Facts[]): string | undefined | 'none' {
  const plans = named.filter(({ entry }) => 'copay' in entry.record);
  if (plans.length === 0) return 'none';
  const keys = new Set(plans.flatMap(({ entry }) => Object.keys((entry.record as Plan).copay ?? {})));
  const isVisit = ({ record }: Entry) => keys.has(String(record.id));
  const visits = named.map(({ entry }) => entry).filter(isVisit);
  const meant = visits.length > 0 ? visits : facts.flatMap(({ entries }) => entries.filter(isVisit));
  // "$35 for the check and $20 for a consultation": not each of them need be known by its name.
  const counted = money.length > visits.length ? facts.flatMap(({ entries }) => entries.filter(isVisit)) : meant;
  const left = plans.flatMap(({ entry: { record: plan, amounts } }) =>
    Object.keys((plan as Plan).copay ?? {}).flatMap((id, at) =>
      counted.some(({ record }) => record.id === id) ? amounts[at]! : [],
    ),
  );
  const right = new Set([...left.map(cents), ...meant.flatMap(({ amounts }) => amounts.map(cents))]);
  const wrong = money.find(({ amount }) => !right.has(cents(amount)));
  return wrong && `${wrong.said} is not what ${plans[0]!.entry.name} leaves to pay for that`;
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

/** All prices; of a month, those that are of one, where there are such. */
function pricesOf(sentence: string, facts: readonly Facts[]): number[] {
  const monthly = saysMonthly(sentence)
    ? facts.flatMap(({ entries, texts }) => [
        ...entries.filter(({ record }) => record.interval === 'month').flatMap(({ amounts }) => amounts),
        ...texts.filter(({ text }) => saysMonthly(text)).flatMap(({ amounts }) => amounts),
      ])
    : [];
  return monthly.length > 0 ? monthly : facts.flatMap(({ amounts }) => [...amounts]);
}

const NONE: ReadonlySet<number> = new Set();

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
  const before = [...amounts.slice(0, index).map((each) => each.amount), ...earlier];
  return before.some((from) => before.some((less) => from > less && isTimes(amount, from - less, times)));
}

/** The sum of everything named: each item as often as the sentence says, or else once, or once per person. */
function totalsOf(priced: readonly Named[], times: ReadonlySet<number>, sentence: string): Set<number> {
  const names = new Map(
    priced.map(({ entry, at }) => [
      normalizeText(entry.name),
      { price: entry.amounts[0]!, count: countBefore(sentence, at) },
    ]),
  );
  let totals = new Set([0]);
  if (names.size < 2) return new Set();
  for (const { price, count } of names.values())
    totals = new Set(
      [...totals]
        .flatMap((sum) => (count ? [count] : [1, ...times]).map((each) => sum + cents(price) * each))
        .slice(0, MOST_SUMS),
    );
  return totals;
}

const BEFORE_NAME = 12;

/** "Two" of "two chowders". */
function countBefore(sentence: string, at: number): number | undefined {
  const before = sentence.slice(Math.max(0, at - BEFORE_NAME), at);
  const last = before.trimEnd().split(/\s+/).at(-1) ?? '';
  return countsIn(last)[0];
}
