// A business's connection to Stripe. Its key and signing secret are encrypted and never leave the service again.
import type { ColumnType, Selectable } from 'kysely';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';

type ConnectionTable = {
  workspace_id: string;
  id: string;
  account: string;
  account_name: string | null;
  secrets: Buffer;
  endpoint_id: string;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
  last_event_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
};
export type PaymentConnection = Selectable<ConnectionTable>;
export type ConnectionSecrets = { secretKey: string; signingSecret: string };

declare module '../../kernel/database/database.ts' {
  interface Tables {
    payment_connections: ConnectionTable;
    payment_events: {
      workspace_id: string;
      id: string;
      type: string;
      signal: ColumnType<object, string, never>;
      received_at: Date;
      done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
  }
}

const SECRETS_PURPOSE = 'payment secrets';

export const encryptSecrets = (
  keyring: Keyring,
  { workspace_id, id }: Pick<PaymentConnection, 'workspace_id' | 'id'>,
  secrets: ConnectionSecrets,
): Buffer => keyring.encrypt(SECRETS_PURPOSE, JSON.stringify(secrets), `${workspace_id} ${id}`);

export const decryptSecrets = (keyring: Keyring, row: PaymentConnection): ConnectionSecrets =>
  JSON.parse(keyring.decrypt(SECRETS_PURPOSE, row.secrets, `${row.workspace_id} ${row.id}`));

export const readConnection = (db: Db): Promise<PaymentConnection | undefined> =>
  db.selectFrom('payment_connections').selectAll().executeTakeFirst();

/** The connection whose id is in the URL that Stripe calls. */
export async function findConnectionOfHook(database: Database, id: string): Promise<PaymentConnection | undefined> {
  const [row] = await database.statement<{ workspace: string | null }>(
    'select workspace_of_payment_connection($1) as workspace',
    [id],
  );
  return row?.workspace ? database.inWorkspace(row.workspace, readConnection) : undefined;
}

/** Shows the owner what went wrong, or that it works again. */
export const recordError = (db: Db, error: string | null) =>
  db.updateTable('payment_connections').set({ last_error: error }).execute();
