// Reads CSV files (RFC 4180) with text and intent columns.
import { readFileSync } from 'node:fs';

export type Row = { readonly text: string; readonly intent: string };

/** An error that the user of the benchmark can fix, shown as one line. */
export class UserError extends Error {}

export function readRows(path: string): Row[] {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    throw new UserError(`${path} cannot be read.`);
  }
  const [header = [], ...records] = parseCsv(content.replace(/^\uFEFF/, ''), path);
  const textColumn = header.indexOf('text');
  const intentColumn = header.indexOf('intent');
  if (textColumn < 0 || intentColumn < 0)
    throw new UserError(`${path} must have the columns text and intent in its first line.`);
  return records.map((fields, index) => {
    if (fields.length !== header.length) {
      throw new UserError(
        `${path}, record ${index + 2}: ${fields.length} fields where the first line has ${header.length}.`,
      );
    }
    return { text: fields[textColumn]!, intent: fields[intentColumn]! };
  });
}

/** A field: quoted, with "" for a quote inside, or anything up to a comma or the end of the line. */
const FIELD_PATTERN = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function parseCsv(content: string, path: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  FIELD_PATTERN.lastIndex = 0;
  while (FIELD_PATTERN.lastIndex < content.length || fields.length > 0) {
    const start = FIELD_PATTERN.lastIndex;
    const match = FIELD_PATTERN.exec(content);
    if (!match) {
      throw new UserError(`${path}, line ${content.slice(0, start).split('\n').length}: a quote that is out of place.`);
    }
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === ',') continue;
    if (fields.length > 1 || fields[0] !== '') records.push(fields);
    fields = [];
  }
  return records;
}
