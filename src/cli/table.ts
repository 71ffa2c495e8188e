import { must } from '../kernel/must.ts';
/** Aligns rows under headers. Strips control characters, because names come from users and could contain escape codes. */
export function formatTable(headers: string[], rows: string[][]): string {
  const printableRows = [headers.map((title) => title.toUpperCase()), ...rows].map((row) =>
    row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')),
  );
  const widths = headers.map((_, column) =>
    Math.max(...printableRows.map((row) => countCharacters(must(row[column], 'a cell in each column')))),
  );
  const formatRow = (row: string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat(must(widths[column], 'a title over each cell') - countCharacters(cell)))
      .join('  ');
  return printableRows.map((row) => formatRow(row).trimEnd()).join('\n');
}

const countCharacters = (text: string): number => [...text].length;

export const formatDay = (date: Date): string => date.toISOString().slice(0, 10);

export const formatDateTime = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
