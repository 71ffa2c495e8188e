// What a customer sees who opens a link of a mail: plain pages that need no script.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Html, html } from '../../kernel/html.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import { tooLate } from '../../scheduling/bookings.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import type { Booking } from '../../scheduling/store.ts';
import { callTo } from '../business/customer-pages.ts';
import { whatIs } from './mails.ts';
import type { FreeDay, MoveChoice } from './move-times.ts';

export type Shown = {
  booking: Booking;
  business: Business;
  /** The path of this booking's page. */
  path: string;
  /** In the policy's words, where it is too late to change anything here. */
  late?: string;
  /** An offer that nobody has taken in time. */
  lapsed: boolean;
};

export function shownOf(ctx: BookingContext, booking: Booking, path: string): Shown {
  const lapsed = booking.offered_until !== null && booking.offered_until < ctx.now;
  return { booking, business: ctx.business, path, late: tooLate(ctx, booking)?.detail, lapsed };
}

/** What the page says at its top: something that is done, or could not be. */
export type Notice = { tone: 'good' | 'bad'; text: string };

/** After a form was sent. The state decides, whatever the address says. */
export function doneNotice(
  action: string | undefined,
  { booking: { status, confirmed_at }, business }: Shown,
): Notice | undefined {
  const { text: say } = formatterFor(business);
  const texts: Record<string, string | false> = {
    confirm: confirmed_at !== null && message('Thank you. We look forward to seeing you.'),
    accept: status === 'confirmed' && message('It’s yours. We look forward to seeing you.'),
    cancel: status === 'cancelled' && message('Your booking has been cancelled.'),
    move: status === 'confirmed' && message('Your booking has been moved.'),
  };
  const text = action !== undefined && Object.hasOwn(texts, action) && texts[action];
  return text ? { tone: 'good', text: say(text) } : undefined;
}

const noticeOf = (notice: Notice | undefined) =>
  notice && html`<p class="message ${notice.tone}" role="status">${notice.text}</p>`;

/** What happened, or what is: from the booking alone, so it says nothing that is not committed. */
export function bookingView(shown: Shown, notice?: Notice): Html {
  const { booking, business, path } = shown;
  const say = formatterFor(business);
  const views: Record<Booking['status'], () => Html> = {
    confirmed: () => confirmedView(shown),
    offered: () =>
      shown.lapsed
        ? html`<p>${say.text('This offer has expired and gone to the next person. You’re still on the waiting list.')}</p>
${actions(path, undefined, ['cancel', say.text('Leave the waiting list')])}`
        : html`<p>${held(say, must(booking.offered_until, 'the end of an offer'))}</p>
${actions(path, ['accept', say.text('Yes, I’ll take it')], ['cancel', say.text('No, thank you')])}`,
    waitlisted: () => html`<p>${say.text('We’re fully booked for now. We’ll email you as soon as a spot opens up.')}</p>
${actions(path, undefined, ['cancel', say.text('Leave the waiting list')])}`,
    cancelled: () => html`<p>${say.text('We hope to see you another time.')}</p>`,
    completed: () => html`<p>${say.text('Thank you for coming.')}</p>`,
    no_show: () => html`<p>${say.text('We missed you.')}</p>`,
  };
  return html`${noticeOf(notice)}
<p class="state ${booking.status === 'cancelled' && 'bad'}">${stateOf(booking, say)}</p>
<h1 class="when ${booking.status}">
<span>${say.day(booking.starts_at)}</span> <span class="clock">${say.clock(booking.starts_at)}</span></h1>
<p class="what">${capital(whatIs(booking, say))}</p>
${views[booking.status]()}`;
}

/** Until when an offer holds; the time stands out. */
function held(say: Formatter, until: Date): Html {
  const text = say.text('A spot opened up, and you’re next in line. We’ll hold it for you until {time}.', {
    time: '\t',
  });
  const [before, after] = text.split('\t');
  return html`${before}<strong>${say.time(until)}</strong>${after}`;
}

function confirmedView({ booking, business, path, late }: Shown): Html {
  const say = formatterFor(business);
  const coming = booking.confirmed_at ? undefined : (['confirm', say.text('Yes, I’ll be there')] as const);
  const move =
    booking.kind !== 'class' && html`<a class="button quiet" href="${path}/move">${say.text('Move booking')}</a>`;
  const change = html`<p class="pair">${move}<a class="button quiet" href="${path}/cancel">${say.text('Cancel booking')}</a></p>`;
  return html`${actions(path, coming)}
${late ? html`<p class="hint">${say.text('You can no longer move or cancel this booking online.')} ${late}</p>` : change}
<p class="hint"><a href="${path}/calendar.ics">${say.text('Add to calendar')}</a>${codeOf(booking, say)}</p>`;
}

const codeOf = ({ sealed, code }: Booking, say: Formatter) =>
  !sealed && html` · ${say.text('Code')} <code>${code}</code>`;

function stateOf({ status, confirmed_at }: Booking, say: Formatter): string {
  const names: Record<Booking['status'], string> = {
    confirmed: confirmed_at ? message('Booked and confirmed') : message('Booked'),
    offered: message('Free for you'),
    waitlisted: message('On the waiting list'),
    cancelled: message('Cancelled'),
    completed: message('Done'),
    no_show: message('Past'),
  };
  return say.text(names[status]);
}

/** Each is a form of its own, so that nothing happens by opening a page. */
function actions(path: string, main?: readonly [string, string], quiet?: readonly [string, string]): Html {
  const button = (action: readonly [string, string] | undefined, kind: string) =>
    action && html`<button class="button ${kind}" name="action" value="${action[0]}">${action[1]}</button>`;
  return html`${(main || quiet) && html`<form method="post" action="${path}">${button(main, '')}${button(quiet, 'quiet')}</form>`}`;
}

export function cancelView({ booking, business, path, late }: Shown): Html {
  const say = formatterFor(business);
  if (late) return lateView(business, path, late);
  return html`<h1>${say.text('Cancel this booking?')}</h1>
<p>${capital(say.text('{what} on {time}.', { what: whatIs(booking, say), time: say.time(booking.starts_at) }))}</p>
<form method="post" action="${path}"><button class="button bad" name="action" value="cancel">${say.text('Yes, cancel it')}</button></form>
<p><a class="button quiet" href="${path}">${say.text('No, keep it')}</a></p>`;
}

export function lateView(business: Business, path: string, late: string): Html {
  const say = formatterFor(business);
  const { phone } = business.contact;
  return html`<h1>${say.text('It’s too late to change this online')}</h1>
<p>${late}</p>
${phone && html`<p><a class="button" href="${callTo(phone)}">${say.text('Call {phone}', { phone })}</a></p>`}
<p><a class="button quiet" href="${path}">${say.text('Back to your booking')}</a></p>`;
}

export function moveView({ booking, business, path, late }: Shown, choice: MoveChoice, notice?: Notice): Html {
  if (late) return lateView(business, path, late);
  const say = formatterFor(business);
  const { days, day, earlier, later } = choice;
  const chosen = days.find((each) => each.day === day);
  const sayDay = ([first]: number[]) => say.day(new Date(must(first, 'a start on each day')));
  const chip = ({ day: own, starts }: FreeDay) =>
    html`<li><a href="${path}/move?day=${own}" ${own === day && html`aria-current="date"`}>${sayDay(starts)}</a></li>`;
  const time = (start: number) =>
    html`<button name="startsAt" value="${new Date(start).toISOString()}">${say.clock(new Date(start))}</button>`;
  return html`${noticeOf(notice)}
<h1>${say.text('Choose another time')}</h1>
<p>${say.text('Your current booking: {what} on {time}.', { what: whatIs(booking, say), time: say.time(booking.starts_at) })}</p>
${
  chosen
    ? html`<h2>${sayDay(chosen.starts)}</h2>
<form method="post" action="${path}"><input type="hidden" name="action" value="move">
<div class="times">${chosen.starts.map(time)}</div></form>`
    : html`<p class="message bad">${say.text('Nothing is available in these two weeks.')}</p>`
}
${days.length > 1 && html`<h2>${say.text('Days')}</h2><ul class="days">${days.map(chip)}</ul>`}
<p class="pair">${earlier && html`<a class="button quiet" href="${path}/move?day=${earlier}">${say.text('Earlier days')}</a>`}
${later && html`<a class="button quiet" href="${path}/move?day=${later}">${say.text('Later days')}</a>`}</p>
<p><a href="${path}">${say.text('Keep my booking')}</a></p>`;
}

export function unsubscribeView({ text }: Formatter, path: string, refused: boolean): Html {
  if (refused)
    return html`<h1>${text('No more reminders')}</h1>
<p>${text('We won’t send you booking reminders anymore. Your bookings stay as they are.')}</p>
<form method="post" action="${path}"><button class="button quiet" name="again" value="yes">${text('Send me reminders again')}</button></form>`;
  return html`<h1>${text('Stop reminders?')}</h1>
<p>${text('We’ll stop sending booking reminders. Your bookings stay as they are, and we’ll still email you about changes.')}</p>
<form method="post" action="${path}"><button class="button">${text('Yes, stop reminders')}</button></form>`;
}

export const pastView = ({ text }: Formatter) => html`<h1>${text('This link has expired')}</h1>
<p>${text('The time of this booking has passed. We hope to see you again.')}</p>`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
