import type { Industry } from '../../capability/industry.ts';
import { createSampleFaqs, HOLIDAYS, markAsSample, NEW_YORK_DEFAULTS } from '../template-helpers.ts';
import { MENU } from './sample-menu.ts';
import type { Restaurant } from './schema.ts';

const LUNCH_AND_DINNER: [string, string][] = [
  ['11:30', '14:30'],
  ['17:00', '22:00'],
];

export const template: Industry<typeof Restaurant>['template'] = {
  common: {
    ...NEW_YORK_DEFAULTS,
    description: 'A neighborhood Italian kitchen: handmade pasta, a charcoal grill and a patio under the trees.',
    greeting: 'Welcome! I can reserve you a table, tell you about the menu, or check a dish for an allergy.',
    contact: { phone: '(212) 555-0134', email: 'hello@example.com', address: '120 Main Street, New York, NY 10012' },
    hours: {
      mon: [],
      tue: LUNCH_AND_DINNER,
      wed: LUNCH_AND_DINNER,
      thu: LUNCH_AND_DINNER,
      fri: [LUNCH_AND_DINNER[0], ['17:00', '23:00']],
      sat: [
        ['11:00', '15:00'],
        ['17:00', '23:00'],
      ],
      sun: [
        ['11:00', '15:00'],
        ['17:00', '21:00'],
      ],
    },
    closures: HOLIDAYS,
    services: markAsSample([
      { name: 'Lunch and dinner', description: 'At the table, inside or on the patio' },
      { name: 'Private parties', description: 'The back room seats up to 30; we’ll put a menu together with you' },
      { name: 'Takeout', description: 'Most dishes, ready in about 25 minutes' },
    ]),
    faqs: createSampleFaqs({
      'Is there parking nearby?': 'There’s a public garage around the corner on Spring Street, a two-minute walk.',
      'Do you allow dogs?': 'Well-behaved dogs are welcome on the patio.',
      'Can we bring our own wine?': 'Yes. Corkage is $25 a bottle, with a limit of two bottles a table.',
      'Do you have high chairs?': 'Yes, we have high chairs and a kids’ menu.',
      'Is the restaurant wheelchair accessible?':
        'Yes, the entrance, the dining room and the restroom are wheelchair accessible and step-free.',
      'Can I bring a birthday cake?': 'Of course. We’ll plate and serve it for $3 a person, candles included.',
      'Do you do takeout or delivery?': 'You can pick up most dishes. We don’t deliver.',
      'Is there a dress code?': 'Come as you are.',
      'How do you handle allergies?':
        'Tell us when you book and again when you order. All dishes come from one kitchen, so traces are possible.',
      'Can we split the check?': 'Of course, we can split a check up to six ways.',
      'Do you host private events?': 'Our back room seats up to 30 guests. Leave your number and we’ll call you back.',
    }),
    policies: {
      cancellation: 'You can cancel or change a reservation free of charge up to 2 hours before.',
      deposit: 'We take no deposit for parties of up to 12.',
      lateArrival: 'We hold your table for 15 minutes. Please call if you are running later.',
    },
    booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 120 },
    handoff: { message: "I'll pass this on to our team. Someone will get back to you as soon as possible." },
  },
  section: {
    menu: MENU,
    tables: markAsSample([
      { id: 't1', name: 'Window 1', seats: 2, area: 'dining room' },
      { id: 't2', name: 'Window 2', seats: 2, area: 'dining room' },
      { id: 't3', name: 'Table 3', seats: 4, area: 'dining room' },
      { id: 't4', name: 'Table 4', seats: 4, area: 'dining room' },
      { id: 't5', name: 'Table 5', seats: 4, area: 'dining room' },
      { id: 't6', name: 'Booth 6', seats: 6, area: 'dining room' },
      { id: 't7', name: 'Long Table', seats: 8, area: 'dining room' },
      { id: 'p1', name: 'Patio 1', seats: 2, area: 'patio' },
      { id: 'p2', name: 'Patio 2', seats: 2, area: 'patio' },
      { id: 'p3', name: 'Patio 3', seats: 4, area: 'patio' },
      { id: 'p4', name: 'Patio 4', seats: 4, area: 'patio' },
    ]),
    joins: [
      ['t1', 't2'],
      ['t3', 't4'],
      ['t3', 't4', 't5'],
      ['p1', 'p2'],
      ['p3', 'p4'],
    ],
    turnMinutes: [
      { upTo: 2, minutes: 90 },
      { upTo: 4, minutes: 105 },
      { upTo: 8, minutes: 120 },
      { upTo: 12, minutes: 150 },
    ],
    maxPartySize: 12,
  },
};
