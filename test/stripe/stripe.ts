// A stand-in for Stripe that follows its documentation: the API, idempotency keys, signed events, and a page to pay on.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '../harness.ts';
import { createFakeStripe, type FakeStripe, StripeError } from './fake-stripe.ts';

import { type Fields, parseFormFields } from './form-fields.ts';
import { servePayPage } from './pay-page.ts';

export { DECLINED_CARD } from './fake-stripe.ts';

export const TEST_KEY = 'sk_test_0123456789abcdef';
export const LIVE_KEY = 'rk_live_0123456789abcdef';
export const GOOD_CARD = '4242424242424242';

export type StripeEvent = { id: string; type: string; data: { object: object } };

type StripeResponse = { status: number; body: object };

/** Sessions expire by the given clock. Signatures use the real time, because Stripe's library checks it. */
export async function startStripe(clock: () => Date = () => new Date()) {
  const events: StripeEvent[] = [];
  const calls: { method: string; path: string; fields: Fields }[] = [];
  const responsesByKey = new Map<string, { request: string; response: StripeResponse }>();
  let deliversAutomatically = true;
  let isDown = false;
  const listEndpoints = () => [...fakeStripe.endpoints.values()];

  const post = async (event: StripeEvent, { secret, at = Date.now() }: { secret?: string; at?: number } = {}) => {
    const body = JSON.stringify({
      object: 'event',
      api_version: '2026-01-01',
      created: Math.floor(at / 1000),
      ...event,
    });
    const statuses: number[] = [];
    for (const endpoint of listEndpoints()) {
      const timestamp = Math.floor(at / 1000);
      const signature = createHmac('sha256', secret ?? endpoint.secret)
        .update(`${timestamp}.${body}`)
        .digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${timestamp},v1=${signature}` };
      // The registered URL may be a proxy's. Its path is the service's.
      const url = fakeStripe.listenUrl ? fakeStripe.listenUrl + new URL(endpoint.url).pathname : endpoint.url;
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    }
    return statuses;
  };
  const fakeStripe: FakeStripe = createFakeStripe((type, object) => {
    const event = {
      id: `evt_${events.length + 1}_${Math.random().toString(36).slice(2, 8)}`,
      type,
      data: { object: structuredClone(object) },
    };
    events.push(event);
    if (deliversAutomatically) setImmediate(() => void post(event).catch(() => undefined));
  }, clock);

  const handleApiCall = (
    method: string,
    path: string,
    fields: Fields,
    headers: IncomingMessage['headers'],
  ): StripeResponse => {
    const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (key !== TEST_KEY && key !== LIVE_KEY)
      throw new StripeError(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}***`);
    calls.push({ method, path, fields });
    return { status: 200, body: fakeStripe.handle(method, path, fields, key === LIVE_KEY) };
  };

  const handleIdempotently = (
    method: string,
    path: string,
    fields: Fields,
    headers: IncomingMessage['headers'],
  ): StripeResponse => {
    const key = String(headers['idempotency-key'] ?? '');
    const request = JSON.stringify([path, fields]);
    const earlierCall = method === 'POST' && key ? responsesByKey.get(key) : undefined;
    if (earlierCall && earlierCall.request !== request)
      throw new StripeError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    if (earlierCall) return earlierCall.response;
    const response = handleApiCall(method, path, fields, headers);
    if (key) responsesByKey.set(key, { request, response: structuredClone(response) });
    return response;
  };

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    if (isDown && url.pathname.startsWith('/v1/')) return request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = parseFormFields(
      new URLSearchParams(request.method === 'GET' ? url.search : Buffer.concat(chunks).toString()),
    );
    if (url.pathname.startsWith('/pay/'))
      return servePayPage(fakeStripe, request.method ?? 'GET', url.pathname.slice(5), fields, response);
    let stripeResponse: StripeResponse;
    try {
      stripeResponse = handleIdempotently(request.method ?? 'GET', url.pathname, fields, request.headers);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const { status, type, message, code } = error;
      stripeResponse = { status, body: { error: { type, message, ...(code ? { code } : {}) } } };
    }
    response.writeHead(stripeResponse.status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
    response.end(JSON.stringify(stripeResponse.body));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fakeStripe.baseUrl = url;

  return {
    url,
    calls,
    events,
    objects: fakeStripe,
    /** Delivers an event, as often and in whatever order the test wants. Returns each endpoint's status. */
    post,
    /** Whether events go out by themselves. */
    setAutomaticDelivery: (on: boolean) => {
      deliversAutomatically = on;
    },
    /** The API cannot be reached any more, or again. Customers still see the page. */
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Delivers events to this service, whatever URL is registered. */
    deliverTo: (serviceUrl: string) => {
      fakeStripe.listenUrl = serviceUrl;
    },
    /** Pays as a customer does on Stripe's page, and returns where it leads. */
    async pay(checkoutUrl: string, card = GOOD_CARD) {
      const body = new URLSearchParams({ card });
      const response = await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' });
      return { status: response.status, to: response.headers.get('location'), text: await response.text() };
    },
    findPostsTo: (path: RegExp) => calls.filter((call) => call.method === 'POST' && path.test(call.path)),
  };
}
