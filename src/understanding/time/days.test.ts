import { describe, expect, it } from 'vitest';
import { NOW, read, restaurant } from './samples.ts';
import { readTimes } from './time.ts';

const heard = (text: string) => read(text, { hours: restaurant });

describe('a day counted from today, a Wednesday', () => {
  it.each([
    ['today', '2026-11-18'],
    ['later today', '2026-11-18'],
    ['tomorrow', '2026-11-19'],
    ['tmrw', '2026-11-19'],
    ['tmr', '2026-11-19'],
    ['tomorow', '2026-11-19'],
    ['tommorow', '2026-11-19'],
    ['tommorrow', '2026-11-19'],
    ['2moro', '2026-11-19'],
    ['2morrow', '2026-11-19'],
    ['tomoz', '2026-11-19'],
    ['tonite', '2026-11-18 [17:00-]'],
    ['2nite', '2026-11-18 [17:00-]'],
    ['the day after tomorrow', '2026-11-20'],
    ['yesterday', '2026-11-17'],
    ['monday', '2026-11-23'],
    ['tues', '2026-11-24'],
    ['wensday', '2026-11-18'],
    ['thurs', '2026-11-19'],
    ['thursady', '2026-11-19'],
    ['fri', '2026-11-20'],
    ['saterday', '2026-11-21'],
    ['sat', '2026-11-21'],
    ['sun', '2026-11-22'],
    ['sundy', '2026-11-22'],
    ['this friday', '2026-11-20'],
    ['this coming friday', '2026-11-20'],
    ['next tuesday', '2026-11-24'],
    ['next monday', '2026-11-23'],
    ['next friday', '2026-11-27'],
    ['next sat', '2026-11-28'],
    ['this saturday', '2026-11-21'],
    ['friday', '2026-11-20'],
    ['friday next week', '2026-11-27'],
    ['friday of next week', '2026-11-27'],
    ['next week on tuesday', '2026-11-24'],
    ['next week tuesday', '2026-11-24'],
    ['friday this week', '2026-11-20'],
    ['sometime next week, friday maybe', '2026-11-27'],
    ['the friday after next', '2026-12-04'],
    ['last friday', '2026-11-13'],
    ['a week on friday', '2026-11-27'],
    ['a week from friday', '2026-11-27'],
    ['friday week', '2026-11-27'],
    ['two weeks on friday', '2026-12-04'],
    ['two weeks from friday', '2026-12-04'],
    ['a fortnight on saturday', '2026-12-05'],
    ['a week today', '2026-11-25'],
    ['a week tomorrow', '2026-11-26'],
    ['tomorrow week', '2026-11-26'],
    ['in two weeks', '2026-12-02'],
    ['in 3 days', '2026-11-21'],
    ['in a week', '2026-11-25'],
    ['in a fortnight', '2026-12-02'],
    ['in a couple of weeks', '2026-12-02'],
    ['in 10 days time', '2026-11-28'],
    ['in 2 weeks and 3 days', '2026-12-05'],
    ['in a month', '2026-12-18'],
    ['two weeks from today', '2026-12-02'],
    ['10 days from now', '2026-11-28'],
    ['two days after friday', '2026-11-22'],
    ['3 days ago', '2026-11-15'],
    ['this time next week', '2026-11-25'],
    ['the day after thanksgiving', '2026-11-27'],
    ['the day before christmas', '2026-12-24'],
    ['the friday before christmas', '2026-12-18'],
    ['not this friday but next', 'not:2026-11-20 2026-11-27'],
    ['monday or tuesday', '2026-11-23 or:2026-11-24'],
    ['mon/tue', '2026-11-23 or:2026-11-24'],
    ['fri or sat', '2026-11-20 or:2026-11-21'],
    ['next tuesday or wednesday', '2026-11-24 or:2026-11-25'],
    ['wed or thurs next week', '2026-11-25 or:2026-11-26'],
    ['tomorrow or friday', '2026-11-19 or:2026-11-20'],
  ])('%s → %s', (text, expected) => {
    expect(heard(text)).toBe(expected);
  });
});

describe('a day of the calendar', () => {
  it.each([
    ['the 23rd', '2026-11-23'],
    ['23rd', '2026-11-23'],
    ['on the 23', '2026-11-23'],
    ['the 31st', '2026-12-31'],
    ['on the 18th', '2026-11-18'],
    ['the 5th', '2026-12-05'],
    ['on the third', '2026-12-03'],
    ['on the twenty-third', '2026-11-23'],
    ['the 23rd of this month', '2026-11-23'],
    ['the 3rd of next month', '2026-12-03'],
    ['friday the 20th', '2026-11-20'],
    ['fri 20th', '2026-11-20'],
    ['Friday 27', '2026-11-27'],
    ['the 20th (fri)', '2026-11-20'],
    ['on the 3rd of december', '2026-12-03'],
    ['3rd December', '2026-12-03'],
    ['3 Dec', '2026-12-03'],
    ['3rd of dec.', '2026-12-03'],
    ['Dec 3', '2026-12-03'],
    ['dec 3rd', '2026-12-03'],
    ['December the 3rd', '2026-12-03'],
    ['December third', '2026-12-03'],
    ['Dec. 3', '2026-12-03'],
    ['dec3', '2026-12-03'],
    ['3dec', '2026-12-03'],
    ['December 3rd 2026', '2026-12-03'],
    ['3 December, 2026', '2026-12-03'],
    ["dec 3 '26", '2026-12-03'],
    ['3 Dec 2027', '2027-12-03'],
    ['Thursday, December 3rd', '2026-12-03'],
    ['thu 3 dec', '2026-12-03'],
    ['Nov 20 (Friday)', '2026-11-20'],
    ['dec 3 or 4', '2026-12-03 or:2026-12-04'],
    ['march 3rd and 4th', '2027-03-03 or:2027-03-04'],
    ['the 24th or the 25th', '2026-11-24 or:2026-11-25'],
    ['nov 3', '2027-11-03'],
    ['29 feb', '2028-02-29'],
    ['12/3', '2026-12-03'],
    ['12/3/26', '2026-12-03'],
    ['12/03/2026', '2026-12-03'],
    ['12-3-2026', '2026-12-03'],
    ['3.12.2026', '2026-12-03'],
    ['2026-12-03', '2026-12-03'],
    ['2026/12/03', '2026-12-03'],
    ['2026-12-03T19:30', '2026-12-03 19:30'],
    ['23/12', '2026-12-23'],
    ['first monday in december', '2026-12-07'],
    ['the last friday of the month', '2026-11-27'],
    ['second tuesday of next month', '2026-12-08'],
    ['third thursday of january', '2027-01-21'],
    ['table for 2 december 3 at 7', '2026-12-03 19:00'],
    ['christmas eve', '2026-12-24'],
    ['christmas', '2026-12-25'],
    ['christmas day', '2026-12-25'],
    ['xmas', '2026-12-25'],
    ['boxing day', '2026-12-26'],
    ["new year's eve", '2026-12-31'],
    ['new years day', '2027-01-01'],
    ['nye', '2026-12-31'],
    ['thanksgiving', '2026-11-26'],
    ['black friday', '2026-11-27'],
    ['easter', '2027-03-28'],
    ['good friday', '2027-03-26'],
    ['easter monday', '2027-03-29'],
    ['4th of july', '2027-07-04'],
    ['independence day', '2027-07-04'],
    ['labor day', '2027-09-06'],
    ['memorial day', '2027-05-31'],
    ['mlk day', '2027-01-18'],
    ["presidents' day", '2027-02-15'],
    ['columbus day', '2027-10-11'],
    ['veterans day', '2027-11-11'],
    ['halloween', '2027-10-31'],
    ["valentine's day", '2027-02-14'],
    ["mother's day", '2027-05-09'],
    ["father's day", '2027-06-20'],
    ["st patrick's day", '2027-03-17'],
    ['Fri. 20 Nov', '2026-11-20'],
    ['3.12.26', '2026-12-03'],
    ['on 3.12.', '2026-12-03'],
  ])('%s → %s', (text, expected) => {
    expect(heard(text)).toBe(expected);
  });

  it.each([
    ['3/12', '2026-12-03'],
    ['3/12/26', '2026-12-03'],
    ['03-12-2026', '2026-12-03'],
    ['12/23', '2026-12-23'],
    ['tue 24/11', '2026-11-24'],
    ['3.12.', '2026-12-03'],
  ])('%s → %s where the day comes first', (text, expected) => {
    expect(read(text, { dayFirst: true })).toBe(expected);
  });

  it('names the holiday', () => {
    const [mention] = readTimes('are you open on xmas day?', { now: NOW });
    expect(mention).toMatchObject({ kind: 'date', date: '2026-12-25', holiday: 'Christmas Day', text: 'xmas day' });
  });
});

describe("today's weekday", () => {
  const wednesday = (text: string, time: string) => read(text, { hours: restaurant, now: `2026-11-18T${time}` });
  it.each([
    ['wednesday at 7pm', '10:00', '2026-11-18 19:00'],
    ['wednesday at 7pm', '20:00', '2026-11-25 19:00'],
    ['wednesday', '10:00', '2026-11-18'],
    ['wednesday', '23:00', '2026-11-25'],
    ['this wednesday', '23:00', '2026-11-18'],
    ['today', '23:00', '2026-11-18'],
    ['next wednesday', '10:00', '2026-11-25'],
  ])('%s, said at %s → %s', (text, time, expected) => {
    expect(wednesday(text, time)).toBe(expected);
  });
});

describe('weeks begin on Monday', () => {
  it.each([
    ['2026-11-22', 'next monday', '2026-11-23'],
    ['2026-11-22', 'next friday', '2026-11-27'],
    ['2026-11-22', 'next sunday', '2026-11-29'],
    ['2026-11-22', 'this weekend', '2026-11-22..2026-11-22'],
    ['2026-11-21', 'this weekend', '2026-11-21..2026-11-22'],
    ['2026-11-21', 'next saturday', '2026-11-28'],
    ['2026-11-23', 'next monday', '2026-11-30'],
    ['2026-11-23', 'friday', '2026-11-27'],
    ['2026-12-30', 'next week', '2027-01-04..2027-01-10'],
    ['2026-12-31', 'tomorrow', '2027-01-01'],
    ['2026-01-31', 'next month', '2026-02-01..2026-02-28'],
    ['2026-01-31', 'in a month', '2026-02-28'],
    ['2026-02-27', 'the 30th', '2026-03-30'],
  ])('on %s %s → %s', (today, text, expected) => {
    expect(read(text, { now: `${today}T10:00` })).toBe(expected);
  });
});
