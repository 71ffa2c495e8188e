import { expect, it } from 'vitest';
import { calculateTotals } from './counts.ts';
import { composeDigest, type WeekReview } from './digest-mail.ts';

const BUSINESS = { name: 'Bella Vista', locale: 'en-US', currency: 'USD' };
const createWeek = (overrides: Partial<WeekReview> = {}): WeekReview => ({
  totals: calculateTotals({ conversations: 31, bookings: 18, bookingValue: 84_000, handoffs: 5 }),
  totalsBefore: calculateTotals({ conversations: 19, bookings: 20 }),
  report: {
    satisfaction: { average: 4.64, ratings: 12 },
    teamReplies: { handoffs: 5, answered: 5, averageWaitSeconds: 500 },
    resolution: { resolved: 20, rate: 0.9, durableRate: 0.8 },
    bookings: { count: 18, value: 84_000, afterHours: 7, afterHoursValue: 31_000 },
    visits: { attended: 14, upcoming: 0, noShows: 2, canceled: 1, noShowRate: 2 / 16 },
    busiestHours: [
      { weekday: 'tue', hour: 11, conversations: 9, bookings: 1, visits: 1 },
      { weekday: 'fri', hour: 19, conversations: 2, bookings: 4, visits: 6 },
    ],
  },
  avoidedNoShows: 1,
  gaps: [{ id: 'gap_1', question: 'are dogs\nallowed', count: 3, lastAskedAt: '', examples: [] }],
  ...overrides,
});
const composeDigestText = (overrides?: Partial<WeekReview>) =>
  composeDigest(BUSINESS, createWeek(overrides), 'https://desk.example', 'https://desk.example/settings').text;

it('compares the week with the one before, and lists the unanswered questions', () => {
  expect(composeDigestText()).toBe(`Last week at Bella Vista:

  31 conversations, 12 more than the week before
  18 bookings, worth $840.00, 2 fewer than the week before
  7 bookings made after hours, worth $310.00
  2 no-shows out of 16 visits
  1 customer rescheduled or canceled in time after a reminder
  5 handoffs to your team, answered after 8 minutes on average
  Rated 4.6 out of 5 by 12 customers
  Busiest hour: Friday at 7 PM

Questions your assistant couldn’t answer:

  • “are dogs allowed” (and 2 more like it)
    Answer: https://desk.example/?gap=gap_1

See the full report: https://desk.example/reports?days=7
To stop these emails: https://desk.example/settings`);
});

it('leaves out lines without anything to report', () => {
  const { report } = createWeek();
  const quietWeek: Partial<WeekReview> = {
    totals: calculateTotals({ conversations: 1 }),
    totalsBefore: calculateTotals({}),
    report: {
      ...report,
      satisfaction: { average: null, ratings: 0 },
      teamReplies: { handoffs: 0, answered: 0, averageWaitSeconds: null },
      bookings: { count: 0, value: 0, afterHours: 0, afterHoursValue: 0 },
      visits: { attended: 0, upcoming: 0, noShows: 0, canceled: 0, noShowRate: null },
      busiestHours: [],
    },
    avoidedNoShows: 0,
    gaps: [],
  };
  expect(composeDigestText(quietWeek)).toBe(`Last week at Bella Vista:

  1 conversation
  0 bookings

See the full report: https://desk.example/reports?days=7
To stop these emails: https://desk.example/settings`);
});
