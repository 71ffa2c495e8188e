import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type WebPage = { body: string; type?: string; status?: number; headers?: Record<string, string> };
export type Website = { url: string; requestedPaths: string[]; close(): Promise<void> };

/** Starts a local website. `pageAt` is called for every request. */
export async function openWebsite(
  pageAt: (path: string, request: IncomingMessage) => WebPage | undefined,
): Promise<Website> {
  const requestedPaths: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    requestedPaths.push(path);
    const page = pageAt(path, request);
    response.writeHead(page?.status ?? (page ? 200 : 404), {
      'content-type': page?.type ?? 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.body ?? '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const createHtml = (title: string, body: string, links: readonly string[] = []): WebPage => ({
  body: `<!doctype html><html><head><title>${title}</title><script>var hidden = 'never said';</script></head><body>
    <nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav><main>${body}</main>
    <footer>© Bella Vista</footer></body></html>`,
});
