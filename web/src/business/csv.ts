import { textToMoney } from './money.ts';
import { isMoney, labelOf, type Schema } from './schema.ts';
import { texts } from './texts.ts';

export type Entry = Record<string, unknown>;
export type Column = { name: string; schema: Schema; required: boolean };
type Line = { line: number; entry: Entry; errors: string[] };

/** Rows of cells out of what a spreadsheet copies or saves: tabs, commas or semicolons, with quotes where needed. */
export function parseTable(text: string): { line: number; cells: string[] }[] {
  const [head = ''] = text.split('\n', 1);
  const separator = ['\t', ';', ','].find((sign) => head.includes(sign)) ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let began = 1;
  const end = () => {
    cells.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '\n') line++;
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[at++];
      else if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"' && !cell.trim()) {
      quoted = true;
      cell = '';
    } else if (sign === separator) end();
    else if (sign === '\n') {
      end();
      rows.push({ line: began, cells });
      cells = [];
      began = line;
    } else if (sign !== '\r') cell += sign;
  }
  end();
  rows.push({ line: began, cells });
  return rows.filter((row) => row.cells.some(Boolean));
}

/** What a cell means in its column: the value, or what is wrong with it. */
export function readCell(
  text: string,
  { name, schema, required }: Column,
  currency: string,
): { value?: unknown; error?: string } {
  if (!text) return required ? { error: texts.csv.missing(labelOf(name)) } : {};
  const wrong = { error: texts.csv.wrong(labelOf(name), text) };
  if (schema.type === 'boolean') {
    const yes = /^(yes|y|true|1|x|✓)$/i.test(text);
    return yes || /^(no|n|false|0|-)$/i.test(text) ? { value: yes } : wrong;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const value = isMoney(schema) ? textToMoney(text, currency) : Number(text);
    if (value === undefined || !Number.isFinite(value)) return wrong;
    const fits = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
    return fits && (schema.type === 'number' || Number.isInteger(value)) ? { value } : wrong;
  }
  if (schema.enum) {
    const found = schema.enum.find((own) => own.toLowerCase() === text.toLowerCase());
    return found ? { value: found } : wrong;
  }
  return text.length <= (schema.maxLength ?? text.length) ? { value: text } : wrong;
}

/** Without its unit: "Duration (min)" is Duration. */
const plain = (text: string) => text.toLowerCase().replace(/\(.*\)|[^\p{L}\p{N}]/gu, '');

/** Entries line by line. A first line with the columns' names says which is which; without one, they come in order. */
export function readEntries(text: string, columns: Column[], currency: string): Line[] {
  const rows = parseTable(text);
  const named = rows[0]?.cells.map((cell) =>
    columns.find(({ name }) => plain(cell) === plain(name) || plain(cell) === plain(labelOf(name))),
  );
  const hasHeader = named?.includes(columns.find(({ required }) => required) ?? columns[0]);
  const order = hasHeader ? named! : columns;
  return (hasHeader ? rows.slice(1) : rows).map(({ line, cells }) => {
    const entry: Entry = {};
    const errors: string[] = [];
    for (const column of columns) {
      const at = order.indexOf(column);
      const { value, error } = readCell(at < 0 ? '' : (cells[at] ?? ''), column, currency);
      if (error) errors.push(error);
      else if (value !== undefined) entry[column.name] = value;
    }
    return { line, entry, errors };
  });
}
