import { describe, expect, it } from 'vitest';
import { judgeFailures } from './heartbeat.ts';
import { findMonthRange } from './read.ts';
import { formatMinutes, formatPercent } from './render.ts';
import {
  COMPONENT_NAMES,
  calculateAvailability,
  createTimeline,
  findIncidents,
  findWorstStates,
  type RecordedDay,
  summarize,
  toMinute,
} from './timeline.ts';

const MINUTES_PER_DAY = 1_440;
const toBits = (isSet: (minute: number) => boolean) =>
  Array.from({ length: MINUTES_PER_DAY }, (_, minute) => (isSet(minute) ? '1' : '0')).join('');
type MinuteFlag = (minute: number, component: string) => boolean;

/** The records of all components for one day. */
const createRecordedDay = (date: string, isUp: MinuteFlag, isSlow: MinuteFlag = () => false): RecordedDay[] =>
  COMPONENT_NAMES.map((component) => ({
    day: date,
    component,
    up: toBits((minute) => isUp(minute, component)),
    slow: toBits((minute) => isSlow(minute, component)),
  }));
const isBetween = (minute: number, from: number, to: number) => minute >= from && minute < to;
const createMinuteRange = (from: string, to: string) => [toMinute(new Date(from)), toMinute(new Date(to))] as const;

describe('a timeline', () => {
  it('begins with the first recorded minute, since what came before was not measured', () => {
    const days = createRecordedDay('2026-11-17', (minute) => minute >= 600);
    const timeline = createTimeline(days, ...createMinuteRange('2026-11-01', '2026-11-17T12:00Z'));
    expect(timeline.startMinute).toBe(toMinute(new Date('2026-11-17T10:00Z')));
    expect(summarize(findWorstStates(timeline), timeline.startMinute)).toEqual({
      total: { measuredMinutes: 120, downMinutes: 0, slowMinutes: 0 },
      days: [{ date: '2026-11-17', measuredMinutes: 120, downMinutes: 0, slowMinutes: 0 }],
      current: 'up',
    });
  });

  it('is empty where nothing was recorded', () => {
    const timeline = createTimeline([], ...createMinuteRange('2026-11-01', '2026-11-17'));
    const { total, days, current } = summarize(findWorstStates(timeline), timeline.startMinute);
    expect([calculateAvailability(total), days, current, findIncidents(timeline)]).toEqual([null, [], 'up', []]);
  });

  it('counts unrecorded minutes and whole days as down', () => {
    const days = [
      ...createRecordedDay('2026-11-14', (minute) => minute < 1_430),
      ...createRecordedDay('2026-11-16', (minute) => minute >= 5),
    ];
    const timeline = createTimeline(days, ...createMinuteRange('2026-11-14', '2026-11-16T01:00Z'));
    const { total, days: summaries } = summarize(findWorstStates(timeline), timeline.startMinute);
    expect(total).toEqual({
      measuredMinutes: 2 * MINUTES_PER_DAY + 60,
      downMinutes: 10 + MINUTES_PER_DAY + 5,
      slowMinutes: 0,
    });
    expect(summaries.map(({ date, downMinutes }) => [date, downMinutes])).toEqual([
      ['2026-11-14', 10],
      ['2026-11-15', MINUTES_PER_DAY],
      ['2026-11-16', 5],
    ]);
    expect(findIncidents(timeline)).toEqual([
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
    const days = createRecordedDay(
      '2026-11-17',
      (minute, component) => !(component === 'channels' && isBetween(minute, 30, 40)),
      (minute, component) => isJobs(component) && isBetween(minute, 10, 20),
    );
    const timeline = createTimeline(days, ...createMinuteRange('2026-11-17', '2026-11-17T01:00Z'));
    const { total, current } = summarize(findWorstStates(timeline), timeline.startMinute);
    expect([total, current]).toEqual([{ measuredMinutes: 60, downMinutes: 10, slowMinutes: 10 }, 'up']);
    expect(summarize(timeline.states.jobs, timeline.startMinute).total.downMinutes).toBe(0);
  });
});

describe('incidents', () => {
  const findIncidentsWith = (isUp: MinuteFlag, isSlow: MinuteFlag = () => false) =>
    findIncidents(
      createTimeline(
        createRecordedDay('2026-11-17', isUp, isSlow),
        ...createMinuteRange('2026-11-17', '2026-11-17T02:00Z'),
      ),
    ).map(({ startedAt, endedAt, state, components, summary }) => [
      startedAt.toISOString().slice(11, 16),
      endedAt?.toISOString().slice(11, 16) ?? null,
      state,
      components.join(' '),
      summary,
    ]);

  it('name the components, and combine disruptions that are close to each other', () => {
    const isUp: MinuteFlag = (minute, component) => !(component === 'assistant' && isBetween(minute, 12, 14));
    const isSlow: MinuteFlag = (minute, component) => component === 'database' && isBetween(minute, 5, 10);
    expect(findIncidentsWith(isUp, isSlow)).toEqual([
      ['00:05', '00:14', 'down', 'assistant database', 'The assistant didn’t reply. The database was slow.'],
    ]);
  });

  it('leave out short slowness, are listed latest first, and have no end while they go on', () => {
    const isSlow: MinuteFlag = (minute, component) =>
      component === 'jobs' && (isBetween(minute, 3, 5) || isBetween(minute, 20, 30) || minute >= 110);
    expect(findIncidentsWith(() => true, isSlow).map(([start, end]) => [start, end])).toEqual([
      ['01:50', null],
      ['00:20', '00:30'],
    ]);
  });
});

describe('figures on the page', () => {
  it.each([
    [1, '100%'],
    [0.999996, '99.999%'],
    [0.9987, '99.87%'],
    [0.57, '57%'],
    [0, '0%'],
    [null, 'Not measured'],
  ])('show the share %d as %s', (share, text) => {
    expect(formatPercent(share)).toBe(text);
  });

  it.each([
    [0, '0 min'],
    [59, '59 min'],
    [60, '1 h'],
    [61, '1 h 1 min'],
  ])('show %i minutes as %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });
});

it.each([
  [100, 0, 'up'],
  [2, 2, 'up'],
  [100, 4, 'up'],
  [100, 5, 'slow'],
  [10, 5, 'down'],
])('of %i requests, %i failures mean %s', (total, failed, state) => {
  expect(judgeFailures(total, failed)).toBe(state);
});

it('a month’s range ends where the next month’s begins, also in December', () => {
  expect(findMonthRange('2026-12').to).toBe(findMonthRange('2027-01').from);
  expect(findMonthRange('2026-11').to - findMonthRange('2026-11').from).toBe(30 * MINUTES_PER_DAY);
});
