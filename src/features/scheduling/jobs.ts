import type { Business } from '../../capability/document.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { lockForChange } from './bookings.ts';
import type { BookingContext } from './calendar.ts';
import { lapseOffer, OFFER_TASK } from './class-places.ts';

type Lapse = { workspaceId: string; bookingId: string; version: number };

type ReadDocument = (db: Db, workspace: Workspace) => Promise<{ document: Business }>;

/** Offers of a place in a class that nobody has taken in time. */
export function schedulingJobs(database: Database, readDocument: ReadDocument): Jobs {
  return {
    tasks: {
      [OFFER_TASK]: async (payload) => {
        const { workspaceId, bookingId, version } = payload as Lapse;
        await database.inWorkspace(workspaceId, async (db) => {
          const row = await db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirst();
          if (!row) return;
          const workspace: Workspace = { ...row, accountId: row.live_id };
          const { document: business } = await readDocument(db, workspace);
          const actor = { kind: 'user' as const, id: 'system', email: '', name: 'Frontdesk' };
          const ctx = { db, workspace, business, actor, now: new Date() } as unknown as BookingContext;
          const booking = await lockForChange(ctx, bookingId);
          if (booking?.status !== 'offered' || booking.version !== version) return;
          await lapseOffer(ctx, booking);
        });
      },
    },
  };
}
