import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/**
 * CSRF protection. A browser sends cookies also with requests that other sites make, and these carry an Origin. Programs
 * send no Origin, but hold no browser's cookies either.
 */
export function rejectCrossOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (origin === undefined && !isFromAnotherOrigin(request)) return;
  const isSameHost = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
  if (isSameHost || origin === new URL(publicUrl).origin) return;
  throw new Problem('origin_not_allowed', 'Requests with a session must come from the dashboard’s own pages.');
}

const isFromAnotherOrigin = (request: FastifyRequest) =>
  ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));
