import { expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { inContext } from './context.ts';
import { noSlots } from './state.ts';

const booked: Slots = { ...noSlots(), date: '2026-11-19', time: '17:00', name: 'Dana Fox', phone: '+12125550142' };

function read(text: string, intent: string, said: Partial<Slots> = {}, done = true) {
  const decision = { intent, confidence: 0.5, text, others: [] };
  const want = inContext(
    { decision, slots: { ...noSlots(), ...said } },
    { topic: { intent: 'salon.book', slots: booked, done } },
  );
  const { date, name, phone } = want.slots;
  return [want.decision.intent, date, name, phone];
}

it.each<[string, string, Partial<Slots>, (string | undefined)[]]>([
  // What is done is not begun anew by words that say nothing of it.
  ['ugh, is it?', 'unknown', {}, ['unknown', undefined, undefined, undefined]],
  ['and on friday?', 'unknown', { date: '2026-11-20' }, ['salon.book', '2026-11-20', 'Dana Fox', '+12125550142']],
  ['lovely, the same again', 'general.complaint', {}, ['salon.book', '2026-11-19', 'Dana Fox', '+12125550142']],
  ['and one for my mum too', 'unknown', {}, ['salon.book', '2026-11-19', undefined, '+12125550142']],
  ['one for my son', 'unknown', { name: 'Max Fox' }, ['salon.book', '2026-11-19', 'Max Fox', '+12125550142']],
])('once it is booked, %j, taken for %s', (text, intent, said, expected) => {
  expect(read(text, intent, said)).toEqual(expected);
});

it('before it is booked, it is still what is meant', () => {
  expect(read('ugh, is it?', 'unknown', {}, false)[0]).toBe('salon.book');
});
