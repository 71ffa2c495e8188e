import { useMemo, useState } from 'react';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, TextArea, TextField } from '../ui/field.tsx';
import { type Column, type Entry, parseEntries } from './csv.ts';
import { moneyToText } from './money.ts';
import { getLabel, isMoneySchema } from './schema.ts';
import { texts } from './texts.ts';

type Props = {
  open: boolean;
  onClose(): void;
  columns: Column[];
  currency: string;
  onImport(entries: Entry[], replace: boolean): void;
};

const MAX_PREVIEW_LINES = 50;

/** Previews the parsed lines and their errors before importing. */
export function EntryImportDialog({ open, onClose, columns, currency, onImport }: Props) {
  const [text, setText] = useState('');
  const [shouldReplace, setShouldReplace] = useState(false);
  const lines = useMemo(() => (text.trim() ? parseEntries(text, columns, currency) : []), [text, columns, currency]);
  const validLines = lines.filter(({ errors }) => !errors.length);
  const invalidCount = lines.length - validLines.length;
  const close = () => {
    setText('');
    onClose();
  };
  const columnNames = columns.map(({ name }) => getLabel(name)).join(', ');
  const renderValue = (column: Column, value: unknown) =>
    value === undefined ? '' : isMoneySchema(column.schema) ? moneyToText(Number(value), currency) : String(value);
  return (
    <Dialog
      wide
      open={open}
      onClose={close}
      title={texts.csv.title}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button
            disabled={!validLines.length}
            onClick={() => {
              onImport(
                validLines.map(({ entry }) => entry),
                shouldReplace,
              );
              close();
            }}
          >
            {texts.csv.add(validLines.length)}
          </Button>
        </>
      }
    >
      <p className="text-muted">{texts.csv.text(columnNames)}</p>
      <TextField
        label={texts.csv.file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
      />
      <TextArea
        label={texts.csv.paste}
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="font-mono text-sm"
      />
      <Checkbox
        label={texts.csv.replace}
        checked={shouldReplace}
        onChange={({ target }) => setShouldReplace(target.checked)}
      />
      {invalidCount > 0 && (
        <p role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-warning">
          {texts.csv.invalidRows(invalidCount)}
        </p>
      )}
      {lines.length > 0 && (
        <section
          tabIndex={0}
          aria-label={texts.csv.preview}
          className="relative max-h-72 overflow-auto rounded-lg border border-line"
        >
          <table className="w-full text-sm">
            <thead className="bg-sunken text-left text-muted">
              <tr>
                {[texts.csv.line, ...columns.map(({ name }) => getLabel(name)), texts.csv.problem].map((header) => (
                  <th key={header} scope="col" className="px-2 py-1.5 font-medium whitespace-nowrap">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MAX_PREVIEW_LINES).map(({ line, entry, errors }) => (
                <tr key={line} className={`border-t border-line ${errors.length ? 'bg-danger-soft' : ''}`}>
                  <td className="px-2 py-1.5 text-muted">{line}</td>
                  {columns.map((column) => (
                    <td key={column.name} className="max-w-48 truncate px-2 py-1.5">
                      {renderValue(column, entry[column.name])}
                    </td>
                  ))}
                  <td className="px-2 py-1.5 text-danger">{errors.join('; ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {lines.length > MAX_PREVIEW_LINES && (
            <p className="p-2 text-sm text-muted">{texts.csv.more(lines.length - MAX_PREVIEW_LINES)}</p>
          )}
        </section>
      )}
    </Dialog>
  );
}
