import { expect, it } from 'vitest';
import { createSlotMentions, findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { findPersonIdsInFocus, withPeopleInFocus } from './people-in-focus.ts';
import type { Turn } from './turn.ts';

const now = new Date('2026-11-18T17:00:00Z');
const business = readFixtureDocument('salon');
const industry = findIndustry('salon');
const bookCapability = industry.capabilities.find(({ name }) => name === 'salon.book')!;
const turnOf = (text: string) =>
  ({
    ctx: { business, now },
    businessContext: { business, industry, now },
    format: formatterFor(business),
    text,
  }) as unknown as Turn;

const stateAfter = (customerMessage: string, reply: string, otherState: DialogueState = {}): DialogueState => ({
  before: { said: customerMessage, told: reply },
  ...otherState,
});
const jordanInFocus = stateAfter('is he in on fridays', 'Yes. Jordan Kim is here on Friday.');
const staffIdsFor = (text: string, state: DialogueState, catalogEntities = {}) =>
  withPeopleInFocus(turnOf(text), bookCapability, { ...createEmptySlots(), catalogEntities }, state)
    .catalogEntities.staff?.flat()
    .map(({ id }) => id);

it('resolves a pronoun to the last message, else to its reply, else to the focus', () => {
  expect(findPersonIdsInFocus(turnOf('when is he in'), stateAfter('is maria in', 'No, but Jordan Kim is.'))).toEqual([
    'maria',
  ]);
  expect(findPersonIdsInFocus(turnOf('when is he in'), jordanInFocus)).toEqual(['jordan']);
  const focus = [{ slot: 'staff', id: 'priya', name: 'Priya Shah' }];
  expect(findPersonIdsInFocus(turnOf('when is she in'), stateAfter('is there parking', 'Yes.', { focus }))).toEqual([
    'priya',
  ]);
  expect(findPersonIdsInFocus(turnOf('when is she in'), {})).toEqual([]);
});

it('books with the person just discussed', () => {
  expect(staffIdsFor('2pm next friday then', jordanInFocus)).toEqual(['jordan']);
});

it.each<[string, DialogueState, object]>([
  ['2pm with anyone', jordanInFocus, {}],
  ['2pm next friday', stateAfter('who is in on friday', 'Maria Lopez and Jordan Kim.'), {}],
  [
    '2pm next friday',
    stateAfter('is there parking', 'Yes.', { focus: [{ slot: 'staff', id: 'priya', name: 'P' }] }),
    {},
  ],
  ['2pm next friday', { ...jordanInFocus, topic: { intent: 'salon.book', slots: createEmptySlots(), done: true } }, {}],
  ['balayage at 2pm', jordanInFocus, { service: [[{ id: 'balayage', name: 'Balayage', said: 'balayage' }]] }],
])('%j books with nobody in particular', (text, state, catalogEntities) => {
  expect(staffIdsFor(text, state, catalogEntities)).toBeUndefined();
});

it('prefers a person whom the message names', () => {
  expect(staffIdsFor('2pm with maria', jordanInFocus, createSlotMentions('staff', 'Maria'))).toEqual(['maria']);
});

it('does not take a job title in a reply for a person', () => {
  const clinic = { business: readFixtureDocument('medical'), industry: findIndustry('medical') };
  const visitCapability = clinic.industry.capabilities.find(({ name }) => name === 'medical.book')!;
  const clinicContext = {
    ctx: { business: clinic.business, now },
    businessContext: { ...clinic, now },
    format: formatterFor(clinic.business),
  };
  const turnAtClinic = { ...clinicContext, text: 'next week please' } as unknown as Turn;
  const countStaffAfter = (reply: string) =>
    withPeopleInFocus(
      turnAtClinic,
      visitCapability,
      createEmptySlots(),
      stateAfter('how much is it', reply),
    ).catalogEntities.staff?.flat().length ?? 0;
  const { name, specialty } = (
    clinic.business as unknown as { medical: { providers: { name: string; specialty: string }[] } }
  ).medical.providers[0]!;
  expect(countStaffAfter(`${name} is here on Monday.`)).toBe(1);
  expect(countStaffAfter(`A visit to ${specialty} is $90.`)).toBe(0);
});

it('resolves "then" to the day under discussion', () => {
  const state = {
    ...jordanInFocus,
    topic: { intent: 'salon.availability', slots: { ...createEmptySlots(), date: '2026-11-20' } },
  };
  expect(withPeopleInFocus(turnOf('book me in with him'), bookCapability, createEmptySlots(), state).date).toBe(
    '2026-11-20',
  );
  expect(
    withPeopleInFocus(turnOf('a cut then'), bookCapability, { ...createEmptySlots(), date: '2026-11-21' }, state).date,
  ).toBe('2026-11-21');
  expect(withPeopleInFocus(turnOf('a cut please'), bookCapability, createEmptySlots(), state).date).toBeUndefined();
});
