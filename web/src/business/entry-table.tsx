import { FileUp, Pencil, Plus, Rows3, Trash2 } from 'lucide-react';
import { type ClipboardEvent, useMemo, useState } from 'react';
import { parseTable } from '../../../src/kernel/parse-table.ts';
import type { FieldError } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { type Column, type Entry, parseCell } from './csv.ts';
import { findErrorMessage } from './draft.ts';
import { addDescriptionColumn, findHiddenFieldError, getEntryName, listTableColumns } from './entry.ts';
import { EntryImportDialog } from './entry-import-dialog.tsx';
import { removeSampleFlag } from './samples.ts';
import { ScalarField } from './scalar-field.tsx';
import { createEntry, getLabel, isMoneySchema, type Schema } from './schema.ts';
import { ObjectFields } from './schema-form.tsx';
import { texts } from './texts.ts';

type Props = {
  schema: Schema;
  value: Entry[];
  onChange(entries: Entry[]): void;
  /** Keeps samples as they are and saves them at once, without the other changes of the draft. By default they are part of the draft. */
  onKeepSamples?(entries: Entry[]): void;
  currency: string;
  errors: FieldError[];
  pointer: string;
};

const getWidthClass = ({ schema, name }: Column) =>
  ['name', 'question', 'answer', 'email'].includes(name)
    ? 'max-md:col-span-2 md:min-w-44'
    : isMoneySchema(schema) || schema.type !== 'string'
      ? 'md:w-32 md:min-w-24'
      : 'md:min-w-32';

/** Edits a list such as the menu like a spreadsheet; entries can also be pasted or imported. */
export function EntryTable({ schema, value, onChange, onKeepSamples = onChange, currency, errors, pointer }: Props) {
  const columns = useMemo(() => listTableColumns(schema), [schema]);
  const importColumns = useMemo(() => addDescriptionColumn(schema, columns), [schema, columns]);
  const [openRowIndex, setOpenRowIndex] = useState<number>();
  const [isImporting, setIsImporting] = useState(false);
  const sampleCount = value.filter(({ sample }) => sample).length;
  const changeEntry = (index: number, change: Entry) =>
    onChange(value.with(index, removeSampleFlag({ ...value[index], ...change })));
  const addEntry = () => onChange([...value, createEntry(schema)]);

  function pasteCells(event: ClipboardEvent, firstRow: number, firstColumn: number) {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const pastedEntries = [...value];
    for (const [rowOffset, { cells }] of parseTable(text).entries()) {
      const entry: Entry = { ...(pastedEntries[firstRow + rowOffset] ?? createEntry(schema)) };
      for (const [columnOffset, cell] of cells.entries()) {
        const targetColumn = columns[firstColumn + columnOffset];
        if (!targetColumn) continue;
        const { value: parsedValue, error } = parseCell(cell, targetColumn, currency);
        if (parsedValue !== undefined) entry[targetColumn.name] = parsedValue;
        else if (error && isMoneySchema(targetColumn.schema)) entry[targetColumn.name] = cell;
      }
      pastedEntries[firstRow + rowOffset] = removeSampleFlag(entry);
    }
    onChange(pastedEntries);
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      {sampleCount > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
          <p>{texts.entries.samples(sampleCount)}</p>
          <div className="flex gap-2">
            <Button small variant="secondary" onClick={() => onKeepSamples(value.map(removeSampleFlag))}>
              {texts.entries.keep}
            </Button>
            <Button
              small
              variant="secondary"
              onClick={() => {
                const previousEntries = value;
                onChange(value.filter(({ sample }) => !sample));
                toast.success(texts.entries.cleared, () => onChange(previousEntries));
              }}
            >
              {texts.entries.clear}
            </Button>
          </div>
        </div>
      )}
      {value.length ? (
        <section
          tabIndex={0}
          aria-label={getLabel(pointer.split('/').at(-1)!)}
          className="relative overflow-x-auto rounded-lg border border-line"
        >
          {/* On phones each entry is a card. */}
          <table className="w-full border-collapse max-md:block">
            <thead className="max-md:sr-only">
              <tr className="bg-sunken text-left text-sm text-muted">
                {columns.map(({ name }) => (
                  <th key={name} scope="col" className="px-2 py-2 font-medium whitespace-nowrap">
                    {getLabel(name)}
                  </th>
                ))}
                <th scope="col" className="w-0">
                  <span className="sr-only">{texts.entries.details('')}</span>
                </th>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {value.map((entry, rowIndex) => (
                <tr
                  key={rowIndex}
                  className="border-t border-line align-top max-md:grid max-md:grid-cols-2 max-md:p-2 max-md:first:border-t-0"
                >
                  {columns.map((column, columnIndex) => (
                    <td
                      key={column.name}
                      className={`p-1.5 ${getWidthClass(column)}`}
                      onPaste={(event) => pasteCells(event, rowIndex, columnIndex)}
                    >
                      <span aria-hidden className="mb-1 block text-sm text-muted md:hidden">
                        {getLabel(column.name)}
                      </span>
                      <ScalarField
                        schema={column.schema}
                        label={`${getLabel(column.name)}, ${String(entry.name ?? rowIndex + 1)}`}
                        hideLabel
                        inTableCell
                        value={entry[column.name]}
                        onChange={(newValue) => changeEntry(rowIndex, { [column.name]: newValue, sample: undefined })}
                        currency={currency}
                        error={
                          findErrorMessage(errors, `${pointer}/${rowIndex}/${column.name}`) ??
                          (columnIndex === 0
                            ? findHiddenFieldError(errors, `${pointer}/${rowIndex}`, columns)
                            : undefined)
                        }
                      />
                    </td>
                  ))}
                  <td className="p-1.5 whitespace-nowrap max-md:col-span-2">
                    <div className="flex items-center justify-end">
                      {Boolean(entry.sample) && (
                        <>
                          <Badge tone="info">{texts.entries.sample}</Badge>
                          <Button
                            small
                            variant="quiet"
                            aria-label={`${texts.samples.keep}: ${getEntryName(entry)}`}
                            onClick={() => onKeepSamples(value.with(rowIndex, removeSampleFlag(entry)))}
                          >
                            {texts.samples.keep}
                          </Button>
                        </>
                      )}
                      <IconButton
                        label={texts.entries.details(getEntryName(entry))}
                        onClick={() => setOpenRowIndex(rowIndex)}
                      >
                        <Pencil aria-hidden />
                      </IconButton>
                      <IconButton
                        label={texts.entries.remove(getEntryName(entry))}
                        onClick={() => onChange(value.filter((_, otherRow) => otherRow !== rowIndex))}
                      >
                        <Trash2 aria-hidden />
                      </IconButton>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <EmptyState icon={Rows3} title={texts.entries.empty} text={texts.entries.emptyText} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" onClick={addEntry}>
          <Plus className="size-4" aria-hidden />
          {texts.entries.add}
        </Button>
        <Button variant="secondary" onClick={() => setIsImporting(true)}>
          <FileUp className="size-4" aria-hidden />
          {texts.entries.import}
        </Button>
        {value.length > 0 && <p className="text-sm text-muted">{texts.entries.paste}</p>}
      </div>
      <EntryImportDialog
        open={isImporting}
        onClose={() => setIsImporting(false)}
        columns={importColumns}
        currency={currency}
        onImport={(entries, shouldReplace) => {
          const newEntries = entries.map((entry) => ({ ...createEntry(schema), ...entry }));
          onChange(shouldReplace ? newEntries : [...value, ...newEntries]);
        }}
      />
      <Dialog
        wide
        open={openRowIndex !== undefined && openRowIndex < value.length}
        onClose={() => setOpenRowIndex(undefined)}
        title={texts.entries.details(getEntryName(value[openRowIndex ?? 0] ?? {}))}
        actions={<Button onClick={() => setOpenRowIndex(undefined)}>{texts.entries.done}</Button>}
      >
        <ObjectFields
          schema={schema}
          value={value[openRowIndex ?? 0]}
          onChange={(changedEntry) => onChange(value.with(openRowIndex ?? 0, changedEntry as Entry))}
          currency={currency}
          errors={errors}
          pointer={`${pointer}/${openRowIndex}`}
        />
      </Dialog>
    </div>
  );
}
