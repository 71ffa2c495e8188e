import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../../../test/document.ts';
import { type Business, EMPTY_DOCUMENT } from '../../../../capability/document.ts';
import { formatterFor } from '../../../../capability/formatter.ts';
import { type GuardInput, HANDED_OVER_RECORD } from './evidence.ts';
import { createSentenceGuard } from './guard.ts';

type BusinessFixture = { industry: string; config: Partial<Business> & { name: string } };
const businessIn = (file: string, index = 0): Business => {
  const url = new URL(`../../../../../test/exam/businesses/${file}.json`, import.meta.url);
  const { industry, config } = (JSON.parse(readFileSync(url, 'utf8')) as BusinessFixture[])[index]!;
  return { ...EMPTY_DOCUMENT, ...config, industry, industries: [industry] } as Business;
};
// Closed on Tuesdays, open until 20:00 on Sundays; haddock €19.50 with fish, gluten, egg and mustard; curry €17.50.
const quayRestaurant = businessIn('restaurant');
const baseInput: GuardInput = {
  business: quayRestaurant,
  now: new Date('2026-11-17T12:00:00Z'),
  suitability: [],
  isAboutHealth: false,
  toolResults: [{ available: true, slots: [{ startsAt: '2026-11-19T19:30:00+00:00' }] }],
  conversationData: ['A table for 4 on Thursday at 7?'],
};
const checkSentence = (sentence: string, overrides: Partial<GuardInput> = {}) =>
  createSentenceGuard({ ...baseInput, ...overrides }).check(sentence);
const outcomeOf = async (sentence: string, overrides: Partial<GuardInput> = {}) => {
  const result = await checkSentence(sentence, overrides);
  return result.ok ? 'passed' : result.reason;
};

describe('drops claims of actions that were not completed', () => {
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
  ])('%s', async (sentence) => expect(await outcomeOf(sentence)).toBe('deed'));

  it('passes a claim that a record backs with all of its values', async () => {
    const toolResults = [{ code: 'K7P4QX', status: 'confirmed', partySize: 4, startsAt: '2026-11-19T19:30:00+00:00' }];
    expect(await outcomeOf('Your table for 4 is booked for Thursday at 7:30 pm, code K7P4QX.', { toolResults })).toBe(
      'passed',
    );
    expect(await outcomeOf('Your table for 4 is booked for Thursday at 8:30 pm.', { toolResults })).toBe('deed');
    expect(await outcomeOf('Your booking is canceled.', { toolResults })).toBe('deed');
    expect(await outcomeOf('Your deposit has been refunded.', { toolResults })).toBe('deed');
  });
});

describe('drops false or unsupported statements', () => {
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
  ] as const)('%s: %s', async (reason, sentence) => {
    const outcome = await outcomeOf(sentence);
    // The check for completed actions runs earlier and may drop the sentence first.
    expect(outcome === 'deed' ? reason : outcome).toBe(reason);
  });

  it('tells the model what the records say', async () => {
    expect(await checkSentence('The haddock costs €17.')).toEqual({
      ok: false,
      reason: 'price',
      detail: '€17 is not the price of Beer-Battered Haddock; the records say 19.5',
    });
  });

  it('resolves "it" to the entry mentioned before', async () => {
    const guard = createSentenceGuard(baseInput);
    expect((await guard.check('The haddock comes with chips.')).ok).toBe(true);
    expect((await guard.check('It costs €17.50.')).ok).toBe(false);
    expect((await guard.check('It costs €19.50.')).ok).toBe(true);
  });

  it('drops doses and statements about what is safe to take', async () => {
    const medicalOverrides = { business: readFixtureDocument('medical'), isAboutHealth: true, toolResults: [] };
    expect(await outcomeOf('Take 400 mg of it.', medicalOverrides)).toBe('health');
    expect(await outcomeOf('Ibuprofen is safe during pregnancy.', medicalOverrides)).toBe('health');
    expect(await outcomeOf('El ibuprofeno es seguro durante el embarazo.', medicalOverrides)).toBe('health');
    expect(await outcomeOf('Ibuprofen können Sie in der Schwangerschaft bedenkenlos nehmen.', medicalOverrides)).toBe(
      'health',
    );
    expect(await outcomeOf('Vous pouvez prendre ce médicament, diagnostic sans danger.', medicalOverrides)).toBe(
      'health',
    );
    expect(await outcomeOf('The bottle has 750 ml.')).not.toBe('health');
  });
});

describe('passes true statements', () => {
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
    'What name should I put it under?',
    'Lo siento, no lo sé.',
    'Yes, we keep four high chairs, and under-10s can have half portions of most mains at half price.',
  ])('%s', async (sentence) => expect(await checkSentence(sentence)).toEqual({ ok: true }));
});

describe('other businesses', () => {
  const alleyRestaurant = businessIn('restaurant', 1);
  const practice = businessIn('medical', 1);
  const barberShop = businessIn('salon', 1);
  const spa = businessIn('salon', 2);
  const boxingGym = businessIn('fitness', 2);
  const bikeShop = businessIn('retail', 1);
  const overridesFor = (business: Business): Partial<GuardInput> => ({
    business,
    isAboutHealth: business.industry === 'medical',
    toolResults: [],
    conversationData: [],
  });

  it.each([
    [alleyRestaurant, 'Three serves of Dan Dan Noodles and one Prawn Har Gow come to $75.90.'],
    [alleyRestaurant, 'On Sundays a 10% surcharge applies, so the $36.50 barramundi comes to $40.15.'],
    [barberShop, 'With the student card a Skin Fade at £26 is 15% off, so £22.10.'],
    [barberShop, "Two Kids' Cuts at £16 are £32."],
    [barberShop, 'スキンフェードは26ポンド、約45分です。'],
    [spa, 'Le massage aux pierres chaudes dure une heure et coûte 95 €.'],
    [spa, 'Die Massage mit 90 Minuten kostet 105 Euro, die mit 60 Minuten 75 Euro.'],
    [bikeShop, 'A Mizen Gravel Bike custa 1.490 € e a entrega são mais 35 €, ou seja, 1.525 €.'],
    [boxingGym, 'Contender is $39 a week, which comes to $156 for four weeks.'],
  ])('passes correct amounts, sums and percentages: %#', async (business, sentence) =>
    expect(await checkSentence(sentence, overridesFor(business))).toEqual({ ok: true }),
  );

  it.each([
    [alleyRestaurant, 'Three serves of Dan Dan Noodles come to $57.90.'],
    [barberShop, 'Der Skin Fade kostet zwanzig Pfund.'],
    [barberShop, 'スキンフェードは28ポンド、約45分です。'],
    [spa, 'Le massage aux pierres chaudes dure 90 minutes et coûte 75 €.'],
    [bikeShop, 'The Gull Helmet is €59 and the Shannon D-Lock €45, so €99 for the two.'],
    [bikeShop, 'El casco cuesta cuarenta y nueve euros.'],
  ])('drops wrong amounts: %#', async (business, sentence) =>
    expect(await outcomeOf(sentence, overridesFor(business))).not.toBe('passed'),
  );

  it.each([
    [alleyRestaurant, 'Los lunes descansamos; de martes a jueves abrimos de 17:00 a 23:00.'],
    [alleyRestaurant, '周日营业时间是中午12点到晚上10点，周一休息。'],
    [practice, 'Los sábados atendemos de 8:30 a 12:00.'],
    [boxingGym, 'Boxing Fundamentals runs Monday and Wednesday at 5:30 pm and Saturday at 8 am.'],
    [boxingGym, 'Le cours pour enfants a lieu le samedi à 9 h 30 et dure 45 minutes.'],
  ])('passes correct times: %#', async (business, sentence) =>
    expect(await checkSentence(sentence, overridesFor(business))).toEqual({ ok: true }),
  );

  it.each([
    [alleyRestaurant, '我们周日从中午12点开到晚上11点，不休息。'],
    [practice, 'W soboty przyjmujemy od 8:00 do 14:00.'],
    [boxingGym, 'Sparring Night is on Thursdays at 6:30 pm.'],
  ])('drops wrong times: %#', async (business, sentence) =>
    expect(await outcomeOf(sentence, overridesFor(business))).not.toBe('passed'),
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
    [boxingGym, '心脏病患者参加拳击课完全没有问题。'],
  ])('drops medical advice that no record gives: %#', async (business, sentence) =>
    expect(await outcomeOf(sentence, overridesFor(business))).toBe('health'),
  );

  it.each([
    [practice, "I can't advise on medication, but your pharmacist can."],
    [practice, 'Repeat prescriptions are ready within 72 hours.'],
    [spa, 'Ab dem vierten Monat bieten wir eine sanfte Variante unserer Massagen an.'],
  ])('passes referrals and recorded statements about health: %#', async (business, sentence) =>
    expect(await checkSentence(sentence, overridesFor(business))).toEqual({ ok: true }),
  );

  it.each([
    [practice, "Don't worry about the $40, we'll let it go this time."],
    [barberShop, 'Deze keer hoeft u de no-show niet te betalen.'],
    [barberShop, 'No te preocupes, por el retraso no te cobramos nada.'],
    [barberShop, 'お詫びとして次回は半額にいたします。'],
    [boxingGym, 'इस बार हम फीस नहीं लेंगे।'],
    [spa, 'Reembolsamos o valor total mesmo que cancele hoje.'],
    [bikeShop, "Worn helmets are no problem, we'll give you the €59 back."],
    [bikeShop, 'Per Lei facciamo uno sconto del 10 % sulla bici.'],
    [bikeShop, 'Exceptionnellement, nous reprenons le casque et vous remboursons.'],
    [bikeShop, 'سنعيد لك المبلغ كاملاً رغم أن الخوذة مستعملة.'],
  ])('drops concessions that the business does not grant: %#', async (business, sentence) =>
    expect(await outcomeOf(sentence, overridesFor(business))).not.toBe('passed'),
  );

  it.each([
    [barberShop, 'Studenten bekommen dienstags bis donnerstags 15 % Rabatt.'],
    [bikeShop, "I can't promise a discount myself, but I can pass the question on to the team."],
    [bikeShop, "Unused goods can be returned within 30 days of delivery, but helmets can't come back once worn."],
    [spa, 'Binnen 24 uur voor de afspraak wordt de volledige prijs in rekening gebracht.'],
  ])('passes concessions that the business grants: %#', async (business, sentence) =>
    expect(await checkSentence(sentence, overridesFor(business))).toEqual({ ok: true }),
  );

  it.each([
    [practice, 'Ein wenig Fieber nach der Impfung ist völlig unbedenklich, da müssen Sie nichts tun.', 'health'],
    [practice, 'Na ten ból wystarczy paracetamol dwa razy dziennie.', 'health'],
    [quayRestaurant, 'Der Haddock enthält keinen Senf.', 'allergen'],
    [quayRestaurant, 'El risotto no lleva leche.', 'allergen'],
    [bikeShop, 'आपके €59 हम आपको वापस कर देंगे, चाहे हेलमेट पहना हो।', 'price'],
    [boxingGym, 'Boxing Fundamentals is on Tuesdays at 5:30 pm.', 'time'],
    [quayRestaurant, 'U kunt zondag terecht van 8.30 tot 23.00.', 'time'],
    [quayRestaurant, 'نستقبلكم يوم الأحد من التاسعة صباحا حتى الحادية عشرة مساء.', 'time'],
    [quayRestaurant, 'You will find us at 12 Dock Road.', 'contact'],
  ] as const)('drops false claims in any language: %#', async (business, sentence, reason) =>
    expect(await outcomeOf(sentence, overridesFor(business))).toBe(reason),
  );

  it.each([
    [quayRestaurant, 'Der Haddock enthält Fisch, Gluten, Ei und Senf.'],
    [quayRestaurant, 'Il risotto contiene latte e sedano.'],
    [quayRestaurant, "I'm sorry, these mix-ups happen."],
    [practice, 'If the doctor wants to talk about your results, we ring you within three working days.'],
  ] as const)('passes true statements in any language: %#', async (business, sentence) =>
    expect(await checkSentence(sentence, overridesFor(business))).toEqual({ ok: true }),
  );

  it('drops an offer of a time that a tool found to be taken', async () => {
    const toolResults = [
      { available: false, startsAt: '2026-11-19T19:00:00+00:00', slots: ['2026-11-19T20:30:00+00:00'] },
    ];
    expect(await outcomeOf('Jeudi, 19 h est encore libre.', { toolResults })).not.toBe('passed');
    expect(await outcomeOf('Jeudi, 20 h 30 est encore libre.', { toolResults })).toBe('passed');
  });

  it('passes an unsuitable dish only as a warning', async () => {
    const source = { kind: 'dish', id: 'chowder', title: 'Seafood Chowder' };
    const suitability = [{ source, isSuitable: false, why: () => '' }] as unknown as GuardInput['suitability'];
    expect(await outcomeOf('The Seafood Chowder contains fish, so he should avoid it.', { suitability })).toBe(
      'passed',
    );
    expect(await outcomeOf('How about the Seafood Chowder?', { suitability })).toBe('unfit');
    expect(await outcomeOf('The curry contains mustard, but the Seafood Chowder is lovely.', { suitability })).toBe(
      'unfit',
    );
    expect(await outcomeOf('La Seafood Chowder lleva pescado.', { suitability })).toBe('passed');
    expect(await outcomeOf('¿Qué tal la Seafood Chowder?', { suitability })).toBe('unfit');
  });
});

describe('prices of entries', () => {
  type PricedEntry = { name: string; price?: number };
  const fixtureFiles = ['restaurant', 'salon', 'fitness', 'retail'];
  const entriesOf = (business: Business) =>
    Object.values(business[business.industry!] as Record<string, PricedEntry[]>)
      .filter(Array.isArray)
      .flat();
  const formatPrice = (business: Business, amount: number) => formatterFor(business).money(amount);

  it.each(fixtureFiles)('passes the right price of an entry and drops any other: %s', async (file) => {
    const business = businessIn(file);
    const entries = entriesOf(business).filter(({ price }) => price !== undefined && price > 0);
    const overrides = { business, toolResults: [], conversationData: [] };
    expect(entries.length).toBeGreaterThan(3);
    for (const [index, { name, price }] of entries.entries()) {
      const outcome = await outcomeOf(`${name} is ${formatPrice(business, price!)}.`, overrides);
      expect([name, outcome]).toEqual([name, 'passed']);
      const otherEntry = entries[(index + 1) % entries.length]!;
      // Two entries may share a name, such as a class and a course, and some prices are equal.
      const prices = entries.filter((entry) => entry.name === name).map((entry) => entry.price);
      if (prices.includes(otherEntry.price)) continue;
      expect([
        name,
        await outcomeOf(`${name} is ${formatPrice(business, otherEntry.price! + 7)}.`, overrides),
      ]).not.toEqual([name, 'passed']);
      expect([name, await outcomeOf(`${name} is ${formatPrice(business, otherEntry.price!)}.`, overrides)]).not.toEqual(
        [name, 'passed'],
      );
    }
  });
});

it('knows the languages in which it can recognize completed actions', () => {
  const guard = createSentenceGuard(baseInput);
  expect([guard.supportsLanguage('pl'), guard.supportsLanguage('sv')]).toEqual([true, false]);
});

describe('sentences of real language models', () => {
  const unsuitable = (title: string) =>
    [
      { source: { kind: 'dish', id: 'dish', title }, isSuitable: false, why: () => '' },
    ] as unknown as GuardInput['suitability'];
  const unsuitableIceCream = { suitability: unsuitable('Ice Cream of the Day') };
  const unsuitableSalad = { suitability: unsuitable('Beetroot & Walnut Salad') };

  it.each([
    ['Nothing is recorded for the Ice Cream of the Day, so please ask in the dining room.', unsuitableIceCream],
    ['The Beetroot & Walnut Salad contains nuts, so it is not suitable for him.', unsuitableSalad],
    ['The Ice Cream of the Day is listed as vegetarian, but its allergens have not been recorded.', unsuitableIceCream],
    ['Sorry, no: the Lemon Posset contains milk.', {}],
    ['We cook with walnuts and almonds, so traces of them can be anywhere.', {}],
    ['The risotto has no nuts as an ingredient, but it may contain nuts, so it is not safe for her.', {}],
    ["We don't have a chowder without milk.", {}],
    ['Infelizmente não temos sopa sem leite.', {}],
    ['Leider ist keine Vorspeise sicher für Sie, denn die Chowder enthält Gluten.', {}],
  ])('passes a warning or an unknown: %s', async (sentence, overrides) =>
    expect(await outcomeOf(sentence, overrides)).toBe('passed'),
  );

  it.each([
    ['The Ice Cream of the Day is safe for coeliacs.', unsuitableIceCream],
    ['You could have the Ice Cream of the Day.', unsuitableIceCream],
    ['The posset contains milk, but the risotto is free of nuts.', {}],
    ['The chowder contains no milk, so enjoy it.', {}],
    ['A posset não tem leite, pode pedir sem problemas.', {}],
  ])('drops an unverified assurance: %s', async (sentence, overrides) =>
    expect(await outcomeOf(sentence, overrides)).not.toBe('passed'),
  );

  const gym = businessIn('fitness');
  it.each([
    ['She is away from November 19 to 21.', { toolResults: [{ from: '2026-11-19', to: '2026-11-21' }] }],
    ["It's every Monday from 6:30 pm to 7:30 pm.", { business: gym, conversationData: ['when is barbell basics'] }],
    ['Saturday is only four days away.', {}],
    ['I cannot find a booking for somebody born on 7 August 1969.', { conversationData: ['7/8/1969'] }],
    ['For January 22 please come back from December 8 on.', { conversationData: ['a table on 22 January?'] }],
    [
      'Kim is free for that on Monday 23 November at 9:00.',
      { toolResults: ['Kim is free on Monday 23 November at 9:00. May I have a name?'] },
    ],
    ['I cannot explain the €25, I am sorry.', { conversationData: ['the haddock was €25 on my bill!'] }],
  ])('passes what follows from the evidence: %s', async (sentence, overrides) =>
    expect(await checkSentence(sentence, overrides)).toEqual({ ok: true }),
  );

  it.each([
    ["It's every Monday from 6:30 pm to 8:30 pm.", { business: gym, conversationData: ['when is barbell basics'] }],
    ['Saturday is only six days away.', {}],
    ['Yes, the haddock is €25.', { conversationData: ['is the haddock €25?'] }],
  ])('drops what does not follow from the evidence: %s', async (sentence, overrides) =>
    expect(await outcomeOf(sentence, overrides)).not.toBe('passed'),
  );

  it('adds up amounts across sentences', async () => {
    const guard = createSentenceGuard(baseInput);
    expect((await guard.check('The Lemon Posset is €8.')).ok).toBe(true);
    expect((await guard.check('Together with the haddock that comes to €27.50.')).ok).toBe(true);
    expect((await guard.check('Together with the haddock that comes to €29.50.')).ok).toBe(false);
  });

  it.each([
    "I'm sorry that you're in such trouble.",
    'The dining room can confirm that by phone.',
    "You're welcome to bring a cake: we charge €2 a person.",
    'Right, then Thursday it is.',
  ])('does not mistake small talk for a completed action: %s', async (sentence) =>
    expect(await outcomeOf(sentence)).toBe('passed'),
  );
});

describe('statements about written facts', () => {
  const business = readFixtureDocument('restaurant', {
    hours: { ...quayRestaurant.hours, mon: [['17:00', '21:30']] },
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
  const overrides = {
    business: { ...business, contact: { ...business.contact, phone: '021 555 0143' } },
    conversationData: [''],
  };

  it.each([
    'For a tour just walk in on Thursdays from 5:15 to 6:45 pm.',
    'The fryer is shared, so anything fried can carry gluten.',
    'With a student card you have 15% off on Wednesdays.',
    "We ask for 24 hours' notice; after that half the price is charged.",
    'Pedimos 24 horas de antecedência; depois disso cobra-se metade do preço.',
    'It is €18 for everyone under 14.',
    'The boat line is 021 555 0177.',
  ])('passes: %s', async (sentence) => expect(await checkSentence(sentence, overrides)).toEqual({ ok: true }));

  it.each([
    'For a tour just walk in on Tuesdays and Thursdays from 5:15 to 6:45 pm.',
    'We serve from half twelve on Mondays.',
    'Our deck wash is lanolin-free.',
    'With your student card you have 15% off on Saturday.',
    'In the spring sale everything is 10% off.',
    'Groups of siblings are half price.',
    'La tarjeta de diez visitas sale por 85 euros y vale doce meses.',
    'The boat line is 021 555 0143.',
  ])('drops: %s', async (sentence) => expect(await outcomeOf(sentence, overrides)).not.toBe('passed'));

  it('passes a handover only after a person took over', async () => {
    const sentence = "I'm passing this on to our team now.";
    expect(await outcomeOf(sentence, { toolResults: [HANDED_OVER_RECORD] })).toBe('passed');
    expect(await outcomeOf('Your table is booked.', { toolResults: [HANDED_OVER_RECORD] })).toBe('deed');
  });

  it('still works when the encoder has failed', async () => {
    const encode = async () => undefined;
    expect(await outcomeOf('Ibuprofen is safe during pregnancy.', { isAboutHealth: true, encode })).toBe('health');
    expect(await outcomeOf('We are open until 20:00 on Sundays.', { encode })).toBe('passed');
  });
});
