import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HeartPulse } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ListOf } from '../api.ts';
import { EmailLink, PhoneLink } from '../contact-links.tsx';
import { CUSTOMERS_PATH, type Customer } from '../customers/data.ts';
import { useFormat } from '../format.ts';
import { useIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { BOOKINGS_PATH, type Booking, type BookingStatus, updateBooking } from './data.ts';
import { DepositActions, DepositFact } from './deposit.tsx';
import type { DropTarget } from './grid-types.ts';
import { formatResourceLabel } from './layout.ts';
import { MoveForm } from './move.tsx';
import { Notices } from './notices.tsx';
import { texts } from './texts.ts';

export const STATUS_TONES: Record<BookingStatus, Tone> = {
  confirmed: 'accent',
  awaiting_payment: 'warning',
  waitlisted: 'warning',
  offered: 'warning',
  cancelled: 'neutral',
  completed: 'success',
  no_show: 'danger',
};

/** The statuses the API allows next, with the most likely last. */
const NEXT_STATUSES: Partial<Record<BookingStatus, BookingStatus[]>> = {
  confirmed: ['cancelled', 'no_show', 'completed'],
  waitlisted: ['cancelled', 'offered'],
  offered: ['cancelled', 'confirmed'],
  awaiting_payment: ['cancelled'],
};
/** From the start on, the team can record whether the customer came. */
const hasStarted = ({ startsAt }: Booking) => Date.parse(startsAt) <= Date.now();
const isAttendanceStatus = (status: BookingStatus) => status === 'no_show' || status === 'completed';
const ACTION_LABELS: Partial<Record<BookingStatus, string>> = {
  cancelled: texts.actions.cancel,
  no_show: texts.actions.noShow,
  completed: texts.actions.completed,
  offered: texts.actions.offer,
  confirmed: texts.actions.confirm,
};

type Props = {
  id: string;
  listedBooking?: Booking;
  onClose(): void;
  onMove(booking: Booking, target: DropTarget): Promise<void>;
};

/** A patient's details are hidden until the user reveals them. */
export function BookingDialog({ id, listedBooking, onClose, onMove }: Props) {
  const [isRevealed, setIsRevealed] = useState(false);
  const isHidden = listedBooking?.sealed === true && !isRevealed;
  const query = useGet<Booking>(`${BOOKINGS_PATH}/${id}`, undefined, { enabled: !isHidden });
  if (isHidden)
    return (
      <Dialog open onClose={onClose} title={texts.patient}>
        <EmptyState
          icon={HeartPulse}
          title={texts.hidden}
          text={texts.revealText}
          action={<Button onClick={() => setIsRevealed(true)}>{texts.reveal}</Button>}
        />
      </Dialog>
    );
  if (!query.data)
    return (
      <Dialog open onClose={onClose} title={texts.title}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  return <Details booking={query.data} onClose={onClose} onMove={onMove} />;
}

function Details({ booking, onClose, onMove }: { booking: Booking } & Pick<Props, 'onClose' | 'onMove'>) {
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [statusToConfirm, setStatusToConfirm] = useState<'cancelled' | 'no_show'>();
  const [isMoving, setIsMoving] = useState(false);
  const changeStatus = useMutation({
    mutationFn: (status: BookingStatus) => updateBooking(booking, { status, version: booking.version }),
    onSuccess: (_, status) => {
      toast.success(texts.done[status]!);
      return refresh(BOOKINGS_PATH);
    },
  });
  const nextStatuses = hasRoleAtLeast('agent')
    ? (NEXT_STATUSES[booking.status] ?? []).filter((status) => !isAttendanceStatus(status) || hasStarted(booking))
    : [];
  const canMove = hasRoleAtLeast('agent') && booking.status === 'confirmed' && !isMoving;
  const mainAction = nextStatuses.at(-1);
  const chooseStatus = (status: BookingStatus) =>
    status === 'cancelled' || status === 'no_show' ? setStatusToConfirm(status) : changeStatus.mutate(status);
  const actions = (
    <>
      {nextStatuses.map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'quiet' : status === mainAction ? 'primary' : 'secondary'}
          // Set apart from the everyday actions.
          className={status === 'cancelled' ? 'mr-auto px-2! text-danger!' : 'px-3!'}
          busy={changeStatus.isPending && changeStatus.variables === status}
          onClick={() => chooseStatus(status)}
        >
          {ACTION_LABELS[status]}
        </Button>
      ))}
      {canMove && (
        <Button
          variant={hasStarted(booking) ? 'secondary' : 'primary'}
          className="px-3!"
          onClick={() => setIsMoving(true)}
        >
          {texts.actions.move}
        </Button>
      )}
    </>
  );
  return (
    <>
      <Dialog open onClose={onClose} title={booking.customer.name} actions={actions}>
        <Facts booking={booking} />
        {booking.deposit && <DepositActions booking={booking} deposit={booking.deposit} />}
        <Notices bookingId={booking.id} />
        {/* Closes the dialog after moving, so that the undo toast can be clicked. */}
        {isMoving && (
          <MoveForm booking={booking} onMove={onMove} onMoved={onClose} onCancel={() => setIsMoving(false)} />
        )}
      </Dialog>
      <Confirm
        open={statusToConfirm !== undefined}
        onClose={() => setStatusToConfirm(undefined)}
        title={statusToConfirm ? texts.confirmations[statusToConfirm].title : ''}
        text={statusToConfirm ? texts.confirmations[statusToConfirm].text : ''}
        action={statusToConfirm ? ACTION_LABELS[statusToConfirm]! : ''}
        cancelLabel={statusToConfirm && texts.confirmations[statusToConfirm].keep}
        onConfirm={() => changeStatus.mutateAsync(statusToConfirm!)}
      />
    </>
  );
}

function Facts({ booking }: { booking: Booking }) {
  const format = useFormat();
  const industries = useIndustries().filter(({ name }) => name === booking.industry);
  const { customer, service, resource, partySize, offeredUntil, confirmedAt, deposit } = booking;
  const { fields } = texts;
  const facts: [string, ReactNode][] = [
    [fields.when, `${format.dateTime(booking.startsAt)} – ${format.time(booking.endsAt)}`],
    [fields.what, service?.name],
    [formatResourceLabel(industries), resource?.name],
    [fields.party, partySize],
    [fields.phone, customer.phone && <PhoneLink number={customer.phone} />],
    [fields.email, customer.email && <EmailLink address={customer.email} />],
    [fields.notes, booking.notes],
    [fields.code, booking.code],
    [fields.offeredUntil, offeredUntil && format.dateTime(offeredUntil)],
    [fields.confirmedAt, confirmedAt && format.dateTime(confirmedAt)],
    [fields.deposit, deposit && <DepositFact deposit={deposit} />],
  ];
  return (
    <>
      <p>
        <Badge tone={STATUS_TONES[booking.status]}>{texts.status[booking.status]}</Badge>
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
      <CustomerLink bookingId={booking.id} />
    </>
  );
}

function CustomerLink({ bookingId }: { bookingId: string }) {
  const { data } = useGet<ListOf<Customer>>(CUSTOMERS_PATH, { bookingId });
  const [customer] = data?.data ?? [];
  if (!customer) return null;
  return (
    <Link to="/customers" search={{ customer: customer.id }} className="self-start text-accent underline">
      {texts.customer}
    </Link>
  );
}
