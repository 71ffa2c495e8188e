import { inLanguage } from '../../capability/say.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { type Mail, type Mailer, mailId } from '../../kernel/mail.ts';
import type { Inside } from '../business/inside.ts';
import { openLinks } from '../business/mail-links.ts';
import type { Sealing } from '../scheduling/sealing.ts';
import { findBooking, lockBooking } from '../scheduling/store.ts';
import { MAIL_TASK, type MailOrder, tell } from '../scheduling/tell.ts';
import { composeMail } from './mails.ts';
import { claimReminder, type Due, isRefused } from './store.ts';

export const REMINDERS_TASK = 'reminders.send';

type Dependencies = {
  database: Database;
  inside: Inside;
  send: Mailer;
  /** Counts the mails to an address in the last hour. */
  count(address: string): Promise<{ used: number }>;
  publicUrl: string;
  clock: Clock;
  log: Log;
  sealing: Pick<Sealing, 'openBookings'>;
};

const BATCH = 200;
/** Anyone can book in anyone's name; so many mails of that are enough for an address in an hour. */
const MOST_CONFIRMATIONS = 20;

/** Every minute: whatever is due by now and not yet sent. Bookings, rules and what was sent are all that decides. */
export function reminderJobs(deps: Dependencies): Jobs {
  return {
    tasks: {
      [REMINDERS_TASK]: () => sendDue(deps),
      [MAIL_TASK]: async (payload, { job }) => {
        const order = payload as MailOrder;
        const mail = await compose(deps, order);
        if (!mail) return;
        // Both outside the transaction: a mail server may take its time.
        const counts = isConfirmation(order) && job.attempts === 1;
        if (counts && (await deps.count(mail.to.toLowerCase())).used > MOST_CONFIRMATIONS)
          return deps.log.warn(
            { booking: order.bookingId },
            'too many mails to one address in an hour; one is not sent',
          );
        await deps.send({ ...mail, id: mailId(job), workspaceId: order.workspaceId });
      },
    },
    schedule: [{ task: REMINDERS_TASK, everyMinutes: 1 }],
  };
}

async function sendDue(deps: Dependencies): Promise<void> {
  let last = { workspace_id: '', booking_id: '' };
  for (;;) {
    const due = await deps.database.statement<Due>('select * from due_reminders($1, $2, $3, $4)', [
      deps.clock(),
      last.workspace_id,
      last.booking_id,
      BATCH,
    ]);
    // One that fails is tried again in a minute, and does not hold up those behind it.
    for (const each of due) {
      await sendOne(deps, each).catch((error) => {
        deps.log.error({ booking: each.booking_id, err: error }, 'a reminder could not be sent');
      });
    }
    if (due.length < BATCH) return;
    last = due.at(-1)!;
  }
}

function sendOne({ inside }: Dependencies, due: Due): Promise<void> {
  return inside(due.workspace_id, REMINDERS_TASK, async (ctx) => {
    const booking = await lockBooking(ctx.db, due.booking_id);
    // It may have been moved or cancelled since it was found.
    if (booking?.status !== 'confirmed' || booking.starts_at.getTime() !== due.starts_at.getTime()) return;
    if (await claimReminder(ctx.db, due, ctx.now)) await tell(ctx, 'booking.reminder', booking);
  });
}

const isConfirmation = ({ about }: MailOrder) => about !== 'booking.reminder' && about !== 'waitlist.offered';

/** Nothing where there is no address, the customer wants none, or what it would say is no longer so. */
function compose({ inside, publicUrl, sealing }: Dependencies, order: MailOrder): Promise<Mail | undefined> {
  const { workspaceId, bookingId, about } = order;
  return inside(workspaceId, MAIL_TASK, async (ctx) => {
    const booking = await findBooking(ctx.db, bookingId);
    if (!booking || booking.starts_at <= ctx.now || booking.starts_at.toISOString() !== order.startsAt)
      return undefined;
    if (isConfirmation(order) && ctx.business.booking.confirmations === false) return undefined;
    const opened = (await sealing.openBookings(ctx, [booking])).get(bookingId);
    const email = (opened?.customer ?? booking.customer)?.email;
    if (!email) return undefined;
    const links = await openLinks(ctx);
    const address = links.hashAddress(email);
    if (about === 'booking.reminder' && (await isRefused(ctx.db, address))) return undefined;
    const business = inLanguage(ctx.business, booking.language);
    const spoken = business.language ? `?language=${business.language}` : '';
    return composeMail(about, booking, business, {
      to: email,
      page: publicUrl + links.booking(bookingId),
      unsubscribe: publicUrl + links.unsubscribe(address) + spoken,
    });
  });
}
