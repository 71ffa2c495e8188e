import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { html } from '../../kernel/html.ts';
import { compressFile, type StaticFile, sendFile } from '../../kernel/http/static.ts';
import { PROBLEMS } from '../../kernel/problem.ts';
import type { FindBrandByHost } from '../brand/domains.ts';
import type { Dashboard } from './dashboard.ts';
import { listGuideFiles, renderGuide } from './guides.ts';
import { createPostmanCollection, type OpenApiDocument } from './postman.ts';
import { composeLlmsText, composeSecurityText } from './well-known.ts';

const PAGES_FOLDER = join(import.meta.dirname, 'pages');
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Scalar adds inline styles when it renders. */
const DOCS_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

type PageContent = {
  type: string;
  policy?: string;
  load(): Promise<string>;
  /** The content on the domain of a business with its own brand. */
  rebrand?(content: string, name: string): string;
};

const PRODUCT_NAME = 'Frontdesk';
/** Pages without scripts name the product only in their texts. */
const rebrandPage = (page: string, name: string) => page.replaceAll(PRODUCT_NAME, () => html`${name}`.markup);
const createJsonRebranding = (nameField: string) => (content: string, name: string) => {
  const document = JSON.parse(content);
  return JSON.stringify({ ...document, info: { ...document.info, [nameField]: name } });
};
const rebrandYaml = (content: string, name: string) =>
  content.replace(`title: ${PRODUCT_NAME}\n`, () => `title: ${JSON.stringify(name)}\n`);
const rebrandText = (content: string, name: string) => content.replaceAll(PRODUCT_NAME, () => name);

/** Adds the HTML pages and their files. Each is loaded once and sent with an ETag. */
export function servePages(
  server: FastifyInstance,
  { config, findBrandByHost }: { config: Config; findBrandByHost: FindBrandByHost },
  dashboard?: Dashboard,
): void {
  const createFileLoader = (name: string) => () => readFile(join(PAGES_FOLDER, name), 'utf8');
  // If the dashboard is built, it serves these paths itself.
  const pagesWithoutDashboard: Record<string, PageContent> = {
    '/': { type: 'text/html', load: createFileLoader('home.html') },
    '/reset-password': { type: 'text/html', load: createFileLoader('reset-password.html') },
    '/invitation': { type: 'text/html', load: createFileLoader('invitation.html') },
  };
  const pages: Record<string, PageContent> = {
    ...(dashboard ? {} : pagesWithoutDashboard),
    '/pages/style.css': { type: 'text/css', load: createFileLoader('style.css') },
    '/pages/booking.css': { type: 'text/css', load: createFileLoader('booking.css') },
    '/pages/book.js': { type: 'text/javascript', load: createFileLoader('book.js') },
    '/pages/book-embed.js': { type: 'text/javascript', load: createFileLoader('book-embed.js') },
    '/pages/guide.css': { type: 'text/css', load: createFileLoader('guide.css') },
    '/pages/status.css': { type: 'text/css', load: createFileLoader('status.css') },
    '/pages/home.js': { type: 'text/javascript', load: createFileLoader('home.js') },
    '/pages/account.js': { type: 'text/javascript', load: createFileLoader('account.js') },
    '/problems': {
      type: 'text/html',
      load: async () => fillProblems(await createFileLoader('problems.html')()),
      rebrand: rebrandPage,
    },
    ...Object.fromEntries(
      [...listGuideFiles()].map(([path, file]) => [
        path,
        {
          type: 'text/html',
          load: async () => renderGuide(file, await createFileLoader('guide.html')(), config.publicUrl),
          rebrand: rebrandPage,
        },
      ]),
    ),
    '/docs': { type: 'text/html', policy: DOCS_POLICY, load: createFileLoader('docs.html'), rebrand: rebrandPage },
    '/docs/style.css': { type: 'text/css', load: createFileLoader('docs.css') },
    '/docs/scalar.js': { type: 'text/javascript', load: loadScalar },
    '/openapi.json': {
      type: 'application/json',
      load: async () => JSON.stringify(server.swagger()),
      rebrand: createJsonRebranding('title'),
    },
    '/openapi.yaml': {
      type: 'application/yaml',
      load: async () => server.swagger({ yaml: true }),
      rebrand: rebrandYaml,
    },
    '/postman.json': {
      type: 'application/json',
      // Cast, because the plugin's type also allows for paths that are references.
      load: async () => JSON.stringify(createPostmanCollection(server.swagger() as unknown as OpenApiDocument)),
      rebrand: createJsonRebranding('name'),
    },
    '/llms.txt': { type: 'text/plain', load: async () => composeLlmsText(config), rebrand: rebrandText },
    ...(config.securityContact
      ? {
          '/.well-known/security.txt': {
            type: 'text/plain',
            load: async () => composeSecurityText(config, new Date()),
          },
        }
      : {}),
  };
  dashboard?.registerFiles(server);
  for (const [url, content] of Object.entries(pages)) {
    let loadedFile: Promise<StaticFile> | undefined;
    server.get(url, { schema: { hide: true } as object }, async (request, reply) => {
      loadedFile ??= loadFile(content).catch((error) => {
        loadedFile = undefined;
        throw error;
      });
      const page = await loadedFile;
      const brand = content.rebrand && (await findBrandByHost(request.hostname));
      const file =
        brand && content.rebrand
          ? await compressFile(page.type, content.rebrand(page.body.toString(), brand.name), true)
          : page;
      return sendContent(request, reply, content, file, config);
    });
  }
}

const loadFile = async ({ type, load: read }: PageContent) => compressFile(`${type}; charset=utf-8`, await read());

function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { policy = PAGE_POLICY }: PageContent,
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
  await referenceServer.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } });
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
