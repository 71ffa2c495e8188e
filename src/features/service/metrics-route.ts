import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../kernel/config.ts';
import { sha256 } from '../../kernel/crypto.ts';
import { type Gate, type Route, route } from '../../kernel/http/route.ts';
import { readMetrics } from '../../kernel/instances.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { notFound, Problem } from '../../kernel/problem.ts';

export function metricsRoute({ config, metrics }: { config: Config; metrics: Metrics }): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'top',
    path: '/metrics',
    gate: createMetricsGate(config.metricsToken),
    tag: 'Service',
    summary: 'Prometheus metrics',
    description:
      'For this machine alone, unless the operator has set METRICS_TOKEN; then with that as the bearer token.',
    produces: 'text/plain; version=0.0.4; charset=utf-8',
    responses: { 200: Type.String() },
    // prom-client writes `Nan`, but Prometheus expects `NaN`.
    handle: async () => ({ status: 200, body: (await readMetrics(metrics.registry)).replaceAll(/ Nan$/gm, ' NaN') }),
  });
}

function createMetricsGate(token: string | undefined): Gate {
  return {
    security: 'none',
    problems: [token ? 'invalid_api_key' : 'not_found'],
    async authorize(request) {
      if (!token) {
        if (!isLocal(request)) throw notFound('page');
        return {};
      }
      const bearerToken = request.headers.authorization?.replace(/^bearer +/i, '') ?? '';
      if (!timingSafeEqual(sha256(bearerToken), sha256(token)))
        throw new Problem('invalid_api_key', 'Send METRICS_TOKEN as the bearer token.');
      return {};
    },
  };
}

/** Requests forwarded by a proxy on this machine come from elsewhere, so they do not count as local. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return /^(::ffff:)?127\.|^::1$/.test(address) && !headers['x-forwarded-for'] && !headers.forwarded && !headers.via;
}
