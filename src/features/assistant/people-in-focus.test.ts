import { expect, it } from 'vitest';
import { documentOf, industryOf, saying } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { type DialogueState, emptySlots } from './dialogue-state.ts';
import { peopleInFocus, withPeopleInFocus } from './people-in-focus.ts';
import type { Turn } from './turn.ts';

const now = new Date('2026-11-18T17:00:00Z');
const business = documentOf('salon');
const industry = industryOf('salon');
const book = industry.capabilities.find(({ name }) => name === 'salon.book')!;
const turn = (text: string) =>
  ({
    ctx: { business, now },
    businessContext: { business, industry, now },
    say: formatterFor(business),
    text,
  }) as unknown as Turn;

const after = (said: string, told: string, more: DialogueState = {}): DialogueState => ({
  before: { said, told },
  ...more,
});
const jordan = after('is he in on fridays', 'Yes. Jordan Kim is here on Friday.');
const staffOf = (text: string, state: DialogueState, words = {}) =>
  withPeopleInFocus(turn(text), book, { ...emptySlots(), words }, state)
    .words.staff?.flat()
    .map(({ id }) => id);

it('"he" is whoever the last message spoke of, or else its answer, or else whoever was named before', () => {
  expect(peopleInFocus(turn('when is he in'), after('is maria in', 'No, but Jordan Kim is.'))).toEqual(['maria']);
  expect(peopleInFocus(turn('when is he in'), jordan)).toEqual(['jordan']);
  const focus = [{ slot: 'staff', id: 'priya', name: 'Priya Shah' }];
  expect(peopleInFocus(turn('when is she in'), after('is there parking', 'Yes.', { focus }))).toEqual(['priya']);
  expect(peopleInFocus(turn('when is she in'), {})).toEqual([]);
});

it('a booking right after somebody was spoken of is with them', () => {
  expect(staffOf('2pm next friday then', jordan)).toEqual(['jordan']);
});

it.each<[string, DialogueState, object]>([
  ['2pm with anyone', jordan, {}],
  ['2pm next friday', after('who is in on friday', 'Maria Lopez and Jordan Kim.'), {}],
  ['2pm next friday', after('is there parking', 'Yes.', { focus: [{ slot: 'staff', id: 'priya', name: 'P' }] }), {}],
  ['2pm next friday', { ...jordan, topic: { intent: 'salon.book', slots: emptySlots(), done: true } }, {}],
  ['balayage at 2pm', jordan, { service: [[{ id: 'balayage', name: 'Balayage', said: 'balayage' }]] }],
])('%j is with nobody in particular', (text, state, words) => {
  expect(staffOf(text, state, words)).toBeUndefined();
});

it('whoever is named is meant', () => {
  expect(staffOf('2pm with maria', jordan, saying('staff', 'Maria'))).toEqual(['maria']);
});

it('what somebody does names nobody', () => {
  const clinic = { business: documentOf('medical'), industry: industryOf('medical') };
  const visit = clinic.industry.capabilities.find(({ name }) => name === 'medical.book')!;
  const ofClinic = {
    ctx: { business: clinic.business, now },
    businessContext: { ...clinic, now },
    say: formatterFor(clinic.business),
  };
  const asked = { ...ofClinic, text: 'next week please' } as unknown as Turn;
  const staffAfter = (told: string) =>
    withPeopleInFocus(asked, visit, emptySlots(), after('how much is it', told)).words.staff?.flat().length ?? 0;
  const { name, specialty } = (
    clinic.business as unknown as { medical: { providers: { name: string; specialty: string }[] } }
  ).medical.providers[0]!;
  expect(staffAfter(`${name} is here on Monday.`)).toBe(1);
  expect(staffAfter(`A visit to ${specialty} is $90.`)).toBe(0);
});

it('"then" is the day that was spoken of', () => {
  const state = { ...jordan, topic: { intent: 'salon.availability', slots: { ...emptySlots(), date: '2026-11-20' } } };
  expect(withPeopleInFocus(turn('book me in with him'), book, emptySlots(), state).date).toBe('2026-11-20');
  expect(withPeopleInFocus(turn('a cut then'), book, { ...emptySlots(), date: '2026-11-21' }, state).date).toBe(
    '2026-11-21',
  );
  expect(withPeopleInFocus(turn('a cut please'), book, emptySlots(), state).date).toBeUndefined();
});
