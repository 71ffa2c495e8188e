import { describe, expect, it } from 'vitest';
import { createSlotMentions } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { createEmptySlots, createTask, mergeSlots } from './dialogue-state.ts';
import { composeParts, tidyPunctuation } from './reply.ts';

describe('slots of a task', () => {
  it.each([
    [
      'keeps values that are not mentioned again',
      { date: '2026-11-19', time: '19:00' },
      { time: '20:00' },
      { date: '2026-11-19', time: '20:00' },
    ],
    ['ignores undefined values', { partySize: 4 }, { partySize: undefined }, { partySize: 4 }],
    ['adds new values', {}, { name: 'Dana Fox' }, { name: 'Dana Fox' }],
  ])('%s', (_, previousSlots, currentSlots, expectedSlots) => {
    expect(mergeSlots({ ...createEmptySlots(), ...previousSlots }, { ...createEmptySlots(), ...currentSlots })).toEqual(
      {
        ...createEmptySlots(),
        ...expectedSlots,
      },
    );
  });

  it('replaces the entities of a slot and keeps those of other slots', () => {
    const previousSlots = {
      catalogEntities: { ...createSlotMentions('staff', 'Maria'), ...createSlotMentions('service', 'Cut') },
      industryEntities: { action: 'join' },
    };
    const mergedSlots = mergeSlots(previousSlots, {
      catalogEntities: createSlotMentions('staff', 'Jordan'),
      industryEntities: { medication: 'metformin' },
    });
    expect(mergedSlots.catalogEntities).toEqual({
      ...createSlotMentions('staff', 'Jordan'),
      ...createSlotMentions('service', 'Cut'),
    });
    expect(mergedSlots.industryEntities).toEqual({ action: 'join', medication: 'metformin' });
  });

  const bupaSlots = {
    catalogEntities: { ...createSlotMentions('payer', 'Bupa'), ...createSlotMentions('plan', 'Dental Choice') },
    industryEntities: { plan: 'Choice' },
  };
  it.each<[string, Slots, Slots['catalogEntities'], Slots['industryEntities']]>([
    [
      'another insurer',
      { ...createEmptySlots(), catalogEntities: createSlotMentions('payer', 'Denplan') },
      createSlotMentions('payer', 'Denplan'),
      {},
    ],
    [
      'an insurer that is not in the catalog',
      { ...createEmptySlots(), industryEntities: { payer: 'Cigna' } },
      {},
      { payer: 'Cigna' },
    ],
    [
      'the same insurer',
      { ...createEmptySlots(), catalogEntities: createSlotMentions('payer', 'Bupa') },
      bupaSlots.catalogEntities,
      bupaSlots.industryEntities,
    ],
    [
      'another insurer and plan',
      {
        ...createEmptySlots(),
        catalogEntities: { ...createSlotMentions('payer', 'Denplan'), ...createSlotMentions('plan', 'Care') },
      },
      { ...createSlotMentions('payer', 'Denplan'), ...createSlotMentions('plan', 'Care') },
      {},
    ],
  ])('drops the plan of a replaced insurer: %s', (_, currentSlots, catalogEntities, industryEntities) => {
    expect(mergeSlots(bupaSlots, currentSlots, { plan: 'payer' })).toEqual({ catalogEntities, industryEntities });
  });

  it('does not modify its arguments', () => {
    const previousSlots = { ...createEmptySlots(), date: '2026-11-19' };
    mergeSlots(previousSlots, { ...createEmptySlots(), date: '2026-11-20', industryEntities: { action: 'join' } });
    expect(previousSlots).toEqual({ ...createEmptySlots(), date: '2026-11-19' });
  });

  it('starts a task without requested slots', () => {
    expect(createTask('restaurant.reserve')).toEqual({
      intent: 'restaurant.reserve',
      slots: createEmptySlots(),
      input: {},
      requestedSlots: [],
      failedAttempts: 0,
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
  ])('%j are joined', (texts, joinedText) => {
    expect(tidyPunctuation(composeParts(texts.map((text) => ({ text }))).text)).toBe(joinedText);
  });

  it('list each suggestion and source once, with at most six suggestions', () => {
    const part = composeParts([
      { text: 'a', suggestions: ['1', '2', '3', '4'], sources: [source('x')] },
      { text: 'b', suggestions: ['4', '5', '6', '7'], sources: [source('x'), source('y')] },
    ]);
    expect(part.suggestions).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(part.sources).toEqual([source('x'), source('y')]);
  });

  it('keep a repeated notice only in the last part, and can be separated by paragraphs', () => {
    const notice = 'Recipes change, so please tell the staff about an allergy.';
    const parts = [`The soup has milk. ${notice}`, 'Parking is free.', `A table for two. ${notice} Shall I book it?`];
    expect(
      composeParts(
        parts.map((text) => ({ text })),
        '\n\n',
      ).text,
    ).toBe(`The soup has milk.\n\nParking is free.\n\nA table for two. ${notice} Shall I book it?`);
  });

  it('hand over if one of them does', () => {
    expect(composeParts([{ text: 'a' }, { text: 'b', handoff: true }]).handoff).toBe(true);
    expect(composeParts([{ text: 'a' }]).handoff).toBe(false);
  });
});
