import { createHash } from 'node:crypto';
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { QueryResult } from 'pg';

/** Sends one statement, in whatever transaction the handle stands for. */
export type Execute = (statement: {
  text: string;
  values: unknown[];
  name: string | undefined;
}) => Promise<QueryResult>;

const MOST_PREPARED = 400;
const statementNames = new Map<string, string>();

/** Statements get a name, so that each connection parses and plans them once. Past the cap they go unnamed. */
export function statementName(sql: string): string | undefined {
  let name = statementNames.get(sql);
  if (!name && statementNames.size < MOST_PREPARED) {
    name = createHash('sha1').update(sql).digest('base64url');
    statementNames.set(sql, name);
  }
  return name;
}

const refuse = async () => {
  throw new Error('This handle is a transaction already.');
};

/** Kysely that only writes SQL: beginning, committing and releasing are for whoever made the handle. */
export function handleOn<T>(execute: Execute): Kysely<T> {
  const connection = {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount, command } = await execute({
        text: sql,
        values: [...parameters],
        name: statementName(sql),
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
      acquireConnection: async () => connection as never,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
  };
  return new Kysely<T>({ dialect });
}
