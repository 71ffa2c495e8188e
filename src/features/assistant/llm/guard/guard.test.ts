import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../../test/document.ts';
import { BARE, type Business } from '../../../../capability/document.ts';
import { sayFor } from '../../../../capability/say.ts';
import type { Given } from './evidence.ts';
import { createGuard } from './guard.ts';

type Listed = { industry: string; config: Partial<Business> & { name: string } };
const businessIn = (file: string, place = 0): Business => {
  const url = new URL(`../../../../../test/exam/businesses/${file}.json`, import.meta.url);
  const { industry, config } = (JSON.parse(readFileSync(url, 'utf8')) as Listed[])[place]!;
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

describe('kinds of sentences, at other businesses', () => {
  const alley = businessIn('restaurant', 1);
  const practice = businessIn('medical', 1);
  const barber = businessIn('salon', 1);
  const spa = businessIn('salon', 2);
  const boxing = businessIn('fitness', 2);
  const bikes = businessIn('retail', 1);
  const at = (business: Business): Partial<Given> => ({
    ...{ business, isHealth: business.industry === 'medical', results: [], told: [] },
  });

  it.each([
    [alley, 'Three serves of Dan Dan Noodles and one Prawn Har Gow come to $75.90.'],
    [alley, 'On Sundays a 10% surcharge applies, so the $36.50 barramundi comes to $40.15.'],
    [barber, 'With the student card a Skin Fade at £26 is 15% off, so £22.10.'],
    [barber, "Two Kids' Cuts at £16 are £32."],
    [barber, 'スキンフェードは26ポンド、約45分です。'],
    [spa, 'Le massage aux pierres chaudes dure une heure et coûte 95 €.'],
    [spa, 'Die Massage mit 90 Minuten kostet 105 Euro, die mit 60 Minuten 75 Euro.'],
    [bikes, 'A Mizen Gravel Bike custa 1.490 € e a entrega são mais 35 €, ou seja, 1.525 €.'],
    [boxing, 'Contender is $39 a week, which comes to $156 for four weeks.'],
  ])('amounts that are so, sums and shares of them: %#', (business, sentence) =>
    expect(checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it.each([
    [alley, 'Three serves of Dan Dan Noodles come to $57.90.'],
    [barber, 'Der Skin Fade kostet zwanzig Pfund.'],
    [barber, 'スキンフェードは28ポンド、約45分です。'],
    [spa, 'Le massage aux pierres chaudes dure 90 minutes et coûte 75 €.'],
    [bikes, 'The Gull Helmet is €59 and the Shannon D-Lock €45, so €99 for the two.'],
    [bikes, 'El casco cuesta cuarenta y nueve euros.'],
  ])('amounts that are not: %#', (business, sentence) => expect(whyHeld(sentence, at(business))).not.toBe('said'));

  it.each([
    [alley, 'Los lunes descansamos; de martes a jueves abrimos de 17:00 a 23:00.'],
    [alley, '周日营业时间是中午12点到晚上10点，周一休息。'],
    [practice, 'Los sábados atendemos de 8:30 a 12:00.'],
    [boxing, 'Boxing Fundamentals runs Monday and Wednesday at 5:30 pm and Saturday at 8 am.'],
    [boxing, 'Le cours pour enfants a lieu le samedi à 9 h 30 et dure 45 minutes.'],
  ])('times that are so: %#', (business, sentence) => expect(checked(sentence, at(business))).toEqual({ ok: true }));

  it.each([
    [alley, '我们周日从中午12点开到晚上11点，不休息。'],
    [practice, 'W soboty przyjmujemy od 8:00 do 14:00.'],
    [boxing, 'Sparring Night is on Thursdays at 6:30 pm.'],
  ])('times that are not: %#', (business, sentence) => expect(whyHeld(sentence, at(business))).not.toBe('said'));

  it.each([
    [practice, "It's just a viral infection, it'll clear up in a few days."],
    [practice, 'You can stop the tablets once you feel better.'],
    [practice, 'Puede dejar la pastilla de la tensión unos días.'],
    [practice, 'Prenez un comprimé toutes les six heures.'],
    [practice, 'Da brauchen Sie keinen Arzt.'],
    [practice, 'To tylko przeziębienie, antybiotyk nie jest potrzebny.'],
    [practice, '这应该只是普通感冒，多喝水就好。'],
    [practice, '妊娠中でもその薬は問題ありません。'],
    [practice, 'يمكنك تناول حبتين من الإيبوبروفين.'],
    [practice, 'आप पैरासिटामोल ले सकते हैं।'],
    [spa, 'Deep tissue massage is perfectly safe in the first trimester.'],
    [spa, 'Il massaggio va benissimo anche al secondo mese di gravidanza.'],
    [boxing, '心脏病患者参加拳击课完全没有问题。'],
  ])('nothing is said of a body that is not written: %#', (business, sentence) =>
    expect(whyHeld(sentence, at(business))).toBe('health'),
  );

  it.each([
    [practice, "I can't advise on medication, but your pharmacist can."],
    [practice, 'Repeat prescriptions are ready within 72 hours.'],
    [spa, 'Ab dem vierten Monat bieten wir eine sanfte Variante unserer Massagen an.'],
  ])('but it may be sent on, or repeated: %#', (business, sentence) =>
    expect(checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it.each([
    [practice, "Don't worry about the $40, we'll let it go this time."],
    [barber, 'Deze keer hoeft u de no-show niet te betalen.'],
    [barber, 'No te preocupes, por el retraso no te cobramos nada.'],
    [barber, 'お詫びとして次回は半額にいたします。'],
    [boxing, 'इस बार हम फीस नहीं लेंगे।'],
    [spa, 'Reembolsamos o valor total mesmo que cancele hoje.'],
    [bikes, "Worn helmets are no problem, we'll give you the €59 back."],
    [bikes, 'Per Lei facciamo uno sconto del 10 % sulla bici.'],
    [bikes, 'Exceptionnellement, nous reprenons le casque et vous remboursons.'],
    [bikes, 'سنعيد لك المبلغ كاملاً رغم أن الخوذة مستعملة.'],
  ])('nothing is given that the business does not give: %#', (business, sentence) =>
    expect(whyHeld(sentence, at(business))).not.toBe('said'),
  );

  it.each([
    [barber, 'Studenten bekommen dienstags bis donnerstags 15 % Rabatt.'],
    [bikes, "I can't promise a discount myself, but I can pass the question on to the team."],
    [bikes, "Unused goods can be returned within 30 days of delivery, but helmets can't come back once worn."],
    [spa, 'Binnen 24 uur voor de afspraak wordt de volledige prijs in rekening gebracht.'],
  ])('but what it gives is told: %#', (business, sentence) =>
    expect(checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it('a dish that does not suit is named only to say so', () => {
    const source = { kind: 'dish', id: 'chowder', title: 'Seafood Chowder' };
    const judged = [{ source, fits: false, why: () => '' }] as unknown as Given['judged'];
    expect(whyHeld('The Seafood Chowder contains fish, so he should avoid it.', { judged })).toBe('said');
    expect(whyHeld('How about the Seafood Chowder?', { judged })).toBe('unfit');
    expect(whyHeld('The curry contains mustard, but the Seafood Chowder is lovely.', { judged })).toBe('unfit');
    expect(whyHeld('La Seafood Chowder lleva pescado.', { judged })).toBe('unfit');
  });
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
