import pg from 'pg';

const PROCEDURES = { read: 'use_workspace_for_reading', write: 'use_workspace' };

/** Prepared once per connection, so that each query can set its workspace with just a bind and an execute message. */
export async function prepareWorkspaceQueries(client: pg.ClientBase): Promise<void> {
  for (const name of Object.values(PROCEDURES)) await client.query({ name, text: `call ${name}($1)`, values: [''] });
}

/** What runs before a statement, in its transaction: a statement that was prepared, or the text of one. */
export type Preamble = { name: string; values: string[] } | { text: string; values: string[] };

export const createWorkspacePreamble = (workspaceId: string, access: keyof typeof PROCEDURES): Preamble => ({
  name: PROCEDURES[access],
  values: [workspaceId],
});

type WireConnection = {
  parse(config: { name: string; text: string; types: number[] }): void;
  bind(config: { portal: string; statement: string; values: string[] }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: { portal: string; rows: number }): void;
};

export type Statement = { text: string; values: unknown[]; name: string | undefined };

/**
 * A statement with a preamble, such as one that names the workspace. PostgreSQL treats all messages up to a Sync as
 * one transaction, so the preamble needs no BEGIN, no COMMIT and no extra round trip, and applies to this statement only.
 *
 * This is the only code that relies on pg's internals. With its public API (BEGIN, statement and COMMIT in a pipeline),
 * throughput is a half to a third: docs/decisions/005-reads-in-one-round-trip.md.
 */
class QueryWithPreamble extends pg.Query<pg.QueryResultRow> {
  readonly #preamble: Preamble;

  constructor(preamble: Preamble, statement: Statement) {
    super({ ...statement, queryMode: 'extended' } as unknown as pg.QueryConfig);
    this.#preamble = preamble;
  }

  /** Called by pg to send the query's messages. */
  prepare(connection: WireConnection): void {
    const preamble = this.#preamble;
    const statementName = 'name' in preamble ? preamble.name : '';
    if ('text' in preamble) connection.parse({ name: statementName, text: preamble.text, types: [] });
    connection.bind({ portal: '', statement: statementName, values: preamble.values });
    // Unlike a CALL, a SELECT returns a row, which pg can only read after its description.
    if ('text' in preamble) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '', rows: 0 });
    (pg.Query.prototype as unknown as { prepare(connection: WireConnection): void }).prepare.call(this, connection);
  }
}

/** Returns the second result, because the first one belongs to the preamble. */
export function queryWithPreamble(
  client: pg.ClientBase,
  preamble: Preamble,
  statement: Statement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const onResult = (error: Error | null, results: [pg.QueryResult, pg.QueryResult]) =>
      error ? reject(error) : resolve(results[1]);
    const query = new QueryWithPreamble(preamble, statement);
    (client.query as (query: unknown, callback: typeof onResult) => void)(query, onResult);
  });
}
