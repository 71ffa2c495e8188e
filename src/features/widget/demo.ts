import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Config, isLoopback } from '../../kernel/config.ts';
import { packFile, sendFile } from '../../kernel/http/static.ts';
import { notFound } from '../../kernel/problem.ts';
import { createDemoWorkspaces, type DemoOptions } from './demo-workspaces.ts';

const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'",
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
].join('; ');
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** A page for each industry, as such a business's site may look, with the widget on a sandbox of its own. */
export function addDemo(
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

  /** Undefined where there is no such page. */
  async function pageOf(name: string, request: FastifyRequest): Promise<string | undefined> {
    const html = await readFile(join(folder, `${name}.html`), 'utf8').catch(() => undefined);
    const industry = industries.find((each) => each.name === name);
    if (!html || !industry) return html;
    const [, business = industry.title] = /<meta name="application-name" content="([^"]+)"/.exec(html) ?? [];
    const key = await workspaces.keyOf(industry, business, originsFor(request, config));
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
      const type = TYPES[extname(name)];
      const content = type ? await readFile(join(folder, name)).catch(() => undefined) : await pageOf(name, request);
      if (content === undefined) throw notFound('page');
      const file = await packFile(type ?? 'text/html; charset=utf-8', content, true);
      return sendFile(request, reply, file, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY });
    },
  );
}

/** Where pages of this service are: at its public address and, on a developer's machine, wherever they are opened. */
function originsFor({ protocol, host }: FastifyRequest, { publicUrl }: Config): string[] {
  const here = `${protocol}://${host}`;
  const isNear = isLoopback(publicUrl) && URL.canParse(here) && isLoopback(here);
  return [new URL(publicUrl).origin, ...(isNear ? [new URL(here).origin] : [])];
}
