// Which tables an archive of a workspace holds.
import type pg from 'pg';

/**
 * Tables that only make sense in the original installation (members, counters, logs, short-lived responses), and tables
 * that database triggers fill again during the import.
 */
const EXCLUDED_TABLES = [
  ...['members', 'invitations', 'call_counters', 'idempotency_keys', 'quota_notices', 'request_log'],
  ...['analytics_marks', 'analytics_quarters', 'analytics_days', 'analytics_zones', 'analytics_digests'],
  ...['analytics_questions', 'analytics_gaps', 'webhook_deliveries', 'reminder_rules', 'plan_requests'],
  ...['member_notifications', 'push_devices', 'unmailed_handoffs', 'handoff_mails'],
  // An import is repeated where it matters.
  'customer_imports',
  // Targets of open handoffs start again; a domain has to be proven again.
  ...['service_level_clocks', 'brand_domains'],
  // Another business may have the page's name there.
  ...['booking_pages', 'booking_page_names', 'booking_page_forms'],
  // A provider knows only one URL of ours, so a channel is connected again.
  ...['channel_connections', 'channel_threads', 'channel_incoming', 'channel_outgoing', 'channel_tokens'],
  // Stripe calls only one URL of ours, so an account is connected again.
  ...['payment_connections', 'payment_events'],
  // A calendar in two installations would get the bookings of both, so it is connected again too.
  ...['calendar_connections', 'calendar_events', 'calendar_conflicts', 'busy_times'],
];

export type Table = { name: string; workspaceColumn: string };

/** The tables with workspace rows, sorted so that referenced tables come first. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; refers: string[] }>(
    `select c.relname as name,
       coalesce(array_agg(f.relname::text) filter (where f.relname is not null), '{}') as refers
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     left join pg_class f on f.oid = k.confrelid and f.oid <> c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  );
  const sortedTables = [{ name: 'workspaces', workspaceColumn: 'id' }];
  const remainingTables = new Map(rows.map(({ name, refers }) => [name, refers]));
  while (remainingTables.size) {
    const nextTable = [...remainingTables].find(([, refers]) => refers.every((table) => !remainingTables.has(table)));
    if (!nextTable) throw new Error('Tables refer to each other in a circle.');
    sortedTables.push({ name: nextTable[0], workspaceColumn: 'workspace_id' });
    remainingTables.delete(nextTable[0]);
  }
  return sortedTables;
}
