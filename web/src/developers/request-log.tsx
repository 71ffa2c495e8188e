import { CircleCheck, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeWorkspace } from '../active-workspace.ts';
import type { Answer, ListOf, Problem } from '../api.ts';
import { addDays } from '../calendar.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { useFormat } from '../format.ts';
import { useGet } from '../queries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useUrlParams } from '../url.ts';
import { DevelopersLayout } from './developers-layout.tsx';
import { texts } from './texts.ts';

type LogEntryResponse = Answer<'GET /api/request-log/{id}'>;
type LogEntry = Omit<LogEntryResponse, 'problem'> & { problem: Partial<Problem & { next: string }> | null };
/** `show` is `all`, or a status such as `404`; without it, all errors are shown. `key` and `request` are ids. */
type UrlParams = { show: string; route: string; key: string; from: string; to: string; request: string };
const LOG_PATH = '/api/request-log';
const STATUSES = ['400', '401', '403', '404', '409', '422', '429', '500', '503'];
const getStatusTone = (status: number): Tone => (status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success');

export function RequestLogPage() {
  const [{ show, route, key: keyId, from, to, request: requestId }, setUrl] = useUrlParams<UrlParams>();
  const showsErrorsOnly = show !== 'all';
  const status = show && /^\d+$/.test(show) ? Number(show) : undefined;
  const { query, rows } = usePages<LogEntry>(LOG_PATH, {
    errors: showsErrorsOnly || undefined,
    status,
    route,
    actor: keyId,
    from,
    to: to && addDays(to, 1),
  });
  const isFiltered = Boolean(route || keyId || from || to || status);
  return (
    <DevelopersLayout tab="requests">
      <Card title={texts.requests.title} description={texts.requests.about[activeWorkspace.mode]} noPadding>
        <Filters show={show} route={route} from={from} to={to} actor={keyId} setUrl={setUrl} />
        <Loaded query={query}>
          {() =>
            rows.length ? (
              <RequestTable rows={rows} onOpen={(id) => setUrl({ request: id })} />
            ) : (
              <EmptyState
                icon={showsErrorsOnly ? CircleCheck : ScrollText}
                title={showsErrorsOnly ? texts.requests.noErrors : texts.requests.empty}
                text={isFiltered ? texts.requests.noMatch : texts.requests.emptyText}
                action={
                  showsErrorsOnly && (
                    <Button variant="secondary" onClick={() => setUrl({ show: 'all' })}>
                      {texts.requests.showAll}
                    </Button>
                  )
                }
              />
            )
          }
        </Loaded>
      </Card>
      <LoadMore query={query} />
      {requestId && <EntryDialog id={requestId} onClose={() => setUrl({ request: undefined })} />}
    </DevelopersLayout>
  );
}

type FilterProps = Partial<Omit<UrlParams, 'key' | 'request'>> & {
  actor?: string;
  setUrl(change: Partial<UrlParams>): void;
};

function Filters({ show, route, actor, from, to, setUrl }: FilterProps) {
  const keysQuery = useGet<ListOf<{ id: string; name: string; mode: string }>>('/api/keys', { limit: 100 });
  const modeKeys = keysQuery.data?.data.filter(({ mode }) => mode === activeWorkspace.mode) ?? [];
  return (
    <div className="grid gap-3 px-5 pt-2 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      <Select
        label={texts.requests.show}
        value={show ?? ''}
        options={[
          { value: '', label: texts.requests.errors },
          { value: 'all', label: texts.requests.all },
          ...STATUSES.map((value) => ({ value, label: value })),
        ]}
        onChange={({ target }) => setUrl({ show: target.value || undefined })}
      />
      <TextField
        label={texts.requests.path}
        placeholder="/api/chat"
        value={route ?? ''}
        onChange={({ target }) => setUrl({ route: target.value || undefined })}
      />
      <Select
        label={texts.requests.key}
        value={actor ?? ''}
        options={[
          { value: '', label: texts.requests.anyKey },
          ...modeKeys.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => setUrl({ key: target.value || undefined })}
      />
      <TextField
        label={texts.requests.from}
        type="date"
        value={from ?? ''}
        onChange={({ target }) => setUrl({ from: target.value || undefined })}
      />
      <TextField
        label={texts.requests.to}
        type="date"
        value={to ?? ''}
        onChange={({ target }) => setUrl({ to: target.value || undefined })}
      />
    </div>
  );
}

function RequestTable({ rows, onOpen }: { rows: LogEntry[]; onOpen(id: string): void }) {
  const format = useFormat();
  const { columns: columnNames } = texts.requests;
  const columns: Column<LogEntry>[] = [
    { header: columnNames.status, cell: ({ status }) => <Badge tone={getStatusTone(status)}>{status}</Badge> },
    {
      header: columnNames.request,
      cell: ({ method, route, problem }) => (
        <>
          <p className="font-mono text-sm break-all">
            {method} {route}
          </p>
          {problem && <p className="text-sm text-muted">{problem.detail}</p>}
        </>
      ),
    },
    { header: columnNames.by, cell: ({ actor, actorName }) => actorName ?? actor },
    { header: columnNames.when, cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      header: columnNames.took,
      alignEnd: true,
      cell: ({ durationMs }) => texts.requests.ms(format.number(durationMs)),
    },
    {
      header: columnNames.open,
      hideHeader: true,
      alignEnd: true,
      cell: ({ id, method, route, status }) => (
        <Button
          small
          variant="secondary"
          aria-label={texts.requests.open(method, route, status)}
          onClick={() => onOpen(id)}
        >
          {columnNames.open}
        </Button>
      ),
    },
  ];
  return <Table label={texts.requests.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function EntryDialog({ id, onClose }: { id: string; onClose(): void }) {
  const entryQuery = useGet<LogEntry>(`${LOG_PATH}/${encodeURIComponent(id)}`);
  const format = useFormat();
  const { facts } = texts.requests;
  return (
    <Dialog open onClose={onClose} title={texts.requests.dialogTitle} wide>
      <Loaded query={entryQuery}>
        {({ requestId, method, route, parameters, status, actor, actorName, durationMs, createdAt, problem }) => (
          <>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2">
              <Fact name={facts.request}>
                <span className="font-mono text-sm break-all">
                  {method} {route}
                </span>
              </Fact>
              <Fact name={facts.status}>
                <Badge tone={getStatusTone(status)}>{status}</Badge>
              </Fact>
              <Fact name={facts.requestId}>
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-mono text-sm break-all">{requestId}</span>
                  <CopyButton small text={requestId} />
                </span>
              </Fact>
              <Fact name={facts.by}>{actorName ? `${actorName} (${actor})` : actor}</Fact>
              <Fact name={facts.when}>{format.dateTime(createdAt)}</Fact>
              <Fact name={facts.took}>{texts.requests.ms(format.number(durationMs))}</Fact>
              {parameters.length > 0 && <Fact name={facts.parameters}>{parameters.join(', ')}</Fact>}
            </dl>
            {problem && (
              <>
                <p className="font-medium">{problem.next ?? problem.detail}</p>
                <Code label={texts.requests.problem}>{formatProblem(problem, requestId)}</Code>
              </>
            )}
            <p className="text-sm text-muted">{texts.requests.notStored}</p>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** In the field order of the API's response. */
function formatProblem(
  { title, status, detail, code, next: _, ...members }: NonNullable<LogEntry['problem']>,
  requestId: string,
): string {
  return JSON.stringify({ title, status, detail, code, requestId, ...members }, null, 2);
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
