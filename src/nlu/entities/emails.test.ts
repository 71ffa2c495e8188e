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
])('finds the address in %j', (text, email) => {
  const emails = findEmails(text);
  expect(emails.map(({ value }) => value)).toEqual([email]);
  expect(text.slice(emails[0]!.start, emails[0]!.end)).toMatch(/^\w.*\w$/);
});

it.each(['@dana', 'dana@', 'a @ b', 'we meet at eight', 'dana@example', '@@@@'])('finds no address in %j', (text) => {
  expect(findEmails(text)).toEqual([]);
});
