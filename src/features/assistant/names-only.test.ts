import { expect, it } from 'vitest';
import { namesOnly } from './names-only.ts';

const said = (slot: string, text: string, name: string) => ({ [slot]: [[{ id: 'x', name, said: text }]] });

it.each([
  ['root touch up', said('service', 'root touch up', 'Root Touch-Up')],
  ['the Death by Chocolate please', said('item', 'Death by Chocolate', 'Death by Chocolate')],
])('nothing but a name: %s', (message, words) => {
  expect(namesOnly(message, words)).toBe(true);
});

it.each([
  ['rash and fever', { ...said('service', 'rash', 'Sick visit'), ...said('staff', 'fever', 'Sick visit') }],
  ['I drank the bleach', said('item', 'bleach', 'Bleach')],
  ['hello', {}],
])('more than a name: %s', (message, words) => {
  expect(namesOnly(message, words)).toBe(false);
});
