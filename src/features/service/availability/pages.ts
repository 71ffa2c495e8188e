import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../kernel/config.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { FindBrandByHost } from '../../brand/domains.ts';
import type { AvailabilityReader } from './read.ts';
import { renderReport, renderStatus } from './render.ts';
import { readReport } from './routes.ts';

type Dependencies = { availability: AvailabilityReader; findBrandByHost: FindBrandByHost; config: Config };

const PRODUCT_NAME = 'Frontdesk';
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const hiddenFromDocs = { schema: { hide: true } as object };

/** The status page for people. It says nothing about any workspace, but on a business's own domain it carries its brand. */
export function serveStatusPages(server: FastifyInstance, dependencies: Dependencies): void {
  const { availability, findBrandByHost, config } = dependencies;
  const { availabilityTarget } = config;
  const chooseShownBrand = async ({ hostname }: FastifyRequest) =>
    (await findBrandByHost(hostname)) ?? { name: PRODUCT_NAME };
  const sendPage = (reply: FastifyReply, page: string) =>
    reply
      .headers({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);

  server.get('/status', hiddenFromDocs, async (request, reply) => {
    const [latest, months, brand] = await Promise.all([
      availability.readLastDays(),
      availability.listMonths(),
      chooseShownBrand(request),
    ]);
    return sendPage(reply, renderStatus({ latest, months, availabilityTarget, brand }));
  });
  server.get<{ Params: { month: string } }>('/status/:month', hiddenFromDocs, async (request, reply) => {
    const report = await readReport(dependencies, request.params.month);
    if (!report) throw notFound('report');
    const [monthAvailability, brand] = await Promise.all([
      availability.readMonth(report.month),
      chooseShownBrand(request),
    ]);
    return sendPage(reply, renderReport({ ...report, monthAvailability, availabilityTarget, brand }));
  });
}
