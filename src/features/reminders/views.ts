// The pages behind the links in emails. They are plain HTML and need no scripts.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Html, html } from '../../kernel/html.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import { refuseIfTooLate } from '../../scheduling/booking-changes.ts';
import { describeCancellation, describeOpenDeposit, describeReturn } from '../../scheduling/deposit-texts.ts';
import type { FreeDay, FreeDays } from '../../scheduling/free-days.ts';
import { describeWithoutPrivateDetails } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { Booking } from '../../scheduling/store.ts';
import { createTelUrl } from '../business/customer-pages.ts';

export type BookingPage = {
  booking: Booking;
  /** "a table for 4", without health data. */
  description: string;
  business: Business;
  /** The path of this booking's page. */
  path: string;
  /** The policy's text if it is too late to change the booking online. */
  tooLateText?: string;
  /** What becomes of the deposit if the booking is canceled now. */
  cancellationText: string;
  /** The customer has just come back from paying. */
  isPaying?: boolean;
  /** Whether a waitlist offer was not accepted in time. */
  hasLapsed: boolean;
};

export function createBookingPage(ctx: BookingContext, booking: Booking, path: string): BookingPage {
  const hasLapsed = booking.offered_until !== null && booking.offered_until < ctx.now;
  return {
    booking,
    description: describeWithoutPrivateDetails(ctx, booking),
    business: ctx.business,
    path,
    tooLateText: refuseIfTooLate(ctx, booking)?.detail,
    cancellationText: describeCancellation(ctx, booking),
    hasLapsed,
  };
}

/** A message at the top of the page, about success or failure. */
export type PageNotice = { tone: 'good' | 'bad'; text: string };

/** The notice after a form was sent. It depends on the booking's actual state, because anyone can edit the URL. */
export function findNoticeAfterAction(
  action: string | undefined,
  { booking: { status, confirmed_at }, business }: BookingPage,
): PageNotice | undefined {
  const { text: translate } = formatterFor(business);
  const texts: Record<string, string | false> = {
    confirm: confirmed_at !== null && message('Thank you. We look forward to seeing you.'),
    accept: status === 'confirmed' && message('It’s yours. We look forward to seeing you.'),
    cancel: status === 'cancelled' && message('Your booking has been canceled.'),
    move: status === 'confirmed' && message('Your booking has been rescheduled.'),
    book: status === 'confirmed' && message('You’re booked. We look forward to seeing you.'),
    pay: status === 'confirmed' && message('You’re booked. We look forward to seeing you.'),
  };
  const text = action !== undefined && Object.hasOwn(texts, action) && texts[action];
  return text ? { tone: 'good', text: translate(text) } : undefined;
}

const renderNotice = (notice: PageNotice | undefined) =>
  notice && html`<p class="message ${notice.tone}" role="status">${notice.text}</p>`;

/** Built from the stored booking only, so it never shows anything that is not committed. */
export function renderBooking(page: BookingPage, notice?: PageNotice): Html {
  const { booking, description, business, path } = page;
  const format = formatterFor(business);
  const returnText = describeReturn(business, booking.deposit);
  const views: Record<Booking['status'], () => Html> = {
    confirmed: () => renderConfirmed(page, notice?.tone === 'good'),
    offered: () =>
      page.hasLapsed
        ? html`<p>${format.text('This offer has expired and gone to the next person. You’re still on the waitlist.')}</p>
${renderActionForm(path, undefined, ['cancel', format.text('Leave the waitlist')])}`
        : html`<p>${renderOfferDeadline(format, must(booking.offered_until, 'the end of an offer'))}</p>
${renderActionForm(path, ['accept', format.text('Yes, I’ll take it')], ['cancel', format.text('No, thank you')])}`,
    waitlisted:
      () => html`<p>${format.text('We’re fully booked for now. We’ll email you as soon as a spot opens up.')}</p>
${renderActionForm(path, undefined, ['cancel', format.text('Leave the waitlist')])}`,
    awaiting_payment: () => renderAwaitingPayment(page),
    cancelled: () => html`${returnText && html`<p>${returnText}</p>`}
<p>${format.text('We hope to see you another time.')}</p>`,
    completed: () => html`<p>${format.text('Thank you for coming.')}</p>`,
    no_show: () => html`<p>${format.text('We missed you.')}</p>`,
  };
  return html`${renderNotice(notice)}
<p class="state ${booking.status === 'cancelled' && 'bad'}">${renderStatus(booking, format)}</p>
<h1 class="when ${booking.status}">
<span>${format.day(booking.starts_at)}</span> <span class="clock">${format.clock(booking.starts_at)}</span></h1>
<p class="what">${capitalize(description)}</p>
${views[booking.status]()}`;
}

/** Paying leaves the page, also where a website shows it in a frame. */
function renderAwaitingPayment({ booking, business, path, isPaying }: BookingPage): Html {
  const format = formatterFor(business);
  const deposit = must(booking.deposit, 'the deposit of a held booking');
  if (isPaying)
    return html`<p role="status">${format.text('We’re confirming your payment. This page updates automatically.')}</p>`;
  const { phone } = business.contact;
  return html`<p>${describeOpenDeposit(business, deposit)}</p>
<form method="post" action="${path}" target="_top"><button class="button" name="action" value="pay">${format.text('Pay deposit')}</button></form>
<p class="pair"><a class="button quiet" href="${path}/cancel">${format.text('No, thank you')}</a>
${phone && html`<a class="button quiet" href="${createTelUrl(phone)}">${format.text('Call {phone}', { phone })}</a>`}</p>`;
}

/** For a customer who cannot pay online: the business has to help. */
export function renderUnpayable({ business, path }: BookingPage): Html {
  const format = formatterFor(business);
  const { phone } = business.contact;
  return html`<h1>${format.text('We can’t take this payment online right now')}</h1>
${phone && html`<p><a class="button" href="${createTelUrl(phone)}">${format.text('Call {phone}', { phone })}</a></p>`}
<p><a class="button quiet" href="${path}">${format.text('Back to your booking')}</a></p>`;
}

/** Says until when an offer is held, with the time in bold. */
function renderOfferDeadline(format: Formatter, until: Date): Html {
  const text = format.text('A spot opened up, and you’re next in line. We’ll hold it for you until {time}.', {
    time: '\t',
  });
  const [before, after] = text.split('\t');
  return html`${before}<strong>${format.time(until)}</strong>${after}`;
}

/** Whoever has just done something is not asked whether they will come. */
function renderConfirmed({ booking, business, path, tooLateText }: BookingPage, hasJustActed: boolean): Html {
  const format = formatterFor(business);
  const confirmAction =
    booking.confirmed_at || hasJustActed ? undefined : (['confirm', format.text('Yes, I’ll be there')] as const);
  const moveLink =
    booking.kind !== 'class' && html`<a class="button quiet" href="${path}/move">${format.text('Reschedule')}</a>`;
  const changeLinks = html`<p class="pair">${moveLink}<a class="button quiet" href="${path}/cancel">${format.text('Cancel booking')}</a></p>`;
  return html`${renderActionForm(path, confirmAction)}
${tooLateText ? html`<p class="hint">${format.text('You can no longer reschedule or cancel this booking online.')} ${tooLateText}</p>` : changeLinks}
<p class="hint"><a href="${path}/calendar.ics">${format.text('Add to calendar')}</a>${renderCode(booking, format)}</p>`;
}

const renderCode = ({ sealed, code }: Booking, format: Formatter) =>
  !sealed && html` · ${format.text('Code')} <code>${code}</code>`;

function renderStatus({ status, confirmed_at }: Booking, format: Formatter): string {
  const names: Record<Booking['status'], string> = {
    confirmed: confirmed_at ? message('Booked and confirmed') : message('Booked'),
    offered: message('Held for you'),
    awaiting_payment: message('Waiting for your deposit'),
    waitlisted: message('On the waitlist'),
    cancelled: message('Canceled'),
    completed: message('Completed'),
    no_show: message('Past'),
  };
  return format.text(names[status]);
}

/** Actions need a POST, so that opening a page (as mail scanners do) changes nothing. */
function renderActionForm(
  path: string,
  primary?: readonly [string, string],
  secondary?: readonly [string, string],
): Html {
  const button = (action: readonly [string, string] | undefined, cssClass: string) =>
    action && html`<button class="button ${cssClass}" name="action" value="${action[0]}">${action[1]}</button>`;
  return html`${(primary || secondary) && html`<form method="post" action="${path}">${button(primary, '')}${button(secondary, 'quiet')}</form>`}`;
}

export function renderCancel({
  booking,
  description,
  business,
  path,
  tooLateText,
  cancellationText,
}: BookingPage): Html {
  const format = formatterFor(business);
  if (tooLateText) return renderTooLate(business, path, tooLateText);
  return html`<h1>${format.text('Cancel this booking?')}</h1>
<p>${capitalize(format.text('{what} on {time}.', { what: description, time: format.time(booking.starts_at) }))}</p>
${cancellationText && html`<p>${cancellationText}</p>`}
<form method="post" action="${path}"><button class="button bad" name="action" value="cancel">${format.text('Yes, cancel it')}</button></form>
<p><a class="button quiet" href="${path}">${format.text('No, keep it')}</a></p>`;
}

/** For a customer who waits, or has something held for them and does not want it. */
export function renderLeave({ booking, description, business, path }: BookingPage): Html {
  const format = formatterFor(business);
  const isOffered = booking.status !== 'waitlisted';
  const question = isOffered ? message('Give up this spot?') : message('Leave the waitlist?');
  const actionLabel = isOffered ? message('Yes, give it up') : message('Leave the waitlist');
  return html`<h1>${format.text(question)}</h1>
<p>${capitalize(format.text('{what} on {time}.', { what: description, time: format.time(booking.starts_at) }))}</p>
<form method="post" action="${path}"><button class="button bad" name="action" value="cancel">${format.text(actionLabel)}</button></form>
<p><a class="button quiet" href="${path}">${format.text('No, keep it')}</a></p>`;
}

export function renderTooLate(business: Business, path: string, tooLateText: string): Html {
  const format = formatterFor(business);
  const { phone } = business.contact;
  return html`<h1>${format.text('It’s too late to change this online')}</h1>
<p>${tooLateText}</p>
${phone && html`<p><a class="button" href="${createTelUrl(phone)}">${format.text('Call {phone}', { phone })}</a></p>`}
<p><a class="button quiet" href="${path}">${format.text('Back to your booking')}</a></p>`;
}

export function renderMove(
  { booking, description, business, path, tooLateText }: BookingPage,
  choice: FreeDays,
  notice?: PageNotice,
): Html {
  if (tooLateText) return renderTooLate(business, path, tooLateText);
  const format = formatterFor(business);
  const { days, day, earlier, later } = choice;
  const selected = days.find((freeDay) => freeDay.day === day);
  const formatDayLabel = ([first]: number[]) => format.day(new Date(must(first, 'a start on each day')));
  const renderDayLink = ({ day: freeDay, starts }: FreeDay) =>
    html`<li><a href="${path}/move?day=${freeDay}" ${freeDay === day && html`aria-current="date"`}>${formatDayLabel(starts)}</a></li>`;
  const renderTimeButton = (startMs: number) =>
    html`<button name="startsAt" value="${new Date(startMs).toISOString()}">${format.clock(new Date(startMs))}</button>`;
  return html`${renderNotice(notice)}
<h1>${format.text('Choose another time')}</h1>
<p>${format.text('Your current booking: {what} on {time}.', { what: description, time: format.time(booking.starts_at) })}</p>
${
  selected
    ? html`<h2>${formatDayLabel(selected.starts)}</h2>
<form method="post" action="${path}"><input type="hidden" name="action" value="move">
<div class="times">${selected.starts.map(renderTimeButton)}</div></form>`
    : html`<p class="message bad">${format.text('No times available in these two weeks.')}</p>`
}
${days.length > 1 && html`<h2>${format.text('Other days')}</h2><ul class="days">${days.map(renderDayLink)}</ul>`}
<p class="pair">${earlier && html`<a class="button quiet" href="${path}/move?day=${earlier}">${format.text('Earlier days')}</a>`}
${later && html`<a class="button quiet" href="${path}/move?day=${later}">${format.text('Later days')}</a>`}</p>
<p><a href="${path}">${format.text('Keep my booking')}</a></p>`;
}

export function renderUnsubscribe({ text }: Formatter, path: string, isUnsubscribed: boolean): Html {
  if (isUnsubscribed)
    return html`<h1>${text('No more reminders')}</h1>
<p>${text('You won’t get booking reminders anymore. This doesn’t change your bookings.')}</p>
<form method="post" action="${path}"><button class="button quiet" name="again" value="yes">${text('Send me reminders again')}</button></form>`;
  return html`<h1>${text('Stop reminders?')}</h1>
<p>${text('We’ll stop sending booking reminders. Your bookings stay as they are, and we’ll still email you about changes.')}</p>
<form method="post" action="${path}"><button class="button">${text('Yes, stop reminders')}</button></form>`;
}

export const renderExpiredLink = ({ text }: Formatter) => html`<h1>${text('This link has expired')}</h1>
<p>${text('This booking is in the past. We hope to see you again.')}</p>`;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
