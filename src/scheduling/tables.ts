// Which table a party gets.
import { ENGLISH, type Formatter } from '../capability/formatter.ts';

export interface Table {
  id: string;
  name: string;
  seats: number;
  area?: string;
}

export interface Seating {
  tables: readonly Table[];
  /** Sets of table ids that may be pushed together, each as a whole. */
  joins?: readonly (readonly string[])[];
  maxPartySize?: number;
}

interface TableChoice {
  id: string;
  name: string;
  seats: number;
  /** All of them must be free. */
  tableIds: string[];
}

export interface Turn {
  upTo: number;
  minutes: number;
}

export type SeatingAnswer =
  | { ok: true; choices: TableChoice[] }
  | { ok: false; reason: 'no_such_resource' | 'party_too_large'; detail: string };

const DEFAULT_TURN_MINUTES = 90;

/** The tables that seat the party, best first: single ones before joined ones, and the smallest that does. */
export function seatingFor(party: number, seating: Seating, area?: string, say: Formatter = ENGLISH): SeatingAnswer {
  const wanted = area === undefined ? undefined : fold(area);
  const tables = seating.tables.filter((table) => wanted === undefined || fold(table.area ?? '') === wanted);
  if (area !== undefined && tables.length === 0) {
    const detail = say.text('We have no area called "{area}".', { area });
    return { ok: false, reason: 'no_such_resource', detail };
  }
  const { maxPartySize = Number.POSITIVE_INFINITY } = seating;
  if (party > maxPartySize) {
    const detail = say.text('We seat parties of up to {count}.', { count: maxPartySize });
    return { ok: false, reason: 'party_too_large', detail };
  }
  const singles = tables.map(({ id, name, seats }) => ({ id, name, seats, tableIds: [id] }));
  const joined = (seating.joins ?? []).flatMap((ids) => join(ids, tables) ?? []);
  const choices = [...bySeats(singles, party), ...bySeats(joined, party)];
  if (choices.length > 0) return { ok: true, choices };
  const largest = Math.max(0, ...[...singles, ...joined].map(({ seats }) => seats));
  const detail =
    area === undefined
      ? say.text('The most we can seat together is {count}.', { count: largest })
      : say.text('The most we can seat together in the area "{area}" is {count}.', { area, count: largest });
  return { ok: false, reason: 'party_too_large', detail };
}

/** The sort is stable, so equal ones stay in the document's order. */
function bySeats(choices: TableChoice[], party: number): TableChoice[] {
  return choices.filter(({ seats }) => seats >= party).sort((a, b) => a.seats - b.seats);
}

/** Nothing where one of the tables is not among them (unknown, or in another area). */
function join(ids: readonly string[], tables: readonly Table[]): TableChoice | undefined {
  const parts = [...new Set(ids)].map((id) => tables.find((table) => table.id === id));
  if (parts.length < 2 || !parts.every((part) => part !== undefined)) return undefined;
  return {
    id: parts.map(({ id }) => id).join('+'),
    name: parts.map(({ name }) => name).join(' + '),
    seats: parts.reduce((sum, { seats }) => sum + seats, 0),
    tableIds: parts.map(({ id }) => id),
  };
}

/** How long a party keeps its table: by the smallest step that holds it, else by the largest there is. */
export function turnMinutesFor(party: number, turns: readonly Turn[]): number {
  const sorted = [...turns].sort((a, b) => a.upTo - b.upTo);
  return (sorted.find(({ upTo }) => party <= upTo) ?? sorted.at(-1))?.minutes ?? DEFAULT_TURN_MINUTES;
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
