import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { destroyOnDisconnect, type StreamEvent, sendEvents } from './event-stream.ts';

const EVENT_COUNT = 100_000;
const server = Fastify();
let generatedCount = 0;
let hasGeneratorEnded = false;

function* generateEvents(): Generator<StreamEvent> {
  try {
    for (generatedCount = 0; generatedCount < EVENT_COUNT; generatedCount++)
      yield { data: String(generatedCount).padStart(50) };
  } finally {
    hasGeneratorEnded = true;
  }
}

beforeAll(async () => {
  server.get('/', (_, reply) => sendEvents(reply, { isRequested: () => true, createEvents: generateEvents }, '{}'));
  await server.listen({ port: 0 });
});
afterAll(() => server.close());

const openStream = async () => {
  const { port } = server.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
};
const waitUntil = async (check: () => boolean) => {
  for (const end = Date.now() + 60_000; !check() && Date.now() < end; ) await sleep(10);
};

it('generates events only as fast as they are read', async () => {
  const socket = await openStream();
  socket.pause();
  for (let previousCount = -1; previousCount !== generatedCount; await sleep(50)) previousCount = generatedCount;
  expect(generatedCount).toBeLessThan(EVENT_COUNT);
  socket.resume();
  await waitUntil(() => generatedCount === EVENT_COUNT);
  expect(generatedCount).toBe(EVENT_COUNT);
  socket.destroy();
});

it('stops generating events when the reader disconnects', async () => {
  hasGeneratorEnded = false;
  const socket = await openStream();
  socket.pause();
  socket.destroy();
  await waitUntil(() => hasGeneratorEnded);
  expect([hasGeneratorEnded, generatedCount < EVENT_COUNT]).toEqual([true, true]);
});

it('destroys a stream when its client disconnects, also if that was before', async () => {
  const [openSocket, closedSocket] = [new Socket(), new Socket()];
  closedSocket.destroy();
  await once(closedSocket, 'close');
  const openStreamOn = (socket: Socket) => {
    const body = new Readable({ read: () => undefined });
    destroyOnDisconnect({ raw: { socket } } as FastifyRequest, body);
    return body;
  };
  expect(openStreamOn(closedSocket).destroyed).toBe(true);
  const body = openStreamOn(openSocket);
  expect(body.destroyed).toBe(false);
  openSocket.destroy();
  await once(body, 'close');
  expect(body.destroyed).toBe(true);
});
