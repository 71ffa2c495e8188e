import { Type } from 'typebox';
import { BrandOptions } from '../../capability/brand-options.ts';
import type { Business } from '../../capability/document.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import {
  type Actor,
  type Context,
  DeferredResponse,
  type Gate,
  noContent,
  ok,
  publicGate,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import { Empty, NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import { hasFeature, requireFeature } from '../plans/plans.ts';
import { findWhiteLabelBrand } from './brand.ts';
import {
  createDomainCheck,
  createVerificationRecord,
  createVerificationToken,
  type DomainRow,
  type FindBrandByHost,
  normalizeDomain,
  readDomain,
} from './domains.ts';

type MemberPrincipal = { workspace: Workspace; actor: Actor };
type Dependencies = {
  config: Config;
  findBrandByHost: FindBrandByHost;
  documents: { get(ctx: Ctx): Promise<{ document: Business }> };
  session(role: Role): Gate<MemberPrincipal>;
};
type Ctx = Context<MemberPrincipal>;

const tag = 'Brand';
const UNIQUE_VIOLATION = '23505';
const BrandShape = Titled('Shown brand', {
  name: Type.String(),
  logoUrl: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  senderName: Type.String(),
});
const DomainShape = Titled('Brand domain', {
  domain: Type.String(),
  status: OneOf(['pending', 'verified']),
  record: Type.Object(
    { type: OneOf(['TXT']), name: Type.String(), value: Type.String() },
    { description: 'What the domain’s DNS must have' },
  ),
  checkedAt: Nullable(Time()),
  verifiedAt: Nullable(Time()),
});

export function brandRoutes({ config, findBrandByHost, documents, session: sessionGate }: Dependencies): Route[] {
  const checkDomain = createDomainCheck(config.dnsServers);
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/brand',
      gate: sessionGate('read-only'),
      tag,
      summary: 'The business’s own brand, where its plan has it',
      description: 'Set it as `brand` of the document: PUT /api/v1/config.',
      responses: {
        200: Type.Object({
          available: Type.Boolean({ description: 'Whether the plan has white label' }),
          brand: Nullable(BrandShape),
          settings: BrandOptions,
        }),
      },
      async handle(ctx) {
        const { document } = await documents.get(ctx);
        return ok({
          available: hasFeature(ctx.workspace, 'whiteLabel'),
          brand: findWhiteLabelBrand(ctx.workspace, document.brand) ?? null,
          settings: document.brand ?? {},
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/brand/domain',
      gate: sessionGate('admin'),
      tag,
      summary: 'The business’s own domain, and whether it is proven',
      responses: { 200: Type.Object({ domain: Nullable(DomainShape) }) },
      async handle({ db }) {
        const row = await readDomain(db);
        return ok({ domain: row ? presentDomain(row) : null });
      },
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'dashboard',
      path: '/brand/domain',
      gate: sessionGate('owner'),
      tag,
      summary: 'Choose a domain for pages and links',
      description:
        'It is used once `POST /api/brand/domain/verify` has found the record in its DNS. For owners only: links to reset passwords lead there.',
      body: Strict({ domain: NonBlank({ maxLength: 253, examples: ['desk.bella-vista.example'] }) }),
      responses: { 200: DomainShape },
      async handle(ctx, { body }) {
        requireFeature(ctx.workspace, 'whiteLabel', 'Custom domains are available on the Business plan.');
        const domain = normalizeDomain(body.domain, config.publicUrl);
        if (!domain) {
          const detail = 'must be a domain such as desk.your-business.com';
          throw new Problem('validation_failed', `/domain ${detail}`, { errors: [{ pointer: '/domain', detail }] });
        }
        return ok(presentDomain(await chooseDomain(ctx, domain)));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/brand/domain/verify',
      gate: sessionGate('owner'),
      tag,
      summary: 'Look for the record in the domain’s DNS',
      description:
        'Answers `pending` if it isn’t there. Checked again every day; a domain without the record is no longer used.',
      body: Empty,
      responses: { 200: DomainShape },
      async handle({ db, workspace }) {
        requireFeature(workspace, 'whiteLabel', 'Custom domains are available on the Business plan.');
        const row = await readDomain(db);
        if (!row) throw notFound('domain');
        return new DeferredResponse(async () => {
          const checkResult = await checkDomain(row);
          return async (ctx: Ctx) => {
            if (checkResult === 'unknown')
              throw new Problem(
                'conflict',
                `We can’t reach the name servers for ${row.domain}. Try again in a moment.`,
              );
            return ok(presentDomain(await storeCheckResult(ctx, row, checkResult === 'found')));
          };
        });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/brand/domain',
      gate: sessionGate('owner'),
      tag,
      summary: 'Stop using the domain',
      responses: { 204: null },
      async handle(ctx) {
        const row = await ctx.db.deleteFrom('brand_domains').returning('domain').executeTakeFirst();
        if (!row) throw notFound('domain');
        await audit(ctx, 'brand.domain', ctx.workspace.id, `removed ${row.domain}`);
        return noContent();
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/brand/domains',
      gate: publicGate,
      tag,
      summary: 'Whether a domain is a business’s own, and proven',
      description: 'For a proxy that gets certificates when they are first needed, such as Caddy: 404 means no.',
      query: Strict({ domain: NonBlank({ maxLength: 253 }) }),
      responses: { 200: Type.Object({ domain: Type.String() }) },
      async handle(_ctx, { query: { domain } }) {
        if (!(await findBrandByHost(domain))) throw notFound('domain');
        return ok({ domain });
      },
    }),
  ];
}

async function chooseDomain(ctx: Ctx, domain: string): Promise<DomainRow> {
  const { db, workspace, now } = ctx;
  const currentRow = await readDomain(db);
  if (currentRow?.domain === domain) return currentRow;
  const values = { domain, token: createVerificationToken(), verified_at: null, checked_at: null, created_at: now };
  await audit(ctx, 'brand.domain', workspace.id, `added ${domain}`);
  return db
    .insertInto('brand_domains')
    .values({ workspace_id: workspace.id, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A domain belongs to one business: the database refuses a second one. */
async function storeCheckResult(ctx: Ctx, checkedRow: DomainRow, isProven: boolean): Promise<DomainRow> {
  const { db, workspace, now } = ctx;
  const verifiedAt = isProven ? (checkedRow.verified_at ?? now) : null;
  const row = await db
    .updateTable('brand_domains')
    .set({ verified_at: verifiedAt, checked_at: now })
    .where('token', '=', checkedRow.token)
    .returningAll()
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code !== UNIQUE_VIOLATION) throw error;
      throw new Problem('conflict', `Another workspace uses ${checkedRow.domain}. Remove it there first.`);
    });
  if (!row) throw notFound('domain');
  if (isProven !== (checkedRow.verified_at !== null))
    await audit(ctx, 'brand.domain', workspace.id, `${isProven ? 'verified' : 'lost'} ${checkedRow.domain}`);
  return row;
}

const presentDomain = (row: DomainRow) => ({
  domain: row.domain,
  status: row.verified_at ? 'verified' : 'pending',
  record: createVerificationRecord(row),
  checkedAt: row.checked_at,
  verifiedAt: row.verified_at,
});
