import { expect, it } from 'vitest';
import { findFacility } from './facilities.ts';

it.each([
  ['is there a loo in the shop?', 'loo'],
  ['do you have any showers', 'showers'],
  ["where's the toilet", 'toilet'],
  ['is there a sauna? and parking?', 'sauna'],
  ['have ye got wifi', 'wifi'],
])('finds the facility in "%s"', (text, name) => {
  expect(findFacility(text)?.name).toBe(name);
});

it.each(['how much is the toilet brush', 'can you lift it up', 'a brow lift please', 'is there a class on friday'])(
  'finds no facility in "%s"',
  (text) => {
    expect(findFacility(text)).toBeUndefined();
  },
);

it('matches passages about the facility', () => {
  const { relatedPattern } = findFacility('is there a lift?')!;
  expect(relatedPattern.test('Our rooms are on the ground floor, without steps.')).toBe(true);
  expect(relatedPattern.test('There is parking behind the building.')).toBe(false);
});
