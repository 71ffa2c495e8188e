// Positions and labels of bookings on a day's grid.
import type { Booking } from '../api.ts';
import { addDays, minutesOf } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import { texts } from './texts.ts';

type Resource = { id: string; name: string };

export const isLive = ({ status }: Booking) => status !== 'cancelled' && status !== 'waitlisted';
export const isWaiting = ({ status }: Booking) => status === 'waitlisted' || status === 'offered';

/** The bookable resources, in the business's order. */
export function resourcesOf(business: BusinessDocument | undefined, active: IndustryInfo[]): Resource[] {
  return active.flatMap(({ name, resources }) => {
    const section = business?.[name] as Record<string, Resource[]> | undefined;
    return (resources && section?.[resources]) || [];
  });
}

/** The label for resources, such as "Table" or "Stylist". */
export const resourceLabel = (industries: Pick<IndustryInfo, 'resources'>[]): string =>
  [...new Set(industries.flatMap(({ resources }) => (resources && texts.where[resources]) || []))].join(' / ') ||
  texts.whereElse;

/** The columns of a booking; joined tables have several. */
export const columnsOf = ({ resource }: Booking): string[] => resource?.id.split('+') ?? [''];

/** All bookings of a class meeting share one block. */
export type Block = { key: string; booking: Booking; people: number; start: number; end: number };

export function blocksOf(bookings: Booking[], day: string): Block[] {
  const blocks = new Map<string, Block>();
  for (const booking of bookings) {
    const key = booking.kind === 'class' ? `${booking.service?.id} ${booking.startsAt}` : booking.id;
    const block = blocks.get(key);
    if (block) block.people += 1;
    else
      blocks.set(key, {
        key,
        booking,
        people: 1,
        start: minutesRelativeTo(booking.startsAt, day),
        end: minutesRelativeTo(booking.endsAt, day),
      });
  }
  return [...blocks.values()];
}

/** API times are in the business's time zone, so their text is the local time. */
function minutesRelativeTo(local: string, day: string): number {
  const date = local.slice(0, 10);
  return minutesOf(local) + (date > day ? 1440 : date < day ? -1440 : 0);
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
type Span = { from: number; to: number };

/** The hours to show: the opening hours, extended by bookings outside them. */
export function gridHours(business: BusinessDocument | undefined, days: string[], blocks: Block[]): Span {
  const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const periods = days.flatMap((day) => business?.hours[DAYS[new Date(`${day}T00:00Z`).getUTCDay()]!] ?? []);
  const opens = periods.map(([from]) => toMinutes(from));
  const closes = periods.map(([from, to]) => (toMinutes(to) <= toMinutes(from) ? toMinutes(to) + 1440 : toMinutes(to)));
  const from = Math.min(...opens, ...blocks.map(({ start }) => start), 1440);
  const to = Math.max(...closes, ...blocks.map(({ end }) => end), 0);
  if (from >= to) return { from: 9 * 60, to: 18 * 60 };
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 };
}

export const weekOf = (monday: string): string[] => Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** Overlapping blocks in a column share its width. */
export function lanesOf(block: Block, column: string, blocks: Block[]): { lane: number; count: number } {
  const overlapping = blocks.filter(
    (other) => columnsOf(other.booking).includes(column) && other.start < block.end && block.start < other.end,
  );
  return { lane: overlapping.indexOf(block), count: overlapping.length };
}

export function blockText({ sealed, customer, kind, service, partySize }: Booking, people = 1) {
  if (kind === 'class') return { who: service?.name ?? '', what: texts.people(people) };
  const customerName = sealed && !customer.name ? texts.patient : customer.name;
  return { who: customerName, what: partySize ? texts.party(partySize) : service?.name };
}
