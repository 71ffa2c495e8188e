// Owners request another plan, and an operator of the service decides. A workspace has at most one open request.
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { PageInput } from '../../kernel/http/pagination.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { composeDecisionEmail, composePlanRequestEmail } from './emails.ts';
import type { PlanName } from './plans.ts';

export const PLAN_REQUEST_STATES = ['open', 'granted', 'declined', 'withdrawn'] as const;
type PlanRequestState = (typeof PLAN_REQUEST_STATES)[number];

declare module '../../kernel/database/database.ts' {
  interface Tables {
    plan_requests: PlanRequestTable;
  }
}

type PlanRequestTable = {
  workspace_id: string;
  id: string;
  plan: PlanName;
  note: string | null;
  status: PlanRequestState;
  reason: string | null;
  asked_by: string | null;
  decided_by: string | null;
  created_at: Date;
  decided_at: Date | null;
};
export type PlanRequest = Selectable<PlanRequestTable>;

/** A request with the workspace's details that an operator may see. */
export type OperatorPlanRequest = Omit<PlanRequest, 'asked_by' | 'decided_by'> & {
  name: string;
  current_plan: PlanName;
  since: Date;
  used: number;
  asker_name: string | null;
  asker_email: string | null;
  decider_name: string | null;
};

const DAY_MS = 86_400_000;

/** The owner's last request, if it is open or was declined. */
export async function findLatestPlanRequest(db: Db): Promise<PlanRequest | undefined> {
  const lastRequest = await db
    .selectFrom('plan_requests')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lastRequest && ['open', 'declined'].includes(lastRequest.status) ? lastRequest : undefined;
}

type PlanRequestInput = { plan: PlanName; note: string | null };
type RequestContext = {
  db: Db;
  workspace: { id: string; name: string; plan: string };
  actor: { id: string };
  now: Date;
};

/** Replaces an open request. Operators get at most one email a day about a workspace. */
export async function createPlanRequest(
  ctx: RequestContext,
  { plan, note }: PlanRequestInput,
  publicUrl: string,
): Promise<PlanRequest> {
  const { db, workspace, actor, now } = ctx;
  await closePlanRequest(db, { status: 'withdrawn', now });
  const recentRequest = await db
    .selectFrom('plan_requests')
    .select('id')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst();
  const row = await db
    .insertInto('plan_requests')
    .values({
      workspace_id: workspace.id,
      id: newId('prq'),
      plan,
      note,
      status: 'open',
      asked_by: actor.id,
      reason: null,
      decided_by: null,
      created_at: now,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const operators = db.selectFrom('operators').innerJoin('auth_users', 'id', 'user_id').select('email');
  for (const { email } of recentRequest ? [] : await operators.execute())
    await enqueue(db, 'mail.send', composePlanRequestEmail(email, workspace, plan, publicUrl));
  return row;
}

type RequestDecision = {
  status: Exclude<PlanRequestState, 'open'>;
  now: Date;
  id?: string;
  plan?: PlanName;
  decidedBy?: string;
  reason?: string;
};

/** Closes the workspace's open request if it matches. Undefined if there is none, for example because it was already decided. */
export function closePlanRequest(
  db: Db,
  { status, now, id, plan, decidedBy, reason }: RequestDecision,
): Promise<PlanRequest | undefined> {
  let update = db
    .updateTable('plan_requests')
    .set({ status, decided_at: now, decided_by: decidedBy ?? null, reason: reason ?? null })
    .where('status', '=', 'open');
  if (id !== undefined) update = update.where('id', '=', id);
  if (plan !== undefined) update = update.where('plan', '=', plan);
  return update.returningAll().executeTakeFirst();
}

/** Emails the decision to every owner. */
export async function emailDecisionToOwners(db: Db, workspaceName: string, request: PlanRequest, publicUrl: string) {
  const { rows } = await sql<{ email: string }>`select email from owners_of(${request.workspace_id})`.execute(db);
  for (const { email } of rows)
    await enqueue(db, 'mail.send', composeDecisionEmail(email, workspaceName, request, publicUrl));
}

type RequestFilter = {
  states?: readonly PlanRequestState[];
  limit?: number;
  page?: PageInput;
  id?: string;
};

/**
 * The requests of all workspaces, newest first. With `ending_before`, the ones before that entry, in reverse order. Empty
 * unless the user is an operator.
 */
export const listPlanRequests = (
  database: Database,
  operatorId: string,
  { states = PLAN_REQUEST_STATES, limit = 1, page = {}, id }: RequestFilter,
): Promise<OperatorPlanRequest[]> =>
  database.statement<OperatorPlanRequest>('select * from plan_requests_for($1, $2, $3, $4, $5, $6)', [
    operatorId,
    states,
    limit,
    page.starting_after ?? null,
    id ?? null,
    page.ending_before ?? null,
  ]);
