import { type Static, Type } from 'typebox';
import { type Business, countryOf, createDocumentPatchSchema } from '../../capability/document.ts';
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
import { createBodyProblemFinder } from '../../kernel/http/validation.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { type FieldError, notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { applyPatch, throwIfInvalid } from '../business/apply-patch.ts';
import { lockDocument } from '../business/lock.ts';
import { type Documents, presentDocument, readDocument } from '../business/store.ts';
import type { Scope } from '../keys/scopes.ts';
import { createInvalidFieldProblem, decodeUpload, MAX_UPLOAD_BODY_BYTES, Upload } from '../knowledge/upload.ts';
import { type AcceptedValue, buildPatch, isInDocument, toRequestErrors } from './accept.ts';
import type { ImportJob } from './jobs.ts';
import { SiteImportShape } from './shapes.ts';
import { deleteImport, findImport, insertImport, lockImport, removeProposals, type SiteImport } from './store.ts';

type Dependencies = {
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  industries: AnyIndustry[];
  documents: Documents;
  siteFetch: Pick<SafeFetch, 'findRejectionReason'>;
};

const tag = 'Business';
const ImportParams = Strict({ id: Id('imp') });
const ImportBody = Strict({
  url: Type.Optional(Type.String({ maxLength: 2_000, examples: ['https://www.example.com'] })),
  file: Type.Optional(Upload),
});
const AcceptBody = Strict({
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
const RETENTION_DAYS = 7;

export function siteImportRoutes({ keyGate, industries, documents, siteFetch }: Dependencies): Route[] {
  const writeGate = keyGate('config:write');
  const validate = createBodyProblemFinder(createDocumentPatchSchema(industries));
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/config/imports',
      gate: writeGate,
      tag,
      summary: 'Read a website or a PDF for the document',
      description:
        'Either `url` or `file`, a PDF such as a menu or a price list. Hours, contact details, offers, staff and FAQs are ' +
        'read afterwards and become proposals; `GET` shows how far that is.',
      body: ImportBody,
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      responses: { 201: SiteImportShape },
      prepare: async ({ url }: Static<typeof ImportBody>) => {
        const detail = url === undefined ? undefined : await siteFetch.findRejectionReason(url);
        if (detail) throw createInvalidFieldProblem('/url', detail);
      },
      async handle({ db, workspace, now }, { body }) {
        const { document } = await readDocument(db, workspace);
        const row = await insertImport(db, {
          workspace_id: workspace.id,
          id: newId('imp'),
          created_at: now,
          expires_at: new Date(now.getTime() + RETENTION_DAYS * MS_PER_DAY),
          ...parseSource(body),
        });
        const job: ImportJob = {
          workspaceId: workspace.id,
          id: row.id,
          industries: document.industries,
          country: countryOf(document),
          currency: document.currency,
        };
        await enqueue(db, 'site-import.read', job, { key: `site-import ${row.id}` });
        return created(presentImport(row, document, workspace.timezone));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config/imports/:id',
      gate: writeGate,
      tag,
      summary: 'Read an import and its proposals',
      description: 'Without what the document says already. An import is kept for a week.',
      params: ImportParams,
      responses: { 200: SiteImportShape },
      async handle({ db, workspace, now }, { params: { id } }) {
        const row = await findImport(db, id, now);
        if (!row) throw notFound('import');
        const { document } = await readDocument(db, workspace);
        return ok(presentImport(row, document, workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/config/imports/:id/accept',
      gate: writeGate,
      tag,
      summary: 'Add proposals to the document',
      description: 'As one version. Where a proposal has several options, `value` is required.',
      params: ImportParams,
      body: AcceptBody,
      bodyLimit: MAX_ACCEPT_BYTES,
      responses: { 200: Type.Object({}, { additionalProperties: true, title: 'Business document' }) },
      async handle(ctx, { params: { id }, body: { accept } }) {
        const row = await lockImport(ctx.db, id, ctx.now);
        if (!row) throw notFound('import');
        const { document, version } = await lockDocument(ctx.db, ctx.workspace);
        const { patch, pointers } = buildPatch(document, parseAcceptedValues(row, accept));
        const updatedDocument = withRequestPointers(pointers, () =>
          applyPatch(document, patch, industries, (validate(patch)?.extensions.errors ?? []) as FieldError[]),
        );
        const savedVersion = await documents.write(ctx, version + 1, updatedDocument);
        await removeProposals(ctx.db, row, new Set(accept.map((accepted) => accepted.id)));
        return ok(presentDocument(savedVersion.document));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path: '/config/imports/:id',
      gate: writeGate,
      tag,
      summary: 'Discard an import',
      params: ImportParams,
      responses: { 204: null },
      async handle({ db }, { params: { id } }) {
        if (!(await deleteImport(db, id))) throw notFound('import');
        return noContent();
      },
    }),
  ];
}

function parseSource({ url, file }: Static<typeof ImportBody>) {
  if ((url === undefined) === (file === undefined))
    throw createInvalidFieldProblem('', 'must have one of url and file');
  if (url !== undefined) return { url, file_name: null, content: null };
  const upload = must(file, 'one of the two');
  const { media, content } = decodeUpload(upload);
  if (media !== 'pdf') throw createInvalidFieldProblem('/file', 'must be a PDF');
  return { url: null, file_name: upload.name, content };
}

function parseAcceptedValues({ proposals }: SiteImport, accept: Static<typeof AcceptBody>['accept']): AcceptedValue[] {
  const errors: FieldError[] = [];
  const accepted = accept.flatMap(({ id, value }, index) => {
    const proposal = proposals.find((candidate) => candidate.id === id);
    const [option, ...otherOptions] = proposal?.options ?? [];
    if (!proposal || !option)
      errors.push({ pointer: `/accept/${index}/id`, detail: 'is not a proposal of this import' });
    else if (value === undefined && otherOptions.length)
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
      throwIfInvalid(toRequestErrors(error.extensions.errors as FieldError[], pointers));
    throw error;
  }
}

const presentImport = (row: SiteImport, document: Business, zone: string) => ({
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
