import { describe, expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { type FocusEntity, previousTurnOf, updateFocus, updateToldSources } from './focus.ts';

const word = (...names: string[]) => names.map((name) => [{ id: name.toLowerCase(), name, said: name }]);
const slots = {
  service: { role: 'service' },
  item: { role: 'goods' },
  avoid: { role: 'excluded' },
} as const;
const after = (...said: [before: readonly FocusEntity[], said: Slots['words'], told: Slots['words']]) =>
  updateFocus({ slots }, ...said);
const names = (focus: ReturnType<typeof updateFocus>) => focus.map(({ name }) => name);

describe('the focus', () => {
  it('has what the customer named before what they were told, and both before what was named earlier', () => {
    const before = [{ slot: 'service', id: 'perm', name: 'Perm' }];
    const focus = after(before, { service: word('Trim') }, { service: word('Colour'), staff: word('Ana') });
    expect(names(focus)).toEqual(['Trim', 'Colour', 'Ana', 'Perm']);
  });

  it('has each thing once, where it was named last', () => {
    const before = ['Perm', 'Trim'].map((name) => ({ slot: 'service', id: name.toLowerCase(), name }));
    expect(names(after(before, { service: word('Trim') }, {}))).toEqual(['Trim', 'Perm']);
  });

  it('takes nothing from a list of everything, nor what could be several things', () => {
    expect(after([], {}, { item: word('Soup', 'Salad', 'Steak', 'Fish') })).toEqual([]);
    const either = [[...word('Soup')[0]!, ...word('Salad')[0]!]];
    expect(after([], { item: either }, {})).toEqual([]);
  });

  it('forgets what is long past, and what is no thing', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ slot: 'item', id: `${n}`, name: `${n}` }));
    expect(after(many, { avoid: word('Nuts'), item: word('Soup') }, {})).toHaveLength(8);
    expect(names(after([], { avoid: word('Nuts') }, {}))).toEqual([]);
  });
});

it('what was said last is bounded on both sides', () => {
  expect(previousTurnOf('a'.repeat(1_000), 'b'.repeat(1_000))).toEqual({
    said: 'a'.repeat(150),
    told: `${'b'.repeat(200)} ${'b'.repeat(200)}`,
  });
});

it('what was told is remembered for a few answers, the last first', () => {
  const source = (id: string) => ({ kind: 'faq', id, title: '' });
  expect(updateToldSources(['faq 1', 'faq 2'], [source('2'), source('3')])).toEqual(['faq 2', 'faq 3', 'faq 1']);
  expect(updateToldSources(['1', '2', '3', '4', '5', '6'], [source('7')])).toHaveLength(6);
});

it('keeps no half of an emoji where it cuts', () => {
  const { said, told } = previousTurnOf(`hi ${'🙂'.repeat(200)}`, `x${'🙂'.repeat(300)}`);
  expect([said.isWellFormed(), told.isWellFormed()]).toEqual([true, true]);
});
