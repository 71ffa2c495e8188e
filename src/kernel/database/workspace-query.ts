import pg from 'pg';

const USE_WORKSPACE_STATEMENT = 'use_workspace';

/** Prepared once per connection, so that each query can set its workspace with just a bind and an execute message. */
export const prepareWorkspaceQueries = (client: pg.ClientBase) =>
  client.query({ name: USE_WORKSPACE_STATEMENT, text: 'call use_workspace_for_reading($1)', values: [''] });

type WireConnection = {
  bind(config: { portal: string; statement: string; values: string[] }): void;
  execute(config: { portal: string; rows: number }): void;
};

/**
 * A statement that reads one workspace. PostgreSQL treats all messages up to a Sync as one transaction, so setting the
 * workspace needs no BEGIN, no COMMIT and no extra round trip, and applies to this statement only.
 *
 * This is the only code that relies on pg's internals. With its public API (BEGIN, statement and COMMIT in a pipeline),
 * throughput is a half to a third: docs/decisions/005-reads-in-one-round-trip.md.
 */
export class WorkspaceQuery extends pg.Query<pg.QueryResultRow> {
  readonly #workspaceId: string;

  constructor(workspaceId: string, config: { text: string; values: unknown[]; name: string | undefined }) {
    super({ ...config, queryMode: 'extended' } as unknown as pg.QueryConfig);
    this.#workspaceId = workspaceId;
  }

  /** Called by pg to send the query's messages. */
  prepare(connection: WireConnection): void {
    connection.bind({ portal: '', statement: USE_WORKSPACE_STATEMENT, values: [this.#workspaceId] });
    connection.execute({ portal: '', rows: 0 });
    (pg.Query.prototype as unknown as { prepare(connection: WireConnection): void }).prepare.call(this, connection);
  }
}

/** Returns the second result, because the first one belongs to the statement that sets the workspace. */
export function runWorkspaceQuery(client: pg.ClientBase, query: WorkspaceQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const onResult = (error: Error | null, results: [pg.QueryResult, pg.QueryResult]) =>
      error ? reject(error) : resolve(results[1]);
    (client.query as (query: unknown, callback: typeof onResult) => void)(query, onResult);
  });
}
