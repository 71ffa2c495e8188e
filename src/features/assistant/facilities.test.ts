import { expect, it } from 'vitest';
import { facilityIn } from './facilities.ts';

it.each([
  ['is there a loo in the shop?', 'loo'],
  ['do you have any showers', 'showers'],
  ["where's the toilet", 'toilet'],
  ['is there a sauna? and parking?', 'sauna'],
  ['have ye got wifi', 'wifi'],
])('"%s" asks for what the house has', (text, name) => {
  expect(facilityIn(text)?.name).toBe(name);
});

it.each(['how much is the toilet brush', 'can you lift it up', 'a brow lift please', 'is there a class on friday'])(
  '"%s" does not',
  (text) => {
    expect(facilityIn(text)).toBeUndefined();
  },
);

it('knows what else speaks of it', () => {
  const { kind } = facilityIn('is there a lift?')!;
  expect(kind.test('Our rooms are on the ground floor, without steps.')).toBe(true);
  expect(kind.test('There is parking behind the building.')).toBe(false);
});
