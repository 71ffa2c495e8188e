import { ClipboardList, HeartPulse } from 'lucide-react';
import { ExportButton } from '../export-button.tsx';
import { useFormat } from '../format.ts';
import { type RequestKind, useActiveIndustries, useFindRequestKind } from '../industries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useUrlParams } from '../url.ts';
import { REQUESTS_PATH, type Request } from './data.ts';
import { RequestDialog } from './details.tsx';
import { texts } from './texts.ts';

type UrlParams = { kind: string; request: string };
const STATUS_TONES: Record<string, Tone> = {
  requested: 'warning',
  received: 'warning',
  in_progress: 'info',
  approved: 'info',
  sent_to_pharmacy: 'info',
  ready: 'success',
  done: 'success',
  refunded: 'success',
  denied: 'neutral',
  declined: 'neutral',
};

export function RequestsPage() {
  const [{ kind, request: requestId }, setUrl] = useUrlParams<UrlParams>();
  const kinds = useActiveIndustries().flatMap(({ requestKinds }) => requestKinds);
  const { query, rows } = usePages<Request>(REQUESTS_PATH, { kind });
  const findRequestKind = useFindRequestKind();
  const openRequest = rows.find(({ id }) => id === requestId);
  const openKind = openRequest && findRequestKind(openRequest.kind);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={rows.length > 0 && <ExportButton path={REQUESTS_PATH} filter={{ kind }} />}
      />
      {kinds.length > 1 && (
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{texts.kindsLabel}</legend>
          {[{ kind: undefined, pluralTitle: texts.allKinds }, ...kinds].map(({ kind: kindOption, pluralTitle }) => {
            const isSelected = kindOption === kind;
            return (
              <button
                key={pluralTitle}
                type="button"
                aria-pressed={isSelected}
                onClick={() => setUrl({ kind: kindOption })}
                className={`min-h-9 rounded-full px-3.5 ${isSelected ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
              >
                {pluralTitle}
              </button>
            );
          })}
        </fieldset>
      )}
      <Card noPadding>
        <Loaded query={query}>
          {() =>
            rows.length ? (
              <RequestTable rows={rows} onOpen={(id) => setUrl({ request: id })} />
            ) : (
              <EmptyState icon={ClipboardList} title={texts.empty} text={kind ? texts.noMatch : texts.emptyText} />
            )
          }
        </Loaded>
      </Card>
      <LoadMore query={query} />
      {openRequest && openKind && (
        <RequestDialog
          key={openRequest.id}
          request={openRequest}
          requestKind={openKind}
          onClose={() => setUrl({ request: undefined })}
        />
      )}
    </>
  );
}

function RequestTable({ rows, onOpen }: { rows: Request[]; onOpen(id: string): void }) {
  const format = useFormat();
  const findRequestKind = useFindRequestKind();
  const formatKindAndType = ({ kind, data }: Request) => {
    const typeText = typeof data.type === 'string' ? texts.types[data.type] : undefined;
    return [findRequestKind(kind)?.title, typeText].filter(Boolean).join(' · ');
  };
  const columns: Column<Request>[] = [
    { header: texts.columns.what, cell: formatKindAndType },
    { header: texts.columns.from, cell: (request) => renderCustomer(request, findRequestKind(request.kind)) },
    {
      header: texts.columns.status,
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{texts.status[status] ?? status}</Badge>,
    },
    { header: texts.columns.received, cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      header: texts.columns.open,
      hideHeader: true,
      alignEnd: true,
      cell: (request) => (
        <Button
          variant="secondary"
          small
          aria-label={texts.open(formatKindAndType(request), format.dateTime(request.createdAt))}
          onClick={() => onOpen(request.id)}
        >
          {texts.columns.open}
        </Button>
      ),
    },
  ];
  return <Table label={texts.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function renderCustomer({ data }: Request, requestKind: RequestKind | undefined) {
  if (requestKind?.path)
    return (
      <span className="inline-flex items-center gap-1.5 text-muted italic">
        <HeartPulse className="size-4" aria-hidden />
        {texts.hidden}
      </span>
    );
  const customer = data.customer as { name?: string } | undefined;
  return customer?.name ?? String(data.email ?? '');
}
