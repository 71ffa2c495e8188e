// Reads all database rows that a conversation can create or change.
import pg from 'pg';
import type { Service } from '../harness.ts';

export type Row = {
  /** `booking`, `prescription`, or a request type. */
  kind: string;
  id: string;
  status: string;
  code: string | null;
  starts_at: Date | null;
  conversation_id: string | null;
  occurrence_id: string | null;
  /** The customer's name; null for patients, whose names are encrypted. */
  person: string | null;
  /** A hash of the whole row, to detect any change. */
  digest: string;
};

export type Rows = ReadonlyMap<string, Row>;

const ROWS_SQL = `
  select 'booking' as kind, id, status, code, starts_at, conversation_id, occurrence_id,
    customer ->> 'name' as person, md5(b::text) as digest
  from bookings b where workspace_id = $1
  union all
  select 'prescription', id, status, null, null, conversation_id, null, null, md5(p::text)
  from prescriptions p where workspace_id = $1
  union all
  select type, id, status, null, null, null, null, null, md5(r::text) from requests r where workspace_id = $1`;

/** Reads directly from the database, bypassing the service. */
export function openRowReader({ connection }: Service) {
  const pool = new pg.Pool({ ...connection, max: 4 });
  return {
    read: async (workspaceId: string): Promise<Rows> => {
      const { rows } = await pool.query<Row>({ name: 'rows', text: ROWS_SQL, values: [workspaceId] });
      return new Map(rows.map((row) => [row.id, row]));
    },
    close: () => pool.end(),
  };
}

/** Ids of the rows that were added, removed or changed. */
export function findChangedRowIds(before: Rows, after: Rows): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id)?.digest !== after.get(id)?.digest);
}
