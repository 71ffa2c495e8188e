import pg from 'pg';
import { must } from '../must.ts';

const PREPARED_STATEMENTS = {
  begin: 'begin',
  use_workspace: 'call use_workspace($1)',
  use_workspace_for_reading: 'call use_workspace_for_reading($1)',
};

/** Once per connection, so that each query can begin a transaction and set its workspace with just bind and execute messages. */
export async function preparePreambles(client: pg.ClientBase): Promise<void> {
  for (const [name, text] of Object.entries(PREPARED_STATEMENTS))
    await client.query({ name, text, values: text.includes('$1') ? [''] : [] });
  await client.query('rollback');
}

/** What runs before a statement, in its transaction: a prepared statement, or the text of one. */
export type Preamble =
  | { name: keyof typeof PREPARED_STATEMENTS; values: string[] }
  | { text: string; values: string[] };

type WireConnection = {
  parse(config: { name: string; text: string; types: number[] }): void;
  bind(config: { portal: string; statement: string; values: string[] }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: { portal: string; rows: number }): void;
};

export type Statement = { text: string; values: unknown[]; name: string | undefined };

/**
 * A statement with preambles, such as one that sets the workspace. PostgreSQL treats all messages up to a Sync as one
 * transaction, so a read needs no BEGIN, no COMMIT and no extra round trip, and the workspace applies to this statement only.
 *
 * This is the only code that relies on pg's internals. With its public API (BEGIN, statement and COMMIT in a pipeline),
 * throughput is a half to a third: docs/decisions/005-reads-in-one-round-trip.md.
 */
class QueryWithPreambles extends pg.Query<pg.QueryResultRow> {
  readonly #preambles: readonly Preamble[];

  constructor(preambles: readonly Preamble[], statement: Statement) {
    super({ ...statement, queryMode: 'extended' } as unknown as pg.QueryConfig);
    this.#preambles = preambles;
  }

  /** Called by pg to send the query's messages. */
  prepare(connection: WireConnection): void {
    for (const preamble of this.#preambles) {
      const statementName = 'name' in preamble ? preamble.name : '';
      if ('text' in preamble) connection.parse({ name: statementName, text: preamble.text, types: [] });
      connection.bind({ portal: '', statement: statementName, values: preamble.values });
      // Unlike a CALL, a SELECT returns a row, which pg can only read after its description.
      if ('text' in preamble) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
    }
    (pg.Query.prototype as unknown as { prepare(connection: WireConnection): void }).prepare.call(this, connection);
  }
}

/** Returns the last result, because the others belong to the preambles. */
export function queryWithPreambles(
  client: pg.ClientBase,
  preambles: readonly Preamble[],
  statement: Statement,
): Promise<pg.QueryResult> {
  if (preambles.length === 0) return client.query(statement);
  return new Promise((resolve, reject) => {
    const onResult = (error: Error | null, results: pg.QueryResult[]) =>
      error ? reject(error) : resolve(must(results.at(-1), 'the result of the statement'));
    const query = new QueryWithPreambles(preambles, statement);
    (client.query as (query: unknown, callback: typeof onResult) => void)(query, onResult);
  });
}
