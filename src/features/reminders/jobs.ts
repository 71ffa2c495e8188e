import { inLanguage } from '../../capability/formatter.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { type Mail, type Mailer, mailId } from '../../kernel/mail.ts';
import { type BookingMailJob, MAIL_TASK, notifyOfBooking } from '../../scheduling/notify.ts';
import { decryptBookings } from '../../scheduling/person-encryption.ts';
import { findBooking, lockBooking } from '../../scheduling/store.ts';
import { openLinks } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { composeMail } from './mails.ts';
import { claimReminder, type Due, isRefused } from './store.ts';

export const REMINDERS_TASK = 'reminders.send';

type Dependencies = {
  database: Database;
  runAsSystem: RunAsSystem;
  send: Mailer;
  /** Counts the mails to an address in the last hour. */
  countMails(address: string): Promise<{ used: number }>;
  config: Pick<Config, 'publicUrl'>;
  clock: Clock;
  log: Log;
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
        const order = payload as BookingMailJob;
        const mail = await compose(deps, order);
        if (!mail) return;
        // Both outside the transaction: a mail server may take its time.
        const counts = isConfirmation(order) && job.attempts === 1;
        if (counts && (await deps.countMails(mail.to.toLowerCase())).used > MOST_CONFIRMATIONS)
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
    const latest = due.at(-1);
    if (!latest || due.length < BATCH) return;
    last = latest;
  }
}

function sendOne({ runAsSystem }: Dependencies, due: Due): Promise<void> {
  return runAsSystem(due.workspace_id, REMINDERS_TASK, async (ctx) => {
    const booking = await lockBooking(ctx.db, due.booking_id);
    // It may have been moved or cancelled since it was found.
    if (booking?.status !== 'confirmed' || booking.starts_at.getTime() !== due.starts_at.getTime()) return;
    if (await claimReminder(ctx.db, due, ctx.now)) await notifyOfBooking(ctx, 'booking.reminder', booking);
  });
}

const isConfirmation = ({ about }: BookingMailJob) => about !== 'booking.reminder' && about !== 'waitlist.offered';

/** Nothing where there is no address, the customer wants none, or what it would say is no longer so. */
function compose({ runAsSystem, config }: Dependencies, order: BookingMailJob): Promise<Mail | undefined> {
  const { publicUrl } = config;
  const { workspaceId, bookingId, about } = order;
  return runAsSystem(workspaceId, MAIL_TASK, async (ctx) => {
    const booking = await findBooking(ctx.db, bookingId);
    if (!booking || booking.starts_at <= ctx.now || booking.starts_at.toISOString() !== order.startsAt)
      return undefined;
    if (isConfirmation(order) && ctx.business.booking.confirmations === false) return undefined;
    const opened = (await decryptBookings(ctx, [booking])).get(bookingId);
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
