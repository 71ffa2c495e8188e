import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';

const MINUTES = 'public, max-age=300, stale-while-revalidate=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Any page may load it. */
const ANYWHERE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Record<string, string> = { '.js': SCRIPT, '.json': 'application/json; charset=utf-8' };

/** `/widget.js`, and the parts that it loads when they are needed, whose names change with what is in them. */
export function addWidgetFiles(server: FastifyInstance, folder: string): void {
  let loaded: Promise<Map<string, StaticFile>> | undefined;
  const files = () => {
    loaded ??= load(folder).catch((error) => {
      loaded = undefined;
      if (error.code !== 'ENOENT') throw error;
      return new Map();
    });
    return loaded;
  };
  const hidden = { schema: { hide: true } as object };
  server.get('/widget.js', hidden, async (request, reply) => {
    const file = (await files()).get('widget.js');
    if (file) return sendFile(request, reply, file, { ...ANYWHERE, 'Cache-Control': MINUTES });
    const message = 'Frontdesk: the widget is not built on this server. Run: npm run build';
    return reply
      .code(503)
      .headers(ANYWHERE)
      .type(SCRIPT)
      .send(`console.error(${JSON.stringify(message)});\n`);
  });
  server.get<{ Params: { name: string } }>('/widget/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    const all = await files();
    const file = all.get(name);
    if (file) return sendFile(request, reply, file, { ...ANYWHERE, 'Cache-Control': FOR_EVER });
    // A page that still has the script of before an update asks for parts of that time.
    const today = [...all].find(([other]) => partOf(other) !== undefined && partOf(other) === partOf(name))?.[1];
    if (!today) throw notFound('file');
    return sendFile(request, reply, today, { ...ANYWHERE, 'Cache-Control': MINUTES });
  });
}

/** "chat" of "chat-B7xQ2f9a.js", "texts-fr" of "texts-fr-B7xQ2f9a.json" */
const partOf = (name: string) => /^(.+)-[\w-]{8}\.js(?:on)?$/.exec(name)?.[1];

async function load(folder: string): Promise<Map<string, StaticFile>> {
  const pack = async (name: string, type: string) =>
    [name, await packFile(type, await readFile(join(folder, name)))] as const;
  const packed = (await readdir(folder)).flatMap((name) => {
    const type = TYPES[extname(name)];
    return type ? [pack(name, type)] : [];
  });
  return new Map(await Promise.all(packed));
}
