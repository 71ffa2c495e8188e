import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { findBooking } from '../../scheduling/store.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { TOPICS } from './emails.ts';
import { findNotices, NOTICE_STATUSES } from './store.ts';

const Notice = Titled('Booking notice', {
  id: Type.String(),
  about: OneOf(TOPICS),
  channel: Nullable(Type.String({ description: 'A channel such as `sms`, or `email`; null if there was no way' })),
  status: OneOf(NOTICE_STATUSES, { description: '`none`: the customer was not told' }),
  error: Nullable(Type.String({ description: 'Why it was not sent or not delivered' })),
  createdAt: Time(),
});

export function noticeRoute({ keyGate }: { keyGate: KeyGate }): Route {
  return route({
    method: 'GET',
    pathPrefixSet: 'versioned',
    path: '/bookings/:id/notices',
    gate: keyGate('bookings:read'),
    tag: 'Bookings',
    summary: 'What the customer was told about a booking',
    description:
      'Confirmations, changes, reminders and offers, the oldest first, with the way and what became of each.',
    params: Strict({ id: Id('bkg') }),
    responses: { 200: Type.Object({ notices: Type.Array(Notice) }) },
    async handle({ db, workspace }, { params: { id } }) {
      if (!(await findBooking(db, id))) throw notFound('booking');
      const notices = await findNotices(db, id);
      return ok({
        notices: notices.map(({ route: channel, created_at, ...notice }) => ({
          ...notice,
          channel,
          createdAt: rfc3339(created_at, workspace.timezone),
        })),
      });
    },
  });
}
