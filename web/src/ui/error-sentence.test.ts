import { expect, it } from 'vitest';
import { toErrorSentence } from './error-sentence.ts';

it.each([
  ['Business name', 'must not be empty', 'Business name is required.'],
  ['Password', 'must have at least 8 characters', 'Password must have at least 8 characters.'],
  ['Email', 'must be a valid email', 'Enter a valid email address.'],
  [
    'Website address',
    'Enter a full address that starts with https://',
    'Enter a full address that starts with https://',
  ],
])('turns the error of %s, %j, into a sentence', (label, detail, sentence) => {
  expect(toErrorSentence(label, detail)).toBe(sentence);
});
