import type { Industry } from '../../capability/industry.ts';
import { createSampleFaqs, HOLIDAYS, markAsSample, NEW_YORK_DEFAULTS } from '../template-helpers.ts';
import type { Retail } from './schema.ts';
import { ORDERS, PRODUCTS } from './starter-products.ts';

const WEEKDAY: [string, string][] = [['10:00', '19:00']];

export const template: Industry<typeof Retail>['template'] = {
  common: {
    ...NEW_YORK_DEFAULTS,
    description: 'An independent shop for well-made clothes, bags, home goods and gifts.',
    greeting: 'Hi! I can check our stock and prices, find your order, or start a return.',
    contact: { phone: '(212) 555-0178', email: 'shop@example.com', address: '9 Orchard Street, New York, NY 10002' },
    hours: {
      mon: WEEKDAY,
      tue: WEEKDAY,
      wed: WEEKDAY,
      thu: [['10:00', '20:00']],
      fri: [['10:00', '20:00']],
      sat: [['10:00', '19:00']],
      sun: [['11:00', '18:00']],
    },
    closures: HOLIDAYS,
    services: markAsSample([
      { name: 'Gift wrapping', description: 'Free, just ask', price: 0 },
      { name: 'Alterations', description: 'Hems and simple changes, ready in a week', price: 1800 },
      { name: 'Local pickup', description: 'Order online and pick it up the same day', price: 0 },
    ]),
    faqs: createSampleFaqs({
      'How much is shipping?': 'Shipping in the US is $6.95, and free over $75.',
      'How long does delivery take?': 'Usually 3 to 5 business days. We email you a tracking link.',
      'Do you ship abroad?': 'Yes, to Canada and Europe. It takes 7 to 12 business days and costs $19.',
      'Can I pick up my order in the shop?': 'Yes, choose local pickup. It’s ready within two hours.',
      'How do I return something?':
        'Within 30 days, unused, with the order number. Start it here in the chat or bring it to the shop.',
      'How long does a refund take?': 'Three to five business days after we get the item back.',
      'Do you wrap gifts?': 'Yes, free of charge. Tell us when you order or at the counter.',
      'Do you have gift cards?': 'Yes, in the shop and online. They never expire.',
      'Which payments do you take?': 'All major cards, Apple Pay, Google Pay and, in the shop, cash.',
      'Can you hold an item for me?': 'Sure, for up to 48 hours.',
      'How do your sizes run?': 'True to size. If you’re between two, go for the larger one.',
    }),
    policies: {
      returns: 'Unused items can be returned within 30 days of delivery for a full refund. Return shipping is free.',
      cancellation: 'You can cancel an order free of charge until it ships.',
    },
    booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 120 },
    handoff: { message: "I'll pass this on to our team. Someone will get back to you as soon as they can." },
  },
  section: { products: PRODUCTS, orders: ORDERS, returnDays: 30 },
};
