import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../kernel/config.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { BrandOfHost } from '../../brand/domains.ts';
import { renderReport, renderStatus } from './page.ts';
import type { AvailabilityReader } from './read.ts';
import { readReport } from './routes.ts';

type Dependencies = { availability: AvailabilityReader; brandOfHost: BrandOfHost; config: Config };

const PRODUCT = 'Frontdesk';
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const hiddenRoute = { schema: { hide: true } as object };

/** The status page for people. It says nothing about any workspace, but on a business's own domain it carries its brand. */
export function addStatusPages(server: FastifyInstance, dependencies: Dependencies): void {
  const { availability, brandOfHost, config } = dependencies;
  const promise = config.availabilityPromise;
  const ownerOf = async ({ hostname }: FastifyRequest) => (await brandOfHost(hostname)) ?? { name: PRODUCT };
  const send = (reply: FastifyReply, page: string) =>
    reply
      .headers({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);

  server.get('/status', hiddenRoute, async (request, reply) => {
    const [latest, months, owner] = await Promise.all([availability.latest(), availability.months(), ownerOf(request)]);
    return send(reply, renderStatus({ latest, months, promise, owner }));
  });
  server.get<{ Params: { month: string } }>('/status/:month', hiddenRoute, async (request, reply) => {
    const report = await readReport(dependencies, request.params.month);
    if (!report) throw notFound('report');
    const [measured, owner] = await Promise.all([availability.ofMonth(report.month), ownerOf(request)]);
    return send(reply, renderReport({ ...report, measured, promise, owner }));
  });
}
