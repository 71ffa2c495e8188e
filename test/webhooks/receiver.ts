// A webhook receiver: a real server with configurable responses that records the requests it gets.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '../harness.ts';

export type ReceivedRequest = {
  receivedAtMs: number;
  path: string;
  headers: IncomingHttpHeaders & { 'webhook-id'?: string };
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events without types
  json: any;
};
/** Responds to a request, or leaves it without a response. */
export type Responder = (received: ReceivedRequest, response: ServerResponse, index: number) => void;

export const acceptRequest: Responder = (_, response) => void response.writeHead(204).end();
export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Responder =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
export const neverRespond: Responder = () => undefined;

export async function startReceiver(responder: Responder = acceptRequest) {
  const received: ReceivedRequest[] = [];
  let pendingChecks: (() => void)[] = [];
  const receiver = { received, responder, url: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const receivedRequest = {
        receivedAtMs: Date.now(),
        path: request.url!,
        headers: request.headers,
        body,
        json: JSON.parse(body),
      };
      received.push(receivedRequest);
      receiver.responder(receivedRequest, response, received.length - 1);
      for (const check of pendingChecks) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  addCleanup(async () => {
    server.close();
    server.closeAllConnections();
  });
  /** Waits until the received requests satisfy a condition. */
  const waitUntil = (isDone: (received: ReceivedRequest[]) => boolean, withinMs = 60_000): Promise<ReceivedRequest[]> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`only ${received.length} arrived`)), withinMs);
      const check = () => {
        if (!isDone(received)) return;
        clearTimeout(timer);
        pendingChecks = pendingChecks.filter((other) => other !== check);
        resolve(received);
      };
      pendingChecks.push(check);
      check();
    });
  return Object.assign(receiver, { waitUntil });
}
