// The pages behind the links in mails: plain HTML without scripts, authorized by a signed link instead of a key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Business } from '../../capability/document.ts';
import { type Html, html } from '../../kernel/html.ts';
import { languageOf } from '../../messages/languages.ts';

export type PageAnswer = { status: number; body: string; type?: string } | { to: string };
export type Form = Record<string, string | undefined>;
export type PageRequest = FastifyRequest & { params: { token: string }; query: Form };
/** A GET must not change anything, since mail programs open links by themselves. */
export type CustomerPage = { method: 'GET' | 'POST'; url: string; answer(request: PageRequest): Promise<PageAnswer> };

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MAX_FORM_BYTES = 4_096;

export function addCustomerPages(server: FastifyInstance, pages: CustomerPage[]): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // Accepts any content type: a mail program's unsubscribe button may send another one, and its body is not needed.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status = 500, statusCode = status } = error as { status?: number; statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a customer’s page failed');
      send(reply, { status: statusCode, body: renderPage(undefined, 'Sorry', failedView) });
    });
    for (const { method, url, answer } of pages)
      scope.route({
        method,
        url,
        schema: { hide: true } as object,
        handler: async (request, reply) => send(reply, await answer(request as PageRequest)),
      });
    done();
  });
}

function send(reply: FastifyReply, answer: PageAnswer) {
  reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  if ('to' in answer) return reply.redirect(answer.to, 303);
  return reply
    .code(answer.status)
    .type(answer.type ?? 'text/html; charset=utf-8')
    .send(answer.body);
}

export const pageAnswer = (
  { business }: { business: Business },
  title: string,
  view: Html,
  status = 200,
): PageAnswer => ({
  status,
  body: renderPage(business, title, view),
});

function renderPage(business: Business | undefined, title: string, body: Html): string {
  const { name = '', contact = {} } = business ?? {};
  const { address, phone, email } = contact;
  const { code, dir } = languageOf(business?.language);
  return html`<!doctype html>
<html lang="${code}"${dir === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${name ? `${title} – ${name}` : title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages/style.css">
<link rel="stylesheet" href="/pages/booking.css">
</head>
<body class="customer">
${name && html`<header><p class="business">${name}</p></header>`}
<main class="narrow"><section>
${body}
</section></main>
<footer class="foot"><address>
${address && html`<span>${address}</span>`}
${phone && html`<a href="${telUrl(phone)}">${phone}</a>`}
${email && html`<a href="mailto:${email}">${email}</a>`}
</address></footer>
</body>
</html>
`.markup;
}

export const telUrl = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

const brokenView = html`<h1>This link doesn’t work</h1>
<p>Please open the link from your email again, or copy the whole link into the address bar.</p>`;
const failedView = html`<h1>Something went wrong</h1>
<p>Nothing was changed. Please go back and try again in a moment.</p>`;

export const brokenLinkAnswer: PageAnswer = { status: 404, body: renderPage(undefined, 'Not found', brokenView) };
