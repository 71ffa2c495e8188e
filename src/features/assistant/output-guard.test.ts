import { describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../test/document.ts';
import { guardOutput } from './output-guard.ts';
import type { Receipt } from './reply.ts';

const business = documentOf('restaurant', {
  faqs: [{ question: 'How long?', answer: 'Once your table is reserved, we hold it for 15 minutes.' }],
  policies: { deposit: 'The deposit is returned when it is cancelled in time.' },
  handoff: { message: 'You are all set: the team will write to you.' },
});
const receipt: Receipt = { type: 'booking.created', id: 'bkg_1', code: 'K7P4QX' };

function passed(text: string, receipts: Receipt[] = []): boolean {
  const onLie = vi.fn();
  const said = guardOutput(text, receipts, { business, told: [] }, onLie);
  expect(onLie).toHaveBeenCalledTimes(said === text ? 0 : 1);
  if (said !== text) expect(said).toContain('nothing has changed');
  return said === text;
}

describe('what a reply may claim', () => {
  it.each([
    "You're booked for Thursday at 7:30 PM.",
    'You’re now booked.',
    'You are all set!',
    "I've cancelled it.",
    'It’s moved. See you then.',
    'Your table for two is reserved.',
    'Your refill request has been submitted.',
    "I've passed on your request.",
    'You are on the waiting list.',
    "You're signed up.",
    'That is fine. Your visit is confirmed.',
  ])('%j only with a receipt', (text) => {
    expect(passed(text)).toBe(false);
    expect(passed(text, [receipt])).toBe(true);
  });

  it.each([
    'A table for 2 on Thursday at 7:30 PM, under Dana. Shall I book it?',
    "I'm afraid we are fully booked then.",
    'Nothing has been changed.',
    'Reservations can be cancelled up to 2 hours before.',
    'You have a table for 2 on Thursday. The code is K7P4QX.',
    'Would you like it to be moved?',
  ])('%j at any time', (text) => {
    expect(passed(text)).toBe(true);
  });
});

describe("the business's own words", () => {
  it.each([
    business.faqs[0]!.answer,
    business.policies.deposit!,
    `Of course. ${business.handoff.message}`,
    `We open at 5. ${business.faqs[0]!.answer}`,
  ])('%j are said as they are', (text) => {
    expect(passed(text)).toBe(true);
  });

  it('cover no claim beside them', () => {
    expect(passed(`${business.faqs[0]!.answer} And your table is reserved.`)).toBe(false);
  });
});

describe('a way to reach somebody', () => {
  it('is left out where nobody knows it here, and the rest is said', () => {
    const onLie = vi.fn();
    const said = (text: string) => guardOutput(text, [], { business, told: [] }, onLie);
    expect(said('We open at 5. Write to desk@evil.example.')).toBe('We open at 5.');
    expect(said('Call +1 212 555 0199.')).toContain('pass your question on');
    expect(onLie).toHaveBeenCalledTimes(2);
    expect(said(`Call ${business.contact.phone}.`)).toBe(`Call ${business.contact.phone}.`);
  });
});
