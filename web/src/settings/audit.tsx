import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText, ShieldAlert, ShieldCheck } from 'lucide-react';
import { type Answer, api } from '../api.ts';
import { addDays } from '../calendar.ts';
import { Code } from '../copy-button.tsx';
import { ExportButton } from '../export-button.tsx';
import { useFormat } from '../format.ts';
import { useIsHealthCare } from '../industries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useUrlParams } from '../url.ts';
import { describeAuditReason } from './audit-details.ts';
import { SettingsLayout } from './settings-layout.tsx';
import { texts } from './texts.ts';

type AuditEntry = Answer<'GET /api/audit'>['data'][number];
type Fault = keyof typeof texts.audit.faults;
type EndFault = keyof typeof texts.audit.endFaults;
/** `head` is the hash of the last entry. `sealedFrom` is the first sealed entry: 1, unless the log was sealed later, as it stood. */
type VerificationResult = {
  ok: boolean;
  entries?: number;
  head?: string;
  sequence?: number;
  fault?: Fault | EndFault;
  sealedFrom?: number;
};
type UrlParams = { kind: string; from: string; to: string };
const AUDIT_PATH = '/api/audit';

export function AuditPage() {
  const [{ kind, from, to }, setUrl] = useUrlParams<UrlParams>();
  const filter = { action: kind, from, to: to && addDays(to, 1) };
  const { query, rows } = usePages<AuditEntry>(AUDIT_PATH, filter);
  const kinds = { ...texts.audit.kinds, ...(useIsHealthCare() ? texts.audit.healthKinds : {}) };
  const options = [
    { value: '', label: texts.audit.all },
    ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
  ];
  return (
    <SettingsLayout tab="audit">
      <Verification />
      <Card
        title={texts.audit.title}
        description={texts.audit.about}
        noPadding
        action={<ExportButton path={AUDIT_PATH} filter={filter} />}
      >
        <div className="grid gap-3 px-5 pt-2 pb-4 sm:grid-cols-[minmax(0,20rem)_11rem_11rem]">
          <Select
            label={texts.audit.kind}
            value={kind ?? ''}
            options={options}
            onChange={({ target }) => setUrl({ kind: target.value || undefined })}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={name}
              label={texts.audit[name]}
              type="date"
              value={(name === 'from' ? from : to) ?? ''}
              onChange={({ target }) => setUrl({ [name]: target.value || undefined })}
            />
          ))}
        </div>
        <Loaded query={query}>
          {() =>
            rows.length ? (
              <AuditEntryTable rows={rows} />
            ) : (
              <EmptyState
                icon={ScrollText}
                title={texts.audit.empty}
                text={kind || from || to ? texts.audit.nothing : texts.audit.emptyText}
              />
            )
          }
        </Loaded>
      </Card>
      <LoadMore query={query} />
    </SettingsLayout>
  );
}

function AuditEntryTable({ rows }: { rows: AuditEntry[] }) {
  const format = useFormat();
  const columns: Column<AuditEntry>[] = [
    {
      header: texts.audit.columns.when,
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.dateTime(at)}
        </time>
      ),
    },
    {
      header: texts.audit.columns.who,
      cell: (entry) => describeActor(entry),
    },
    { header: texts.audit.columns.what, cell: ({ action }) => texts.audit.actions[action] ?? action },
    {
      header: texts.audit.columns.subject,
      cell: ({ subject, subjectName }) => subjectName ?? <Subject id={subject} />,
    },
    {
      header: texts.audit.columns.reason,
      cell: (entry) => <span className="text-muted">{describeAuditReason(entry)}</span>,
    },
  ];
  return <Table label={texts.audit.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function describeActor({ actor, actorName }: AuditEntry) {
  if (actorName === null) return texts.audit.actors[actor] ?? texts.audit.formerMember;
  return actor.startsWith('key_') ? texts.audit.key(actorName) : actorName;
}

const LINK_CLASS = 'text-accent underline underline-offset-2';

/** Shows a link or a name instead of the id, which is in the CSV export. */
function Subject({ id }: { id: string }) {
  if (id.startsWith('conv_'))
    return (
      <Link to="/inbox" search={{ conversation: id }} className={LINK_CLASS}>
        {texts.customer.kinds.conversation}
      </Link>
    );
  if (id.startsWith('bkg_'))
    return (
      <Link to="/bookings" search={{ booking: id }} className={LINK_CLASS}>
        {texts.customer.kinds.booking}
      </Link>
    );
  return /^[a-z]+_[0-9a-z]{20,}$/.test(id) ? '' : id.charAt(0).toUpperCase() + id.slice(1);
}

const describeFault = ({ sequence, fault = 'changed' }: VerificationResult) =>
  sequence === undefined
    ? texts.audit.brokenEnd(texts.audit.endFaults[fault as EndFault])
    : texts.audit.broken(sequence, texts.audit.faults[fault as Fault]);

function Verification() {
  const { number } = useFormat();
  const verify = useMutation({
    mutationFn: () => api.get<VerificationResult>(`${AUDIT_PATH}/verification`),
  });
  const { data } = verify;
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" busy={verify.isPending} onClick={() => verify.mutate()}>
            <ShieldCheck className="size-4" aria-hidden />
            {texts.audit.verify}
          </Button>
          {data && (
            <p
              role="status"
              className={`flex items-center gap-2 font-medium ${data.ok ? 'text-success' : 'text-danger'}`}
            >
              {data.ok ? (
                <ShieldCheck className="size-5 shrink-0" aria-hidden />
              ) : (
                <ShieldAlert className="size-5 shrink-0" aria-hidden />
              )}
              {data.ok ? texts.audit.intact(number(data.entries ?? 0)) : describeFault(data)}
            </p>
          )}
        </div>
        {(data?.sealedFrom ?? 1) > 1 && (
          <p className="text-sm text-muted">{texts.audit.sealedFrom(number(data?.sealedFrom ?? 1))}</p>
        )}
        {data?.head && (
          <>
            <p className="text-sm text-muted">{texts.audit.head}</p>
            <Code label={texts.audit.head}>{data.head}</Code>
          </>
        )}
      </div>
    </Card>
  );
}
