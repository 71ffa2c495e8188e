import type { ReactNode } from 'react';

export type Column<T> = {
  header: string;
  cell(row: T): ReactNode;
  /** Right-aligned, for numbers and actions. */
  alignEnd?: boolean;
  hideHeader?: boolean;
};

type Props<T> = { label: string; columns: Column<T>[]; rows: T[]; rowKey(row: T): string };

/** On phones each row is a card that repeats the header next to each value and leaves out empty ones. */
export function Table<T>({ label, columns, rows, rowKey }: Props<T>) {
  return (
    // Scrollable regions must be focusable by keyboard.
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto focus-visible:-outline-offset-2">
      <table aria-label={label} className="w-full border-collapse max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map(({ header, alignEnd, hideHeader }) => (
              <th
                key={header}
                scope="col"
                className={`border-b border-line px-3 py-2.5 text-sm first:pl-5 last:pr-5 font-medium text-muted ${alignEnd ? 'text-right' : 'text-left'}`}
              >
                {hideHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 max-md:block max-md:p-4">
              {columns.map(({ header, cell, alignEnd, hideHeader }) => {
                const content = cell(row);
                const isEmpty = content === null || content === undefined || content === '';
                return (
                  <td
                    key={header}
                    className={`px-3 py-3 align-middle md:first:pl-5 md:last:pr-5 max-md:gap-4 max-md:px-1 max-md:py-1 ${isEmpty ? 'max-md:hidden' : 'max-md:flex'} ${hideHeader ? 'max-md:justify-end' : 'max-md:justify-between'} ${alignEnd ? 'text-right' : ''}`}
                  >
                    {!hideHeader && (
                      <span aria-hidden className="text-sm text-muted md:hidden">
                        {header}
                      </span>
                    )}
                    <div
                      className={`min-w-0 break-words max-md:text-right ${alignEnd ? 'md:flex md:justify-end' : ''}`}
                    >
                      {content}
                    </div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
