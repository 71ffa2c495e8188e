import { Link } from '@tanstack/react-router';
import { Contact, HeartPulse, Plus, Search, Upload } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { EmailLink, PhoneLink } from '../contact-links.tsx';
import { ExportButton } from '../export-button.tsx';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useUrlParams } from '../url.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { CUSTOMERS_PATH, type Customer } from './data.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ProfilePage } from './profile.tsx';
import { TagList } from './tag-list.tsx';
import { texts } from './texts.ts';

type UrlParams = { customer: string; q: string; tag: string; sort: string };

export function CustomersPage() {
  const [{ customer: customerId, ...filter }, setUrl] = useUrlParams<UrlParams>();
  const { query, rows } = usePages<Customer>(CUSTOMERS_PATH, { q: filter.q, tag: filter.tag, sort: filter.sort });
  if (customerId)
    return (
      <ProfilePage
        key={customerId}
        id={customerId}
        listedCustomer={rows.find(({ id }) => id === customerId)}
        setUrl={setUrl}
      />
    );
  return <CustomerList query={query} rows={rows} filter={filter} setUrl={setUrl} />;
}

type ListProps = {
  query: ReturnType<typeof usePages<Customer>>['query'];
  rows: Customer[];
  filter: Partial<Omit<UrlParams, 'customer'>>;
  setUrl(change: Partial<UrlParams>, options?: { replace?: boolean }): void;
};

function CustomerList({ query, rows, filter, setUrl }: ListProps) {
  const { hasRoleAtLeast } = useMe();
  const [openDialog, setOpenDialog] = useState<'add' | 'import'>();
  const isFiltered = Boolean(filter.q || filter.tag);
  const importButton = (
    <Button variant="secondary" onClick={() => setOpenDialog('import')}>
      <Upload className="size-4" aria-hidden />
      {texts.import}
    </Button>
  );
  const actions = (
    <>
      <ExportButton path={CUSTOMERS_PATH} filter={{ q: filter.q, tag: filter.tag, sort: filter.sort }} />
      {hasRoleAtLeast('agent') && importButton}
      {hasRoleAtLeast('agent') && (
        <Button onClick={() => setOpenDialog('add')}>
          <Plus className="size-4" aria-hidden />
          {texts.add}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} action={actions} />
      <Filters filter={filter} setUrl={setUrl} />
      <Card noPadding>
        <Loaded query={query}>
          {() =>
            rows.length ? (
              <CustomerTable rows={rows} />
            ) : (
              <EmptyState
                icon={isFiltered ? Search : Contact}
                title={isFiltered ? texts.noMatch : texts.empty}
                text={isFiltered ? `${texts.noMatchText} ${texts.patientSearchHint}` : texts.emptyText}
                action={!isFiltered && hasRoleAtLeast('agent') && importButton}
              />
            )
          }
        </Loaded>
      </Card>
      <LoadMore query={query} />
      {openDialog === 'add' && (
        <CustomerDialog onClose={() => setOpenDialog(undefined)} onSaved={({ id }) => setUrl({ customer: id })} />
      )}
      {openDialog === 'import' && <ImportDialog onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

function Filters({ filter, setUrl }: Pick<ListProps, 'filter' | 'setUrl'>) {
  const [searchText, setSearchText] = useState(filter.q ?? '');
  const q = useDeferredValue(searchText.trim()) || undefined;
  const { data } = useGet<{ tags: string[] }>(`${CUSTOMERS_PATH}/tags`);
  // Typing updates the URL, but a new URL does not change the search field.
  useEffect(() => {
    if (q !== filter.q) setUrl({ q }, { replace: true });
  }, [q]);
  const tags = data?.tags ?? [];
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-56 flex-1 max-sm:basis-full">
        <TextField
          label={texts.search}
          hideLabel
          type="search"
          placeholder={texts.search}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      </div>
      {(tags.length > 0 || filter.tag) && (
        <div className="min-w-36 flex-1 sm:max-w-44">
          <Select
            label={texts.tag}
            hideLabel
            value={filter.tag ?? ''}
            options={[
              { value: '', label: texts.allTags },
              ...[...new Set([...(filter.tag ? [filter.tag] : []), ...tags])].map((tag) => ({
                value: tag,
                label: tag,
              })),
            ]}
            onChange={({ target }) => setUrl({ tag: target.value || undefined })}
          />
        </div>
      )}
      <div className="min-w-36 flex-1 sm:max-w-52">
        <Select
          label={texts.sort}
          hideLabel
          value={filter.sort ?? 'name'}
          options={Object.entries(texts.sorts).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => setUrl({ sort: target.value === 'name' ? undefined : target.value })}
        />
      </div>
    </div>
  );
}

function CustomerTable({ rows }: { rows: Customer[] }) {
  const format = useFormat();
  const columns: Column<Customer>[] = [
    {
      header: texts.columns.name,
      // `sealed`: a patient, whose details are stored encrypted and hidden in lists.
      cell: ({ id, name, sealed }) => (
        <Link to="/customers" search={{ customer: id }} className="font-medium text-accent hover:underline">
          {sealed && !name ? (
            <span className="inline-flex items-center gap-1.5 italic">
              <HeartPulse className="size-4" aria-hidden />
              {texts.hidden}
            </span>
          ) : (
            name || texts.noName
          )}
        </Link>
      ),
    },
    { header: texts.columns.phone, cell: ({ phone }) => phone && <PhoneLink number={phone} /> },
    { header: texts.columns.email, cell: ({ email }) => email && <EmailLink address={email} /> },
    { header: texts.columns.tags, cell: ({ tags }) => (tags.length ? <TagList tags={tags} /> : null) },
    {
      header: texts.columns.lastBooking,
      cell: ({ lastBookingAt }) =>
        lastBookingAt && <span className="whitespace-nowrap">{format.date(lastBookingAt)}</span>,
    },
  ];
  return <Table label={texts.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
