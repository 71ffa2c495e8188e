// Websites that are made to be read for ever, or to keep whoever reads them busy.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { htmlOf } from './website.ts';

type Answer = (path: string, response: ServerResponse) => void;

const send = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const page = (text: string, links: readonly string[] = []) => htmlOf('Page', `<p>${text}</p>`, links).body;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Written slowly, and never to its end. */
function drip(response: ServerResponse, start: string, more: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write(start);
  const timer = setInterval(() => response.write(more), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** Reached at its first page, so that it is a site and not only a server that is down. */
const behind =
  (answer: Answer): Answer =>
  (path, response) =>
    path === '/'
      ? send(
          response,
          page(
            'Welcome in.',
            range(200).map((at) => `/${at}`),
          ),
        )
      : answer(path, response);

const BOMB = gzipSync(Buffer.alloc(50_000_000, 'bomb '));
let pages = 0;

export const HOSTILE: Record<string, Answer> = {
  'no headers': behind(() => undefined),
  'a body that drips': behind((_, response) => drip(response, '<p>', 'x', 500)),
  'a body that never ends': behind((_, response) => drip(response, '<p>', 'word '.repeat(20_000), 20)),
  'pages without end': (path, response) => send(response, page(`Day ${path}`, [`/${++pages}`, `/${++pages}`])),
  'redirects without end': behind((path, response) => void response.writeHead(302, { location: `${path}0` }).end()),
  'a bomb': behind((_, response) => send(response, BOMB, { 'content-encoding': 'gzip' })),
  'ten thousand links': (path, response) =>
    path === '/robots.txt'
      ? send(response, 'User-agent: *\nDisallow: /x', { 'content-type': 'text/plain' })
      : send(
          response,
          page(
            'Links.',
            range(10_000).map((at) => `/x${path.length}${path}${at}`),
          ),
        ),
  'a robots.txt that never ends': (path, response) =>
    path === '/robots.txt' ? drip(response, 'User-agent: *\n', 'Disallow: /x\n', 200) : send(response, page('Hello.')),
  'rules that take long': (path, response) =>
    path === '/robots.txt'
      ? send(response, `User-agent: *\n${'Disallow: /*a*a*b\n'.repeat(25_000)}`, { 'content-type': 'text/plain' })
      : send(
          response,
          page(
            'Hello.',
            range(500).map((at) => `/${'a'.repeat(1_500)}${at}`),
          ),
        ),
  'sentences that take long': behind((_, response) => send(response, page('A. '.repeat(200_000)))),
  'more text than fits': behind((path, response) =>
    send(
      response,
      range(5_000)
        .map((at) => `<h2>Part ${at}</h2><p>About ${path} and ${at}, many words.</p>`)
        .join(''),
    ),
  ),
};

export type HostileWebsite = { url: string; close(): Promise<void> };

export async function openHostile(answer: Answer): Promise<HostileWebsite> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    // Whoever reads it hangs up in the middle.
    response.on('error', () => undefined);
    answer(request.url ?? '/', response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
