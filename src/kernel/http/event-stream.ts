import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { must } from '../must.ts';

/** One event; with an id, whoever has got it may go on after it. */
export type StreamEvent = { id?: string; data: string };

/** The same answer as a stream of events, for whoever wants it so. */
export type EventStream = {
  wanted(request: FastifyRequest): boolean;
  headers?: Record<string, string>;
  /** Made of the answer's body as JSON shows it, without what was sent ahead: so many characters of its text. */
  events(body: never, sent?: number): Iterable<StreamEvent>;
  /** What is said of a failure once a part of the answer has gone out. */
  failed?(): Iterable<StreamEvent>;
};

export const EVENT_STREAM = 'text/event-stream';

export const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === EVENT_STREAM && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** As fast as the other side reads. Whoever goes away misses the rest, and nothing else changes. */
export function sendEvents(reply: FastifyReply, stream: EventStream, json: string) {
  const body = JSON.parse(json) as never;
  return sendStream(reply, stream, Readable.from(frames(stream.events(body))));
}

const sendStream = (reply: FastifyReply, { headers = {} }: EventStream, body: Readable) =>
  reply
    .type(EVENT_STREAM)
    .headers({ 'X-Accel-Buffering': 'no', ...headers })
    .send(body);

export function* frames(events: Iterable<StreamEvent>): Generator<string> {
  for (const { id, data } of events) yield `${id ? `id: ${id}\n` : ''}data: ${data}\n\n`;
}

/** An answer whose beginning is sent before the rest is known: that is stored for its key by whoever ends it. */
export function beginEvents(request: FastifyRequest, reply: FastifyReply, stream: EventStream) {
  let body: Readable | undefined;
  let sent = 0;
  const theBody = () => must(body, 'an answer that has begun');
  const push = (events: Iterable<StreamEvent>) => {
    const begun = theBody();
    for (const frame of frames(events)) if (!begun.destroyed) begun.push(frame);
  };
  return {
    begun: () => body !== undefined,
    ahead(events: Iterable<StreamEvent>, characters: number) {
      if (!body) {
        body = new Readable({ read: () => undefined });
        if (request.claim) request.claim.done = true;
        sendStream(reply.code(200), stream, body);
      }
      sent = characters;
      push(events);
    },
    end(json: string) {
      push(stream.events(JSON.parse(json) as never, sent));
      theBody().push(null);
    },
    fail() {
      push(stream.failed?.() ?? []);
      theBody().push(null);
    },
  };
}
