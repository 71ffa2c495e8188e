import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createExportResponse, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, negotiateFormat } from '../../kernel/http/export.ts';
import {
  type Context,
  created,
  type Gate,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, OneOf, Strict } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { addFaq, Faq } from '../business/faqs.ts';
import type { Documents } from '../business/store.ts';
import { CHANNELS } from '../conversations/shapes.ts';
import type { Scope } from '../keys/scopes.ts';
import type { Limiter } from '../plans/limiter.ts';
import { currentMonth, limitsOf } from '../plans/plans.ts';
import { countOutcomes } from '../service-levels/store.ts';
import { CONVERSATION_COLUMNS, readConversationRows } from './conversations.ts';
import { COUNT_FIELDS, calculateTotals } from './counts.ts';
import { closeGap, groupQuestions, listCapabilitiesWithData, QUESTIONS_PER_BATCH, readGaps } from './gaps.ts';
import { presentMeasurements, presentRange, presentSeries } from './present.ts';
import { findPreviousRange, INTERVALS, parseHourlyRange, parseRange, type Range } from './range.ts';
import { type AnalyticsFilter, type Measurements, readMeasurements } from './read.ts';
import { BUSY_HOUR_COLUMNS, readReport } from './report.ts';
import type { RequestLog } from './request-log.ts';
import { requestLogRoutes } from './request-log-routes.ts';
import { AnalyticsShape, ReportShape } from './shapes.ts';

type Dependencies = {
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  database: Database;
  industries: AnyIndustry[];
  documents: Documents;
  encoder: Encoder;
  limiter: Limiter;
  requestLog: RequestLog;
};

const tag = 'Analytics';
const RANGE_PARAMETERS = {
  from: Type.Optional(Type.String({ description: 'A day or a time, included; left out, thirty days before `to`' })),
  to: Type.Optional(Type.String({ description: 'A day or a time, not included; left out, the end of today' })),
  tz: Type.Optional(
    Type.String({ maxLength: 64, description: 'Left out: the business’s', examples: ['Europe/Berlin'] }),
  ),
};

export function analyticsRoutes(dependencies: Dependencies): Route[] {
  const { keyGate, industries, documents, requestLog } = dependencies;
  const gate = keyGate('analytics:read');
  const filterSchemas = {
    channel: Type.Optional(OneOf(CHANNELS)),
    industry: Type.Optional(OneOf(industries.map(({ name }) => name))),
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/analytics',
      gate,
      tag,
      summary: 'What happened, in numbers',
      description:
        'Series as CSV or NDJSON with `format`, or by `Accept`. What each number means is told in docs/analytics.md.',
      query: Strict({
        ...RANGE_PARAMETERS,
        ...filterSchemas,
        interval: Type.Optional(OneOf(INTERVALS, { default: 'day' })),
        compare: Type.Optional(OneOf(['previous'], { description: 'Also the totals of as long a time before' })),
        format: Type.Optional(OneOf(EXPORT_FORMATS)),
      }),
      responses: { 200: AnalyticsShape },
      fileTypes: EXPORT_MEDIA_TYPES,
      async handle(ctx, { query: { compare, format: requestedFormat, channel, industry, ...rangeQuery }, request }) {
        const range = parseRange(rangeQuery, ctx.workspace.timezone, ctx.now);
        const filter = { channel, industry };
        const format = negotiateFormat(request, requestedFormat);
        // Includes the calls that this instance has answered; those of other instances may be a few seconds late.
        await requestLog.flushWithin(ctx.workspace.id, range).catch(() => undefined);
        const measurements = await measureAndGroup(ctx, dependencies, range, filter);
        if (format !== 'json')
          return createExportResponse(format, 'analytics', ['at', ...COUNT_FIELDS], presentSeries(range, measurements));
        const { document } = await documents.get(ctx);
        const [gaps, quota, serviceLevels, previous] = await Promise.all([
          readGaps(ctx.db, range, listCapabilitiesWithData(industries, document, ctx.workspace.mode), filter),
          readQuota(ctx, dependencies.limiter),
          countOutcomes(ctx.db, range, channel),
          compare ? readTotals(ctx, findPreviousRange(range), filter) : undefined,
        ]);
        const analytics = { ...presentMeasurements(range, measurements), gaps, serviceLevels, quota };
        return ok({ ...analytics, ...(previous ? { previous } : {}) });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/analytics/conversations',
      gate,
      tag,
      summary: 'One row for each conversation that began in a range',
      description: 'Streamed as NDJSON, or as CSV. Conversations about health come without text.',
      query: Strict({ ...RANGE_PARAMETERS, ...filterSchemas, format: Type.Optional(OneOf(['csv', 'ndjson'])) }),
      produces: 'application/x-ndjson; charset=utf-8',
      fileTypes: EXPORT_MEDIA_TYPES,
      responses: { 200: Type.String() },
      async handle(ctx, { query: { format: requestedFormat, channel, industry, ...rangeQuery }, request }) {
        const range = parseRange(rangeQuery, ctx.workspace.timezone, ctx.now);
        const format = negotiateFormat(request, requestedFormat) === 'csv' ? 'csv' : 'ndjson';
        const rows = readConversationRows(ctx.db, range, { channel, industry });
        return createExportResponse(format, 'conversations', CONVERSATION_COLUMNS, rows);
      },
    }),
    reportRoute(dependencies),
    ...requestLogRoutes(gate, requestLog),
    answerGapRoute(dependencies),
  ];
}

const reportRoute = ({ keyGate }: Dependencies) =>
  route({
    method: 'GET',
    pathPrefixSet: 'all',
    path: '/analytics/report',
    gate: keyGate('analytics:read'),
    tag,
    summary: 'Satisfaction, response times, no-shows and the busiest hours',
    description: 'Of at most a year. The busiest hours as CSV or NDJSON with `format`, or by `Accept`.',
    query: Strict({
      ...RANGE_PARAMETERS,
      compare: Type.Optional(OneOf(['previous'], { description: 'Also the figures of as long a time before' })),
      format: Type.Optional(OneOf(EXPORT_FORMATS)),
    }),
    responses: { 200: ReportShape },
    fileTypes: EXPORT_MEDIA_TYPES,
    async handle({ db, workspace, now }, { query: { compare, format: requestedFormat, ...rangeQuery }, request }) {
      const range = parseHourlyRange(rangeQuery, workspace.timezone, now);
      const report = await readReport(db, range, now);
      const format = negotiateFormat(request, requestedFormat);
      if (format !== 'json')
        return createExportResponse(format, 'busiest-hours', BUSY_HOUR_COLUMNS, report.busiestHours);
      const rangeBefore = findPreviousRange(range);
      const { busiestHours: _, ...figuresBefore } = compare ? await readReport(db, rangeBefore, now) : report;
      return ok({
        ...presentRange(range),
        timezone: range.zone.name,
        ...report,
        ...(compare ? { previous: { ...presentRange(rangeBefore), ...figuresBefore } } : {}),
      });
    },
  });

/** Adds to the current document under a lock, so that two people answering at once both succeed. */
const answerGapRoute = ({ keyGate, documents, industries }: Dependencies) =>
  route({
    method: 'POST',
    pathPrefixSet: 'all',
    path: '/analytics/gaps/:id/answer',
    gate: keyGate('config:write'),
    tag,
    summary: 'Answer what was asked in vain',
    description:
      'Adds the question and its answer to the document’s `faqs`. The assistant answers with it from now on.',
    params: Strict({ id: Id('gap') }),
    body: Faq,
    responses: { 201: Faq },
    async handle(ctx, { params: { id }, body }) {
      if (!(await closeGap(ctx.db, id, ctx.now))) throw notFound('gap');
      await addFaq(ctx, documents, industries, body);
      return created(body);
    },
  });

/** Groups the latest questions, so that gaps are as current as the other numbers. A backlog is left to the job. */
async function measureAndGroup(
  { db, workspace, log }: Context<WorkspacePrincipal>,
  { database, encoder }: Dependencies,
  range: Range,
  filter: AnalyticsFilter,
): Promise<Measurements> {
  const measurements = await readMeasurements(db, range, filter);
  if (measurements.hasPendingQuestions) {
    await groupQuestions(database, encoder, workspace.id, QUESTIONS_PER_BATCH).catch((error) =>
      log.warn({ err: error }, 'questions could not be compared'),
    );
  }
  return measurements;
}

async function readTotals({ db }: Context<WorkspacePrincipal>, range: Range, filter: AnalyticsFilter) {
  const { totals } = await readMeasurements(db, range, filter);
  return { ...presentRange(range), totals: calculateTotals(totals) };
}

async function readQuota({ workspace, now }: Context<WorkspacePrincipal>, limiter: Limiter) {
  const limits = limitsOf(workspace);
  const { monthUsed } = await limiter.peek(workspace.id, limits);
  const resetsAt = rfc3339(currentMonth(now).resetsAt, workspace.timezone);
  return { plan: workspace.plan, limit: limits.callsPerMonth, used: monthUsed, resetsAt };
}
