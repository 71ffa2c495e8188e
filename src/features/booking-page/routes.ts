import { Type } from 'typebox';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { customerViewOf } from '../../capability/samples.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import { type Context, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, Strict, Titled } from '../../kernel/http/schema.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { linkBaseFor } from '../brand/domains.ts';
import { widgetOrigins } from '../keys/websites.ts';
import { NAME_PATTERN } from './names.ts';
import { hideableOffers, offersOf } from './offers.ts';
import { readSettings, reserveFirstFreeName, reserveName, saveSettings } from './store.ts';

type Ctx = Context<WorkspacePrincipal>;
type Dependencies = {
  config: Config;
  key: KeyGate;
  industries: AnyIndustry[];
  documents: { get(ctx: Ctx): Promise<{ document: Business }> };
};

const tag = 'Booking page';
const Hidden = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 1_000,
  uniqueItems: true,
  description: 'What customers cannot book there, as `offers` name it',
});
const Name = Type.String({ pattern: NAME_PATTERN, description: 'In the page’s address', examples: ['bella-vista'] });
const Hideable = { name: Type.String(), title: Type.String() };
const PageShape = Titled('Booking page', {
  enabled: Type.Boolean(),
  name: Nullable(Name),
  url: Nullable(Type.String({ description: 'Where customers book; null before it was first switched on' })),
  hidden: Hidden,
  offers: Type.Array(Type.Object({ ...Hideable, entries: Type.Array(Type.Object(Hideable)) }), {
    description: 'What customers can book, and what can be left out',
  }),
  websites: Type.Array(Type.String(), {
    description: 'May show the page in a frame: the origins of the publishable keys',
  }),
});

export function bookingPageRoutes({ config, key, industries, documents }: Dependencies): Route[] {
  async function present(ctx: Ctx) {
    const { document } = await documents.get(ctx);
    const settings = await readSettings(ctx.db);
    const linkBase = await linkBaseFor(ctx, config.publicUrl);
    const path = linkBase === config.publicUrl ? `/book/${settings.name}` : '/book';
    return {
      ...settings,
      url: settings.name === null ? null : `${linkBase}${path}`,
      offers: hideableOffers(offersOf(customerViewOf(document, ctx.workspace.mode), industries, [])),
      websites: await widgetOrigins(ctx),
    };
  }
  return [
    route({
      method: 'GET',
      pathPrefix: 'versioned',
      path: '/booking-page',
      gate: key('config:read'),
      tag,
      summary: 'Read the settings of the booking page',
      responses: { 200: PageShape },
      handle: async (ctx) => ok(await present(ctx)),
    }),
    route({
      method: 'PUT',
      pathPrefix: 'versioned',
      path: '/booking-page',
      gate: key('config:write'),
      tag,
      summary: 'Change the booking page',
      description:
        'Fields that are left out stay as they are. Switched on for the first time, the page gets a name made from the ' +
        'business’s. Addresses with an earlier name lead to the current one.',
      body: Strict({
        enabled: Type.Optional(Type.Boolean()),
        name: Type.Optional(Name),
        hidden: Type.Optional(Hidden),
      }),
      responses: { 200: PageShape },
      async handle(ctx, { body }) {
        const current = await readSettings(ctx.db);
        const { enabled = current.enabled, hidden = current.hidden } = body;
        const name =
          body.name ?? current.name ?? (await reserveFirstFreeName(ctx, (await documents.get(ctx)).document.name));
        if (body.name !== undefined) await reserveName(ctx, body.name);
        await saveSettings(ctx, { enabled, hidden, name });
        if (enabled !== current.enabled) await audit(ctx, 'booking.page', ctx.workspace.id, enabled ? 'on' : 'off');
        return ok(await present(ctx));
      },
    }),
  ];
}
