import { describe, expect, it } from 'vitest';
import { parseTable } from '../../../src/kernel/parse-table.ts';
import { parseEntries } from './csv.ts';
import { findDifferences } from './differences.ts';
import { moneyToText, textToMoney } from './money.ts';

const COLUMNS = [
  { name: 'name', schema: { type: 'string', maxLength: 20 }, required: true },
  { name: 'price', schema: { type: 'integer', title: 'Money', minimum: 0 }, required: false },
  { name: 'durationMinutes', schema: { type: 'integer', minimum: 5, maximum: 720 }, required: false },
  { name: 'available', schema: { type: 'boolean' }, required: false },
];

describe('spreadsheet data', () => {
  it.each([
    [
      'tabs',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons',
      'a;b\r\nc;1,5',
      [
        ['a', 'b'],
        ['c', '1,5'],
      ],
    ],
    [
      'quotes, a comma and a line inside',
      '"a ""x"", y",b\n"c\nd",e',
      [
        ['a "x", y', 'b'],
        ['c\nd', 'e'],
      ],
    ],
    [
      'empty lines',
      'a,b\n\n,\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('is parsed with %s', (_, text, cells) => {
    expect(parseTable(text).map((row) => row.cells)).toEqual(cells);
  });

  it('reports the line of each error and imports the rest', () => {
    const importedLines = parseEntries('Price,Name\n4.50,Espresso\ncheap,Tea\n3,', COLUMNS, 'USD');
    expect(importedLines).toEqual([
      { line: 2, entry: { price: 450, name: 'Espresso' }, errors: [] },
      { line: 3, entry: { name: 'Tea' }, errors: ['Price: “cheap” isn’t valid'] },
      { line: 4, entry: { price: 300 }, errors: ['Name is missing'] },
    ]);
  });

  it('recognizes a header even if entries have no name', () => {
    const faqs = ['question', 'answer'].map((name) => ({ name, schema: { type: 'string' }, required: true }));
    expect(parseEntries('Answer,Question\nYes,Parking?', faqs, 'USD')).toEqual([
      { line: 2, entry: { answer: 'Yes', question: 'Parking?' }, errors: [] },
    ]);
  });

  it('uses the column order without a header', () => {
    expect(parseEntries('Cut\t65\t45\tyes\nPerm\t90\t2\tmaybe', COLUMNS, 'USD')).toEqual([
      { line: 1, entry: { name: 'Cut', price: 6500, durationMinutes: 45, available: true }, errors: [] },
      {
        line: 2,
        entry: { name: 'Perm', price: 9000 },
        errors: ['Duration (min): “2” isn’t valid', 'Available: “maybe” isn’t valid'],
      },
    ]);
  });
});

describe('money', () => {
  it.each([
    ['14.5', 'USD', 1450],
    ['14,50 €', 'EUR', 1450],
    ['$ 1,450.00', 'USD', 145_000],
    ['1.450,00', 'EUR', 145_000],
    ['1,450', 'USD', 145_000],
    ['1450', 'JPY', 1450],
    ['free', 'USD', undefined],
    ['-3', 'USD', undefined],
  ])('%j in %s is %s minor units', (text, currency, minorUnits) => {
    expect(textToMoney(text, currency)).toBe(minorUnits);
  });

  it('has the currency’s number of digits', () => {
    expect([moneyToText(1450, 'USD'), moneyToText(1450, 'JPY')]).toEqual(['14.50', '1450']);
  });
});

describe('differences', () => {
  it('are matched by entry, not by position', () => {
    const before = {
      name: 'A',
      menu: [
        { id: '1', name: 'Soup', price: 5 },
        { id: '2', name: 'Tea', price: 3 },
      ],
    };
    const after = {
      name: 'A',
      menu: [
        { id: '2', name: 'Tea', price: 4 },
        { id: '3', name: 'Pie' },
      ],
    };
    expect(findDifferences(before, after)).toEqual([
      { path: 'menu › Soup', before: { id: '1', name: 'Soup', price: 5 }, after: undefined },
      { path: 'menu › Tea › price', before: 3, after: 4 },
      { path: 'menu › Pie', before: undefined, after: { id: '3', name: 'Pie' } },
    ]);
  });
});
