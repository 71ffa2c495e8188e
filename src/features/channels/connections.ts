// Stores a business's connections. Secrets are encrypted and never leave the service again.
import type { ColumnType, Selectable } from 'kysely';
import type { TSchema } from 'typebox';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Channel, Connection } from './channel.ts';

type Json<T> = ColumnType<T, string, string>;
type ConnectionTable = {
  workspace_id: string;
  id: string;
  kind: string;
  address: string;
  settings: Json<Record<string, unknown>>;
  secrets: Buffer;
  status: ColumnType<'active' | 'paused', 'active' | 'paused' | undefined, 'active' | 'paused'>;
  last_received_at: Date | null;
  last_sent_at: Date | null;
  last_error: string | null;
  last_error_at: Date | null;
  poll_state: ColumnType<object, string | undefined, string>;
  poll_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  poll_error: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  updated_at: Date;
};
export type ConnectionRow = Selectable<ConnectionTable>;

declare module '../../kernel/database/database.ts' {
  interface Tables {
    channel_connections: ConnectionTable;
    channel_threads: {
      workspace_id: string;
      connection_id: string;
      key: string;
      address: string;
      conversation_id: string | null;
      /** The website’s conversation whose replies were mailed here, until the customer answers. */
      continues_id: ColumnType<string | null, string | undefined, null>;
      opted_out_at: Date | null;
      last_received_at: Date;
      context: Json<Record<string, unknown>>;
    };
    channel_tokens: { workspace_id: string; connection_id: string; token: Buffer; expires_at: Date };
    channel_incoming: {
      workspace_id: string;
      connection_id: string;
      provider_id: string;
      thread_key: string;
      position: ColumnType<string, never, never>;
      content: Buffer | null;
      received_at: ColumnType<Date, undefined, never>;
      claimed_until: Date | null;
      attempts: ColumnType<number, undefined, never>;
      done_at: Date | null;
    };
    channel_outgoing: {
      workspace_id: string;
      message_id: string;
      conversation_id: string;
      connection_id: string;
      thread_key: string;
      position: ColumnType<string, never, never>;
      status: 'pending' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
      attempts: number;
      sending_until: Date | null;
      provider_ids: string[];
      error: string | null;
      heard_characters: ColumnType<number | null, number | null | undefined, number | null>;
      created_at: ColumnType<Date, undefined, never>;
      updated_at: Date;
    };
  }
}

const SECRETS_PURPOSE = 'channel secrets';

export const isSecret = (schema: TSchema): boolean => 'secret' in schema && schema.secret === true;

/** Separates the values of a connection's form into settings and secrets. */
export function separateSecrets(channel: Channel, values: Record<string, unknown>) {
  const settings: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(values))
    if (isSecret(channel.fields.properties[name] as TSchema)) secrets[name] = String(value);
    else settings[name] = value;
  return { settings, secrets };
}

export const encryptSecrets = (keyring: Keyring, { workspaceId, id, secrets }: Connection): Buffer =>
  keyring.encrypt(SECRETS_PURPOSE, JSON.stringify(secrets), `${workspaceId} ${id}`);

export const findConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('channel_connections').selectAll().where('id', '=', id).executeTakeFirst();

/** The connection that a provider calls, by the ID in the address. */
export async function findConnectionForHook(database: Database, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await database.statement<{ workspace: string | null }>('select workspace_of_channel($1) as workspace', [
    id,
  ]);
  return row?.workspace ? database.inWorkspace(row.workspace, (db) => findConnection(db, id)) : undefined;
}

export const toConnection = (keyring: Keyring, row: ConnectionRow, businessName: string): Connection => ({
  id: row.id,
  workspaceId: row.workspace_id,
  businessName,
  settings: row.settings,
  secrets: JSON.parse(keyring.decrypt(SECRETS_PURPOSE, row.secrets, `${row.workspace_id} ${row.id}`)),
});

/** Shows the owner what went wrong, or that it works again. */
export const recordOutcome = (db: Db, id: string, now: Date, error: string | undefined) =>
  db
    .updateTable('channel_connections')
    .set(
      error ? { last_error: error, last_error_at: now } : { last_error: null, last_error_at: null, last_sent_at: now },
    )
    .where('id', '=', id)
    .execute();
