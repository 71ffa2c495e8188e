// A business in New York with awkward hours, for tests that judge single times.
import type { ResourceSchedule, Rules } from '../src/scheduling/availability-rules.ts';
import type { Interval } from '../src/scheduling/hours.ts';
import { parseLocalTime, zoneOf } from '../src/scheduling/zone.ts';

const zone = zoneOf('America/New_York');
export const at = (text: string) => {
  const read = parseLocalTime(text, zone);
  return read && 'epoch' in read ? read.epoch : Number.NaN;
};
export const span = (from: string, to: string): Interval => ({ start: at(from), end: at(to) });

/** Wednesday, November 18, 2026, 10:00. */
export const now = at('2026-11-18T10:00');
export const rules: Rules = {
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
