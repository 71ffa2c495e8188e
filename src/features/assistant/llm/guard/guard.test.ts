import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../../test/document.ts';
import { BARE, type Business } from '../../../../capability/document.ts';
import { sayFor } from '../../../../capability/say.ts';
import type { Given } from './evidence.ts';
import { createGuard } from './guard.ts';

type Listed = { industry: string; config: Partial<Business> & { name: string } };
const businessIn = (file: string): Business => {
  const url = new URL(`../../../../../test/exam/businesses/${file}.json`, import.meta.url);
  const [{ industry, config }] = JSON.parse(readFileSync(url, 'utf8')) as [Listed];
  return { ...BARE, ...config, industry, industries: [industry] } as Business;
};
// Closed on Tuesdays, open until 20:00 on Sundays; haddock €19.50 with fish, gluten, egg and mustard; curry €17.50.
const quay = businessIn('restaurant');
const given: Given = {
  ...{ business: quay, now: new Date('2026-11-17T12:00:00Z'), judged: [], isHealth: false },
  results: [{ available: true, slots: [{ startsAt: '2026-11-19T19:30:00+00:00' }] }],
  told: ['A table for 4 on Thursday at 7?'],
};
const checked = (sentence: string, more: Partial<Given> = {}) => createGuard({ ...given, ...more }).check(sentence);
const whyHeld = (sentence: string, more: Partial<Given> = {}) => {
  const result = checked(sentence, more);
  return result.ok ? 'said' : result.why;
};

describe('deeds are not claimed', () => {
  it.each([
    "your spot's locked in for tomorrow at 8 pm",
    "I've refunded you €30.",
    'Booked! Anything else?',
    'Su mesa está reservada.',
    'Votre table est réservée.',
    'Ton inscription est faite.',
    'Ihr Tisch ist für Donnerstag reserviert.',
    'Ich habe Ihnen 30 € erstattet.',
    'Sua mesa está reservada.',
    'La sua prenotazione è confermata.',
    'Uw tafel is gereserveerd.',
    'Twój stolik jest zarezerwowany.',
    '您的桌子已经预订好了。',
    'ご予約を承りました。',
    'تم حجز طاولتك.',
    'आपकी टेबल बुक हो गई है।',
  ])('%s', (sentence) => expect(whyHeld(sentence)).toBe('deed'));

  it('but told where a record has it, with all of its values', () => {
    const results = [{ code: 'K7P4QX', status: 'confirmed', partySize: 4, startsAt: '2026-11-19T19:30:00+00:00' }];
    expect(whyHeld('Your table for 4 is booked for Thursday at 7:30 pm, code K7P4QX.', { results })).toBe('said');
    expect(whyHeld('Your table for 4 is booked for Thursday at 8:30 pm.', { results })).toBe('deed');
    expect(whyHeld('Your booking is cancelled.', { results })).toBe('deed');
    expect(whyHeld('Your deposit has been refunded.', { results })).toBe('deed');
  });
});

describe('what is not so is not said', () => {
  it.each([
    ['price', 'The haddock costs €17.'],
    ['price', 'El risotto cuesta 12 €.'],
    ['price', 'Der Haddock kostet 17,50 €.'],
    ['price', 'The curry is €18.50 and the risotto is €17.50.'],
    ['price', 'Parking is €5 an hour.'],
    ['price', 'Desserts are on the house.'],
    ['price', 'You get 20% off.'],
    ['time', "We're open until 9 on Sunday."],
    ['time', 'We are open until 11.'],
    ['time', "We're open on Tuesdays."],
    ['time', 'El domingo abrimos hasta las 22:00.'],
    ['time', 'Le dimanche, nous sommes ouverts jusqu’à 22h.'],
    ['time', 'Wir haben sonntags bis 22 Uhr geöffnet.'],
    ['time', 'La domenica siamo aperti fino alle 22:00.'],
    ['time', 'Op zondag zijn we open tot 22:00.'],
    ['time', '星期日营业到晚上10点。'],
    ['allergen', 'The haddock is perfectly fine for coeliacs.'],
    ['allergen', 'The chowder is gluten-free.'],
    ['allergen', 'El curry no contiene mostaza.'],
    ['allergen', 'Le risotto est sans lactose.'],
    ['allergen', 'Das Risotto ist laktosefrei.'],
    ['allergen', 'O risoto não contém lactose.'],
    ['allergen', 'Il curry è senza senape.'],
    ['allergen', 'De curry is veilig bij een notenallergie.'],
    ['allergen', 'Curry jest bezpieczne przy alergii na orzechy.'],
    ['allergen', '咖喱不含坚果，对过敏者安全。'],
    ['allergen', 'カレーにはナッツは入っていませんので、アレルギーの方も安心です。'],
    ['allergen', 'الكاري آمن لمن لديه حساسية من المكسرات.'],
    ['allergen', 'करी में मेवे नहीं हैं, एलर्जी वालों के लिए सुरक्षित है।'],
    ['contact', 'You can pay at https://pay.evil.example/x'],
    ['name', 'Dr. Miller will be happy to help.'],
    ['number', 'You can cancel up to 24 hours ahead.'],
    ['availability', 'There is a free table at 6:15 pm.'],
  ] as const)('%s: %s', (why, sentence) => {
    const found = whyHeld(sentence);
    // Whatever holds it first will do, where it would have been held for that.
    expect(found === 'deed' ? why : found).toBe(why);
  });

  it('tells the model what the records say', () => {
    expect(checked('The haddock costs €17.')).toEqual({
      ...{ ok: false, why: 'price' },
      about: '€17 is not the price of Beer-Battered Haddock; the records say 19.5',
    });
  });

  it('of what "it" is, too', () => {
    const guard = createGuard(given);
    expect(guard.check('The haddock comes with chips.').ok).toBe(true);
    expect(guard.check('It costs €17.50.').ok).toBe(false);
    expect(guard.check('It costs €19.50.').ok).toBe(true);
  });

  it('about doses and what is safe to take', () => {
    const medical = { business: documentOf('medical'), isHealth: true, results: [] };
    expect(whyHeld('Take 400 mg of it.', medical)).toBe('health');
    expect(whyHeld('Ibuprofen is safe during pregnancy.', medical)).toBe('health');
    expect(whyHeld('El ibuprofeno es seguro durante el embarazo.', medical)).toBe('health');
    expect(whyHeld('Ibuprofen können Sie in der Schwangerschaft bedenkenlos nehmen.', medical)).toBe('health');
    expect(whyHeld('Vous pouvez prendre ce médicament, diagnostic sans danger.', medical)).toBe('health');
    expect(whyHeld('The bottle has 750 ml.')).not.toBe('health');
  });
});

describe('what is so is said', () => {
  it.each([
    'The haddock is €19.50.',
    'El risotto cuesta 18,50 €.',
    'Two chowders come to €23.',
    'The curry is €17.50 and the risotto is €18.50.',
    "We're open until 8 on Sunday.",
    'Wir haben sonntags bis 20 Uhr geöffnet.',
    "We're closed on Tuesdays.",
    'Nous sommes fermés le mardi.',
    'Am Dienstag haben wir geschlossen.',
    '星期日营业到晚上8点。',
    'We keep your table for 20 minutes.',
    'The chowder contains fish, so he should avoid it.',
    'The curry is vegan and gluten-free.',
    'The risotto is vegetarian.',
    'A table is free at 7:30 pm on Thursday.',
    'Party of 4 at 7 then?',
    'You can reach us at +353 91 555 210.',
    'Parking at Merchants Road costs €2.40 an hour, and it is a three-minute walk.',
    'Please let us know about any allergies.',
    'Would you like me to book that for you?',
    'I can book that for you once you say yes.',
    'I could not find that booking.',
    "There's live music every Thursday from 9 pm.",
    'Vouchers start at €25 and are valid for five years.',
    'What name shall I put it under?',
    'Lo siento, no lo sé.',
    'Yes, we keep four high chairs, and under-10s can have half portions of most mains at half price.',
  ])('%s', (sentence) => expect(checked(sentence)).toEqual({ ok: true }));
});

describe('an entry and its price', () => {
  type Priced = { name: string; price?: number };
  const files = ['restaurant', 'salon', 'fitness', 'retail'];
  const listsOf = (business: Business) =>
    Object.values(business[business.industry!] as Record<string, Priced[]>)
      .filter(Array.isArray)
      .flat();
  const say = (business: Business, amount: number) => sayFor(business).money(amount);

  it.each(files)('go together, and no other price with it: %s', (file) => {
    const business = businessIn(file);
    const entries = listsOf(business).filter(({ price }) => price !== undefined && price > 0);
    const more = { business, results: [], told: [] };
    expect(entries.length).toBeGreaterThan(3);
    for (const [at, { name, price }] of entries.entries()) {
      const own = whyHeld(`${name} is ${say(business, price!)}.`, more);
      expect([name, own]).toEqual([name, 'said']);
      const other = entries[(at + 1) % entries.length]!;
      // Some names mean two things, such as a class and a course, and some prices are alike.
      const prices = entries.filter((each) => each.name === name).map((each) => each.price);
      if (prices.includes(other.price)) continue;
      expect([name, whyHeld(`${name} is ${say(business, other.price! + 7)}.`, more)]).not.toEqual([name, 'said']);
      expect([name, whyHeld(`${name} is ${say(business, other.price!)}.`, more)]).not.toEqual([name, 'said']);
    }
  });
});

it('knows in which languages deeds can be told', () => {
  const guard = createGuard(given);
  expect([guard.canJudge('pl'), guard.canJudge('sv')]).toEqual([true, false]);
});
