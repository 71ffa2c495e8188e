import { describe, expect, it } from 'vitest';
import { listWaitingEmailRecipients, type NotifiedMember, wantsWeeklyDigest } from './preferences.ts';

const memberWith = (email: string, overrides: Partial<NotifiedMember> = {}): NotifiedMember => ({
  userId: email,
  email,
  role: 'agent',
  waitingEmails: null,
  weeklyDigest: null,
  ...overrides,
});
const OWNER = memberWith('owner@example.com', { role: 'owner' });

describe('who is emailed when a customer is waiting', () => {
  it.each([
    [
      'every owner, if there is no team address',
      [OWNER, memberWith('agent@example.com')],
      undefined,
      ['owner@example.com'],
    ],
    ['the team address alone, if there is one', [OWNER], 'desk@example.com', ['desk@example.com']],
    [
      'the team address and the members who turned it on',
      [memberWith('agent@example.com', { waitingEmails: true })],
      'desk@example.com',
      ['desk@example.com', 'agent@example.com'],
    ],
    ['nobody who turned it off', [{ ...OWNER, waitingEmails: false }], undefined, []],
    ['each address once', [{ ...OWNER, waitingEmails: true }], 'Owner@example.com', ['owner@example.com']],
  ])('is %s', (_, members, teamEmail, recipients) => {
    expect(listWaitingEmailRecipients(members, teamEmail)).toEqual(recipients);
  });
});

it('sends the weekly digest to owners and to whoever wants it', () => {
  const members = [
    OWNER,
    { ...OWNER, weeklyDigest: false },
    memberWith('a@example.com'),
    memberWith('b@example.com', { weeklyDigest: true }),
  ];
  expect(members.map(wantsWeeklyDigest)).toEqual([true, false, false, true]);
});
