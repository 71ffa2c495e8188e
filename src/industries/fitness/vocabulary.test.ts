import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import type { Fitness } from './schema.ts';
import { createFitnessVocabulary, extractFitnessEntities } from './vocabulary.ts';

describe('actions on a membership', () => {
  it.each<[string, string | undefined]>([
    ['I want to join', 'join'],
    ['sign me up for Plus', 'join'],
    ["i'd like to freeze my membership for a month", 'freeze'],
    ['can i put it on hold', 'freeze'],
    ['pause instead of cancel', 'freeze'],
    ['upgrade me to Elite', 'upgrade'],
    ['switch from Basic to Plus', 'upgrade'],
    ['cancel my membership', 'cancel'],
    ['how do I quit the gym', 'cancel'],
    ['what does Plus cost', undefined],
  ])('%j: %s', (text, action) => {
    expect(extractFitnessEntities(text).action).toBe(action);
  });
});

it.each<[string, string | undefined]>([
  ["I've never lifted before", 'beginner'],
  ['anything for a total beginner', 'beginner'],
  ["I'm just starting out", 'beginner'],
  ['good for first-timers?', 'beginner'],
  ['never done it before', 'beginner'],
  ["I'm pretty experienced", 'advanced'],
  ['what is starting at six', undefined],
  ['when is spin', undefined],
])('the level implied by %j: %s', (text, level) => {
  expect(extractFitnessEntities(text).level).toBe(level);
});

it('contains classes, people, plans, levels and specialties without duplicates', () => {
  const vocabulary = createFitnessVocabulary(readFixtureDocument('fitness').fitness as Fitness);
  const namesInSlot = (slot: string) => vocabulary.filter((word) => word.slot === slot).map(({ name }) => name);
  expect(namesInSlot('class')).toEqual(['Sunrise Yoga', 'HIIT Blast', 'Spin']);
  expect(namesInSlot('staff')).toEqual(['Marcus Reed', 'Ana Silva', 'Lena Ortiz']);
  expect(namesInSlot('plan')).toEqual(['Basic', 'Plus', 'Elite']);
  expect(namesInSlot('level')).toEqual(['all levels', 'advanced', 'beginner']);
  expect(namesInSlot('training')).toEqual(['personal training']);
  expect(namesInSlot('specialty')).toEqual(['strength', 'weight loss', 'mobility', 'postnatal']);
});
