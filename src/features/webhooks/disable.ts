import { sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Email } from '../../kernel/mail.ts';
import { presentEndpoint } from './shapes.ts';
import {
  type DisabledReason,
  type Endpoint,
  type EndpointChange,
  failPendingDeliveries,
  updateEndpoint,
} from './store.ts';

/** Disables an endpoint that keeps failing or is gone, and emails the owners. */
export async function disableEndpoint(
  database: Database,
  workspaceId: string,
  id: string,
  reason: DisabledReason,
  publicUrl: string,
): Promise<void> {
  await database.inWorkspace(workspaceId, async (db) => {
    const now = new Date();
    const disabledEndpoint = await disableIfEnabled(db, id, { reason, now, ...(await readTimezone(db, workspaceId)) });
    // Another instance has already disabled it.
    if (!disabledEndpoint) return;
    const ownersResult = await sql<{ email: string }>`select * from owners_of(${workspaceId})`.execute(db);
    for (const { email } of ownersResult.rows)
      await enqueue(db, 'mail.send', composeEndpointDisabledEmail(email, disabledEndpoint, publicUrl));
  });
}

const readTimezone = (db: Db, id: string) =>
  db.selectFrom('workspaces').select('timezone').where('id', '=', id).executeTakeFirstOrThrow();

/** Fails its pending deliveries and records the event. Returns undefined if it was disabled already. */
export async function disableIfEnabled(
  db: Db,
  id: string,
  { reason, now, timezone, ...changes }: { reason: DisabledReason; now: Date; timezone: string } & EndpointChange,
): Promise<Endpoint | undefined> {
  const change = { ...changes, status: 'disabled' as const, disabled_because: reason, updated_at: now };
  const disabledEndpoint = await updateEndpoint(db, id, change, 'enabled');
  if (!disabledEndpoint) return undefined;
  await failPendingDeliveries(db, id);
  const data = presentEndpoint(disabledEndpoint, timezone);
  await recordEvents(db, [{ workspaceId: disabledEndpoint.workspace_id, type: 'webhook.disabled', data, at: now }]);
  return disabledEndpoint;
}

function composeEndpointDisabledEmail(to: string, { url, disabled_because }: Endpoint, publicUrl: string): Email {
  const explanation =
    disabled_because === 'gone'
      ? 'It responded with 410 Gone, which tells us to stop.'
      : 'Every delivery has failed for five days.';
  return {
    to,
    subject: 'We turned off one of your webhook endpoints',
    text: `Hi,

We’ve stopped sending events to your webhook endpoint at ${new URL(url).host}. ${explanation}

Once it’s working again, turn it back on and resend missed events here:

${publicUrl}/developers/webhooks
`,
  };
}
