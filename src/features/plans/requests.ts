// An owner asks for another plan, and an operator of the service decides. There is one open request at most.
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { decisionMail, requestMail } from './mails.ts';
import type { PlanName } from './plans.ts';

export const REQUEST_STATES = ['open', 'granted', 'declined', 'withdrawn'] as const;
type State = (typeof REQUEST_STATES)[number];

declare module '../../kernel/database/database.ts' {
  interface Tables {
    plan_requests: RequestTable;
  }
}

type RequestTable = {
  workspace_id: string;
  id: string;
  plan: PlanName;
  note: string | null;
  status: State;
  reason: string | null;
  asked_by: string | null;
  decided_by: string | null;
  created_at: Date;
  decided_at: Date | null;
};
export type PlanRequest = Selectable<RequestTable>;

/** With what an operator may know of the workspace. */
export type ShownRequest = Omit<PlanRequest, 'asked_by' | 'decided_by'> & {
  name: string;
  current_plan: PlanName;
  since: Date;
  used: number;
  asker_name: string | null;
  asker_email: string | null;
  decider_name: string | null;
};

const DAY_MS = 86_400_000;

/** What the owner has asked for last, unless that is over and done with. */
export async function lastRequest(db: Db): Promise<PlanRequest | undefined> {
  const last = await db.selectFrom('plan_requests').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last && ['open', 'declined'].includes(last.status) ? last : undefined;
}

type Wanted = { plan: PlanName; note: string | null };
type Asking = { db: Db; workspace: { id: string; name: string; plan: string }; actor: { id: string }; now: Date };

/** In place of the one before, if that is open still. Operators are mailed, by one workspace once a day. */
export async function askFor(ctx: Asking, { plan, note }: Wanted, publicUrl: string): Promise<PlanRequest> {
  const { db, workspace, actor, now } = ctx;
  await decide(db, { status: 'withdrawn', now });
  const today = await db
    .selectFrom('plan_requests')
    .select('id')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst();
  const row = await db
    .insertInto('plan_requests')
    .values({
      ...{ workspace_id: workspace.id, id: newId('prq'), plan, note, status: 'open', asked_by: actor.id },
      ...{ reason: null, decided_by: null, created_at: now, decided_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const operators = db.selectFrom('operators').innerJoin('auth_users', 'id', 'user_id').select('email');
  for (const { email } of today ? [] : await operators.execute())
    await enqueue(db, 'mail.send', requestMail(email, workspace, plan, publicUrl));
  return row;
}

type Decision = {
  status: Exclude<State, 'open'>;
  now: Date;
  id?: string;
  plan?: PlanName;
  by?: string;
  reason?: string;
};

/** The open request of the workspace, if it is this one; nothing where it is decided already. */
export function decide(db: Db, { status, now, id, plan, by, reason }: Decision): Promise<PlanRequest | undefined> {
  let update = db
    .updateTable('plan_requests')
    .set({ status, decided_at: now, decided_by: by ?? null, reason: reason ?? null })
    .where('status', '=', 'open');
  if (id !== undefined) update = update.where('id', '=', id);
  if (plan !== undefined) update = update.where('plan', '=', plan);
  return update.returningAll().executeTakeFirst();
}

/** Every owner is told what was decided. */
export async function tellOwners(db: Db, workspaceName: string, request: PlanRequest, publicUrl: string) {
  const { rows } = await sql<{ email: string }>`select email from owners_of(${request.workspace_id})`.execute(db);
  for (const { email } of rows) await enqueue(db, 'mail.send', decisionMail(email, workspaceName, request, publicUrl));
}

type Filter = { states?: readonly State[]; limit?: number; after?: string | undefined; id?: string };

/** Over all workspaces, newest first; nothing for whoever is no operator. */
export const requestsFor = (
  database: Database,
  operatorId: string,
  { states = REQUEST_STATES, limit = 1, after, id }: Filter,
): Promise<ShownRequest[]> =>
  database.statement<ShownRequest>('select * from plan_requests_for($1, $2, $3, $4, $5)', [
    operatorId,
    states,
    limit,
    after ?? null,
    id ?? null,
  ]);
