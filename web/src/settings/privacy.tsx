import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import { download } from '../download.ts';
import { CONFIG, useFormat } from '../format.ts';
import { useHasRequests, useIsHealthCare } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { OneCustomer } from './customer.tsx';
import { type Due, PRIVACY, type Privacy } from './data.ts';
import { Deletion } from './deletion.tsx';
import { Settings } from './tabs.tsx';
import { texts } from './texts.ts';

export function PrivacyPage() {
  const privacy = useGet<Privacy>(PRIVACY);
  return (
    <Settings tab="privacy">
      <Loaded of={privacy}>
        {(own) => (
          <>
            <Retention {...own} />
            <OneCustomer />
            <Everything />
            <Deletion pending={own.deletion} />
          </>
        )}
      </Loaded>
    </Settings>
  );
}

function Retention({ retentionDays, requestLogDays, keptSince, due }: Privacy) {
  const format = useFormat();
  const hasRequests = useHasRequests();
  // What this kind of business has none of is not worth a row.
  const rows = due.filter(({ kind, month }) => kind !== 'requests' || hasRequests || month > 0);
  const number = (value: number) => <span className="tabular-nums">{format.number(value)}</span>;
  const columns: Column<Due>[] = [
    { header: texts.retention.columns.what, cell: ({ kind }) => texts.retention.kinds[kind] ?? kind },
    ...(['next', 'week', 'month'] as const).map((when) => ({
      header: texts.retention.columns[when],
      end: true,
      cell: (row: Due) => number(row[when]),
    })),
  ];
  return (
    <Card title={texts.retention.title} about={texts.retention.about} flush>
      <div className="flex flex-col gap-4">
        <KeepFor days={retentionDays} />
        <Table label={texts.retention.title} columns={columns} rows={rows} rowKey={({ kind }) => kind} />
        <p className="px-5 pb-5 text-sm text-muted">
          {texts.retention.since(format.longDay(keptSince.slice(0, 10)))} {texts.retention.requestLog(requestLogDays)}
        </p>
      </div>
    </Card>
  );
}

const MOST_DAYS = 3_650;

/** A shorter time removes things for good tonight, so it is asked first. */
function KeepFor({ days }: { days: number }) {
  const format = useFormat();
  const refresh = useRefresh();
  const [wanted, setWanted] = useState(String(days));
  const [asking, setAsking] = useState(false);
  const isPossible = Number.isInteger(Number(wanted)) && Number(wanted) >= 1 && Number(wanted) <= MOST_DAYS;
  const save = useMutation({
    mutationFn: () => api.put(CONFIG, { retentionDays: Number(wanted) }, { mode: 'live' }),
    async onSuccess() {
      toast.done(texts.retention.saved);
      await refresh(PRIVACY, CONFIG);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible) return;
    if (Number(wanted) < days) setAsking(true);
    else save.mutate();
  };
  const cutoff = () => new Date(Date.now() - Number(wanted) * 86_400_000);
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3 px-5 pt-2">
      <div className="w-full max-w-xs">
        <TextField
          label={texts.retention.days}
          hint={texts.retention.daysHint}
          type="number"
          min={1}
          max={MOST_DAYS}
          required
          error={isPossible ? undefined : texts.retention.daysWrong}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      <Button
        type="submit"
        look="secondary"
        className="sm:mt-7.5"
        busy={save.isPending}
        disabled={wanted === String(days)}
      >
        {shared.actions.save}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.retention.shorter}
        text={asking && texts.retention.shorterText(format.day(cutoff()))}
        action={texts.retention.shorterAction}
        onConfirm={() => save.mutateAsync()}
      />
    </form>
  );
}

function Everything() {
  const { can } = useMe();
  const isHealthCare = useIsHealthCare();
  const save = useMutation({
    mutationFn: () => download(`${PRIVACY}/export`, {}),
    onSuccess: () => toast.done(texts.export.done),
  });
  return (
    <Card title={texts.export.title} about={texts.export.about}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          {isHealthCare && (can('owner') ? texts.export.owner : texts.export.admin)} {texts.export.logged}
        </p>
        <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          <Download className="size-4" aria-hidden />
          {texts.export.action}
        </Button>
      </div>
    </Card>
  );
}
