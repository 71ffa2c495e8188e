import { sql } from 'kysely';
import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';
import type { EncryptedRecords } from '../../capability/records.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { decryptPersonalDetails } from '../../scheduling/person-encryption.ts';
import { presentBooking } from '../../scheduling/present.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { presentConversation } from '../conversations/shapes.ts';
import { HIDDEN_DETAILS, isEncrypted, readDetails } from '../customers/details.ts';
import { presentCustomer } from '../customers/shapes.ts';
import type { Notes } from '../inbox/notes.ts';
import { readTags } from '../inbox/store.ts';
import type { RecordIds } from './customer.ts';

type Ctx = Context<WorkspacePrincipal>;
export type ExportDependencies = {
  industries: AnyIndustry[];
  database: Database;
  resolveBusinessContext: ResolveBusinessContext;
  conversationService: ConversationService;
  notes: Notes;
};
type ExportLine = { type: string } & Record<string, unknown>;

const ROWS_PER_BATCH = 100;
const PURPOSE = 'export';

/**
 * Exports line by line. Each batch is read in its own transaction after the previous one was sent, so that memory stays
 * limited. With `shouldDecrypt`, encrypted rows are decrypted, and each leaves an entry in the audit log.
 */
function createExporter(
  { industries, database, resolveBusinessContext, conversationService, notes }: ExportDependencies,
  ctx: Ctx,
  shouldDecrypt: boolean,
) {
  const timezone = ctx.workspace.timezone;
  const inTransaction = <T>(work: (batchCtx: Ctx) => Promise<T>): Promise<T> =>
    database.inWorkspace(ctx.workspace.id, (db) => work({ ...ctx, db, requireWriteTransaction: () => undefined }));

  /** All rows of a table, or only those listed, ordered by id. */
  async function* exportTable(
    table: string,
    onlyIds: string[] | undefined,
    presentBatch: (batchCtx: Ctx, ids: string[]) => Promise<ExportLine[]>,
  ) {
    for (let afterId = ''; ; ) {
      const { ids, lines } = await inTransaction(async (batchCtx) => {
        const batchIds = await readIds(batchCtx.db, table, afterId, onlyIds);
        return { ids: batchIds, lines: batchIds.length ? await presentBatch(batchCtx, batchIds) : [] };
      });
      yield* lines;
      const lastId = ids.at(-1);
      if (lastId === undefined || ids.length < ROWS_PER_BATCH) return;
      afterId = lastId;
    }
  }

  async function createConversationLines(batchCtx: Ctx, ids: string[]): Promise<ExportLine[]> {
    const [tags, idsWithNotes] = [
      await readTags(batchCtx.db, ids),
      await notes.findConversationsWithNotes(batchCtx, ids),
    ];
    const rows = await conversationService.store.listWithoutDecrypting(batchCtx, { ids, limit: ROWS_PER_BATCH });
    const readableIds = rows.filter(({ isEncrypted }) => shouldDecrypt || !isEncrypted).map(({ id }) => id);
    const lines: ExportLine[] = rows
      .filter(({ isEncrypted }) => isEncrypted && !shouldDecrypt)
      .map(({ id, status, channel }) => ({ type: 'conversation', id, status, channel, sealed: true }));
    for (const { conversation, messages } of await conversationService.store.readMany(batchCtx, readableIds)) {
      const { id } = conversation;
      const teamFields = {
        tags: tags.get(id) ?? [],
        notes: idsWithNotes.has(id) ? await notes.read(batchCtx, id) : [],
      };
      lines.push({ type: 'conversation', ...presentConversation(conversation, messages, timezone), ...teamFields });
    }
    return lines;
  }

  async function createBookingLines(batchCtx: Ctx, ids: string[]): Promise<ExportLine[]> {
    const rows = await batchCtx.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .execute();
    const peopleByBooking = shouldDecrypt
      ? await decryptPersonalDetails(await resolveBusinessContext(batchCtx, PURPOSE), rows)
      : new Map();
    const hiddenPerson = { customer: { name: '' }, notes: null };
    return rows.map((row) => {
      const person = row.sealed ? (peopleByBooking.get(row.id) ?? hiddenPerson) : undefined;
      return { type: 'booking', ...presentBooking(row, timezone, person) };
    });
  }

  const createIndustryRecordLines =
    ({ kind, read }: EncryptedRecords) =>
    async (batchCtx: Ctx, ids: string[]): Promise<ExportLine[]> => {
      if (!shouldDecrypt) return ids.map((id) => ({ type: kind, id, sealed: true }));
      const businessCtx = await resolveBusinessContext(batchCtx, PURPOSE);
      const lines: ExportLine[] = [];
      for (const id of ids) lines.push({ type: kind, ...(await read(businessCtx, id)) });
      return lines;
    };

  const createRequestLines = async ({ db }: Ctx, ids: string[]): Promise<ExportLine[]> => {
    const rows = await db.selectFrom('requests').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();
    return rows.map(({ type: kind, id, status, data, created_at, updated_at }) => {
      const times = { createdAt: rfc3339(created_at, timezone), updatedAt: rfc3339(updated_at, timezone) };
      return { type: 'request', kind, id, status, data, ...times };
    });
  };

  async function createCustomerLines(batchCtx: Ctx, ids: string[]): Promise<ExportLine[]> {
    const rows = await batchCtx.db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .execute();
    const readableRows = shouldDecrypt ? rows : rows.filter((row) => !isEncrypted(row));
    const details = await readDetails(await resolveBusinessContext(batchCtx, PURPOSE), readableRows);
    return rows.map((row) => {
      const { phone, email, merged_into } = row;
      if (merged_into) return { type: 'customer', id: row.id, mergedInto: merged_into, phone, email };
      return { type: 'customer', ...presentCustomer(row, details.get(row.id) ?? HIDDEN_DETAILS, timezone) };
    });
  }

  async function* exportCustomerRecords(onlyRecordIds?: RecordIds) {
    yield* exportTable('conversations', onlyRecordIds?.conversations, createConversationLines);
    yield* exportTable('bookings', onlyRecordIds?.bookings, createBookingLines);
    yield* exportTable('requests', onlyRecordIds?.requests, createRequestLines);
    yield* exportTable('customers', onlyRecordIds?.customers, createCustomerLines);
    for (const records of recordsOf(industries))
      yield* exportTable(records.table, onlyRecordIds?.[records.table], createIndustryRecordLines(records));
  }

  /** The business's own data. Documents are read one by one, because they may be large. */
  async function* exportBusinessData() {
    for (const { type, createStatement } of BUSINESS_TABLES) {
      for (let afterPosition = -1; ; ) {
        const { rows } = await inTransaction(({ db }) => createStatement(afterPosition).execute(db));
        for (const { position: _, ...row } of rows) yield { type, ...row };
        const lastRow = rows.at(-1);
        if (!lastRow) break;
        afterPosition = lastRow.position;
      }
    }
  }
  return { exportCustomerRecords, exportBusinessData };
}

type BusinessRow = { position: number } & Record<string, unknown>;
const BUSINESS_TABLES: { type: string; createStatement(afterPosition: number): ReturnType<typeof sql<BusinessRow>> }[] =
  [
    {
      type: 'document_version',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select version as position, version, created_by as by, created_at as "createdAt", document
      from business_versions where version > ${afterPosition} order by version limit 1`,
    },
    {
      type: 'member',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select * from (select (row_number() over (order by m.created_at, u.id))::int as position,
      u.id, u.name, u.email, m.role from members m join auth_users u on u.id = m.user_id) as r where position > ${afterPosition}`,
    },
    {
      type: 'key',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select * from (select (row_number() over (order by id))::int as position, id, name, mode,
      kind, scopes, origins, created_at as "createdAt", revoked_at as "revokedAt" from api_keys) as r where position > ${afterPosition}`,
    },
    {
      type: 'webhook',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select * from (select (row_number() over (order by id))::int as position, id, url, events,
      description, status from webhook_endpoints) as r where position > ${afterPosition}`,
    },
    {
      type: 'ready_reply',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select * from (select (row_number() over (order by id))::int as position, id, title, text
      from ready_replies) as r where position > ${afterPosition}`,
    },
    {
      type: 'audit_entry',
      createStatement: (
        afterPosition,
      ) => sql<BusinessRow>`select sequence::int as position, sequence::int, at, actor, action, subject, reason,
      encode(hash, 'hex') as hash from audit_entries where sequence > ${afterPosition} order by sequence limit ${ROWS_PER_BATCH}`,
    },
  ];

const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`;

async function readIds(db: Db, table: string, afterId: string, onlyIds: string[] | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id > ${afterId} and (${onlyIds === undefined} or id = any(${onlyIds ?? []}::text[])) order by id limit ${ROWS_PER_BATCH}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Exports all records about a customer. */
export async function* exportCustomer(
  dependencies: ExportDependencies,
  ctx: Ctx,
  recordIds: RecordIds,
  shouldDecrypt: boolean,
) {
  yield toNdjson({ type: 'export', of: 'customer', exportedAt: ctx.now.toISOString() });
  for await (const record of createExporter(dependencies, ctx, shouldDecrypt).exportCustomerRecords(recordIds))
    yield toNdjson(record);
}

export async function* exportWorkspace(dependencies: ExportDependencies, ctx: Ctx, shouldDecrypt: boolean) {
  const { id, name, plan } = ctx.workspace;
  yield toNdjson({ type: 'export', of: 'workspace', id, name, plan, exportedAt: ctx.now.toISOString() });
  const { exportCustomerRecords, exportBusinessData } = createExporter(dependencies, ctx, shouldDecrypt);
  for await (const row of exportBusinessData()) yield toNdjson(row);
  for await (const record of exportCustomerRecords()) yield toNdjson(record);
}

const toNdjson = (content: ExportLine): string => `${JSON.stringify(content)}\n`;
