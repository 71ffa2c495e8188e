import { expect, it } from 'vitest';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { readStoredState } from './stored-state.ts';

const serviceMentions = { service: [[{ id: 'cut', name: 'Cut', said: 'a cut' }]] };

it('gives the fields of an earlier version their new names', () => {
  const slots = { time: '15:00', words: serviceMentions, own: { action: 'join' } };
  const task = { intent: 'salon.book', slots, input: {}, asked: ['startsAt'], stuck: 1, called: 'Cut' };
  const oldState = { task, paused: [task], topic: { intent: 'salon.book', slots }, turns: 3 };
  const currentSlots = { time: '15:00', catalogEntities: serviceMentions, industryEntities: { action: 'join' } };
  const currentTask = {
    intent: 'salon.book',
    slots: currentSlots,
    input: {},
    requestedSlots: ['startsAt'],
    failedAttempts: 1,
    displayName: 'Cut',
  };
  expect(readStoredState(oldState as unknown as DialogueState)).toEqual({
    task: currentTask,
    paused: [currentTask],
    topic: { intent: 'salon.book', slots: currentSlots },
    turns: 3,
  });
});

it('leaves a current state as it is', () => {
  const task = {
    intent: 'salon.book',
    slots: createEmptySlots(),
    input: {},
    requestedSlots: ['startsAt'],
    failedAttempts: 0,
  };
  const state = { task, offer: { intent: 'salon.book', slots: createEmptySlots() }, told: ['faq 1'] };
  expect(readStoredState(state)).toEqual(state);
});
