import { describe, expect, it } from 'vitest';
import { isQuestion, normalizeMessage, splitIntoClauses } from './clauses.ts';

describe('the clauses of a message', () => {
  it.each([
    ['are you open on sunday', ['are you open on sunday']],
    ['Are you open on Sunday? I would like to come.', ['Are you open on Sunday?', 'I would like to come.']],
    ['do you have parking and are dogs allowed', ['do you have parking', 'are dogs allowed']],
    ['what is gluten free, and how much is the lamb?', ['what is gluten free', 'how much is the lamb?']],
    ['when are you open, where are you', ['when are you open', 'where are you']],
    ['table for two tonight but also do you have parking', ['table for two tonight', 'also do you have parking']],
    ["There's none in the stew, is there?", ["There's none in the stew, is there?"]],
    ['is there a pool, and somewhere i can park', ['is there a pool', 'somewhere i can park']],
    [
      'what is there for her age, when, and what does it cost?',
      ['what is there for her age, when', 'what does it cost?'],
    ],
    [
      'Three of us are vegan and one has to be careful with nuts as she is allergic, and my uncle uses a wheelchair.',
      ['Three of us are vegan and one has to be careful with nuts as she is allergic', 'my uncle uses a wheelchair.'],
    ],
    ['a cut and colour with Maria', ['a cut and colour with Maria']],
    ['me and my wife', ['me and my wife']],
    ['Dana Fox and Will Smith', ['Dana Fox and Will Smith']],
    ['Is Dr. Chen in on Friday?', ['Is Dr. Chen in on Friday?']],
    ['Can I come at 7 p.m. on Friday?', ['Can I come at 7 p.m. on Friday?']],
    ['at St. Mark Ave. please', ['at St. Mark Ave. please']],
    ['hello\nare you open?\n', ['hello', 'are you open?']],
    ['Really?! Yes.', ['Really?!', 'Yes.']],
    ['that is 2.5 hours', ['that is 2.5 hours']],
    ['ok! 🙂', ['ok!']],
    ['???', []],
    ['', []],
  ])('are split: %j', (message, clauses) => {
    expect(splitIntoClauses(message)).toEqual(clauses);
  });

  it('are limited in number', () => {
    const longMessage = Array.from({ length: 40 }, (_, index) => `This is sentence ${index}.`).join(' ');
    expect(splitIntoClauses(longMessage)).toHaveLength(24);
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
    ['Will Smith, 212 555 0142', false],
    ['May Chen', false],
    ['will sam be in on friday', true],
    ['may I come earlier', true],
  ])('is recognized: %j, %s', (text, expected) => {
    expect(isQuestion(text)).toBe(expected);
  });
});

describe('phone shorthand', () => {
  it.each([
    ['shoes n how much is it', 'shoes and how much is it'],
    ['u open 2day', 'u open today'],
    ['2moro or tmrw', 'tomorrow or tomorrow'],
    ['how much 4 a trim', 'how much for a trim'],
    ['4 people at 4', '4 people at 4'],
    ['table for 4 tomorrow', 'table for 4 tomorrow'],
    ['for 4 the 21st', 'for 4 the 21st'],
    ['r u guys there friday', 'are you guys there friday'],
    ['is this toys R us', 'is this toys R us'],
    ['any bowl w/o gluten?', 'any bowl without gluten?'],
    ['what wud it cost', 'what would it cost'],
    ['as early as ye can', 'as early as you can'],
    ['ye', 'ye'],
    ['a table 4 two 2nite', 'a table for two tonight'],
    ['hey there, is the miso ok 4 me', 'is the miso ok for me'],
    ['table 4 is by the window', 'table 4 is by the window'],
    ['N Smith, 555 0100', 'N Smith, 555 0100'],
  ])('"%s" becomes "%s"', (typed, expanded) => {
    expect(normalizeMessage(typed)).toBe(expanded);
  });

  it.each([
    ['is that 9 in the morning lol no. is there another', 2],
    ['it is no. 12 on the left', 1],
  ])('%j has %d clauses', (text, count) => {
    expect(splitIntoClauses(text)).toHaveLength(count);
  });

  it('is split like any other message', () => {
    expect(splitIntoClauses('book 2 for thursday & do u have parking?')).toEqual([
      'book 2 for thursday',
      'do u have parking?',
    ]);
  });
});
