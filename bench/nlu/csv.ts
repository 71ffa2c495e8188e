// Tables of text and intent, as RFC 4180 writes them.
import { readFileSync } from 'node:fs';

export type Row = { readonly text: string; readonly intent: string };

/** What the one who runs the benchmark can put right, in one line. */
export class Mistake extends Error {}

export function readRows(path: string): Row[] {
  let written: string;
  try {
    written = readFileSync(path, 'utf8');
  } catch {
    throw new Mistake(`${path} cannot be read.`);
  }
  const [header = [], ...records] = parseCsv(written.replace(/^\uFEFF/, ''), path);
  const text = header.indexOf('text');
  const intent = header.indexOf('intent');
  if (text < 0 || intent < 0) throw new Mistake(`${path} must have the columns text and intent in its first line.`);
  return records.map((fields, at) => {
    if (fields.length !== header.length) {
      throw new Mistake(
        `${path}, record ${at + 2}: ${fields.length} fields where the first line has ${header.length}.`,
      );
    }
    return { text: fields[text]!, intent: fields[intent]! };
  });
}

/** A field: quoted, with "" for a quote inside, or anything up to a comma or the end of the line. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function parseCsv(written: string, path: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < written.length || fields.length > 0) {
    const start = FIELD.lastIndex;
    const found = FIELD.exec(written);
    if (!found) {
      throw new Mistake(`${path}, line ${written.slice(0, start).split('\n').length}: a quote that is out of place.`);
    }
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === ',') continue;
    if (fields.length > 1 || fields[0] !== '') records.push(fields);
    fields = [];
  }
  return records;
}
