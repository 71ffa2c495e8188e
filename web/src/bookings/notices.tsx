import type { BookingNotice } from '../api.ts';
import { useFormat } from '../format.ts';
import { texts as inboxTexts } from '../inbox/texts.ts';
import { useGet } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { BOOKINGS_PATH } from './data.ts';
import { texts } from './texts.ts';

/** The messages sent to the customer about the booking, with channel and delivery status. */
export function Notices({ bookingId }: { bookingId: string }) {
  const format = useFormat();
  const { data } = useGet<{ notices: BookingNotice[] }>(`${BOOKINGS_PATH}/${bookingId}/notices`);
  if (!data?.notices.length) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{texts.notices.title}</h3>
      <ul className="flex flex-col gap-2">
        {data.notices.map(({ id, about, channel, status, error, createdAt }) => (
          <li key={id} className="flex items-start gap-2 text-sm">
            <span className="min-w-0 flex-1">
              {texts.notices.about[about]}
              <span className="block text-muted">
                {[channel && (inboxTexts.channels[channel] ?? channel), format.dateTime(createdAt), error]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Badge tone={status === 'none' || status === 'failed' ? 'warning' : 'neutral'}>
              {texts.notices.status[status]}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
