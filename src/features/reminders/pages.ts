import type { Business } from '../../capability/document.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { Html } from '../../kernel/html.ts';
import { message } from '../../messages/catalogue.ts';
import { lockForChange } from '../../scheduling/bookings.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { calendarFile } from '../../scheduling/calendar-file.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import { type Answer, type Asked, broken, type CustomerPage, type Form, page } from '../business/customer-pages.ts';
import { openLinks, readToken } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { act, refusedPage } from './actions.ts';
import { movesFrom } from './move-times.ts';
import { isRefused, setRefused } from './store.ts';
import { bookingView, cancelView, doneNotice, moveView, pastView, shownOf, unsubscribeView } from './views.ts';

type Dependencies = { runAsSystem: RunAsSystem };

/** Carries a refusal's page out of the transaction that it rolls back. */
class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export function bookingPages(deps: Dependencies): CustomerPage[] {
  const of = (
    method: CustomerPage['method'],
    url: string,
    answer: (deps: Dependencies, asked: Asked) => Promise<Answer>,
  ): CustomerPage => ({ method, url, answer: (asked) => answer(deps, asked) });
  return [
    of('GET', '/booking/:token', showBooking),
    of('GET', '/booking/:token/cancel', showCancel),
    of('GET', '/booking/:token/move', showMove),
    of('GET', '/booking/:token/calendar.ics', showCalendar),
    of('POST', '/booking/:token', change),
    of('GET', '/unsubscribe/:token', (own, asked) => unsubscribe(own, asked)),
    of('POST', '/unsubscribe/:token', (own, asked) => unsubscribe(own, asked, (asked.body ?? {}) as Form)),
  ];
}

/** What the link stands for, as long as its time has not come. */
async function withBooking(
  { runAsSystem }: Dependencies,
  { params }: Asked,
  find: (ctx: BookingContext, id: string) => Promise<Booking | undefined>,
  work: (ctx: BookingContext, booking: Booking, path: string) => Promise<Answer>,
): Promise<Answer> {
  const token = readToken(params.token);
  if (!token) return broken;
  const answer = await runAsSystem(
    token.workspaceId,
    'customer.link',
    async (ctx) => {
      const isOurs = (await openLinks(ctx)).isOurs('booking', token);
      const booking = isOurs ? await find(ctx, token.subject) : undefined;
      if (!booking) return broken;
      const spoken = { ...ctx, business: inLanguage(ctx.business, booking.language) };
      const say = formatterFor(spoken.business);
      if (booking.starts_at <= ctx.now) return page(spoken, say.text('Expired'), pastView(say), 410);
      return work(spoken, booking, `/booking/${params.token}`);
    },
    'customer',
  ).catch((error) => {
    if (error instanceof Refused) return error.answer;
    throw error;
  });
  return answer ?? broken;
}

/** A page whose title is a message. */
const titled = (ctx: { business: Business }, title: string, view: Html, status?: number) =>
  page(ctx, formatterFor(ctx.business).text(title), view, status);

const reading = (ctx: BookingContext, id: string) => findBooking(ctx.db, id);

const showBooking = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    const shown = shownOf(ctx, booking, path);
    return titled(ctx, message('Your booking'), bookingView(shown, doneNotice(asked.query.done, shown)));
  });

const showCancel = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    const shown = shownOf(ctx, booking, path);
    return booking.status === 'confirmed' ? titled(ctx, message('Cancel'), cancelView(shown)) : { to: path };
  });

const showMove = (deps: Dependencies, asked: Asked) =>
  withBooking(deps, asked, reading, async (ctx, booking, path) => {
    if (booking.status !== 'confirmed' || booking.kind === 'class') return { to: path };
    const choice = await movesFrom(ctx, booking, asked.query.day);
    return titled(ctx, message('Another time'), moveView(shownOf(ctx, booking, path), choice));
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
    throw new Refused(titled(ctx, message('Sorry'), view, 409));
  });
}

async function unsubscribe({ runAsSystem }: Dependencies, { params, query }: Asked, form?: Form): Promise<Answer> {
  const token = readToken(params.token);
  if (!token) return broken;
  const answer = await runAsSystem(token.workspaceId, 'customer.unsubscribe', async (ctx) => {
    if (!(await openLinks(ctx)).isOurs('unsubscribe', token)) return broken;
    const address = Buffer.from(token.subject, 'base64url');
    if (form) await setRefused(ctx, address, form.again === undefined);
    const business = inLanguage(ctx.business, query.language);
    const path = `/unsubscribe/${params.token}${business.language ? `?language=${business.language}` : ''}`;
    return titled(
      { business },
      message('Reminders'),
      unsubscribeView(formatterFor(business), path, await isRefused(ctx.db, address)),
    );
  });
  return answer ?? broken;
}
