import { sql } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { ROLE_SCOPES } from '../access/role-scopes.ts';
import { createTeamSenderFields } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { listDevicesWithRoles, removeDevice } from './devices.ts';
import { composeHandoffEmail, type WaitingConversation } from './handoff-email.ts';
import { listWaitingEmailRecipients, readNotifiedMembers } from './preferences.ts';
import { ALERT_LIFETIME_S, type PushSender } from './push-sender.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    unmailed_handoffs: { workspace_id: string; conversation_id: string; at: Date };
    handoff_mails: { workspace_id: string; sent_at: Date };
  }
}

type Dependencies = {
  database: Database;
  runAsSystem: RunAsSystem;
  sendPush: PushSender;
  log: Log;
  config: Pick<Config, 'publicUrl'>;
};
type Handoff = { workspaceId: string; conversationId: string };

const MINUTES_BETWEEN_EMAILS = 10;

/** Alerts the team to waiting customers. The database enqueues the first two at each handoff of a live workspace. */
export function notificationJobs(dependencies: Dependencies): Jobs {
  const { runAsSystem } = dependencies;
  return {
    tasks: {
      'handoff.mail': (payload) => emailWaitingConversations(dependencies, (payload as Handoff).workspaceId),
      'handoff.push': async (payload) => {
        const { workspaceId, conversationId } = payload as Handoff;
        await runAsSystem(workspaceId, 'handoff', async ({ db }) => {
          // One job per device, so that a push service that is down delays nobody else.
          for (const { id: deviceId, role } of await listDevicesWithRoles(db))
            if (ROLE_SCOPES[role].has('conversations:read'))
              await enqueue(db, 'push.send', { workspaceId, conversationId, deviceId });
        });
      },
      'push.send': (payload, { job }) =>
        sendWaitingAlert(dependencies, payload as Handoff & { deviceId: string }, job.created_at),
    },
  };
}

/**
 * The first email goes at once, and so does an emergency. Customers who start waiting within ten minutes of an email are
 * reported together, in one email at the end of that time.
 */
async function emailWaitingConversations({ runAsSystem, config }: Dependencies, workspaceId: string): Promise<void> {
  await runAsSystem(workspaceId, 'handoff', async (ctx) => {
    const { db, business, workspace } = ctx;
    const waitMs = await readMsUntilNextEmail(db);
    if (waitMs > 0 && !(await hasUnreportedEmergency(db)))
      return enqueue(db, 'handoff.mail', { workspaceId }, { key: `handoff mail ${workspaceId}`, delayMs: waitMs });
    const waitingConversations = await takeUnreportedHandoffs(db);
    const recipients = listWaitingEmailRecipients(await readNotifiedMembers(db), business.handoff.email);
    if (!waitingConversations.length || !recipients.length) return;
    await sql`insert into handoff_mails values (${workspaceId}, now())
      on conflict (workspace_id) do update set sent_at = excluded.sent_at`.execute(db);
    const linkBase = await findLinkBase(ctx, config.publicUrl);
    const email = composeHandoffEmail(business.name, workspaceId, waitingConversations, linkBase);
    const sender = createTeamSenderFields(workspace, business);
    for (const to of recipients) await enqueue(db, 'mail.send', { to, ...sender, ...email });
  });
}

/** The lock keeps two runners from each sending a first email. */
async function readMsUntilNextEmail(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('handoff mails ' || current_workspace(), 0))`.execute(db);
  const { rows } = await sql<{ wait_ms: number }>`
    select extract(epoch from sent_at + ${MINUTES_BETWEEN_EMAILS} * interval '1 minute' - now())::float8 * 1000 as wait_ms
    from handoff_mails`.execute(db);
  return rows[0]?.wait_ms ?? 0;
}

async function hasUnreportedEmergency(db: Db): Promise<boolean> {
  const urgentRow = await db
    .selectFrom('unmailed_handoffs as u')
    .innerJoin('conversations as c', 'c.id', 'u.conversation_id')
    .select('c.id')
    .where('c.urgent', '=', true)
    .limit(1)
    .executeTakeFirst();
  return urgentRow !== undefined;
}

/** Conversations that nobody of the team has answered or taken in the meantime, emergencies first. */
async function takeUnreportedHandoffs(db: Db): Promise<WaitingConversation[]> {
  const { rows } = await sql<WaitingConversation>`
    with taken as (delete from unmailed_handoffs returning conversation_id, at)
    select c.id, c.urgent from taken join conversations c on c.id = taken.conversation_id
    where c.stage = 'waiting' order by c.urgent desc, taken.at, c.id`.execute(db);
  return rows;
}

/** Sends outside of any transaction. Throws if it should be tried again. */
async function sendWaitingAlert(
  { database, runAsSystem, sendPush, log }: Dependencies,
  { workspaceId, conversationId, deviceId }: Handoff & { deviceId: string },
  enqueuedAt: Date,
): Promise<void> {
  if (Date.now() - enqueuedAt.getTime() > ALERT_LIFETIME_S * 1000) return;
  const alert = await runAsSystem(workspaceId, 'handoff', async ({ db, business }) => {
    const device = (await listDevicesWithRoles(db)).find(({ id }) => id === deviceId);
    const waiting = await db
      .selectFrom('conversations')
      .select(['id', 'urgent'])
      .where('id', '=', conversationId)
      .where('stage', '=', 'waiting')
      .executeTakeFirst();
    return device && waiting ? { device, business: business.name, urgent: waiting.urgent } : undefined;
  });
  if (!alert) return;
  const { device, ...alertContent } = alert;
  const { outcome, status } = await sendPush(device, { kind: 'waiting', ...alertContent, workspaceId, conversationId });
  if (outcome === 'gone') await database.inWorkspace(workspaceId, (db) => removeDevice(db, deviceId));
  if (outcome === 'refused') log.warn({ device: deviceId, status }, 'a push service refused an alert for good');
  if (outcome === 'unavailable') throw new Error(`The push service did not take an alert (${status ?? 'no answer'}).`);
}
