// Chooses the table for a party.
import { ENGLISH, type Formatter } from '../capability/formatter.ts';

export interface Table {
  id: string;
  name: string;
  seats: number;
  area?: string;
}

export interface Seating {
  tables: readonly Table[];
  /** Sets of table ids that can be pushed together. A set is joined completely or not at all. */
  joins?: readonly (readonly string[])[];
  maxPartySize?: number;
}

interface TableChoice {
  id: string;
  name: string;
  seats: number;
  /** All of these must be free. */
  tableIds: string[];
}

/** How long parties of up to this size keep a table. */
export interface TurnTime {
  upTo: number;
  minutes: number;
}

export type SeatingResult =
  | { ok: true; choices: TableChoice[] }
  | { ok: false; reason: 'no_such_resource' | 'party_too_large'; detail: string };

const DEFAULT_TURN_MINUTES = 90;

/** The tables that fit the party, best first: single tables before joined ones, smaller before larger. */
export function findSeating(
  partySize: number,
  seating: Seating,
  area?: string,
  format: Formatter = ENGLISH,
): SeatingResult {
  const foldedArea = area === undefined ? undefined : foldCase(area);
  const tables = seating.tables.filter(
    (table) => foldedArea === undefined || foldCase(table.area ?? '') === foldedArea,
  );
  if (area !== undefined && tables.length === 0) {
    const detail = format.text('We don\'t have an area called "{area}".', { area });
    return { ok: false, reason: 'no_such_resource', detail };
  }
  const { maxPartySize = Number.POSITIVE_INFINITY } = seating;
  if (partySize > maxPartySize) {
    const detail = format.text('We seat parties of up to {count}.', { count: maxPartySize });
    return { ok: false, reason: 'party_too_large', detail };
  }
  const singleTables = tables.map(({ id, name, seats }) => ({ id, name, seats, tableIds: [id] }));
  const joinedTables = (seating.joins ?? []).flatMap((ids) => joinTables(ids, tables) ?? []);
  const choices = [...sortFittingBySeats(singleTables, partySize), ...sortFittingBySeats(joinedTables, partySize)];
  if (choices.length > 0) return { ok: true, choices };
  const mostSeats = Math.max(0, ...[...singleTables, ...joinedTables].map(({ seats }) => seats));
  const detail =
    area === undefined
      ? format.text('The most we can seat together is {count}.', { count: mostSeats })
      : format.text('The most we can seat together in "{area}" is {count}.', { area, count: mostSeats });
  return { ok: false, reason: 'party_too_large', detail };
}

/** The sort is stable, so tables of equal size stay in document order. */
function sortFittingBySeats(choices: TableChoice[], partySize: number): TableChoice[] {
  return choices.filter(({ seats }) => seats >= partySize).sort((a, b) => a.seats - b.seats);
}

/** Returns nothing if one of the tables is unknown or in another area. */
function joinTables(ids: readonly string[], tables: readonly Table[]): TableChoice | undefined {
  const joinedTables = [...new Set(ids)].map((id) => tables.find((table) => table.id === id));
  if (joinedTables.length < 2 || !joinedTables.every((part) => part !== undefined)) return undefined;
  return {
    id: joinedTables.map(({ id }) => id).join('+'),
    name: joinedTables.map(({ name }) => name).join(' + '),
    seats: joinedTables.reduce((sum, { seats }) => sum + seats, 0),
    tableIds: joinedTables.map(({ id }) => id),
  };
}

/** How long a party keeps its table: the turn time of the smallest party size that fits, or of the largest. */
export function findTurnMinutes(partySize: number, turns: readonly TurnTime[]): number {
  const sortedTurns = [...turns].sort((a, b) => a.upTo - b.upTo);
  return (sortedTurns.find(({ upTo }) => partySize <= upTo) ?? sortedTurns.at(-1))?.minutes ?? DEFAULT_TURN_MINUTES;
}

function foldCase(text: string): string {
  return text.trim().toLowerCase();
}
