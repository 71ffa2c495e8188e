import { describe, expect, it } from 'vitest';
import { readBirthDate } from './birth-date.ts';

const TODAY = '2026-11-18';
const birthDateIn = (text: string, isDayFirst = false) => readBirthDate(text, isDayFirst, TODAY)?.date;

describe('a date of birth', () => {
  it.each([
    ['April 12 1988', '1988-04-12'],
    ['april 12th, 1988', '1988-04-12'],
    ['12th of April 1988', '1988-04-12'],
    ['12 apr 1988', '1988-04-12'],
    ["apr 12, '88", '1988-04-12'],
    ['apr 12 88', '1988-04-12'],
    ['12-Apr-1988', '1988-04-12'],
    ['04/12/1988', '1988-04-12'],
    ['4/12/88', '1988-04-12'],
    ['04-12-1988', '1988-04-12'],
    ['25/12/1988', '1988-12-25'],
    ['12.4.88', '1988-04-12'],
    ['12.04.1988', '1988-04-12'],
    ['1988-04-12', '1988-04-12'],
    ['1988/4/12', '1988-04-12'],
    ['born on 3 May 1961', '1961-05-03'],
    ["I'm Dana Fox, dob 7/1/2001, and my number is 917 555 0155", '2001-07-01'],
    ['my birthday is the third of may 1961', '1961-05-03'],
    ['5/6/19', '2019-05-06'],
    ['5/6/26', undefined],
    ['born 5/6/26', '2026-05-06'],
    ['12/24/26', '1926-12-24'],
    ['5/6/27', '1927-05-06'],
    ['feb 29 1999', undefined],
    ['4/12/1850', undefined],
    ['April 12', undefined],
    ['book me in on 12/03/2026', undefined],
    ['tomorrow at 7', undefined],
    ['', undefined],
  ])('%s → %s', (text, expected) => {
    expect(birthDateIn(text)).toBe(expected);
  });

  it('has the day first where that is customary', () => {
    expect(birthDateIn('04/12/1988', true)).toBe('1988-12-04');
    expect(birthDateIn('12/25/1988', true)).toBe('1988-12-25');
  });

  it('has its position in the text', () => {
    const text = 'Dana, born April 12, 1988, thanks';
    const { start, end } = readBirthDate(text, false, TODAY)!;
    expect(text.slice(start, end)).toBe('April 12, 1988');
  });
});
