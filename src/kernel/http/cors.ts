import type { FastifyInstance, FastifyReply } from 'fastify';

const EXPOSED = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed';

/** A preflight carries no key, so it cannot know whose origins are allowed: the request itself is judged by its key. */
export function addPreflights(server: FastifyInstance, method: string, paths: string[]): void {
  for (const url of paths) {
    if (server.hasRoute({ method: 'OPTIONS', url })) continue;
    server.options(url, { schema: { hide: true } as object }, async (request, reply) => {
      const { origin } = request.headers;
      if (origin) {
        reply.headers({
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': method === 'GET' ? 'GET' : 'GET, POST',
          'Access-Control-Allow-Headers':
            'Authorization, Content-Type, Accept, Idempotency-Key, X-Request-Id, Last-Event-ID, X-Frontdesk-Visitor',
          'Access-Control-Max-Age': '7200',
        });
      }
      return reply.header('Vary', 'Origin').code(204).send();
    });
  }
}

/** Lets the page read the answer. Only for an origin that the publishable key allows. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' });
}
