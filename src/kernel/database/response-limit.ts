import type pg from 'pg';
import { observeStatements } from './statement-observer.ts';

const unlimitedClients = new WeakSet<pg.ClientBase>();

/** Whether a response may take as long as it needs, for statements that work on many rows. */
export function setUnlimited(client: pg.ClientBase, isUnlimited: boolean): void {
  if (isUnlimited) unlimitedClients.add(client);
  else unlimitedClients.delete(client);
}

/**
 * Closes the connection when a response is overdue, so that the statements waiting on it fail. A single timer, because with
 * pg's `query_timeout`, which is a timer for each statement, rows stay in memory until the next full garbage collection.
 */
export function limitResponseTime(client: pg.ClientBase, limitMs: number): void {
  let pendingCount = 0;
  const closeIfOverdue = () => {
    if (pendingCount === 0 || unlimitedClients.has(client)) return;
    // pg closes a pipelined connection when a statement that was sent times out. There is no other public way to.
    client.query({ text: 'select 1', query_timeout: 1 } as pg.QueryConfig).catch(() => undefined);
  };
  const timer = setTimeout(closeIfOverdue, limitMs).unref();
  observeStatements(client, () => {
    pendingCount += 1;
    timer.refresh();
    return () => {
      pendingCount -= 1;
      timer.refresh();
    };
  });
}
