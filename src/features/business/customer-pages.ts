// The pages behind the links of mails: plain, without scripts, for somebody who holds a signed link and no key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Business } from '../../capability/document.ts';
import { type Html, html } from '../../kernel/html.ts';
import { languageOf } from '../../messages/languages.ts';

export type Answer = { status: number; body: string; type?: string } | { to: string };
export type Form = Record<string, string | undefined>;
export type Asked = FastifyRequest & { params: { token: string }; query: Form };
/** A GET shows and changes nothing, since mail programs open links by themselves. */
export type CustomerPage = { method: 'GET' | 'POST'; url: string; answer(asked: Asked): Promise<Answer> };

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MOST_FORM_BYTES = 4_096;

export function addCustomerPages(server: FastifyInstance, pages: CustomerPage[]): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // A mail program's own button may send a form of another kind, which holds nothing that is needed.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status = 500, statusCode = status } = error as { status?: number; statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a customer’s page failed');
      send(reply, { status: statusCode, body: pageOf(undefined, 'Sorry', failedView) });
    });
    for (const { method, url, answer } of pages)
      scope.route({
        method,
        url,
        schema: { hide: true } as object,
        handler: async (request, reply) => send(reply, await answer(request as Asked)),
      });
    done();
  });
}

function send(reply: FastifyReply, answer: Answer) {
  reply.header('Content-Security-Policy', POLICY);
  if ('to' in answer) return reply.redirect(answer.to, 303);
  return reply
    .code(answer.status)
    .type(answer.type ?? 'text/html; charset=utf-8')
    .send(answer.body);
}

export const page = ({ business }: { business: Business }, title: string, view: Html, status = 200): Answer => ({
  status,
  body: pageOf(business, title, view),
});

function pageOf(business: Business | undefined, title: string, body: Html): string {
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
${phone && html`<a href="${callTo(phone)}">${phone}</a>`}
${email && html`<a href="mailto:${email}">${email}</a>`}
</address></footer>
</body>
</html>
`.markup;
}

export const callTo = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

const brokenView = html`<h1>This link doesn’t work</h1>
<p>Please open the link from your email again, or copy the whole link into the address bar.</p>`;
const failedView = html`<h1>Something went wrong</h1>
<p>Nothing was changed. Please go back and try again in a moment.</p>`;

export const broken: Answer = { status: 404, body: pageOf(undefined, 'Not found', brokenView) };
