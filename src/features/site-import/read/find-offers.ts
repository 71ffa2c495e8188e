// Finds lists of things with a price or a duration, whatever they are: dishes, services, products, memberships.
import { durationOf, findPrices, intervalLine, type PriceMatch } from './amounts.ts';
import type { Finding, Note, Offer } from './findings.ts';
import { quoteOf } from './findings.ts';
import { type Line, type Outline, TITLE_LEVEL } from './outline.ts';
import { recordsAround } from './records.ts';
import { headingsOf } from './sections.ts';

type Found = { findings: Finding<'offer'>[]; notes: Note[] };
/** A line with a price: what stands before the price, and the prices, of which there may be several. */
type PricedLine = { name: string; prices: PriceMatch[]; needsSiblings: boolean };

const MAX_NAME_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
/** Dots, dashes, colons or wide gaps between a name and its price. */
const LEADER = /(?:\s*[.…·_]{2,}|\s+[-–—|]+|:|\s{2,})\s*$/u;
const SEGMENT_SEPARATOR = /\s+[·•|]\s+/;

export function findOffers(outline: Outline): Found {
  const { lines } = outline;
  const priced = pricedLines(lines);
  const result: Found = { findings: [], notes: [] };
  const used = new Set<number>();
  const add = (anchors: readonly number[]) => {
    const headings = headingsOf(lines);
    const records = recordsAround(outline, anchors);
    const below = anchors.map((_, position) => textBelow(lines, anchors, position));
    // What follows only the last entry of a list is about the list.
    const isDescribed = below.slice(0, -1).some(({ length }) => length > 0);
    const entries = records.map(({ anchor, lines: boxed }, position) => {
      if (boxed.length > 1) return { anchor, entry: boxed };
      if (!priced.get(anchor)?.name) return { anchor, entry: flatEntry(lines, anchors, position) };
      return { anchor, entry: [anchor, ...(isDescribed ? (below[position] ?? []) : [])] };
    });
    const inEntries = new Set(entries.flatMap(({ entry }) => entry));
    for (const { anchor, entry } of entries) {
      const found = offerOf(lines, entry, anchor, priced.get(anchor));
      if (!found) continue;
      for (const index of entry) used.add(index);
      const category = found.category ?? titleAbove(lines, entry[0] ?? anchor, inEntries);
      const above = (headings[found.nameLine] ?? []).filter(({ index }) => !entry.includes(index));
      const quote = quoteOf(entry.map((index) => lines[index]?.text).join('\n'));
      result.findings.push({
        kind: 'offer',
        value: { ...found.offer, ...(category ? { category } : {}), headings: above.map(({ text }) => text) },
        certainty: 'structure',
        quote,
      });
      if (found.offer.price?.isMinimum || found.hasSeveralPrices) result.notes.push({ about: 'offer', quote });
    }
  };
  const anchors = [...priced.keys()];
  if (anchors.length > 1) add(anchors);
  const durations = lines.flatMap((line, index) => (!used.has(index) && segmentDuration(line.text) ? [index] : []));
  if (durations.length > 1) add(durations);
  return result;
}

/** The title of the part of the list that an entry is in. The page's own title is none. */
function titleAbove(lines: readonly Line[], first: number, inEntries: ReadonlySet<number>): string | undefined {
  const title = lines.findLast(({ level }, index) => index < first && level > 0 && !inEntries.has(index));
  return title && title.level > 1 ? title.text.replace(/\s*:$/, '') : undefined;
}

/** Lines that are a price, or end with one. */
function pricedLines(lines: readonly Line[]): Map<number, PricedLine> {
  const priced = new Map<number, PricedLine>();
  for (const [index, line] of lines.entries()) {
    const found = pricedLine(line);
    if (found) priced.set(index, found);
  }
  // "Haircut $30" is a list entry if there are others like it beside it; otherwise it may be any phrase.
  const parentOf = (index: number) => lines[index]?.boxes.at(lines[index]?.element === 'li' ? -2 : -1);
  const siblings = [...priced].filter(([, { needsSiblings }]) => needsSiblings).map(([index]) => index);
  for (const index of siblings)
    if (!siblings.some((other) => other !== index && parentOf(other) === parentOf(index))) priced.delete(index);
  return priced;
}

function pricedLine({ text, breaks }: Line): PricedLine | undefined {
  const prices = findPrices(text);
  const [first] = prices;
  const last = prices.at(-1);
  if (!first || !last || /[.!?]$/.test(text.slice(last.end).trim())) return undefined;
  const rest = text.slice(last.end).trim();
  if (rest && !/^[)*]+$/.test(rest)) return undefined;
  // Several prices are next to each other.
  const between = prices.slice(1).map(({ start }, index) => text.slice(prices[index]?.end, start).trim());
  if (between.some((gap) => gap.split(/\s+/).length > 2)) return undefined;
  const before = text.slice(0, first.start);
  const name = before.replace(LEADER, '').trim();
  if (name.length > MAX_NAME_CHARACTERS) return undefined;
  const isSeparate =
    !name ||
    LEADER.test(before) ||
    breaks.some((at) => at > 0 && at <= first.start && text.slice(at, first.start).trim() === '');
  return { name, prices, needsSiblings: !isSeparate };
}

const segmentDuration = (text: string): number | undefined =>
  text
    .split(SEGMENT_SEPARATOR)
    .map(durationOf)
    .find((minutes) => minutes !== undefined);

/** Without a box around it, an entry is the text since the previous one's price, up to the next one's name. */
function flatEntry(lines: readonly Line[], anchors: readonly number[], position: number): number[] {
  const anchor = anchors[position] ?? 0;
  const previous = anchors[position - 1] ?? -1;
  const isSibling = (index: number) => lines[index]?.boxes.at(-2) === lines[anchor]?.boxes.at(-2);
  let first = anchor;
  while (first - 1 > previous && isSibling(first - 1) && !lines[first]?.level) first--;
  return Array.from({ length: anchor - first + 1 }, (_, offset) => first + offset);
}

/** After "Soup .... 5", lines in the same box describe the soup, up to the next price or title. */
function textBelow(lines: readonly Line[], anchors: readonly number[], position: number): number[] {
  const anchor = anchors[position] ?? 0;
  const end = anchors[position + 1] ?? lines.length;
  const box = lines[anchor]?.boxes.at(-1);
  let last = anchor;
  while (last + 1 < end && lines[last + 1]?.level === 0 && lines[last + 1]?.boxes.at(-1) === box) last++;
  return Array.from({ length: last - anchor }, (_, offset) => anchor + 1 + offset);
}

/** "Cut - 45 min" and "Cut (45 min)" are a name and a duration. */
function splitDuration(text: string): { name: string; minutes?: number } {
  const match = /^(?<name>.*?\S)\s*(?:\s[-–—|·]\s|,\s|\()(?<rest>[^()]*)\)?$/u.exec(text);
  const minutes = durationOf(match?.groups?.rest ?? '');
  return match?.groups?.name && minutes ? { name: match.groups.name, minutes } : { name: text };
}

type Entry = {
  offer: Omit<Offer, 'headings'>;
  nameLine: number;
  category: string | undefined;
  hasSeveralPrices: boolean;
};

function offerOf(
  lines: readonly Line[],
  entry: readonly number[],
  anchor: number,
  priced: PricedLine | undefined,
): Entry | undefined {
  const textAt = (index: number) => lines[index]?.text ?? '';
  const before = entry.filter((index) => index < anchor);
  const titles = entry.filter((index) => (lines[index]?.level ?? 0) > 0 && index !== anchor);
  const titleBefore = titles.filter((index) => index < anchor).at(-1);
  const nameLine = priced?.name
    ? anchor
    : (titleBefore ?? titles[0] ?? before.find((index) => !lines[index]?.isLink) ?? before[0]);
  if (nameLine === undefined) return undefined;
  const { name, minutes } = splitDuration(priced?.name && nameLine === anchor ? priced.name : textAt(nameLine));
  if (name.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(name) || /[.!?:]$/.test(name)) return undefined;
  const outerTitle = titles.find((index) => index < nameLine);
  const others = entry.filter((index) => ![nameLine, anchor, outerTitle].includes(index) && !lines[index]?.isLink);
  const [price, ...otherPrices] = priced?.prices ?? [];
  const interval = price?.interval ?? others.map((index) => intervalLine(textAt(index))).find(Boolean);
  const durationMinutes = minutes ?? entry.map((index) => segmentDuration(textAt(index))).find(Boolean);
  const description = descriptionOf(others.flatMap((index) => lines[index] ?? []));
  const hasSeveralPrices = otherPrices.length > 0;
  return {
    offer: {
      name,
      ...(description ? { description } : {}),
      ...(price && !hasSeveralPrices
        ? {
            price: {
              amount: price.amount,
              ...(price.currency ? { currency: price.currency } : {}),
              ...(interval ? { interval } : {}),
              isMinimum: price.isMinimum,
            },
          }
        : {}),
      ...(durationMinutes ? { durationMinutes } : {}),
    },
    nameLine,
    category: outerTitle !== undefined && lines[outerTitle] ? textAt(outerTitle) : undefined,
    hasSeveralPrices,
  };
}

/** Paragraphs if there are any; else what is left after durations and marks. */
function descriptionOf(lines: readonly Line[]): string {
  const segments = lines.map((line) => ({
    line,
    text: line.text
      .split(SEGMENT_SEPARATOR)
      .filter((segment) => !durationOf(segment) && !intervalLine(segment) && /\p{L}/u.test(segment))
      .join(', '),
  }));
  const filled = segments.filter(({ text, line }) => text && line.level !== TITLE_LEVEL);
  const paragraphs = filled.filter(({ line }) => line.element === 'p');
  return (paragraphs.length ? paragraphs : filled)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, MAX_DESCRIPTION_CHARACTERS);
}
