import type { FastifyRequest } from 'fastify';
import type { StreamEvent } from './event-stream.ts';

/** Sends a beginning of the answer ahead of it, to whoever wants it as a stream: events that carry so much of its text. */
export type Ahead = (events: Iterable<StreamEvent>, sent: number) => void;

type Work<T> = (ahead: Ahead) => Promise<T>;

/** Ends a handler's transaction, so that work can be done for it; then the handler runs again. */
export class Outside extends Error {
  readonly work: Work<void>;
  constructor(work: Work<void>) {
    super('work outside of the transaction');
    this.work = work;
  }
}

const found = new WeakMap<FastifyRequest, Map<string, unknown>>();

/**
 * What must not hold a transaction open, such as a model's answer. The first time the transaction is left and rolled
 * back, and the work is done; when the handler runs again it gets what that found. Once by each name in a request.
 */
export function outside<T>(request: FastifyRequest, name: string, work: Work<T>): T {
  const known = found.get(request) ?? new Map<string, unknown>();
  found.set(request, known);
  if (known.has(name)) return known.get(name) as T;
  throw new Outside(async (ahead) => {
    known.set(name, await work(ahead));
  });
}

/** What was found outside already, if it was. */
export const foundOutside = <T>(request: FastifyRequest, name: string): T | undefined =>
  found.get(request)?.get(name) as T | undefined;
