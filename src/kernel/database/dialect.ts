import { createHash } from 'node:crypto';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { ClientBase } from 'pg';

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

/** Kysely on one checked-out connection. Who checked it out begins, commits and releases. */
export class OneConnection implements Dialect {
  readonly #client: ClientBase;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  createAdapter = () => new PostgresAdapter();
  createQueryCompiler = () => new PostgresQueryCompiler();
  createIntrospector: Dialect['createIntrospector'] = (db) => new PostgresIntrospector(db);

  createDriver(): Driver {
    const connection = connectionOn(this.#client);
    const refuse = async () => {
      throw new Error('This handle is a transaction already.');
    };
    return {
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    };
  }
}

function connectionOn(client: ClientBase): DatabaseConnection {
  return {
    async executeQuery({ sql, parameters }) {
      const result = await client.query({ text: sql, values: [...parameters], name: statementName(sql) });
      const { rows, rowCount, command } = result;
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
    // biome-ignore lint/correctness/useYield: refusing is all it does
    async *streamQuery() {
      throw new Error('Streaming would hold up a pipelined connection.');
    },
  };
}
