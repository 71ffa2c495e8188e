import { expect, it } from 'vitest';
import { createTask } from './dialogue-state.ts';
import { parseAmbiguousNumber } from './people-or-time.ts';

const taskWith = (partySize?: number, time?: string) =>
  createTask('restaurant.reserve', {
    catalogEntities: {},
    industryEntities: {},
    ...(partySize === undefined ? {} : { partySize }),
    ...(time === undefined ? {} : { time }),
  });

it.each([
  ['actually make that 9, his mum is coming', taskWith(8, '19:00'), { number: 9, means: 'people' }],
  ['make it 7 actually', taskWith(6, '18:00'), { number: 7, means: 'either' }],
  ['make it 8 actually my mate finishes late', taskWith(4, '19:00'), undefined],
  ['make it 5', taskWith(4), { number: 5, means: 'people' }],
  ['make it 7', taskWith(undefined, '18:00'), undefined],
  ['Make that 9.', taskWith(8, '19:00'), { number: 9, means: 'people' }],
  ['make it 7:30', taskWith(6, '18:00'), undefined],
  ['make it 7pm', taskWith(6, '18:00'), undefined],
  ["make that 9 o'clock", taskWith(8, '19:00'), undefined],
  ['that would be nice', taskWith(8, '19:00'), undefined],
])('reads the number in "%s" as people, as either, or as a time', (text, activeTask, expected) => {
  expect(parseAmbiguousNumber(text, activeTask)).toEqual(expected);
});
