import { describe, expect, it } from 'vitest';
import { formatterFor } from '../../capability/formatter.ts';
import { renderFreeTimes } from './render-free-times.ts';

const format = formatterFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
const timesOn = (day: number, ...clocks: string[]) => clocks.map((clock) => `2026-11-${day}T${clock}:00-05:00`);
const quarterHours = (fromHour: number, toHour: number) =>
  Array.from({ length: (toHour - fromHour) * 4 + 1 }, (_, index) => {
    const minutes = fromHour * 60 + index * 15;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });

describe('free times', () => {
  it.each([
    ['a few times', timesOn(19, '13:00', '13:15'), 'Thursday, November 19 at 1:00 PM or 1:15 PM'],
    ['one stretch', timesOn(19, ...quarterHours(13, 19)), 'Thursday, November 19, any time from 1:00 PM to 7:00 PM'],
    [
      'two stretches',
      timesOn(19, ...quarterHours(9, 10), ...quarterHours(13, 15)),
      'Thursday, November 19, from 9:00 AM to 10:00 AM or from 1:00 PM to 3:00 PM',
    ],
    [
      'a stretch and a time by itself',
      timesOn(19, ...quarterHours(9, 10), '12:00'),
      'Thursday, November 19, from 9:00 AM to 10:00 AM or at 12:00 PM',
    ],
    [
      'many separate times',
      timesOn(19, '09:00', '09:15', '10:00', '11:00', '12:00', '17:30'),
      'Thursday, November 19 at 9:00 AM, 9:15 AM, 10:00 AM and more until 5:30 PM',
    ],
    [
      'several days',
      [...timesOn(19, ...quarterHours(13, 14)), ...timesOn(20, '09:00'), ...timesOn(21, '09:00')],
      'Thursday, November 19, any time from 1:00 PM to 2:00 PM, ' +
        'and times on Friday, November 20 and Saturday, November 21',
    ],
  ])('are listed for %s', (_, slots, expectedText) => {
    expect(renderFreeTimes([{ name: 'Beau', slots }], format)).toBe(
      `Beau has ${expectedText}. Which time would you like?`,
    );
  });

  it('are reported as none if there are no slots', () => {
    expect(renderFreeTimes([{ name: 'Beau', slots: [] }], format)).toMatch(/nothing is free/);
  });
});
