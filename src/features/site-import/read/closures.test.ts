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
  ['en', 'Closed 8/31/2026 – 9/4/2026', '2026-08-31 2026-09-04'],
  ['en', 'Closed from 28/08/2026 to 01/09/2026', '2026-08-28 2026-09-01'],
  ['fr', 'Fermé du 1er au 15 août 2026', '2026-08-01 2026-08-15'],
  ['de', 'Betriebsurlaub vom 3. bis 17. August 2026', '2026-08-03 2026-08-17'],
  ['de', 'Geschlossen vom 24.12.2026 bis 02.01.2027', '2026-12-24 2027-01-02'],
  ['es', 'Cerrado del 1 al 15 de agosto de 2026', '2026-08-01 2026-08-15'],
])('reads the closure in %s: %s', (language, text, closure) => {
  expect(closuresOn(language, text)).toEqual([closure]);
});

it.each([
  ['en', 'We close for stocktaking on 30 and 31 March 2026.', '2026-03-30 2026-03-31'],
  ['en', 'Closed December 24 and December 26, 2026', '2026-12-24 2026-12-24', '2026-12-26 2026-12-26'],
  [
    'en',
    'Closed Monday, May 25, 2026 for Memorial Day, and for repairs from June 8 to June 10, 2026.',
    '2026-05-25 2026-05-25',
    '2026-06-08 2026-06-10',
  ],
  [
    'en',
    'Closed Easter Sunday, April 5, 2026 and Labor Day, September 7, 2026.',
    '2026-04-05 2026-04-05',
    '2026-09-07 2026-09-07',
  ],
  ['en', 'Closed July 3, 2026, back on July 6.', '2026-07-03 2026-07-05'],
  ['en', 'We will be closed Feb. 9 – 13, 2026 and reopen on Feb. 14.', '2026-02-09 2026-02-13'],
  ['en', 'Closed Dec 24, 2026, open Dec 27, 2026 as usual', '2026-12-24 2026-12-26'],
  ['en', 'Closed Jan 5, 2027; jazz night on Jan 9, 2027', '2027-01-05 2027-01-05'],
  ['de', 'Wir machen Urlaub vom 30. Dezember 2026 bis einschließlich 5. Januar 2027.', '2026-12-30 2027-01-05'],
  ['de', 'Am 1. und 2. Mai 2026 haben wir zu.', '2026-05-01 2026-05-02'],
  ['de', 'Geschlossen am 24.12.2026, Weihnachtsmarkt am 19.12.2026', '2026-12-24 2026-12-24'],
  ['fr', 'Nous fermons du 20 juillet au 9 août 2026 inclus.', '2026-07-20 2026-08-09'],
  ['fr', 'Congés annuels : du 24 décembre 2026 au 3 janvier 2027, réouverture le 4 janvier.', '2026-12-24 2027-01-03'],
  [
    'es',
    'Cerramos el 6 de enero de 2027 y del 15 al 20 de febrero de 2027.',
    '2027-01-06 2027-01-06',
    '2027-02-15 2027-02-20',
  ],
])('reads several dates, or the day of reopening, in %s: %s', (language, text, ...closures) => {
  expect(closuresOn(language, text)).toEqual(closures);
});

it('takes the year from the weekday, if the page names years', () => {
  expect(closuresOn('en', 'Closed Thursday, November 26.<br>© 2026')).toEqual(['2026-11-26 2026-11-26']);
  expect(closuresOn('en', 'Closed Thursday, November 26.<br>© 2027')).toEqual([]);
});

it('reads the dates of a list below its heading', () => {
  const list = (heading: string) =>
    `</p><h3>${heading}</h3><ul><li>Memorial Day: May 25, 2026</li><li>July 4, 2026</li><li>Dec 24, 2026: 9 – 2 pm</li></ul><p>`;
  expect(closuresOn('en', list('Holiday closings'))).toEqual(['2026-05-25 2026-05-25', '2026-07-04 2026-07-04']);
  expect(closuresOn('en', list('Concerts'))).toEqual([]);
});

it('keeps single days apart', () => {
  expect(closuresOn('en', 'Closed December 25, 2026 and January 1, 2027')).toEqual([
    '2026-12-25 2026-12-25',
    '2027-01-01 2027-01-01',
  ]);
});

it.each([
  'Closed Feb 1–4',
  'Closed until May 4, 2026',
  'Closed August 9, 2026 at 3pm',
  'Geschlossen ab dem 4. Mai 2026',
  'Open December 24, 2026',
  'Closed Sunday, March 8',
  'Closed February 30, 2026',
  'Closed Mondays. Pie social on June 2, 2026.',
])('reads no closure from %s', (text) => {
  expect(closuresOn('en', text)).toEqual([]);
});
