import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { packFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';

/** Nothing inline, and nothing from elsewhere. The preview shows the widget in a frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A bare page with the widget alone, in a frame of the dashboard. */
const PREVIEW_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** What is the API's or a file's is never a page of the dashboard. */
const NO_PAGE = /^\/(api|v1|chat|mcp|assets|pages|widget|docs|metrics)(\/|$)|\.\w+$/;

export type Dashboard = {
  /** Its files: their names change with what is in them. */
  add(server: FastifyInstance): void;
  /** The page, for an address that nothing else answers and that a person has opened. */
  page(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined;
};

/** The built dashboard, or nothing where it is not built. */
export function openDashboard(folder: string, config: Config): Dashboard | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const packed = new Map<string, Promise<StaticFile>>();
  const read = (name: string) => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const file = packed.get(name) ?? readFile(join(folder, name)).then((body) => packFile(type, body, true));
    packed.set(name, file);
    return file;
  };
  const secure = config.publicUrl.startsWith('https:');
  const headers = (cache: string, policy = POLICY) => ({
    'Cache-Control': cache,
    'Content-Security-Policy': policy,
    ...(secure ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  });
  const hidden = { schema: { hide: true } as object };
  const index = async (request: FastifyRequest, reply: FastifyReply) =>
    sendFile(request, reply.code(200), await read('index.html'), headers('no-cache'));

  return {
    add(server) {
      server.get('/', hidden, index);
      const names = readdir(join(folder, 'assets')).then((all) => new Set(all));
      server.get<{ Params: { name: string } }>('/assets/:name', hidden, async (request, reply) => {
        const { name } = request.params;
        if (!(await names).has(name)) throw notFound('file');
        return sendFile(request, reply, await read(`assets/${name}`), headers(FOR_EVER));
      });
      for (const name of ['icon.svg', 'theme.js', 'preview.html', 'preview.js']) {
        const policy = name === 'preview.html' ? PREVIEW_POLICY : POLICY;
        server.get(`/${name}`, hidden, async (request, reply) =>
          sendFile(request, reply, await read(name), headers('no-cache', policy)),
        );
      }
    },
    page(request, reply) {
      const [path = ''] = request.url.split('?');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const byPerson = request.headers.accept?.includes('text/html');
      return isRead && byPerson && !NO_PAGE.test(path) ? index(request, reply) : undefined;
    },
  };
}
