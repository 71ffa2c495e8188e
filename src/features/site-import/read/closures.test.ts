import { expect, it } from 'vitest';
import { readHtmlPage } from './read-page.ts';

const closuresOn = (language: string, text: string) =>
  readHtmlPage(`<html lang="${language}"><body><p>${text}</p></body></html>`, new Set()).findings.flatMap((finding) =>
    finding.kind === 'closure' ? [`${finding.value.from} ${finding.value.to}`] : [],
  );

it.each([
  ['en', 'Closed July 3, 2026 for Independence Day.', '2026-07-03 2026-07-03'],
  ['en', 'We are closed on Good Friday, 3 April 2026.', '2026-04-03 2026-04-03'],
  ['en', 'Closed Feb 1–4, 2026', '2026-02-01 2026-02-04'],
  ['en', 'Closed Sept. 28 through Oct. 2, 2026.', '2026-09-28 2026-10-02'],
  ['en', 'Closed for inventory February 1st to February 4th, 2026.', '2026-02-01 2026-02-04'],
  ['en', 'Closed December 24 – January 2, 2027', '2026-12-24 2027-01-02'],
  ['en', 'Closed 24 December 2026 to 1 January 2027', '2026-12-24 2027-01-01'],
  ['en', 'Closed Thursday 24 December 2026 to Friday 1 January 2027', '2026-12-24 2027-01-01'],
  ['en', 'Closed 2026-12-24', '2026-12-24 2026-12-24'],
  ['fr', 'Fermé du 1er au 15 août 2026', '2026-08-01 2026-08-15'],
  ['de', 'Betriebsurlaub vom 3. bis 17. August 2026', '2026-08-03 2026-08-17'],
  ['de', 'Geschlossen vom 24.12.2026 bis 02.01.2027', '2026-12-24 2027-01-02'],
  ['es', 'Cerrado del 1 al 15 de agosto de 2026', '2026-08-01 2026-08-15'],
])('in %s: %s', (language, text, closure) => {
  expect(closuresOn(language, text)).toEqual([closure]);
});

it('keeps single days apart', () => {
  expect(closuresOn('en', 'Closed December 25, 2026 and January 1, 2027')).toEqual([
    '2026-12-25 2026-12-25',
    '2027-01-01 2027-01-01',
  ]);
});

it.each([
  'Closed December 24 and December 26, 2026',
  'Closed Feb 1–4',
  'Closed until May 4, 2026',
  'Closed July 3, 2026, back on July 6, 2026',
  'Closed February 30, 2026',
  'Closed Mondays. Pie social on June 2, 2026.',
])('does not guess: %s', (text) => {
  expect(closuresOn('en', text)).toEqual([]);
});
