import { describe, expect, it, vi } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import { guardOutput } from './output-guard.ts';
import type { Receipt } from './reply.ts';

const business = readFixtureDocument('restaurant', {
  faqs: [{ question: 'How long?', answer: 'Once your table is reserved, we hold it for 15 minutes.' }],
  policies: { deposit: 'The deposit is returned when it is canceled in time.' },
  handoff: { message: 'You are all set: the team will write to you.' },
});
const bookingReceipt: Receipt = { type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' };

function passesUnchanged(text: string, receipts: Receipt[] = []): boolean {
  const onViolation = vi.fn();
  const guardedText = guardOutput(text, receipts, { business, otherSources: [] }, onViolation);
  expect(onViolation).toHaveBeenCalledTimes(guardedText === text ? 0 : 1);
  if (guardedText !== text) expect(guardedText).toContain('nothing has changed');
  return guardedText === text;
}

describe('a claim of a completed action', () => {
  it.each([
    "You're booked for Thursday at 7:30 PM.",
    'You’re now booked.',
    'You are all set!',
    "I've canceled it.",
    'It’s moved. See you then.',
    'Your table for two is reserved.',
    'Your refill request has been submitted.',
    "I've passed on your request.",
    'You are on the waiting list.',
    "You're signed up.",
    'That is fine. Your visit is confirmed.',
  ])('requires a receipt: %j', (text) => {
    expect(passesUnchanged(text)).toBe(false);
    expect(passesUnchanged(text, [bookingReceipt])).toBe(true);
  });

  it.each([
    'A table for 2 on Thursday at 7:30 PM, under Dana. Shall I book it?',
    "I'm afraid we are fully booked then.",
    'Nothing has been changed.',
    'Reservations can be canceled up to 2 hours before.',
    'You have a table for 2 on Thursday. The code is K7P4QX.',
    'Would you like it to be moved?',
  ])('is not found in %j', (text) => {
    expect(passesUnchanged(text)).toBe(true);
  });
});

describe("the business's own words", () => {
  it.each([
    business.faqs[0]!.answer,
    business.policies.deposit!,
    `Of course. ${business.handoff.message}`,
    `We open at 5. ${business.faqs[0]!.answer}`,
  ])('pass unchanged: %j', (text) => {
    expect(passesUnchanged(text)).toBe(true);
  });

  it('do not excuse another claim', () => {
    expect(passesUnchanged(`${business.faqs[0]!.answer} And your table is reserved.`)).toBe(false);
  });
});

describe('an unknown contact', () => {
  it('is removed, and the rest of the reply is kept', () => {
    const onViolation = vi.fn();
    const guard = (text: string) => guardOutput(text, [], { business, otherSources: [] }, onViolation);
    expect(guard('We open at 5. Write to desk@evil.example.')).toBe('We open at 5.');
    expect(guard('Call +1 212 555 0199.')).toContain('pass your question on');
    expect(onViolation).toHaveBeenCalledTimes(2);
    expect(guard(`Call ${business.contact.phone}.`)).toBe(`Call ${business.contact.phone}.`);
  });
});
