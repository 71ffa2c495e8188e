// Where bookings stand on a day's grid, and what they are called there.
import type { Booking } from '../api.ts';
import { addDays, minutesOf } from '../calendar.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import { texts } from './texts.ts';

type Named = { id: string; name: string };

export const isLive = ({ status }: Booking) => status !== 'cancelled' && status !== 'waitlisted';
export const isWaiting = ({ status }: Booking) => status === 'waitlisted' || status === 'offered';

/** Who and what can be booked, in the order in which the business has them. */
export function resourcesOf(business: BusinessDocument | undefined, active: IndustryInfo[]): Named[] {
  return active.flatMap(({ name, resources }) => {
    const part = business?.[name] as Record<string, Named[]> | undefined;
    return (resources && part?.[resources]) || [];
  });
}

/** What those are called: a table, a stylist. */
export const whereOf = (industries: Pick<IndustryInfo, 'resources'>[]): string =>
  [...new Set(industries.flatMap(({ resources }) => (resources && texts.where[resources]) || []))].join(' / ') ||
  texts.whereElse;

/** The columns that a booking stands in: joined tables are several. */
export const columnsOf = ({ resource }: Booking): string[] => resource?.id.split('+') ?? [''];

/** A class is one block, however many have booked it. */
export type Block = { key: string; booking: Booking; people: number; start: number; end: number };

export function blocksOf(bookings: Booking[], day: string): Block[] {
  const blocks = new Map<string, Block>();
  for (const booking of bookings) {
    const key = booking.kind === 'class' ? `${booking.service?.id} ${booking.startsAt}` : booking.id;
    const known = blocks.get(key);
    if (known) known.people += 1;
    else
      blocks.set(key, {
        key,
        booking,
        people: 1,
        start: minutesOn(booking.startsAt, day),
        end: minutesOn(booking.endsAt, day),
      });
  }
  return [...blocks.values()];
}

/** Times come with the business's own offset, so their text is what its clock shows. */
function minutesOn(local: string, day: string): number {
  const date = local.slice(0, 10);
  return minutesOf(local) + (date > day ? 1440 : date < day ? -1440 : 0);
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
type Span = { from: number; to: number };

/** The hours of a day's grid: those of the business, and whatever is booked outside them. */
export function spanOf(business: BusinessDocument | undefined, days: string[], blocks: Block[]): Span {
  const read = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const periods = days.flatMap((day) => business?.hours[DAYS[new Date(`${day}T00:00Z`).getUTCDay()]!] ?? []);
  const opens = periods.map(([from]) => read(from));
  const closes = periods.map(([from, to]) => (read(to) <= read(from) ? read(to) + 1440 : read(to)));
  const from = Math.min(...opens, ...blocks.map(({ start }) => start), 1440);
  const to = Math.max(...closes, ...blocks.map(({ end }) => end), 0);
  if (from >= to) return { from: 9 * 60, to: 18 * 60 };
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 };
}

export const weekOf = (monday: string): string[] => Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** Those that stand beside each other in one column share its width. */
export function lanesOf(block: Block, column: string, blocks: Block[]): { lane: number; of: number } {
  const beside = blocks.filter(
    (other) => columnsOf(other.booking).includes(column) && other.start < block.end && block.start < other.end,
  );
  return { lane: beside.indexOf(block), of: beside.length };
}

export function nameOf({ sealed, customer, kind, service, partySize }: Booking, people = 1) {
  if (kind === 'class') return { who: service?.name ?? '', what: texts.people(people) };
  const who = sealed && !customer.name ? texts.patient : customer.name;
  return { who, what: partySize ? texts.party(partySize) : service?.name };
}
