import { createHash } from 'node:crypto';
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { QueryResult } from 'pg';

/** Sends one statement in the handle's transaction. */
export type ExecuteStatement = (statement: {
  text: string;
  values: unknown[];
  name: string | undefined;
}) => Promise<QueryResult>;

const MAX_PREPARED_STATEMENTS = 400;
const statementNames = new Map<string, string>();

/**
 * Named statements are parsed and planned once per connection. Beyond the limit, statements stay unnamed: a connection keeps all
 * that were ever named, so a cache that drops names would free nothing there.
 */
export function chooseStatementName(sql: string): string | undefined {
  let name = statementNames.get(sql);
  if (!name && statementNames.size < MAX_PREPARED_STATEMENTS) {
    name = createHash('sha1').update(sql).digest('base64url');
    statementNames.set(sql, name);
  }
  return name;
}

const rejectNestedTransaction = async () => {
  throw new Error('This handle is a transaction already.');
};

/** A Kysely instance that only builds SQL. The caller handles transactions and connections. */
export function createHandle<T>(execute: ExecuteStatement): Kysely<T> {
  const connection = {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount, command } = await execute({
        text: sql,
        values: [...parameters],
        name: chooseStatementName(sql),
      });
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
    // biome-ignore lint/correctness/useYield: refusing is all it does
    async *streamQuery() {
      throw new Error('Streaming would hold up a pipelined connection.');
    },
  };
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: rejectNestedTransaction,
      commitTransaction: rejectNestedTransaction,
      rollbackTransaction: rejectNestedTransaction,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
  };
  return new Kysely<T>({ dialect });
}
