import { expect, it } from 'vitest';
import { emptySlots } from './dialogue-state.ts';
import { itemInFocus, likeliestItem } from './resolve-item.ts';

const near = (name: string, answers: number) => ({ answers, thing: { slot: 'service', id: name, name, text: name } });

it.each([
  ['what is clearly nearest', [near('Teen Boxing', 0.6), near('Boxing Foundations', 0.12)], 'Teen Boxing'],
  ['nothing where two are about as near', [near('Gel Manicure', 0.61), near('Gel Removal', 0.59)], undefined],
  ['nothing that is far from all of them', [near('Beard Trim', 0.11), near('Buzz Cut', 0.02)], undefined],
  ['nothing where nothing is on offer', [], undefined],
])('takes %s', (_, signals, name) => {
  expect(likeliestItem(signals)?.name).toBe(name);
});

const [cut, fade] = ['Scissor Cut', 'Skin Fade'].map((name) => ({ slot: 'service', id: name, name }));

it.each([
  ['the one thing that they spoke of', { focus: [cut!] }, 'Scissor Cut'],
  ['none of two', { focus: [cut!, fade!] }, undefined],
  ['nothing that only we named', { focus: [{ ...cut!, told: true as const }] }, undefined],
  [
    'nothing that is booked',
    { focus: [cut!], topic: { intent: 'salon.book', slots: emptySlots(), done: true } },
    undefined,
  ],
])('takes %s', (_, state, name) => {
  expect(itemInFocus('service', state, () => true)?.name).toBe(name);
});
