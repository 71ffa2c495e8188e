import pg from 'pg';

const STATEMENT = 'use_workspace';

/** Made once on every connection, so that a query can set its workspace by a mere bind and execute. */
export const prepareWorkspaceQueries = (client: pg.ClientBase) =>
  client.query({ name: STATEMENT, text: 'call use_workspace_for_reading($1)', values: [''] });

type Wire = {
  bind(config: { portal: string; statement: string; values: string[] }): void;
  execute(config: { portal: string; rows: number }): void;
};

/**
 * One statement that reads one workspace. PostgreSQL takes what is sent up to a Sync for one transaction, so setting the
 * workspace needs neither BEGIN nor COMMIT, no round trip of its own, and holds for this statement alone.
 *
 * This is the one place that relies on how pg sends a query. With its public API alone (BEGIN, statement and COMMIT in a
 * pipeline) a list of conversations is served half to a third as often: docs/decisions/005-reads-in-one-round-trip.md.
 */
export class WorkspaceQuery extends pg.Query<pg.QueryResultRow> {
  readonly #workspaceId: string;

  constructor(workspaceId: string, config: { text: string; values: unknown[]; name: string | undefined }) {
    super({ ...config, queryMode: 'extended' } as unknown as pg.QueryConfig);
    this.#workspaceId = workspaceId;
  }

  /** Called by pg to send the query's messages. */
  prepare(connection: Wire): void {
    connection.bind({ portal: '', statement: STATEMENT, values: [this.#workspaceId] });
    connection.execute({ portal: '', rows: 0 });
    (pg.Query.prototype as unknown as { prepare(connection: Wire): void }).prepare.call(this, connection);
  }
}

/** The rows of the query itself; the first result is that of setting the workspace. */
export function runWorkspaceQuery(client: pg.ClientBase, query: WorkspaceQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, results: [pg.QueryResult, pg.QueryResult]) =>
      error ? reject(error) : resolve(results[1]);
    (client.query as (query: unknown, callback: typeof done) => void)(query, done);
  });
}
