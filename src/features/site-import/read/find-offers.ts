// Finds lists of things with a price or a duration, whatever they are: dishes, services, products, memberships.
import { parseDurationMinutes, parseIntervalLine, splitDuration } from './amounts.ts';
import type { Finding, Offer, UnclearQuote } from './findings.ts';
import { toQuote } from './findings.ts';
import { createHoursReader } from './hours.ts';
import { findEntriesAround } from './list-entries.ts';
import { findLegend, hasOnlyMarks, type Legend, splitMarks } from './marks.ts';
import { type Line, type Outline, TITLE_LEVEL } from './outline.ts';
import { findPricedLines, type PricedLine } from './priced-lines.ts';
import { findHeadingsAbove } from './sections.ts';
import { SOLD_OUT_WORDS } from './words.ts';

/** `usedLines` are the lines of the offers. */
type OfferFindings = { findings: Finding<'offer'>[]; unclearQuotes: UnclearQuote[]; usedLines: ReadonlySet<number> };

const MAX_NAME_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const SEGMENT_SEPARATOR_PATTERN = /\s+[·•|]\s+/;

export function findOffers(outline: Outline, language: string): OfferFindings {
  const { lines } = outline;
  const { tokenize } = createHoursReader(language);
  const isHours = (text: string) => {
    const kinds = tokenize(text).map(({ kind }) => kind);
    const clocks = kinds.filter((kind) => kind === 'clock').length;
    return clocks > 1 && kinds.includes('range') && !kinds.includes('other');
  };
  const pricedByIndex = findPricedLines(outline, isHours);
  const legend = findLegend(lines);
  const usedLines = new Set<number>();
  const offerFindings: OfferFindings = { findings: [], unclearQuotes: [], usedLines };
  // A large price is no heading of what follows.
  const headings = findHeadingsAbove(
    lines.map((line, index) => (pricedByIndex.get(index)?.name === '' ? { ...line, level: 0 } : line)),
  );
  const addOffers = (anchors: readonly number[]) => {
    const listEntries = findEntriesAround(outline, anchors);
    const linesBelow = anchors.map((_, position) => findLinesBelow(lines, anchors, position));
    // What follows only the last entry of a list is about the list.
    const isDescribed = linesBelow.slice(0, -1).some(({ length }) => length > 0);
    const entries = listEntries.map(({ anchor, lines: boxedLines }, position) => {
      if (boxedLines.length > 1) return { anchor, entry: boxedLines };
      if (!pricedByIndex.get(anchor)?.name) return { anchor, entry: findFlatEntry(lines, anchors, position) };
      return { anchor, entry: [anchor, ...(isDescribed ? (linesBelow[position] ?? []) : [])] };
    });
    const entryLines = new Set(entries.flatMap(({ entry }) => entry));
    const offers = entries.map((each) => ({
      ...each,
      parsedOffer: parseOffer(lines, each.entry, each.anchor, pricedByIndex.get(each.anchor), legend),
    }));
    const findDurations = (name: string) =>
      new Set(
        offers.flatMap(({ parsedOffer }) =>
          parsedOffer?.offer.name === name ? [parsedOffer.offer.durationMinutes] : [],
        ),
      );
    for (const { anchor, entry, parsedOffer } of offers) {
      if (!parsedOffer) continue;
      // "Massage, 30 min" and "Massage, 60 min" are two offers.
      const name = findDurations(parsedOffer.offer.name).size > 1 ? parsedOffer.writtenName : parsedOffer.offer.name;
      for (const index of entry) usedLines.add(index);
      const category = parsedOffer.category ?? findTitleAbove(lines, entry[0] ?? anchor, entryLines);
      const headingsAbove = (headings[parsedOffer.nameLine] ?? []).filter(({ index }) => !entry.includes(index));
      const quote = toQuote(entry.map((index) => lines[index]?.text).join('\n'));
      offerFindings.findings.push({
        kind: 'offer',
        value: {
          ...parsedOffer.offer,
          name,
          ...(category ? { category } : {}),
          headings: headingsAbove.map(({ text }) => text),
        },
        certainty: 'structure',
        quote,
      });
      if (parsedOffer.offer.price?.isMinimum || parsedOffer.hasUnclearPrice)
        offerFindings.unclearQuotes.push({ about: 'offer', quote });
    }
  };
  const anchors = [...pricedByIndex.keys()];
  if (anchors.length > 1) addOffers(anchors);
  const durations = lines.flatMap((line, index) => (!usedLines.has(index) && findSegmentMinutes(line) ? [index] : []));
  if (durations.length > 1) addOffers(durations);
  return offerFindings;
}

/** The title of the part of the list that an entry is in. The page's own title is none. */
function findTitleAbove(
  lines: readonly Line[],
  firstLine: number,
  entryLines: ReadonlySet<number>,
): string | undefined {
  const titleIndex = lines.findLastIndex(
    ({ level }, index) => index < firstLine && level > 0 && !entryLines.has(index),
  );
  const title = lines[titleIndex];
  return title && title.level > 1 && !belongsToOtherLines(lines, titleIndex, firstLine)
    ? title.text.replace(/\s*:$/, '')
    : undefined;
}

/** Whether a title belongs to other lines than the list, in a box of their own: "Filter". */
function belongsToOtherLines(lines: readonly Line[], titleIndex: number, firstLine: number): boolean {
  const { level, boxes = [] } = lines[titleIndex] ?? {};
  const isInBox = (index: number, box: number | undefined) => box !== undefined && lines[index]?.boxes.includes(box);
  const section = boxes.findLast((box) => isInBox(titleIndex + 1, box));
  const sharedBox = boxes.findLast((box) => isInBox(firstLine, box));
  return (
    level === TITLE_LEVEL &&
    section !== undefined &&
    !isInBox(firstLine, section) &&
    !!isInBox(titleIndex - 1, sharedBox)
  );
}

const findSegmentMinutes = ({ text, breaks }: Line): number | undefined =>
  [...text.split(SEGMENT_SEPARATOR_PATTERN), ...[0, ...breaks].map((start, index) => text.slice(start, breaks[index]))]
    .map(parseDurationMinutes)
    .find((minutes) => minutes !== undefined);

/** "Spin class <small>45 min</small>" */
const isTimedTitle = ({ text, breaks, level }: Line): boolean => level > 0 && 'minutes' in splitDuration(text, breaks);

/** Without a box around it, an entry is the text since the previous one's price, up to the next one's name. */
function findFlatEntry(lines: readonly Line[], anchors: readonly number[], position: number): number[] {
  const anchor = anchors[position] ?? 0;
  const previousAnchor = anchors[position - 1] ?? -1;
  const isSibling = (index: number) => lines[index]?.boxes.at(-2) === lines[anchor]?.boxes.at(-2);
  let firstLine = anchor;
  while (firstLine - 1 > previousAnchor && isSibling(firstLine - 1) && !lines[firstLine]?.level) firstLine--;
  return Array.from({ length: anchor - firstLine + 1 }, (_, offset) => firstLine + offset);
}

/** After "Soup .... 5", lines in the same box describe the soup, up to the next price or title. */
function findLinesBelow(lines: readonly Line[], anchors: readonly number[], position: number): number[] {
  const anchor = anchors[position] ?? 0;
  const end = anchors[position + 1] ?? lines.length;
  const box = lines[anchor]?.boxes.at(-1);
  let lastLine = anchor;
  while (lastLine + 1 < end && lines[lastLine + 1]?.level === 0 && lines[lastLine + 1]?.boxes.at(-1) === box)
    lastLine++;
  return Array.from({ length: lastLine - anchor }, (_, offset) => anchor + 1 + offset);
}

type ParsedOffer = {
  offer: Omit<Offer, 'headings'>;
  nameLine: number;
  /** The name as written, with its duration if that is part of it. */
  writtenName: string;
  category: string | undefined;
  /** Whether there are several prices, or something else in place of one. */
  hasUnclearPrice: boolean;
};

function parseOffer(
  lines: readonly Line[],
  entry: readonly number[],
  anchor: number,
  pricedLine: PricedLine | undefined,
  legend: Legend,
): ParsedOffer | undefined {
  const readText = (index: number) => lines[index]?.text ?? '';
  const linesBefore = entry.filter((index) => index < anchor);
  const titles = entry.filter((index) => (lines[index]?.level ?? 0) > 0 && index !== anchor);
  const titleBefore = titles.filter((index) => index < anchor).at(-1);
  const anchorLine = lines[anchor];
  const isNamed = pricedLine ? pricedLine.name !== '' : anchorLine !== undefined && isTimedTitle(anchorLine);
  const nameLine = isNamed
    ? anchor
    : (titleBefore ?? titles[0] ?? linesBefore.find((index) => !lines[index]?.isLink) ?? linesBefore[0]);
  if (nameLine === undefined) return undefined;
  const writtenText = pricedLine?.name && nameLine === anchor ? pricedLine.name : readText(nameLine);
  const { breaks = [], superscripts = [] } = lines[nameLine] ?? {};
  const textWithoutMarks = splitMarks({ text: writtenText, breaks, superscripts }, legend).text;
  const { text: name, minutes } = splitDuration(textWithoutMarks, breaks);
  if (name.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(name) || /[.!?:]$/.test(name)) return undefined;
  const outerTitle = titles.find((index) => index < nameLine);
  const otherLines = entry.filter((index) => ![nameLine, anchor, outerTitle].includes(index) && !lines[index]?.isLink);
  const [price, ...otherPrices] = pricedLine?.prices ?? [];
  const interval = price?.interval ?? otherLines.map((index) => parseIntervalLine(readText(index))).find(Boolean);
  const { description, minutes: describedMinutes } = readDescription(
    otherLines.flatMap((index) => lines[index] ?? []),
    legend,
  );
  const durationMinutes =
    minutes ?? entry.map((index) => lines[index] && findSegmentMinutes(lines[index])).find(Boolean) ?? describedMinutes;
  const hasUnclearPrice = pricedLine !== undefined && (!price || otherPrices.length > 0);
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
    writtenName: textWithoutMarks,
    category: outerTitle !== undefined && lines[outerTitle] ? readText(outerTitle) : undefined,
    hasUnclearPrice,
  };
}

const isMarkLine = ({ text, isBadge }: Line) => isBadge || SOLD_OUT_WORDS.has(text.toLowerCase());

/** Paragraphs if there are any; else what is left after durations and marks. */
function readDescription(
  lines: readonly Line[],
  legend: Legend,
): { description: string; minutes?: number | undefined } {
  const segments = lines.map((line) => {
    const parts = line.text
      .split(SEGMENT_SEPARATOR_PATTERN)
      .filter(
        (part) =>
          !parseDurationMinutes(part) && !parseIntervalLine(part) && /\p{L}/u.test(part) && !hasOnlyMarks(part, legend),
      )
      .map((part) => splitDuration(part));
    // "Duration: 30 min"
    const isLabel = (part: (typeof parts)[number]) => part.minutes && line.text.startsWith(`${part.text}:`);
    const text = parts.flatMap((part) => (isLabel(part) ? [] : part.text)).join(', ');
    const isWhole = text === line.text;
    return {
      line,
      text: splitMarks(isWhole ? line : { text, breaks: [], superscripts: [] }, legend).text,
      minutes: parts.find(({ minutes }) => minutes)?.minutes,
    };
  });
  const filledSegments = segments.filter(({ text, line }) => text && line.level !== TITLE_LEVEL && !isMarkLine(line));
  const paragraphs = filledSegments.filter(({ line }) => line.element === 'p');
  const description = (paragraphs.length ? paragraphs : filledSegments)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, MAX_DESCRIPTION_CHARACTERS);
  return { description, minutes: segments.find(({ minutes }) => minutes)?.minutes };
}
