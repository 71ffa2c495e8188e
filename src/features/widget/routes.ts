import { Type } from 'typebox';
import type { Business } from '../../capability/document.ts';
import { inLanguage } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import { WidgetOptions } from '../../capability/widget-options.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import { DEFAULT_LIMIT, requireValidCursor, restoreListOrder } from '../../kernel/http/pagination.ts';
import { type Context, ok, type Route, route, type Visitor, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import {
  createListPage,
  Id,
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  Strict,
  Time,
} from '../../kernel/http/schema.ts';
import { canSendMail } from '../../kernel/mail.ts';
import { Problem } from '../../kernel/problem.ts';
import { requireIdentity } from '../access/identity-required.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { Documents } from '../business/store.ts';
import { type ConversationService, isHidden } from '../conversations/conversation-service.ts';
import { withCurrentBookings } from '../conversations/reply-extras.ts';
import {
  ConversationShape,
  ConversationSummary,
  presentConversation,
  presentSummary,
} from '../conversations/shapes.ts';
import { PLAN_NAMES } from '../plans/plans.ts';
import { findLockedWidgetOptions } from '../plans/widget-plans.ts';
import { readIdentitySecret } from './identity.ts';
import { buildWidgetSettings, WidgetSettings } from './settings.ts';
import type { Visitors, WidgetEmbedding } from './visitors.ts';

type Dependencies = {
  config: Config;
  keyGate: KeyGate;
  documents: Documents;
  industries: AnyIndustry[];
  conversationService: ConversationService;
  keyring: Keyring;
  visitors: Visitors;
};
type Ctx = Context<WorkspacePrincipal>;

const tag = 'Widget';
const SESSION_DESCRIPTION = `
With a publishable key. The token goes with later requests as \`X-Visitor-Token\`, for an hour; for 30 days it can be
renewed here. \`identity\` is a JWT (HS256) of the business's server with \`sub\` and \`exp\`, and \`name\`, \`email\`,
\`phone\` as it likes.
`.trim();

export function widgetRoutes({
  config,
  keyGate,
  documents,
  industries,
  conversationService,
  keyring,
  visitors,
}: Dependencies): Route[] {
  const { store, isHealthBusinessType } = conversationService;

  /** Identifies a visitor by the business's signed identity, else by their earlier token, else as a new visitor. */
  async function resolveVisitor(
    ctx: Ctx,
    { widget }: Business,
    credentials: { visitor?: string; identity?: string },
    embedding: WidgetEmbedding,
  ) {
    if (credentials.identity === undefined) {
      await requireIdentity(ctx, widget);
      return visitors.renew(credentials.visitor, embedding);
    }
    const secret = await readIdentitySecret(ctx.db, keyring, ctx.workspace);
    if (!secret)
      throw new Problem(
        'invalid_identity',
        'Identity verification isn’t set up. Create a secret with POST /api/widget/identity-secret first.',
      );
    return visitors.identify(credentials.identity, secret, ctx.workspace.id);
  }

  const buildSettings = async (ctx: Ctx, business: Business, industry: AnyIndustry | undefined) =>
    buildWidgetSettings({
      business,
      industry,
      isHealth: isHealthBusinessType(industry?.name ?? null),
      canSendEmail: canSendMail(config),
      workspace: ctx.workspace,
      linkBase: await findLinkBase(ctx, config.publicUrl),
      now: ctx.now,
    });

  return [
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/widget/session',
      gate: keyGate('chat:write', { allowPublishableKeyFor: 'session' }),
      tag,
      summary: 'Begin or renew a visitor’s session',
      description: SESSION_DESCRIPTION,
      body: Strict({
        visitor: Type.Optional(Type.String({ maxLength: 4_000, description: 'An earlier token' })),
        identity: Type.Optional(Type.String({ maxLength: 8_000 })),
        language: Type.Optional(
          Type.String({ maxLength: 35, description: 'The visitor’s, such as `fr`: suggestions are offered in it' }),
        ),
        businessType: Type.Optional(OneOf(industries.map(({ name }) => name))),
        businessName: Type.Optional(
          NonBlank({ maxLength: 200, deprecated: true, description: 'Ignored: the document’s name holds' }),
        ),
      }),
      responses: {
        200: Type.Object({
          token: Type.String(),
          expiresAt: Time(),
          visitor: Type.Object({ id: Id('vis'), verified: Type.Boolean(), name: Type.Optional(Type.String()) }),
          settings: WidgetSettings,
          conversation: Nullable(ConversationShape),
        }),
      },
      async handle(ctx, { body }) {
        const embedding = requireEmbedding(ctx);
        const { document } = await documents.get(ctx);
        const business = getCustomerView(document, ctx.workspace.mode);
        const industry = findIndustry(business, body.businessType);
        const visitor = await resolveVisitor(ctx, business, body, embedding);
        const { workspace } = ctx;
        const storedConversation = await store.readLatestUnresolved(ctx, visitor.id, industry?.name ?? null);
        const messages = storedConversation ? await withCurrentBookings(ctx.db, storedConversation.messages) : [];
        return ok({
          token: await visitors.sign(visitor, embedding),
          expiresAt: visitor.expiresAt.toISOString(),
          visitor: { id: visitor.id, verified: visitor.verified, ...toNameField(visitor) },
          settings: await buildSettings(ctx, inLanguage(business, body.language?.split('-')[0]), industry),
          conversation: storedConversation
            ? presentConversation(storedConversation.conversation, messages, workspace.timezone)
            : null,
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/widget/defaults',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read what the widget shows where nothing is set',
      description:
        'In the business’s language. Texts that are left out here are the widget’s own. `locked` names the options that need ' +
        'a higher plan.',
      responses: {
        200: Type.Object({ settings: WidgetSettings, locked: Type.Record(Type.String(), OneOf(PLAN_NAMES)) }),
      },
      async handle(ctx) {
        const { document } = await documents.get(ctx);
        const business = { ...getCustomerView(document, ctx.workspace.mode), widget: {} };
        const localized = inLanguage(business, business.locale.split('-')[0]);
        const { mode, plan } = ctx.workspace;
        return ok({
          settings: await buildSettings(ctx, localized, findIndustry(business, undefined)),
          locked: findLockedWidgetOptions(mode, plan, Object.keys(WidgetOptions.properties)),
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/widget/conversations',
      gate: keyGate('conversations:read', { allowPublishableKeyFor: 'other' }),
      tag,
      summary: 'List the visitor’s own conversations',
      query: Strict(PageQuery),
      responses: { 200: ListOf(ConversationSummary) },
      async handle(ctx, { query }) {
        const { limit = DEFAULT_LIMIT, starting_after: startingAfter, ending_before: endingBefore } = query;
        const { id: visitorId } = requireVisitor(ctx);
        await requireValidCursor(query, async (id) => {
          const conversation = await store.readAccessColumns(ctx, id);
          return conversation && !isHidden(ctx, conversation);
        });
        const rows = await store.list(ctx, { visitorId, startingAfter, endingBefore, limit });
        return ok(
          createListPage(restoreListOrder(rows, query), limit, (row) => presentSummary(row, ctx.workspace.timezone)),
        );
      },
    }),
  ];

  /** A page may choose among the active industries, but cannot activate one. */
  function findIndustry({ industry, industries: activeIndustries }: Business, requestedIndustry: string | undefined) {
    if (requestedIndustry && !activeIndustries.includes(requestedIndustry))
      throw new Problem('industry_not_active', `${requestedIndustry} is not active here. Its owner can activate it.`);
    return industries.find(({ name }) => name === (requestedIndustry ?? industry));
  }
}

function requireEmbedding({ actor }: Ctx): WidgetEmbedding {
  if (actor.kind === 'key' && actor.origin) return { keyId: actor.id, origin: actor.origin };
  throw new Problem('insufficient_scope', 'A visitor’s session is begun with a publishable key, from its pages.');
}

function requireVisitor({ actor }: Ctx): Visitor {
  if (actor.kind === 'key' && actor.visitor) return actor.visitor;
  if (actor.kind === 'key' && actor.publishable)
    throw new Problem('invalid_visitor', 'Send the token of POST /api/widget/session as X-Visitor-Token.');
  throw new Problem('insufficient_scope', 'This is for visitors of a page. With a secret key: GET /api/conversations.');
}

const toNameField = ({ customer: { name } }: Visitor) => (name ? { name } : {});
