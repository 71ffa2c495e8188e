import { expect, it } from 'vitest';
import { createEmptySlots } from './dialogue-state.ts';
import { chooseLikeliestItem, findItemInFocus } from './resolve-item.ts';

const itemSignal = (name: string, answerScore: number) => ({
  answerScore,
  item: { slot: 'service', id: name, name, text: name },
});

it.each([
  [
    'the item that is clearly the likeliest',
    [itemSignal('Teen Boxing', 0.6), itemSignal('Boxing Foundations', 0.12)],
    'Teen Boxing',
  ],
  [
    'nothing if two items are about as likely',
    [itemSignal('Gel Manicure', 0.61), itemSignal('Gel Removal', 0.59)],
    undefined,
  ],
  ['nothing if no item is likely', [itemSignal('Beard Trim', 0.11), itemSignal('Buzz Cut', 0.02)], undefined],
  ['nothing if there are no items', [], undefined],
])('chooses %s', (_, signals, name) => {
  expect(chooseLikeliestItem(signals)?.name).toBe(name);
});

it.each([
  [
    'chooses nothing by a name that several items share',
    [itemSignal('Women’s Cut', 0.6), itemSignal('Men’s Cut', 0.2)],
    undefined,
  ],
  [
    'chooses by the words besides a shared name',
    [itemSignal('Women’s Cut', 0.6), itemSignal('Men’s Cut', 0.62)],
    'Men’s Cut',
  ],
])('%s', (_, signals, name) => {
  const nameOnlySignals = [itemSignal('Women’s Cut', 0.6), itemSignal('Men’s Cut', 0.2)];
  expect(chooseLikeliestItem(signals, nameOnlySignals)?.name).toBe(name);
});

const [cut, fade] = ['Scissor Cut', 'Skin Fade'].map((name) => ({ slot: 'service', id: name, name }));

it.each([
  ['the only item that the customer mentioned', { focus: [cut!] }, 'Scissor Cut'],
  ['nothing if they mentioned two', { focus: [cut!, fade!] }, undefined],
  ['nothing that only the assistant mentioned', { focus: [{ ...cut!, told: true as const }] }, undefined],
  [
    'nothing that is booked already',
    { focus: [cut!], topic: { intent: 'salon.book', slots: createEmptySlots(), done: true } },
    undefined,
  ],
])('resolves to %s', (_, state, name) => {
  expect(findItemInFocus('service', state, () => true)?.name).toBe(name);
});
