import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../../test/document.ts';
import { BARE, type Business } from '../../../../capability/document.ts';
import { formatterFor } from '../../../../capability/formatter.ts';
import { type GuardInput, PASSED_ON } from './evidence.ts';
import { createSentenceGuard } from './guard.ts';

type Listed = { industry: string; config: Partial<Business> & { name: string } };
const businessIn = (file: string, place = 0): Business => {
  const url = new URL(`../../../../../test/exam/businesses/${file}.json`, import.meta.url);
  const { industry, config } = (JSON.parse(readFileSync(url, 'utf8')) as Listed[])[place]!;
  return { ...BARE, ...config, industry, industries: [industry] } as Business;
};
// Closed on Tuesdays, open until 20:00 on Sundays; haddock €19.50 with fish, gluten, egg and mustard; curry €17.50.
const quay = businessIn('restaurant');
const given: GuardInput = {
  ...{ business: quay, now: new Date('2026-11-17T12:00:00Z'), judged: [], isHealth: false },
  results: [{ available: true, slots: [{ startsAt: '2026-11-19T19:30:00+00:00' }] }],
  told: ['A table for 4 on Thursday at 7?'],
};
const checked = (sentence: string, more: Partial<GuardInput> = {}) =>
  createSentenceGuard({ ...given, ...more }).check(sentence);
const whyHeld = async (sentence: string, more: Partial<GuardInput> = {}) => {
  const result = await checked(sentence, more);
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
  ])('%s', async (sentence) => expect(await whyHeld(sentence)).toBe('deed'));

  it('but told where a record has it, with all of its values', async () => {
    const results = [{ code: 'K7P4QX', status: 'confirmed', partySize: 4, startsAt: '2026-11-19T19:30:00+00:00' }];
    expect(await whyHeld('Your table for 4 is booked for Thursday at 7:30 pm, code K7P4QX.', { results })).toBe('said');
    expect(await whyHeld('Your table for 4 is booked for Thursday at 8:30 pm.', { results })).toBe('deed');
    expect(await whyHeld('Your booking is cancelled.', { results })).toBe('deed');
    expect(await whyHeld('Your deposit has been refunded.', { results })).toBe('deed');
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
  ] as const)('%s: %s', async (why, sentence) => {
    const found = await whyHeld(sentence);
    // Whatever holds it first will do, where it would have been held for that.
    expect(found === 'deed' ? why : found).toBe(why);
  });

  it('tells the model what the records say', async () => {
    expect(await checked('The haddock costs €17.')).toEqual({
      ...{ ok: false, why: 'price' },
      about: '€17 is not the price of Beer-Battered Haddock; the records say 19.5',
    });
  });

  it('of what "it" is, too', async () => {
    const guard = createSentenceGuard(given);
    expect((await guard.check('The haddock comes with chips.')).ok).toBe(true);
    expect((await guard.check('It costs €17.50.')).ok).toBe(false);
    expect((await guard.check('It costs €19.50.')).ok).toBe(true);
  });

  it('about doses and what is safe to take', async () => {
    const medical = { business: documentOf('medical'), isHealth: true, results: [] };
    expect(await whyHeld('Take 400 mg of it.', medical)).toBe('health');
    expect(await whyHeld('Ibuprofen is safe during pregnancy.', medical)).toBe('health');
    expect(await whyHeld('El ibuprofeno es seguro durante el embarazo.', medical)).toBe('health');
    expect(await whyHeld('Ibuprofen können Sie in der Schwangerschaft bedenkenlos nehmen.', medical)).toBe('health');
    expect(await whyHeld('Vous pouvez prendre ce médicament, diagnostic sans danger.', medical)).toBe('health');
    expect(await whyHeld('The bottle has 750 ml.')).not.toBe('health');
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
  ])('%s', async (sentence) => expect(await checked(sentence)).toEqual({ ok: true }));
});

describe('kinds of sentences, at other businesses', () => {
  const alley = businessIn('restaurant', 1);
  const practice = businessIn('medical', 1);
  const barber = businessIn('salon', 1);
  const spa = businessIn('salon', 2);
  const boxing = businessIn('fitness', 2);
  const bikes = businessIn('retail', 1);
  const at = (business: Business): Partial<GuardInput> => ({
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
  ])('amounts that are so, sums and shares of them: %#', async (business, sentence) =>
    expect(await checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it.each([
    [alley, 'Three serves of Dan Dan Noodles come to $57.90.'],
    [barber, 'Der Skin Fade kostet zwanzig Pfund.'],
    [barber, 'スキンフェードは28ポンド、約45分です。'],
    [spa, 'Le massage aux pierres chaudes dure 90 minutes et coûte 75 €.'],
    [bikes, 'The Gull Helmet is €59 and the Shannon D-Lock €45, so €99 for the two.'],
    [bikes, 'El casco cuesta cuarenta y nueve euros.'],
  ])('amounts that are not: %#', async (business, sentence) =>
    expect(await whyHeld(sentence, at(business))).not.toBe('said'),
  );

  it.each([
    [alley, 'Los lunes descansamos; de martes a jueves abrimos de 17:00 a 23:00.'],
    [alley, '周日营业时间是中午12点到晚上10点，周一休息。'],
    [practice, 'Los sábados atendemos de 8:30 a 12:00.'],
    [boxing, 'Boxing Fundamentals runs Monday and Wednesday at 5:30 pm and Saturday at 8 am.'],
    [boxing, 'Le cours pour enfants a lieu le samedi à 9 h 30 et dure 45 minutes.'],
  ])('times that are so: %#', async (business, sentence) =>
    expect(await checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it.each([
    [alley, '我们周日从中午12点开到晚上11点，不休息。'],
    [practice, 'W soboty przyjmujemy od 8:00 do 14:00.'],
    [boxing, 'Sparring Night is on Thursdays at 6:30 pm.'],
  ])('times that are not: %#', async (business, sentence) =>
    expect(await whyHeld(sentence, at(business))).not.toBe('said'),
  );

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
  ])('nothing is said of a body that is not written: %#', async (business, sentence) =>
    expect(await whyHeld(sentence, at(business))).toBe('health'),
  );

  it.each([
    [practice, "I can't advise on medication, but your pharmacist can."],
    [practice, 'Repeat prescriptions are ready within 72 hours.'],
    [spa, 'Ab dem vierten Monat bieten wir eine sanfte Variante unserer Massagen an.'],
  ])('but it may be sent on, or repeated: %#', async (business, sentence) =>
    expect(await checked(sentence, at(business))).toEqual({ ok: true }),
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
  ])('nothing is given that the business does not give: %#', async (business, sentence) =>
    expect(await whyHeld(sentence, at(business))).not.toBe('said'),
  );

  it.each([
    [barber, 'Studenten bekommen dienstags bis donnerstags 15 % Rabatt.'],
    [bikes, "I can't promise a discount myself, but I can pass the question on to the team."],
    [bikes, "Unused goods can be returned within 30 days of delivery, but helmets can't come back once worn."],
    [spa, 'Binnen 24 uur voor de afspraak wordt de volledige prijs in rekening gebracht.'],
  ])('but what it gives is told: %#', async (business, sentence) =>
    expect(await checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it.each([
    [practice, 'Ein wenig Fieber nach der Impfung ist völlig unbedenklich, da müssen Sie nichts tun.', 'health'],
    [practice, 'Na ten ból wystarczy paracetamol dwa razy dziennie.', 'health'],
    [quay, 'Der Haddock enthält keinen Senf.', 'allergen'],
    [quay, 'El risotto no lleva leche.', 'allergen'],
    [bikes, 'आपके €59 हम आपको वापस कर देंगे, चाहे हेलमेट पहना हो।', 'price'],
    [boxing, 'Boxing Fundamentals is on Tuesdays at 5:30 pm.', 'time'],
    [quay, 'U kunt zondag terecht van 8.30 tot 23.00.', 'time'],
    [quay, 'نستقبلكم يوم الأحد من التاسعة صباحا حتى الحادية عشرة مساء.', 'time'],
    [quay, 'You will find us at 12 Dock Road.', 'contact'],
  ] as const)('kinds that are heard in any language: %#', async (business, sentence, why) =>
    expect(await whyHeld(sentence, at(business))).toBe(why),
  );

  it.each([
    [quay, 'Der Haddock enthält Fisch, Gluten, Ei und Senf.'],
    [quay, 'Il risotto contiene latte e sedano.'],
    [quay, "I'm sorry, these mix-ups happen."],
    [practice, 'If the doctor wants to talk about your results, we ring you within three working days.'],
  ] as const)('and what is so is said in any language: %#', async (business, sentence) =>
    expect(await checked(sentence, at(business))).toEqual({ ok: true }),
  );

  it('a time that a tool has found to be taken is not said to be free', async () => {
    const results = [{ available: false, startsAt: '2026-11-19T19:00:00+00:00', slots: ['2026-11-19T20:30:00+00:00'] }];
    expect(await whyHeld('Jeudi, 19 h est encore libre.', { results })).not.toBe('said');
    expect(await whyHeld('Jeudi, 20 h 30 est encore libre.', { results })).toBe('said');
  });

  it('a dish that does not suit is named only to say so', async () => {
    const source = { kind: 'dish', id: 'chowder', title: 'Seafood Chowder' };
    const judged = [{ source, fits: false, why: () => '' }] as unknown as GuardInput['judged'];
    expect(await whyHeld('The Seafood Chowder contains fish, so he should avoid it.', { judged })).toBe('said');
    expect(await whyHeld('How about the Seafood Chowder?', { judged })).toBe('unfit');
    expect(await whyHeld('The curry contains mustard, but the Seafood Chowder is lovely.', { judged })).toBe('unfit');
    expect(await whyHeld('La Seafood Chowder lleva pescado.', { judged })).toBe('said');
    expect(await whyHeld('¿Qué tal la Seafood Chowder?', { judged })).toBe('unfit');
  });
});

describe('an entry and its price', () => {
  type Priced = { name: string; price?: number };
  const files = ['restaurant', 'salon', 'fitness', 'retail'];
  const listsOf = (business: Business) =>
    Object.values(business[business.industry!] as Record<string, Priced[]>)
      .filter(Array.isArray)
      .flat();
  const say = (business: Business, amount: number) => formatterFor(business).money(amount);

  it.each(files)('go together, and no other price with it: %s', async (file) => {
    const business = businessIn(file);
    const entries = listsOf(business).filter(({ price }) => price !== undefined && price > 0);
    const more = { business, results: [], told: [] };
    expect(entries.length).toBeGreaterThan(3);
    for (const [at, { name, price }] of entries.entries()) {
      const own = await whyHeld(`${name} is ${say(business, price!)}.`, more);
      expect([name, own]).toEqual([name, 'said']);
      const other = entries[(at + 1) % entries.length]!;
      // Some names mean two things, such as a class and a course, and some prices are alike.
      const prices = entries.filter((each) => each.name === name).map((each) => each.price);
      if (prices.includes(other.price)) continue;
      expect([name, await whyHeld(`${name} is ${say(business, other.price! + 7)}.`, more)]).not.toEqual([name, 'said']);
      expect([name, await whyHeld(`${name} is ${say(business, other.price!)}.`, more)]).not.toEqual([name, 'said']);
    }
  });
});

it('knows in which languages deeds can be told', () => {
  const guard = createSentenceGuard(given);
  expect([guard.canJudge('pl'), guard.canJudge('sv')]).toEqual([true, false]);
});

describe('what real minds said, and was held', () => {
  const notFor = (title: string) =>
    [{ source: { kind: 'dish', id: 'dish', title }, fits: false, why: () => '' }] as unknown as GuardInput['judged'];
  const iceCream = { judged: notFor('Ice Cream of the Day') };
  const salad = { judged: notFor('Beetroot & Walnut Salad') };

  it.each([
    ['Nothing is recorded for the Ice Cream of the Day, so please ask in the dining room.', iceCream],
    ['The Beetroot & Walnut Salad contains nuts, so it is not suitable for him.', salad],
    ['The Ice Cream of the Day is listed as vegetarian, but its allergens have not been recorded.', iceCream],
    ['Sorry, no: the Lemon Posset contains milk.', {}],
    ['We cook with walnuts and almonds, so traces of them can be anywhere.', {}],
    ['The risotto has no nuts as an ingredient, but it may contain nuts, so it is not safe for her.', {}],
    ["We don't have a chowder without milk.", {}],
    ['Infelizmente não temos sopa sem leite.', {}],
    ['Leider ist keine Vorspeise sicher für Sie, denn die Chowder enthält Gluten.', {}],
  ])('a warning and an unknown may be said: %s', async (sentence, more) =>
    expect(await whyHeld(sentence, more)).toBe('said'),
  );

  it.each([
    ['The Ice Cream of the Day is safe for coeliacs.', iceCream],
    ['You could have the Ice Cream of the Day.', iceCream],
    ['The posset contains milk, but the risotto is free of nuts.', {}],
    ['The chowder contains no milk, so enjoy it.', {}],
    ['A posset não tem leite, pode pedir sem problemas.', {}],
  ])('an assurance is verified: %s', async (sentence, more) => expect(await whyHeld(sentence, more)).not.toBe('said'));

  const gym = businessIn('fitness');
  it.each([
    ['She is away from November 19 to 21.', { results: [{ from: '2026-11-19', to: '2026-11-21' }] }],
    ["It's every Monday from 6:30 pm to 7:30 pm.", { business: gym, told: ['when is barbell basics'] }],
    ['Saturday is only four days away.', {}],
    ['I cannot find a booking for somebody born on 7 August 1969.', { told: ['7/8/1969'] }],
    ['For January 22 please come back from December 8 on.', { told: ['a table on 22 January?'] }],
    [
      'Kim is free for that on Monday 23 November at 9:00.',
      { results: ['Kim is free on Monday 23 November at 9:00. May I have a name?'] },
    ],
    ['I cannot explain the €25, I am sorry.', { told: ['the haddock was €25 on my bill!'] }],
  ])('what follows from what is known may be said: %s', async (sentence, more) =>
    expect(await checked(sentence, more)).toEqual({ ok: true }),
  );

  it.each([
    ["It's every Monday from 6:30 pm to 8:30 pm.", { business: gym, told: ['when is barbell basics'] }],
    ['Saturday is only six days away.', {}],
    ['Yes, the haddock is €25.', { told: ['is the haddock €25?'] }],
  ])('and what does not may not: %s', async (sentence, more) => expect(await whyHeld(sentence, more)).not.toBe('said'));

  it('sums go over sentences', async () => {
    const guard = createSentenceGuard(given);
    expect((await guard.check('The Lemon Posset is €8.')).ok).toBe(true);
    expect((await guard.check('Together with the haddock that comes to €27.50.')).ok).toBe(true);
    expect((await guard.check('Together with the haddock that comes to €29.50.')).ok).toBe(false);
  });

  it.each([
    "I'm sorry that you're in such trouble.",
    'The dining room can confirm that by phone.',
    "You're welcome to bring a cake: we charge €2 a person.",
    'Right, then Thursday it is.',
  ])('nothing is done by it: %s', async (sentence) => expect(await whyHeld(sentence)).toBe('said'));
});

describe('what is said of something is what is written of it', () => {
  const business = documentOf('restaurant', {
    hours: { ...quay.hours, mon: [['17:00', '21:30']] },
    services: [
      { name: 'Boat line', description: '021 555 0177, day and night' },
      { name: 'Day pass', description: 'Adults €26, under 14 €18', price: 2600 },
      { name: 'Deck wash', price: 850 },
      { name: 'Ten-visit card', description: 'Valid 12 months', price: 22000 },
    ],
    faqs: [
      { question: 'How do we get a tour?', answer: 'Walk in on Mondays and Thursdays from 5:15 to 6:45 pm.' },
      { question: 'Is the fryer shared?', answer: 'Yes, the fryer is shared, so anything fried can carry gluten.' },
      { question: 'Does the deck wash contain lanolin?', answer: 'Yes, Deck wash contains lanolin.' },
      { question: 'Do students get a discount?', answer: '15% off with a student card, Tuesday to Thursday.' },
      { question: 'Do you have a spring sale?', answer: 'No sale. Instead 10% of the till goes to the trust.' },
      { question: 'Do groups pay less?', answer: '10% off with a group card.' },
    ],
    policies: { cancellation: "24 hours' notice, otherwise half the price is charged." },
  });
  const here = { business: { ...business, contact: { ...business.contact, phone: '021 555 0143' } }, told: [''] };

  it.each([
    'For a tour just walk in on Thursdays from 5:15 to 6:45 pm.',
    'The fryer is shared, so anything fried can carry gluten.',
    'With a student card you have 15% off on Wednesdays.',
    "We ask for 24 hours' notice; after that half the price is charged.",
    'Pedimos 24 horas de antecedência; depois disso cobra-se metade do preço.',
    'It is €18 for everyone under 14.',
    'The boat line is 021 555 0177.',
  ])('said: %s', async (sentence) => expect(await checked(sentence, here)).toEqual({ ok: true }));

  it.each([
    'For a tour just walk in on Tuesdays and Thursdays from 5:15 to 6:45 pm.',
    'We serve from half twelve on Mondays.',
    'Our deck wash is lanolin-free.',
    'With your student card you have 15% off on Saturday.',
    'In the spring sale everything is 10% off.',
    'Groups of siblings are half price.',
    'La tarjeta de diez visitas sale por 85 euros y vale doce meses.',
    'The boat line is 021 555 0143.',
  ])('not said: %s', async (sentence) => expect(await whyHeld(sentence, here)).not.toBe('said'));

  it('of a person who has taken over', async () => {
    const sentence = "I'm passing this on to our team now.";
    expect(await whyHeld(sentence, { results: [PASSED_ON] })).toBe('said');
    expect(await whyHeld('Your table is booked.', { results: [PASSED_ON] })).toBe('deed');
  });

  it('where the encoder has failed, too', async () => {
    const encode = async () => undefined;
    expect(await whyHeld('Ibuprofen is safe during pregnancy.', { isHealth: true, encode })).toBe('health');
    expect(await whyHeld('We are open until 20:00 on Sundays.', { encode })).toBe('said');
  });
});
