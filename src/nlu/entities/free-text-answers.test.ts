import { describe, expect, it } from 'vitest';
import { findFreeTextAnswer, findShortAnswer } from './free-text-answers.ts';

describe('an answer in free text', () => {
  it.each([
    ['Rex', 'Rex'],
    ["It's Rex.", 'Rex'],
    ['his name is Bobby', 'Bobby'],
    ["the dog's name is Bobby", 'Bobby'],
    ["She's called Luna, she is three", 'Luna'],
    ['Walgreens on 5th', 'Walgreens on 5th'],
    ['a Ford Focus', 'a Ford Focus'],
    ['EY65 ZZT', 'EY65 ZZT'],
  ])('is found in "%s"', (text, answer) => {
    expect(findFreeTextAnswer(text)).toBe(answer);
  });

  it.each([
    'yes',
    'No thanks',
    'either',
    "I'd rather not say",
    "I don't know yet",
    'why do you ask',
    'Why?',
    'not sure',
    'no idea',
    'what do you need that for?',
    'none of your business',
    'can I tell you later',
    '',
  ])('is not "%s"', (text) => {
    expect(findFreeTextAnswer(text)).toBeUndefined();
  });

  it('may be a sentence if findShortAnswer is used', () => {
    expect(findShortAnswer('I need the blue ones')).toBe('I need the blue ones');
  });
});
