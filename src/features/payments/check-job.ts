import { enqueue } from '../../kernel/jobs.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';

export const CHECK_TASK = 'payments.check';
export type CheckJob = { workspaceId: string; bookingId: string };

/** Once at a time, however often the page is opened. */
export const enqueueCheck = ({ db, workspace }: Pick<BookingContext, 'db' | 'workspace'>, bookingId: string) =>
  enqueue(db, CHECK_TASK, { workspaceId: workspace.id, bookingId } satisfies CheckJob, {
    key: `payment check ${bookingId}`,
  });
