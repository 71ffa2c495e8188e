import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CONFLICTS_PATH, CONNECTIONS_PATH, type Conflict, useConflicts } from './data.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.conflicts;

const BANNER_REFETCH_MS = 30_000;

/** Shown on the bookings page while there are conflicts. */
export function ConflictsBanner() {
  const count = useConflicts(BANNER_REFETCH_MS).data?.data.length ?? 0;
  if (!count) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl bg-warning-soft px-5 py-3 text-warning print:hidden"
    >
      <TriangleAlert className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 font-medium">{texts.banner(count)}</p>
      <Link to="/bookings/calendars" className={getButtonClass('secondary', 'small')}>
        {texts.review}
      </Link>
    </div>
  );
}

export function ConflictsCard() {
  const conflicts = useConflicts().data?.data ?? [];
  if (!conflicts.length) return null;
  return (
    <Card title={texts.title} description={texts.about} noPadding>
      <ul>
        {conflicts.map((conflict) => (
          <ConflictRow key={`${conflict.connectionId} ${conflict.bookingId} ${conflict.kind}`} conflict={conflict} />
        ))}
      </ul>
    </Card>
  );
}

function ConflictRow({ conflict }: { conflict: Conflict }) {
  const { connectionId, bookingId, code, kind, startsAt, resource, detail, otherStartsAt, otherEndsAt } = conflict;
  const format = useFormat();
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const dismiss = useMutation({
    mutationFn: () => api.delete(`${CONNECTIONS_PATH}/${connectionId}/conflicts/${bookingId}`),
    onSuccess: () => refresh(CONFLICTS_PATH),
  });
  const calendarTime =
    otherStartsAt &&
    texts.calendarTime(format.dateTime(otherStartsAt), otherEndsAt ? format.dateTime(otherEndsAt) : undefined);
  // `put_back`: the calendar’s change was not accepted, and the event is back where the booking is.
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{[format.dateTime(startsAt), resource?.name].filter(Boolean).join(', ')}</p>
        <p className="text-sm text-muted">{[detail, calendarTime].filter(Boolean).join(' ')}</p>
      </div>
      <fieldset aria-label={texts.code(code)} className="flex flex-wrap gap-2">
        <Link to="/bookings" search={{ booking: bookingId }} className={getButtonClass('secondary', 'small')}>
          {texts.open}
        </Link>
        {kind === 'put_back' && hasRoleAtLeast('agent') && (
          <Button small variant="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {texts.dismiss}
          </Button>
        )}
      </fieldset>
    </li>
  );
}
