import { Type } from 'typebox';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import { type Context, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, Strict, Titled } from '../../kernel/http/schema.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { findLinkBase } from '../brand/domains.ts';
import { listWidgetOrigins } from '../keys/widget-origins.ts';
import { NAME_PATTERN } from './names.ts';
import { listOffers, presentHideableOffers } from './offers.ts';
import { readSettings, reserveFirstFreeName, reserveName, saveSettings } from './store.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = {
  config: Config;
  keyGate: KeyGate;
  industries: AnyIndustry[];
  documents: { get(ctx: Ctx): Promise<{ document: Business }> };
};

const tag = 'Booking page';
const HiddenOffers = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 1_000,
  uniqueItems: true,
  description: 'What customers cannot book there, as `offers` name it',
});
const PageName = Type.String({
  pattern: NAME_PATTERN,
  description: 'In the page’s address',
  examples: ['bella-vista'],
});
const HideableFields = { name: Type.String(), title: Type.String() };
const PageShape = Titled('Booking page', {
  enabled: Type.Boolean(),
  name: Nullable(PageName),
  url: Nullable(Type.String({ description: 'Where customers book; null before it was first switched on' })),
  hidden: HiddenOffers,
  offers: Type.Array(Type.Object({ ...HideableFields, entries: Type.Array(Type.Object(HideableFields)) }), {
    description: 'What customers can book, and what can be left out',
  }),
  websites: Type.Array(Type.String(), {
    description: 'May show the page in a frame: the origins of the publishable keys',
  }),
});

export function bookingPageRoutes({ config, keyGate, industries, documents }: Dependencies): Route[] {
  async function presentSettings(ctx: Ctx) {
    const { document } = await documents.get(ctx);
    const settings = await readSettings(ctx.db);
    const linkBase = await findLinkBase(ctx, config.publicUrl);
    const path = linkBase === config.publicUrl ? `/book/${settings.name}` : '/book';
    return {
      ...settings,
      url: settings.name === null ? null : `${linkBase}${path}`,
      offers: presentHideableOffers(listOffers(getCustomerView(document, ctx.workspace.mode), industries, [])),
      websites: await listWidgetOrigins(ctx),
    };
  }
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/booking-page',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read the settings of the booking page',
      responses: { 200: PageShape },
      handle: async (ctx) => ok(await presentSettings(ctx)),
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'versioned',
      path: '/booking-page',
      gate: keyGate('config:write'),
      tag,
      summary: 'Change the booking page',
      description:
        'Fields that are left out stay as they are. Switched on for the first time, the page gets a name made from the ' +
        'business’s. Addresses with an earlier name lead to the current one.',
      body: Strict({
        enabled: Type.Optional(Type.Boolean()),
        name: Type.Optional(PageName),
        hidden: Type.Optional(HiddenOffers),
      }),
      responses: { 200: PageShape },
      async handle(ctx, { body }) {
        const currentSettings = await readSettings(ctx.db);
        const { enabled = currentSettings.enabled, hidden = currentSettings.hidden } = body;
        const name =
          body.name ??
          currentSettings.name ??
          (await reserveFirstFreeName(ctx, (await documents.get(ctx)).document.name));
        if (body.name !== undefined) await reserveName(ctx, body.name);
        await saveSettings(ctx, { enabled, hidden, name });
        if (enabled !== currentSettings.enabled)
          await audit(ctx, 'booking.page', ctx.workspace.id, enabled ? 'on' : 'off');
        return ok(await presentSettings(ctx));
      },
    }),
  ];
}
