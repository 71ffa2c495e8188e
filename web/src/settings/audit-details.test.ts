import { expect, it } from 'vitest';
import { auditDetails } from './audit-details.ts';

it.each([
  ['config', ''],
  ['webhooks', ''],
  ['to key_01kd2m3n4p5q6r7s8t9v0wxyz1', ''],
  ['verify-totp', 'With a code from their app'],
  ['chat', 'In a chat'],
  ['medical.book_visit', 'Book visit'],
  ['agent → admin', 'Agent → Admin'],
  ['live secret', 'Live secret'],
  ['3 conversations, 1 booking', '3 conversations, 1 booking'],
])('shows the reason %j as %j', (reason, shown) => {
  expect(auditDetails(reason)).toBe(shown);
});
