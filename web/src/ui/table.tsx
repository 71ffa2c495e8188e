import type { ReactNode } from 'react';

export type Column<T> = {
  header: string;
  cell(row: T): ReactNode;
  /** Numbers stand to the right. */
  end?: boolean;
  hideHeader?: boolean;
};

type Props<T> = { label: string; columns: Column<T>[]; rows: T[]; rowKey(row: T): string };

/** On phones each row is a card, with the header's words beside each value. */
export function Table<T>({ label, columns, rows, rowKey }: Props<T>) {
  return (
    <table aria-label={label} className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ header, end, hideHeader }) => (
            <th
              key={header}
              scope="col"
              className={`border-b border-line px-4 py-2.5 text-sm font-medium text-muted ${end ? 'text-right' : 'text-left'}`}
            >
              {hideHeader ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b border-line last:border-0 max-md:block max-md:p-4">
            {columns.map(({ header, cell, end, hideHeader }) => (
              <td
                key={header}
                className={`px-4 py-3 align-middle max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 ${end ? 'text-right' : ''}`}
              >
                {!hideHeader && (
                  <span aria-hidden className="text-sm text-muted md:hidden">
                    {header}
                  </span>
                )}
                <div className={`min-w-0 break-words max-md:text-right ${end ? 'md:flex md:justify-end' : ''}`}>
                  {cell(row)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
