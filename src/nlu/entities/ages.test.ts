import { describe, expect, it } from 'vitest';
import { ageOf, ageRangeOf, findAge, selectForAge } from './ages.ts';

it.each([
  ['im 34 no problems really just squinting', 34],
  ['shes 81 does she pay', 81],
  ['my 7 yr old needs one', 7],
  ['a 12-year-old', 12],
  ["he's six.", 6],
  ['my mother, who is 78 and has just moved in', 78],
  ['for my son, aged 9', 9],
  ['my lad turned 16', 16],
  ['33yo male', 33],
])('finds an age in "%s"', (text, age) => {
  expect(findAge(text)?.value).toBe(age);
});

it.each([
  "I'm 10 minutes late",
  "he's 6 foot",
  'im 5:30 on friday',
  'it has been like 4 years',
  'she is 20 weeks',
  'there are 8 of us',
  'i am 1st in line',
  'one is 12.50',
])('finds no age in "%s"', (text) => {
  expect(findAge(text)).toBeUndefined();
});

describe('the age range in a name', () => {
  it.each([
    ["Children's eye exam", 7, true],
    ["Children's eye exam", 34, false],
    ['Juniors (6 to 9)', 9, true],
    ['Juniors (6 to 9)', 10, false],
    ['Under 12s swim', 12, false],
    ['Over 60s swim', 64, true],
    ['Ages 10 and under', 10, true],
    ['Teen Team Prep', 15, true],
    ['65+ yoga', 64, false],
  ])('of "%s" includes age %d: %s', (name, age, expected) => {
    const { from, to } = ageRangeOf(name)!;
    expect(age >= from && age <= to).toBe(expected);
  });

  it('is missing in most names', () => {
    expect(ageRangeOf('Contact lens fitting')).toBeUndefined();
  });
});

it('selects the items for an age', () => {
  const exams = ['Adult eye exam', "Children's eye exam", 'Senior eye exam', 'Eye pressure check'].map((name) => ({
    name,
  }));
  const namesForAge = (age: number) => selectForAge(exams, age).map(({ name }) => name);
  expect(namesForAge(34)).toEqual(['Adult eye exam']);
  expect(namesForAge(7)).toEqual(["Children's eye exam"]);
  expect(namesForAge(81)).toEqual(['Senior eye exam']);
  expect(selectForAge([{ name: 'Kids Cut' }, { name: 'Cut' }], 40)).toEqual([{ name: 'Cut' }]);
});

it('counts years from a date of birth', () => {
  expect(ageOf('1992-03-03', new Date('2026-11-17'))).toBe(34);
  expect(ageOf('1992-11-18', new Date('2026-11-17'))).toBe(33);
});
