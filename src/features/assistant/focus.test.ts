import { describe, expect, it } from 'vitest';
import type { Slots } from '../../capability/dialogue.ts';
import { createPreviousTurn, type FocusEntity, updateFocus, updateRecentSources } from './focus.ts';

const mentionsOf = (...names: string[]) => names.map((name) => [{ id: name.toLowerCase(), name, said: name }]);
const slotRoles = {
  service: { role: 'service' },
  item: { role: 'goods' },
  avoid: { role: 'excluded' },
} as const;
const focusAfter = (
  previousFocus: readonly FocusEntity[],
  customerEntities: Slots['catalogEntities'],
  replyEntities: Slots['catalogEntities'],
) => updateFocus({ slots: slotRoles }, previousFocus, customerEntities, replyEntities);
const namesIn = (focus: ReturnType<typeof updateFocus>) => focus.map(({ name }) => name);

describe('the focus', () => {
  it('lists entities of the message, then of the reply, then of earlier turns', () => {
    const previousFocus = [{ slot: 'service', id: 'perm', name: 'Perm' }];
    const focus = focusAfter(
      previousFocus,
      { service: mentionsOf('Trim') },
      { service: mentionsOf('Colour'), staff: mentionsOf('Ana') },
    );
    expect(namesIn(focus)).toEqual(['Trim', 'Colour', 'Ana', 'Perm']);
  });

  it('lists each entity once, at its latest mention', () => {
    const previousFocus = ['Perm', 'Trim'].map((name) => ({ slot: 'service', id: name.toLowerCase(), name }));
    expect(namesIn(focusAfter(previousFocus, { service: mentionsOf('Trim') }, {}))).toEqual(['Trim', 'Perm']);
  });

  it('ignores long lists and ambiguous mentions', () => {
    expect(focusAfter([], {}, { item: mentionsOf('Soup', 'Salad', 'Steak', 'Fish') })).toEqual([]);
    const ambiguousMention = [[...mentionsOf('Soup')[0]!, ...mentionsOf('Salad')[0]!]];
    expect(focusAfter([], { item: ambiguousMention }, {})).toEqual([]);
  });

  it('drops old entities, and slots that are not items', () => {
    const manyEntities = Array.from({ length: 20 }, (_, n) => ({ slot: 'item', id: `${n}`, name: `${n}` }));
    expect(focusAfter(manyEntities, { avoid: mentionsOf('Nuts'), item: mentionsOf('Soup') }, {})).toHaveLength(8);
    expect(namesIn(focusAfter([], { avoid: mentionsOf('Nuts') }, {}))).toEqual([]);
  });
});

it('truncates the message and the reply of the previous turn', () => {
  expect(createPreviousTurn('a'.repeat(1_000), 'b'.repeat(1_000))).toEqual({
    said: 'a'.repeat(150),
    told: `${'b'.repeat(200)} ${'b'.repeat(200)}`,
  });
});

it('remembers a limited number of sources, most recent first', () => {
  const source = (id: string) => ({ kind: 'faq', id, title: '' });
  expect(updateRecentSources(['faq 1', 'faq 2'], [source('2'), source('3')])).toEqual(['faq 2', 'faq 3', 'faq 1']);
  expect(updateRecentSources(['1', '2', '3', '4', '5', '6'], [source('7')])).toHaveLength(6);
});

it('does not cut an emoji in half', () => {
  const { said, told } = createPreviousTurn(`hi ${'🙂'.repeat(200)}`, `x${'🙂'.repeat(300)}`);
  expect([said.isWellFormed(), told.isWellFormed()]).toEqual([true, true]);
});
