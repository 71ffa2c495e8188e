import type { Industry } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import { createSampleFaqs, HOLIDAYS, markAsSample, NEW_YORK_DEFAULTS } from '../template-helpers.ts';
import type { Class, Fitness } from './schema.ts';

type ClassRow = [
  id: string,
  name: string,
  instructor: string,
  level: string,
  minutes: number,
  capacity: number,
  schedule: string,
];

/** `schedule` is a list of days and a time, such as "mon wed 06:30". */
function createClass([id, name, instructor, level, durationMinutes, capacity, schedule]: ClassRow): Class {
  const words = schedule.split(' ');
  const time = must(words.pop(), 'a time after the days');
  const weekly = words.map((day) => ({ day: day as Class['weekly'][number]['day'], time }));
  return { id, name, instructor, level, durationMinutes, capacity, price: 2200, weekly };
}

const CLASSES: ClassRow[] = [
  ['sunrise-yoga', 'Sunrise Yoga', 'Priya Raman', 'all levels', 60, 16, 'mon wed fri 06:30'],
  ['spin', 'Spin', 'Diego Morales', 'all levels', 45, 20, 'tue thu 07:00'],
  ['lunch-hiit', 'Lunch HIIT', 'Tasha Green', 'intermediate', 30, 14, 'tue thu 12:15'],
  ['pilates', 'Mat Pilates', 'Priya Raman', 'beginner', 55, 12, 'mon wed 17:30'],
  ['strength', 'Strength Lab', 'Tasha Green', 'intermediate', 60, 10, 'mon thu 18:30'],
  ['boxing', 'Boxing Basics', 'Kenji Sato', 'beginner', 60, 12, 'tue thu 18:00'],
  ['evening-flow', 'Evening Flow Yoga', 'Priya Raman', 'all levels', 75, 16, 'tue thu 19:30'],
  ['bootcamp', 'Saturday Bootcamp', 'Tasha Green', 'advanced', 60, 18, 'sat 09:00'],
  ['dance', 'Dance Cardio', 'Luz Romero', 'all levels', 50, 20, 'wed 19:00'],
  ['yin', 'Sunday Yin', 'Priya Raman', 'all levels', 75, 16, 'sun 10:00'],
];

export const template: Industry<typeof Fitness>['template'] = {
  common: {
    ...NEW_YORK_DEFAULTS,
    description: 'A friendly studio with small classes from sunrise to evening, a gym floor and personal training.',
    greeting: 'Hey! I can show you the schedule, get you into a class, book a trainer, or help with your membership.',
    contact: { phone: '(212) 555-0167', email: 'hello@example.com', address: '77 Water Street, New York, NY 10005' },
    hours: {
      mon: [['06:00', '21:00']],
      tue: [['06:00', '21:00']],
      wed: [['06:00', '21:00']],
      thu: [['06:00', '21:00']],
      fri: [['06:00', '20:00']],
      sat: [['08:00', '16:00']],
      sun: [['08:00', '14:00']],
    },
    closures: HOLIDAYS,
    services: markAsSample([{ name: 'Gym floor', description: 'Free weights, machines and a stretching area' }]),
    faqs: createSampleFaqs({
      'Do you have showers?': 'Yes, both locker rooms have showers and changing areas, and towels are free.',
      'What should I bring?': 'Comfortable clothes, clean sneakers and water. We have mats and all equipment.',
      'Is there a trial class?': 'Yes, your first class is free. Just tell us when you book.',
      'Are there lockers?': 'Yes. Bring your own padlock or borrow one at the desk.',
      'How early should I arrive?': 'Ten minutes before class. The door closes when the class begins.',
      'Can I come if I have never done this before?': 'Please do! Our all-levels classes are great from day one.',
      'Do you have childcare?': 'On Saturday mornings, for children two and older, $8 a visit.',
      'Is there parking?': 'Members park free for two hours in the garage on Pearl Street.',
      'Can I bring a guest?': 'Plus and Unlimited members can bring a guest for free once a month.',
      'How old do I have to be?': 'Sixteen, or fourteen with a parent.',
    }),
    policies: {
      cancellation: 'Cancel classes and training at least 12 hours before, or the session counts as used.',
      lateArrival: 'For your safety, we can’t let you in once a class has started.',
      deposit: 'No deposit, and no enrollment fee when you join. Memberships are paid month by month.',
    },
    booking: { noticeMinutes: 60, horizonDays: 30, slotMinutes: 30, cancelUntilMinutes: 720 },
    handoff: { message: "I'll pass this on to our team at the desk. They'll get back to you as soon as they can." },
  },
  section: {
    classes: markAsSample(CLASSES.map(createClass)),
    memberships: markAsSample([
      { id: 'basic', name: 'Basic', price: 4900, interval: 'month', perks: ['gym floor', 'one class a week'] },
      {
        id: 'plus',
        name: 'Plus',
        price: 8900,
        interval: 'month',
        perks: ['gym floor', 'unlimited classes', 'one guest a month'],
      },
      {
        id: 'unlimited',
        name: 'Unlimited',
        price: 14900,
        interval: 'month',
        perks: ['gym floor', 'unlimited classes', 'two training sessions a month', 'one guest a month'],
      },
      { id: 'ten-pack', name: 'Ten Classes', price: 18000, interval: 'once', perks: ['ten classes within six months'] },
    ]),
    trainers: markAsSample([
      {
        id: 'tasha',
        name: 'Tasha Green',
        description: 'Strength coach who also teaches our hardest classes.',
        specialties: ['strength', 'weight loss'],
        price: 9000,
      },
      {
        id: 'kenji',
        name: 'Kenji Sato',
        description: 'Boxing and conditioning, patient with beginners.',
        specialties: ['boxing', 'conditioning'],
        price: 8500,
        hours: {
          mon: [['12:00', '20:00']],
          tue: [['12:00', '20:00']],
          wed: [],
          thu: [['12:00', '20:00']],
          fri: [['12:00', '20:00']],
          sat: [['08:00', '16:00']],
          sun: [],
        },
      },
      {
        id: 'elena',
        name: 'Elena Rossi',
        description: 'Mobility, recovery, and training during and after pregnancy.',
        specialties: ['mobility', 'prenatal and postnatal', 'seniors'],
        price: 8500,
        hours: { mon: [['07:00', '13:00']], tue: [], wed: [['07:00', '13:00']], thu: [], fri: [['07:00', '13:00']] },
        timeOff: [{ from: '2026-12-19', to: '2026-12-27', reason: 'Vacation' }],
      },
    ]),
  },
};
