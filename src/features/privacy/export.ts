import { sql } from 'kysely';
import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';
import type { SealedRecords } from '../../capability/records.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { decryptBookings } from '../../scheduling/person-encryption.ts';
import { presentBooking } from '../../scheduling/present.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { presentConversation } from '../conversations/shapes.ts';
import type { Notes } from '../inbox/notes.ts';
import { tagsOf } from '../inbox/store.ts';
import type { Held } from './customer.ts';

type Ctx = Context<InWorkspace>;
export type ExportDependencies = {
  industries: AnyIndustry[];
  database: Database;
  resolveBusiness: ResolveBusiness;
  conversationService: ConversationService;
  notes: Notes;
};
type Line = { type: string } & Record<string, unknown>;

const BATCH = 100;
const PURPOSE = 'export';

/**
 * Line by line, each batch read in a transaction of its own when the one before was sent: however much there is, a hundred
 * rows are in memory. Sealed rows are opened where `opens`, and each leaves its entry in the audit log.
 */
function exporter(
  { industries, database, resolveBusiness, conversationService, notes }: ExportDependencies,
  ctx: Ctx,
  opens: boolean,
) {
  const zone = ctx.workspace.timezone;
  const inside = <T>(work: (own: Ctx) => Promise<T>): Promise<T> =>
    database.inWorkspace(ctx.workspace.id, (db) => work({ ...ctx, db, mustWrite: () => undefined }));

  /** Rows in the order of their ids, or those that are named alone. */
  async function* inOrder(
    table: string,
    only: string[] | undefined,
    present: (own: Ctx, ids: string[]) => Promise<Line[]>,
  ) {
    for (let after = ''; ; ) {
      const { ids, lines } = await inside(async (own) => {
        const found = await page(own.db, table, after, only);
        return { ids: found, lines: found.length ? await present(own, found) : [] };
      });
      yield* lines;
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH) return;
      after = last;
    }
  }

  async function conversations(own: Ctx, ids: string[]): Promise<Line[]> {
    const [tags, noted] = [await tagsOf(own.db, ids), await notes.written(own, ids)];
    const rows = await conversationService.store.listClosed(own, { ids, limit: BATCH });
    const open = rows.filter(({ isSealed }) => opens || !isSealed).map(({ id }) => id);
    const lines: Line[] = rows
      .filter(({ isSealed }) => isSealed && !opens)
      .map(({ id, status, channel }) => ({ type: 'conversation', id, status, channel, sealed: true }));
    for (const { conversation, messages } of await conversationService.store.readMany(own, open)) {
      const { id } = conversation;
      const team = { tags: tags.get(id) ?? [], notes: noted.has(id) ? await notes.read(own, id) : [] };
      lines.push({ type: 'conversation', ...presentConversation(conversation, messages, zone), ...team });
    }
    return lines;
  }

  async function bookings(own: Ctx, ids: string[]): Promise<Line[]> {
    const rows = await own.db.selectFrom('bookings').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();
    const people = opens ? await decryptBookings(await resolveBusiness(own, PURPOSE), rows) : new Map();
    const hidden = { customer: { name: '' }, notes: null };
    return rows.map((row) => {
      const person = row.sealed ? (people.get(row.id) ?? hidden) : undefined;
      return { type: 'booking', ...presentBooking(row, zone, person) };
    });
  }

  const recorded =
    ({ kind, read }: SealedRecords) =>
    async (own: Ctx, ids: string[]): Promise<Line[]> => {
      if (!opens) return ids.map((id) => ({ type: kind, id, sealed: true }));
      const within = await resolveBusiness(own, PURPOSE);
      const lines: Line[] = [];
      for (const id of ids) lines.push({ type: kind, ...(await read(within, id)) });
      return lines;
    };

  const requests = async ({ db }: Ctx, ids: string[]): Promise<Line[]> => {
    const rows = await db.selectFrom('requests').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();
    return rows.map(({ type: kind, id, status, data, created_at, updated_at }) => {
      const times = { createdAt: rfc3339(created_at, zone), updatedAt: rfc3339(updated_at, zone) };
      return { type: 'request', kind, id, status, data, ...times };
    });
  };

  async function* people(only?: Held) {
    yield* inOrder('conversations', only?.conversations, conversations);
    yield* inOrder('bookings', only?.bookings, bookings);
    yield* inOrder('requests', only?.requests, requests);
    for (const each of recordsOf(industries)) yield* inOrder(each.table, only?.[each.table], recorded(each));
  }

  /** What the business itself has: one by one, since a document may be large. */
  async function* rest() {
    for (const { type, statement } of OWN) {
      for (let after = -1; ; ) {
        const { rows } = await inside(({ db }) => statement(after).execute(db));
        for (const { position: _, ...row } of rows) yield { type, ...row };
        const last = rows.at(-1);
        if (!last) break;
        after = last.position;
      }
    }
  }
  return { people, rest };
}

type OwnRow = { position: number } & Record<string, unknown>;
const OWN: { type: string; statement(after: number): ReturnType<typeof sql<OwnRow>> }[] = [
  {
    type: 'document_version',
    statement: (
      after,
    ) => sql<OwnRow>`select version as position, version, created_by as by, created_at as "createdAt", document
      from business_versions where version > ${after} order by version limit 1`,
  },
  {
    type: 'member',
    statement: (
      after,
    ) => sql<OwnRow>`select * from (select (row_number() over (order by m.created_at, u.id))::int as position,
      u.id, u.name, u.email, m.role from members m join auth_users u on u.id = m.user_id) as r where position > ${after}`,
  },
  {
    type: 'key',
    statement: (
      after,
    ) => sql<OwnRow>`select * from (select (row_number() over (order by id))::int as position, id, name, mode,
      kind, scopes, origins, created_at as "createdAt", revoked_at as "revokedAt" from api_keys) as r where position > ${after}`,
  },
  {
    type: 'webhook',
    statement: (
      after,
    ) => sql<OwnRow>`select * from (select (row_number() over (order by id))::int as position, id, url, events,
      description, status from webhook_endpoints) as r where position > ${after}`,
  },
  {
    type: 'ready_reply',
    statement: (
      after,
    ) => sql<OwnRow>`select * from (select (row_number() over (order by id))::int as position, id, title, text
      from ready_replies) as r where position > ${after}`,
  },
  {
    type: 'audit_entry',
    statement: (
      after,
    ) => sql<OwnRow>`select sequence::int as position, sequence::int, at, actor, action, subject, reason,
      encode(hash, 'hex') as hash from audit_entries where sequence > ${after} order by sequence limit ${BATCH}`,
  },
];

const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`;

async function page(db: Db, table: string, after: string, only: string[] | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id > ${after} and (${only === undefined} or id = any(${only ?? []}::text[])) order by id limit ${BATCH}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Everything that there is about somebody. */
export async function* customerLines(dependencies: ExportDependencies, ctx: Ctx, held: Held, opens: boolean) {
  yield line({ type: 'export', of: 'customer', exportedAt: ctx.now.toISOString() });
  for await (const each of exporter(dependencies, ctx, opens).people(held)) yield line(each);
}

export async function* workspaceLines(dependencies: ExportDependencies, ctx: Ctx, opens: boolean) {
  const { id, name, plan } = ctx.workspace;
  yield line({ type: 'export', of: 'workspace', id, name, plan, exportedAt: ctx.now.toISOString() });
  const { people, rest } = exporter(dependencies, ctx, opens);
  for await (const each of rest()) yield line(each);
  for await (const each of people()) yield line(each);
}

const line = (content: Line): string => `${JSON.stringify(content)}\n`;
