import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StreamEvent, sendEvents } from './event-stream.ts';

const EVENTS = 200_000;
const server = Fastify();
let made = 0;
let ended = false;

function* count(): Generator<StreamEvent> {
  try {
    for (made = 0; made < EVENTS; made++) yield { data: String(made).padStart(50) };
  } finally {
    ended = true;
  }
}

beforeAll(async () => {
  server.get('/', (_, reply) => sendEvents(reply, { wanted: () => true, events: count }, '{}'));
  await server.listen({ port: 0 });
});
afterAll(() => server.close());

const open = async () => {
  const { port } = server.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
};
const until = async (check: () => boolean) => {
  for (const end = Date.now() + 60_000; !check() && Date.now() < end; ) await sleep(10);
};

it('makes events only as fast as they are read', async () => {
  const socket = await open();
  socket.pause();
  for (let before = -1; before !== made; await sleep(50)) before = made;
  expect(made).toBeLessThan(EVENTS);
  socket.resume();
  await until(() => made === EVENTS);
  expect(made).toBe(EVENTS);
  socket.destroy();
});

it('stops making them when the reader is gone', async () => {
  ended = false;
  const socket = await open();
  socket.pause();
  socket.destroy();
  await until(() => ended);
  expect([ended, made < EVENTS]).toEqual([true, true]);
});
