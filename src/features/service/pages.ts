import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { compressFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { PROBLEMS } from '../../kernel/problem.ts';
import type { Dashboard } from './dashboard.ts';

const PAGES_FOLDER = join(import.meta.dirname, 'pages');
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Scalar adds inline styles when it renders. */
const DOCS_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

type Content = { type: string; policy?: string; load(): Promise<string> };

/** Adds the HTML pages and their files. Each is loaded once and sent with an ETag. */
export function addPages(server: FastifyInstance, config: Config, dashboard?: Dashboard): void {
  const file = (name: string) => () => readFile(join(PAGES_FOLDER, name), 'utf8');
  // If the dashboard is built, it serves these paths itself.
  const pagesWithoutDashboard: Record<string, Content> = {
    '/': { type: 'text/html', load: file('home.html') },
    '/reset-password': { type: 'text/html', load: file('reset-password.html') },
    '/invitation': { type: 'text/html', load: file('invitation.html') },
  };
  const pages: Record<string, Content> = {
    ...(dashboard ? {} : pagesWithoutDashboard),
    '/pages/style.css': { type: 'text/css', load: file('style.css') },
    '/pages/booking.css': { type: 'text/css', load: file('booking.css') },
    '/pages/home.js': { type: 'text/javascript', load: file('home.js') },
    '/pages/account.js': { type: 'text/javascript', load: file('account.js') },
    '/problems': { type: 'text/html', load: async () => fillProblems(await file('problems.html')()) },
    '/docs': { type: 'text/html', policy: DOCS_POLICY, load: file('docs.html') },
    '/docs/style.css': { type: 'text/css', load: file('docs.css') },
    '/docs/scalar.js': { type: 'text/javascript', load: loadScalar },
    '/openapi.json': { type: 'application/json', load: async () => JSON.stringify(server.swagger()) },
  };
  dashboard?.registerFiles(server);
  for (const [url, content] of Object.entries(pages)) {
    let loaded: Promise<StaticFile> | undefined;
    server.get(url, { schema: { hide: true } as object }, async (request, reply) => {
      loaded ??= load(content).catch((error) => {
        loaded = undefined;
        throw error;
      });
      return send(request, reply, content, await loaded, config);
    });
  }
}

const load = async ({ type, load: read }: Content) => compressFile(`${type}; charset=utf-8`, await read());

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { policy = PAGE_POLICY }: Content,
  file: StaticFile,
  config: Config,
) {
  if (config.publicUrl.startsWith('https:')) reply.header('Cross-Origin-Opener-Policy', 'same-origin');
  return sendFile(request, reply, file, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
}

/** The package only serves its script through a Fastify server, so it is fetched from a temporary one. */
async function loadScalar(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const referenceServer = Fastify();
  await referenceServer.register(scalar as never, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { payload } = await referenceServer.inject('/js/scalar.js');
  await referenceServer.close();
  return payload;
}

function fillProblems(page: string): string {
  const toHtml = (text: string) =>
    text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>');
  const rows = Object.entries(PROBLEMS).map(
    ([code, [status, title, advice]]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${toHtml(title)}</td><td>${toHtml(advice)}</td></tr>`,
  );
  return page.replace('<!-- rows -->', rows.join('\n'));
}
