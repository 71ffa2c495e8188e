import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Business, createDocumentPatchSchema } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import { DEFAULT_LIMIT, type ListOrder, readPage } from '../../kernel/http/pagination.ts';
import { type Context, type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, ListOf, OneOf, PageQuery, Strict, Time } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { notFound } from '../../kernel/problem.ts';
import { requireBrandAllowed } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { Scope } from '../keys/scopes.ts';
import { requireWidgetOptions } from '../plans/widget-plans.ts';
import { applyPatch, throwIfInvalid } from './apply-patch.ts';
import { checkContact, checkDocument } from './check.ts';
import { lockDocument } from './lock.ts';
import { activateIndustry, requireIndustriesAllowed } from './setup.ts';
import { type Documents, findVersion, presentDocument, readDocument, type VersionedDocument } from './store.ts';

type Dependencies = {
  config: Config;
  industries: AnyIndustry[];
  documents: Documents;
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
};

export const MAX_CONFIG_BYTES = 1024 * 1024;
const tag = 'Business';
const DocumentShape = Type.Object({}, { additionalProperties: true, title: 'Business document' });
const VersionShape = Type.Object({
  id: Type.String({ description: 'The version as text' }),
  version: Type.Integer(),
  createdAt: Time(),
  by: Type.String(),
});
const LATEST_FIRST: ListOrder = {
  expressions: [sql`version`],
  direction: 'desc',
  valuesAt: (version) => sql`${version}::integer`,
};

export function businessRoutes({ config, industries, documents, keyGate }: Dependencies): Route[] {
  const industryNames = industries.map(({ name }) => name);
  const patchSchema = createDocumentPatchSchema(industries);
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/setup',
      gate: keyGate('config:write'),
      tag,
      summary: 'Activate an industry',
      description: 'Fills the document with starter content marked `sample`. What is written there already stays.',
      body: Strict({ industry: OneOf(industryNames) }),
      example: { body: { industry: industryNames[0] } },
      responses: {
        201: Type.Object({
          industry: Type.String(),
          config: DocumentShape,
          widget: Type.Object({ snippet: Type.String() }),
          next: Type.Array(Type.String()),
        }),
      },
      async handle(ctx, { body: { industry: name } }) {
        const industry = must(
          industries.find((candidate) => candidate.name === name),
          'an industry that the schema allows',
        );
        const { document } = await ensureIndustryActive(ctx, documents, industry);
        const linkBase = await findLinkBase(ctx, config.publicUrl);
        const snippet = `<script src="${linkBase}/widget.js" data-key="fd_pk_${ctx.workspace.mode}_…" async></script>`;
        return {
          status: 201,
          body: { industry: name, config: presentDocument(document), widget: { snippet }, next: NEXT_STEPS },
        };
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read the business document',
      responses: { 200: DocumentShape },
      handle: async ({ db, workspace }) => ok(presentDocument((await readDocument(db, workspace)).document)),
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'versioned',
      path: '/config',
      gate: keyGate('config:write'),
      tag,
      summary: 'Change the business document',
      description: 'Replaces the top-level fields that are sent and leaves the rest. Each write is a version.',
      body: patchSchema,
      example: { body: { name: 'Bella Vista', greeting: 'Welcome to Bella Vista!' } },
      bodyLimit: MAX_CONFIG_BYTES,
      collectErrors: true,
      responses: { 200: DocumentShape },
      async handle(ctx, { body, schemaErrors }) {
        // The body is not an object, so there are no fields to check further.
        if (schemaErrors.some(({ pointer }) => pointer === '')) throwIfInvalid(schemaErrors);
        const current = await lockDocument(ctx.db, ctx.workspace);
        const updated = applyPatch(current.document, body as Partial<Business>, industries, schemaErrors);
        requireWidgetOptions(ctx.workspace.mode, current.plan, updated.widget, current.document.widget);
        requireBrandAllowed({ ...ctx.workspace, plan: current.plan }, updated.brand, current.document.brand);
        const saved = await documents.write(ctx, current.version + 1, updated);
        return ok(presentDocument(saved.document));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/config/versions',
      gate: keyGate('config:read'),
      tag,
      summary: 'List the versions of the document',
      query: Strict(PageQuery),
      responses: { 200: ListOf(VersionShape) },
      async handle({ db, workspace }, { query }) {
        const versionsQuery = db.selectFrom('business_versions').select(['version', 'created_by', 'created_at']);
        const rows = await readPage(versionsQuery, query, (version) => findVersion(db, version), LATEST_FIRST);
        const presentVersion = (row: (typeof rows)[number]) => ({
          id: String(row.version),
          version: row.version,
          createdAt: rfc3339(row.created_at, workspace.timezone),
          by: row.created_by,
        });
        return ok(createListPage(rows, query.limit ?? DEFAULT_LIMIT, presentVersion));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/config/versions/:version/restore',
      gate: keyGate('config:write'),
      tag,
      summary: 'Restore an earlier version',
      description: 'As a new version, with that one’s content.',
      params: Strict({ version: Type.String({ examples: ['1'] }) }),
      body: Strict({}),
      responses: { 200: DocumentShape },
      async handle(ctx, { params: { version } }) {
        const { db, workspace } = ctx;
        const current = await lockDocument(db, workspace);
        const earlierVersion = await findVersion(db, version);
        if (!earlierVersion) throw notFound('version');
        throwIfInvalid([
          ...checkDocument(earlierVersion.document, industries),
          ...checkContact(earlierVersion.document),
        ]);
        const addsIndustry = earlierVersion.document.industries.some(
          (name) => !current.document.industries.includes(name),
        );
        if (addsIndustry)
          requireIndustriesAllowed(workspace.mode, current.plan, earlierVersion.document.industries.length);
        const { widget, brand } = earlierVersion.document;
        requireWidgetOptions(workspace.mode, current.plan, widget, current.document.widget);
        requireBrandAllowed({ ...workspace, plan: current.plan }, brand, current.document.brand);
        const saved = await documents.write(ctx, current.version + 1, earlierVersion.document);
        return ok(presentDocument(saved.document));
      },
    }),
  ];
}

const NEXT_STEPS = [
  'Replace the starter content with your own: PUT /api/v1/config',
  'Make a publishable key for your website: POST /api/keys',
  'Put the widget’s script element on your page',
];

/** Activates the industry in the document, unless it is active already. */
export async function ensureIndustryActive(
  ctx: Context<WorkspacePrincipal>,
  documents: Documents,
  industry: AnyIndustry,
): Promise<VersionedDocument> {
  const current = await lockDocument(ctx.db, ctx.workspace);
  if (current.document.industries.includes(industry.name)) return current;
  requireIndustriesAllowed(ctx.workspace.mode, current.plan, current.document.industries.length + 1);
  return documents.write(ctx, current.version + 1, activateIndustry(current.document, industry));
}
