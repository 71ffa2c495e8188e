// Stores connections to calendars. Credentials are encrypted and never leave the service again.
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database, Db } from '../../../kernel/database/database.ts';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

type ConnectionTable = {
  workspace_id: string;
  id: string;
  provider: 'caldav' | 'google';
  resource_id: string;
  account: string;
  credentials: Buffer;
  calendar_id: Nullable<string>;
  calendar_name: Nullable<string>;
  sync_token: Nullable<string>;
  read_until: Nullable<Date>;
  synced_at: Nullable<Date>;
  sync_after: ColumnType<Date, never, Date>;
  problem: Nullable<string>;
  needs_owner: ColumnType<boolean, boolean | undefined, boolean>;
  failures: ColumnType<number, number | undefined, number>;
  lease: Nullable<string>;
  leased_until: Nullable<Date>;
  created_at: Date;
};
export type ConnectionRow = Selectable<ConnectionTable>;
/** A connection whose calendar was chosen. */
export type ConnectionWithCalendar = ConnectionRow & { calendar_id: string };

declare module '../../../kernel/database/database.ts' {
  interface Tables {
    calendar_connections: ConnectionTable;
    calendar_events: {
      workspace_id: string;
      connection_id: string;
      key: string;
      event_id: string;
      etag: string | null;
      starts_at: Date | null;
      ends_at: Date | null;
      writing_starts_at: Date | null;
      writing_ends_at: Date | null;
      fingerprint: string;
    };
    calendar_conflicts: {
      workspace_id: string;
      connection_id: string;
      booking_id: string;
      booking_version: number;
      reason: string;
      detail: string | null;
      wanted_at: Date | null;
      noted_at: Date;
    };
  }
}

export type CalDavCredentials = { server: string; user: string; password: string };
export type GoogleCredentials = { refreshToken: string; accessToken: string; expiresAt: number };
export type Credentials = CalDavCredentials | GoogleCredentials;

const PURPOSE = 'calendar credentials';
type ConnectionKey = Pick<ConnectionRow, 'workspace_id' | 'id'>;

export const encryptCredentials = (
  keyring: Keyring,
  { workspace_id, id }: ConnectionKey,
  credentials: Credentials,
): Buffer => keyring.encrypt(PURPOSE, JSON.stringify(credentials), `${workspace_id} ${id}`);

export const decryptCredentials = <T extends Credentials>(
  keyring: Keyring,
  { workspace_id, id, credentials }: ConnectionKey & Pick<ConnectionRow, 'credentials'>,
): T => JSON.parse(keyring.decrypt(PURPOSE, credentials, `${workspace_id} ${id}`));

export const findConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('calendar_connections').selectAll().where('id', '=', id).executeTakeFirst();

export const SYNC_TASK = 'calendars.sync';
export type SyncJob = { workspaceId: string; connectionId: string };

/** A second job for the same connection replaces one that has not begun. */
export const syncJobKey = (connectionId: string): string => `calendar ${connectionId}`;

/** SQL for a time from now by the database's clock, which all instances share. */
export const secondsFromNow = (seconds: number) => sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;

const LEASE_SECONDS = 60;

export class LeaseLostError extends Error {}

/** Undefined if another job holds the connection. */
export const claimConnection = (db: Db, id: string, lease: string): Promise<ConnectionRow | undefined> =>
  db
    .updateTable('calendar_connections')
    .set({ lease, leased_until: secondsFromNow(LEASE_SECONDS) })
    .where('id', '=', id)
    .where('calendar_id', 'is not', null)
    .where(sql<boolean>`(lease is null or leased_until < clock_timestamp())`)
    .returningAll()
    .executeTakeFirst();

/** Every step of a sync begins with this, so that a job that was presumed dead stores nothing. */
export async function renewLease(db: Db, id: string, lease: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('calendar_connections')
    .set({ leased_until: secondsFromNow(LEASE_SECONDS) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new LeaseLostError();
}

/** Revoking ends all access of the account, so it has to be the last one. */
export async function isAccountConnected(database: Database, provider: string, account: string): Promise<boolean> {
  const [row] = await database.statement<{ connected: boolean }>(
    'select is_calendar_account_connected($1, $2) as connected',
    [provider, account],
  );
  return row?.connected ?? false;
}
