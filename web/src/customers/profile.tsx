import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download, EllipsisVertical, HeartPulse, Merge, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmailLink, PhoneLink } from '../contact-links.tsx';
import { download } from '../download.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Menu } from '../ui/menu.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { CUSTOMERS_PATH, type Customer, type CustomerProfile, customerApi } from './data.ts';
import { Bookings, Conversations, Requests } from './history.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { TagList } from './tag-list.tsx';
import { texts } from './texts.ts';

type Props = { id: string; listedCustomer?: Customer; setUrl(change: { customer?: string }): void };

/** A patient's details are hidden until the user reveals them, because each view is logged. */
export function ProfilePage({ id, listedCustomer, setUrl }: Props) {
  const [isRevealed, setIsRevealed] = useState(false);
  const isHidden = listedCustomer?.sealed === true && !isRevealed;
  const query = useGet<CustomerProfile>(`${CUSTOMERS_PATH}/${id}`, undefined, { enabled: !isHidden });
  return (
    <>
      <Link
        to="/customers"
        search={(currentSearch: object) => ({ ...currentSearch, customer: undefined })}
        className="inline-flex items-center gap-1.5 self-start text-muted hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {texts.back}
      </Link>
      {isHidden ? (
        <Card>
          <EmptyState
            as="h1"
            icon={HeartPulse}
            title={texts.hidden}
            text={texts.revealText}
            action={<Button onClick={() => setIsRevealed(true)}>{texts.reveal}</Button>}
          />
        </Card>
      ) : (
        <Loaded query={query}>
          {(customer) => <Profile customer={customer} onErased={() => setUrl({ customer: undefined })} />}
        </Loaded>
      )}
    </>
  );
}

function Profile({ customer, onErased }: { customer: CustomerProfile; onErased(): void }) {
  const { hasRoleAtLeast } = useMe();
  const [isEditing, setIsEditing] = useState(false);
  const { id } = customer;
  const actions = hasRoleAtLeast('agent') && (
    <>
      <Button variant="secondary" onClick={() => setIsEditing(true)}>
        <Pencil className="size-4" aria-hidden />
        {texts.edit}
      </Button>
      <MoreActions customer={customer} onErased={onErased} />
    </>
  );
  return (
    <>
      <PageHeader
        title={customer.name || texts.noName}
        description={customer.tags.length > 0 && <TagList tags={customer.tags} />}
        action={actions}
      />
      <Stats customer={customer} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Bookings customerId={id} />
          <Conversations customerId={id} />
          <Requests customerId={id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:row-start-1">
          <Facts customer={customer} />
          <Notes key={customer.version} customer={customer} />
        </div>
      </div>
      {isEditing && <CustomerDialog customer={customer} onClose={() => setIsEditing(false)} onSaved={() => {}} />}
    </>
  );
}

function MoreActions({ customer, onErased }: { customer: CustomerProfile; onErased(): void }) {
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<'merge' | 'erase'>();
  const { id, name, phone, email, dateOfBirth } = customer;
  const identifiers = { ...(phone && { phone }), ...(email && { email }), ...(dateOfBirth && { name, dateOfBirth }) };
  const exportData = useMutation({ mutationFn: () => download('/api/privacy/customers/export', identifiers) });
  const erase = useMutation({
    mutationFn: () => customerApi.erase(id),
    onSuccess: () => {
      toast.success(texts.erase.done);
      onErased();
      return refresh(CUSTOMERS_PATH);
    },
  });
  const privacyItems = [
    ...(Object.keys(identifiers).length
      ? [{ label: texts.exportCustomer, icon: <Download aria-hidden />, onSelect: () => exportData.mutate() }]
      : []),
    { label: texts.erase.action, icon: <Trash2 aria-hidden />, onSelect: () => setOpenDialog('erase'), danger: true },
  ];
  return (
    <>
      <Menu
        trigger={(attributes) => (
          <IconButton {...attributes} label={texts.more}>
            <EllipsisVertical aria-hidden />
          </IconButton>
        )}
        groups={[
          [{ label: texts.merge.action, icon: <Merge aria-hidden />, onSelect: () => setOpenDialog('merge') }],
          ...(hasRoleAtLeast('admin') ? [privacyItems] : []),
        ]}
      />
      {openDialog === 'merge' && <MergeDialog customer={customer} onClose={() => setOpenDialog(undefined)} />}
      <Confirm
        open={openDialog === 'erase'}
        onClose={() => setOpenDialog(undefined)}
        title={texts.erase.title(name || texts.noName)}
        text={texts.erase.text}
        action={texts.erase.action}
        onConfirm={() => erase.mutateAsync()}
      />
    </>
  );
}

function Stats({ customer: { stats } }: { customer: CustomerProfile }) {
  const format = useFormat();
  const figures: [string, ReactNode][] = [
    [texts.stats.visits, format.number(stats.visits)],
    [texts.stats.upcoming, format.number(stats.upcoming)],
    [texts.stats.noShows, format.number(stats.noShows)],
    ...(stats.value === null ? [] : [[texts.stats.value, format.money(stats.value)] as [string, ReactNode]]),
    ...(stats.lastVisitAt ? [[texts.stats.lastVisit, format.date(stats.lastVisitAt)] as [string, ReactNode]] : []),
  ];
  return (
    <dl className="flex flex-wrap gap-3">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-28 flex-1 rounded-xl border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ customer }: { customer: CustomerProfile }) {
  const format = useFormat();
  const { phone, email, dateOfBirth, language, consents, otherContacts, createdAt } = customer;
  const describeConsent = (consent: { allowed: boolean; at: string } | null) =>
    consent
      ? texts.consentAt(consent.allowed ? texts.consents.yes : texts.consents.no, format.date(consent.at))
      : texts.consents.unknown;
  const facts: [string, ReactNode][] = [
    [texts.fields.phone, phone && <PhoneLink number={phone} />],
    [texts.fields.email, email && <EmailLink address={email} />],
    [texts.fields.dateOfBirth, dateOfBirth],
    [texts.fields.language, language && new Intl.DisplayNames('en', { type: 'language' }).of(language)],
    [texts.fields.texts, describeConsent(consents.texts)],
    [texts.fields.marketing, describeConsent(consents.marketing)],
    [texts.fields.since, format.date(createdAt)],
    [texts.fields.otherContacts, otherContacts.length > 0 && <OtherContacts contacts={otherContacts} />],
  ];
  return (
    <Card>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
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
    </Card>
  );
}

const OtherContacts = ({ contacts }: { contacts: CustomerProfile['otherContacts'] }) =>
  contacts.flatMap(({ phone, email }) => [
    ...(phone
      ? [
          <span key={phone} className="block">
            <PhoneLink number={phone} />
          </span>,
        ]
      : []),
    ...(email
      ? [
          <span key={email} className="block">
            <EmailLink address={email} />
          </span>,
        ]
      : []),
  ]);

function Notes({ customer }: { customer: CustomerProfile }) {
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [notes, setNotes] = useState(customer.notes);
  const save = useMutation({
    mutationFn: () => customerApi.update(customer, { notes }),
    onSuccess: () => {
      toast.success(texts.saved);
      return refresh(CUSTOMERS_PATH);
    },
  });
  if (!hasRoleAtLeast('agent'))
    return (
      <Card title={texts.notes.title}>
        <p className="break-words whitespace-pre-wrap">{customer.notes || texts.notes.none}</p>
      </Card>
    );
  return (
    <Card title={texts.notes.title}>
      <div className="flex flex-col gap-3">
        <TextArea
          label={texts.notes.label}
          hideLabel
          rows={4}
          maxLength={4000}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
        />
        <Button
          variant="secondary"
          className="self-end"
          disabled={notes === customer.notes}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {texts.notes.save}
        </Button>
      </div>
    </Card>
  );
}
