import { expect, it } from 'vitest';
import { describeAuditReason } from './audit-details.ts';

it.each([
  ['config', ''],
  ['webhooks', ''],
  ['email', 'With their password'],
  ['for July 8, 2026', 'For July 8, 2026'],
  ['on 2026-07-08T12:00:00.000Z', 'On 2026-07-08T12:00:00.000Z'],
  ['removed desk.bella-vista.example', 'Removed desk.bella-vista.example'],
  ['to key_01kd2m3n4p5q6r7s8t9v0wxyz1', ''],
  ['verify-totp', 'With a code from their app'],
  ['chat', 'In a chat'],
  ['medical.book_visit', 'Book visit'],
  ['agent → admin', 'Agent → Admin'],
  ['live secret', 'Live secret'],
  ['3 conversations, 1 booking', '3 conversations, 1 booking'],
])('shows the reason %j as %j', (reason, displayedText) => {
  expect(describeAuditReason({ action: 'member.change', reason })).toBe(displayedText);
});

it.each([
  ['sms', 'SMS'],
  ['email', 'Email'],
])('names the channel %j as %j', (reason, displayedText) => {
  expect(describeAuditReason({ action: 'channel.connect', reason })).toBe(displayedText);
});
