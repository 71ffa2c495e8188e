import { describe, expect, it } from 'vitest';
import { extractCounts, extractValues } from './values.ts';

const timesIn = (text: string) =>
  extractValues(text).times.map(({ minutes }) => minutes.map((minute) => minute / 60).join('/'));
const moneyIn = (text: string) => extractValues(text).money.map(({ amount }) => amount);

describe('times', () => {
  it.each([
    ['at 8 pm', ['20']],
    ["We're open until 9 tonight.", ['9/21']],
    ['half past four', ['4.5/16.5']],
    ['from 9 to 5', ['9/21', '5/17']],
    ['noon', ['12']],
    ['a las ocho y media', ['8.5/20.5']],
    ['a las 8 de la tarde', ['20']],
    ['à 20h30', ['20.5']],
    ['um 8 Uhr abends', ['20']],
    ['halb acht', ['7.5/19.5']],
    ['às 19:30', ['19.5']],
    ['alle 8 di sera', ['20']],
    ["om 8 uur 's avonds", ['20']],
    ['o 19:30', ['19.5']],
    ['晚上8点半', ['20.5']],
    ['晚上八点', ['20']],
    ['午後7時', ['19']],
    ['الساعة ٨ مساءً', ['20']],
    ['रात 8 बजे', ['20']],
    ['half seven', ['7.5/19.5']],
    ['om half acht', ['7.5/19.5']],
    ['Viertel vor neun', ['8.75/20.75']],
    ['las nueve menos cuarto', ['8.75/20.75']],
    ['huit heures et quart', ['8.25/20.25']],
    ['alle nove meno un quarto', ['8.75/20.75']],
    ['às vinte e uma horas', ['21']],
    ['za kwadrans dziewiąta', ['8.75/20.75']],
    ['晚上八点一刻', ['20.25']],
    ['حتى الخامسة والنصف', ['5.5/17.5']],
    ['शाम सवा आठ बजे', ['20.25']],
    ['between 3 and 5 pm', ['3/15', '17']],
    ['up to six people, from 7 to 12 years, 24-hour notice, room for 16 to 24, at one booking', []],
  ])('are found in "%s"', (text, hours) => expect(timesIn(text)).toEqual(hours));
});

describe('amounts', () => {
  it.each([
    ['$36 for two', [36]],
    ['17,50 €', [17.5]],
    ['€1,250.00', [1250]],
    ['25 zł', [25]],
    ['17元', [17]],
    ['１２００円', [1200]],
    ['٥٠ ريال', [50]],
    ['₹1,200', [1200]],
    ['twenty dollars', [20]],
    ['R 1 900', [1900]],
    ['12 euros', [12]],
    ['adults $26, under 14 $18', [26, 18]],
    ['12€50', [12.5]],
    ['twenty-one euros and fifty cents', [21.5]],
    ['80p', [0.8]],
    ['a tenner', [10]],
    ['vingt et un euros, soixante-quinze euros', [21, 75]],
    ['veintiún euros', [21]],
    ['centottantanove dollari', [189]],
    ['sto osiemdziesiąt dziewięć dolarów', [189]],
    ['بمئة وستين دولارًا', [160]],
    ['Party of 4 at 7 then? You can stop by.', []],
  ])('are found in "%s"', (text, amounts) => expect(moneyIn(text)).toEqual(amounts));
});

describe('days', () => {
  it.each([
    ['on Sundays', { weekday: 6 }],
    ['el domingo', { weekday: 6 }],
    ['le dimanche', { weekday: 6 }],
    ['sonntags', { weekday: 6 }],
    ['no domingo', { weekday: 6 }],
    ['la domenica', { weekday: 6 }],
    ['op zondag', { weekday: 6 }],
    ['w niedzielę', { weekday: 6 }],
    ['星期日', { weekday: 6 }],
    ['日曜日', { weekday: 6 }],
    ['يوم الأحد', { weekday: 6 }],
    ['रविवार को', { weekday: 6 }],
    ['tomorrow', { daysFromToday: 1 }],
    ['le 12 novembre', { date: { month: 10, day: 12 } }],
    ['November 19, 2026', { date: { month: 10, day: 19, year: 2026 } }],
    ['19 listopada', { date: { month: 10, day: 19 } }],
    ['11月19日', { date: { month: 10, day: 19 } }],
    ['am 19.11.', { date: { month: 10, day: 19 } }],
  ])('are found in "%s"', (text, day) => expect(extractValues(text).days).toMatchObject([day]));

  it('does not read "de la mañana" as tomorrow', () => expect(extractValues('a las 9 de la mañana').days).toEqual([]));
});

it('extracts durations, percentages and counts', () => {
  const { spans, percents, numbers } = extractValues('24-hour notice, two working days, 15% off, since 1998');
  expect(spans.map(({ minutes }) => minutes)).toEqual([1440, 2880]);
  expect([percents[0]?.value, numbers[0]?.value]).toEqual([15, 1998]);
  expect(extractCounts('for two, or 3')).toEqual([2, 3]);
});
