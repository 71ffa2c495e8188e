import { sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Mail } from '../../kernel/mail.ts';
import { presentEndpoint } from './shapes.ts';
import { type Endpoint, type EndpointChange, failWaiting, updateEndpoint, type WhyDisabled } from './store.ts';

/** The receiver cannot be reached for good: no more is sent there, and the owners are told. */
export async function disableEndpoint(
  database: Database,
  workspaceId: string,
  id: string,
  because: WhyDisabled,
): Promise<void> {
  await database.inWorkspace(workspaceId, async (db) => {
    const now = new Date();
    const disabled = await turnOff(db, id, { because, now, ...(await workspaceOf(db, workspaceId)) });
    // Another instance was quicker.
    if (!disabled) return;
    const owners = await sql<{ email: string }>`select * from owners_of(${workspaceId})`.execute(db);
    for (const { email } of owners.rows) await enqueue(db, 'mail.send', disabledMail(email, disabled));
  });
}

const workspaceOf = (db: Db, id: string) =>
  db.selectFrom('workspaces').select('timezone').where('id', '=', id).executeTakeFirstOrThrow();

/** Ends what waits for it, tells of it, and answers with the endpoint unless it was off already. */
export async function turnOff(
  db: Db,
  id: string,
  { because, now, timezone, ...more }: { because: WhyDisabled; now: Date; timezone: string } & EndpointChange,
): Promise<Endpoint | undefined> {
  const change = { ...more, status: 'disabled' as const, disabled_because: because, updated_at: now };
  const disabled = await updateEndpoint(db, id, change, 'enabled');
  if (!disabled) return undefined;
  await failWaiting(db, id);
  const data = presentEndpoint(disabled, timezone);
  await recordEvents(db, [{ workspaceId: disabled.workspace_id, type: 'webhook.disabled', data, at: now }]);
  return disabled;
}

function disabledMail(to: string, { id, url, disabled_because }: Endpoint): Mail {
  const why =
    disabled_because === 'gone'
      ? 'It responded with 410 Gone, which tells us to stop.'
      : 'Every delivery has failed for five days.';
  return {
    to,
    subject: 'We turned off one of your webhook endpoints',
    text: `Hi,

We’ve stopped sending events to your webhook endpoint ${id} on ${new URL(url).host}. ${why}

Once it responds again, turn it back on with PATCH /api/webhooks/${id} and send what it missed with
POST /api/webhooks/${id}/replay.
`,
  };
}
