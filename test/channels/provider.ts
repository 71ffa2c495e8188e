// A messaging provider's API on this machine: it records the calls, and the test decides the responses.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { addCleanup } from '../harness.ts';

export type ProviderCall = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};
type ProviderResponse = { status?: number; body?: unknown; hangs?: boolean };

export async function startProvider(respond: (call: ProviderCall) => ProviderResponse) {
  const calls: ProviderCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    const { status = 200, body = {}, hangs } = respond(call);
    calls.push(call);
    if (!hangs) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Waits until so many calls of a kind have come, and returns them. */
    async waitFor(matches: (call: ProviderCall) => boolean, count: number): Promise<ProviderCall[]> {
      await vi.waitFor(() => {
        const callCount = calls.filter(matches).length;
        if (callCount < count) throw new Error(`${callCount} of ${count} calls`);
      }, 30_000);
      return calls.filter(matches);
    },
  };
}
