import { describe, expect, it } from 'vitest';
import { industryOf, saying } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { decide } from './decide.ts';
import { noSlots } from './state.ts';

const everything = ['restaurant', 'salon', 'medical', 'fitness', 'retail'].flatMap(
  (name) => industryOf(name).capabilities,
);
const capabilities = new Map(everything.map((capability) => [capability.name, capability]));

type Case = {
  text?: string;
  likely: Record<string, number>;
  inScope?: number;
  /** How near the nearest thing is that the business has written. */
  written?: number;
  kind?: string;
  slots?: Partial<Slots>;
  booked?: boolean;
};

function decided({ text = 'hm', likely, inScope = 0.9, written, kind = 'faq', slots = {}, booked = false }: Case) {
  const ranked = Object.entries(likely).map(([intent, confidence]) => ({ intent, confidence }));
  const passage = { text: 'Dogs are welcome.', source: { kind, id: '1', title: 'Dogs?' }, prompts: [] };
  const hits = written === undefined ? [] : [{ passage, score: written }];
  return decide({ text, ranked, inScope, hits }, { ...noSlots(), ...slots }, capabilities, booked);
}

const intentOf = (given: Case) => decided(given).intent;

describe('what a sentence wants', () => {
  it.each<[string, string, Case]>([
    [
      'no product, where a facility is asked for',
      'faq',
      { text: 'is there a loo in the shop?', likely: { 'retail.products': 0.9 }, slots: { sought: 'loo' } },
    ],
    [
      'a product that is called like one',
      'retail.products',
      {
        text: 'do you have a toilet brush?',
        likely: { 'retail.products': 0.9 },
        slots: { words: { item: [[{ id: 'b', name: 'Toilet Brush', said: 'toilet brush' }]] } },
      },
    ],
    [
      'the hours, of the latest that one can come',
      'general.hours',
      { text: 'latest i can rock up for lunch', likely: { 'restaurant.menu': 0.5, 'general.hours': 0.3 } },
    ],
    [
      'the hours, of being around',
      'general.hours',
      { text: 'are you guys around today?', likely: { 'salon.availability': 0.4, 'general.hours': 0.3 } },
    ],
    [
      'no hours, of being around the corner',
      'general.location',
      { text: 'are you around the corner?', likely: { 'general.location': 0.4, 'general.hours': 0.3 } },
    ],
    [
      'no hours, of the latest that one can cancel',
      'restaurant.menu',
      { text: 'latest i can cancel my lunch order', likely: { 'restaurant.menu': 0.5, 'general.hours': 0.3 } },
    ],
    ['the likeliest', 'general.hours', { likely: { 'general.hours': 0.8, 'general.location': 0.2 } }],
    [
      'nothing that is a guess',
      'unknown',
      {
        likely: {
          'general.hours': 0.2,
          'general.location': 0.2,
          'general.contact': 0.2,
          'general.thanks': 0.2,
          faq: 0.2,
        },
      },
    ],
    ['nothing that is out of scope', 'unknown', { likely: { 'general.hours': 0.8 }, inScope: 0.1 }],
    ['no person on a guess', 'unknown', { likely: { 'general.human': 0.5, faq: 0.4 } }],
    [
      'no complaint without its words',
      'unknown',
      { text: 'never thrown a punch in my life', likely: { 'general.complaint': 0.75, faq: 0.2 } },
    ],
    ['no complaint in a sigh', 'unknown', { text: 'shame.', likely: { 'general.complaint': 0.87, unknown: 0.1 } }],
    [
      'no complaint where the same is wished for again',
      'salon.book',
      {
        text: 'and the same again please',
        likely: { 'general.complaint': 0.85, 'salon.book': 0.1 },
        booked: true,
      },
    ],
    [
      'a complaint by its words',
      'general.complaint',
      { text: 'the soup was cold', likely: { 'general.complaint': 0.65, faq: 0.3 } },
    ],
    [
      'a complaint in other words, surely',
      'general.complaint',
      { text: 'she was on her phone the whole time', likely: { 'general.complaint': 0.9, faq: 0.1 } },
    ],
    [
      'a person where one is named',
      'general.human',
      { text: 'get me a human', likely: { 'general.human': 0.3, faq: 0.6 } },
    ],
    ['a question that nobody wrote down', 'faq', { likely: { faq: 0.9 } }],
  ])('%s', (_, intent, given) => {
    expect(intentOf(given)).toBe(intent);
  });

  it('has its confidence between 0 and 1, and the next likeliest for asking back', () => {
    const { confidence, others } = decided({ likely: { unknown: 0.5, 'restaurant.menu': 0.3, 'general.hours': 0.2 } });
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(others).toEqual(['restaurant.menu']);
  });
});

describe('words of the business', () => {
  it.each<[string, string, Case]>([
    [
      'speak for what is about them',
      'restaurant.menu',
      { likely: { 'general.hours': 0.5, 'restaurant.menu': 0.4 }, slots: { words: saying('item', 'Lamb Shoulder') } },
    ],
    [
      'leave hardly a doubt',
      'medical.insurance',
      { likely: { 'general.contact': 0.7, 'medical.insurance': 0.2 }, slots: { words: saying('payer', 'Blue Mesa') } },
    ],
    [
      'are enough where nothing else was understood',
      'fitness.classes',
      { likely: { unknown: 0.9, 'fitness.classes': 0.02 }, slots: { words: saying('class', 'Spin') } },
    ],
    [
      'ask for the booking whose code is said',
      'booking.find',
      { likely: { unknown: 0.8, 'booking.find': 0.1, 'booking.cancel': 0.05 }, slots: { code: 'K7P4QX' } },
    ],
  ])('%s', (_, intent, given) => {
    expect(intentOf(given)).toBe(intent);
  });
});

describe('what the business has written', () => {
  it.each<[string, number, string, Case]>([
    ['answers what sounds like a question', 0.6, 'faq', { likely: { faq: 0.8 } }],
    ['answers what nobody understood', 0.6, 'faq', { likely: { unknown: 0.9 } }],
    ['does not answer what is far from it', 0.4, 'unknown', { likely: { unknown: 0.9 } }],
    ['beats a guess', 0.9, 'faq', { text: 'are dogs ok', likely: { 'general.hours': 0.4, faq: 0.3 } }],
    ['does not beat what is sure', 0.9, 'general.hours', { likely: { 'general.hours': 0.99 } }],
    ['beats even that in nearly its own words', 1.5, 'faq', { likely: { 'general.hours': 0.99 } }],
    [
      'does not stand in for an order with its day',
      1,
      'restaurant.reserve',
      { likely: { 'restaurant.reserve': 0.9 }, slots: { partySize: 4, date: '2026-11-19' } },
    ],
    [
      'does not say what somebody must not eat',
      0.9,
      'restaurant.dietary',
      { likely: { 'restaurant.dietary': 0.4, faq: 0.6 }, slots: { words: saying('avoid', 'nuts') } },
    ],
  ])('%s', (_, written, intent, given) => {
    const decision = decided({ ...given, written });
    expect(decision.intent).toBe(intent);
    expect(decision.hit?.score).toBe(intent === 'faq' ? written : undefined);
  });
});

describe('a change of a booking', () => {
  const likely = { 'restaurant.reserve': 0.6, 'booking.change': 0.02, 'booking.cancel': 0.02 };
  it.each<[string, string, Partial<Case>]>([
    ['can you move it to friday', 'booking.change', {}],
    ['i need to reschedule', 'booking.change', {}],
    ['please cancel my table', 'booking.cancel', {}],
    ["we can't make it tonight", 'booking.cancel', {}],
    ['make it five', 'restaurant.reserve', {}],
    ['make it five', 'booking.change', { booked: true }],
    ['any chance of pushing it back an hour', 'booking.change', {}],
    ['ugh scratch that, she is ill', 'booking.cancel', { booked: true }],
    ['scrap that, make it friday', 'booking.change', { booked: true, slots: { date: '2026-11-20' } }],
    ['scratch that', 'restaurant.reserve', {}],
    ['and one for my sister too, same time', 'restaurant.reserve', { booked: true, slots: { time: '17:00' } }],
    ['what is your cancellation policy if i cancel', 'restaurant.reserve', {}],
    ['cancel my plan', 'restaurant.reserve', { slots: { words: saying('plan', 'Plus') } }],
  ])('%j: %s', (text, intent, more) => {
    expect(intentOf({ text, likely, ...more })).toBe(intent);
  });
});
