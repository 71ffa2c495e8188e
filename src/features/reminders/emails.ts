import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { chooseTextColor } from '../../kernel/colors.ts';
import { html } from '../../kernel/html.ts';
import type { Email } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import { toSafeLine } from '../../kernel/text.ts';
import { getLanguage } from '../../messages/languages.ts';
import { renderCalendarFile } from '../../scheduling/calendar-file.ts';
import { describeOpenDeposit, describeReturn } from '../../scheduling/deposit-texts.ts';
import type { NoticeJob } from '../../scheduling/notify.ts';
import { describeWithoutPrivateDetails } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { Booking, BookingStatus } from '../../scheduling/store.ts';
import { type Brand, chooseCustomerFacingBrand } from '../brand/brand.ts';

type Action = { label: string; url: string };
type EmailContent = { subject: string; lines: string[]; actions: Action[] };
/** The business is in the booking's language. */
type EmailContext = Pick<BookingContext, 'business' | 'findBookingCapability' | 'workspace'>;
export type Topic = NoticeJob['about'];
type Recipient = {
  to: string;
  bookingPageUrl: string;
  unsubscribe: string;
  linkBase: string;
  replyTo?: string;
  references?: string[];
};

/** The booking statuses for which a notice is still accurate. */
const ACCURATE_STATUSES: Record<Topic, BookingStatus[]> = {
  'booking.created': ['confirmed', 'waitlisted'],
  'booking.held': ['awaiting_payment'],
  'booking.rescheduled': ['confirmed'],
  'booking.cancelled': ['cancelled'],
  'booking.reminder': ['confirmed'],
  'waitlist.offered': ['offered'],
};

export const TOPICS = Object.keys(ACCURATE_STATUSES) as Topic[];

export const isStillAccurate = (about: Topic, { status }: Booking): boolean =>
  ACCURATE_STATUSES[about].includes(status);

export function composeEmail(ctx: EmailContext, about: Topic, booking: Booking, recipient: Recipient): Email {
  const { business, workspace } = ctx;
  const brand = chooseCustomerFacingBrand(workspace, business);
  const replyTo = recipient.replyTo ?? business.contact.email;
  const format = formatterFor(business);
  const content = composeContent(ctx, about, booking, recipient.bookingPageUrl);
  const isReminder = about === 'booking.reminder';
  const unsubscribe = isReminder ? { label: format.text('Stop reminders'), url: recipient.unsubscribe } : undefined;
  return {
    to: recipient.to,
    fromName: toSafeLine(brand.senderName),
    ...(replyTo ? { replyTo } : {}),
    ...(recipient.references?.length ? { references: recipient.references } : {}),
    subject: `${content.subject} – ${brand.name}`,
    text: renderText(content, business, unsubscribe),
    html: renderHtml(content, business, { ...brand, linkBase: recipient.linkBase }, unsubscribe),
    ...(unsubscribe ? { unsubscribe: unsubscribe.url } : {}),
    ...(booking.status === 'waitlisted' || booking.status === 'awaiting_payment' || isReminder
      ? {}
      : { calendar: renderCalendarFile(booking, business) }),
  };
}

/** What a message in a conversation says: the same as the email, without its links. */
export const composeText = (ctx: EmailContext, about: Topic, booking: Booking): string =>
  composeContent(ctx, about, booking, '', 'conversation').lines.join(' ');

function composeContent(
  ctx: EmailContext,
  about: Topic,
  booking: Booking,
  bookingPageUrl: string,
  medium: 'email' | 'conversation' = 'email',
): EmailContent {
  const format = formatterFor(ctx.business);
  const values = { what: describeWithoutPrivateDetails(ctx, booking), when: format.time(booking.starts_at) };
  const codeLines = booking.sealed ? [] : [format.text('Your booking code is {code}.', { code: booking.code })];
  const cancelAction = { label: format.text('Cancel'), url: `${bookingPageUrl}/cancel` };
  const changeActions = [
    ...(booking.kind === 'class' ? [] : [{ label: format.text('Reschedule'), url: `${bookingPageUrl}/move` }]),
    cancelAction,
  ];
  switch (about) {
    case 'booking.reminder':
      return {
        subject: format.text('Reminder: {when}', values),
        lines: [format.text('Just a reminder of your booking: {what} on {when}.', values), ...codeLines],
        actions: [{ label: format.text('Yes, I’ll be there'), url: bookingPageUrl }, ...changeActions],
      };
    case 'waitlist.offered':
      return {
        subject: format.text('A spot opened up: {when}', values),
        lines: [
          format.text('Good news: {what} on {when} just opened up, and you’re next in line.', values),
          format.text('We’ll hold it for you until {time}. After that, it goes to the next person on the list.', {
            time: format.time(must(booking.offered_until, 'the end of an offer')),
          }),
        ],
        actions: [
          { label: format.text('Yes, I’ll take it'), url: bookingPageUrl },
          { label: format.text('No, thank you'), url: `${bookingPageUrl}/cancel` },
        ],
      };
    case 'booking.cancelled':
      return {
        subject: format.text('Canceled: {when}', values),
        lines: [
          format.text('Your booking on {when} has been canceled. We hope to see you another time.', values),
          ...[describeReturn(ctx.business, booking.deposit)].filter(Boolean),
        ],
        actions: [],
      };
    case 'booking.held': {
      const deposit = must(booking.deposit, 'the deposit of a held booking');
      return {
        subject: format.text('Held for you: {when}', values),
        lines: [
          format.text('We’re holding {what} on {when} for you.', values),
          describeOpenDeposit(ctx.business, deposit),
          ...(medium === 'conversation' && deposit.url ? [deposit.url] : []),
        ],
        actions: [
          { label: format.text('Pay deposit'), url: bookingPageUrl },
          { label: format.text('No, thank you'), url: `${bookingPageUrl}/cancel` },
        ],
      };
    }
    case 'booking.rescheduled':
      return {
        subject: format.text('Rescheduled: {when}', values),
        lines: [format.text('We’ve rescheduled your booking: {what} on {when}.', values), ...codeLines],
        actions: changeActions,
      };
    case 'booking.created':
      if (booking.status === 'waitlisted')
        return {
          subject: format.text('On the waitlist: {when}', values),
          lines: [
            medium === 'email'
              ? format.text(
                  'We’re fully booked on {when}. You’re on the waitlist, and we’ll email you if a spot opens up.',
                  values,
                )
              : format.text(
                  'We’re fully booked on {when}. You’re on the waitlist, and we’ll message you here if a spot opens up.',
                  values,
                ),
          ],
          actions: [{ label: format.text('Leave the waitlist'), url: `${bookingPageUrl}/cancel` }],
        };
      return {
        subject: format.text('Booked: {when}', values),
        lines: [format.text('You’re booked: {what} on {when}.', values), ...codeLines],
        actions: changeActions,
      };
  }
}

const listContactLines = ({ name, contact: { address, phone, website } }: Business): string[] =>
  [name, address, phone, website].filter((line) => line !== undefined);

function renderText({ lines, actions }: EmailContent, business: Business, unsubscribe?: Action): string {
  const links = actions.map(({ label, url }) => `${label}: ${url}`);
  const footer = unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [];
  const parts = [lines.join('\n'), links.join('\n'), listContactLines(business).join('\n'), ...footer];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const DEFAULT_COLOR = '#0f6b66';
const BUTTON_STYLE =
  'display:inline-block;margin:4px 8px 4px 0;padding:11px 20px;border-radius:8px;text-decoration:none;';
const buildPrimaryButtonStyle = (color = DEFAULT_COLOR) =>
  `${BUTTON_STYLE}background:${color};border:1px solid ${color};color:${chooseTextColor(color)};font-weight:600`;
const SECONDARY_BUTTON_STYLE = `${BUTTON_STYLE}border:1px solid #7b8886;color:inherit`;

/** Uses inline styles and one column, because email clients support little else. */
function renderHtml(
  { subject, lines, actions }: EmailContent,
  business: Business,
  { name, logoUrl, color, linkBase }: Brand & { linkBase: string },
  unsubscribe?: Action,
): string {
  const [firstLine, ...otherLines] = lines;
  const { code, dir } = getLanguage(business.language);
  const buttons = actions.map(
    ({ label, url }, index) =>
      html`<a href="${url}" style="${index === 0 ? buildPrimaryButtonStyle(color) : SECONDARY_BUTTON_STYLE}">${label}</a> `,
  );
  return html`<!doctype html>
<html lang="${code}"${dir === 'rtl' && html` dir="rtl"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 16px;font-weight:600">${logoUrl && html`<img src="${linkBase}${logoUrl}" alt="" height="40" style="vertical-align:middle"> `}${name}</p>
<p style="margin:0 0 12px;font-size:18px">${firstLine}</p>
${otherLines.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
<p style="margin:20px 0">${buttons}</p>
<p style="margin:28px 0 0;font-size:14px;opacity:0.75">${listContactLines(business).map((line) => html`${line}<br>`)}</p>
${unsubscribe && html`<p style="margin:12px 0 0;font-size:14px"><a href="${unsubscribe.url}" style="color:inherit;opacity:0.75">${unsubscribe.label}</a></p>`}
</div></body></html>
`.markup;
}
