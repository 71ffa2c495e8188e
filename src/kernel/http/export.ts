// Exports rows as CSV (RFC 4180) or NDJSON.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { RouteResponse } from './route.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type ExportRow = Record<string, string | number | boolean | null>;

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
/** Listed in the API reference, so that typed clients can distinguish them from JSON. */
export const EXPORT_MEDIA_TYPES: string[] = Object.values(MEDIA_TYPES);

/** The query parameter takes precedence over the Accept header. */
export function negotiateFormat({ headers: { accept = '' } }: FastifyRequest, format?: ExportFormat): ExportFormat {
  if (format) return format;
  if (/\btext\/csv\b/.test(accept)) return 'csv';
  return /\bapplication\/x-ndjson\b/.test(accept) ? 'ndjson' : 'json';
}

const ROWS_PER_BATCH = 500;

/** All rows that `readAfter` pages through. The next batch is read only after the one before was sent. */
export async function* readInBatches<T extends { id: string }>(
  readAfter: (startingAfter: string | undefined, limit: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let startingAfter: string | undefined; ; ) {
    const rows = await readAfter(startingAfter, ROWS_PER_BATCH);
    yield* rows;
    if (rows.length < ROWS_PER_BATCH) return;
    startingAfter = rows.at(-1)?.id;
  }
}

/** Streams the rows, so that an export can have any length. */
export function createExportResponse(
  format: 'csv' | 'ndjson',
  baseName: string,
  columns: string[],
  rows: Iterable<ExportRow> | AsyncIterable<ExportRow>,
): RouteResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${baseName}.${format}"`,
    },
    body: Readable.from(formatLines(format, columns, rows)),
  };
}

async function* formatLines(
  format: 'csv' | 'ndjson',
  columns: string[],
  rows: Iterable<ExportRow> | AsyncIterable<ExportRow>,
) {
  if (format === 'csv') yield formatCsvLine(columns);
  for await (const row of rows)
    yield format === 'csv' ? formatCsvLine(columns.map((column) => row[column] ?? '')) : `${JSON.stringify(row)}\n`;
}

const formatCsvLine = (cells: (string | number | boolean)[]) => `${cells.map(formatCsvCell).join(',')}\r\n`;

/** Where a spreadsheet could see a formula, including after other cell separators and with full-width characters. */
const FORMULA_START_PATTERN = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Escapes formulas, because cells contain text from customers (CSV injection). */
function formatCsvCell(cell: string | number | boolean): string {
  const text = typeof cell === 'string' ? cell.replace(FORMULA_START_PATTERN, "'") : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
