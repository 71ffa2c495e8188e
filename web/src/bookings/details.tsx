import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HeartPulse } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Email, Phone } from '../contact-links.tsx';
import { useFormat } from '../format.ts';
import { useIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { BOOKINGS, type Booking, type BookingStatus, change } from './data.ts';
import type { Place } from './grid.tsx';
import { whereOf } from './layout.ts';
import { MoveForm } from './move.tsx';
import { texts } from './texts.ts';

export const TONES: Record<BookingStatus, Tone> = {
  confirmed: 'accent',
  waitlisted: 'warning',
  offered: 'warning',
  cancelled: 'neutral',
  completed: 'success',
  no_show: 'danger',
};

/** What may follow, as the engine has it, the likeliest last. */
const NEXT: Partial<Record<BookingStatus, BookingStatus[]>> = {
  confirmed: ['cancelled', 'no_show', 'completed'],
  waitlisted: ['cancelled', 'offered'],
  offered: ['cancelled', 'confirmed'],
};
/** Who has come is known once it has begun. */
const hasBegun = ({ startsAt }: Booking) => Date.parse(startsAt) <= Date.now();
const isAboutVisit = (status: BookingStatus) => status === 'no_show' || status === 'completed';
const LABELS: Partial<Record<BookingStatus, string>> = {
  cancelled: texts.actions.cancel,
  no_show: texts.actions.noShow,
  completed: texts.actions.completed,
  offered: texts.actions.offer,
  confirmed: texts.actions.confirm,
};

type Props = { id: string; listed?: Booking; onClose(): void; onMove(booking: Booking, to: Place): Promise<void> };

/** A patient's booking is shown by time and kind alone until somebody asks for more. */
export function BookingDialog({ id, listed, onClose, onMove }: Props) {
  const [revealed, setRevealed] = useState(false);
  const isHidden = listed?.sealed === true && !revealed;
  const asked = useGet<Booking>(`${BOOKINGS}/${id}`, undefined, { enabled: !isHidden });
  if (isHidden)
    return (
      <Dialog open onClose={onClose} title={texts.patient}>
        <EmptyState
          icon={HeartPulse}
          title={texts.hidden}
          text={texts.revealText}
          action={<Button onClick={() => setRevealed(true)}>{texts.reveal}</Button>}
        />
      </Dialog>
    );
  if (!asked.data)
    return (
      <Dialog open onClose={onClose} title={texts.title}>
        <Loaded of={asked}>{() => null}</Loaded>
      </Dialog>
    );
  return <Details booking={asked.data} onClose={onClose} onMove={onMove} />;
}

function Details({ booking, onClose, onMove }: { booking: Booking } & Pick<Props, 'onClose' | 'onMove'>) {
  const { can } = useMe();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<'cancelled' | 'no_show'>();
  const [moving, setMoving] = useState(false);
  const become = useMutation({
    mutationFn: (status: BookingStatus) => change(booking, { status, version: booking.version }),
    onSuccess: (_, status) => {
      toast.done(texts.done[status]!);
      return refresh(BOOKINGS);
    },
  });
  const next = can('agent')
    ? (NEXT[booking.status] ?? []).filter((status) => !isAboutVisit(status) || hasBegun(booking))
    : [];
  const mayMove = can('agent') && booking.status === 'confirmed' && !moving;
  const last = next.at(-1);
  const choose = (status: BookingStatus) =>
    status === 'cancelled' || status === 'no_show' ? setAsking(status) : become.mutate(status);
  const actions = (
    <>
      {next.map((status) => (
        <Button
          key={status}
          look={status === 'cancelled' ? 'quiet' : status === last ? 'primary' : 'secondary'}
          // Apart from what is done every day.
          className={status === 'cancelled' ? 'mr-auto px-2! text-danger!' : 'px-3!'}
          busy={become.isPending && become.variables === status}
          onClick={() => choose(status)}
        >
          {LABELS[status]}
        </Button>
      ))}
      {mayMove && (
        <Button look={hasBegun(booking) ? 'secondary' : 'primary'} className="px-3!" onClick={() => setMoving(true)}>
          {texts.actions.move}
        </Button>
      )}
    </>
  );
  return (
    <>
      <Dialog open onClose={onClose} title={booking.customer.name} actions={actions}>
        <Facts booking={booking} />
        {/* Closed, so that the way back, which is offered beside it, is in reach. */}
        {moving && <MoveForm booking={booking} onMove={onMove} onMoved={onClose} onCancel={() => setMoving(false)} />}
      </Dialog>
      <Confirm
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking ? texts.sure[asking].title : ''}
        text={asking ? texts.sure[asking].text : ''}
        action={asking ? LABELS[asking]! : ''}
        keep={asking && texts.sure[asking].keep}
        onConfirm={() => become.mutateAsync(asking!)}
      />
    </>
  );
}

function Facts({ booking }: { booking: Booking }) {
  const format = useFormat();
  const industries = useIndustries().filter(({ name }) => name === booking.industry);
  const { customer, service, resource, partySize, offeredUntil, confirmedAt } = booking;
  const { fields } = texts;
  const facts: [string, ReactNode][] = [
    [fields.when, `${format.full(booking.startsAt)} – ${format.time(booking.endsAt)}`],
    [fields.what, service?.name],
    [whereOf(industries), resource?.name],
    [fields.party, partySize],
    [fields.phone, customer.phone && <Phone number={customer.phone} />],
    [fields.email, customer.email && <Email address={customer.email} />],
    [fields.notes, booking.notes],
    [fields.code, booking.code],
    [fields.offeredUntil, offeredUntil && format.full(offeredUntil)],
    [fields.confirmedAt, confirmedAt && format.full(confirmedAt)],
  ];
  return (
    <>
      <p>
        <Badge tone={TONES[booking.status]}>{texts.status[booking.status]}</Badge>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {booking.conversationId && (
        <Link
          to="/inbox"
          search={{ conversation: booking.conversationId }}
          className="self-start text-accent underline"
        >
          {texts.conversation}
        </Link>
      )}
    </>
  );
}
