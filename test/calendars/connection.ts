import { encryptCredentials } from '../../src/features/calendars/sync/connections.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openTestKeyring, queryAsDbOwner, type Service } from '../harness.ts';

/** Stores a connection to a calendar whose server cannot be reached, and a conflict with the booking if there is one. */
export async function insertCalendarConnection(
  service: Service,
  workspaceId: string,
  bookingId?: string,
): Promise<string> {
  const id = newId('cal');
  const credentials = { server: 'https://127.0.0.1', user: 'ana', password: 'secret' };
  const encryptedCredentials = encryptCredentials(
    openTestKeyring(service),
    { workspace_id: workspaceId, id },
    credentials,
  );
  await queryAsDbOwner(
    service.connection,
    `insert into calendar_connections (workspace_id, id, provider, resource_id, account, credentials, calendar_id, calendar_name,
       sync_after, created_at)
     values ($1, $2, 'caldav', '', 'ana', $3, $4, 'Work', 'infinity', now())`,
    [workspaceId, id, encryptedCredentials, `https://127.0.0.1/ana/${id}/`],
  );
  if (bookingId)
    await queryAsDbOwner(
      service.connection,
      `insert into calendar_conflicts (workspace_id, connection_id, booking_id, booking_version, reason, noted_at)
       select workspace_id, $2, id, version, 'length', now() from bookings where workspace_id = $1 and id = $3`,
      [workspaceId, id, bookingId],
    );
  return id;
}
