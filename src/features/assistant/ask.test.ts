import { expect, it } from 'vitest';
import { findIndustry, fixtureDocument } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { acknowledgeName, askForSlot, askToChoose } from './ask.ts';
import { type ActiveTask, emptySlots, newTask } from './dialogue-state.ts';
import type { Turn } from './turn.ts';

const business = fixtureDocument('salon');
const capability = findIndustry('salon').capabilities.find(({ name }) => name === 'salon.book')!;
const turn = {
  ctx: { business, now: new Date() },
  capabilities: new Map([[capability.name, capability]]),
  format: formatterFor(business),
  text: '',
} as unknown as Turn;
const among = ['Balayage', 'Blowout'].map((name) => ({ id: name, name, said: 'b' }));

it('rephrases the second question, then offers a person', async () => {
  const first = askToChoose(turn, newTask('salon.book'), { slot: 'service', among });
  expect(first.part.text).toBe('Which service would you like: Balayage ($220) or Blowout ($45)?');
  expect(first.part.suggestions).toEqual(['Balayage', 'Blowout']);
  const second = askToChoose(turn, first.task!, { slot: 'service', among });
  expect(second.part.text).toMatch(/^Which service would it be: Balayage or Blowout\? If you're not sure/);
  const third = askToChoose(turn, second.task!, { slot: 'service', among });
  expect(third).toMatchObject({ offer: { intent: 'general.human' } });
  expect(third.task).toBeUndefined();
});

it('counts the questions for each field separately', async () => {
  const task: ActiveTask = { ...newTask('salon.book'), repeatedQuestion: { field: 'stylist', times: 2 } };
  const { task: next } = await askForSlot(turn, capability, task, {}, ['service']);
  expect(next!.repeatedQuestion).toEqual({ field: 'service', times: 1 });
});

it('asks for a name without a limit', async () => {
  const task = newTask('salon.book');
  const askedTask = (await askForSlot(turn, capability, task, {}, ['customer.name'])).task!;
  expect((await askForSlot(turn, capability, askedTask, {}, ['customer.name'])).part.text).toBe(
    'What name should I book it under?',
  );
});

it('thanks for a name before it repeats a question', () => {
  const before = { ...newTask('salon.book'), requestedSlots: ['service'] };
  const named = { ...before, slots: { ...emptySlots(), name: 'Dana Fox' } };
  const step = { part: { text: 'Which one?' }, task: named };
  expect(acknowledgeName(before, step).part.text).toBe('Thank you, Dana. Which one?');
  expect(acknowledgeName({ ...before, requestedSlots: ['startsAt'] }, step).part.text).toBe('Which one?');
  expect(acknowledgeName(named, step).part.text).toBe('Which one?');
});
