import { describe, expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { extractEntities, findNamedEntities, findNearestSameWeekday } from './extract-entities.ts';

/** A Monday morning in the time zone of every test business. */
const now = new Date('2026-11-16T14:00:00Z');

type Conversation = { requestedSlots?: string[]; discussedTime?: { date?: string; time?: string } };

/** The extracted slots, with entities by name; `|` separates the meanings of an ambiguous mention. */
function extractedSlots(industryName: string, text: string, { requestedSlots = [], discussedTime }: Conversation = {}) {
  const context = {
    business: readFixtureDocument(industryName),
    industry: findIndustry(industryName),
    now,
    requestedSlots,
  };
  const { catalogEntities, industryEntities, ...plainSlots } = extractEntities(text, {
    ...context,
    ...(discussedTime ? { discussedTime } : {}),
  });
  const namesBySlot = Object.entries(catalogEntities).map(([slot, mentions]) => [
    slot,
    mentions.map((meanings) => meanings.map((entity) => entity.name).join('|')).join(', '),
  ]);
  return { ...plainSlots, ...industryEntities, ...Object.fromEntries(namesBySlot) };
}

type ExtractionCase = [message: string, slots: Record<string, unknown>, conversation?: Conversation];
const THURSDAY = '2026-11-19';

const RESTAURANT_CASES: ExtractionCase[] = [
  ['table for 4 on thursday at half seven', { partySize: 4, date: THURSDAY, time: '19:30' }],
  ['please push it back by an hour', { laterMinutes: 60 }],
  ['could you bring it forward half an hour', { laterMinutes: -30 }],
  ['push it back an hour', { time: '20:00' }, { discussedTime: { time: '19:00' } }],
  ['can you fit the two of us in tomorrow at 8', { partySize: 2, date: '2026-11-17', time: '20:00' }],
  [
    'Dana Fox, 212 555 0142',
    { name: 'Dana Fox', phone: '+12125550142' },
    { requestedSlots: ['customer.name', 'customer.phone'] },
  ],
  [
    'Will Smith, 212 555 0142',
    { name: 'Will Smith', phone: '+12125550142' },
    { requestedSlots: ['customer.name', 'customer.phone'] },
  ],
  ['May Chen', { name: 'May Chen' }, { requestedSlots: ['customer.name'] }],
  ['8', { partySize: 8 }, { requestedSlots: ['partySize'] }],
  ['8', { time: '20:00' }, { requestedSlots: ['startsAt'], discussedTime: { date: THURSDAY } }],
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

const SALON_CASES: ExtractionCase[] = [
  [
    'balayage with maria on friday at 2',
    { service: 'Balayage', staff: 'Maria Lopez', date: '2026-11-20', time: '14:00' },
  ],
  ['can I get a haircut tomorrow afternoon', { service: "Women's Haircut|Men's Haircut", date: '2026-11-17' }],
  ['not Jordan, Maria', { staff: 'Maria Lopez' }],
  ['blowout asap', { service: 'Blowout', soonest: true }],
  ['this saturday at 10am', { date: '2026-11-21', time: '10:00' }, { discussedTime: { date: '2026-12-18' } }],
  ['tuesday instead', { date: '2026-11-24', weekday: true }, { discussedTime: { date: '2026-11-26' } }],
  ['my email is dana@example.com', { email: 'dana@example.com' }],
];

const MEDICAL_CASES: ExtractionCase[] = [
  [
    'I need a physical with dr chen next tuesday at 9',
    { service: 'Annual physical', staff: 'Dr. Alice Chen', time: '09:00' },
  ],
  [
    'Dana Fox, born 2 March 1984',
    { name: 'Dana Fox', dateOfBirth: '1984-03-02' },
    { requestedSlots: ['patient.name'] },
  ],
  ['3/2/84', { dateOfBirth: '1984-03-02' }, { requestedSlots: ['patient.dateOfBirth'] }],
  [
    'refill of my lisinopril 10 mg to walton',
    { medication: 'lisinopril', dosage: '10 mg', pharmacy: 'Walton Pharmacy' },
  ],
  [
    'metformin 500 mg for Ana Ruiz, born 5/6/1980',
    { medication: 'metformin', dosage: '500 mg', name: 'Ana Ruiz' },
    { requestedSlots: ['medication'] },
  ],
  ['do you take blue mesa PPO', { payer: 'Blue Mesa', plan: 'PPO' }],
  ["i've never been to you before", { newPatient: true }],
];

const FITNESS_CASES: ExtractionCase[] = [
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

const RETAIL_CASES: ExtractionCase[] = [
  ['where is my order NT10482', { order: 'NT10482' }],
  [
    'NT10482, dana@example.com',
    { order: 'NT10482', email: 'dana@example.com' },
    { requestedSlots: ['number', 'email'] },
  ],
  ['do you have the ridge boots in a 9', { item: 'Ridge Walking Boots' }],
  ['a tent for under 250', { item: 'Tarn Two-Person Tent', maxPrice: 250 }],
  ['two of the flasks please', { item: 'Steel Flask 750ml', quantity: 2 }],
  ['do you sell kayaks', { sought: 'kayaks' }],
];

describe.each(
  Object.entries({
    restaurant: RESTAURANT_CASES,
    salon: SALON_CASES,
    medical: MEDICAL_CASES,
    fitness: FITNESS_CASES,
    retail: RETAIL_CASES,
  }),
)('at a %s business', (industryName, cases) => {
  it.each(cases)('extracts the slots of %j', (message, slots, conversation) => {
    expect(extractedSlots(industryName, message, conversation)).toMatchObject(slots);
  });
});

describe('values that the message does not contain are not extracted', () => {
  it.each<[string, string, string[]]>([
    ['restaurant', 'my number is 212 555 0142', ['time', 'date', 'partySize', 'code']],
    ['restaurant', 'push it to 8', ['laterMinutes']],
    ['restaurant', 'is the lamb on today', ['avoid', 'partySize', 'name', 'time']],
    ['medical', 'my date of birth is 3/2/1984', ['date', 'time', 'phone']],
    ['medical', 'my prescription for Ana Ruiz was due on Monday', ['medication']],
    ['retail', 'order NT10482', ['code', 'phone', 'time']],
    ['restaurant', "a table for two s'il vous plaît", ['diet', 'avoid']],
    ['restaurant', 'May Chen', ['date', 'days']],
    ['salon', 'thanks a lot', ['name', 'date', 'service', 'staff', 'sought']],
  ])('%s: %j', (industryName, message, absentSlots) => {
    const slots = extractedSlots(industryName, message) as Record<string, unknown>;
    expect(absentSlots.filter((slot) => slots[slot] !== undefined)).toEqual([]);
  });
});

describe('findNearestSameWeekday', () => {
  it.each([
    // The Tuesday nearest to a Thursday is two days before, the Sunday nearest to it three days after.
    ['2026-11-26', '2026-11-17', '2026-11-24'],
    ['2026-11-26', '2026-11-22', '2026-11-29'],
    ['2026-11-26', '2026-11-19', '2026-11-26'],
    ['2026-11-17', '2026-11-21', '2026-11-21'],
    // Never before today.
    ['2026-11-17', '2026-11-15', '2026-11-22'],
  ])('the date closest to %s on the weekday of %s is %s', (day, weekdayDate, nearest) => {
    expect(findNearestSameWeekday(day, weekdayDate, '2026-11-16')).toBe(nearest);
  });
});

describe('an ambiguous word', () => {
  const entityNamesIn = (industryName: string, industryPatch: object, text: string) => {
    const business = readFixtureDocument(industryName);
    const changedBusiness = {
      ...business,
      [industryName]: { ...(business[industryName] as object), ...industryPatch },
    };
    const { catalogEntities } = extractEntities(text, {
      business: changedBusiness,
      industry: findIndustry(industryName),
      now,
      requestedSlots: [],
    });
    return Object.fromEntries(
      Object.entries(catalogEntities).map(([slot, mentions]) => [slot, mentions.flat().map((entity) => entity.name)]),
    );
  };

  it('can match both a staff member and a service', () => {
    const visit = { id: 'clean', name: 'Hygienist visit', durationMinutes: 30, newPatients: true };
    const joan = { id: 'joan', name: 'Joan Price', specialty: 'Hygienist', visitTypes: ['clean'] };
    const industryPatch = { visitTypes: [visit], providers: [joan] };
    expect(entityNamesIn('medical', industryPatch, 'hygienist on tuesday')).toEqual({
      staff: ['Joan Price'],
      service: ['Hygienist visit'],
    });
  });

  it('can match a class as well as a trainer’s specialty', () => {
    const trainer = { id: 'maya', name: 'Maya Stone', specialties: ['vinyasa'] };
    const classDetails = { id: 'flow', name: 'Vinyasa Flow', durationMinutes: 60, capacity: 10, schedule: [] };
    expect(entityNamesIn('fitness', { trainers: [trainer], classes: [classDetails] }, 'vinyasa please')).toMatchObject({
      class: ['Vinyasa Flow'],
    });
  });

  it('matches a dish rather than an allergen', () => {
    const menu = [{ id: 'oeufs', name: 'Oeufs Cocotte', description: 'Baked eggs', available: true }];
    expect(entityNamesIn('restaurant', { menu }, 'how much are the oeufs?')).toEqual({ item: ['Oeufs Cocotte'] });
  });

  it('matches no class where it describes the whole business', () => {
    const classDetails = { durationMinutes: 60, capacity: 10, schedule: [] };
    const classes = [{ id: 'flow', name: 'Sunrise Yoga', ...classDetails }];
    const business = readFixtureDocument('fitness', { description: 'A yoga studio by the river.' });
    const changedBusiness = { ...business, fitness: { ...(business.fitness as object), classes } };
    const { catalogEntities } = extractEntities('is there yoga on friday', {
      business: changedBusiness,
      industry: findIndustry('fitness'),
      now,
      requestedSlots: [],
    });
    expect(catalogEntities.class).toBeUndefined();
    expect(entityNamesIn('fitness', { classes }, 'is there yoga on friday')).toMatchObject({ class: ['Sunrise Yoga'] });
  });

  it('matches a diet rather than part of a dish’s name', () => {
    const menu = [{ id: 'noodles', name: 'Vegan Noodles', available: true }];
    expect(entityNamesIn('restaurant', { menu }, 'anything vegan?')).toEqual({ diet: ['vegan'] });
  });
});

describe('entities named in our replies', () => {
  const entitySlotsIn = (text: string, customer?: string) =>
    Object.keys(
      findNamedEntities(text, { business: readFixtureDocument('salon'), industry: findIndustry('salon') }, customer),
    );

  it('include services and staff', () => {
    expect(entitySlotsIn('Maria Lopez does Balayage.')).toEqual(['staff', 'service']);
  });

  it('exclude a staff member with the customer’s name', () => {
    expect(entitySlotsIn('Balayage, under Maria Lopez.', 'Maria Lopez')).toEqual(['service']);
  });
});

it('does not reuse a memoized result for other requested slots', () => {
  expect(extractedSlots('restaurant', '9')).not.toHaveProperty('partySize');
  expect(extractedSlots('restaurant', '9', { requestedSlots: ['partySize'] })).toMatchObject({ partySize: 9 });
  expect(
    extractedSlots('restaurant', '9', { requestedSlots: ['startsAt'], discussedTime: { date: THURSDAY } }),
  ).toMatchObject({
    time: '21:00',
  });
  expect(extractedSlots('restaurant', '9')).not.toHaveProperty('time');
});
