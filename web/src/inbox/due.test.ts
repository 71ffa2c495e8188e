import { describe, expect, it } from 'vitest';
import { describeDue } from './due.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const describeTargetDueIn = (minutes: number, isMissed = false) =>
  describeDue({ kind: 'first_response', at: new Date(NOW + minutes * 60_000).toISOString(), isMissed }, NOW);

describe('when a target is due', () => {
  it.each([
    [12, 'Due in 12 min', 'warning'],
    [15, 'Due in 15 min', 'warning'],
    [16, 'Due in 16 min', 'neutral'],
    [0, 'Due in 0 min', 'warning'],
    [119, 'Due in 1 hr', 'neutral'],
    [3 * 1_440 + 5, 'Due in 3 d', 'neutral'],
    [-1, 'Overdue by 1 min', 'danger'],
    [-125, 'Overdue by 2 hr', 'danger'],
  ])('in %i minutes it reads %j', (minutes, text, tone) => {
    expect(describeTargetDueIn(minutes)).toEqual({ text, tone });
  });

  it('a missed one is overdue even if this device’s clock is slow', () => {
    expect(describeTargetDueIn(2, true)).toEqual({ text: 'Overdue by 0 min', tone: 'danger' });
  });
});
