// Conflicts between calendars and bookings. Overlaps are computed, not stored, so they end when either side moves.
import { sql } from 'kysely';
import { rfc3339 } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { ConflictReason } from './reconcile.ts';

type ConflictRow = {
  connection_id: string;
  booking_id: string;
  code: string;
  starts_at: Date;
  ends_at: Date;
  resource: { id: string; name: string } | null;
  reason: ConflictReason | 'overlap';
  detail: string | null;
  other_from: Date | null;
  other_to: Date | null;
};

const MAX_CONFLICTS = 200;

export async function listConflicts(db: Db, now: Date): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select connection_id, booking_id, code, starts_at, ends_at, resource, reason, detail, other_from, other_to from (
      select z.connection_id, b.id as booking_id, b.code, b.starts_at, b.ends_at, b.resource,
        'overlap' as reason, null as detail, min(z.from_at) as other_from, max(z.to_at) as other_to
      from bookings b
      join booked_times t on t.workspace_id = b.workspace_id and t.booking_id = b.id
      join busy_times z on z.workspace_id = t.workspace_id and z.resource_id in ('', t.resource_id)
        and z.from_at < t.to_at and z.to_at > t.from_at
      where b.status = 'confirmed' and b.ends_at > ${now}
      group by z.connection_id, b.id, b.code, b.starts_at, b.ends_at, b.resource
      union all
      select c.connection_id, b.id, b.code, b.starts_at, b.ends_at, b.resource, c.reason, c.detail, c.wanted_at, null
      from calendar_conflicts c
      join bookings b on b.workspace_id = c.workspace_id and b.id = c.booking_id and b.version = c.booking_version
      where b.status = 'confirmed' and b.starts_at > ${now}
    ) conflicts
    order by starts_at, booking_id, connection_id, reason limit ${MAX_CONFLICTS}`.execute(db);
  return rows;
}

const EXPLANATIONS: Record<ConflictRow['reason'], string> = {
  overlap: 'Another event in this calendar overlaps the booking.',
  both_changed: 'The booking and its event were changed at the same time. We kept the booking.',
  no_single_time: 'A booking needs one start and end time, so we put the event back.',
  length: 'The length of a booking comes from its service, so we put the event back.',
  class: 'Classes follow your timetable, so we put the event back.',
  all_deleted: 'All bookings disappeared from this calendar at once. We put them back and canceled none.',
  refused: 'We put the event back.',
};

export const presentConflict = (row: ConflictRow, zone: string) => ({
  connectionId: row.connection_id,
  bookingId: row.booking_id,
  code: row.code,
  startsAt: rfc3339(row.starts_at, zone),
  endsAt: rfc3339(row.ends_at, zone),
  resource: row.resource,
  kind: row.reason === 'overlap' ? 'overlap' : 'put_back',
  detail: [row.detail, EXPLANATIONS[row.reason]].filter(Boolean).join(' '),
  otherStartsAt: row.other_from && rfc3339(row.other_from, zone),
  otherEndsAt: row.other_to && rfc3339(row.other_to, zone),
});
