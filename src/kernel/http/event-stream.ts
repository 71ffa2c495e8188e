import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The same answer as a stream of events, for whoever wants it so. */
export type EventStream = {
  wanted(request: FastifyRequest): boolean;
  headers?: Record<string, string>;
  /** What each event carries, made of the answer's body as JSON shows it. */
  events(body: never): Iterable<string>;
};

export const EVENT_STREAM = 'text/event-stream';

export const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === EVENT_STREAM && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** As fast as the other side reads. Whoever goes away misses the rest, and nothing else changes. */
export function sendEvents(reply: FastifyReply, { events, headers = {} }: EventStream, json: string) {
  const body = JSON.parse(json) as never;
  return reply
    .type(EVENT_STREAM)
    .headers({ 'X-Accel-Buffering': 'no', ...headers })
    .send(Readable.from(frames(events(body))));
}

function* frames(events: Iterable<string>): Generator<string> {
  for (const event of events) yield `data: ${event}\n\n`;
}
