import { expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { acknowledgeName, askForSlot, askToChoose } from './ask.ts';
import { type ActiveTask, createEmptySlots, createTask } from './dialogue-state.ts';
import type { Turn } from './turn.ts';

const business = readFixtureDocument('salon');
const capability = findIndustry('salon').capabilities.find(({ name }) => name === 'salon.book')!;
const turn = {
  ctx: { business, now: new Date() },
  capabilities: new Map([[capability.name, capability]]),
  format: formatterFor(business),
  text: '',
} as unknown as Turn;
const candidates = ['Balayage', 'Blowout'].map((name) => ({ id: name, name, said: 'b' }));

it('rephrases a question the second time, and offers a person the third time', async () => {
  const firstStep = askToChoose(turn, createTask('salon.book'), { slot: 'service', candidates });
  expect(firstStep.part.text).toBe('Which service would you like: Balayage ($220) or Blowout ($45)?');
  expect(firstStep.part.suggestions).toEqual(['Balayage', 'Blowout']);
  const secondStep = askToChoose(turn, firstStep.task!, { slot: 'service', candidates });
  expect(secondStep.part.text).toMatch(/^Which service would it be: Balayage or Blowout\? If you're not sure/);
  const thirdStep = askToChoose(turn, secondStep.task!, { slot: 'service', candidates });
  expect(thirdStep).toMatchObject({ offer: { intent: 'general.human' } });
  expect(thirdStep.task).toBeUndefined();
});

it('counts the questions for each field separately', async () => {
  const task: ActiveTask = { ...createTask('salon.book'), repeatedQuestion: { field: 'stylist', times: 2 } };
  const { task: nextTask } = await askForSlot(turn, capability, task, {}, ['service']);
  expect(nextTask!.repeatedQuestion).toEqual({ field: 'service', times: 1 });
});

it('asks for a name however often it was asked already', async () => {
  const task = createTask('salon.book');
  const askedTask = (await askForSlot(turn, capability, task, {}, ['customer.name'])).task!;
  expect((await askForSlot(turn, capability, askedTask, {}, ['customer.name'])).part.text).toBe(
    'What name should I book it under?',
  );
});

it('thanks for a name before it repeats a question', () => {
  const previousTask = { ...createTask('salon.book'), requestedSlots: ['service'] };
  const namedTask = { ...previousTask, slots: { ...createEmptySlots(), name: 'Dana Fox' } };
  const step = { part: { text: 'Which one?' }, task: namedTask };
  expect(acknowledgeName(previousTask, step).part.text).toBe('Thank you, Dana. Which one?');
  expect(acknowledgeName({ ...previousTask, requestedSlots: ['startsAt'] }, step).part.text).toBe('Which one?');
  expect(acknowledgeName(namedTask, step).part.text).toBe('Which one?');
});
