import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createExportResponse, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, negotiateFormat } from '../../kernel/http/export.ts';
import { DEFAULT_LIMIT } from '../../kernel/http/pagination.ts';
import {
  type Context,
  created,
  type Gate,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, ListOf, NonBlank, OneOf, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { notFound } from '../../kernel/problem.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { Scope } from '../keys/scopes.ts';
import { HIDDEN_DETAILS, isEncrypted, readDetails } from './details.ts';
import { EXPORT_COLUMNS, exportCustomers } from './export.ts';
import { startImport } from './import.ts';
import { mergeCustomers } from './merge.ts';
import {
  CustomerChange,
  CustomerProfile,
  CustomerSummary,
  ImportShape,
  NewCustomer,
  presentCustomer,
  presentImport,
  presentStats,
} from './shapes.ts';
import {
  assertCurrentVersion,
  listCustomers,
  listMergedContacts,
  listTags,
  lockCustomers,
  mustFindCustomer,
  readStats,
  SORT_OPTIONS,
} from './store.ts';
import type { CustomerRow } from './tables.ts';
import {
  type CustomerContext,
  createDuplicateProblem,
  findMatchingCustomers,
  insertCustomer,
  normalizeInput,
  requireDateOfBirthAllowed,
  updateCustomer,
} from './write.ts';

type Dependencies = {
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  industries: AnyIndustry[];
  database: Database;
  resolveBusinessContext: ResolveBusinessContext;
};
type Ctx = Context<WorkspacePrincipal> & CustomerContext;

const tag = 'Customers';
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const CustomerParams = Strict({ id: Id('cus') });

export const createHealthIndustryCheck = (industries: AnyIndustry[]) => {
  const names = new Set(
    industries.filter(({ capabilities }) => capabilities.some(({ health }) => health)).map(({ name }) => name),
  );
  return (industry: string): boolean => names.has(industry);
};

export function customerRoutes(dependencies: Dependencies): Route[] {
  return [
    ...createReadingRoutes(dependencies),
    ...createWritingRoutes(dependencies),
    ...createImportRoutes(dependencies),
  ];
}

function createReadingRoutes({ keyGate, resolveBusinessContext, database }: Dependencies): Route[] {
  const gate = keyGate('customers:read');
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/customers',
      gate,
      tag,
      summary: 'List and search customers',
      description:
        'By name, or by their latest booking. Everyone who books, sends a request or gives a phone number or email in a ' +
        'conversation becomes a customer automatically. With `format=csv` or `ndjson` all that the filters leave is sent as a file.',
      query: Strict({
        ...PageQuery,
        q: Type.Optional(
          Type.String({
            maxLength: 200,
            description:
              'Beginnings of names, part of a phone number, or an email. Those with encrypted details are found by a whole name, phone or email.',
          }),
        ),
        tag: Type.Optional(Type.String({ maxLength: 40 })),
        bookingId: Type.Optional(Id('bkg', { description: 'Whose booking that is' })),
        sort: Type.Optional(OneOf(SORT_OPTIONS, { description: '`lastBooking`: the latest first' })),
        format: Type.Optional(OneOf(EXPORT_FORMATS)),
      }),
      responses: { 200: ListOf(CustomerSummary) },
      fileTypes: EXPORT_MEDIA_TYPES,
      async handle(context, { query: { limit = DEFAULT_LIMIT, format, ...filter }, request }) {
        const fileFormat = negotiateFormat(request, format);
        if (fileFormat !== 'json') {
          context.requireWriteTransaction();
          const ctx = await resolveBusinessContext(context, 'customers.export');
          const mayDecrypt = ctx.actor.kind === 'key' || ctx.actor.role === 'owner';
          await audit(ctx, 'customer.export', 'customers', mayDecrypt ? 'with health data' : 'without health data');
          const { starting_after: _after, ending_before: _before, ...exportFilter } = filter;
          return createExportResponse(
            fileFormat,
            'customers',
            EXPORT_COLUMNS,
            exportCustomers(ctx, database, exportFilter, mayDecrypt),
          );
        }
        const ctx = await resolveBusinessContext(context, 'customers.list');
        const rows = await listCustomers(ctx, { ...filter, limit });
        const data = await presentCustomerList(ctx, rows.slice(0, limit));
        return ok({ object: 'list', data, has_more: rows.length > limit });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/customers/tags',
      gate,
      tag,
      summary: 'The tags in use, the most used first',
      responses: { 200: Type.Object({ tags: Type.Array(Type.String()) }) },
      handle: async ({ db }) => ok({ tags: await listTags(db) }),
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/customers/:id',
      gate,
      tag,
      summary: 'Read a customer with visits, no-shows and value',
      description:
        'The id of a customer who was merged gives the customer it was merged into. Bookings, requests and conversations: ' +
        'their lists take `customerId`. Reading encrypted details is logged.',
      params: CustomerParams,
      responses: { 200: CustomerProfile },
      async handle(context, { params: { id } }) {
        const ctx = await resolveBusinessContext(context, 'customers.read');
        return ok(await presentProfile(ctx, await mustFindCustomer(ctx.db, id)));
      },
    }),
  ];
}

function createWritingRoutes({ keyGate, resolveBusinessContext, industries }: Dependencies): Route[] {
  const gate = keyGate('customers:write');
  const isHealthIndustry = createHealthIndustryCheck(industries);
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/customers',
      gate,
      tag,
      summary: 'Add a customer',
      description: 'A phone or email that another customer has is refused: 409, reason `duplicate`, with `customerId`.',
      body: NewCustomer,
      example: { body: { name: 'Grace Lee', phone: '212 555 0190', tags: ['regular'] } },
      responses: { 201: CustomerProfile },
      async handle(context, { body }) {
        const ctx = await resolveBusinessContext(context, 'customers.create');
        const input = normalizeInput(body, ctx.business);
        requireDateOfBirthAllowed(input, ctx.business, isHealthIndustry);
        const row = await insertCustomer(ctx, input);
        if (!row)
          throw createDuplicateProblem(
            must((await findMatchingCustomers(ctx, input))[0], 'the customer who is in the way'),
          );
        return created(await presentProfile(ctx, row));
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'versioned',
      path: '/customers/:id',
      gate,
      tag,
      summary: 'Change a customer',
      description: 'Fields that are left out stay as they are. A `version` that is not the newest is refused.',
      params: CustomerParams,
      body: CustomerChange,
      example: { body: { tags: ['regular'], notes: 'Likes the window table' } },
      responses: { 200: CustomerProfile },
      async handle(context, { params: { id }, body: { version, ...body } }) {
        const ctx = await resolveBusinessContext(context, 'customers.change');
        const { id: currentId } = await mustFindCustomer(ctx.db, id);
        const [lockedRow] = await lockCustomers(ctx.db, [currentId]);
        if (!lockedRow) throw notFound('customer');
        assertCurrentVersion(lockedRow, version);
        const details = must((await readDetails(ctx, [lockedRow])).get(currentId), 'the details of the customer');
        const { row } = await updateCustomer(ctx, lockedRow, details, normalizeInput(body, ctx.business));
        return ok(await presentProfile(ctx, row));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/customers/:id/merge',
      gate,
      tag,
      summary: 'Merge another customer into this one',
      description:
        'Bookings, conversations, requests, notes and tags move here. The other’s id, phone and email lead here from then on. ' +
        'It can’t be undone; repeating it changes nothing.',
      params: CustomerParams,
      body: Strict({ customerId: Id('cus', { description: 'The customer that goes' }) }),
      responses: { 200: CustomerProfile },
      async handle(context, { params: { id }, body: { customerId } }) {
        const ctx = await resolveBusinessContext(context, 'customers.merge');
        await mergeCustomers(ctx, id, customerId);
        return ok(await presentProfile(ctx, await mustFindCustomer(ctx.db, id)));
      },
    }),
  ];
}

function createImportRoutes({ keyGate, resolveBusinessContext }: Dependencies): Route[] {
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/customer-imports',
      aliasPath: '/customers/imports',
      gate: keyGate('customers:write'),
      tag,
      summary: 'Import customers from a CSV file',
      description:
        'The first line names the columns: `name` (or first and last name), `phone`, `email`, `dateOfBirth`, `language`, ' +
        '`tags`, `notes`, `texts`, `marketing`. Customers who are known by phone or email are updated; importing a file ' +
        'twice changes nothing. It is read in the background: `GET` shows the progress and what is wrong, by line.',
      body: Strict({ csv: NonBlank({ maxLength: MAX_FILE_BYTES }) }),
      bodyLimit: MAX_FILE_BYTES,
      example: { body: { csv: 'name,phone\nDana Fox,212 555 0142' } },
      responses: { 201: ImportShape },
      async handle(context, { body: { csv } }) {
        const ctx = await resolveBusinessContext(context, 'customers.import');
        return created(presentImport(await startImport(ctx, csv), ctx.workspace.timezone));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/customer-imports/:id',
      aliasPath: '/customers/imports/:id',
      gate: keyGate('customers:read'),
      tag,
      summary: 'How far an import is, and what is wrong by line',
      params: Strict({ id: Id('imp') }),
      responses: { 200: ImportShape },
      async handle({ db, workspace }, { params: { id } }) {
        const row = await db.selectFrom('customer_imports').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw notFound('import');
        return ok(presentImport(row, workspace.timezone));
      },
    }),
  ];
}

/** As with bookings: staff who list customers have not opened one yet, so encrypted details stay hidden. */
export async function presentCustomerList(ctx: Ctx, rows: CustomerRow[]) {
  const readableRows = ctx.actor.kind === 'user' ? rows.filter((row) => !isEncrypted(row)) : rows;
  const details = await readDetailsAudited(ctx, readableRows);
  return rows.map((row) => presentCustomer(row, details.get(row.id) ?? HIDDEN_DETAILS, ctx.workspace.timezone));
}

/** Reading encrypted details writes to the audit log. */
function readDetailsAudited(ctx: Ctx, rows: CustomerRow[]) {
  if (rows.some(isEncrypted)) ctx.requireWriteTransaction();
  return readDetails(ctx, rows);
}

async function presentProfile(ctx: Ctx, row: CustomerRow) {
  const { db, now, workspace } = ctx;
  const details = must((await readDetailsAudited(ctx, [row])).get(row.id), 'the details of the customer');
  const mergedCustomers = await listMergedContacts(db, row.id);
  return {
    ...presentCustomer(row, details, workspace.timezone),
    otherContacts: mergedCustomers.flatMap(({ phone, email }) => (phone || email ? [{ phone, email }] : [])),
    stats: presentStats(await readStats(db, row.id, now), workspace.timezone),
  };
}
