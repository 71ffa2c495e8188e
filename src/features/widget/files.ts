import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { compressFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';

const SHORT_CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
/** Pages of any origin may load these files. */
const ANY_ORIGIN_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const CONTENT_TYPES: Record<string, string> = { '.js': SCRIPT_TYPE, '.json': 'application/json; charset=utf-8' };

/** Serves `/widget.js` and the chunks it loads on demand, whose names contain a content hash. */
export function serveWidgetFiles(server: FastifyInstance, folder: string): void {
  let loadedFiles: Promise<Map<string, StaticFile>> | undefined;
  // A failure is not remembered, so that a widget that is built later is found without a restart.
  const getFiles = () => {
    loadedFiles ??= loadFiles(folder).catch((error) => {
      loadedFiles = undefined;
      if (error.code !== 'ENOENT') throw error;
      return new Map();
    });
    return loadedFiles;
  };
  const hiddenFromDocs = { schema: { hide: true } as object };
  server.get('/widget.js', hiddenFromDocs, async (request, reply) => {
    const file = (await getFiles()).get('widget.js');
    if (file) return sendFile(request, reply, file, { ...ANY_ORIGIN_HEADERS, 'Cache-Control': SHORT_CACHE_CONTROL });
    const message = 'Frontdesk: the widget is not built on this server. Run: npm run build';
    return reply
      .code(503)
      .headers(ANY_ORIGIN_HEADERS)
      .type(SCRIPT_TYPE)
      .send(`console.error(${JSON.stringify(message)});\n`);
  });
  server.get<{ Params: { name: string } }>('/widget/:name', hiddenFromDocs, async (request, reply) => {
    const { name } = request.params;
    const filesByName = await getFiles();
    const file = filesByName.get(name);
    if (file)
      return sendFile(request, reply, file, { ...ANY_ORIGIN_HEADERS, 'Cache-Control': IMMUTABLE_CACHE_CONTROL });
    // A page loaded before an update asks for chunks of the old version: it gets the current ones.
    const currentFile = [...filesByName].find(
      ([otherName]) => parseChunkName(otherName) !== undefined && parseChunkName(otherName) === parseChunkName(name),
    )?.[1];
    if (!currentFile) throw notFound('file');
    return sendFile(request, reply, currentFile, { ...ANY_ORIGIN_HEADERS, 'Cache-Control': SHORT_CACHE_CONTROL });
  });
}

/** "chat" from "chat-B7xQ2f9a.js", "texts-fr" from "texts-fr-B7xQ2f9a.json" */
const parseChunkName = (name: string) => /^(.+)-[\w-]{8}\.js(?:on)?$/.exec(name)?.[1];

async function loadFiles(folder: string): Promise<Map<string, StaticFile>> {
  const compress = async (name: string, type: string) =>
    [name, await compressFile(type, await readFile(join(folder, name)))] as const;
  const compressedFiles = (await readdir(folder)).flatMap((name) => {
    const type = CONTENT_TYPES[extname(name)];
    return type ? [compress(name, type)] : [];
  });
  return new Map(await Promise.all(compressedFiles));
}
