// Finds the lines that are the price of an entry, or end with it.
import {
  findPrices,
  findPricesInWords,
  findStatedCurrency,
  type PriceMatch,
  parseBareAmount,
  parseDurationMinutes,
} from './amounts.ts';
import { findLegend, hasOnlyMarks } from './marks.ts';
import type { Line, Outline } from './outline.ts';
import { findPeers } from './peers.ts';
import { FREE_WORDS, hasWord, PRICE_MARKS, PRICE_WORDS, splitWords } from './words.ts';

/** What stands before the price, and the prices: several, or none if the line says "MP" where others have a price. */
export type PricedLine = { name: string; prices: PriceMatch[] };
type Candidate = PricedLine & { needsSiblings: boolean };

const MAX_NAME_CHARACTERS = 100;
/** Something in place of a price, such as "MP" or "Ask us". */
const MAX_PRICE_CHARACTERS = 30;
const MIN_BARE_PRICES = 3;
/** "$4.25 / 2 for $8" */
const MAX_GAP_WORDS = 3;
/** "Was £350, now £295", "25 € (statt 30 €)" */
const EARLIER_PRICE_PATTERN =
  /\(?(?<!\p{L})(?:was|previously|formerly|reg\.?|regular|statt|vorher|au lieu de|antes|invece di|was)\s*:?\s*[$£€]?\s?\d+(?:[.,]\d{2})?\s?[$£€]?\)?[,;]?\s*/giu;
/** "$5 per nail" */
const PER_PATTERN = /(?:\/|(?<!\p{L})(?:per|a|pro|je|par|por))\s*$/iu;
const NOW_PATTERN = /(?<!\p{L})(?:now|only|just|jetzt|nur|maintenant|ahora|ora)\s*$/iu;
/** Of the boxes that look alike. */
const MIN_SHARE_OF_PRICES = 2 / 3;
/** Dots, dashes, colons or wide gaps between a name and its price. */
const LEADER_PATTERN = /(?:\s*[.…·_]{2,}|\s+[-–—|/]+|:|\s{2,})\s*$/u;

/** `isHours` says that a line without a currency is one of opening hours: "12.00 - 14.30". */
export function findPricedLines(outline: Outline, isHours: (text: string) => boolean): Map<number, PricedLine> {
  const { lines } = outline;
  const pricedByIndex = new Map<number, Candidate>();
  for (const [index, line] of lines.entries()) {
    const candidate = parsePricedLine(line);
    const hasCurrency = candidate?.prices.some((price) => price.hasCurrency);
    if (candidate && (hasCurrency || !isHours(line.text))) pricedByIndex.set(index, candidate);
  }
  // "Haircut $30" is a list entry if there are others like it beside it; otherwise it may be any phrase.
  const findParentBox = (index: number) => lines[index]?.boxes.at(lines[index]?.element === 'li' ? -2 : -1);
  const siblingIndexes = [...pricedByIndex].filter(([, { needsSiblings }]) => needsSiblings).map(([index]) => index);
  for (const index of siblingIndexes)
    if (!siblingIndexes.some((other) => other !== index && findParentBox(other) === findParentBox(index)))
      pricedByIndex.delete(index);
  const parents = new Set([...pricedByIndex.keys()].map(findParentBox));
  for (const [index, line] of lines.entries()) {
    const pricedLine =
      pricedByIndex.has(index) || !parents.has(findParentBox(index)) ? undefined : parsePriceOnRequest(line);
    if (pricedLine) pricedByIndex.set(index, { ...pricedLine, needsSiblings: true });
  }
  const hasCurrency = [...pricedByIndex.values()].some(({ prices }) => prices.some((price) => price.hasCurrency));
  if (!hasCurrency)
    for (const [index, pricedLine] of findBarePrices(outline))
      pricedByIndex.set(index, { ...pricedLine, needsSiblings: false });
  return mergeSecondPrices(
    outline,
    new Map([...pricedByIndex, ...findPricesLikeOthers(outline, pricedByIndex)].sort(([a], [b]) => a - b)),
  );
}

/** Prices side by side, as in columns "Dogs" and "Cats", are several prices of one entry. */
function mergeSecondPrices({ lines }: Outline, pricedByIndex: Map<number, PricedLine>): Map<number, PricedLine> {
  for (const [index, { name }] of [...pricedByIndex].reverse()) {
    const previousLine = pricedByIndex.get(index - 1);
    const isBeside =
      lines[index]?.boxes.at(-2) !== undefined && lines[index]?.boxes.at(-2) === lines[index - 1]?.boxes.at(-2);
    if (name || !previousLine || previousLine.name || !isBeside) continue;
    // A shop may write the same price once for each way of showing it.
    const amounts = new Set(
      [...previousLine.prices, ...(pricedByIndex.get(index)?.prices ?? [])].map(({ amount }) => amount),
    );
    if (amounts.size !== 1) pricedByIndex.set(index - 1, { name: '', prices: [] });
    pricedByIndex.delete(index);
  }
  return pricedByIndex;
}

/** "Pet passport – POA", "Water: free" */
function parsePriceOnRequest({ text }: Line): PricedLine | undefined {
  const match = /^(?<name>.*\S?)(?:[.…·_]{2,}|\s[-–—|]+|:)\s*(?<price>[^:|–—]+)$/u.exec(text);
  const { name = '', price = '' } = match?.groups ?? {};
  const prices = FREE_WORDS.has(price.toLowerCase()) ? parsePriceInPlace(price, 0) : [];
  const isPriced = prices.length > 0 || (price.length <= MAX_PRICE_CHARACTERS && isPriceOnRequest(price));
  return name.trim() && isPriced ? { name: name.trim(), prices } : undefined;
}

const isPriceOnRequest = (text: string): boolean =>
  hasWord(text, PRICE_WORDS) || PRICE_MARKS.has(text.replace(/[^\p{L}]/gu, '').toLowerCase());

/** Entries of a printed menu, which has numbers and no currency: at least three that look alike, each after a name. */
function findBarePrices({ lines, shapes }: Outline): Map<number, PricedLine> {
  const legend = findLegend(lines);
  const currency = findStatedCurrency(lines.map(({ text }) => text));
  const describeShape = (index: number) => (lines[index]?.boxes ?? []).map((box) => shapes.get(box)).join('>');
  const sharedBoxCount = (index: number, other: number) =>
    lines[index]?.boxes.filter((box) => lines[other]?.boxes.includes(box)).length ?? 0;
  // Between a name and its price there may be marks: "<b>Soup</b> (v) 7".
  const isSkipped = (between: string) => !/[\p{L}\d]/u.test(between) || hasOnlyMarks(between, legend);
  const findPriceStart = ({ text, breaks }: Line) => {
    const lastWordStart = text.lastIndexOf(' ') + 1;
    const isPrice =
      parseBareAmount(text.slice(lastWordStart)) &&
      breaks.some((offset) => offset <= lastWordStart && isSkipped(text.slice(offset, lastWordStart)));
    return isPrice ? lastWordStart : 0;
  };
  const findPriceOnRequestStart = ({ text, breaks }: Line) =>
    [...text.matchAll(/(?<=\s)\S/gu)]
      .map(({ index }) => index)
      .find(
        (start) =>
          text.length - start <= MAX_PRICE_CHARACTERS &&
          (isPriceOnRequest(text.slice(start)) || parseBareAmount(text.slice(start).split(' ')[0] ?? '')) &&
          breaks.some((offset) => offset > 0 && offset <= start && isSkipped(text.slice(offset, start))),
      );
  const isBare = (index: number) => {
    const line = lines[index];
    const start = line ? findPriceStart(line) : 0;
    // In "25 years" and "4 coaches" the number stands first.
    return (
      line &&
      parseBareAmount(line.text.slice(start).trim()) &&
      (start > 0 || sharedBoxCount(index, index - 1) >= sharedBoxCount(index, index + 1))
    );
  };
  const groups = Map.groupBy(lines.keys(), describeShape);
  const bareLines = [...groups.values()].flatMap((group): [number, PricedLine][] => {
    const bareIndexes = group.filter(isBare);
    if (bareIndexes.length < MIN_BARE_PRICES) return [];
    const isForPrices = bareIndexes.length >= group.length * MIN_SHARE_OF_PRICES;
    return group.flatMap((index): [number, PricedLine][] => {
      const line = lines[index];
      if (!line) return [];
      const { text, breaks } = line;
      const isInPlace = isForPrices && !breaks.length && text.length <= MAX_PRICE_CHARACTERS;
      const start = bareIndexes.includes(index)
        ? findPriceStart(line)
        : (findPriceOnRequestStart(line) ?? (isInPlace ? 0 : undefined));
      if (start === undefined) return [];
      const prices = parsePriceInPlace(text, start).map((price) => ({ ...price, ...(currency ? { currency } : {}) }));
      return [[index, { name: text.slice(0, start).replace(LEADER_PATTERN, '').trim(), prices }]];
    });
  });
  return new Map(bareLines.sort(([a], [b]) => a - b));
}

/** Lines with something that is a price only because it stands where other entries have theirs: "11", "Free", "MP". */
function findPricesLikeOthers(
  outline: Outline,
  pricedByIndex: ReadonlyMap<number, PricedLine>,
): [number, PricedLine][] {
  const isMarked = (index: number) =>
    outline.lines[index]?.breaks.includes(pricedByIndex.get(index)?.prices[0]?.start ?? 0);
  const unnamedLines = [...pricedByIndex.keys()].filter((index) => !pricedByIndex.get(index)?.name);
  const namedLines = [...pricedByIndex.keys()].filter((index) => pricedByIndex.get(index)?.name && isMarked(index));
  const isNew = (index: number) => !pricedByIndex.has(index);
  return [
    ...findPeers(outline, unnamedLines, true)
      .filter(isNew)
      .flatMap((index): [number, PricedLine][] => {
        const text = outline.lines[index]?.text ?? '';
        const prices = parsePriceInPlace(text, 0);
        if (prices.length) return [[index, { name: '', prices }]];
        // "0,3 l 3,40 € / 0,5 l 4,90 €"
        if (findPrices(text).length && text.length <= MAX_NAME_CHARACTERS) return [[index, { name: '', prices: [] }]];
        return isInsteadOfPrice(outline, index) ? [[index, { name: '', prices: [] }]] : [];
      }),
    ...findPeers(outline, namedLines, false)
      .filter(isNew)
      .flatMap((index): [number, PricedLine][] => {
        const { text = '', breaks = [] } = outline.lines[index] ?? {};
        const start = breaks.at(-1) ?? 0;
        const [name, prices] = [
          text.slice(0, start).replace(LEADER_PATTERN, '').trim(),
          parsePriceInPlace(text, start),
        ];
        const isPriced =
          prices.length > 0 ||
          (start > 0 && (isPriceOnRequest(text.slice(start)) || findPrices(text.slice(start)).length > 1));
        return name && name.length <= MAX_NAME_CHARACTERS && isPriced ? [[index, { name, prices }]] : [];
      }),
    ...findPricesOnRequest(outline, unnamedLines)
      .filter(isNew)
      .map((index): [number, PricedLine] => [
        index,
        { name: '', prices: parsePriceInPlace(outline.lines[index]?.text ?? '', 0) },
      ]),
  ];
}

/**
 * Lines in boxes like those of prices, wherever they stand in their entry: short ones if such boxes hold little else than
 * prices, otherwise those that speak of a price, such as "Price on request".
 */
function findPricesOnRequest(outline: Outline, pricedIndexes: readonly number[]): number[] {
  const { lines, shapes } = outline;
  const pricedIndexSet = new Set(pricedIndexes);
  const groups = Map.groupBy(lines.keys(), (index) =>
    (lines[index]?.boxes ?? []).map((box) => shapes.get(box)).join('>'),
  );
  return [...groups.values()].flatMap((group) => {
    const pricedCount = group.filter((index) => pricedIndexSet.has(index)).length;
    const isOfClass = /\.|^dd$/.test(shapes.get(lines[group[0] ?? 0]?.boxes.at(-1) ?? -1) ?? '');
    const isForPrices = isOfClass && pricedCount > 1 && pricedCount >= group.length * MIN_SHARE_OF_PRICES;
    return group.filter((index) => {
      const { text = '', level = 0 } = lines[index] ?? {};
      const isOnRequest = isForPrices || (splitWords(text).length > 1 && hasWord(text, PRICE_WORDS));
      return pricedCount > 0 && !level && isOnRequest && isInsteadOfPrice(outline, index);
    });
  });
}

function parsePriceInPlace(text: string, start: number): PriceMatch[] {
  const price = text.slice(start).trim();
  const [priceInWords] = findPricesInWords(price);
  if (priceInWords && priceInWords.start === 0 && priceInWords.end === price.length)
    return [{ ...priceInWords, start, end: text.length }];
  // "£59 for 30 mins"
  const [writtenPrice, ...otherPrices] = findPrices(price);
  const textAfterPrice =
    writtenPrice && price.slice(writtenPrice.end).replace(/^\s*(?:for|für|pour|por|per|je|\/|,)?\s*/u, '');
  if (writtenPrice?.start === 0 && !otherPrices.length && textAfterPrice && parseDurationMinutes(textAfterPrice))
    return [{ ...writtenPrice, start, end: text.length }];
  const amount = FREE_WORDS.has(price.toLowerCase()) ? '0' : parseBareAmount(price);
  return amount === undefined ? [] : [{ amount, isMinimum: false, hasCurrency: false, start, end: text.length }];
}

/** Not the title of a column. */
function isInsteadOfPrice({ lines, shapes, childIndexes }: Outline, index: number): boolean {
  const { text = '', boxes = [] } = lines[index] ?? {};
  const row = boxes.findLast((box) => /^tr\b/.test(shapes.get(box) ?? ''));
  return text.length <= MAX_PRICE_CHARACTERS && (row === undefined || childIndexes.get(row) !== 0);
}

function parsePricedLine({ text: fullText, breaks }: Line): Candidate | undefined {
  // An earlier price is left out, and everything keeps its place.
  const text = fullText.replace(EARLIER_PRICE_PATTERN, (match) => ' '.repeat(match.length)).trimEnd();
  const writtenPrices = findPrices(text);
  const afterDots = /[.…·_]{2,}\s*(\d[\d.,]*)$/u.exec(text);
  if (!writtenPrices.length && afterDots && parseBareAmount(afterDots[1] ?? ''))
    return {
      name: text.slice(0, afterDots.index).trim(),
      prices: parsePriceInPlace(text, text.length - (afterDots[1] ?? '').length),
      needsSiblings: true,
    };
  const prices = writtenPrices.length
    ? writtenPrices
    : findPricesInWords(text).filter(({ end }) => end === text.length);
  const [firstPrice] = prices;
  const lastPrice = prices.at(-1);
  // "$0.00" is the total of an empty cart; what costs nothing is free.
  if (!firstPrice || !lastPrice || prices.every(({ amount }) => Number(amount) === 0)) return undefined;
  if (/[.!?]$/.test(text.slice(lastPrice.end).trim())) return undefined;
  const textAfter = text.slice(lastPrice.end).trim();
  const isPerUnit =
    /^(?:each|pp|p\.p\.)$/i.test(textAfter) ||
    (/^\p{L}+$/u.test(textAfter) && PER_PATTERN.test(text.slice(0, lastPrice.end)));
  // "$68 · 30 min"
  const isTimed = parseDurationMinutes(textAfter.replace(/^(?:[·•|,/–—-]|for|für|pour|por)\s*/u, '')) !== undefined;
  if (textAfter && !isPerUnit && !isTimed && !/^[)*]+$/.test(textAfter)) return undefined;
  // Several prices are next to each other.
  const gaps = prices.slice(1).map(({ start }, index) => text.slice(prices[index]?.end, start).trim());
  if (gaps.some((gap) => gap.split(/\s+/).length > MAX_GAP_WORDS)) return undefined;
  const textBefore = text.slice(0, firstPrice.start);
  const beforePrice = textBefore.replace(NOW_PATTERN, '').replace(LEADER_PATTERN, '').trim();
  // "30 min | $25" and "Price: $25" are under the name.
  const name = parseDurationMinutes(beforePrice) || PRICE_WORDS.has(beforePrice.toLowerCase()) ? '' : beforePrice;
  if (name.length > MAX_NAME_CHARACTERS) return undefined;
  const isSeparate =
    !name ||
    LEADER_PATTERN.test(textBefore) ||
    breaks.some(
      (offset) => offset > 0 && offset <= firstPrice.start && text.slice(offset, firstPrice.start).trim() === '',
    );
  return { name, prices, needsSiblings: !isSeparate || (isPerUnit && name !== '') };
}
