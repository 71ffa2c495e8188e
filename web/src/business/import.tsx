import { useMemo, useState } from 'react';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, TextArea, TextField } from '../ui/field.tsx';
import { type Column, type Entry, readEntries } from './csv.ts';
import { moneyToText } from './money.ts';
import { isMoney, labelOf } from './schema.ts';
import { texts } from './texts.ts';

type Props = {
  open: boolean;
  onClose(): void;
  columns: Column[];
  currency: string;
  onImport(entries: Entry[], replace: boolean): void;
};

const SHOWN = 50;

/** Shows what was read and what could not be, line by line, before anything is taken over. */
export function Import({ open, onClose, columns, currency, onImport }: Props) {
  const [text, setText] = useState('');
  const [replace, setReplace] = useState(false);
  const lines = useMemo(() => (text.trim() ? readEntries(text, columns, currency) : []), [text, columns, currency]);
  const good = lines.filter(({ errors }) => !errors.length);
  const bad = lines.length - good.length;
  const close = () => {
    setText('');
    onClose();
  };
  const names = columns.map(({ name }) => labelOf(name)).join(', ');
  const show = (column: Column, value: unknown) =>
    value === undefined ? '' : isMoney(column.schema) ? moneyToText(Number(value), currency) : String(value);
  return (
    <Dialog
      wide
      open={open}
      onClose={close}
      title={texts.csv.title}
      actions={
        <>
          <Button look="secondary" onClick={close}>
            {shared.actions.cancel}
          </Button>
          <Button
            disabled={!good.length}
            onClick={() => {
              onImport(
                good.map(({ entry }) => entry),
                replace,
              );
              close();
            }}
          >
            {texts.csv.add(good.length)}
          </Button>
        </>
      }
    >
      <p className="text-muted">{texts.csv.text(names)}</p>
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
      <Checkbox label={texts.csv.replace} checked={replace} onChange={({ target }) => setReplace(target.checked)} />
      {bad > 0 && (
        <p role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-warning">
          {texts.csv.bad(bad)}
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
                {[texts.csv.line, ...columns.map(({ name }) => labelOf(name)), texts.csv.problem].map((header) => (
                  <th key={header} scope="col" className="px-2 py-1.5 font-medium whitespace-nowrap">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, SHOWN).map(({ line, entry, errors }) => (
                <tr key={line} className={`border-t border-line ${errors.length ? 'bg-danger-soft' : ''}`}>
                  <td className="px-2 py-1.5 text-muted">{line}</td>
                  {columns.map((column) => (
                    <td key={column.name} className="max-w-48 truncate px-2 py-1.5">
                      {show(column, entry[column.name])}
                    </td>
                  ))}
                  <td className="px-2 py-1.5 text-danger">{errors.join('; ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {lines.length > SHOWN && <p className="p-2 text-sm text-muted">{texts.csv.more(lines.length - SHOWN)}</p>}
        </section>
      )}
    </Dialog>
  );
}
