import type { Clock } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { emailId, type Mailer } from '../../kernel/mail.ts';
import { NOTICE_TASK, type NoticeJob, notifyOfBooking } from '../../scheduling/notify.ts';
import { lockBooking } from '../../scheduling/store.ts';
import { isConfirmation, type NoticeDependencies, prepareNotice } from './notices.ts';
import { claimReminder, type DueReminder, markMailed, recordUnsentMail } from './store.ts';

export const REMINDERS_TASK = 'reminders.send';

type Dependencies = NoticeDependencies & {
  database: Database;
  send: Mailer;
  /** Counts the mails to an address in the last hour. */
  countMails(address: string): Promise<{ used: number }>;
  clock: Clock;
  log: Log;
};

const BATCH_SIZE = 200;
/** Anyone can book with someone else's address, so the number of confirmations an address gets is limited. */
const MAX_CONFIRMATIONS_PER_HOUR = 20;

/** Sends due reminders every minute, and the notices queued by booking changes. */
export function reminderJobs(deps: Dependencies): Jobs {
  return {
    tasks: {
      [REMINDERS_TASK]: () => sendDueReminders(deps),
      [NOTICE_TASK]: async (payload, { job }) => {
        const notice = payload as NoticeJob;
        const id = notice.insteadOf ? `${notice.insteadOf}_mailed` : emailId(job);
        const mail = await prepareNotice(deps, notice, id);
        if (!mail) return;
        // Counting and sending happen outside the transaction, because a mail server may be slow.
        const isCounted = isConfirmation(notice) && job.attempts === 1;
        const inWorkspace = (work: (db: Db) => Promise<unknown>) => deps.database.inWorkspace(notice.workspaceId, work);
        if (isCounted && (await deps.countMails(mail.to.toLowerCase())).used > MAX_CONFIRMATIONS_PER_HOUR) {
          deps.log.warn({ booking: notice.bookingId }, 'too many mails to one address in an hour; one is not sent');
          await inWorkspace((db) => recordUnsentMail(db, id, 'This address has had too many emails in the last hour.'));
          return;
        }
        await deps.send({ ...mail, id, workspaceId: notice.workspaceId });
        await inWorkspace((db) => markMailed(db, id, deps.clock()));
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
