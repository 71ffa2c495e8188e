// The baseline for comparison: the same Fastify with nothing around the handler.
import Fastify from 'fastify';
import pg from 'pg';

const [, , connectionJson, port] = process.argv;
const pool = new pg.Pool({ ...JSON.parse(connectionJson!), max: 10 });
const server = Fastify();

server.get('/bare', async () => ({ object: 'list', data: [], has_more: false }));

server.get<{ Params: { workspace: string } }>('/statement/:workspace', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'list',
    text: 'select * from conversations where workspace_id = $1 order by id desc limit 20',
    values: [params.workspace],
  });
  return { object: 'list', data: rows, has_more: true };
});

await server.listen({ port: Number(port) });
process.send?.('ready');
