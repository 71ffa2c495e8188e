// Positions and labels of bookings on a grid of hours.
import type { Booking } from '../api.ts';
import { addDays } from '../calendar.ts';
import type { BusinessDocument, Hours } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import { type Span, toMinutesAfterMidnight } from './hours.ts';
import { texts } from './texts.ts';

export type Resource = {
  id: string;
  name: string;
  industry: string;
  hours?: Hours;
  timeOff?: { from: string; to: string }[];
};

export const isScheduled = ({ status }: Booking) => status !== 'cancelled' && status !== 'waitlisted';
export const isOnWaitlist = ({ status }: Booking) => status === 'waitlisted' || status === 'offered';

/** The bookable resources, in the business's order. */
export function collectResources(business: BusinessDocument | undefined, activeIndustries: IndustryInfo[]): Resource[] {
  return activeIndustries.flatMap(({ name: industry, resources }) => {
    const section = business?.[industry] as Record<string, Omit<Resource, 'industry'>[]> | undefined;
    return ((resources && section?.[resources]) || []).map((resource) => ({ ...resource, industry }));
  });
}

/** The label for resources, such as "Table" or "Stylist". */
export const formatResourceLabel = (industries: Pick<IndustryInfo, 'resources'>[]): string =>
  [...new Set(industries.flatMap(({ resources }) => (resources && texts.resourceLabels[resources]) || []))].join(
    ' / ',
  ) || texts.otherResourceLabel;

/** The ids of the tables, people or rooms of a booking: several for joined tables, and one empty id for none. */
export const splitResourceIds = ({ resource }: Booking): string[] => resource?.id.split('+') ?? [''];

/** All bookings of a class meeting share one block. `start` and `end` are minutes after midnight of its business day. */
export type Block = { key: string; booking: Booking; peopleCount: number; start: number; end: number };

/** The blocks of a business day, the earliest first. Times are minutes after its midnight, and may exceed 24 hours. */
export function groupIntoBlocks(bookings: Booking[], day: string): Block[] {
  const blocks = new Map<string, Block>();
  for (const booking of bookings) {
    const key = booking.kind === 'class' ? `${booking.service?.id} ${booking.startsAt}` : booking.id;
    const block = blocks.get(key);
    if (block) block.peopleCount += 1;
    else blocks.set(key, { key, booking, peopleCount: 1, ...getBlockMinutes(booking, day) });
  }
  return [...blocks.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** API times are in the business's time zone, so their text is the local time. */
function getBlockMinutes({ startsAt, endsAt }: Booking, day: string): { start: number; end: number } {
  const [start, end] = [toMinutesAfterMidnight(startsAt, day), toMinutesAfterMidnight(endsAt, day)];
  // When the clocks go back, a booking can end at an earlier clock time than it starts.
  return { start, end: end > start ? end : start + (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000 };
}

/** The hours to show, in whole hours: the opening hours, extended by bookings outside them. */
export function chooseShownHours(openHours: Span[], blocks: Pick<Block, 'start' | 'end'>[]): Span {
  const from = Math.min(...openHours.map((span) => span.from), ...blocks.map(({ start }) => start));
  const to = Math.max(...openHours.map((span) => span.to), ...blocks.map(({ end }) => end));
  if (from >= to) return { from: 9 * 60, to: 18 * 60 };
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 };
}

export const listDaysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** One block of a column, or several that share a spot; overlapping cells share the column's width. Times as in `Block`. */
export type Cell = {
  key: string;
  blocks: [Block, ...Block[]];
  start: number;
  end: number;
  lane: number;
  laneCount: number;
};

/** Where more blocks overlap than there are lanes, those that start in the same hour share a cell. */
export function arrangeInCells(blocks: Block[], maxLanes = Number.POSITIVE_INFINITY): Cell[] {
  return groupOverlapping(blocks).flatMap((cluster) => {
    const laneEnds: number[] = [];
    const placedBlocks = cluster.map((block) => {
      const freeLane = laneEnds.findIndex((end) => end <= block.start);
      const lane = freeLane < 0 ? laneEnds.length : freeLane;
      laneEnds[lane] = block.end;
      return { block, lane };
    });
    if (laneEnds.length > maxLanes) return createHourlyCells(cluster);
    return placedBlocks.map(({ block, lane }) => ({
      key: block.key,
      blocks: [block] as [Block],
      start: block.start,
      end: block.end,
      lane,
      laneCount: laneEnds.length,
    }));
  });
}

/** Groups of blocks that overlap, directly or through others. */
function groupOverlapping(blocks: Block[]): Block[][] {
  const clusters: Block[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const block of [...blocks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (block.start >= end) clusters.push([]);
    clusters.at(-1)!.push(block);
    end = Math.max(end, block.end);
  }
  return clusters;
}

const createHourlyCells = (cluster: Block[]): Cell[] =>
  [...Map.groupBy(cluster, ({ start }) => Math.floor(start / 60) * 60)].map(([start, blocks]) => ({
    key: `${blocks[0]!.key} and more`,
    blocks: blocks as [Block, ...Block[]],
    start,
    end: start + 60,
    lane: 0,
    laneCount: 1,
  }));

const [MIN_PIXELS_PER_MINUTE, MAX_PIXELS_PER_MINUTE] = [0.6, 1.5];
/** One line of text. */
export const MIN_BLOCK_PIXELS = 24;

/** Shows all hours at once if that leaves the shortest booking legible. */
export function fitPixelsPerMinute(
  heightPixels: number,
  shownHours: Span,
  blocks: Pick<Block, 'start' | 'end'>[],
): number {
  const shortestMinutes = Math.min(...blocks.map(({ start, end }) => end - start), 60);
  const legiblePixels = Math.min(
    Math.max(MIN_PIXELS_PER_MINUTE, MIN_BLOCK_PIXELS / shortestMinutes),
    MAX_PIXELS_PER_MINUTE,
  );
  return Math.min(Math.max(heightPixels / (shownHours.to - shownHours.from), legiblePixels), MAX_PIXELS_PER_MINUTE);
}

const MINUTES_SHOWN_BEFORE = 30;

/**
 * The minute at the top when a day is opened: now, else the first booking, else opening. Moves up to half an hour more
 * of what came before into view, unless that would push a booking out at the bottom.
 */
export function chooseFirstMinuteInView(
  {
    shownHours,
    blocks,
    openHours,
    nowMinutes,
  }: { shownHours: Span; blocks: Pick<Block, 'start' | 'end'>[]; openHours: Span[]; nowMinutes?: number },
  minutesInView: number,
): number {
  const isNowShown = nowMinutes !== undefined && shownHours.from <= nowMinutes && nowMinutes < shownHours.to;
  const remainingBlocks = isNowShown ? blocks.filter(({ end }) => end > nowMinutes) : blocks;
  const starts = remainingBlocks.map(({ start }) => start);
  const focusMinute = isNowShown
    ? Math.min(nowMinutes, ...starts)
    : Math.min(...starts, ...(starts.length ? [] : openHours.map((span) => span.from)));
  if (!Number.isFinite(focusMinute)) return shownHours.from;
  const lastEnd = Math.max(focusMinute, ...remainingBlocks.map(({ end }) => end));
  const spareMinutes = Math.max(0, minutesInView - (lastEnd - focusMinute));
  const topMinute = focusMinute - Math.min(MINUTES_SHOWN_BEFORE, spareMinutes);
  return Math.max(shownHours.from, Math.min(topMinute, shownHours.to - minutesInView));
}

export function describeBlock({ sealed, customer, kind, service, partySize }: Booking, peopleCount = 1) {
  if (kind === 'class') return { title: service?.name ?? '', detail: texts.people(peopleCount) };
  const customerName = sealed && !customer.name ? texts.patient : customer.name;
  return { title: customerName, detail: partySize ? texts.party(partySize) : service?.name };
}
