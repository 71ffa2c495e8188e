// The availability rules of a New York business with irregular hours, for tests that check single times.

import type { ResourceSchedule, SchedulingRules } from '../src/scheduling/availability-rules.ts';
import type { Interval } from '../src/scheduling/intervals.ts';
import { parseLocalTime, zoneOf } from '../src/scheduling/zone.ts';

const zone = zoneOf('America/New_York');
export const parseNewYorkTime = (text: string) => {
  const parsed = parseLocalTime(text, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : Number.NaN;
};
export const createInterval = (from: string, to: string): Interval => ({
  start: parseNewYorkTime(from),
  end: parseNewYorkTime(to),
});

/** Wednesday, November 18, 2026, 10:00. */
export const now = parseNewYorkTime('2026-11-18T10:00');
export const rules: SchedulingRules = {
  zone,
  hours: {
    tue: [['09:00', '17:00']],
    wed: [['09:00', '17:00']],
    thu: [
      ['11:30', '14:30'],
      ['17:00', '22:00'],
    ],
    fri: [['18:00', '02:00']],
    sat: [['10:07', '16:00']],
  },
  closures: [
    { from: '2026-11-26', to: '2026-11-27', reason: 'Thanksgiving' },
    { from: '2026-12-01', to: '2026-12-01' },
  ],
  noticeMinutes: 60,
  horizonDays: 90,
  slotMinutes: 15,
};
export const ana: ResourceSchedule = { id: 'ana', name: 'Ana', busy: [] };
