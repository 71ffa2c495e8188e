import { parseTable } from '../../../src/kernel/parse-table.ts';
import { textToMoney } from './money.ts';
import { getLabel, isMoneySchema, type Schema } from './schema.ts';
import { texts } from './texts.ts';

export type Entry = Record<string, unknown>;
export type Column = { name: string; schema: Schema; required: boolean };
type ImportedLine = { line: number; entry: Entry; errors: string[] };

/** Converts a cell to its column's type, or returns an error. */
export function parseCell(
  text: string,
  { name, schema, required }: Column,
  currency: string,
): { value?: unknown; error?: string } {
  if (!text) return required ? { error: texts.csv.missingValue(getLabel(name)) } : {};
  const invalidError = { error: texts.csv.invalidValue(getLabel(name), text) };
  if (schema.type === 'boolean') {
    const isYes = /^(yes|y|true|1|x|✓)$/i.test(text);
    return isYes || /^(no|n|false|0|-)$/i.test(text) ? { value: isYes } : invalidError;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const value = isMoneySchema(schema) ? textToMoney(text, currency) : Number(text);
    if (value === undefined || !Number.isFinite(value)) return invalidError;
    const isInRange = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
    return isInRange && (schema.type === 'number' || Number.isInteger(value)) ? { value } : invalidError;
  }
  if (schema.enum) {
    const match = schema.enum.find((option) => option.toLowerCase() === text.toLowerCase());
    return match ? { value: match } : invalidError;
  }
  return text.length <= (schema.maxLength ?? text.length) ? { value: text } : invalidError;
}

/** Drops the unit: "Duration (min)" becomes "duration". */
const normalizeHeader = (text: string) => text.toLowerCase().replace(/\(.*\)|[^\p{L}\p{N}]/gu, '');

/** Parses entries line by line. Columns are matched by a header line if there is one, otherwise by position. */
export function parseEntries(text: string, columns: Column[], currency: string): ImportedLine[] {
  const rows = parseTable(text);
  const headerColumns = rows[0]?.cells.map((cell) =>
    columns.find(
      ({ name }) =>
        normalizeHeader(cell) === normalizeHeader(name) || normalizeHeader(cell) === normalizeHeader(getLabel(name)),
    ),
  );
  const hasHeader = headerColumns?.includes(columns.find(({ required }) => required) ?? columns[0]);
  const columnOrder = hasHeader ? headerColumns! : columns;
  return (hasHeader ? rows.slice(1) : rows).map(({ line, cells }) => {
    const entry: Entry = {};
    const errors: string[] = [];
    for (const column of columns) {
      const columnIndex = columnOrder.indexOf(column);
      const { value, error } = parseCell(columnIndex < 0 ? '' : (cells[columnIndex] ?? ''), column, currency);
      if (error) errors.push(error);
      else if (value !== undefined) entry[column.name] = value;
    }
    return { line, entry, errors };
  });
}
