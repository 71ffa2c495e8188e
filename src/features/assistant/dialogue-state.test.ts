import { describe, expect, it } from 'vitest';
import { saying } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { emptySlots, mergeSlots, newTask } from './dialogue-state.ts';
import { composeParts, tidyPunctuation } from './reply.ts';

describe('what is remembered', () => {
  it.each([
    [
      'keeps what is not said again',
      { date: '2026-11-19', time: '19:00' },
      { time: '20:00' },
      { date: '2026-11-19', time: '20:00' },
    ],
    ['forgets nothing for what is undefined', { partySize: 4 }, { partySize: undefined }, { partySize: 4 }],
    ['takes what is new', {}, { name: 'Dana Fox' }, { name: 'Dana Fox' }],
  ])('%s', (_, before, now, after) => {
    expect(mergeSlots({ ...emptySlots(), ...before }, { ...emptySlots(), ...now })).toEqual({
      ...emptySlots(),
      ...after,
    });
  });

  it('replaces the words of a slot, and keeps those of others', () => {
    const before = { words: { ...saying('staff', 'Maria'), ...saying('service', 'Cut') }, own: { action: 'join' } };
    const after = mergeSlots(before, { words: saying('staff', 'Jordan'), own: { medication: 'metformin' } });
    expect(after.words).toEqual({ ...saying('staff', 'Jordan'), ...saying('service', 'Cut') });
    expect(after.own).toEqual({ action: 'join', medication: 'metformin' });
  });

  const bupa = { words: { ...saying('payer', 'Bupa'), ...saying('plan', 'Dental Choice') }, own: { plan: 'Choice' } };
  it.each<[string, Slots, Slots['words'], Slots['own']]>([
    ['another insurer', { ...emptySlots(), words: saying('payer', 'Denplan') }, saying('payer', 'Denplan'), {}],
    ['an insurer that is not known here', { ...emptySlots(), own: { payer: 'Cigna' } }, {}, { payer: 'Cigna' }],
    ['the same insurer', { ...emptySlots(), words: saying('payer', 'Bupa') }, bupa.words, bupa.own],
    [
      'another insurer and plan',
      { ...emptySlots(), words: { ...saying('payer', 'Denplan'), ...saying('plan', 'Care') } },
      { ...saying('payer', 'Denplan'), ...saying('plan', 'Care') },
      {},
    ],
  ])('keeps a plan only with its own insurer: %s', (_, now, words, own) => {
    expect(mergeSlots(bupa, now, { plan: 'payer' })).toEqual({ words, own });
  });

  it('changes nothing of what it was given', () => {
    const before = { ...emptySlots(), date: '2026-11-19' };
    mergeSlots(before, { ...emptySlots(), date: '2026-11-20', own: { action: 'join' } });
    expect(before).toEqual({ ...emptySlots(), date: '2026-11-19' });
  });

  it('begins a task with nothing asked', () => {
    expect(newTask('restaurant.reserve')).toEqual({
      intent: 'restaurant.reserve',
      slots: emptySlots(),
      input: {},
      asked: [],
      stuck: 0,
    });
  });
});

describe('parts of a reply', () => {
  const source = (id: string) => ({ kind: 'faq', id, title: id });

  it.each([
    [['We are open. ', ' Come by.'], 'We are open. Come by.'],
    [['', 'Yes.'], 'Yes.'],
    [['We close at 10 p.m..', 'See you.'], 'We close at 10 p.m. See you.'],
    [['Wait... what?'], 'Wait... what?'],
  ])('%j are said one after the other', (texts, text) => {
    expect(tidyPunctuation(composeParts(texts.map((each) => ({ text: each }))).text)).toBe(text);
  });

  it('show each suggestion and source once, six suggestions at most', () => {
    const part = composeParts([
      { text: 'a', suggestions: ['1', '2', '3', '4'], sources: [source('x')] },
      { text: 'b', suggestions: ['4', '5', '6', '7'], sources: [source('x'), source('y')] },
    ]);
    expect(part.suggestions).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(part.sources).toEqual([source('x'), source('y')]);
  });

  it('say a notice once, where the last of them says it, and answer a letter in paragraphs', () => {
    const notice = 'Recipes change, so please tell the staff about an allergy.';
    const parts = [`The soup has milk. ${notice}`, 'Parking is free.', `A table for two. ${notice} Shall I book it?`];
    expect(
      composeParts(
        parts.map((text) => ({ text })),
        '\n\n',
      ).text,
    ).toBe(`The soup has milk.\n\nParking is free.\n\nA table for two. ${notice} Shall I book it?`);
  });

  it('hand over where one of them does', () => {
    expect(composeParts([{ text: 'a' }, { text: 'b', handoff: true }]).handoff).toBe(true);
    expect(composeParts([{ text: 'a' }]).handoff).toBe(false);
  });
});
