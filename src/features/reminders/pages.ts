import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../kernel/html.ts';
import type { Inside } from '../business/inside.ts';
import { lockForChange } from '../scheduling/bookings.ts';
import type { BookingContext } from '../scheduling/calendar.ts';
import { calendarFile } from '../scheduling/calendar-file.ts';
import { type Booking, findBooking } from '../scheduling/store.ts';
import { act, refusedPage } from './actions.ts';
import { openLinks, readToken } from './links.ts';
import { movesFrom } from './move-times.ts';
import { isRefused, setRefused } from './store.ts';
import {
  bookingView,
  brokenView,
  cancelView,
  doneNotice,
  failedView,
  moveView,
  pageOf,
  pastView,
  shownOf,
  unsubscribeView,
} from './views.ts';

type Dependencies = { inside: Inside };
type Answer = { status: number; body: string; type?: string } | { to: string };
type Asked = FastifyRequest & { params: { token: string }; query: Form };
type Form = Record<string, string | undefined>;

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MOST_FORM_BYTES = 4_096;

/** Carries a refusal's page out of the transaction that it rolls back. */
class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** The pages behind the links of mails. A GET shows and changes nothing, since mail programs open links by themselves. */
export function addBookingPages(server: FastifyInstance, deps: Dependencies): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // A mail program's own button may send a form of another kind, which holds nothing that is needed.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status = 500, statusCode = status } = error as { status?: number; statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a customer’s page failed');
      send(reply, { status: statusCode, body: pageOf(undefined, 'Sorry', failedView) });
    });
    const add = (method: 'GET' | 'POST', url: string, answer: (deps: Dependencies, asked: Asked) => Promise<Answer>) =>
      scope.route({
        method,
        url,
        schema: { hide: true } as object,
        handler: async (request, reply) => send(reply, await answer(deps, request as Asked)),
      });
    add('GET', '/booking/:token', showBooking);
    add('GET', '/booking/:token/cancel', showCancel);
    add('GET', '/booking/:token/move', showMove);
    add('GET', '/booking/:token/calendar.ics', showCalendar);
    add('POST', '/booking/:token', change);
    add('GET', '/unsubscribe/:token', (own, asked) => unsubscribe(own, asked));
    add('POST', '/unsubscribe/:token', (own, asked) => unsubscribe(own, asked, (asked.body ?? {}) as Form));
  });
}

function send(reply: FastifyReply, answer: Answer) {
  reply.header('Content-Security-Policy', POLICY);
  if ('to' in answer) return reply.redirect(answer.to, 303);
  return reply
    .code(answer.status)
    .type(answer.type ?? 'text/html; charset=utf-8')
    .send(answer.body);
}

const broken: Answer = { status: 404, body: pageOf(undefined, 'Not found', brokenView) };

const page = (ctx: BookingContext, title: string, view: Html, status = 200): Answer => ({
  status,
  body: pageOf(ctx.business, title, view),
});

/** What the link stands for, as long as its time has not come. */
async function withBooking(
  { inside }: Dependencies,
  { params }: Asked,
  find: (ctx: BookingContext, id: string) => Promise<Booking | undefined>,
  work: (ctx: BookingContext, booking: Booking, path: string) => Promise<Answer>,
): Promise<Answer> {
  const token = readToken(params.token);
  if (!token) return broken;
  const answer = await inside(
    token.workspaceId,
    'customer.link',
    async (ctx) => {
      const isOurs = (await openLinks(ctx)).isOurs('booking', token);
      const booking = isOurs ? await find(ctx, token.subject) : undefined;
      if (!booking) return broken;
      if (booking.starts_at <= ctx.now) return page(ctx, 'Expired', pastView, 410);
      return work(ctx, booking, `/booking/${params.token}`);
    },
    'customer',
  ).catch((error) => {
    if (error instanceof Refused) return error.answer;
    throw error;
  });
  return answer ?? broken;
}

const reading = (ctx: BookingContext, id: string) => findBooking(ctx.db, id);

const showBooking = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) =>
    page(ctx, 'Your booking', bookingView(shownOf(ctx, booking, path), doneNotice(asked.query.done, booking))),
  );

const showCancel = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    const shown = shownOf(ctx, booking, path);
    return booking.status === 'confirmed' ? page(ctx, 'Cancel', cancelView(shown)) : { to: path };
  });

const showMove = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    if (booking.status !== 'confirmed' || booking.kind === 'class') return { to: path };
    const choice = await movesFrom(ctx, booking, asked.query.day);
    return page(ctx, 'Another time', moveView(shownOf(ctx, booking, path), choice));
  });

const showCalendar = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    if (booking.status !== 'confirmed') return { to: path };
    return { status: 200, body: calendarFile(booking, ctx.business), type: 'text/calendar; charset=utf-8' };
  });

/** The page that follows is read from what is committed by then. */
function change(deps: Dependencies, asked: Asked): Promise<Answer> {
  const form = (asked.body ?? {}) as Form;
  const locking = (ctx: BookingContext, id: string) => lockForChange(ctx, id, form.startsAt);
  return withBooking(deps, asked, locking, async (ctx, booking, path) => {
    const outcome = await act(ctx, booking, form);
    if (outcome.ok) return { to: `${path}?done=${form.action}` };
    const view = await refusedPage(ctx, booking, path, outcome);
    throw new Refused(page(ctx, 'Sorry', view, 409));
  });
}

async function unsubscribe({ inside }: Dependencies, { params }: Asked, form?: Form): Promise<Answer> {
  const token = readToken(params.token);
  if (!token) return broken;
  const answer = await inside(token.workspaceId, 'customer.unsubscribe', async (ctx) => {
    if (!(await openLinks(ctx)).isOurs('unsubscribe', token)) return broken;
    const address = Buffer.from(token.subject, 'base64url');
    if (form) await setRefused(ctx, address, form.again === undefined);
    const path = `/unsubscribe/${params.token}`;
    return page(ctx, 'Reminders', unsubscribeView(path, await isRefused(ctx.db, address)));
  });
  return answer ?? broken;
}
