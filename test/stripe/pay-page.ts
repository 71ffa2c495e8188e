import type { ServerResponse } from 'node:http';
import type { FakeStripe } from './fake-stripe.ts';
import { at, type Fields } from './form-fields.ts';

const reachable = ({ serviceUrl }: FakeStripe, url: string): string =>
  serviceUrl ? serviceUrl + url.slice(new URL(url).origin.length) : url;

/** Stripe's page for customers, much simplified: a card number, and a button. */
export function payPage(
  objects: FakeStripe,
  method: string,
  id: string,
  fields: Fields,
  response: ServerResponse,
): void {
  const session = objects.sessions.get(id);
  const html = (status: number, body: string) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><title>Pay</title><main>${body}</main>`);
  if (session?.status !== 'open') {
    html(410, '<h1>This checkout has expired</h1>');
    return;
  }
  const form = (error = '') =>
    `<h1>${session.name}</h1>${error && `<p role="alert">${error}</p>`}<form method="post"><label>Card number <input name="card"></label> <button>Pay ${session.amount_total}</button></form><a href="${session.cancel_url}">Back</a>`;
  if (method !== 'POST') {
    html(200, form());
    return;
  }
  const error = objects.payByCard(id, at(fields, 'card') ?? '');
  if (error) html(402, form(error));
  else response.writeHead(303, { location: reachable(objects, session.success_url) }).end();
}
