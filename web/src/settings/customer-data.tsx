import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Eraser, Search } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { download } from '../download.ts';
import { useIsHealthCare } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { PRIVACY_PATH } from './data.ts';
import { texts } from './texts.ts';

type CustomerSearch = Record<string, string>;
type CustomerData = Answer<'POST /api/privacy/customers/find'>;
type ErasureResponse = Answer<'POST /api/privacy/customers/erase'>;
type Mention = CustomerData['mentions'][number];
/** Mentions in these are for people to edit. All other kinds can be erased, too. */
const NOT_ERASABLE_KINDS: Mention['kind'][] = ['customer', 'customer_import', 'knowledge', 'ready_reply', 'document'];
const CUSTOMERS_PATH = `${PRIVACY_PATH}/customers`;

/** Empty fields are not searched for. */
const pickNonEmptyFields = (values: CustomerSearch): CustomerSearch =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));

export function CustomerDataCard() {
  const isHealthCare = useIsHealthCare();
  const [search, setSearch] = useState<CustomerSearch>({});
  const [report, setReport] = useState<ErasureResponse['report']>();
  const findCustomer = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (values: CustomerSearch) =>
      api.post<CustomerData>(`${CUSTOMERS_PATH}/find`, pickNonEmptyFields(values)),
    onSuccess(_, values) {
      setSearch(pickNonEmptyFields(values));
      setReport(undefined);
    },
  });
  const findError = (name: string) => findFieldError(findCustomer.error, `/${name}`);
  return (
    <Card title={texts.customer.title} description={texts.customer.about}>
      <Form onSubmit={(values) => findCustomer.mutate(values)} error={findCustomer.error}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={texts.customer.phone}
            name="phone"
            type="tel"
            autoComplete="off"
            error={findError('phone')}
          />
          <TextField
            label={texts.customer.email}
            name="email"
            type="email"
            autoComplete="off"
            error={findError('email')}
          />
          <TextField label={texts.customer.name} name="name" autoComplete="off" error={findError('name')} />
          {isHealthCare && (
            <TextField
              label={texts.customer.dateOfBirth}
              name="dateOfBirth"
              type="date"
              error={findError('dateOfBirth')}
            />
          )}
        </div>
        <p className="text-sm text-muted">{texts.customer.hint}</p>
        <Button type="submit" variant="secondary" className="self-start" busy={findCustomer.isPending}>
          <Search className="size-4" aria-hidden />
          {texts.customer.find}
        </Button>
      </Form>
      {findCustomer.data && (
        <FoundCustomerData
          customerData={findCustomer.data}
          search={search}
          onErased={(erasureReport) => {
            setReport(erasureReport);
            findCustomer.reset();
          }}
        />
      )}
      {report && <ErasureReport rows={report} />}
    </Card>
  );
}

function ErasureReport({ rows }: { rows: ErasureResponse['report'] }) {
  return (
    <section aria-label={texts.customer.report} className="mt-4 border-t border-line pt-4">
      <p className="mb-2 font-medium">{texts.customer.report}</p>
      <ul className="flex flex-col gap-2 text-sm">
        {rows
          .filter(({ count }) => count !== 0)
          .map(({ place: dataKind, outcome, count, about: explanation }) => (
            <li key={dataKind}>
              <span className="font-medium">{texts.customer.places[dataKind] ?? dataKind}</span>:{' '}
              {texts.customer.outcomes[outcome]}
              {count === null ? '' : ` (${count})`}. <span className="text-muted">{explanation}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

type MentionsProps = { customerData: CustomerData; selectedIds: string[]; onChange(selectedIds: string[]): void };

/** Records that mention the customer may belong to someone else, so the user has to check each. */
function Mentions({ customerData: { mentions, mentionCount }, selectedIds, onChange }: MentionsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{texts.customer.mentions(mentionCount)}</legend>
      <p className="text-sm text-muted">{texts.customer.mentionsHint}</p>
      {mentions.map(({ kind, id, by }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 text-sm">
          <Checkbox
            label={`${texts.customer.kinds[kind]}${kind === 'document' ? ` ${id}` : ''}: ${by.map((matchedBy) => texts.customer.by[matchedBy]).join(', ')}`}
            disabled={NOT_ERASABLE_KINDS.includes(kind)}
            checked={selectedIds.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...selectedIds, id] : selectedIds.filter((mentionId) => mentionId !== id))
            }
          />
          {(kind === 'conversation' || kind === 'booking') && (
            <Link
              to={kind === 'booking' ? '/bookings' : '/inbox'}
              search={{ [kind]: id }}
              className="text-accent underline underline-offset-2"
            >
              {texts.customer.openMention}
            </Link>
          )}
        </div>
      ))}
    </fieldset>
  );
}

type FoundDataProps = {
  customerData: CustomerData;
  search: CustomerSearch;
  onErased(report: ErasureResponse['report']): void;
};

function FoundCustomerData({ customerData, search, onErased }: FoundDataProps) {
  const [selectedMentionIds, setSelectedMentionIds] = useState<string[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const refresh = useRefresh();
  const exportData = useMutation({
    mutationFn: () => download(`${CUSTOMERS_PATH}/export`, search),
    onSuccess: () => toast.success(texts.customer.exported),
  });
  const erase = useMutation({
    mutationFn: () =>
      api.post<ErasureResponse>(`${CUSTOMERS_PATH}/erase`, {
        ...search,
        ...(selectedMentionIds.length ? { also: selectedMentionIds } : {}),
      }),
    async onSuccess({ report }) {
      toast.success(texts.customer.erased);
      onErased(report);
      await refresh('/api/');
    },
  });
  const foundKinds = Object.entries(texts.customer.found)
    .map(([kind, countText]) => ({ kind, countText, count: Number(customerData[kind as keyof CustomerData]) }))
    .filter(({ count }) => count > 0);
  return (
    <section
      aria-label={texts.customer.foundTitle}
      role="status"
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      {foundKinds.length || customerData.mentionCount ? (
        <>
          <p className="font-medium">{foundKinds.length ? texts.customer.foundTitle : texts.customer.nothing}</p>
          <p className="flex flex-wrap gap-2">
            {foundKinds.map(({ kind, countText, count }) => (
              <Badge key={kind}>{countText(count)}</Badge>
            ))}
          </p>
          {customerData.mentionCount > 0 && (
            <Mentions customerData={customerData} selectedIds={selectedMentionIds} onChange={setSelectedMentionIds} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" busy={exportData.isPending} onClick={() => exportData.mutate()}>
              <Download className="size-4" aria-hidden />
              {texts.customer.export}
            </Button>
            <Button variant="secondary" className="text-danger!" onClick={() => setIsConfirming(true)}>
              <Eraser className="size-4" aria-hidden />
              {texts.customer.erase}
            </Button>
          </div>
        </>
      ) : (
        <p>{texts.customer.nothing}</p>
      )}
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.customer.eraseTitle}
        text={texts.customer.eraseText}
        action={texts.customer.eraseAction}
        onConfirm={() => erase.mutateAsync()}
      />
    </section>
  );
}
