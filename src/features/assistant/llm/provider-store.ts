import { type Selectable, sql } from 'kysely';
import type { Keyring } from '../../../kernel/crypto.ts';
import { type Db, sendOff, type Tables } from '../../../kernel/database/database.ts';
import type { Tokens } from './prices.ts';
import type { OwnProvider, Provider } from './provider.ts';

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

const PURPOSE = 'model provider keys';
const HINT = 4;
const contextOf = (workspaceId: string, provider: Provider) => `${workspaceId} ${provider}`;

export const findProvider = async (db: Db) =>
  (await sql<Selectable<Tables['model_providers']>>`select * from model_provider_of_workspace()`.execute(db)).rows[0];

export async function readProvider(db: Db, keyring: Keyring): Promise<OwnProvider | undefined> {
  const row = await findProvider(db);
  if (!row) return undefined;
  const apiKey = keyring.decrypt(PURPOSE, row.sealed, contextOf(row.workspace_id, row.provider));
  return { provider: row.provider, apiKey, baseUrl: row.base_url ?? undefined };
}

export async function keepProvider(db: Db, keyring: Keyring, workspaceId: string, own: OwnProvider, now: Date) {
  const row = {
    provider: own.provider,
    base_url: own.baseUrl ?? null,
    sealed: keyring.encrypt(PURPOSE, own.apiKey, contextOf(workspaceId, own.provider)),
    hint: own.apiKey.slice(-HINT),
    updated_at: now,
  };
  await db
    .insertInto('model_providers')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute();
}

export const forgetProvider = async (db: Db): Promise<boolean> =>
  (await db.deleteFrom('model_providers').executeTakeFirst()).numDeletedRows > 0n;

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/** What this month's replies have cost, in millionths of a dollar. */
export async function spentInMonth(db: Db, at: Date): Promise<number> {
  const row = await db.selectFrom('model_months').select('cost').where('month', '=', monthOf(at)).executeTakeFirst();
  return Number(row?.cost ?? 0);
}

export function addToMonth(db: Db, workspaceId: string, at: Date, used: Tokens & { cost: number }): void {
  const { inputTokens, outputTokens, cost } = used;
  sendOff(
    db,
    db
      .insertInto('model_months')
      .values({
        workspace_id: workspaceId,
        month: monthOf(at),
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
