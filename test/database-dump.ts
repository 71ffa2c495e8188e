import pg from 'pg';
import type { ConnectionOptions } from '../src/kernel/database/database.ts';

/** Dumps every table of every schema as text. Binary columns appear both as hex and decoded to Latin-1. */
export async function dumpTables(connection: ConnectionOptions): Promise<Map<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows: tables } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const dumps = new Map<string, string>();
  for (const { name } of tables) {
    const dump = await copyTable(client, name);
    const decodedDump = dump.replace(/\\\\x([0-9a-f]+)/g, (_, hex) => Buffer.from(hex, 'hex').toString('latin1'));
    dumps.set(name, `${dump}\n${decodedDump}`);
  }
  await client.end();
  return dumps;
}

/** pg discards the data of COPY unless a listener collects it. */
async function copyTable(client: pg.Client, table: string): Promise<string> {
  const chunks: Buffer[] = [];
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const collectChunk = ({ chunk }: { chunk: Buffer }) => chunks.push(chunk);
  connection.on('copyData', collectChunk);
  await client.query(`copy ${table} to stdout`);
  connection.off('copyData', collectChunk);
  return Buffer.concat(chunks).toString('utf8');
}
