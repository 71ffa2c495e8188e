import { describe, expect, it } from 'vitest';
import { normalizeSpoken } from './spoken-input.ts';

const normalize = (spoken: string) => normalizeSpoken(spoken, 'en-US');

describe('phone numbers', () => {
  it.each([
    ['oh seven nine double four one two three four five six', '07944123456'],
    ['my number is two one two five five five oh one four seven', 'my number is 2125550147'],
    ['it’s two one two, five five five, oh one forty seven', 'it’s 2125550147'],
    ['zero seven triple nine one two three four five six', '07999123456'],
    ['0 7 9 4 4 1 2 3 4 5 6', '07944123456'],
    ['212 555 0147', '212 555 0147'],
    ['call nine one one', 'call 911'],
    ['nought two oh seven nine four six oh nine five eight', '02079460958'],
    ['treble two four', '2224'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));
});

describe('times', () => {
  it.each([
    ['tomorrow at seven thirty', 'tomorrow at 7:30'],
    ['seven oh five', '7:05'],
    ['ten oh five please', '10:05 please'],
    ['at eight forty five', 'at 8:45'],
    ['eleven fifteen', '11:15'],
    ['seven p m', '7 pm'],
    ['seven thirty p m', '7:30 pm'],
    ['at 7 p.m.', 'at 7 p.m.'],
    ['at half past seven', 'at half past seven'],
    ['at seven', 'at seven'],
    ['from seven thirty to nine', 'from 7:30 to nine'],
    ['a table for two at seven thirty', 'a table for two at 7:30'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));

  it.each([
    'for four, ten minutes late',
    'two twenty minute massages',
    'we are five ten of us',
    'seven or eight people',
    'twenty four people',
    'a party of two',
  ])('are not read from: %s', (spoken) => expect(normalize(spoken)).toBe(spoken));
});

describe('codes', () => {
  it.each([
    ['K seven P four Q X', 'K7P4QX'],
    ['my code is k 7 p 4 q x', 'my code is K7P4QX'],
    ['K-7-P-4-Q-X', 'K7P4QX'],
    ['K. 7. P. 4. Q. X.', 'K7P4QX.'],
    ['kilo seven papa four quebec xray', 'K7P4QX'],
    ['k as in kilo seven p for peter four q x', 'K7P4QX'],
    ['w double four x y z', 'W44XYZ'],
    ['double u four x y z nine', 'W4XYZ9'],
    ['it’s b three double t nine zed', 'it’s B3TT9Z'],
    ['cancel booking K7P4QX', 'cancel booking K7P4QX'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));
});

describe('names', () => {
  it.each([
    ['it’s j o n e s', 'it’s Jones'],
    ['Jones, J-O-N-E-S', 'Jones'],
    ['the last name is Ruiz, r u i z', 'the last name is Ruiz'],
    ['my name is Ana Ruiz', 'my name is Ana Ruiz'],
    ['Victor Mike', 'Victor Mike'],
    ['s as in sugar m i t h', 'Smith'],
    ['do you have b b q', 'do you have BBQ'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));
});

describe('email addresses', () => {
  it.each([
    ['jane dot doe at gmail dot com', 'jane.doe@gmail.com'],
    ['my email is jane dot doe at gmail dot com thanks', 'my email is jane.doe@gmail.com thanks'],
    ['it is ana underscore ruiz at example dot co dot uk', 'it is ana_ruiz@example.co.uk'],
    ['ana forty two at example dot com', 'ana42@example.com'],
    ['j d o e at g m x dot de', 'jdoe@gmx.de'],
    ['my email is ana at gmail.com', 'my email is ana@gmail.com'],
    ['ana dash maria at example dot com', 'ana-maria@example.com'],
    ['jane.doe@gmail.com', 'jane.doe@gmail.com'],
    ['Ana dot Ruiz plus table at Gmail dot com', 'ana.ruiz+table@gmail.com'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));

  it.each(['meet me at seven', 'I found you at bella.com', 'a table at the window', 'at'])(
    'are not read from: %s',
    (spoken) => expect(normalize(spoken)).toBe(spoken),
  );
});

describe('dates', () => {
  it.each([
    ['november twenty first', 'november 21st'],
    ['on the twenty third', 'on the 23rd'],
    ['the thirty first of march nineteen eighty four', 'the 31st of march 1984'],
    ['march the third nineteen eighty four', 'march the third 1984'],
    ['may fifth two thousand and six', 'may fifth 2006'],
    ['may fifth two thousand twelve', 'may fifth 2012'],
    ['june second nineteen oh five', 'june second 1905'],
    ['december third twenty twenty six', 'december third 2026'],
    ['november five at seven p m', 'november five at 7 pm'],
    ['november five p m', 'november 5 pm'],
  ])('%s', (spoken, expected) => expect(normalize(spoken)).toBe(expected));

  it('are read as a year only after a month', () =>
    expect(normalize('nineteen eighty four')).toBe('nineteen eighty four'));
});

it('leaves text in other languages unchanged', () => {
  expect(normalizeSpoken('mesa para dos a las siete treinta', 'es-ES')).toBe('mesa para dos a las siete treinta');
});

it.each(['', '...', '🙂', 'double', 'oh', 'k', 'at dot at dot', 'dot com at'])('copes with %j', (spoken) =>
  expect(normalize(spoken)).toBe(spoken),
);
