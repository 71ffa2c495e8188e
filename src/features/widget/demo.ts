import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Config, isLoopback } from '../../kernel/config.ts';
import { compressFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';
import { createDemoWorkspaces, type DemoOptions } from './demo-workspaces.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'",
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
].join('; ');
const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Adds a demo website for each industry, with the widget on its own sandbox workspace. */
export function serveDemo(
  server: FastifyInstance,
  {
    config,
    folder,
    industries,
    database,
    keyring,
    documents,
  }: DemoOptions & { config: Config; folder: string; industries: AnyIndustry[] },
): void {
  if (config.demo === 'off') return;
  const workspaces = createDemoWorkspaces({ database, keyring, documents });

  /** Undefined if there is no such page. */
  async function renderPage(name: string, request: FastifyRequest): Promise<string | undefined> {
    const html = await readFile(join(folder, `${name}.html`), 'utf8').catch(() => undefined);
    const industry = industries.find((candidate) => candidate.name === name);
    if (!html || !industry) return html;
    const [, businessName = industry.title] = /<meta name="application-name" content="([^"]+)"/.exec(html) ?? [];
    const key = await workspaces.ensurePublishableKey(industry, businessName, listDemoOrigins(request, config));
    const script = `<script src="/widget.js" data-key="${key}" async></script>`;
    return html.includes('<!-- widget -->')
      ? html.replace('<!-- widget -->', script)
      : html.replace('</body>', `${script}\n</body>`);
  }

  server.get<{ Params: { name?: string } }>(
    '/demo/:name?',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { name = 'index' } = request.params;
      if (!/^[\w-]+(\.[a-z]+)?$/.test(name)) throw notFound('page');
      const contentType = CONTENT_TYPES[extname(name)];
      const content = contentType
        ? await readFile(join(folder, name)).catch(() => undefined)
        : await renderPage(name, request);
      if (content === undefined) throw notFound('page');
      const file = await compressFile(contentType ?? 'text/html; charset=utf-8', content, true);
      return sendFile(request, reply, file, {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      });
    },
  );
}

/** The origins of the demo pages: the public URL and, on a developer's machine, the address in use. */
function listDemoOrigins({ protocol, host }: FastifyRequest, { publicUrl }: Config): string[] {
  const requestUrl = `${protocol}://${host}`;
  const isLocal = isLoopback(publicUrl) && URL.canParse(requestUrl) && isLoopback(requestUrl);
  return [new URL(publicUrl).origin, ...(isLocal ? [new URL(requestUrl).origin] : [])];
}
