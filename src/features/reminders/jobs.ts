import type { Clock } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { createEmailId, type Mailer } from '../../kernel/mail.ts';
import { NOTICE_TASK, type NoticeJob, notifyOfBooking } from '../../scheduling/notify.ts';
import { lockBooking } from '../../scheduling/store.ts';
import { isBookingChangeNotice, type NoticeDependencies, sendByChannelOrComposeEmail } from './notices.ts';
import { claimReminder, type DueReminder, markEmailSent, recordUnsentEmail } from './store.ts';

export const REMINDERS_TASK = 'reminders.send';

type Dependencies = NoticeDependencies & {
  database: Database;
  send: Mailer;
  /** Adds one to the emails to an address, and returns how many it got in the last hour. */
  countEmailTo(address: string): Promise<{ used: number }>;
  clock: Clock;
  log: Log;
};

const BATCH_SIZE = 200;
/** Anyone can book with someone else's address, so the number of confirmations an address gets is limited. */
const MAX_CHANGE_NOTICES_PER_HOUR = 20;

/** Sends due reminders every minute, and the notices queued by booking changes. */
export function reminderJobs(deps: Dependencies): Jobs {
  return {
    tasks: {
      [REMINDERS_TASK]: () => sendDueReminders(deps),
      [NOTICE_TASK]: async (payload, { job }) => {
        const notice = payload as NoticeJob;
        const noticeEmailId = notice.insteadOf ? `${notice.insteadOf}_mailed` : createEmailId(job);
        const email = await sendByChannelOrComposeEmail(deps, notice, noticeEmailId);
        if (!email) return;
        // Counting and sending happen outside the transaction, because a mail server may be slow.
        const isCounted = isBookingChangeNotice(notice) && job.attempts === 1;
        const inWorkspace = (work: (db: Db) => Promise<unknown>) => deps.database.inWorkspace(notice.workspaceId, work);
        if (isCounted && (await deps.countEmailTo(email.to.toLowerCase())).used > MAX_CHANGE_NOTICES_PER_HOUR) {
          deps.log.warn({ booking: notice.bookingId }, 'too many mails to one address in an hour; one is not sent');
          await inWorkspace((db) =>
            recordUnsentEmail(db, noticeEmailId, 'This address has had too many emails in the last hour.'),
          );
          return;
        }
        await deps.send({ ...email, id: noticeEmailId, workspaceId: notice.workspaceId });
        await inWorkspace((db) => markEmailSent(db, noticeEmailId, deps.clock()));
      },
    },
    schedule: [{ task: REMINDERS_TASK, everyMinutes: 1 }],
  };
}

async function sendDueReminders(deps: Dependencies): Promise<void> {
  let cursor = { workspace_id: '', booking_id: '' };
  for (;;) {
    const dueReminders = await deps.database.statement<DueReminder>('select * from due_reminders($1, $2, $3, $4)', [
      deps.clock(),
      cursor.workspace_id,
      cursor.booking_id,
      BATCH_SIZE,
    ]);
    // A reminder that fails is retried in a minute and does not block the others.
    for (const reminder of dueReminders) {
      await sendReminder(deps, reminder).catch((error) => {
        deps.log.error({ booking: reminder.booking_id, err: error }, 'a reminder could not be sent');
      });
    }
    const lastReminder = dueReminders.at(-1);
    if (!lastReminder || dueReminders.length < BATCH_SIZE) return;
    cursor = lastReminder;
  }
}

function sendReminder({ runAsSystem }: Dependencies, reminder: DueReminder): Promise<void> {
  return runAsSystem(reminder.workspace_id, REMINDERS_TASK, async (ctx) => {
    const booking = await lockBooking(ctx.db, reminder.booking_id);
    // The booking may have been moved or canceled since the query.
    if (booking?.status !== 'confirmed' || booking.starts_at.getTime() !== reminder.starts_at.getTime()) return;
    if (await claimReminder(ctx.db, reminder, ctx.now)) await notifyOfBooking(ctx, 'booking.reminder', booking);
  });
}
