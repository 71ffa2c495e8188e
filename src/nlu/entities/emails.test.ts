import { expect, it } from 'vitest';
import { findEmails } from './emails.ts';

it.each([
  ["what's in order NT10490? email is dana@example.com", 'dana@example.com'],
  ['Dana.Fox+x@Mail.example.co.uk, thanks', 'dana.fox+x@mail.example.co.uk'],
  ['it is dana@example.com.', 'dana@example.com'],
  ['(dana@example.com)', 'dana@example.com'],
  ["'o.brien@example.io'", 'o.brien@example.io'],
  ['dana at example dot com', 'dana@example.com'],
  ['dana (at) mail dot example (dot) com', 'dana@mail.example.com'],
])('reads %j', (text, email) => {
  const found = findEmails(text);
  expect(found.map(({ value }) => value)).toEqual([email]);
  expect(text.slice(found[0]!.start, found[0]!.end)).toMatch(/^\w.*\w$/);
});

it.each(['@dana', 'dana@', 'a @ b', 'we meet at eight', 'dana@example', '@@@@'])('finds none in %j', (text) => {
  expect(findEmails(text)).toEqual([]);
});
