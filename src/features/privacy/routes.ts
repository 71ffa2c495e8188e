import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { recordsOf } from '../../capability/industry.ts';
import type { EncryptedRecords } from '../../capability/records.ts';
import { lockHead } from '../../kernel/audit/head.ts';
import { audit } from '../../kernel/audit/log.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Idempotency } from '../../kernel/http/idempotency.ts';
import type { Context, Gate, Route, RouteResponse, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { noContent, ok, route } from '../../kernel/http/route.ts';
import { Empty, Id, NonBlank, Nullable, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import { readDetails } from '../customers/details.ts';
import { mustFindCustomer } from '../customers/store.ts';
import {
  addRecords,
  type CustomerQuery,
  type FoundCustomer,
  findCustomer,
  normalizeQuery,
  type RecordIds,
} from './customer.ts';
import { cancelDeletion, readDeletion, scheduleDeletion } from './deletion.ts';
import { eraseCustomer } from './erase.ts';
import { type ExportDependencies, exportCustomer, exportWorkspace } from './export.ts';
import { beginSnapshot } from './remove-records.ts';
import { createMentionsShape, createReport, createReportShape, presentMentions } from './report.ts';
import { computeRetentionCutoff, countDueRows, RETAINED_KINDS, readRetentionDays } from './retention.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = ExportDependencies & {
  config: Config;
  session(role: Role): Gate<WorkspacePrincipal>;
  /** Checks the signed-in user's password; attempts are limited. */
  isCorrectPassword(request: FastifyRequest, password: string): Promise<boolean>;
  apiKeyCache: { invalidate(liveId: string): void };
  idempotency: Idempotency;
};

const tag = 'Privacy';
const NDJSON = 'application/x-ndjson';
const DueRowsShape = Type.Object({
  kind: OneOf(RETAINED_KINDS),
  next: Type.Integer({ description: 'With the next run, tonight' }),
  week: Type.Integer({ description: 'Within 7 days, those included' }),
  month: Type.Integer({ description: 'Within 30 days, those included' }),
});
const DeletionShape = Type.Object({ deletesAt: Time(), askedBy: Type.String() });
const PERSON_FIELDS = {
  phone: Type.Optional(NonBlank({ maxLength: 50 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  name: Type.Optional(
    NonBlank({
      maxLength: 200,
      description: 'With a `dateOfBirth`, finds encrypted records; otherwise only where they are named',
    }),
  ),
  dateOfBirth: Type.Optional(Type.String({ format: 'date' })),
};
const CustomerQueryBody = Strict(PERSON_FIELDS, {
  description: 'A phone, an email, or a name and date of birth; what any of them finds',
});
const AdditionalIdsSchema = Type.Array(NonBlank({ maxLength: 60 }), {
  maxItems: 500,
  description: 'Ids of conversations, bookings, requests and the like that are theirs too, as somebody has seen',
});
const createCountShapes = (records: EncryptedRecords[]) =>
  Object.fromEntries(
    ['conversations', 'bookings', 'requests', 'customers', ...records.map(({ table }) => table)].map((name) => [
      name,
      Type.Integer(),
    ]),
  );

export function privacyRoutes(dependencies: Dependencies): Route[] {
  return [...workspaceRoutes(dependencies), ...customerRoutes(dependencies), ...deletionRoutes(dependencies)];
}

function workspaceRoutes({ config, session, ...exportDependencies }: Dependencies): Route[] {
  const records = recordsOf(exportDependencies.industries);
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/privacy',
      gate: session('admin'),
      tag,
      summary: 'How long things are kept, and what goes when',
      responses: {
        200: Type.Object({
          retentionDays: Type.Integer({ description: 'As the document says' }),
          requestLogDays: Type.Integer(),
          keptSince: Time(),
          due: Type.Array(DueRowsShape),
          deletion: Nullable(DeletionShape),
        }),
      },
      async handle(ctx) {
        const retentionDays = must(await readRetentionDays(ctx.db, ctx.workspace.id), 'the retention of a workspace');
        const cutoff = computeRetentionCutoff(retentionDays, ctx.now);
        const { deletes_at, deletion_asked_by } = await readDeletion(ctx);
        const timezone = ctx.workspace.timezone;
        return ok({
          retentionDays,
          requestLogDays: Math.min(retentionDays, config.requestLogDays),
          keptSince: rfc3339(cutoff, timezone),
          due: await countDueRows(ctx.db, records, cutoff),
          deletion: deletes_at && { deletesAt: rfc3339(deletes_at, timezone), askedBy: deletion_asked_by },
        });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/privacy/export',
      gate: session('admin'),
      tag,
      summary: 'Export the whole workspace',
      description:
        'NDJSON, one object a line, streamed. What is sealed is opened for owners alone. Leaves entries in the audit log.',
      body: Empty,
      produces: NDJSON,
      responses: { 200: Type.String() },
      async handle(ctx) {
        await audit(
          ctx,
          'workspace.export',
          ctx.workspace.id,
          isOwner(ctx) ? 'with health data' : 'without health data',
        );
        return createNdjsonFile('workspace', ctx, exportWorkspace(exportDependencies, ctx, isOwner(ctx)));
      },
    }),
  ];
}

function customerRoutes({ config, session, idempotency, ...exportDependencies }: Dependencies): Route[] {
  const records = recordsOf(exportDependencies.industries);
  const CountShapes = createCountShapes(records);
  const MentionsShape = createMentionsShape(records);
  const ErasureShape = Type.Object({ ...CountShapes, report: createReportShape(records), ...MentionsShape });
  const findByQuery = async (ctx: Ctx, body: CustomerQuery, purpose: string) => {
    const businessCtx = await exportDependencies.resolveBusinessContext(ctx, purpose);
    return findCustomer(businessCtx, records, normalizeQuery(body, businessCtx.business));
  };
  const findById = async (ctx: Ctx, id: string, purpose: string) => {
    const businessCtx = await exportDependencies.resolveBusinessContext(ctx, purpose);
    const row = await mustFindCustomer(ctx.db, id);
    const { phone, email, name, dateOfBirth } = must(
      (await readDetails(businessCtx, [row])).get(row.id),
      'the details',
    );
    const query = {
      ...(phone ? { phone } : {}),
      ...(email ? { email } : {}),
      ...(dateOfBirth ? { name, dateOfBirth } : {}),
    };
    return findCustomer(businessCtx, records, query, [row.id]);
  };
  const erase = async (ctx: Ctx, findPerson: () => Promise<FoundCustomer>, additionalIds: string[]) => {
    await beginSnapshot(ctx.db);
    await lockHead(ctx.db, ctx.workspace.id);
    const customer = await addRecords(ctx.db, await findPerson(), additionalIds);
    const { recordIds, mentions } = customer;
    const erasureCounts = await eraseCustomer(ctx, customer, { idempotency, dataDir: config.dataDir });
    await audit(ctx, 'customer.erase', 'customer', formatCounts({ ...countRecords(recordIds), ...erasureCounts }));
    return ok({
      ...countRecords(recordIds),
      report: createReport(records, recordIds, erasureCounts, mentions),
      ...presentMentions(mentions),
    });
  };
  const gate = session('admin');
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/privacy/customers/find',
      gate,
      tag,
      summary: 'How much is held about somebody',
      description: 'A POST, so that who is meant stands in no log.',
      body: CustomerQueryBody,
      responses: { 200: Type.Object({ ...CountShapes, ...MentionsShape }) },
      async handle(ctx, { body }) {
        const { recordIds, mentions } = await findByQuery(ctx, body, 'customer.find');
        await audit(ctx, 'customer.find', 'customer', formatCounts(countRecords(recordIds)));
        return ok({ ...countRecords(recordIds), ...presentMentions(mentions) });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/privacy/customers/export',
      gate,
      tag,
      summary: 'Export all that is held about somebody',
      description: 'NDJSON. What is sealed is opened for owners alone.',
      body: CustomerQueryBody,
      produces: NDJSON,
      responses: { 200: Type.String() },
      async handle(ctx, { body }) {
        const { recordIds } = await findByQuery(ctx, body, 'customer.export');
        await audit(ctx, 'customer.export', 'customer', formatCounts(countRecords(recordIds)));
        return createNdjsonFile('customer', ctx, exportCustomer(exportDependencies, ctx, recordIds, isOwner(ctx)));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/privacy/customers/erase',
      gate,
      tag,
      summary: 'Erase somebody',
      description:
        'Conversations and requests are removed, bookings lose who they were for; figures stay. Stored answers, events and mails that tell of them go too. `report` says what became of every place, `mentions` what names them and was kept. It cannot be undone. Bookings that are still to come have to be canceled first: 409, reason `upcoming_bookings`.',
      body: Strict({ ...PERSON_FIELDS, also: Type.Optional(AdditionalIdsSchema) }),
      responses: { 200: ErasureShape },
      handle: (ctx, { body: { also = [], ...body } }) =>
        erase(ctx, () => findByQuery(ctx, body, 'customer.erase'), also),
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path: '/customers/:id',
      gate,
      tag: 'Customers',
      summary: 'Erase a customer',
      description:
        'As `POST /api/privacy/customers/erase` does by phone and email, and with everything that belongs to the customer.',
      params: Strict({ id: Id('cus') }),
      responses: { 200: ErasureShape },
      handle: (ctx, { params: { id } }) => erase(ctx, () => findById(ctx, id, 'customer.erase'), []),
    }),
  ];
}

function deletionRoutes({ config, session, isCorrectPassword, apiKeyCache }: Dependencies): Route[] {
  const gate = session('owner');
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/privacy/deletion',
      gate,
      tag,
      summary: 'Delete the workspace in seven days',
      description:
        'Takes its name, typed, and the owner’s password. Keys stop at once. Until the day it can be undone.',
      body: Strict({
        name: Type.String({ maxLength: 200, description: 'The name of the workspace' }),
        password: Type.String({ maxLength: 128 }),
      }),
      responses: { 200: Type.Object({ deletesAt: Time() }) },
      async handle(ctx, { body: { name, password }, request }) {
        if (name.trim() !== ctx.workspace.name) {
          const detail = `must be the name of the workspace: ${ctx.workspace.name}`;
          throw new Problem('validation_failed', `/name ${detail}`, { errors: [{ pointer: '/name', detail }] });
        }
        if (!(await isCorrectPassword(request, password)))
          throw new Problem('invalid_credentials', 'That password is wrong.');
        ctx.afterCommit(() => apiKeyCache.invalidate(ctx.workspace.id));
        const deletesAt = await scheduleDeletion(ctx, config.publicUrl);
        return ok({ deletesAt: rfc3339(deletesAt, ctx.workspace.timezone) });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/privacy/deletion',
      gate,
      tag,
      summary: 'Keep the workspace after all',
      responses: { 204: null },
      async handle(ctx) {
        ctx.afterCommit(() => apiKeyCache.invalidate(ctx.workspace.id));
        if (!(await cancelDeletion(ctx))) throw new Problem('conflict', 'This workspace isn’t scheduled for deletion.');
        return noContent();
      },
    }),
  ];
}

const isOwner = ({ actor }: Ctx) => actor.kind === 'user' && actor.role === 'owner';

const countRecords = (recordIds: RecordIds) =>
  Object.fromEntries(Object.entries(recordIds).map(([table, ids]) => [table, ids.length]));

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');

/** Streaming starts after the commit, so that the audit entry is stored before the first line is sent. */
function createNdjsonFile(name: string, { now }: Ctx, lines: AsyncIterable<string>): RouteResponse {
  const day = now.toISOString().slice(0, 10);
  return {
    status: 200,
    headers: {
      'Content-Type': `${NDJSON}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}-${day}.ndjson"`,
    },
    body: Readable.from(lines),
  };
}
