import { describe, expect, it } from 'vitest';
import { documentOf, industryOf } from '../../../test/document.ts';
import { clockOf, entitiesNamedIn, extractEntities, nearestSameWeekday } from './extract-entities.ts';

/** Monday, early in the day, in every business's own zone. */
const now = new Date('2026-11-16T14:00:00Z');

type Talk = { asked?: string[]; agreed?: { date?: string; time?: string } };

/** The slots with the names of what was said, `|` between those that one word could mean. */
function heard(name: string, text: string, { asked = [], agreed }: Talk = {}) {
  const listening = { business: documentOf(name), industry: industryOf(name), now, asked };
  const { words, own, ...plain } = extractEntities(text, { ...listening, ...(agreed ? { agreed } : {}) });
  const named = Object.entries(words).map(([slot, mentions]) => [
    slot,
    mentions.map((meanings) => meanings.map((said) => said.name).join('|')).join(', '),
  ]);
  return { ...plain, ...own, ...Object.fromEntries(named) };
}

type Case = [message: string, slots: Record<string, unknown>, talk?: Talk];
const THURSDAY = '2026-11-19';

const RESTAURANT: Case[] = [
  ['table for 4 on thursday at half seven', { partySize: 4, date: THURSDAY, time: '19:30' }],
  ['please push it back by an hour', { laterMinutes: 60 }],
  ['could you bring it forward half an hour', { laterMinutes: -30 }],
  ['push it back an hour', { time: '20:00' }, { agreed: { time: '19:00' } }],
  ['can you fit the two of us in tomorrow at 8', { partySize: 2, date: '2026-11-17', time: '20:00' }],
  [
    'Dana Fox, 212 555 0142',
    { name: 'Dana Fox', phone: '+12125550142' },
    { asked: ['customer.name', 'customer.phone'] },
  ],
  [
    'Will Smith, 212 555 0142',
    { name: 'Will Smith', phone: '+12125550142' },
    { asked: ['customer.name', 'customer.phone'] },
  ],
  ['May Chen', { name: 'May Chen' }, { asked: ['customer.name'] }],
  ['8', { partySize: 8 }, { asked: ['partySize'] }],
  ['8', { time: '20:00' }, { asked: ['startsAt'], agreed: { date: THURSDAY } }],
  ['a table on the patio on friday', { area: 'patio', date: '2026-11-20' }],
  ['how much is the lamb sholder', { item: 'Lamb Shoulder' }],
  ['any starters under $12?', { category: 'Starters', maxPrice: 12 }],
  ['is there anything vegan', { diet: 'vegan' }],
  ["i'm allergic to nuts, can i have the gnocchi", { avoid: expect.stringContaining('nuts'), item: 'Ricotta Gnocchi' }],
  ['do you have pizza', { sought: 'pizza' }],
  ['move my booking K7P4QX to 9pm', { code: 'K7P4QX', time: '21:00' }],
  ['ZEYXXN, born May 3, 1961', { code: 'ZEYXXN', dateOfBirth: '1961-05-03' }],
  ['D7ATE6, born May 3, 1961', { code: 'D7ATE6', dateOfBirth: '1961-05-03' }],
  ['this weekend', { days: { from: '2026-11-21', to: '2026-11-22', name: expect.any(String) } }],
  ['are you open on mondays', { every: [1] }],
  ['tonight', { date: '2026-11-16' }],
];

const SALON: Case[] = [
  [
    'balayage with maria on friday at 2',
    { service: 'Balayage', staff: 'Maria Lopez', date: '2026-11-20', time: '14:00' },
  ],
  ['can I get a haircut tomorrow afternoon', { service: "Women's Haircut|Men's Haircut", date: '2026-11-17' }],
  ['not Jordan, Maria', { staff: 'Maria Lopez' }],
  ['blowout asap', { service: 'Blowout', soonest: true }],
  ['this saturday at 10am', { date: '2026-11-21', time: '10:00' }, { agreed: { date: '2026-12-18' } }],
  ['tuesday instead', { date: '2026-11-24', weekday: true }, { agreed: { date: '2026-11-26' } }],
  ['my email is dana@example.com', { email: 'dana@example.com' }],
];

const MEDICAL: Case[] = [
  [
    'I need a physical with dr chen next tuesday at 9',
    { service: 'Annual physical', staff: 'Dr. Alice Chen', time: '09:00' },
  ],
  ['Dana Fox, born 2 March 1984', { name: 'Dana Fox', dateOfBirth: '1984-03-02' }, { asked: ['patient.name'] }],
  ['3/2/84', { dateOfBirth: '1984-03-02' }, { asked: ['patient.dateOfBirth'] }],
  [
    'refill of my lisinopril 10 mg to walton',
    { medication: 'lisinopril', dosage: '10 mg', pharmacy: 'Walton Pharmacy' },
  ],
  ['do you take blue mesa PPO', { payer: 'Blue Mesa', plan: 'PPO' }],
  ["i've never been to you before", { newPatient: true }],
];

const FITNESS: Case[] = [
  ['put me down for spin on saturday', { class: 'Spin', date: '2026-11-21' }],
  ['is there HIIT on thursday at 6pm', { class: 'HIIT Blast', date: THURSDAY, time: '18:00' }],
  ['I want to freeze my Plus membership', { plan: 'Plus', action: 'freeze' }],
  ['any classes for beginners?', { level: 'beginner' }],
  [
    'an hour with ana on wednesday at 10',
    { staff: 'Ana Silva', date: '2026-11-18', time: '10:00', durationMinutes: 60 },
  ],
  [
    'yoga on friday morning',
    { class: 'Sunrise Yoga', date: '2026-11-20', window: expect.objectContaining({ to: '12:00' }) },
  ],
];

const RETAIL: Case[] = [
  ['where is my order NT10482', { order: 'NT10482' }],
  ['NT10482, dana@example.com', { order: 'NT10482', email: 'dana@example.com' }, { asked: ['number', 'email'] }],
  ['do you have the ridge boots in a 9', { item: 'Ridge Walking Boots' }],
  ['a tent for under 250', { item: 'Tarn Two-Person Tent', maxPrice: 250 }],
  ['two of the flasks please', { item: 'Steel Flask 750ml', quantity: 2 }],
  ['do you sell kayaks', { sought: 'kayaks' }],
];

describe.each(
  Object.entries({ restaurant: RESTAURANT, salon: SALON, medical: MEDICAL, fitness: FITNESS, retail: RETAIL }),
)('at a %s business', (name, cases) => {
  it.each(cases)('%j', (message, slots, talk) => {
    expect(heard(name, message, talk)).toMatchObject(slots);
  });
});

describe('what is not there is not heard', () => {
  it.each<[string, string, string[]]>([
    ['restaurant', 'my number is 212 555 0142', ['time', 'date', 'partySize', 'code']],
    ['restaurant', 'push it to 8', ['laterMinutes']],
    ['restaurant', 'is the lamb on today', ['avoid', 'partySize', 'name', 'time']],
    ['medical', 'my date of birth is 3/2/1984', ['date', 'time', 'phone']],
    ['retail', 'order NT10482', ['code', 'phone', 'time']],
    ['restaurant', "a table for two s'il vous plaît", ['diet', 'avoid']],
    ['restaurant', 'May Chen', ['date', 'days']],
    ['salon', 'thanks a lot', ['name', 'date', 'service', 'staff', 'sought']],
  ])('%s: %j', (name, message, absent) => {
    const slots = heard(name, message) as Record<string, unknown>;
    expect(absent.filter((slot) => slots[slot] !== undefined)).toEqual([]);
  });
});

describe('the nearest day of a weekday', () => {
  it.each([
    // The Tuesday nearest to a Thursday is two days before, the Sunday nearest to it three days after.
    ['2026-11-26', '2026-11-17', '2026-11-24'],
    ['2026-11-26', '2026-11-22', '2026-11-29'],
    ['2026-11-26', '2026-11-19', '2026-11-26'],
    ['2026-11-17', '2026-11-21', '2026-11-21'],
    // Never before today.
    ['2026-11-17', '2026-11-15', '2026-11-22'],
  ])('near %s, like %s: %s', (day, like, nearest) => {
    expect(nearestSameWeekday(day, like, '2026-11-16')).toBe(nearest);
  });
});

it.each([
  [0, '00:00'],
  [570, '09:30'],
  [1440, '00:00'],
])('%d minutes are %s', (minutes, clock) => {
  expect(clockOf(minutes)).toBe(clock);
});

describe('one word for two things', () => {
  const wordsIn = (name: string, patch: object, text: string) => {
    const business = documentOf(name);
    const own = { ...business, [name]: { ...(business[name] as object), ...patch } };
    const { words } = extractEntities(text, { business: own, industry: industryOf(name), now, asked: [] });
    return Object.fromEntries(Object.entries(words).map(([slot, all]) => [slot, all.flat().map((said) => said.name)]));
  };

  it('is who somebody is, and what they are seen for', () => {
    const visit = { id: 'clean', name: 'Hygienist visit', durationMinutes: 30, newPatients: true };
    const joan = { id: 'joan', name: 'Joan Price', specialty: 'Hygienist', visitTypes: ['clean'] };
    const patch = { visitTypes: [visit], providers: [joan] };
    expect(wordsIn('medical', patch, 'hygienist on tuesday')).toEqual({
      staff: ['Joan Price'],
      service: ['Hygienist visit'],
    });
  });

  it('is what a trainer is good at, and a class', () => {
    const trainer = { id: 'maya', name: 'Maya Stone', specialties: ['vinyasa'] };
    const held = { id: 'flow', name: 'Vinyasa Flow', durationMinutes: 60, capacity: 10, schedule: [] };
    expect(wordsIn('fitness', { trainers: [trainer], classes: [held] }, 'vinyasa please')).toMatchObject({
      class: ['Vinyasa Flow'],
    });
  });

  it('is a dish, and nothing that must not be in it', () => {
    const menu = [{ id: 'oeufs', name: 'Oeufs Cocotte', description: 'Baked eggs', available: true }];
    expect(wordsIn('restaurant', { menu }, 'how much are the oeufs?')).toEqual({ item: ['Oeufs Cocotte'] });
  });

  it('names nothing in particular where it says what the business is', () => {
    const held = { durationMinutes: 60, capacity: 10, schedule: [] };
    const classes = [{ id: 'flow', name: 'Sunrise Yoga', ...held }];
    const business = documentOf('fitness', { description: 'A yoga studio by the river.' });
    const own = { ...business, fitness: { ...(business.fitness as object), classes } };
    const { words } = extractEntities('is there yoga on friday', {
      business: own,
      industry: industryOf('fitness'),
      now,
      asked: [],
    });
    expect(words.class).toBeUndefined();
    expect(wordsIn('fitness', { classes }, 'is there yoga on friday')).toMatchObject({ class: ['Sunrise Yoga'] });
  });

  it('is a diet before it is a part of a dish', () => {
    const menu = [{ id: 'noodles', name: 'Vegan Noodles', available: true }];
    expect(wordsIn('restaurant', { menu }, 'anything vegan?')).toEqual({ diet: ['vegan'] });
  });
});

describe('what our own words name', () => {
  const named = (text: string, customer?: string) =>
    Object.keys(entitiesNamedIn(text, { business: documentOf('salon'), industry: industryOf('salon') }, customer));

  it('is what the business has, and who works there', () => {
    expect(named('Maria Lopez does Balayage.')).toEqual(['staff', 'service']);
  });

  it('is nobody who works there where it is the customer', () => {
    expect(named('Balayage, under Maria Lopez.', 'Maria Lopez')).toEqual(['service']);
  });
});

it('a text is read anew in the light of what was asked, after it was read without', () => {
  expect(heard('restaurant', '9')).not.toHaveProperty('partySize');
  expect(heard('restaurant', '9', { asked: ['partySize'] })).toMatchObject({ partySize: 9 });
  expect(heard('restaurant', '9', { asked: ['startsAt'], agreed: { date: THURSDAY } })).toMatchObject({
    time: '21:00',
  });
  expect(heard('restaurant', '9')).not.toHaveProperty('time');
});
