import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { must } from '../must.ts';

/** A server-sent event. Clients can resume after an event that has an ID. */
export type StreamEvent = { id?: string; data: string };

/** Sends a route's response as server-sent events to clients that request them. */
export type EventStream = {
  isRequested(request: FastifyRequest): boolean;
  /** The route always responds with a stream. */
  isOnlyResponse?: boolean;
  headers?: Record<string, string>;
  /** The events for a response's JSON body, without the first `sentCharacters` of its text, which were sent early. */
  createEvents(body: never, sentCharacters?: number): Iterable<StreamEvent>;
  /** The events for a failure after part of the response was sent. */
  createFailureEvents?(): Iterable<StreamEvent>;
};

export const EVENT_STREAM = 'text/event-stream';

export const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === EVENT_STREAM && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Cast, because each route's `createEvents` has the type of that route's body. */
const parseBody = (json: string) => JSON.parse(json) as never;

/** Sends only as fast as the client reads. A client that disconnects misses the rest. */
export function sendEvents(reply: FastifyReply, stream: EventStream, json: string) {
  return sendStream(reply, stream, Readable.from(formatEvents(stream.createEvents(parseBody(json)))));
}

const sendStream = (reply: FastifyReply, { headers = {} }: EventStream, body: Readable) =>
  reply
    .type(EVENT_STREAM)
    .headers({ 'X-Accel-Buffering': 'no', ...headers })
    .send(body);

export function* formatEvents(events: Iterable<StreamEvent>): Generator<string> {
  for (const { id, data } of events) yield `${id ? `id: ${id}\n` : ''}data: ${data}\n\n`;
}

/** A stream is not read once its client has disconnected, so it would stay open forever. */
export function destroyOnDisconnect(request: FastifyRequest, body: Readable): void {
  const { socket } = request.raw;
  if (socket.destroyed) body.destroy();
  else socket.once('close', () => body.destroy());
}

/** Streams a response whose beginning is sent before the rest is known. The caller stores it for its idempotency key. */
export function createEarlyStream(request: FastifyRequest, reply: FastifyReply, eventStream: EventStream) {
  let stream: Readable | undefined;
  let sentCharacters = 0;
  const getStartedStream = () => must(stream, 'a response that has begun');
  const push = (events: Iterable<StreamEvent>) => {
    const openStream = getStartedStream();
    for (const formatted of formatEvents(events)) if (!openStream.destroyed) openStream.push(formatted);
  };
  return {
    hasBegun: () => stream !== undefined,
    sendPartial(events: Iterable<StreamEvent>, characters: number) {
      if (!stream) {
        stream = new Readable({ read: () => undefined });
        if (request.idempotencyClaim) request.idempotencyClaim.isSettled = true;
        sendStream(reply.code(200), eventStream, stream);
      }
      sentCharacters = characters;
      push(events);
    },
    end(json: string) {
      push(eventStream.createEvents(parseBody(json), sentCharacters));
      getStartedStream().push(null);
    },
    fail() {
      push(eventStream.createFailureEvents?.() ?? []);
      getStartedStream().push(null);
    },
  };
}
