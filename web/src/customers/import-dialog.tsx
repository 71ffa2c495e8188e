import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { CUSTOMERS_PATH, type CustomerImport, customerApi, IMPORTS_PATH } from './data.ts';
import { texts } from './texts.ts';

const POLL_MS = 500;
const MAX_ERRORS_SHOWN = 100;

/** Imports a file in the background, and shows the progress and the errors by line. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const hasPatients = useActiveIndustries().some(({ isHealthCare }) => isHealthCare);
  const [csv, setCsv] = useState('');
  const [importId, setImportId] = useState<string>();
  const startImport = useMutation({
    mutationFn: () => customerApi.startImport(csv),
    onSuccess: ({ id }) => setImportId(id),
  });
  const reset = () => {
    setCsv('');
    setImportId(undefined);
  };
  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={texts.importing.title}
      actions={
        importId ? (
          <>
            <Button variant="secondary" onClick={reset}>
              {texts.importing.again}
            </Button>
            <Button onClick={onClose}>{texts.importing.done}</Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {sharedTexts.actions.cancel}
            </Button>
            <Button disabled={!csv.trim()} busy={startImport.isPending} onClick={() => startImport.mutate()}>
              {texts.importing.start}
            </Button>
          </>
        )
      }
    >
      {importId ? (
        <Progress id={importId} />
      ) : (
        <>
          <p className="text-muted">{texts.importing.text(hasPatients)}</p>
          <p className="text-muted">{texts.importing.repeat}</p>
          <TextField
            label={texts.importing.file}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
          />
          <TextArea
            label={texts.importing.paste}
            rows={5}
            value={csv}
            onChange={({ target }) => setCsv(target.value)}
            className="font-mono text-sm"
          />
        </>
      )}
    </Dialog>
  );
}

function Progress({ id }: { id: string }) {
  const format = useFormat();
  const refresh = useRefresh();
  const query = useGet<CustomerImport>(`${IMPORTS_PATH}/${id}`, undefined, {
    refetchMs: (data) => (data?.status === 'finished' ? undefined : POLL_MS),
  });
  const isFinished = query.data?.status === 'finished';
  useEffect(() => {
    if (isFinished) void refresh(CUSTOMERS_PATH);
  }, [isFinished]);
  return (
    <Loaded query={query}>
      {({ read, total, created, updated, unchanged, failed, errors }) => (
        <>
          <div className="flex items-center gap-3">
            <progress
              aria-label={texts.importing.progressLabel}
              value={read}
              max={total || 1}
              className="h-2 flex-1 overflow-hidden rounded-full accent-accent"
            />
            <span className="text-sm text-muted tabular-nums">
              {texts.importing.progress(format.number(read), format.number(total))}
            </span>
          </div>
          <p role="status">
            {isFinished &&
              texts.importing.result(format.number(created), format.number(updated), format.number(unchanged))}
          </p>
          {failed > 0 && <Errors errors={errors} failed={failed} />}
        </>
      )}
    </Loaded>
  );
}

function Errors({ errors, failed }: Pick<CustomerImport, 'errors' | 'failed'>) {
  const format = useFormat();
  const shownErrors = errors.slice(0, MAX_ERRORS_SHOWN);
  return (
    <>
      <p className="font-medium text-danger">{texts.importing.failed(failed, format.number(failed))}</p>
      <section
        tabIndex={0}
        aria-label={texts.importing.problem}
        className="relative max-h-72 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-sm">
          <thead className="bg-sunken text-left text-muted">
            <tr>
              {[texts.importing.line, texts.importing.problem].map((header) => (
                <th key={header} scope="col" className="px-3 py-1.5 font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownErrors.map(({ line, detail }) => (
              <tr key={line} className="border-t border-line">
                <td className="px-3 py-1.5 text-muted tabular-nums">{line}</td>
                <td className="px-3 py-1.5 break-words">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {failed > shownErrors.length && (
          <p className="p-2 text-sm text-muted">{texts.importing.more(format.number(failed - shownErrors.length))}</p>
        )}
      </section>
    </>
  );
}
