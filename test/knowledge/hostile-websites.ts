// Websites designed to keep a crawler busy forever.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createHtml } from './website.ts';

type RequestHandler = (path: string, response: ServerResponse) => void;

const sendPage = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const createPageBody = (text: string, links: readonly string[] = []) =>
  createHtml('Page', `<p>${text}</p>`, links).body;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sends a response slowly and never finishes it. */
function sendSlowly(response: ServerResponse, firstChunk: string, chunk: string, intervalMs: number): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write(firstChunk);
  const timer = setInterval(() => response.write(chunk), intervalMs);
  response.on('close', () => clearInterval(timer));
}

/** Serves a normal home page with links to the hostile pages, so that the site does not look like it is down. */
const createSiteBehindHomePage =
  (handler: RequestHandler): RequestHandler =>
  (path, response) =>
    path === '/'
      ? sendPage(
          response,
          createPageBody(
            'Welcome in.',
            range(200).map((index) => `/${index}`),
          ),
        )
      : handler(path, response);

const GZIP_BOMB = gzipSync(Buffer.alloc(50_000_000, 'bomb '));
let pageCount = 0;

export const HOSTILE_WEBSITES: Record<string, RequestHandler> = {
  'no headers': createSiteBehindHomePage(() => undefined),
  'a body that drips': createSiteBehindHomePage((_, response) => sendSlowly(response, '<p>', 'x', 500)),
  'a body that never ends': createSiteBehindHomePage((_, response) =>
    sendSlowly(response, '<p>', 'word '.repeat(20_000), 20),
  ),
  'pages without end': (path, response) =>
    sendPage(response, createPageBody(`Day ${path}`, [`/${++pageCount}`, `/${++pageCount}`])),
  'redirects without end': createSiteBehindHomePage(
    (path, response) => void response.writeHead(302, { location: `${path}0` }).end(),
  ),
  'a bomb': createSiteBehindHomePage((_, response) => sendPage(response, GZIP_BOMB, { 'content-encoding': 'gzip' })),
  'ten thousand links': (path, response) =>
    path === '/robots.txt'
      ? sendPage(response, 'User-agent: *\nDisallow: /x', { 'content-type': 'text/plain' })
      : sendPage(
          response,
          createPageBody(
            'Links.',
            range(10_000).map((index) => `/x${path.length}${path}${index}`),
          ),
        ),
  'a robots.txt that never ends': (path, response) =>
    path === '/robots.txt'
      ? sendSlowly(response, 'User-agent: *\n', 'Disallow: /x\n', 200)
      : sendPage(response, createPageBody('Hello.')),
  'rules that take long': (path, response) =>
    path === '/robots.txt'
      ? sendPage(response, `User-agent: *\n${'Disallow: /*a*a*b\n'.repeat(25_000)}`, { 'content-type': 'text/plain' })
      : sendPage(
          response,
          createPageBody(
            'Hello.',
            range(500).map((index) => `/${'a'.repeat(1_500)}${index}`),
          ),
        ),
  'sentences that take long': createSiteBehindHomePage((_, response) =>
    sendPage(response, createPageBody('A. '.repeat(200_000))),
  ),
  'more text than fits': createSiteBehindHomePage((path, response) =>
    sendPage(
      response,
      range(5_000)
        .map((index) => `<h2>Part ${index}</h2><p>About ${path} and ${index}, many words.</p>`)
        .join(''),
    ),
  ),
};

export type HostileWebsite = { url: string; close(): Promise<void> };

export async function openHostileWebsite(handler: RequestHandler): Promise<HostileWebsite> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    // The crawler may disconnect at any time.
    response.on('error', () => undefined);
    handler(request.url ?? '/', response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
