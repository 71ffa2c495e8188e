// Somebody who listens: a real server that answers as it is told and keeps what it was sent.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '../harness.ts';

export type Received = {
  at: number;
  path: string;
  headers: IncomingHttpHeaders & { 'webhook-id'?: string };
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
  json: any;
};
/** Answers to the request, or leaves it hanging. */
export type Answering = (received: Received, response: ServerResponse, index: number) => void;

export const take: Answering = (_, response) => void response.writeHead(204).end();
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
export const hang: Answering = () => undefined;

export async function listen(answering: Answering = take) {
  const received: Received[] = [];
  let waiting: (() => void)[] = [];
  const receiver = { received, answering, url: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { at: Date.now(), path: request.url!, headers: request.headers, body, json: JSON.parse(body) };
      received.push(one);
      receiver.answering(one, response, received.length - 1);
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atTheEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  /** Waits until so much has arrived. */
  const until = (enough: (received: Received[]) => boolean, withinMs = 60_000): Promise<Received[]> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`only ${received.length} arrived`)), withinMs);
      const check = () => {
        if (!enough(received)) return;
        clearTimeout(timer);
        waiting = waiting.filter((other) => other !== check);
        resolve(received);
      };
      waiting.push(check);
      check();
    });
  return Object.assign(receiver, { until });
}
