import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { html } from '../../kernel/html.ts';
import type { Mail } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import { languageOf } from '../../messages/languages.ts';
import { calendarFile } from '../../scheduling/calendar-file.ts';
import type { BookingMailJob } from '../../scheduling/notify.ts';
import { nameBooking } from '../../scheduling/present.ts';
import type { Booking, BookingStatus } from '../../scheduling/store.ts';

type Action = { label: string; url: string };
type Letter = { subject: string; lines: string[]; actions: Action[] };
type About = BookingMailJob['about'];
type Addressed = { to: string; page: string; unsubscribe: string };

/** In which states a mail still says what is so. */
const STATES: Record<About, BookingStatus[]> = {
  'booking.created': ['confirmed', 'waitlisted'],
  'booking.rescheduled': ['confirmed'],
  'booking.cancelled': ['cancelled'],
  'booking.reminder': ['confirmed'],
  'waitlist.offered': ['offered'],
};

/** "a table for 4", and of a sealed booking no more than that there is one. */
export const whatIs = (booking: Booking, say: Formatter): string =>
  nameBooking(booking.sealed ? { ...booking, service: null, resource: null } : booking, say);

export function composeMail(about: About, booking: Booking, business: Business, given: Addressed): Mail | undefined {
  if (!STATES[about].includes(booking.status)) return undefined;
  const say = formatterFor(business);
  const letter = write(about, booking, say, given.page);
  const isReminder = about === 'booking.reminder';
  const stop = isReminder ? { label: say.text('Stop reminders'), url: given.unsubscribe } : undefined;
  return {
    to: given.to,
    fromName: business.name,
    ...(business.contact.email ? { replyTo: business.contact.email } : {}),
    subject: `${letter.subject} – ${business.name}`,
    text: asText(letter, business, stop),
    html: asHtml(letter, business, stop),
    ...(stop ? { unsubscribe: stop.url } : {}),
    ...(booking.status === 'waitlisted' || isReminder ? {} : { calendar: calendarFile(booking, business) }),
  };
}

function write(about: About, booking: Booking, say: Formatter, page: string): Letter {
  const values = { what: whatIs(booking, say), when: say.time(booking.starts_at) };
  const code = booking.sealed ? [] : [say.text('Your code is {code}.', { code: booking.code })];
  const cancel = { label: say.text('Cancel'), url: `${page}/cancel` };
  const change = [...(booking.kind === 'class' ? [] : [{ label: say.text('Move'), url: `${page}/move` }]), cancel];
  switch (about) {
    case 'booking.reminder':
      return {
        subject: say.text('Reminder: {when}', values),
        lines: [say.text('This is a reminder: you have {what} on {when}.', values), ...code],
        actions: [{ label: say.text('Yes, I’ll be there'), url: page }, ...change],
      };
    case 'waitlist.offered':
      return {
        subject: say.text('A spot opened up: {when}', values),
        lines: [
          say.text('Good news: {what} on {when} just opened up, and you’re next in line.', values),
          say.text('We’ll hold it for you until {time}. After that, it goes to the next person on the list.', {
            time: say.time(must(booking.offered_until, 'the end of an offer')),
          }),
        ],
        actions: [
          { label: say.text('Yes, I’ll take it'), url: page },
          { label: say.text('No, thank you'), url: page },
        ],
      };
    case 'booking.cancelled':
      return {
        subject: say.text('Cancelled: {when}', values),
        lines: [say.text('Your booking on {when} has been cancelled. We hope to see you another time.', values)],
        actions: [],
      };
    case 'booking.rescheduled':
      return {
        subject: say.text('Moved to {when}', values),
        lines: [say.text('Your booking has been moved: you have {what} on {when}.', values), ...code],
        actions: change,
      };
    case 'booking.created':
      if (booking.status === 'waitlisted')
        return {
          subject: say.text('On the waiting list: {when}', values),
          lines: [
            say.text(
              'We’re fully booked on {when}. You’re on the waiting list, and we’ll email you if a spot opens up.',
              values,
            ),
          ],
          actions: [{ label: say.text('Leave the waiting list'), url: page }],
        };
      return {
        subject: say.text('Booked: {when}', values),
        lines: [say.text('You’re booked: {what} on {when}.', values), ...code],
        actions: change,
      };
  }
}

const reachOf = ({ name, contact: { address, phone, website } }: Business): string[] =>
  [name, address, phone, website].filter((line) => line !== undefined);

function asText({ lines, actions }: Letter, business: Business, stop?: Action): string {
  const links = actions.map(({ label, url }) => `${label}: ${url}`);
  const end = stop ? [`${stop.label}: ${stop.url}`] : [];
  const parts = [lines.join('\n'), links.join('\n'), reachOf(business).join('\n'), ...end];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const BUTTON = 'display:inline-block;margin:4px 8px 4px 0;padding:11px 20px;border-radius:8px;text-decoration:none;';
const MAIN = `${BUTTON}background:#0f6b66;border:1px solid #0f6b66;color:#ffffff;font-weight:600`;
const QUIET = `${BUTTON}border:1px solid #7b8886;color:inherit`;

/** Mail programs know little: no style sheet, no layout beyond one column. */
function asHtml({ subject, lines, actions }: Letter, business: Business, stop?: Action): string {
  const [first, ...others] = lines;
  const { code, dir } = languageOf(business.language);
  const buttons = actions.map(
    ({ label, url }, index) => html`<a href="${url}" style="${index === 0 ? MAIN : QUIET}">${label}</a> `,
  );
  return html`<!doctype html>
<html lang="${code}"${dir === 'rtl' && html` dir="rtl"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 16px;font-weight:600">${business.name}</p>
<p style="margin:0 0 12px;font-size:18px">${first}</p>
${others.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
<p style="margin:20px 0">${buttons}</p>
<p style="margin:28px 0 0;font-size:14px;opacity:0.75">${reachOf(business).map((line) => html`${line}<br>`)}</p>
${stop && html`<p style="margin:12px 0 0;font-size:14px"><a href="${stop.url}" style="color:inherit;opacity:0.75">${stop.label}</a></p>`}
</div></body></html>
`.markup;
}
