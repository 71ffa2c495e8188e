import pg from 'pg';
import type { ConnectionOptions } from '../src/kernel/database/database.ts';

/** Every table of every schema as text, as a dump would show it; binary columns as hex and as what they would spell. */
export async function dump(connection: ConnectionOptions): Promise<Map<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const tables = await client.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables.rows) {
    const text = await copyOut(client, name);
    const spelled = text.replace(/\\\\x([0-9a-f]+)/g, (_, hex) => Buffer.from(hex, 'hex').toString('latin1'));
    texts.set(name, `${text}\n${spelled}`);
  }
  await client.end();
  return texts;
}

/** pg reads what COPY sends only where somebody listens for it. */
async function copyOut(client: pg.Client, table: string): Promise<string> {
  const chunks: Buffer[] = [];
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const listen = ({ chunk }: { chunk: Buffer }) => chunks.push(chunk);
  connection.on('copyData', listen);
  await client.query(`copy ${table} to stdout`);
  connection.off('copyData', listen);
  return Buffer.concat(chunks).toString('utf8');
}
