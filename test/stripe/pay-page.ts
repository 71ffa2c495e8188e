import type { ServerResponse } from 'node:http';
import type { FakeStripe } from './fake-stripe.ts';
import { type Fields, parseFormValue } from './form-fields.ts';

const toReachableUrl = ({ listenUrl }: FakeStripe, url: string): string =>
  listenUrl ? listenUrl + url.slice(new URL(url).origin.length) : url;

/** Stripe's page for customers, much simplified: a card number, and a button. */
export function servePayPage(
  fakeStripe: FakeStripe,
  method: string,
  id: string,
  fields: Fields,
  response: ServerResponse,
): void {
  const session = fakeStripe.sessions.get(id);
  const sendHtml = (status: number, body: string) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><title>Pay</title><main>${body}</main>`);
  if (session?.status !== 'open') {
    sendHtml(410, '<h1>This checkout has expired</h1>');
    return;
  }
  const createFormHtml = (error = '') =>
    `<h1>${session.name}</h1>${error && `<p role="alert">${error}</p>`}<form method="post"><label>Card number <input name="card"></label> <button>Pay ${session.amount_total}</button></form><a href="${session.cancel_url}">Back</a>`;
  if (method !== 'POST') {
    sendHtml(200, createFormHtml());
    return;
  }
  const error = fakeStripe.payByCard(id, parseFormValue(fields, 'card') ?? '');
  if (error) sendHtml(402, createFormHtml(error));
  else response.writeHead(303, { location: toReachableUrl(fakeStripe, session.success_url) }).end();
}
