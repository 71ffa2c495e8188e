import { inLanguage } from '../../capability/formatter.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { type Mail, type Mailer, mailId } from '../../kernel/mail.ts';
import { type BookingMailJob, MAIL_TASK, notifyOfBooking } from '../../scheduling/notify.ts';
import { decryptPeopleOf } from '../../scheduling/person-encryption.ts';
import { findBooking, lockBooking } from '../../scheduling/store.ts';
import { linkBaseFor } from '../brand/domains.ts';
import { openLinks } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { composeMail } from './mails.ts';
import { claimReminder, type DueReminder, hasUnsubscribed } from './store.ts';

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

const BATCH_SIZE = 200;
/** Anyone can book with someone else's address, so the number of confirmations an address gets is limited. */
const MAX_CONFIRMATIONS_PER_HOUR = 20;

/** Sends due reminders every minute, and the mails queued by booking changes. */
export function reminderJobs(deps: Dependencies): Jobs {
  return {
    tasks: {
      [REMINDERS_TASK]: () => sendDueReminders(deps),
      [MAIL_TASK]: async (payload, { job }) => {
        const mailJob = payload as BookingMailJob;
        const mail = await composeIfStillValid(deps, mailJob);
        if (!mail) return;
        // Counting and sending happen outside the transaction, because a mail server may be slow.
        const isCounted = isConfirmation(mailJob) && job.attempts === 1;
        if (isCounted && (await deps.countMails(mail.to.toLowerCase())).used > MAX_CONFIRMATIONS_PER_HOUR)
          return deps.log.warn(
            { booking: mailJob.bookingId },
            'too many mails to one address in an hour; one is not sent',
          );
        await deps.send({ ...mail, id: mailId(job), workspaceId: mailJob.workspaceId });
      },
    },
    schedule: [{ task: REMINDERS_TASK, everyMinutes: 1 }],
  };
}

async function sendDueReminders(deps: Dependencies): Promise<void> {
  let last = { workspace_id: '', booking_id: '' };
  for (;;) {
    const due = await deps.database.statement<DueReminder>('select * from due_reminders($1, $2, $3, $4)', [
      deps.clock(),
      last.workspace_id,
      last.booking_id,
      BATCH_SIZE,
    ]);
    // A reminder that fails is retried in a minute and does not block the others.
    for (const reminder of due) {
      await sendReminder(deps, reminder).catch((error) => {
        deps.log.error({ booking: reminder.booking_id, err: error }, 'a reminder could not be sent');
      });
    }
    const latest = due.at(-1);
    if (!latest || due.length < BATCH_SIZE) return;
    last = latest;
  }
}

function sendReminder({ runAsSystem }: Dependencies, due: DueReminder): Promise<void> {
  return runAsSystem(due.workspace_id, REMINDERS_TASK, async (ctx) => {
    const booking = await lockBooking(ctx.db, due.booking_id);
    // The booking may have been moved or canceled since the query.
    if (booking?.status !== 'confirmed' || booking.starts_at.getTime() !== due.starts_at.getTime()) return;
    if (await claimReminder(ctx.db, due, ctx.now)) await notifyOfBooking(ctx, 'booking.reminder', booking);
  });
}

const isConfirmation = ({ about }: BookingMailJob) => about !== 'booking.reminder' && about !== 'waitlist.offered';

/** Returns nothing if there is no address, the customer opted out, or the booking has changed since. */
function composeIfStillValid(
  { runAsSystem, config }: Dependencies,
  mailJob: BookingMailJob,
): Promise<Mail | undefined> {
  const { workspaceId, bookingId, about } = mailJob;
  return runAsSystem(workspaceId, MAIL_TASK, async (ctx) => {
    const booking = await findBooking(ctx.db, bookingId);
    if (!booking || booking.starts_at <= ctx.now || booking.starts_at.toISOString() !== mailJob.startsAt)
      return undefined;
    if (isConfirmation(mailJob) && ctx.business.booking.confirmations === false) return undefined;
    const person = (await decryptPeopleOf(ctx, [booking])).get(bookingId);
    const email = (person?.customer ?? booking.customer)?.email;
    if (!email) return undefined;
    const links = await openLinks(ctx);
    const address = links.hashAddress(email);
    if (about === 'booking.reminder' && (await hasUnsubscribed(ctx.db, address))) return undefined;
    const business = inLanguage(ctx.business, booking.language);
    const languageQuery = business.language ? `?language=${business.language}` : '';
    const linkBase = await linkBaseFor(ctx, config.publicUrl);
    return composeMail({ ...ctx, business }, about, booking, {
      to: email,
      linkBase,
      page: linkBase + links.booking(bookingId),
      unsubscribe: linkBase + links.unsubscribe(address) + languageQuery,
    });
  });
}
