// The real service, and a customer's website with the widget on it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../harness.ts';
import { connectSharedBrowser } from './shared-browser.ts';

// The tests use the current code, not an earlier build.
await import('../../widget/build.ts');

type Website = {
  origin: string;
  /** Adds a page and returns its URL. */
  addPage(path: string, html: string, headers?: Record<string, string>): string;
};

/** Starts a website on an origin that is not the service's. */
export async function startWebsite(): Promise<Website & { close(): void }> {
  // Browsers with a window request an icon.
  const pages = new Map<string, { html: string; headers: Record<string, string> }>([
    ['/favicon.ico', { html: '', headers: {} }],
  ]);
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url!, 'http://site').pathname);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    addPage(path, html, headers = {}) {
      pages.set(path, { html, headers });
      return origin + path;
    },
    close: () => server.close(),
  };
}

export const createInstallCode = (url: string, key: string, attributes = '') =>
  `<script src="${url}/widget.js" data-key="${key}" ${attributes} async></script>`;

export const createPageHtml = (scriptTag: string, { head = '', body = '', lang = 'en' } = {}) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bella Vista</title>${head}</head>
<body><main><h1>Bella Vista</h1><p>${'A page of the business itself. '.repeat(30)}</p><a href="#more">More</a>${body}</main>
${scriptTag}</body></html>`;

type Restaurant = { id: string; secretKey: string; key: string; keyId: string };

/** Open every day, with a publishable key for the site. */
async function createRestaurant(service: Service, origin: string, widget = {}): Promise<Restaurant> {
  const { id, key: secretKey } = await createWorkspace(service);
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key: secretKey, body: KEEP_ALL_SAMPLES }));
  const hours = createEveryDayHours(['11:00', '23:00']);
  const body = { name: 'Bella Vista', hours, closures: [], widget };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key: secretKey, body }));
  return { id, secretKey, ...(await createApiKey(service, id, { kind: 'publishable', origins: [origin] })) };
}

/** Starts what the tests of a file share: a service, a restaurant, a website with its widget, and the browser. */
export async function openWidgetWebsite(widget = {}, start: () => Promise<Service> = startService) {
  const [site, service] = await Promise.all([startWebsite(), start()]);
  const browser = await connectSharedBrowser();
  await service.warmUp();
  const restaurant = await createRestaurant(service, site.origin, widget);
  afterAll(() => site.close());
  const createScriptTag = (attributes = '') => createInstallCode(service.url, restaurant.key, attributes);
  const homeUrl = site.addPage('/', createPageHtml(createScriptTag()));
  return { browser, site, service, restaurant, createScriptTag, homeUrl };
}
