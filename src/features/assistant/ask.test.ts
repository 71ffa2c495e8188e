import { expect, it } from 'vitest';
import { documentOf, industryOf } from '../../../test/document.ts';
import { sayFor } from '../../capability/say.ts';
import { ask, choose, thanked } from './ask.ts';
import { newTask, noSlots, type Task } from './state.ts';
import type { Turn } from './turn.ts';

const business = documentOf('salon');
const capability = industryOf('salon').capabilities.find(({ name }) => name === 'salon.book')!;
const turn = { ctx: { business, now: new Date() }, say: sayFor(business), text: '' } as unknown as Turn;
const among = ['Balayage', 'Blowout'].map((name) => ({ id: name, name, said: 'b' }));

it('asks in other words the second time, and offers a person after that', async () => {
  const first = choose(turn, newTask('salon.book'), { slot: 'service', among });
  expect(first.part.text).toBe('Which service would you like: Balayage or Blowout?');
  const second = choose(turn, first.task!, { slot: 'service', among });
  expect(second.part.text).toMatch(/^Which service would it be: Balayage or Blowout\? If you're not sure/);
  const third = choose(turn, second.task!, { slot: 'service', among });
  expect(third).toMatchObject({ offer: { intent: 'general.human' } });
  expect(third.task).toBeUndefined();
});

it('asks anew for something else', async () => {
  const task: Task = { ...newTask('salon.book'), put: { field: 'stylist', times: 2 } };
  const { task: next } = await ask(turn, capability, task, {}, ['service']);
  expect(next!.put).toEqual({ field: 'service', times: 1 });
});

it('asks for a name as often as it takes', async () => {
  const task = newTask('salon.book');
  const again = (await ask(turn, capability, task, {}, ['customer.name'])).task!;
  expect((await ask(turn, capability, again, {}, ['customer.name'])).part.text).toBe(
    'What name shall I book it under?',
  );
});

it('thanks for a name where it asks for the same again', () => {
  const before = { ...newTask('salon.book'), asked: ['service'] };
  const named = { ...before, slots: { ...noSlots(), name: 'Dana Fox' } };
  const step = { part: { text: 'Which one?' }, task: named };
  expect(thanked(before, step).part.text).toBe('Thank you, Dana. Which one?');
  expect(thanked({ ...before, asked: ['startsAt'] }, step).part.text).toBe('Which one?');
  expect(thanked(named, step).part.text).toBe('Which one?');
});
