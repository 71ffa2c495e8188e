import { expect, it } from 'vitest';
import { newTask } from './dialogue-state.ts';
import { parseAmbiguousNumber } from './people-or-time.ts';

const task = (partySize?: number, time?: string) =>
  newTask('restaurant.reserve', {
    catalogEntities: {},
    industryEntities: {},
    ...(partySize === undefined ? {} : { partySize }),
    ...(time === undefined ? {} : { time }),
  });

it.each([
  ['actually make that 9, his mum is coming', task(8, '19:00'), { number: 9, means: 'people' }],
  ['make it 7 actually', task(6, '18:00'), { number: 7, means: 'either' }],
  ['make it 8 actually my mate finishes late', task(4, '19:00'), undefined],
  ['make it 5', task(4), { number: 5, means: 'people' }],
  ['make it 7', task(undefined, '18:00'), undefined],
  ['make it 7:30', task(6, '18:00'), undefined],
  ['make it 7pm', task(6, '18:00'), undefined],
  ["make that 9 o'clock", task(8, '19:00'), undefined],
  ['that would be nice', task(8, '19:00'), undefined],
])('reads the number in "%s" as people, as either, or as a time', (text, activeTask, expected) => {
  expect(parseAmbiguousNumber(text, activeTask)).toEqual(expected);
});
