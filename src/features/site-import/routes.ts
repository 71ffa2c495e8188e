import { type Static, Type } from 'typebox';
import { type Business, countryOf, documentPatch } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import {
  created,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { createBodyValidator } from '../../kernel/http/validation.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { type FieldError, notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { applyPatch, throwIfInvalid } from '../business/draft.ts';
import { lockDocument } from '../business/lock.ts';
import { type Documents, presentDocument, readDocument } from '../business/store.ts';
import type { Scope } from '../keys/scopes.ts';
import { decodeUpload, invalidField, MAX_UPLOAD_BODY_BYTES, Upload } from '../knowledge/upload.ts';
import { type Accepted, errorsInRequest, isInDocument, patchOf } from './accept.ts';
import type { ImportJob } from './jobs.ts';
import { SiteImportShape } from './shapes.ts';
import { deleteImport, findImport, insertImport, lockImport, removeProposals, type SiteImport } from './store.ts';

type Dependencies = {
  key(scope: Scope): Gate<WorkspacePrincipal>;
  industries: AnyIndustry[];
  documents: Documents;
  siteFetch: Pick<SafeFetch, 'findRejectionReason'>;
};

const tag = 'Business';
const ImportId = Strict({ id: Id('imp') });
const Body = Strict({
  url: Type.Optional(Type.String({ maxLength: 2_000, examples: ['https://www.example.com'] })),
  file: Type.Optional(Upload),
});
const Accept = Strict({
  accept: Type.Array(
    Strict({
      id: Type.String({ maxLength: 20, examples: ['p1'] }),
      value: Type.Optional(Type.Any({ description: 'As edited or chosen by the owner. Left out: the only option' })),
    }),
    { minItems: 1, maxItems: 2_000 },
  ),
});
const MAX_ACCEPT_BYTES = 1024 * 1024;
const MS_PER_DAY = 86_400_000;
const KEPT_DAYS = 7;

export function siteImportRoutes({ key, industries, documents, siteFetch }: Dependencies): Route[] {
  const write = key('config:write');
  const validate = createBodyValidator(documentPatch(industries));
  return [
    route({
      method: 'POST',
      pathPrefix: 'versioned',
      path: '/config/imports',
      gate: write,
      tag,
      summary: 'Read a website or a PDF for the document',
      description:
        'Either `url` or `file`, a PDF such as a menu or a price list. Hours, contact details, offers, staff and FAQs are ' +
        'read afterwards and become proposals; `GET` shows how far that is.',
      body: Body,
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      responses: { 201: SiteImportShape },
      prepare: async ({ url }: Static<typeof Body>) => {
        const detail = url === undefined ? undefined : await siteFetch.findRejectionReason(url);
        if (detail) throw invalidField('/url', detail);
      },
      async handle({ db, workspace, now }, { body }) {
        const { document } = await readDocument(db, workspace);
        const row = await insertImport(db, {
          workspace_id: workspace.id,
          id: newId('imp'),
          created_at: now,
          expires_at: new Date(now.getTime() + KEPT_DAYS * MS_PER_DAY),
          ...sourceIn(body),
        });
        const job: ImportJob = {
          workspaceId: workspace.id,
          id: row.id,
          industries: document.industries,
          country: countryOf(document),
          currency: document.currency,
        };
        await enqueue(db, 'site-import.read', job, { key: `site-import ${row.id}` });
        return created(present(row, document, workspace.timezone));
      },
    }),
    route({
      method: 'GET',
      pathPrefix: 'versioned',
      path: '/config/imports/:id',
      gate: write,
      tag,
      summary: 'Read an import and its proposals',
      description: 'Without what the document says already. An import is kept for a week.',
      params: ImportId,
      responses: { 200: SiteImportShape },
      async handle({ db, workspace, now }, { params: { id } }) {
        const row = await findImport(db, id, now);
        if (!row) throw notFound('import');
        const { document } = await readDocument(db, workspace);
        return ok(present(row, document, workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefix: 'versioned',
      path: '/config/imports/:id/accept',
      gate: write,
      tag,
      summary: 'Add proposals to the document',
      description: 'As one version. Where a proposal has several options, `value` is required.',
      params: ImportId,
      body: Accept,
      bodyLimit: MAX_ACCEPT_BYTES,
      responses: { 200: Type.Object({}, { additionalProperties: true, title: 'Business document' }) },
      async handle(ctx, { params: { id }, body: { accept } }) {
        const row = await lockImport(ctx.db, id, ctx.now);
        if (!row) throw notFound('import');
        const { document, version } = await lockDocument(ctx.db, ctx.workspace);
        const { patch, pointers } = patchOf(document, acceptedOf(row, accept));
        const next = withRequestPointers(pointers, () =>
          applyPatch(document, patch, industries, (validate(patch)?.extensions.errors ?? []) as FieldError[]),
        );
        const saved = await documents.write(ctx, version + 1, next);
        await removeProposals(ctx.db, row, new Set(accept.map((each) => each.id)));
        return ok(presentDocument(saved.document));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefix: 'versioned',
      path: '/config/imports/:id',
      gate: write,
      tag,
      summary: 'Discard an import',
      params: ImportId,
      responses: { 204: null },
      async handle({ db }, { params: { id } }) {
        if (!(await deleteImport(db, id))) throw notFound('import');
        return noContent();
      },
    }),
  ];
}

function sourceIn({ url, file }: Static<typeof Body>) {
  if ((url === undefined) === (file === undefined)) throw invalidField('', 'must have one of url and file');
  if (url !== undefined) return { url, file_name: null, content: null };
  const upload = must(file, 'one of the two');
  const { media, content } = decodeUpload(upload);
  if (media !== 'pdf') throw invalidField('/file', 'must be a PDF');
  return { url: null, file_name: upload.name, content };
}

function acceptedOf({ proposals }: SiteImport, accept: Static<typeof Accept>['accept']): Accepted[] {
  const errors: FieldError[] = [];
  const accepted = accept.flatMap(({ id, value }, index) => {
    const proposal = proposals.find((each) => each.id === id);
    const [option, ...others] = proposal?.options ?? [];
    if (!proposal || !option)
      errors.push({ pointer: `/accept/${index}/id`, detail: 'is not a proposal of this import' });
    else if (value === undefined && others.length)
      errors.push({
        pointer: `/accept/${index}/value`,
        detail: 'is required, because the website says different things',
      });
    return proposal && option ? [{ pointer: proposal.pointer, value: value ?? option.value }] : [];
  });
  throwIfInvalid(errors);
  return accepted;
}

function withRequestPointers<Result>(pointers: readonly string[], work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed')
      throwIfInvalid(errorsInRequest(error.extensions.errors as FieldError[], pointers));
    throw error;
  }
}

const present = (row: SiteImport, document: Business, zone: string) => ({
  id: row.id,
  ...(row.url ? { url: row.url } : {}),
  ...(row.file_name ? { file: row.file_name } : {}),
  status: row.status,
  reason: row.reason,
  progress: { read: row.pages_read, found: row.pages_found },
  proposals: row.proposals.filter(
    ({ pointer, options }) => options.length > 1 || !isInDocument(document, { pointer, value: options[0]?.value }),
  ),
  notes: row.notes,
  createdAt: rfc3339(row.created_at, zone),
  expiresAt: rfc3339(row.expires_at, zone),
});
