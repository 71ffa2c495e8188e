import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { html } from '../../kernel/html.ts';
import { compressFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';
import type { FindBrandByHost, HostBrand } from '../brand/domains.ts';
import { createStylesheetPath } from '../brand/stylesheet.ts';

/** Allows no inline code and no other origins. frame-src is for the widget preview. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The preview page with the widget may be framed by the dashboard, and shows the business's picture from anywhere. */
const PREVIEW_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'").replace(
  'data:',
  'data: https:',
);
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const TOP_LEVEL_FILES = [
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'theme.js',
  'sw.js',
  'preview.html',
  'preview.css',
  'preview.js',
];
/** Adds a brand to a file. The page passes it to its scripts in a `meta` element, because nobody is signed in yet. */
const BRANDED_FILES = {
  'index.html': (page: string, { name, logoUrl, color }: HostBrand) => {
    const brand = JSON.stringify({ name, logoUrl, color });
    const head = html`<title>${name}</title><meta name="brand" content="${brand}">${color && html`<link rel="stylesheet" href="${createStylesheetPath(color)}">`}`;
    const icon = html`<link rel="icon" href="${logoUrl ?? 'data:,'}">`;
    return page
      .replace(/<title>.*?<\/title>/, () => head.markup)
      .replace(/<link rel="icon"[^>]*>/, () => icon.markup)
      .replace(/<link rel="apple-touch-icon"[^>]*>/, '');
  },
  'manifest.webmanifest': (manifest: string, { name, logoUrl, color }: HostBrand) => {
    const { icons: _, theme_color: defaultColor, ...rest } = JSON.parse(manifest);
    const icons = logoUrl ? [{ src: logoUrl, sizes: 'any' }] : [];
    return JSON.stringify({ ...rest, name, short_name: name, theme_color: color ?? defaultColor, icons });
  },
};
/** Paths of the API and of files. */
const NON_PAGE_PATH_PATTERN = /^\/(api|v1|chat|mcp|assets|pages|brand|widget|docs|metrics)(\/|$)|\.\w+$/;

export type Dashboard = {
  /** Adds routes for the dashboard's files. */
  registerFiles(server: FastifyInstance): void;
  /** Sends the dashboard if a browser opened a path that has no other route, otherwise returns undefined. */
  sendPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined;
};

/** Returns undefined if the dashboard has not been built. */
export function openDashboard(
  folder: string,
  { config, findBrandByHost }: { config: Config; findBrandByHost: FindBrandByHost },
): Dashboard | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const filesByName = new Map<string, Promise<StaticFile>>();
  const loadFile = (name: string) => {
    const type = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
    const file = filesByName.get(name) ?? readFile(join(folder, name)).then((body) => compressFile(type, body, true));
    filesByName.set(name, file);
    return file;
  };
  const isHttps = config.publicUrl.startsWith('https:');
  const createHeaders = (cacheControl: string, policy = CONTENT_SECURITY_POLICY) => ({
    'Cache-Control': cacheControl,
    'Content-Security-Policy': policy,
    ...(isHttps ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  });
  const hiddenFromDocs = { schema: { hide: true } as object };
  /** On a business's own domain, the page and the manifest carry its brand. */
  const sendBranded = async (name: keyof typeof BRANDED_FILES, request: FastifyRequest, reply: FastifyReply) => {
    const [file, brand] = await Promise.all([loadFile(name), findBrandByHost(request.hostname)]);
    const brandedFile =
      brand && (await compressFile(file.type, BRANDED_FILES[name](file.body.toString(), brand), true));
    return sendFile(request, reply.code(200), brandedFile ?? file, createHeaders('no-cache'));
  };
  const sendIndex = (request: FastifyRequest, reply: FastifyReply) => sendBranded('index.html', request, reply);

  return {
    registerFiles(server) {
      server.get('/', hiddenFromDocs, sendIndex);
      const assetNames = readdir(join(folder, 'assets')).then((fileNames) => new Set(fileNames));
      server.get<{ Params: { name: string } }>('/assets/:name', hiddenFromDocs, async (request, reply) => {
        const { name } = request.params;
        if (!(await assetNames).has(name)) throw notFound('file');
        return sendFile(request, reply, await loadFile(`assets/${name}`), createHeaders(IMMUTABLE_CACHE));
      });
      server.get('/manifest.webmanifest', hiddenFromDocs, (request, reply) =>
        sendBranded('manifest.webmanifest', request, reply),
      );
      for (const name of TOP_LEVEL_FILES) {
        const policy = name === 'preview.html' ? PREVIEW_POLICY : CONTENT_SECURITY_POLICY;
        server.get(`/${name}`, hiddenFromDocs, async (request, reply) =>
          sendFile(request, reply, await loadFile(name), createHeaders('no-cache', policy)),
        );
      }
    },
    sendPage(request, reply) {
      const [path = ''] = request.url.split('?');
      const isReadMethod = request.method === 'GET' || request.method === 'HEAD';
      const acceptsHtml = request.headers.accept?.includes('text/html');
      return isReadMethod && acceptsHtml && !NON_PAGE_PATH_PATTERN.test(path) ? sendIndex(request, reply) : undefined;
    },
  };
}
