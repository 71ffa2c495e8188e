// Finds lists of things with a price or a duration, whatever they are: dishes, services, products, memberships.
import { durationOf, intervalLine, splitDuration } from './amounts.ts';
import type { Finding, Note, Offer } from './findings.ts';
import { quoteOf } from './findings.ts';
import { createHoursReader } from './hours.ts';
import { isMarks, type Legend, legendOf, splitMarks } from './marks.ts';
import { type Line, type Outline, TITLE_LEVEL } from './outline.ts';
import { type PricedLine, pricedLines } from './priced-lines.ts';
import { entriesAround } from './records.ts';
import { headingsOf } from './sections.ts';
import { SOLD_OUT_WORDS } from './words.ts';

/** `usedLines` are the lines of the offers. */
type Found = { findings: Finding<'offer'>[]; notes: Note[]; usedLines: ReadonlySet<number> };

const MAX_NAME_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const SEGMENT_SEPARATOR = /\s+[·•|]\s+/;

export function findOffers(outline: Outline, language: string): Found {
  const { lines } = outline;
  const { tokens } = createHoursReader(language);
  const isHours = (text: string) => {
    const kinds = tokens(text).map(({ kind }) => kind);
    const clocks = kinds.filter((kind) => kind === 'clock').length;
    return clocks > 1 && kinds.includes('range') && !kinds.includes('other');
  };
  const priced = pricedLines(outline, isHours);
  const legend = legendOf(lines);
  const usedLines = new Set<number>();
  const result: Found = { findings: [], notes: [], usedLines };
  // A large price is no heading of what follows.
  const headings = headingsOf(
    lines.map((line, index) => (priced.get(index)?.name === '' ? { ...line, level: 0 } : line)),
  );
  const add = (anchors: readonly number[]) => {
    const records = entriesAround(outline, anchors);
    const below = anchors.map((_, position) => textBelow(lines, anchors, position));
    // What follows only the last entry of a list is about the list.
    const isDescribed = below.slice(0, -1).some(({ length }) => length > 0);
    const entries = records.map(({ anchor, lines: boxed }, position) => {
      if (boxed.length > 1) return { anchor, entry: boxed };
      if (!priced.get(anchor)?.name) return { anchor, entry: flatEntry(lines, anchors, position) };
      return { anchor, entry: [anchor, ...(isDescribed ? (below[position] ?? []) : [])] };
    });
    const inEntries = new Set(entries.flatMap(({ entry }) => entry));
    const offers = entries.map((each) => ({
      ...each,
      found: offerOf(lines, each.entry, each.anchor, priced.get(each.anchor), legend),
    }));
    const minutesOf = (name: string) =>
      new Set(offers.flatMap(({ found }) => (found?.offer.name === name ? [found.offer.durationMinutes] : [])));
    for (const { anchor, entry, found } of offers) {
      if (!found) continue;
      // "Massage, 30 min" and "Massage, 60 min" are two offers.
      const name = minutesOf(found.offer.name).size > 1 ? found.writtenName : found.offer.name;
      for (const index of entry) usedLines.add(index);
      const category = found.category ?? titleAbove(lines, entry[0] ?? anchor, inEntries);
      const above = (headings[found.nameLine] ?? []).filter(({ index }) => !entry.includes(index));
      const quote = quoteOf(entry.map((index) => lines[index]?.text).join('\n'));
      result.findings.push({
        kind: 'offer',
        value: { ...found.offer, name, ...(category ? { category } : {}), headings: above.map(({ text }) => text) },
        certainty: 'structure',
        quote,
      });
      if (found.offer.price?.isMinimum || found.hasUnclearPrice) result.notes.push({ about: 'offer', quote });
    }
  };
  const anchors = [...priced.keys()];
  if (anchors.length > 1) add(anchors);
  const durations = lines.flatMap((line, index) => (!usedLines.has(index) && segmentDuration(line) ? [index] : []));
  if (durations.length > 1) add(durations);
  return result;
}

/** The title of the part of the list that an entry is in. The page's own title is none. */
function titleAbove(lines: readonly Line[], first: number, inEntries: ReadonlySet<number>): string | undefined {
  const at = lines.findLastIndex(({ level }, index) => index < first && level > 0 && !inEntries.has(index));
  const title = lines[at];
  return title && title.level > 1 && !isOfOther(lines, at, first) ? title.text.replace(/\s*:$/, '') : undefined;
}

/** A text that is marked as the title of other lines, in a box of their own that does not begin the list's: "Filter". */
function isOfOther(lines: readonly Line[], at: number, first: number): boolean {
  const { level, boxes = [] } = lines[at] ?? {};
  const holds = (index: number, box: number | undefined) => box !== undefined && lines[index]?.boxes.includes(box);
  const section = boxes.findLast((box) => holds(at + 1, box));
  const shared = boxes.findLast((box) => holds(first, box));
  return level === TITLE_LEVEL && section !== undefined && !holds(first, section) && !!holds(at - 1, shared);
}

const segmentDuration = ({ text, breaks }: Line): number | undefined =>
  [...text.split(SEGMENT_SEPARATOR), ...[0, ...breaks].map((start, at) => text.slice(start, breaks[at]))]
    .map(durationOf)
    .find((minutes) => minutes !== undefined);

/** "Spin class <small>45 min</small>" */
const isTimedTitle = ({ text, breaks, level }: Line): boolean => level > 0 && 'minutes' in splitDuration(text, breaks);

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

type Entry = {
  offer: Omit<Offer, 'headings'>;
  nameLine: number;
  /** With its duration, if that is part of it. */
  writtenName: string;
  category: string | undefined;
  /** Several prices, or something else in place of one. */
  hasUnclearPrice: boolean;
};

function offerOf(
  lines: readonly Line[],
  entry: readonly number[],
  anchor: number,
  priced: PricedLine | undefined,
  legend: Legend,
): Entry | undefined {
  const textAt = (index: number) => lines[index]?.text ?? '';
  const before = entry.filter((index) => index < anchor);
  const titles = entry.filter((index) => (lines[index]?.level ?? 0) > 0 && index !== anchor);
  const titleBefore = titles.filter((index) => index < anchor).at(-1);
  const own = lines[anchor];
  const isNamed = priced ? priced.name !== '' : own !== undefined && isTimedTitle(own);
  const nameLine = isNamed
    ? anchor
    : (titleBefore ?? titles[0] ?? before.find((index) => !lines[index]?.isLink) ?? before[0]);
  if (nameLine === undefined) return undefined;
  const written = priced?.name && nameLine === anchor ? priced.name : textAt(nameLine);
  const { breaks = [], raised = [] } = lines[nameLine] ?? {};
  const unmarked = splitMarks({ text: written, breaks, raised }, legend).text;
  const { text: name, minutes } = splitDuration(unmarked, breaks);
  if (name.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(name) || /[.!?:]$/.test(name)) return undefined;
  const outerTitle = titles.find((index) => index < nameLine);
  const others = entry.filter((index) => ![nameLine, anchor, outerTitle].includes(index) && !lines[index]?.isLink);
  const [price, ...otherPrices] = priced?.prices ?? [];
  const interval = price?.interval ?? others.map((index) => intervalLine(textAt(index))).find(Boolean);
  const { description, minutes: described } = descriptionOf(
    others.flatMap((index) => lines[index] ?? []),
    legend,
  );
  const durationMinutes =
    minutes ?? entry.map((index) => lines[index] && segmentDuration(lines[index])).find(Boolean) ?? described;
  const hasUnclearPrice = priced !== undefined && (!price || otherPrices.length > 0);
  return {
    offer: {
      name,
      ...(description ? { description } : {}),
      ...(price && !hasUnclearPrice
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
    writtenName: unmarked,
    category: outerTitle !== undefined && lines[outerTitle] ? textAt(outerTitle) : undefined,
    hasUnclearPrice,
  };
}

const isMark = ({ text, isBadge }: Line) => isBadge || SOLD_OUT_WORDS.has(text.toLowerCase());

/** Paragraphs if there are any; else what is left after durations and marks. */
function descriptionOf(lines: readonly Line[], legend: Legend): { description: string; minutes?: number | undefined } {
  const segments = lines.map((line) => {
    const parts = line.text
      .split(SEGMENT_SEPARATOR)
      .filter((part) => !durationOf(part) && !intervalLine(part) && /\p{L}/u.test(part) && !isMarks(part, legend))
      .map((part) => splitDuration(part));
    // "Duration: 30 min"
    const isLabel = (part: (typeof parts)[number]) => part.minutes && line.text.startsWith(`${part.text}:`);
    const text = parts.flatMap((part) => (isLabel(part) ? [] : part.text)).join(', ');
    const isWhole = text === line.text;
    return {
      line,
      text: splitMarks(isWhole ? line : { text, breaks: [], raised: [] }, legend).text,
      minutes: parts.find(({ minutes }) => minutes)?.minutes,
    };
  });
  const filled = segments.filter(({ text, line }) => text && line.level !== TITLE_LEVEL && !isMark(line));
  const paragraphs = filled.filter(({ line }) => line.element === 'p');
  const description = (paragraphs.length ? paragraphs : filled)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, MAX_DESCRIPTION_CHARACTERS);
  return { description, minutes: segments.find(({ minutes }) => minutes)?.minutes };
}
