// Reads channels that do not call us, such as mailboxes: every minute, or less often while one fails.
import type { Db } from '../../kernel/database/database.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { type Channel, ChannelError, type Poll } from './channel.ts';
import { findConnection, toConnection } from './connections.ts';
import { storeInbound } from './receive.ts';
import { createSendOptions, type SendServices } from './send.ts';

export type ConnectionRef = { workspaceId: string; connectionId: string };
type DueConnection = { workspace_id: string; id: string; kind: string; settings: Record<string, unknown> };

/** A job that has crashed is taken over after this time. */
const CLAIM_MINUTES = 5;
/** Providers lock accounts that somebody tries to open too often. */
const RETRY_MINUTES = 10;

export async function pollConnections({ channels, database }: SendServices): Promise<void> {
  const kinds = [...channels.values()].filter(({ poll }) => poll).map(({ kind }) => kind);
  const dueConnections = await database.statement<DueConnection>('select * from channels_to_poll($1)', [kinds]);
  for (const { workspace_id, id, kind, settings } of dueConnections) {
    if (!channels.get(kind)?.isPolled?.(settings)) continue;
    const connection: ConnectionRef = { workspaceId: workspace_id, connectionId: id };
    await database.inWorkspace(workspace_id, (db) =>
      enqueue(db, 'channels.poll-one', connection, { key: `poll ${id}` }),
    );
  }
}

export async function pollConnection(services: SendServices, { workspaceId, connectionId }: ConnectionRef) {
  const { channels, database, keyring, clock, safeFetch, config } = services;
  const inWorkspace = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(workspaceId, work);
  const row = await inWorkspace((db) => claimForPolling(db, connectionId, clock()));
  const channel: Channel | undefined = row && channels.get(row.kind);
  if (!row || !channel?.poll) return;
  const poll: Poll = {
    state: row.poll_state,
    store: (inbound, state) =>
      inWorkspace(async (db) => {
        await storeInbound(db, keyring, row, inbound, clock());
        await updatePollColumns(db, connectionId, { poll_state: JSON.stringify(state) });
      }),
  };
  try {
    await channel.poll(toConnection(keyring, row, ''), poll, createSendOptions(safeFetch, config, connectionId));
    await inWorkspace((db) => updatePollColumns(db, connectionId, { poll_error: null, poll_after: null }));
  } catch (error) {
    const poll_error = error instanceof ChannelError ? error.message : 'The mailbox could not be read.';
    const poll_after = minutesAfter(clock(), RETRY_MINUTES);
    await inWorkspace((db) => updatePollColumns(db, connectionId, { poll_error, poll_after }));
    if (!(error instanceof ChannelError)) throw error;
  }
}

const minutesAfter = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);

/** Undefined if another job is polling it. */
async function claimForPolling(db: Db, id: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('channel_connections')
    .set({ poll_after: minutesAfter(now, CLAIM_MINUTES) })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where((where) => where.or([where('poll_after', 'is', null), where('poll_after', '<=', now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? findConnection(db, id) : undefined;
}

type PollChange = { poll_state?: string; poll_error?: string | null; poll_after?: Date | null };

const updatePollColumns = (db: Db, id: string, change: PollChange) =>
  db.updateTable('channel_connections').set(change).where('id', '=', id).execute();
