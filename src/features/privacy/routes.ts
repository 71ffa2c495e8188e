import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { recordsOf } from '../../capability/industry.ts';
import type { SealedRecords } from '../../capability/records.ts';
import { holdHead } from '../../kernel/audit/head.ts';
import { audit } from '../../kernel/audit/log.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Idempotency } from '../../kernel/http/idempotency.ts';
import type { Answer, Context, Gate, InWorkspace, Route } from '../../kernel/http/route.ts';
import { noContent, ok, route } from '../../kernel/http/route.ts';
import { Empty, NonBlank, Nullable, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import { type Asked, alsoErase, findCustomer, type Held, readAsked } from './customer.ts';
import { askForDeletion, deletionOf, undoDeletion } from './deletion.ts';
import { eraseCustomer } from './erase.ts';
import { customerLines, type ExportDependencies, workspaceLines } from './export.ts';
import { oneSnapshot } from './figures.ts';
import { mentionsShape, reportOf, reportShape, showMentions } from './report.ts';
import { cutoffOf, retentionOf, whatIsDue } from './retention.ts';

type Ctx = Context<InWorkspace>;
type Dependencies = ExportDependencies & {
  config: Config;
  session(role: Role): Gate<InWorkspace>;
  /** The password of whoever asks; each try counts. */
  isPassword(request: FastifyRequest, password: string): Promise<boolean>;
  apiKeys: { forget(accountId: string): void };
  idempotency: Idempotency;
};

const tag = 'Privacy';
const NDJSON = 'application/x-ndjson';
const Due = Type.Object({
  kind: OneOf(['conversations', 'bookings', 'requests', 'events']),
  next: Type.Integer({ description: 'With the next run, tonight' }),
  week: Type.Integer({ description: 'Within 7 days, those included' }),
  month: Type.Integer({ description: 'Within 30 days, those included' }),
});
const Deletion = Type.Object({ deletesAt: Time(), askedBy: Type.String() });
const PERSON = {
  phone: Type.Optional(NonBlank({ maxLength: 50 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  name: Type.Optional(
    NonBlank({
      maxLength: 200,
      description: 'Finds a patient beside a dateOfBirth; otherwise only where they are named',
    }),
  ),
  dateOfBirth: Type.Optional(Type.String({ format: 'date' })),
};
const Person = Strict(PERSON, {
  description: 'A phone, an email, or a patient’s name and date of birth; what any of them finds',
});
const Also = Type.Array(NonBlank({ maxLength: 60 }), {
  maxItems: 500,
  description: 'Ids of conversations, bookings, requests and the like that are theirs too, as somebody has seen',
});
const countShapes = (records: SealedRecords[]) =>
  Object.fromEntries(
    ['conversations', 'bookings', 'requests', ...records.map(({ table }) => table)].map((name) => [
      name,
      Type.Integer(),
    ]),
  );

export function privacyRoutes(dependencies: Dependencies): Route[] {
  return [...workspaceRoutes(dependencies), ...customerRoutes(dependencies), ...deletionRoutes(dependencies)];
}

function workspaceRoutes({ config, session, ...exporting }: Dependencies): Route[] {
  const records = recordsOf(exporting.industries);
  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/privacy',
      gate: session('admin'),
      tag,
      summary: 'How long things are kept, and what goes when',
      answers: {
        200: Type.Object({
          retentionDays: Type.Integer({ description: 'As the document says' }),
          requestLogDays: Type.Integer(),
          keptSince: Time(),
          due: Type.Array(Due),
          deletion: Nullable(Deletion),
        }),
      },
      async handle(ctx) {
        const retentionDays = must(await retentionOf(ctx.db, ctx.workspace.id), 'the retention of a workspace');
        const cutoff = cutoffOf(retentionDays, ctx.now);
        const { deletes_at, deletion_asked_by } = await deletionOf(ctx);
        const zone = ctx.workspace.timezone;
        return ok({
          retentionDays,
          requestLogDays: Math.min(retentionDays, config.requestLogDays),
          keptSince: rfc3339(cutoff, zone),
          due: await whatIsDue(ctx.db, records, cutoff),
          deletion: deletes_at && { deletesAt: rfc3339(deletes_at, zone), askedBy: deletion_asked_by },
        });
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/privacy/export',
      gate: session('admin'),
      tag,
      summary: 'Export the whole workspace',
      description:
        'NDJSON, one object a line, streamed. What is sealed is opened for owners alone. Leaves entries in the audit log.',
      body: Empty,
      produces: NDJSON,
      answers: { 200: Type.String() },
      async handle(ctx) {
        await audit(
          ctx,
          'workspace.export',
          ctx.workspace.id,
          isOwner(ctx) ? 'sealed rows opened' : 'sealed rows left out',
        );
        return file('workspace', ctx, workspaceLines(exporting, ctx, isOwner(ctx)));
      },
    }),
  ];
}

function customerRoutes({ config, session, idempotency, ...exporting }: Dependencies): Route[] {
  const records = recordsOf(exporting.industries);
  const COUNTS = countShapes(records);
  const MentionsShape = mentionsShape(records);
  const find = async (ctx: Ctx, body: Asked, purpose: string) => {
    const within = await exporting.resolveBusiness(ctx, purpose);
    return findCustomer(within, records, readAsked(body, within.business));
  };
  const gate = session('admin');
  return [
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/privacy/customers/find',
      gate,
      tag,
      summary: 'How much is held about somebody',
      description: 'A POST, so that who is meant stands in no log.',
      body: Person,
      answers: { 200: Type.Object({ ...COUNTS, ...MentionsShape }) },
      async handle(ctx, { body }) {
        const { held, mentions } = await find(ctx, body, 'customer.find');
        await audit(ctx, 'customer.find', 'customer', say(countsOf(held)));
        return ok({ ...countsOf(held), ...showMentions(mentions) });
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/privacy/customers/export',
      gate,
      tag,
      summary: 'Export all that is held about somebody',
      description: 'NDJSON. What is sealed is opened for owners alone.',
      body: Person,
      produces: NDJSON,
      answers: { 200: Type.String() },
      async handle(ctx, { body }) {
        const { held } = await find(ctx, body, 'customer.export');
        await audit(ctx, 'customer.export', 'customer', say(countsOf(held)));
        return file('customer', ctx, customerLines(exporting, ctx, held, isOwner(ctx)));
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/privacy/customers/erase',
      gate,
      tag,
      summary: 'Erase somebody',
      description:
        'Conversations and requests are removed, bookings lose who they were for; figures stay. Stored answers, events and mails that tell of them go too. `report` says what became of every place, `mentions` what names them and was kept. It cannot be undone. Bookings that are still to come have to be cancelled first: 409, reason `upcoming_bookings`.',
      body: Strict({ ...PERSON, also: Type.Optional(Also) }),
      answers: { 200: Type.Object({ ...COUNTS, report: reportShape(records), ...MentionsShape }) },
      async handle(ctx, { body: { also = [], ...body } }) {
        await oneSnapshot(ctx.db);
        await holdHead(ctx.db, ctx.workspace.id);
        const customer = await alsoErase(ctx.db, await find(ctx, body, 'customer.erase'), also);
        const { held, mentions } = customer;
        const erased = await eraseCustomer(ctx, customer, { idempotency, dataDir: config.dataDir });
        await audit(ctx, 'customer.erase', 'customer', say({ ...countsOf(held), ...erased }));
        return ok({ ...countsOf(held), report: reportOf(records, held, erased, mentions), ...showMentions(mentions) });
      },
    }),
  ];
}

function deletionRoutes({ config, session, isPassword, apiKeys }: Dependencies): Route[] {
  const gate = session('owner');
  return [
    route({
      method: 'POST',
      root: 'dashboard',
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
      answers: { 200: Type.Object({ deletesAt: Time() }) },
      async handle(ctx, { body: { name, password }, request }) {
        if (name.trim() !== ctx.workspace.name) {
          const detail = `must be the name of the workspace: ${ctx.workspace.name}`;
          throw new Problem('validation_failed', `/name ${detail}`, { errors: [{ pointer: '/name', detail }] });
        }
        if (!(await isPassword(request, password))) throw new Problem('invalid_credentials', 'That password is wrong.');
        ctx.afterCommit(() => apiKeys.forget(ctx.workspace.id));
        const deletesAt = await askForDeletion(ctx, config.publicUrl);
        return ok({ deletesAt: rfc3339(deletesAt, ctx.workspace.timezone) });
      },
    }),
    route({
      method: 'DELETE',
      root: 'dashboard',
      path: '/privacy/deletion',
      gate,
      tag,
      summary: 'Keep the workspace after all',
      answers: { 204: null },
      async handle(ctx) {
        ctx.afterCommit(() => apiKeys.forget(ctx.workspace.id));
        if (!(await undoDeletion(ctx))) throw new Problem('conflict', 'This workspace isn’t scheduled for deletion.');
        return noContent();
      },
    }),
  ];
}

const isOwner = ({ actor }: Ctx) => actor.kind === 'user' && actor.role === 'owner';

const countsOf = (held: Held) => Object.fromEntries(Object.entries(held).map(([table, ids]) => [table, ids.length]));

const say = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');

/** Begins once the request is committed, so that what was asked for is in the audit log before a line is sent. */
function file(name: string, { now }: Ctx, lines: AsyncIterable<string>): Answer {
  const day = now.toISOString().slice(0, 10);
  return {
    status: 200,
    headers: {
      'Content-Type': `${NDJSON}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="frontdesk-${name}-${day}.ndjson"`,
    },
    body: Readable.from(lines),
  };
}
