// The same rows for a spreadsheet (CSV, RFC 4180) or for a program (NDJSON).
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Answer } from './route.ts';

export const FORMATS = ['json', 'csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

type Row = Record<string, string | number | boolean | null>;

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };
/** What `exported` sends, for the API reference. */
export const FILES: string[] = Object.values(TYPES);

/** What the query says goes before what the header says. */
export function formatOf({ headers: { accept = '' } }: FastifyRequest, format?: Format): Format {
  if (format) return format;
  if (/\btext\/csv\b/.test(accept)) return 'csv';
  return /\bapplication\/x-ndjson\b/.test(accept) ? 'ndjson' : 'json';
}

/** Sent while it is read, so that its length is no matter. */
export function exported(
  format: 'csv' | 'ndjson',
  name: string,
  columns: string[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Answer {
  return {
    status: 200,
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
    },
    body: Readable.from(lines(format, columns, rows)),
  };
}

async function* lines(format: 'csv' | 'ndjson', columns: string[], rows: Iterable<Row> | AsyncIterable<Row>) {
  if (format === 'csv') yield csvLine(columns);
  for await (const row of rows)
    yield format === 'csv' ? csvLine(columns.map((column) => row[column] ?? '')) : `${JSON.stringify(row)}\n`;
}

const csvLine = (cells: (string | number | boolean)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Where a formula could begin: also after what divides cells in other countries' spreadsheets, and in wide letters. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Customers wrote some of it: a spreadsheet must not take a text for a formula. */
function csvCell(cell: string | number | boolean): string {
  const text = typeof cell === 'string' ? cell.replace(FORMULA, "'") : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
