import { describe, expect, it } from 'vitest';
import { stateOfFailures } from './heartbeat.ts';
import { duration, percent } from './page.ts';
import { monthRange } from './read.ts';
import {
  availabilityOf,
  COMPONENT_NAMES,
  incidentsOf,
  minuteOf,
  type RecordedDay,
  summarize,
  timelineOf,
  worstStates,
} from './timeline.ts';

const MINUTES = 1_440;
const bits = (isSet: (minute: number) => boolean) =>
  Array.from({ length: MINUTES }, (_, minute) => (isSet(minute) ? '1' : '0')).join('');
type Flags = (minute: number, component: string) => boolean;

/** A day of all components. */
const day = (date: string, isUp: Flags, isSlow: Flags = () => false): RecordedDay[] =>
  COMPONENT_NAMES.map((component) => ({
    ...{ day: date, component },
    up: bits((minute) => isUp(minute, component)),
    slow: bits((minute) => isSlow(minute, component)),
  }));
const between = (minute: number, from: number, to: number) => minute >= from && minute < to;
const range = (from: string, to: string) => [minuteOf(new Date(from)), minuteOf(new Date(to))] as const;

describe('a timeline', () => {
  it('begins with the first recorded minute, since what came before was not measured', () => {
    const days = day('2026-11-17', (minute) => minute >= 600);
    const timeline = timelineOf(days, ...range('2026-11-01', '2026-11-17T12:00Z'));
    expect(timeline.from).toBe(minuteOf(new Date('2026-11-17T10:00Z')));
    expect(summarize(worstStates(timeline), timeline.from)).toEqual({
      total: { minutes: 120, downMinutes: 0, slowMinutes: 0 },
      days: [{ date: '2026-11-17', minutes: 120, downMinutes: 0, slowMinutes: 0 }],
      current: 'up',
    });
  });

  it('is empty where nothing was recorded', () => {
    const timeline = timelineOf([], ...range('2026-11-01', '2026-11-17'));
    const { total, days, current } = summarize(worstStates(timeline), timeline.from);
    expect([availabilityOf(total), days, current, incidentsOf(timeline)]).toEqual([null, [], 'up', []]);
  });

  it('counts minutes and whole days that nobody recorded as down', () => {
    const days = [...day('2026-11-14', (minute) => minute < 1_430), ...day('2026-11-16', (minute) => minute >= 5)];
    const timeline = timelineOf(days, ...range('2026-11-14', '2026-11-16T01:00Z'));
    const { total, days: summaries } = summarize(worstStates(timeline), timeline.from);
    expect(total).toEqual({ minutes: 2 * MINUTES + 60, downMinutes: 10 + MINUTES + 5, slowMinutes: 0 });
    expect(summaries.map(({ date, downMinutes }) => [date, downMinutes])).toEqual([
      ['2026-11-14', 10],
      ['2026-11-15', MINUTES],
      ['2026-11-16', 5],
    ]);
    expect(incidentsOf(timeline)).toEqual([
      {
        startedAt: new Date('2026-11-14T23:50Z'),
        endedAt: new Date('2026-11-16T00:05Z'),
        state: 'down',
        components: COMPONENT_NAMES,
        summary: 'The service was unavailable.',
      },
    ]);
  });

  it('is available while it is slow, and as bad as its worst component', () => {
    const isJobs = (component: string) => component === 'jobs';
    const days = day(
      '2026-11-17',
      (minute, component) => !(component === 'channels' && between(minute, 30, 40)),
      (minute, component) => isJobs(component) && between(minute, 10, 20),
    );
    const timeline = timelineOf(days, ...range('2026-11-17', '2026-11-17T01:00Z'));
    const { total, current } = summarize(worstStates(timeline), timeline.from);
    expect([total, current]).toEqual([{ minutes: 60, downMinutes: 10, slowMinutes: 10 }, 'up']);
    expect(summarize(timeline.states.jobs, timeline.from).total.downMinutes).toBe(0);
  });
});

describe('incidents', () => {
  const incidentsWith = (isUp: Flags, isSlow: Flags = () => false) =>
    incidentsOf(timelineOf(day('2026-11-17', isUp, isSlow), ...range('2026-11-17', '2026-11-17T02:00Z'))).map(
      ({ startedAt, endedAt, state, components, summary }) => [
        startedAt.toISOString().slice(11, 16),
        endedAt?.toISOString().slice(11, 16) ?? null,
        state,
        components.join(' '),
        summary,
      ],
    );

  it('name the components, and join troubles that are close to each other', () => {
    const isUp: Flags = (minute, component) => !(component === 'assistant' && between(minute, 12, 14));
    const isSlow: Flags = (minute, component) => component === 'database' && between(minute, 5, 10);
    expect(incidentsWith(isUp, isSlow)).toEqual([
      ['00:05', '00:14', 'down', 'assistant database', 'The assistant didn’t reply. The database was slow.'],
    ]);
  });

  it('leave out a short slowness, tell the latest first, and go on until they end', () => {
    const isSlow: Flags = (minute, component) =>
      component === 'jobs' && (between(minute, 3, 5) || between(minute, 20, 30) || minute >= 110);
    expect(incidentsWith(() => true, isSlow).map(([start, end]) => [start, end])).toEqual([
      ['01:50', null],
      ['00:20', '00:30'],
    ]);
  });
});

describe('what people read', () => {
  it.each([
    [1, '100%'],
    [0.999996, '99.999%'],
    [0.9987, '99.87%'],
    [0.57, '57%'],
    [0, '0%'],
    [null, 'Not measured'],
  ])('%d is %s', (share, text) => {
    expect(percent(share)).toBe(text);
  });

  it.each([
    [0, '0 min'],
    [59, '59 min'],
    [60, '1 h'],
    [61, '1 h 1 min'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(duration(minutes)).toBe(text);
  });
});

it.each([
  [100, 0, 'up'],
  [2, 2, 'up'],
  [100, 4, 'up'],
  [100, 5, 'slow'],
  [10, 5, 'down'],
])('of %i requests, %i failures mean %s', (total, failed, state) => {
  expect(stateOfFailures(total, failed)).toBe(state);
});

it('a month ends where the next begins, also in December', () => {
  expect(monthRange('2026-12').to).toBe(monthRange('2027-01').from);
  expect(monthRange('2026-11').to - monthRange('2026-11').from).toBe(30 * MINUTES);
});
