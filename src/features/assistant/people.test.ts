import { expect, it } from 'vitest';
import { createSlotMentions, findIndustry, readFixtureDocument } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { answerAboutStaff } from './people.ts';
import type { Turn } from './turn.ts';

/** A Wednesday at noon, in New York. */
const now = new Date('2026-11-18T17:00:00Z');

function ask(industry: string, text: string, slots: Partial<Slots> = {}, state: DialogueState = {}) {
  const business = readFixtureDocument(industry);
  const industryDefinition = findIndustry(industry);
  const capabilities = new Map(industryDefinition.capabilities.map((capability) => [capability.name, capability]));
  const businessContext = { business, industry: industryDefinition, now };
  const turn = { ctx: { business, now }, businessContext, capabilities, format: formatterFor(business), text };
  return answerAboutStaff(turn as unknown as Turn, { ...createEmptySlots(), ...slots }, state);
}

const jordanSlots = { catalogEntities: { staff: [[{ id: 'jordan', name: 'Jordan Kim', said: 'jordan' }]] } };
const okaforSlots = { catalogEntities: { staff: [[{ id: 'okafor', name: 'Dr. Sam Okafor', said: 'okafor' }]] } };

it.each<[string, string, Partial<Slots>, string[]]>([
  ['salon', 'who are your stylists?', {}, ['Maria Lopez', 'Jordan Kim', 'Priya Shah']],
  ['medical', 'which doctors do you have', {}, ['Dr. Alice Chen (Family medicine)', 'Dr. Sam Okafor (Pediatrics)']],
  ['fitness', 'who are the trainers here', {}, ['Marcus Reed', 'Ana Silva']],
  [
    'salon',
    'what days is jordan in?',
    jordanSlots,
    ['Jordan Kim is here', 'Wednesday 12:00 PM to 6:00 PM', 'Saturday 9:00 AM to 5:00 PM'],
  ],
  ['medical', 'when is dr okafor there', okaforSlots, ['Monday 8:00 AM to 12:00 PM', 'Thursday 1:00 PM to 5:00 PM']],
  [
    'salon',
    'does jordan work on tuesdays?',
    { ...jordanSlots, every: [2] },
    ["No, Jordan Kim isn't here on Tuesdays.", 'Wednesday'],
  ],
  ['salon', 'does jordan work on fridays?', { ...jordanSlots, every: [5] }, ['Yes.', 'Friday 12:00 PM to 8:00 PM']],
])('%s: answers %j about the staff', (industry, text, slots, facts) => {
  const { part } = ask(industry, text, slots)!;
  for (const fact of facts) expect(part.text).toContain(fact);
  expect(part.sources!.length).toBeGreaterThan(0);
  expect(part.sources!.every(({ kind }) => kind === 'staff')).toBe(true);
});

it.each<[string, string, Partial<Slots>]>([
  ['restaurant', 'who works there', {}],
  ['salon', 'when are you open', {}],
  ['salon', 'what times does jordan have on friday', { ...jordanSlots, date: '2026-11-20' }],
  ['salon', 'which stylists do balayage', { catalogEntities: createSlotMentions('service', 'Balayage') }],
  ['salon', 'who is in at five', { time: '17:00' }],
])('%s: ignores the unrelated question %j', (industry, text, slots) => {
  expect(ask(industry, text, slots)).toBeUndefined();
});

const mariaSlots = { catalogEntities: { staff: [[{ id: 'maria', name: 'Maria Lopez', said: 'maria' }]] } };
/** Priya is away from the 19th to the 21st. */
const priyaSlots = { catalogEntities: { staff: [[{ id: 'priya', name: 'Priya Shah', said: 'priya' }]] } };
const stateAfterJordan: DialogueState = {
  before: { said: 'is jordan in on tuesdays', told: "No, Jordan Kim isn't here." },
};
const stateAfterReplyNaming = (name: string): DialogueState => ({
  before: { said: 'who is good at color', told: `${name} is.` },
});

it.each<[string, Partial<Slots>, DialogueState, string]>([
  [
    'is maria in on the 19th',
    { ...mariaSlots, date: '2026-11-19' },
    {},
    'Yes, Maria Lopez is here on Thursday, November 19 from',
  ],
  [
    'is priya working on friday',
    { ...priyaSlots, date: '2026-11-20' },
    {},
    'No, Priya Shah is away from Thursday, November 19 to Saturday, November 21 and back on Tuesday, November 24.',
  ],
  [
    'is priya off on friday',
    { ...priyaSlots, date: '2026-11-20' },
    {},
    'Priya Shah is away from Thursday, November 19',
  ],
  [
    'is jordan in next tuesday',
    { ...jordanSlots, date: '2026-11-24' },
    {},
    "No, Jordan Kim isn't here on Tuesday, November 24.",
  ],
  ["when's priya back", priyaSlots, {}, 'and back on Tuesday, November 24.'],
  ['when does priya work', priyaSlots, {}, 'Priya Shah is away from Thursday, November 19'],
  ['when does he work', {}, stateAfterJordan, 'Jordan Kim is here Wednesday'],
  ['is he in on fridays', { every: [5] }, stateAfterJordan, 'Yes. Jordan Kim is here'],
  ['is she in on fridays', { every: [5] }, stateAfterReplyNaming('Maria Lopez'), 'Yes. Maria Lopez is here'],
  [
    'is she in on fridays',
    { every: [5] },
    { focus: [{ slot: 'staff', id: 'priya', name: 'Priya Shah' }] },
    'Priya Shah is here',
  ],
])('answers %j from hours and time off', (text, slots, state, answer) => {
  expect(ask('salon', text, slots, state)?.part.text).toContain(answer);
});

it('returns the day on which somebody is back', () => {
  expect(ask('salon', "when's priya back", priyaSlots)!.day).toBe('2026-11-24');
});

it.each<[string, Partial<Slots>, string]>([
  ['and maria?', mariaSlots, 'Yes, Maria Lopez is here on Friday, November 20'],
  ['and on saturday?', { date: '2026-11-21' }, 'No, Priya Shah is away'],
])('%j follows up on the previous question', (text, slots, answer) => {
  const previousTurn = { said: 'is priya in on friday', told: 'No, Priya Shah is away.' };
  expect(ask('salon', text, slots, { before: previousTurn })?.part.text).toContain(answer);
});

it.each<[string, Partial<Slots>, string[], string[]]>([
  ["who's on today", { date: '2026-11-18' }, ['Maria Lopez', 'Jordan Kim'], []],
  ["who's in on friday", { date: '2026-11-20' }, ['Maria Lopez', 'Jordan Kim'], ['Priya Shah']],
  ['who works tuesdays', { every: [2] }, ['Maria Lopez'], ['Jordan Kim']],
])('%j names those who work then', (text, slots, presentNames, absentNames) => {
  const { text: answer } = ask('salon', text, slots)!.part;
  for (const name of presentNames) expect(answer).toContain(name);
  for (const name of absentNames) expect(answer).not.toContain(name);
});

it.each([
  ['which doctor is best for my 4 year old', 'For that, we have Dr. Sam Okafor (Pediatrics).'],
  ['who should I see for pediatrics', 'For that, we have Dr. Sam Okafor (Pediatrics).'],
])('%j names the specialist', (text, answer) => {
  expect(ask('medical', text)?.part.text).toBe(answer);
});

it.each<[string, string, Partial<Slots>, DialogueState]>([
  ['salon', 'is jordan free on friday', { ...jordanSlots, date: '2026-11-20' }, {}],
  ['salon', 'is she in on fridays', { every: [5] }, {}],
  ['salon', 'can they do color', {}, stateAfterJordan],
  ['salon', 'are they open on sundays', { every: [7] }, stateAfterJordan],
  ['fitness', "who's on tonight", { date: '2026-11-18' }, {}],
])('%s: %j is not answered from hours', (industry, text, slots, state) => {
  expect(ask(industry, text, slots, state)).toBeUndefined();
});

it('says who is in on the day of the previous question', () => {
  const previousTurn = { said: 'is jordan in on tuesdays?', told: "No, Jordan Kim isn't here on Tuesdays." };
  expect(ask('salon', 'who is then', {}, { before: previousTurn })?.part.text).toMatch(/^On Tuesdays we have /);
  expect(ask('salon', 'who is then', {}, {})).toBeUndefined();
});
