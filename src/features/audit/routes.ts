import { sql } from 'kysely';
import { Type } from 'typebox';
import { ENTRY_FAULTS, HEAD_FAULTS, verifyAudit } from '../../kernel/audit/verify.ts';
import { parseRangeBound, rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import {
  createExportResponse,
  EXPORT_FORMATS,
  EXPORT_MEDIA_TYPES,
  negotiateFormat,
  readInBatches,
} from '../../kernel/http/export.ts';
import { DEFAULT_LIMIT, type ListOrder, type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, ListOf, Nullable, OneOf, PageQuery, Strict, Time } from '../../kernel/http/schema.ts';

const tag = 'Audit';
const EXPORT_COLUMNS = ['id', 'at', 'actor', 'actorName', 'action', 'subject', 'subjectName', 'reason', 'hash'];

const EntryShape = Type.Object({
  id: Type.String({ description: 'Its place in the log' }),
  at: Time(),
  actor: Type.String({ description: 'A member, a key, `operator` or `system`' }),
  actorName: Nullable(Type.String({ description: 'Where there still is one' })),
  action: Type.String({ examples: ['key.create'] }),
  subject: Type.String({ description: 'What it was done to' }),
  subjectName: Nullable(Type.String()),
  reason: Type.String({ description: 'Why, or what it was changed to' }),
  hash: Type.String(),
});

const FILTER_PARAMETERS = {
  action: Type.Optional(
    Type.String({ maxLength: 60, description: 'Or all of a kind', examples: ['key.create', 'key.*'] }),
  ),
  actor: Type.Optional(Type.String({ maxLength: 100 })),
  subject: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Type.String({ description: 'At or after this time or day' })),
  to: Type.Optional(Type.String({ description: 'Before this time or day' })),
};

type Filter = { action?: string; actor?: string; subject?: string; from?: Date; to?: Date };

/** Routes for workspace admins to read and verify their audit log. */
export function auditRoutes({ session }: { session(role: 'admin'): Gate<WorkspacePrincipal> }): Route[] {
  const admin = session('admin');
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/audit',
      gate: admin,
      tag,
      summary: 'List the audit log, newest first',
      description: 'With `format=csv` or `ndjson` all that the filters leave is sent as a file.',
      query: Strict({ ...PageQuery, ...FILTER_PARAMETERS, format: Type.Optional(OneOf(EXPORT_FORMATS)) }),
      responses: { 200: ListOf(EntryShape) },
      fileTypes: EXPORT_MEDIA_TYPES,
      async handle(
        ctx,
        { query: { limit, starting_after, ending_before, format, from, to, ...exactFilters }, request },
      ) {
        const { db, workspace } = ctx;
        const parseBound = (name: string, text?: string) =>
          text ? parseRangeBound(name, text, workspace.timezone) : undefined;
        const filter = { ...exactFilters, from: parseBound('from', from), to: parseBound('to', to) };
        const responseFormat = negotiateFormat(request, format);
        if (responseFormat !== 'json')
          return createExportResponse(
            responseFormat,
            'audit',
            EXPORT_COLUMNS,
            streamEntries(db, filter, workspace.timezone),
          );
        const rows = await readEntries(db, filter, { limit, starting_after, ending_before });
        return ok(createListPage(rows, limit ?? DEFAULT_LIMIT, (row) => presentEntry(row, workspace.timezone)));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/audit/verification',
      gate: admin,
      tag,
      summary: 'Check that no entry was added, changed or removed',
      description:
        'Against the end that is sealed with the master key, so entries that were cut off or written anew are noticed. ' +
        'Rows that were all put back as they were on an earlier day are not: keep `entries` and `head` elsewhere for that.',
      responses: {
        200: Type.Object({
          ok: Type.Boolean(),
          entries: Type.Optional(Type.Integer()),
          head: Type.Optional(Type.String({ description: 'The hash of the last entry' })),
          sequence: Type.Optional(Type.Integer({ description: 'The first entry that is not as it was written' })),
          fault: Type.Optional(
            OneOf([...ENTRY_FAULTS, ...HEAD_FAULTS], { description: 'Of that entry, or of the sealed end' }),
          ),
          sealedFrom: Type.Optional(
            Type.Integer({
              description:
                'The entry from which on it is sealed: 1, unless it was sealed as it stood, which is that entry',
            }),
          ),
        }),
      },
      handle: async (ctx) => ok(await verifyAudit(ctx)),
    }),
  ];
}

const LATEST_FIRST: ListOrder = {
  expressions: [sql`sequence`],
  direction: 'desc',
  valuesAt: (id) => sql`${id}::bigint`,
};

const readEntries = (db: Db, filter: Filter, page: PageInput) =>
  readPage(selectEntries(db, filter), page, (id) => findEntry(db, id), LATEST_FIRST);

const findEntry = async (db: Db, id: string) =>
  /^\d{1,15}$/.test(id)
    ? db.selectFrom('audit_entries').select('sequence').where('sequence', '=', id).executeTakeFirst()
    : undefined;

async function* streamEntries(db: Db, filter: Filter, timezone: string) {
  const rows = readInBatches(async (startingAfter, limit) => {
    const page = await readEntries(db, filter, { limit, ...(startingAfter ? { starting_after: startingAfter } : {}) });
    return page.slice(0, limit).map((row) => presentEntry(row, timezone));
  });
  yield* rows;
}

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** Includes the current names of members and keys. */
function selectEntries(db: Db, { action, actor, subject, from, to }: Filter) {
  const selectName = (column: 'actor' | 'subject') => sql<string | null>`coalesce(
    (select u.name from auth_users u join members m on m.user_id = u.id where u.id = a.${sql.ref(column)}),
    (select k.name from api_keys k where k.id = a.${sql.ref(column)}))`;
  let query = db
    .selectFrom('audit_entries as a')
    .select(['sequence', 'at', 'actor', 'action', 'subject', 'reason', 'hash'])
    .select([selectName('actor').as('actor_name'), selectName('subject').as('subject_name')]);
  if (action?.endsWith('.*')) query = query.where(sql<boolean>`starts_with(action, ${action.slice(0, -1)})`);
  else if (action) query = query.where('action', '=', action);
  if (actor) query = query.where('actor', '=', actor);
  if (subject) query = query.where('subject', '=', subject);
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<', to);
  return query;
}

const presentEntry = (row: EntryRow, timezone: string) => ({
  id: row.sequence,
  at: rfc3339(row.at, timezone),
  actor: row.actor,
  actorName: row.actor_name,
  action: row.action,
  subject: row.subject,
  subjectName: row.subject_name,
  reason: row.reason,
  hash: row.hash.toString('hex'),
});
