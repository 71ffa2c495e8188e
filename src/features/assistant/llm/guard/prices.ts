// Whether an amount is the price of the entry that it is stated for.
import { must } from '../../../../kernel/must.ts';
import type { EntryMention } from './entry-mentions.ts';
import type { Entry, Facts } from './evidence.ts';
import { extractContentWords, findClauseAt, hasNegation, normalizeText } from './text-analysis.ts';
import { type Amount, extractCounts, mentionsMonthlyRate, type Values } from './values.ts';

type PriceCheck = {
  values: Values;
  mentions: readonly EntryMention[];
  sentence: string;
  sentenceWithoutNames: string;
  facts: readonly Facts[];
  counts: ReadonlySet<number>;
  /** Amounts of the sentences before it. */
  earlierAmounts: readonly number[];
  earlierPercents: readonly number[];
  /** Amounts that the customer mentioned: they may be denied, or compared with. */
  customerAmounts: ReadonlySet<number>;
  /** Entry names are mostly English, so in another language a mention may go unrecognised. */
  isEnglish: boolean;
};

/** Matches a yearly price, which may be twelve times a monthly one. */
const YEARLY_WORDS_PATTERN =
  /(?<!\p{L})(?:years?|yearly|annual\p{L}*|año|anual\p{L}*|ans?|année|annuel\p{L}*|jahr\p{L}*|jährlich|ano|anno|annu\p{L}*|jaar\p{L}*|rok|roku|roczn\p{L}*)(?!\p{L})|年|سنة|سنوي\p{L}*|साल|वार्षिक/iu;
const PAIR_WORDS_PATTERN =
  /(?<!\p{L})(?:both|couple|pair|twice|double|ambos|ambas|los dos|las dos|pareja|tous les deux|les deux|beide|paar|zusammen|ambos|casal|entrambi|coppia|allebei|oboje|obie|oba)(?!\p{L})|两|俩|二人|両方|كلاهما|لشخصين|اثنين|दोनों/iu;
const MONTHS_PER_YEAR = 12;

/** Why the sentence must be dropped, or undefined. */
export function findWrongPrice({
  values,
  mentions,
  sentence,
  sentenceWithoutNames,
  facts,
  counts,
  earlierAmounts,
  earlierPercents,
  customerAmounts,
  isEnglish,
}: PriceCheck): string | undefined {
  const amounts = values.money;
  const copayProblem = findWrongCopay(values, mentions, facts);
  if (copayProblem !== 'none') return copayProblem;
  const pricedMentions = mentions.filter(({ entry }) => entry.amounts.length > 0);
  const sentenceCounts = extractCounts(sentenceWithoutNames);
  // Quantities may scale a price: "£28 for 100 g, since it comes in 50 g".
  const ratios = sentenceCounts
    .flatMap((count) => sentenceCounts.map((otherCount) => count / otherCount))
    .filter(Number.isInteger);
  const multipliers = new Set([...sentenceCounts, ...ratios, ...counts].filter((count) => count > 1 && count <= 50));
  if (PAIR_WORDS_PATTERN.test(sentenceWithoutNames)) multipliers.add(2);
  if (YEARLY_WORDS_PATTERN.test(sentence)) multipliers.add(MONTHS_PER_YEAR);
  const words = extractContentWords(sentence);
  const sharesWords = (text: Facts['texts'][number]) => words.some((word) => text.words.has(word));
  const relatedTexts = isEnglish ? facts.flatMap(({ texts }) => texts.filter(sharesWords)) : [];
  const statedPercents = [...values.percents.map(({ value }) => value), ...earlierPercents];
  const percents = new Set([...statedPercents, ...relatedTexts.flatMap(({ percents }) => percents)]);
  // A text with several prices: each counts only with the words of its clause. "A standard visit is $95, a long one
  // $140".
  const hasFullName = pricedMentions.some(({ isFullName }) => isFullName);
  const matchesClause = (clauseWords: ReadonlySet<string>) =>
    !hasFullName || clauseWords.size === 0 || words.some((word) => clauseWords.has(word));
  const writtenAmounts = relatedTexts.flatMap((text) =>
    text.pricedClauses.filter((pricedClause) => matchesClause(pricedClause.words)).map(({ amount }) => amount),
  );
  const knownPrices = findKnownPrices(sentence, facts);
  const possibleTotals = computeTotals(pricedMentions, multipliers, sentence);
  const hasPrice = (mentionsOfAmount: readonly EntryMention[], amount: number) =>
    mentionsOfAmount.some(({ entry }) => entry.amounts.some((price) => isMultipleOf(amount, price, multipliers)));
  const mentionStarts = new Set(pricedMentions.map((each) => each.start));
  // Entries in focus from an earlier sentence have no position in this one.
  const isOnePerMention = mentionStarts.size === amounts.length && !mentionStarts.has(-1);
  for (const [index, { amount, matchedText, start }] of amounts.entries()) {
    const mentionsOfAmount = selectMentionsForAmount(pricedMentions, amounts, index, start);
    if (
      hasPrice(isOnePerMention ? mentionsOfAmount : pricedMentions, amount) ||
      writtenAmounts.some((each) => isMultipleOf(amount, each, multipliers))
    )
      continue;
    if (possibleTotals.has(toCents(amount)) || isCalculated(amounts, index, multipliers, earlierAmounts)) continue;
    const mentionedPrices = [...new Set(pricedMentions.flatMap(({ entry }) => entry.amounts.slice(0, 1)))];
    // A sum of amounts from earlier sentences and this one: "Together with the bike".
    if (
      earlierAmounts.length > 0 &&
      mentionedPrices.length > 0 &&
      computePossibleSums([...new Set([...earlierAmounts, ...mentionedPrices])], NO_MULTIPLIERS).has(toCents(amount))
    )
      continue;
    if (customerAmounts.has(amount) && hasNegation(findClauseAt(sentence, start))) continue;
    if (
      [...customerAmounts].some((customerAmount) =>
        mentionedPrices.some((price) => toCents(Math.abs(customerAmount - price)) === toCents(amount)),
      )
    )
      continue;
    // A price divided by a count in the sentence: "It works out at $21 a class, over ten".
    const otherCounts = extractCounts(sentence).filter((count) => !amounts.some((each) => each.amount === count));
    if (isUnitPrice(amount, otherCounts, [...earlierAmounts, ...mentionedPrices, ...knownPrices])) continue;
    // A difference between two prices: "Fifty cents less than the other".
    const comparedAmounts = [
      ...mentionedPrices,
      ...earlierAmounts,
      ...amounts.filter((_, other) => other !== index).map((each) => each.amount),
    ];
    if (comparedAmounts.some((higher) => comparedAmounts.some((lower) => toCents(higher - lower) === toCents(amount))))
      continue;
    const basePrices = [
      ...pricedMentions.flatMap(({ entry }) => entry.amounts),
      ...amounts.slice(0, index).map((each) => each.amount),
    ];
    if (isPercentageOf(amount, basePrices, percents)) continue;
    // With several amounts that do not pair up with mentions, any known price is accepted.
    if (amounts.length > 1 && !isOnePerMention && knownPrices.some((price) => isMultipleOf(amount, price, multipliers)))
      continue;
    const isPricedElsewhere = amounts.some(
      (other) => other !== amounts[index] && hasPrice(mentionsOfAmount, other.amount),
    );
    const [mentionOfAmount] = mentionsOfAmount;
    if (mentionOfAmount && (isEnglish || !isPricedElsewhere))
      return `${matchedText} is not the price of ${mentionOfAmount.entry.name}; the records say ${[...new Set(mentionOfAmount.entry.amounts)].join(' or ')}`;
    const [firstMention] = mentions;
    if (firstMention && isEnglish && mentions.some(({ entry }) => 'price' in entry.record))
      return `${matchedText} is not what the records say of ${firstMention.entry.name}`;
    if (
      !knownPrices.some((price) => isMultipleOf(amount, price, multipliers)) &&
      !isPercentageOf(amount, knownPrices, percents)
    )
      return `${matchedText} is in no record`;
  }
  return pricedMentions.length === 0 ? findWrongPriceForDuration(values, facts) : undefined;
}

/** A price divided by a count. */
const isUnitPrice = (amount: number, counts: readonly number[], prices: readonly number[]): boolean =>
  counts.some((count) => count > 1 && prices.some((price) => toCents(amount * count) === toCents(price)));

type Plan = { copay?: Record<string, number> };

/** With an insurance plan, the amount must be the plan's copay for that visit type; 'none' if no plan is mentioned. */
function findWrongCopay(
  { money }: Values,
  mentions: readonly EntryMention[],
  facts: readonly Facts[],
): string | undefined | 'none' {
  const plans = mentions.filter(({ entry }) => 'copay' in entry.record);
  const [firstPlan] = plans;
  if (!firstPlan) return 'none';
  const keys = new Set(plans.flatMap(({ entry }) => Object.keys((entry.record as Plan).copay ?? {})));
  const isVisit = ({ record }: Entry) => keys.has(String(record.id));
  const mentionedVisits = mentions.map(({ entry }) => entry).filter(isVisit);
  const visits = mentionedVisits.length > 0 ? mentionedVisits : facts.flatMap(({ entries }) => entries.filter(isVisit));
  // With more amounts than mentioned visits, some visit was not recognised by its name.
  const candidateVisits =
    money.length > mentionedVisits.length ? facts.flatMap(({ entries }) => entries.filter(isVisit)) : visits;
  const copays = plans.flatMap(({ entry: { record: plan, amounts } }) =>
    Object.keys((plan as Plan).copay ?? {}).flatMap((id, index) =>
      candidateVisits.some(({ record }) => record.id === id) ? (amounts[index] ?? []) : [],
    ),
  );
  const allowedCents = new Set([...copays.map(toCents), ...visits.flatMap(({ amounts }) => amounts.map(toCents))]);
  const wrongAmount = money.find(({ amount }) => !allowedCents.has(toCents(amount)));
  return wrongAmount && `${wrongAmount.matchedText} is not what ${firstPlan.entry.name} leaves to pay for that`;
}

/** Without a mention: something with the stated duration must have the stated price. */
function findWrongPriceForDuration({ money, spans }: Values, facts: readonly Facts[]): string | undefined {
  const [onlyAmount] = money;
  const [firstSpan] = spans;
  if (!onlyAmount || money.length > 1 || !firstSpan) return undefined;
  const candidates = facts
    .flatMap(({ entries, texts }) => [...entries, ...texts])
    .filter(
      (candidate) => candidate.amounts.length > 0 && spans.every(({ minutes }) => candidate.durations.has(minutes)),
    );
  if (candidates.length === 0 || candidates.some(({ amounts }) => amounts.includes(onlyAmount.amount)))
    return undefined;
  return `nothing that the records give ${firstSpan.matchedText} costs ${onlyAmount.matchedText}`;
}

/**
 * Paired in order if there are as many mentions as amounts; otherwise the last mention before the amount, or the first
 * one.
 */
function selectMentionsForAmount(
  pricedMentions: readonly EntryMention[],
  amounts: readonly Amount[],
  index: number,
  amountStart: number,
): EntryMention[] {
  const mentionStarts = [...new Set(pricedMentions.map((each) => each.start))];
  const start =
    mentionStarts.length === amounts.length
      ? mentionStarts[index]
      : (mentionStarts.findLast((each) => each < amountStart) ?? mentionStarts[0]);
  return pricedMentions.filter((each) => each.start === start);
}

/** All prices; only the monthly ones if the sentence states a monthly price and there are some. */
function findKnownPrices(sentence: string, facts: readonly Facts[]): number[] {
  const monthlyPrices = mentionsMonthlyRate(sentence)
    ? facts.flatMap(({ entries, texts }) => [
        ...entries.filter(({ record }) => record.interval === 'month').flatMap(({ amounts }) => amounts),
        ...texts.filter(({ text }) => mentionsMonthlyRate(text)).flatMap(({ amounts }) => amounts),
      ])
    : [];
  return monthlyPrices.length > 0 ? monthlyPrices : facts.flatMap(({ amounts }) => [...amounts]);
}

const NO_MULTIPLIERS: ReadonlySet<number> = new Set();

const toCents = (amount: number) => Math.round(amount * 100);
const isMultipleOf = (amount: number, price: number, multipliers: ReadonlySet<number>) =>
  toCents(amount) === toCents(price) || [...multipliers].some((count) => toCents(amount) === toCents(price * count));
const isPercentageOf = (amount: number, bases: readonly number[], percents: ReadonlySet<number>) =>
  bases.some((base) =>
    [...percents].some((percent) =>
      [percent, 100 - percent, 100 + percent].some((each) => toCents(amount) === toCents((base * each) / 100)),
    ),
  );

const MAX_SUMS = 2_000;

/** All sums of some of the amounts in cents, each counted once or multiplied. */
function computePossibleSums(amounts: readonly number[], multipliers: ReadonlySet<number>): Set<number> {
  let sums = new Set([0]);
  for (const amount of amounts) {
    const extendedSums = new Set(sums);
    for (const sum of sums) for (const count of [1, ...multipliers]) extendedSums.add(sum + toCents(amount) * count);
    if (extendedSums.size > MAX_SUMS) break;
    sums = extendedSums;
  }
  return sums;
}

/**
 * The sum of other amounts in the sentence, or a difference of earlier ones ("…, so €71"); those are checked as well.
 */
function isCalculated(
  amounts: readonly Amount[],
  index: number,
  multipliers: ReadonlySet<number>,
  earlierAmounts: readonly number[],
): boolean {
  const { amount } = must(amounts[index], 'an amount of the sentence');
  const smallerAmounts = amounts
    .filter((each, otherIndex) => otherIndex !== index && each.amount < amount)
    .map((each) => each.amount);
  const otherAmounts = [...new Set([...smallerAmounts, ...earlierAmounts])];
  if (otherAmounts.length > 0 && computePossibleSums(otherAmounts, multipliers).has(toCents(amount))) return true;
  const precedingAmounts = [...amounts.slice(0, index).map((each) => each.amount), ...earlierAmounts];
  return precedingAmounts.some((higher) =>
    precedingAmounts.some((lower) => higher > lower && isMultipleOf(amount, higher - lower, multipliers)),
  );
}

/** The total of all mentioned entries: each as often as the sentence says, otherwise once or once per person. */
function computeTotals(
  pricedMentions: readonly EntryMention[],
  multipliers: ReadonlySet<number>,
  sentence: string,
): Set<number> {
  const items = new Map(
    pricedMentions.map(({ entry, start }) => [
      normalizeText(entry.name),
      { price: must(entry.amounts[0], 'a price of the entry'), count: readCountBefore(sentence, start) },
    ]),
  );
  let totals = new Set([0]);
  if (items.size < 2) return new Set();
  for (const { price, count } of items.values())
    totals = new Set(
      [...totals]
        .flatMap((sum) => (count ? [count] : [1, ...multipliers]).map((each) => sum + toCents(price) * each))
        .slice(0, MAX_SUMS),
    );
  return totals;
}

const COUNT_LOOKBEHIND_CHARS = 12;

/** The count just before a mention: 2 in "two chowders". */
function readCountBefore(sentence: string, position: number): number | undefined {
  const precedingText = sentence.slice(Math.max(0, position - COUNT_LOOKBEHIND_CHARS), position);
  const lastWord = precedingText.trimEnd().split(/\s+/).at(-1) ?? '';
  return extractCounts(lastWord)[0];
}
