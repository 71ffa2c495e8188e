import type { FastifyInstance, FastifyReply } from 'fastify';

export const VISITOR_HEADER = 'x-visitor-token';
/** The header's name in older clients. */
export const OLD_VISITOR_HEADER = 'x-frontdesk-visitor';
const ALLOWED_HEADERS = `Authorization, Content-Type, Accept, Idempotency-Key, Api-Version, X-Request-Id, Last-Event-ID, X-Visitor-Token`;
const EXPOSED_HEADERS =
  'X-Request-Id, Api-Version, Deprecation, Sunset, Link, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed';

/** Preflights have no API key, so they allow every origin. The actual request is checked against its key. */
export function addPreflightRoutes(server: FastifyInstance, method: string, paths: string[]): void {
  for (const url of paths) {
    if (server.hasRoute({ method: 'OPTIONS', url })) continue;
    server.options(url, { schema: { hide: true } as object }, async (request, reply) => {
      const { origin, 'access-control-request-headers': requestedHeaders = '' } = request.headers;
      if (origin) {
        const usesOldHeader = requestedHeaders.toLowerCase().includes(OLD_VISITOR_HEADER);
        reply.headers({
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': method === 'GET' ? 'GET' : 'GET, POST',
          'Access-Control-Allow-Headers': usesOldHeader ? `${ALLOWED_HEADERS}, ${OLD_VISITOR_HEADER}` : ALLOWED_HEADERS,
          'Access-Control-Max-Age': '7200',
        });
      }
      return reply.header('Vary', 'Origin').code(204).send();
    });
  }
}

/** Lets the page read the response. Call only for origins that the publishable key allows. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    Vary: 'Origin',
  });
}
