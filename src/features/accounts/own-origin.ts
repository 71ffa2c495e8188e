import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/**
 * A browser sends cookies with requests that other sites make, and such requests carry an Origin. Programs send no Origin
 * and hold no browser's cookies.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (origin === undefined && !isFromAnotherOrigin(request)) return;
  const isSameHost = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
  if (isSameHost || origin === new URL(publicUrl).origin) return;
  throw new Problem('origin_not_allowed', 'Requests with a session must come from the dashboard’s own pages.');
}

const isFromAnotherOrigin = (request: FastifyRequest) =>
  ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
