import { type Selectable, sql } from 'kysely';
import type { Keyring } from '../../../kernel/crypto.ts';
import { type Db, sendWithoutWaiting, type Tables } from '../../../kernel/database/database.ts';
import type { Tokens } from './prices.ts';
import type { Provider, WorkspaceProvider } from './provider.ts';

declare module '../../../kernel/database/database.ts' {
  interface Tables {
    model_providers: {
      workspace_id: string;
      provider: Provider;
      base_url: string | null;
      sealed: Buffer;
      hint: string;
      updated_at: Date;
    };
    model_months: {
      workspace_id: string;
      month: string;
      replies: number;
      input_tokens: number;
      output_tokens: number;
      cost: number;
    };
  }
}

const KEY_PURPOSE = 'model provider keys';
const HINT_CHARS = 4;
/** Binds the encrypted key to its workspace and provider. */
const buildEncryptionContext = (workspaceId: string, provider: Provider) => `${workspaceId} ${provider}`;

export const findProvider = async (db: Db) =>
  (await sql<Selectable<Tables['model_providers']>>`select * from model_provider_of_workspace()`.execute(db)).rows[0];

export async function readProvider(db: Db, keyring: Keyring): Promise<WorkspaceProvider | undefined> {
  const row = await findProvider(db);
  if (!row) return undefined;
  const apiKey = keyring.decrypt(KEY_PURPOSE, row.sealed, buildEncryptionContext(row.workspace_id, row.provider));
  return { provider: row.provider, apiKey, baseUrl: row.base_url ?? undefined };
}

export async function saveProvider(
  db: Db,
  keyring: Keyring,
  workspaceId: string,
  settings: WorkspaceProvider,
  now: Date,
) {
  const row = {
    provider: settings.provider,
    base_url: settings.baseUrl ?? null,
    sealed: keyring.encrypt(KEY_PURPOSE, settings.apiKey, buildEncryptionContext(workspaceId, settings.provider)),
    hint: settings.apiKey.slice(-HINT_CHARS),
    updated_at: now,
  };
  await db
    .insertInto('model_providers')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute();
}

export const deleteProvider = async (db: Db): Promise<boolean> =>
  (await db.deleteFrom('model_providers').executeTakeFirst()).numDeletedRows > 0n;

const formatMonth = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`;

/** The cost of a month's replies, in millionths of a dollar. */
export async function findCostInMonth(db: Db, time: Date): Promise<number> {
  const row = await db
    .selectFrom('model_months')
    .select('cost')
    .where('month', '=', formatMonth(time))
    .executeTakeFirst();
  return Number(row?.cost ?? 0);
}

export function addToMonthlyUsage(db: Db, workspaceId: string, time: Date, usage: Tokens & { cost: number }): void {
  const { inputTokens, outputTokens, cost } = usage;
  sendWithoutWaiting(
    db,
    db
      .insertInto('model_months')
      .values({
        workspace_id: workspaceId,
        month: formatMonth(time),
        replies: 1,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'month']).doUpdateSet({
          replies: sql`model_months.replies + 1`,
          input_tokens: sql`model_months.input_tokens + excluded.input_tokens`,
          output_tokens: sql`model_months.output_tokens + excluded.output_tokens`,
          cost: sql`model_months.cost + excluded.cost`,
        }),
      ),
  );
}
