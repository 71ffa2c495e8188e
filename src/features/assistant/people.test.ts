import { expect, it } from 'vitest';
import { documentOf, industryOf, saying } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { sayFor } from '../../capability/say.ts';
import { sayPeople } from './people.ts';
import { noSlots } from './state.ts';
import type { Turn } from './turn.ts';

function ask(industry: string, text: string, slots: Partial<Slots> = {}) {
  const business = documentOf(industry);
  const turn = { ctx: { business }, desk: { industry: industryOf(industry) }, say: sayFor(business), text };
  return sayPeople(turn as unknown as Turn, { ...noSlots(), ...slots });
}

const jordan = { words: { staff: [[{ id: 'jordan', name: 'Jordan Kim', said: 'jordan' }]] } };
const okafor = { words: { staff: [[{ id: 'okafor', name: 'Dr. Sam Okafor', said: 'okafor' }]] } };

it.each<[string, string, Partial<Slots>, string[]]>([
  ['salon', 'who are your stylists?', {}, ['Maria Lopez', 'Jordan Kim', 'Priya Shah']],
  ['medical', 'which doctors do you have', {}, ['Dr. Alice Chen (Family medicine)', 'Dr. Sam Okafor (Pediatrics)']],
  ['fitness', 'who are the trainers here', {}, ['Marcus Reed', 'Ana Silva']],
  [
    'salon',
    'what days is jordan in?',
    jordan,
    ['Jordan Kim is here', 'Wednesday 12:00 PM to 6:00 PM', 'Saturday 9:00 AM to 5:00 PM'],
  ],
  ['medical', 'when is dr okafor there', okafor, ['Monday 8:00 AM to 12:00 PM', 'Thursday 1:00 PM to 5:00 PM']],
  [
    'salon',
    'does jordan work on tuesdays?',
    { ...jordan, every: [2] },
    ["No, Jordan Kim isn't here on Tuesdays.", 'Wednesday'],
  ],
  ['salon', 'does jordan work on fridays?', { ...jordan, every: [5] }, ['Yes.', 'Friday 12:00 PM to 8:00 PM']],
])('%s: %j', (industry, text, slots, facts) => {
  const part = ask(industry, text, slots)!;
  for (const fact of facts) expect(part.text).toContain(fact);
  expect(part.sources!.length).toBeGreaterThan(0);
  expect(part.sources!.every(({ kind }) => kind === 'staff')).toBe(true);
});

it.each<[string, string, Partial<Slots>]>([
  ['restaurant', 'who works there', {}],
  ['salon', 'when are you open', {}],
  ['salon', 'what times does jordan have on friday', { ...jordan, date: '2026-11-20' }],
  ['salon', 'which stylists do balayage', { words: saying('service', 'Balayage') }],
  ['salon', 'who is in at five', { time: '17:00' }],
])('%s: %j is another question', (industry, text, slots) => {
  expect(ask(industry, text, slots)).toBeUndefined();
});
