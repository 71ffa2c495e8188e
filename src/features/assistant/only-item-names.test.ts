import { expect, it } from 'vitest';
import { containsOnlyItemNames } from './only-item-names.ts';

const mention = (slot: string, text: string, name: string) => ({ [slot]: [[{ id: 'x', name, said: text }]] });

it.each([
  ['root touch up', mention('service', 'root touch up', 'Root Touch-Up')],
  ['the Death by Chocolate please', mention('item', 'Death by Chocolate', 'Death by Chocolate')],
])('accepts a message that is only a name: %s', (message, mentions) => {
  expect(containsOnlyItemNames(message, mentions)).toBe(true);
});

it.each([
  ['rash and fever', { ...mention('service', 'rash', 'Sick visit'), ...mention('staff', 'fever', 'Sick visit') }],
  ['I drank the bleach', mention('item', 'bleach', 'Bleach')],
  ['hello', {}],
])('rejects a message with other content: %s', (message, mentions) => {
  expect(containsOnlyItemNames(message, mentions)).toBe(false);
});
