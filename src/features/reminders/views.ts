// What a customer sees who opens a link of a mail: plain pages that need no script.
import type { Business } from '../../capability/document.ts';
import { sayFor } from '../../capability/say.ts';
import { type Html, html } from '../../kernel/html.ts';
import { callTo } from '../business/customer-pages.ts';
import { tooLate } from '../scheduling/bookings.ts';
import type { BookingContext } from '../scheduling/calendar.ts';
import type { Booking } from '../scheduling/store.ts';
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
export function doneNotice(action: string | undefined, { status, confirmed_at }: Booking): Notice | undefined {
  const texts: Record<string, string | false> = {
    confirm: confirmed_at !== null && 'Thank you. We look forward to seeing you.',
    accept: status === 'confirmed' && 'It is yours. We look forward to seeing you.',
    cancel: status === 'cancelled' && 'Your booking is cancelled.',
    move: status === 'confirmed' && 'This is your booking now.',
  };
  const text = Object.hasOwn(texts, action ?? '') && texts[action!];
  return text ? { tone: 'good', text } : undefined;
}

const noticeOf = (notice: Notice | undefined) =>
  notice && html`<p class="message ${notice.tone}" role="status">${notice.text}</p>`;

/** What happened, or what is: from the booking alone, so it says nothing that is not committed. */
export function bookingView(shown: Shown, notice?: Notice): Html {
  const { booking, business, path } = shown;
  const say = sayFor(business);
  const views: Record<Booking['status'], () => Html> = {
    confirmed: () => confirmedView(shown),
    offered: () =>
      shown.lapsed
        ? html`<p>This offer has lapsed, and it goes to whoever is next. You are still on the waiting list.</p>
${actions(path, undefined, ['cancel', 'Leave the waiting list'])}`
        : html`<p>It has become free, and you are next in line. We hold it for you until
<strong>${say.time(booking.offered_until!)}</strong>.</p>
${actions(path, ['accept', 'Yes, I’ll take it'], ['cancel', 'No, thank you'])}`,
    waitlisted: () => html`<p>All is taken so far. As soon as there is something for you, we will mail you.</p>
${actions(path, undefined, ['cancel', 'Leave the waiting list'])}`,
    cancelled: () => html`<p>We hope to see you another time.</p>`,
    completed: () => html`<p>Thank you for coming.</p>`,
    no_show: () => html`<p>We missed you.</p>`,
  };
  return html`${noticeOf(notice)}
<p class="state ${booking.status === 'cancelled' && 'bad'}">${stateOf(booking)}</p>
<h1 class="when ${booking.status}">
<span>${say.day(booking.starts_at)}</span> <span class="clock">${say.clock(booking.starts_at)}</span></h1>
<p class="what">${capital(whatIs(booking))}</p>
${views[booking.status]()}`;
}

function confirmedView({ booking, path, late }: Shown): Html {
  const coming = booking.confirmed_at ? undefined : (['confirm', 'Yes, I’ll be there'] as const);
  const move = booking.kind !== 'class' && html`<a class="button quiet" href="${path}/move">Move it</a>`;
  const change = html`<p class="pair">${move}<a class="button quiet" href="${path}/cancel">Cancel it</a></p>`;
  return html`${actions(path, coming)}
${late ? html`<p class="hint">It can no longer be moved or cancelled here. ${late}</p>` : change}
<p class="hint"><a href="${path}/calendar.ics">Add it to your calendar</a>${codeOf(booking)}</p>`;
}

const codeOf = ({ sealed, code }: Booking) => !sealed && html` · Code <code>${code}</code>`;

function stateOf({ status, confirmed_at }: Booking): string {
  const names: Record<Booking['status'], string> = {
    confirmed: confirmed_at ? 'Booked, and you said you’ll come' : 'Booked',
    offered: 'Free for you',
    waitlisted: 'On the waiting list',
    cancelled: 'Cancelled',
    completed: 'Done',
    no_show: 'Past',
  };
  return names[status];
}

/** Each is a form of its own, so that nothing happens by opening a page. */
function actions(path: string, main?: readonly [string, string], quiet?: readonly [string, string]): Html {
  const button = (action: readonly [string, string] | undefined, kind: string) =>
    action && html`<button class="button ${kind}" name="action" value="${action[0]}">${action[1]}</button>`;
  return html`${(main || quiet) && html`<form method="post" action="${path}">${button(main, '')}${button(quiet, 'quiet')}</form>`}`;
}

export function cancelView({ booking, business, path, late }: Shown): Html {
  const when = sayFor(business).time(booking.starts_at);
  if (late) return lateView(business, path, late);
  return html`<h1>Cancel this booking?</h1>
<p>${capital(whatIs(booking))} on ${when}.</p>
<form method="post" action="${path}"><button class="button bad" name="action" value="cancel">Yes, cancel it</button></form>
<p><a class="button quiet" href="${path}">No, keep it</a></p>`;
}

export function lateView({ contact: { phone } }: Business, path: string, late: string): Html {
  return html`<h1>It is too late to change this here</h1>
<p>${late}</p>
${phone && html`<p><a class="button" href="${callTo(phone)}">Call ${phone}</a></p>`}
<p><a class="button quiet" href="${path}">Back to your booking</a></p>`;
}

export function moveView({ booking, business, path, late }: Shown, choice: MoveChoice, notice?: Notice): Html {
  if (late) return lateView(business, path, late);
  const say = sayFor(business);
  const { days, day, earlier, later } = choice;
  const chosen = days.find((each) => each.day === day);
  const chip = ({ day: own, starts }: FreeDay) =>
    html`<li><a href="${path}/move?day=${own}" ${own === day && html`aria-current="date"`}>${say.day(new Date(starts[0]!))}</a></li>`;
  const time = (start: number) =>
    html`<button name="startsAt" value="${new Date(start).toISOString()}">${say.clock(new Date(start))}</button>`;
  return html`${noticeOf(notice)}
<h1>Choose another time</h1>
<p>Now: ${whatIs(booking)} on ${say.time(booking.starts_at)}.</p>
${
  chosen
    ? html`<h2>${say.day(new Date(chosen.starts[0]!))}</h2>
<form method="post" action="${path}"><input type="hidden" name="action" value="move">
<div class="times">${chosen.starts.map(time)}</div></form>`
    : html`<p class="message bad">Nothing is free in these two weeks.</p>`
}
${days.length > 1 && html`<h2>Days</h2><ul class="days">${days.map(chip)}</ul>`}
<p class="pair">${earlier && html`<a class="button quiet" href="${path}/move?day=${earlier}">Earlier days</a>`}
${later && html`<a class="button quiet" href="${path}/move?day=${later}">Later days</a>`}</p>
<p><a href="${path}">Keep it as it is</a></p>`;
}

export function unsubscribeView(path: string, refused: boolean): Html {
  if (refused)
    return html`<h1>No more reminders</h1>
<p>You will get no reminders of your bookings from us. What you book stays booked.</p>
<form method="post" action="${path}"><button class="button quiet" name="again" value="yes">Send me reminders again</button></form>`;
  return html`<h1>Stop reminders?</h1>
<p>We will send you no more reminders of your bookings. What you book stays booked, and you still get mails about changes.</p>
<form method="post" action="${path}"><button class="button">Yes, stop reminders</button></form>`;
}

export const pastView = html`<h1>This link has expired</h1>
<p>The time of this booking has passed. We hope to see you again.</p>`;

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
