import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import { download } from '../download.ts';
import { CONFIG_PATH, useFormat } from '../format.ts';
import { useHasRequests, useIsHealthCare } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { CustomerDataCard } from './customer-data.tsx';
import { type DueForDeletion, PRIVACY_PATH, type Privacy } from './data.ts';
import { DeletionCard } from './deletion.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { texts } from './texts.ts';

export function PrivacyPage() {
  const privacyQuery = useGet<Privacy>(PRIVACY_PATH);
  return (
    <SettingsLayout tab="privacy">
      <Loaded query={privacyQuery}>
        {(settings) => (
          <>
            <RetentionCard {...settings} />
            <CustomerDataCard />
            <ExportCard />
            <DeletionCard scheduledDeletion={settings.deletion} />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

function RetentionCard({ retentionDays, requestLogDays, keptSince, due }: Privacy) {
  const format = useFormat();
  const hasRequests = useHasRequests();
  // No row for requests in industries without requests, unless some are still to be deleted.
  const rows = due.filter(({ kind, month }) => kind !== 'requests' || hasRequests || month > 0);
  const renderNumber = (value: number) => <span className="tabular-nums">{format.number(value)}</span>;
  const columns: Column<DueForDeletion>[] = [
    { header: texts.retention.columns.what, cell: ({ kind }) => texts.retention.kinds[kind] ?? kind },
    ...(['next', 'week', 'month'] as const).map((period) => ({
      header: texts.retention.columns[period],
      alignEnd: true,
      cell: (row: DueForDeletion) => renderNumber(row[period]),
    })),
  ];
  return (
    <Card title={texts.retention.title} description={texts.retention.about} noPadding>
      <div className="flex flex-col gap-4">
        <RetentionForm days={retentionDays} />
        <Table label={texts.retention.title} columns={columns} rows={rows} rowKey={({ kind }) => kind} />
        <p className="px-5 pb-5 text-sm text-muted">
          {texts.retention.since(format.longDay(keptSince.slice(0, 10)))} {texts.retention.requestLog(requestLogDays)}
        </p>
      </div>
    </Card>
  );
}

const MAX_RETENTION_DAYS = 3_650;
const MS_PER_DAY = 86_400_000;

/** Asks for confirmation before a shorter time, because it deletes data the following night. */
function RetentionForm({ days }: { days: number }) {
  const format = useFormat();
  const refresh = useRefresh();
  const [daysText, setDaysText] = useState(String(days));
  const [isConfirming, setIsConfirming] = useState(false);
  const isValid = Number.isInteger(Number(daysText)) && Number(daysText) >= 1 && Number(daysText) <= MAX_RETENTION_DAYS;
  const saveRetention = useMutation({
    mutationFn: () => api.put(CONFIG_PATH, { retentionDays: Number(daysText) }, { mode: 'live' }),
    async onSuccess() {
      toast.success(texts.retention.saved);
      await refresh(PRIVACY_PATH, CONFIG_PATH);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    if (Number(daysText) < days) setIsConfirming(true);
    else saveRetention.mutate();
  };
  const computeCutoff = () => new Date(Date.now() - Number(daysText) * MS_PER_DAY);
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3 px-5 pt-2">
      <div className="w-full max-w-xs">
        <TextField
          label={texts.retention.days}
          hint={texts.retention.daysHint}
          type="number"
          min={1}
          max={MAX_RETENTION_DAYS}
          required
          error={isValid ? undefined : texts.retention.daysWrong}
          value={daysText}
          onChange={({ target }) => setDaysText(target.value)}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        className="sm:mt-7.5"
        busy={saveRetention.isPending}
        disabled={daysText === String(days)}
      >
        {sharedTexts.actions.save}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.retention.shorter}
        text={isConfirming && texts.retention.shorterText(format.day(computeCutoff()))}
        action={texts.retention.shorterAction}
        onConfirm={() => saveRetention.mutateAsync()}
      />
    </form>
  );
}

function ExportCard() {
  const { hasRoleAtLeast } = useMe();
  const isHealthCare = useIsHealthCare();
  const exportData = useMutation({
    mutationFn: () => download(`${PRIVACY_PATH}/export`, {}),
    onSuccess: () => toast.success(texts.export.done),
  });
  return (
    <Card title={texts.export.title} description={texts.export.about}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          {isHealthCare && (hasRoleAtLeast('owner') ? texts.export.owner : texts.export.admin)} {texts.export.logged}
        </p>
        <Button variant="secondary" busy={exportData.isPending} onClick={() => exportData.mutate()}>
          <Download className="size-4" aria-hidden />
          {texts.export.action}
        </Button>
      </div>
    </Card>
  );
}
