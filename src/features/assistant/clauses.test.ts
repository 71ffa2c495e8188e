import { describe, expect, it } from 'vitest';
import { clausesOf, isQuestion } from './clauses.ts';

describe('the clauses of a message', () => {
  it.each([
    ['are you open on sunday', ['are you open on sunday']],
    ['Are you open on Sunday? I would like to come.', ['Are you open on Sunday?', 'I would like to come.']],
    ['do you have parking and are dogs allowed', ['do you have parking', 'are dogs allowed']],
    ['what is gluten free, and how much is the lamb?', ['what is gluten free', 'how much is the lamb?']],
    ['when are you open, where are you', ['when are you open', 'where are you']],
    ['table for two tonight but also do you have parking', ['table for two tonight', 'also do you have parking']],
    ['a cut and colour with Maria', ['a cut and colour with Maria']],
    ['me and my wife', ['me and my wife']],
    ['Is Dr. Chen in on Friday?', ['Is Dr. Chen in on Friday?']],
    ['Can I come at 7 p.m. on Friday?', ['Can I come at 7 p.m. on Friday?']],
    ['at St. Mark Ave. please', ['at St. Mark Ave. please']],
    ['hello\nare you open?\n', ['hello', 'are you open?']],
    ['Really?! Yes.', ['Really?!', 'Yes.']],
    ['that is 2.5 hours', ['that is 2.5 hours']],
    ['ok! 🙂', ['ok!']],
    ['???', []],
    ['', []],
  ])('%j', (message, clauses) => {
    expect(clausesOf(message)).toEqual(clauses);
  });

  it('leaves a whole story whole', () => {
    const story = 'I came last week. It was nice. My son liked it. We want to come again. Is that possible?';
    expect(clausesOf(` ${story} `)).toEqual([story]);
  });
});

describe('a question', () => {
  it.each([
    ['are you open today', true],
    ['You open today?', true],
    ['ok so what does it cost', false],
    ['and what does it cost', true],
    ['hi, do you have a table', true],
    ['from when are you open', true],
    ['any chance of a table', true],
    ['a table for two', false],
    ['cancel it', false],
    ['island table please', false],
    ['I do', false],
  ])('%j: %s', (text, asks) => {
    expect(isQuestion(text)).toBe(asks);
  });
});
