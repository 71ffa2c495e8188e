import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { BOOKINGS_PATH, type Booking } from './data.ts';
import { texts } from './texts.ts';

type Deposit = NonNullable<Booking['deposit']>;

export function DepositFact({ deposit: { amount, status, refundUntil, payBy, error } }: { deposit: Deposit }) {
  const format = useFormat();
  const isRefundable = status === 'paid' || status === 'held' || status === 'captured';
  return (
    <>
      {format.money(amount)}, {texts.deposit.status[status]}
      {payBy && <span className="block text-sm text-muted">{texts.deposit.payBy(format.dateTime(payBy))}</span>}
      {isRefundable && (
        <span className="block text-sm text-muted">
          {texts.fields.refundUntil} {format.dateTime(refundUntil)}
        </span>
      )}
      {error && <span className="block text-sm text-danger">{error}</span>}
    </>
  );
}

/** Lets the team waive or return a deposit, whatever the deposit rules say. */
export function DepositActions({ booking, deposit }: { booking: Booking; deposit: Deposit }) {
  const { hasRoleAtLeast } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const [actionToConfirm, setActionToConfirm] = useState<'waive' | 'refund'>();
  const runAction = useMutation({
    mutationFn: (action: 'waive' | 'refund') => api.post(`/api/bookings/${booking.id}/deposit/${action}`, {}),
    onSuccess: (_, action) => {
      toast.success(action === 'waive' ? texts.deposit.waived : texts.deposit.refunded);
      return refresh(BOOKINGS_PATH);
    },
  });
  const { status, url } = deposit;
  const isPaid = status === 'paid' || status === 'captured';
  const canReturn = isPaid || status === 'held';
  if (!hasRoleAtLeast('agent')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {booking.status === 'awaiting_payment' && (
        <Button small variant="secondary" onClick={() => setActionToConfirm('waive')}>
          {texts.deposit.waive}
        </Button>
      )}
      {url && <CopyButton text={url} label={texts.deposit.link} />}
      {canReturn && (
        <Button small variant="secondary" onClick={() => setActionToConfirm('refund')}>
          {isPaid ? texts.deposit.refund : texts.deposit.release}
        </Button>
      )}
      <Confirm
        open={actionToConfirm !== undefined}
        onClose={() => setActionToConfirm(undefined)}
        title={
          actionToConfirm === 'waive'
            ? texts.deposit.waiveTitle
            : texts.deposit.refundTitle(format.money(deposit.amount))
        }
        text={actionToConfirm === 'waive' ? texts.deposit.waiveText : texts.deposit.refundText}
        action={
          actionToConfirm === 'waive' ? texts.deposit.waive : isPaid ? texts.deposit.refund : texts.deposit.release
        }
        onConfirm={() => runAction.mutateAsync(actionToConfirm ?? 'refund')}
      />
    </div>
  );
}
