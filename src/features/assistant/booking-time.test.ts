import { expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { chooseTime, selectDiscussedSlots, withRefusedTime } from './booking-time.ts';
import { createEmptySlots, createTask } from './dialogue-state.ts';

const slotsWith = (overrides: Partial<Slots>): Slots => ({ ...createEmptySlots(), ...overrides });
const staffSlots = (id: string) => ({ catalogEntities: { staff: [[{ id, name: id, said: id }]] } });

const task = {
  ...createTask('salon.book', slotsWith({ date: '2026-11-19', ...staffSlots('maria') })),
  refused: { date: '2026-11-20', time: '14:00' },
  offered: ['2026-11-19T09:00:00-05:00', '2026-11-21T14:00:00-05:00'],
};

it.each<[string, Partial<Slots>, { date?: string; time?: string }]>([
  ['a new day keeps the time', { date: '2026-11-23' }, { date: '2026-11-23', time: '14:00' }],
  ['a new day for which that time was offered keeps it', { date: '2026-11-21' }, { date: '2026-11-21', time: '14:00' }],
  ['a new day for which other times were offered does not keep it', { date: '2026-11-19' }, { date: '2026-11-19' }],
  ['the refused day does not keep it', { date: '2026-11-20' }, { date: '2026-11-20' }],
  ['a new time replaces it', { date: '2026-11-23', time: '10:00' }, { date: '2026-11-23', time: '10:00' }],
  ['another person keeps the day and time', staffSlots('jordan'), { date: '2026-11-20', time: '14:00' }],
  ['the same person keeps nothing', staffSlots('maria'), {}],
  ['a message without a day or person keeps nothing', { name: 'Dana Fox' }, {}],
])('after a refusal, %s', (_, entities, expected) => {
  const { date, time } = withRefusedTime(slotsWith(entities), task);
  expect({ date, time }).toEqual(expected);
});

it.each([
  ['day after?', '2026-11-20'],
  ['a bit later', '2026-11-19'],
])('%j refers to %s', (text, date) => {
  expect(selectDiscussedSlots(task, text).date).toBe(date);
});

it.each([
  ['yes please', undefined],
  ['the second', task.offered[1]],
  ['dana', undefined],
])('%j chooses %s', (text, time) => {
  expect(chooseTime(task.offered, text)).toBe(time);
});
