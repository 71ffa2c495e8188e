import { useMutation } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmailLink, PhoneLink } from '../contact-links.tsx';
import { type Format, useFormat } from '../format.ts';
import type { RequestKind } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import {
  createRequestPath,
  isFinalStatus,
  type Prescription,
  REQUESTS_PATH,
  type Request,
  updateStatus,
} from './data.ts';
import { texts } from './texts.ts';

type RequestDialogProps = { request: Request; requestKind: RequestKind; onClose(): void };

export function RequestDialog({ request, requestKind, onClose }: RequestDialogProps) {
  const isEncrypted = requestKind.path !== null;
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [note, setNote] = useState('');
  const [statusToConfirm, setStatusToConfirm] = useState<string>();
  const [isRevealed, setIsRevealed] = useState(!isEncrypted);
  const requestPath = createRequestPath(request, requestKind);
  const changeStatus = useMutation({
    mutationFn: (status: string) => updateStatus(requestPath, status, note),
    onSuccess: (_, status) => {
      toast.success(texts.changed(texts.status[status] ?? status));
      return refresh(REQUESTS_PATH, requestPath);
    },
  });
  const canDecide = hasRoleAtLeast('agent') && isRevealed;
  const actions = canDecide
    ? request.next.map((status) => (
        <Button
          key={status}
          variant={['denied', 'declined'].includes(status) ? 'danger' : 'primary'}
          busy={changeStatus.isPending && changeStatus.variables === status}
          onClick={() => (isFinalStatus(status) ? setStatusToConfirm(status) : changeStatus.mutate(status))}
        >
          {texts.statusActions[status] ?? status}
        </Button>
      ))
    : undefined;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={`${requestKind.title} · ${texts.status[request.status] ?? request.status}`}
        actions={actions}
      >
        {!isEncrypted && <RequestDetails request={request} />}
        {isEncrypted && isRevealed && <PrescriptionDetails path={requestPath} />}
        {!isRevealed && (
          <EmptyState
            icon={HeartPulse}
            title={texts.hidden}
            text={texts.showText}
            action={<Button onClick={() => setIsRevealed(true)}>{texts.show}</Button>}
          />
        )}
        {canDecide && isEncrypted && request.next.length > 0 && (
          <TextArea
            label={texts.note}
            hint={texts.noteHint}
            maxLength={2000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        {canDecide && request.next.length > 0 && <p className="text-sm text-muted">{texts.customerNotNotified}</p>}
      </Dialog>
      <Confirm
        open={statusToConfirm !== undefined}
        onClose={() => setStatusToConfirm(undefined)}
        title={texts.confirmation.title(texts.statusActions[statusToConfirm ?? ''] ?? '')}
        text={texts.confirmation.text}
        action={texts.statusActions[statusToConfirm ?? ''] ?? ''}
        onConfirm={() => changeStatus.mutateAsync(statusToConfirm!)}
      />
    </>
  );
}

/** Health data is loaded only on request. `notes` are the patient’s, `note` is the team’s. */
function PrescriptionDetails({ path }: { path: string }) {
  const query = useGet<Prescription>(path);
  const format = useFormat();
  return (
    <Loaded query={query}>
      {({ patient, medication, dosage, pharmacy, notes, note, expectedBy }) => (
        <Facts
          facts={{
            patient: patient.name,
            dateOfBirth: patient.dateOfBirth && format.calendarDate(patient.dateOfBirth),
            phone: patient.phone && <PhoneLink number={patient.phone} />,
            email: patient.email && <EmailLink address={patient.email} />,
            medication,
            dosage,
            pharmacy: <ContactLines {...pharmacy} />,
            notes,
            note,
            expectedBy: expectedBy && format.dateTime(expectedBy),
          }}
        />
      )}
    </Loaded>
  );
}

function RequestDetails({ request }: { request: Request }) {
  const format = useFormat();
  return <Facts facts={collectRequestFacts(request.data, format)} />;
}

type RequestData = {
  type?: string;
  membership?: { name: string } | null;
  currentMembership?: { name: string } | null;
  customer?: { name: string; phone?: string; email?: string };
  quote?: { amount: number; interval: string; dueNow: number };
  number?: string;
  email?: string;
  items?: { sku: string; quantity: number }[];
  reason?: string;
  notes?: string;
};

function collectRequestFacts(data: RequestData, { money }: Format): Record<string, ReactNode> {
  const { customer, quote } = data;
  return {
    type: data.type && (texts.types[data.type] ?? data.type),
    membership: data.membership?.name,
    currentMembership: data.currentMembership?.name,
    customer: customer && <ContactLines {...customer} />,
    quote: quote && texts.quote(money(quote.amount), quote.interval, money(quote.dueNow)),
    number: data.number,
    email: data.email && <EmailLink address={data.email} />,
    items: data.items?.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', '),
    reason: data.reason ?? data.notes,
  };
}

/** On separate lines, because a right-to-left name would affect the text after it. */
const ContactLines = ({ name, phone, email }: { name?: string; phone?: string | null; email?: string | null }) =>
  [name, phone && <PhoneLink key="phone" number={phone} />, email && <EmailLink key="email" address={email} />]
    .filter(Boolean)
    .map((line, index) => (
      <span key={index} className="block">
        {line}
      </span>
    ));

const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
    {Object.entries(facts).map(
      ([name, value]) =>
        value && (
          <div key={name} className="contents">
            <dt className="text-muted">{texts.fields[name] ?? name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
