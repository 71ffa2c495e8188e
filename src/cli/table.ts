import { must } from '../kernel/must.ts';
/** Columns under their titles. Names come from customers, so nothing in them may steer the terminal. */
export function table(titles: string[], rows: string[][]): string {
  const cells = [titles.map((title) => title.toUpperCase()), ...rows].map((row) =>
    row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')),
  );
  const widths = titles.map((_, column) =>
    Math.max(...cells.map((row) => lengthOf(must(row[column], 'a cell in each column')))),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat(must(widths[column], 'a title over each cell') - lengthOf(cell)))
      .join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
}

const lengthOf = (text: string): number => [...text].length;

export const day = (date: Date): string => date.toISOString().slice(0, 10);

export const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
