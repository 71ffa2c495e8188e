// The pages for customers: plain HTML that needs no scripts. Most are authorized by a signed link instead of a key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Business } from '../../capability/document.ts';
import { type Html, html } from '../../kernel/html.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { getLanguage } from '../../messages/languages.ts';
import { type Brand, chooseCustomerFacingBrand } from '../brand/brand.ts';
import type { FindBrandByHost } from '../brand/domains.ts';
import { createStylesheetPath } from '../brand/stylesheet.ts';
import { parseToken } from './mail-links.ts';

export type PageResponse = { policy?: string; headers?: Record<string, string> } & (
  | { status: number; body: string; type?: string }
  | { to: string; status?: 301 }
);
export type FormFields = Record<string, string | undefined>;
export type PageRequest = FastifyRequest & { params: { token: string; name?: string }; query: FormFields };
/** A GET must not change anything, since email programs open links by themselves. */
export type CustomerPage = {
  method: 'GET' | 'POST';
  url: string;
  maxFormBytes?: number;
  handle(request: PageRequest): Promise<PageResponse>;
};

/** `websites` may show the page in a frame, and its forms may lead to `formTargets`. */
export function createPagePolicy({
  hasScript = false,
  websites = [],
  formTargets = [],
}: {
  hasScript?: boolean;
  websites?: string[];
  formTargets?: string[] | undefined;
} = {}) {
  const scripts = hasScript ? "script-src 'self'; connect-src 'self'; " : '';
  const ancestors = websites.length ? ["'self'", ...websites].join(' ') : "'none'";
  return `default-src 'none'; ${scripts}style-src 'self'; img-src 'self' data:; form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors ${ancestors}`;
}

const STRICTEST_POLICY = createPagePolicy();

/** Thrown to roll back the transaction and still respond with a page that says what was refused. */
export class RollbackWithPage extends Error {
  readonly response: PageResponse;
  constructor(response: PageResponse) {
    super('refused');
    this.response = response;
  }
}

/** The response that the error carries; rethrows any other error. */
export function getRollbackResponse(error: unknown): PageResponse {
  if (error instanceof RollbackWithPage) return error.response;
  throw error;
}
const DEFAULT_MAX_FORM_BYTES = 4_096;

/** On a business's own domain, only its own links work. */
export function addCustomerPages(
  server: FastifyInstance,
  pages: CustomerPage[],
  findBrandByHost: FindBrandByHost,
): void {
  const isAllowed = async ({ hostname, params }: PageRequest) => {
    // A page without a link finds its business itself.
    if (!('token' in params)) return true;
    const brand = await findBrandByHost(hostname);
    return !brand || brand.workspaceId === parseToken(params.token)?.workspaceId;
  };
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // Accepts any content type: an email program's unsubscribe button may send another one, and its body is not needed.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: DEFAULT_MAX_FORM_BYTES },
      async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status = 500, statusCode = status } = error as { status?: number; statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a customer’s page failed');
      sendResponse(reply, { status: statusCode, body: renderPage(undefined, 'Sorry', errorView) });
    });
    for (const { method, url, maxFormBytes = DEFAULT_MAX_FORM_BYTES, handle } of pages)
      scope.route({
        method,
        url,
        bodyLimit: maxFormBytes,
        schema: { hide: true } as object,
        handler: async (request, reply) => {
          const pageRequest = request as PageRequest;
          return sendResponse(reply, (await isAllowed(pageRequest)) ? await handle(pageRequest) : brokenLinkResponse);
        },
      });
    done();
  });
}

function sendResponse(reply: FastifyReply, response: PageResponse) {
  reply.headers({ 'Content-Security-Policy': response.policy ?? STRICTEST_POLICY, ...response.headers });
  if ('to' in response) return reply.redirect(response.to, response.status ?? 303);
  return reply
    .code(response.status)
    .type(response.type ?? 'text/html; charset=utf-8')
    .send(response.body);
}

/** The business that the page belongs to. */
export type PageContext = { business: Business; workspace: Pick<Workspace, 'plan' | 'mode'> };

/** `head`: further elements of a page that search engines may list. */
export type PageExtras = { head?: Html; isListed?: boolean };

export const createPageResponse = (
  { business, workspace }: PageContext,
  title: string,
  view: Html,
  status = 200,
  extras: PageExtras = {},
) => ({
  status,
  body: renderPage({ business, brand: chooseCustomerFacingBrand(workspace, business) }, title, view, extras),
});

function renderPage(
  shownBusiness: { business: Business; brand: Brand } | undefined,
  title: string,
  body: Html,
  { head, isListed = false }: PageExtras = {},
): string {
  const { name = '', logoUrl, color }: Partial<Brand> = shownBusiness?.brand ?? {};
  const { address, phone, email }: Business['contact'] = shownBusiness?.business.contact ?? {};
  const { code, dir } = getLanguage(shownBusiness?.business.language);
  return html`<!doctype html>
<html lang="${code}"${dir === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!isListed && html`<meta name="robots" content="noindex">`}
<title>${name ? `${title} – ${name}` : title}</title>
<link rel="icon" href="${logoUrl ?? 'data:,'}">
<link rel="stylesheet" href="/pages/style.css">
<link rel="stylesheet" href="/pages/booking.css">
${color && html`<link rel="stylesheet" href="${createStylesheetPath(color)}">`}
${head}
</head>
<body class="customer">
${name && html`<header><p class="business">${logoUrl && html`<img src="${logoUrl}" alt="" height="40"> `}${name}</p></header>`}
<main class="narrow"><section>
${body}
</section></main>
<footer class="foot"><address>
${address && html`<span>${address}</span>`}
${phone && html`<a href="${createTelUrl(phone)}">${phone}</a>`}
${email && html`<a href="mailto:${email}">${email}</a>`}
</address></footer>
</body>
</html>
`.markup;
}

export const createTelUrl = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

const brokenLinkView = html`<h1>This link doesn’t work</h1>
<p>Please open the link from your email again, or copy the whole link into the address bar.</p>`;
const errorView = html`<h1>Something went wrong</h1>
<p>Nothing was changed. Please go back and try again in a moment.</p>`;

export const brokenLinkResponse: PageResponse = {
  status: 404,
  body: renderPage(undefined, 'Not found', brokenLinkView),
};
