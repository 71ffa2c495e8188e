import { describe, expect, it } from 'vitest';
import { type NotifiedMember, waitingEmailRecipients, wantsWeeklyDigest } from './preferences.ts';

const member = (email: string, more: Partial<NotifiedMember> = {}): NotifiedMember => ({
  userId: email,
  email,
  role: 'agent',
  waitingEmails: null,
  weeklyDigest: null,
  ...more,
});
const owner = member('owner@example.com', { role: 'owner' });

describe('who is emailed when a customer is waiting', () => {
  it.each([
    ['every owner, without an address', [owner, member('agent@example.com')], undefined, ['owner@example.com']],
    ['the address alone, where there is one', [owner], 'desk@example.com', ['desk@example.com']],
    [
      'whoever turned it on, besides',
      [member('agent@example.com', { waitingEmails: true })],
      'desk@example.com',
      ['desk@example.com', 'agent@example.com'],
    ],
    ['nobody who turned it off', [{ ...owner, waitingEmails: false }], undefined, []],
    ['each address once', [{ ...owner, waitingEmails: true }], 'Owner@example.com', ['owner@example.com']],
  ])('is %s', (_, members, teamEmail, recipients) => {
    expect(waitingEmailRecipients(members, teamEmail)).toEqual(recipients);
  });
});

it('sends the weekly digest to owners and to whoever wants it', () => {
  const members = [
    owner,
    { ...owner, weeklyDigest: false },
    member('a@example.com'),
    member('b@example.com', { weeklyDigest: true }),
  ];
  expect(members.map(wantsWeeklyDigest)).toEqual([true, false, false, true]);
});
