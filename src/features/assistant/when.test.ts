import { expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { emptySlots, newTask } from './dialogue-state.ts';
import { chooseTime, talkedOf, withRefused } from './when.ts';

const said = (more: Partial<Slots>): Slots => ({ ...emptySlots(), ...more });
const withStaff = (id: string) => ({ words: { staff: [[{ id, name: id, said: id }]] } });

const task = {
  ...newTask('salon.book', said({ date: '2026-11-19', ...withStaff('maria') })),
  refused: { date: '2026-11-20', time: '14:00' },
  offered: ['2026-11-19T09:00:00-05:00', '2026-11-21T14:00:00-05:00'],
};

it.each<[string, Partial<Slots>, { date?: string; time?: string }]>([
  ['another day keeps the time', { date: '2026-11-23' }, { date: '2026-11-23', time: '14:00' }],
  ['so does a day for which it was named', { date: '2026-11-21' }, { date: '2026-11-21', time: '14:00' }],
  ['not one for which others were named', { date: '2026-11-19' }, { date: '2026-11-19' }],
  ['nor the day that was refused', { date: '2026-11-20' }, { date: '2026-11-20' }],
  ['a time of its own counts', { date: '2026-11-23', time: '10:00' }, { date: '2026-11-23', time: '10:00' }],
  ['somebody else is wished for at the time of before', withStaff('jordan'), { date: '2026-11-20', time: '14:00' }],
  ['the same person is not', withStaff('maria'), {}],
  ['who says nothing of a time changes none', { name: 'Dana Fox' }, {}],
])('after a refusal %s', (_, entities, { date, time }) => {
  const { date: day, time: clock } = withRefused(said(entities), task);
  expect([day, clock]).toEqual([date, time]);
});

it.each([
  ['day after?', '2026-11-20'],
  ['a bit later', '2026-11-19'],
])('%j is said of %s', (text, date) => {
  expect(talkedOf(task, text).date).toBe(date);
});

it.each([
  ['yes please', undefined],
  ['the second', task.offered[1]],
  ['dana', undefined],
])('%j chooses %s', (text, time) => {
  expect(chooseTime(task.offered, text)).toBe(time);
});
