import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Context, type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, Strict, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { createLinkPrincipal } from '../bookings/calendar-link.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { Scope } from '../keys/scopes.ts';
import { type CalendarResource, listCalendarResources } from './calendar-resources.ts';
import { readFeedBookings, renderFeed } from './feed.ts';
import { createFeedLinks, type FeedLink, type FeedLinks } from './feed-links.ts';

type Dependencies = {
  industries: readonly AnyIndustry[];
  keyring: Keyring;
  config: { publicUrl: string };
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  resolveBusinessContext(ctx: Context<WorkspacePrincipal>, auditPurpose: string): Promise<BookingContext>;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    calendar_feeds: { workspace_id: string; resource_id: string; link_number: number };
  }
}

const tag = 'Calendars';
const FeedShape = Titled('Calendar feed', {
  resource: Nullable(
    Type.String({ description: 'A person, a table or the like, as `<industry>/<id>`; null: the whole business' }),
  ),
  name: Type.String(),
  url: Type.String({ description: 'Private: anyone with this link can read the bookings, until it is reset' }),
});

export function calendarRoutes({
  industries,
  keyring,
  config,
  keyGate,
  resolveBusinessContext,
}: Dependencies): Route[] {
  const feedLinks = createFeedLinks(keyring);
  const presentFeeds = async (ctx: BookingContext, feeds: CalendarResource[]) => {
    const linkNumbers = await readLinkNumbers(ctx.db);
    const linkBase = await findLinkBase(ctx, config.publicUrl);
    return feeds.map(({ resourceId, name }) => {
      const token = feedLinks.createToken({
        workspaceId: ctx.workspace.id,
        resourceId,
        linkNumber: linkNumbers.get(resourceId) ?? 0,
      });
      return { resource: resourceId || null, name, url: `${linkBase}/calendars/${token}.ics` };
    });
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/calendar-feeds',
      gate: keyGate('bookings:read'),
      tag,
      summary: 'Private calendar links',
      description: 'One for the whole business and one for each person, table or the like, for any calendar app.',
      responses: { 200: Type.Object({ object: Type.Literal('list'), data: Type.Array(FeedShape) }) },
      async handle(context) {
        const ctx = await resolveBusinessContext(context, 'calendars.list');
        return ok({ object: 'list', data: await presentFeeds(ctx, listCalendarResources(ctx.business, industries)) });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/calendar-feeds/reset',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Replace a private calendar link',
      description: 'The old link stops working at once.',
      body: Strict({ resource: Nullable(Type.String({ maxLength: 200 })) }),
      responses: { 200: FeedShape },
      async handle(context, { body: { resource } }) {
        const ctx = await resolveBusinessContext(context, 'calendars.reset');
        const feed = listCalendarResources(ctx.business, industries).find(
          ({ resourceId }) => resourceId === (resource ?? ''),
        );
        if (!feed) throw notFound('calendar');
        await ctx.db
          .insertInto('calendar_feeds')
          .values({ workspace_id: ctx.workspace.id, resource_id: feed.resourceId, link_number: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(['workspace_id', 'resource_id'])
              .doUpdateSet((eb) => ({ link_number: eb('calendar_feeds.link_number', '+', 1) })),
          )
          .execute();
        await audit(context, 'calendar.reset', ctx.workspace.id, feed.name);
        const [presentedFeed] = await presentFeeds(ctx, [feed]);
        return ok(presentedFeed);
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'top',
      path: '/calendars/:token',
      gate: createFeedGate(feedLinks),
      tag,
      summary: 'The bookings as a calendar',
      description: 'The link of a calendar feed, for calendar apps. They look again every few minutes to hours.',
      params: Strict({ token: Type.String({ maxLength: 600 }) }),
      produces: 'text/calendar; charset=utf-8',
      responses: { 200: Type.String() },
      async handle(context, { params: { token } }) {
        const link = verifyFeedToken(feedLinks, token);
        const ctx = await resolveBusinessContext(context, 'calendars.feed');
        const feed = listCalendarResources(ctx.business, industries).find(
          ({ resourceId }) => resourceId === link?.resourceId,
        );
        const currentLinkNumber = (await readLinkNumbers(ctx.db)).get(link?.resourceId ?? '') ?? 0;
        if (!feed || link?.linkNumber !== currentLinkNumber) throw createInvalidLinkProblem();
        const bookings = await readFeedBookings(ctx.db, feed.resourceId, ctx.now);
        const title = feed.resourceId ? `${feed.name}, ${ctx.business.name}` : ctx.business.name;
        const file = renderFeed(bookings, ctx.business, title, await findLinkBase(ctx, config.publicUrl));
        return { status: 200, body: file, headers: { 'Cache-Control': 'private, max-age=60' } };
      },
    }),
  ];
}

const createInvalidLinkProblem = () => new Problem('not_found', 'This calendar link is not complete, or was reset.');

const verifyFeedToken = (links: FeedLinks, token: string): FeedLink | undefined =>
  links.parse(token.replace(/\.ics$/, ''));

/** The signature says whose calendar it is; whether the link was reset is checked with the calendar. */
const createFeedGate = (links: FeedLinks): Gate<WorkspacePrincipal> => ({
  security: 'none',
  async authorize(request) {
    const link = verifyFeedToken(links, (request.params as { token: string }).token);
    if (!link) throw createInvalidLinkProblem();
    return createLinkPrincipal(link.workspaceId, 'calendar feed');
  },
});

async function readLinkNumbers(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('calendar_feeds').select(['resource_id', 'link_number']).execute();
  return new Map(rows.map(({ resource_id, link_number }) => [resource_id, link_number]));
}
