import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/**
 * Cookies travel with requests that other sites make a browser send; such requests name their origin. Requests of
 * programs name none and carry no browser's cookies.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (origin === undefined && !isCrossSite(request)) return;
  const same = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
  if (same || origin === new URL(publicUrl).origin) return;
  throw new Problem('origin_not_allowed', 'Requests with a session must come from the dashboard’s own pages.');
}

const isCrossSite = (request: FastifyRequest) =>
  ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
