import { Type } from 'typebox';
import type { Db } from '../../kernel/database/database.ts';
import { DEFAULT_LIMIT, type PageInput, requireValidCursor } from '../../kernel/http/pagination.ts';
import {
  created,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, NonBlank, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { Scope } from '../keys/scopes.ts';
import type { KnowledgeCache } from './knowledge-cache.ts';
import { KnowledgeShape, KnowledgeWithContent, presentKnowledge } from './shapes.ts';
import {
  countKnowledge,
  deleteKnowledge,
  findKnowledge,
  insertKnowledge,
  listKnowledge,
  listPassages,
} from './store.ts';
import { createInvalidFieldProblem, decodeUpload, MAX_UPLOAD_BODY_BYTES, Upload } from './upload.ts';

type Dependencies = {
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  siteFetch: Pick<SafeFetch, 'findRejectionReason'>;
  knowledgeCache: KnowledgeCache;
};

const tag = 'Knowledge';
const MAX_SOURCES = 100;
const KnowledgeId = Strict({ id: Id('kn') });

const SourceBody = Strict({
  title: Type.Optional(NonBlank({ maxLength: 200 })),
  text: Type.Optional(NonBlank({ maxLength: 1_000_000, description: 'Plain text or Markdown' })),
  url: Type.Optional(Type.String({ maxLength: 2_000, examples: ['https://www.example.com'] })),
  file: Type.Optional(Upload),
});
type SourceInput = { title?: string; text?: string; url?: string; file?: { name: string; base64: string } };

export function knowledgeRoutes({ keyGate, siteFetch, knowledgeCache }: Dependencies): Route[] {
  const readGate = keyGate('knowledge:read');
  const writeGate = keyGate('knowledge:write');
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/knowledge',
      gate: writeGate,
      tag,
      summary: 'Add a text, a file or a website',
      description:
        'One of `{title, text}`, `{file: {name, base64}, title?}` (text, Markdown, HTML, PDF, DOCX) and `{url, title?}`. ' +
        'It is read afterwards; `GET` shows how far that is. A website is read page by page under the address that is ' +
        'given, as its robots.txt allows, and once a day again.',
      body: SourceBody,
      example: { body: { title: 'Parking', text: 'Guests park free in the lot behind the building.' } },
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      responses: { 201: KnowledgeShape },
      prepare: async ({ url }: SourceInput) => {
        const detail = url === undefined ? undefined : await siteFetch.findRejectionReason(url);
        if (detail) throw createInvalidFieldProblem('/url', detail);
      },
      async handle({ db, workspace, now }, { body }) {
        const source = parseSource(body);
        if ((await countKnowledge(db)) >= MAX_SOURCES)
          throw new Problem('conflict', `A workspace can have up to ${MAX_SOURCES} sources. Delete one first.`);
        const row = await insertKnowledge(db, {
          workspace_id: workspace.id,
          id: newId('kn'),
          status: 'reading',
          reason: null,
          pages_found: 0,
          pages_read: 0,
          passages: 0,
          created_at: now,
          read_at: null,
          read_again_at: null,
          ...source,
        });
        return created(presentKnowledge(row, workspace.timezone));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/knowledge',
      gate: readGate,
      tag,
      summary: 'List what the assistant knows, and when it was read',
      query: Strict(PageQuery),
      responses: { 200: ListOf(KnowledgeShape) },
      async handle({ db, workspace }, { query }) {
        const rows = await listKnowledge(db, query);
        return ok(
          createListPage(rows, query.limit ?? DEFAULT_LIMIT, (row) => presentKnowledge(row, workspace.timezone)),
        );
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/knowledge/:id',
      gate: readGate,
      tag,
      summary: 'Read a source with its passages',
      params: KnowledgeId,
      query: Strict(PageQuery),
      responses: { 200: KnowledgeWithContent },
      async handle({ db, workspace }, { params: { id }, query }) {
        const row = await findKnowledge(db, id);
        if (!row) throw notFound('knowledge');
        return ok({ ...presentKnowledge(row, workspace.timezone), content: await readContent(db, id, query) });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path: '/knowledge/:id',
      gate: writeGate,
      tag,
      summary: 'Forget a source',
      description: 'With all that was read of it, at once.',
      params: KnowledgeId,
      responses: { 204: null },
      async handle({ db, workspace, afterCommit }, { params: { id } }) {
        if (!(await deleteKnowledge(db, id))) throw notFound('knowledge');
        // Other server processes are notified by the database; this one can invalidate at once.
        afterCommit(() => knowledgeCache.invalidate(workspace.id));
        return noContent();
      },
    }),
  ];
}

/** Passages are numbered in their order, from 1, and have no other id. */
async function readContent(db: Db, id: string, query: PageInput) {
  const { limit = DEFAULT_LIMIT, ending_before } = query;
  const isPassage = async (number: string) =>
    /^[1-9]\d{0,5}$/.test(number) && (await listPassages(db, id, 0, Number(number) - 1)).length > 0;
  const cursor = Number((await requireValidCursor(query, isPassage)) ?? 0);
  const end = ending_before === undefined ? cursor + limit : cursor - 1;
  const start = ending_before === undefined ? cursor : Math.max(end - limit, 0);
  const rows = await listPassages(db, id, end - start, start);
  const data = rows.slice(0, end - start).map(({ heading, text, url }, index) => ({
    id: String(start + index + 1),
    title: heading,
    text,
    ...(url ? { url } : {}),
  }));
  const hasMore = ending_before === undefined ? rows.length > limit : start > 0;
  return { object: 'list' as const, data, has_more: hasMore };
}

/** A source is a text, a website or a file. */
function parseSource({ title, text, url, file }: SourceInput) {
  if ([text, url, file].filter((field) => field !== undefined).length !== 1)
    throw createInvalidFieldProblem('', 'must have one of text, url and file');
  if (url !== undefined) return { kind: 'website', title: title ?? new URL(url).host, url, ...NO_CONTENT } as const;
  if (text !== undefined) {
    if (title === undefined) throw createInvalidFieldProblem('/title', 'is required');
    return { kind: 'text', title, url: null, media: 'markdown', content: Buffer.from(text) } as const;
  }
  const upload = must(file, 'one of the three');
  return { kind: 'file', title: title ?? upload.name, url: null, ...decodeUpload(upload) } as const;
}

const NO_CONTENT = { media: null, content: null };
