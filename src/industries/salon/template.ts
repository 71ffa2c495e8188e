import type { Industry } from '../../capability/industry.ts';
import { createSampleFaqs, HOLIDAYS, markAsSample, NEW_YORK_DEFAULTS } from '../template-helpers.ts';
import type { Salon, Service } from './schema.ts';

function createServices(
  category: string,
  rows: [id: string, name: string, price: number, minutes: number, bufferMinutes: number][],
) {
  return rows.map(
    ([id, name, price, durationMinutes, bufferMinutes]): Service => ({
      id,
      name,
      category,
      price,
      durationMinutes,
      bufferMinutes,
    }),
  );
}

export const template: Industry<typeof Salon>['template'] = {
  common: {
    ...NEW_YORK_DEFAULTS,
    description: 'A relaxed salon for cuts, color, nails and skin, with people who listen before they cut.',
    greeting: 'Hi! I can tell you about our services and prices, find a free time, or book you in.',
    contact: { phone: '(212) 555-0145', email: 'hello@example.com', address: '48 Grove Street, New York, NY 10014' },
    hours: {
      mon: [],
      tue: [['09:00', '18:00']],
      wed: [['09:00', '18:00']],
      thu: [['09:00', '20:00']],
      fri: [['09:00', '20:00']],
      sat: [['09:00', '17:00']],
      sun: [],
    },
    closures: HOLIDAYS,
    services: markAsSample([
      { name: 'Bridal styling', description: 'For the day itself, with a trial run a few weeks before' },
    ]),
    faqs: createSampleFaqs({
      'Which color brands do you use?': 'We color with Wella, and with an ammonia-free line for sensitive scalps.',
      'Do I need a patch test before coloring?':
        'Yes, if it’s your first color with us. It takes five minutes, at least 48 hours before.',
      'Can I bring my child?': 'Of course. We have a play corner, and we cut children’s hair too.',
      'Is a wash included in a haircut?': 'Yes, every cut comes with a wash and a quick blow-dry.',
      'Do you sell hair products?': 'Yes, everything we use is also for sale at the front desk.',
      'Can I pay by card?': 'We take cards, phone payments and cash. Tips are welcome any way you like.',
      'What if I do not like my cut?': 'Tell us within seven days and we’ll fix it for free.',
      'Do you have gift cards?': 'Yes, for any amount, at the salon.',
      'Is there parking?': 'There’s metered parking in front of the salon and a garage on Hudson Street.',
    }),
    policies: {
      cancellation: 'Please give us 24 hours’ notice. Later cancellations are charged half of the service.',
      deposit: 'For appointments over three hours we ask for a deposit of $50, taken off your bill.',
      lateArrival: 'If you’re more than 15 minutes late, we may have to shorten or move your appointment.',
    },
    booking: { noticeMinutes: 120, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 1440 },
    handoff: { message: "I'll pass this on to our team. One of us will get back to you as soon as we can." },
  },
  section: {
    services: markAsSample([
      ...createServices('Hair', [
        ['womens-cut', 'Women’s Haircut', 7500, 60, 0],
        ['mens-cut', 'Men’s Haircut', 4500, 30, 0],
        ['kids-cut', 'Children’s Haircut', 3000, 30, 0],
        ['blowout', 'Blowout', 5000, 45, 0],
        ['keratin', 'Keratin Treatment', 25000, 150, 15],
      ]),
      ...createServices('Color', [
        ['roots', 'Root Touch-up', 8500, 75, 15],
        ['full-color', 'Full Color', 14000, 120, 15],
        ['highlights', 'Highlights', 18000, 150, 15],
        ['balayage', 'Balayage', 24000, 180, 15],
      ]),
      ...createServices('Nails', [
        ['manicure', 'Manicure', 3500, 30, 5],
        ['gel', 'Gel Manicure', 5500, 45, 5],
        ['pedicure', 'Pedicure', 6000, 60, 10],
      ]),
      ...createServices('Care', [
        ['facial', 'Express Facial', 8000, 45, 15],
        ['brows', 'Brow Shaping', 2500, 15, 0],
      ]),
    ]),
    stylists: markAsSample([
      {
        id: 'nina',
        name: 'Nina Castillo',
        description: 'Color is her first love, balayage above all.',
        services: ['womens-cut', 'blowout', 'roots', 'full-color', 'highlights', 'balayage'],
      },
      {
        id: 'omar',
        name: 'Omar Haddad',
        description: 'Short hair, sharp lines, and patient with children.',
        services: ['womens-cut', 'mens-cut', 'kids-cut', 'blowout'],
        hours: {
          mon: [],
          tue: [['09:00', '17:00']],
          wed: [['09:00', '17:00']],
          thu: [['12:00', '20:00']],
          fri: [['12:00', '20:00']],
          sat: [['09:00', '17:00']],
          sun: [],
        },
      },
      {
        id: 'chloe',
        name: 'Chloe Martin',
        description: 'Long hair, keratin and wedding styles.',
        services: ['womens-cut', 'blowout', 'keratin', 'roots', 'full-color'],
        timeOff: [{ from: '2026-12-21', to: '2026-12-31', reason: 'Vacation' }],
      },
      {
        id: 'mei',
        name: 'Mei Tanaka',
        description: 'Nails, brows and facials.',
        services: ['manicure', 'gel', 'pedicure', 'facial', 'brows'],
        hours: {
          mon: [],
          tue: [],
          wed: [['10:00', '18:00']],
          thu: [['10:00', '20:00']],
          fri: [['10:00', '20:00']],
          sat: [['09:00', '17:00']],
          sun: [],
        },
      },
    ]),
  },
};
