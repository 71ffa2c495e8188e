import { describe, expect, it } from 'vitest';
import type { Slots } from '../capability/dialogue.ts';
import { formatterFor } from '../capability/formatter.ts';
import { renderComparison } from './comparison.ts';

const format = formatterFor({ locale: 'en-IE', timezone: 'Europe/Dublin', currency: 'EUR' } as never);
const SERVICES = [
  { id: 'fade', name: 'Skin Fade', category: 'Barbering', price: 2_800, durationMinutes: 45 },
  { id: 'shave', name: 'Hot Towel Shave', category: 'Barbering', price: 3_200, durationMinutes: 30 },
  { id: 'keratin', name: 'Keratin Smoothing', category: 'Hair', price: 15_000, durationMinutes: 180 },
  { id: 'fringe', name: 'Fringe Trim', category: 'Hair', price: 1_200, durationMinutes: 15 },
  { id: 'talk', name: 'Consultation', category: 'Hair' },
];
const mention = (slot: string, ...names: string[]): Slots => ({
  catalogEntities: {
    [slot]: names.map((name) => [
      { id: SERVICES.find((service) => service.name === name)?.id ?? name, name, said: name },
    ]),
  },
  industryEntities: {},
});
const compare = (text: string, slots: Slots = { catalogEntities: {}, industryEntities: {} }) =>
  renderComparison(text, SERVICES, slots, { slot: 'service', kind: 'service', format });

describe('superlatives', () => {
  it.each([
    ['which takes the longest?', 'Keratin Smoothing is the longest, at 3 hours.'],
    ['what is the cheapest thing you do', 'Fringe Trim is the cheapest, at €12.'],
    ['your most expensive one?', 'Keratin Smoothing is the most expensive, at €150.'],
    ['the quickest?', 'Fringe Trim is the quickest, at 15 minutes.'],
  ])('%s', (text, answer) => {
    expect(compare(text)?.text).toBe(answer);
  });

  it('compare the mentioned category', () => {
    expect(compare('the cheapest of your barbering', mention('category', 'Barbering'))?.text).toContain('Skin Fade');
  });

  it('answer two questions with sources', () => {
    const answer = compare('which takes the longest, and what is the cheapest?')!;
    expect(answer.text).toMatch(/Fringe Trim.*Keratin|Keratin.*Fringe Trim/);
    expect(answer.sources!.map(({ id }) => id).sort()).toEqual(['fringe', 'keratin']);
  });

  it('use the comparative for two entries', () => {
    const bothServices = mention('service', 'Skin Fade', 'Hot Towel Shave');
    expect(compare('which is cheaper, the fade or the shave?', bothServices)?.text).toMatch(
      /^Skin Fade is the cheaper, at €28\. Hot/,
    );
  });

  it('are not given unasked', () => {
    expect(compare('how much is a fringe trim?')).toBeUndefined();
  });
});

describe('totals', () => {
  const bothServices = mention('service', 'Skin Fade', 'Hot Towel Shave');

  it.each(['what would the damage be altogether?', 'what do they come to?', 'the total price for both?'])(
    '%s',
    (text) => {
      expect(compare(text, bothServices)?.text).toBe('Skin Fade (€28) and Hot Towel Shave (€32) come to €60 in total.');
    },
  );

  it('count quantities, but not sizes', () => {
    expect(compare('how much for two skin fades?', mention('service', 'Skin Fade'))?.text).toContain('2 × Skin Fade');
    expect(compare('how much is a size 9 skin fade?', mention('service', 'Skin Fade'))).toBeUndefined();
  });

  it('require several entries with known prices', () => {
    expect(compare('in total?', mention('service', 'Skin Fade'))).toBeUndefined();
    expect(compare('in total?', mention('service', 'Skin Fade', 'Consultation'))).toBeUndefined();
  });
});

describe('a kind of product', () => {
  const BIKES = [
    { id: 'comet', name: 'Comet', category: 'Hybrid bikes', price: 50_000 },
    { id: 'cargo', name: 'Cargo', category: 'E-bikes', price: 300_000 },
    { id: 'frog', name: 'Frog', category: 'Kids bikes', price: 30_000 },
    { id: 'tube', name: 'Inner Tube', category: 'Parts', price: 700, description: 'Fits most wheels' },
    { id: 'rim', name: 'Rim', category: 'Parts', price: 4_000, description: 'For 28 inch wheels' },
  ];
  const compareBikes = (text: string, catalogEntities: Slots['catalogEntities'] = {}) =>
    renderComparison(text, BIKES, { catalogEntities, industryEntities: {} }, { slot: 'item', kind: 'product', format })
      ?.text;
  const categoryMention = (name: string, said: string) => ({ category: [[{ id: name, name, said }]] });

  it('matches all categories with the word, and names them', () => {
    const answer = 'Of our Hybrid bikes, E-bikes and Kids bikes, Frog is the cheapest, at €300.';
    expect(compareBikes('cheapest bike you have?', categoryMention('E-bikes', 'bike'))).toBe(answer);
    expect(compareBikes('the cheapest bike')).toBe(answer);
    expect(compareBikes('the cheapest kids bikes', categoryMention('Kids bikes', 'kids bikes'))).toBeUndefined();
  });

  it('is found in descriptions', () => {
    expect(compareBikes('your most expensive wheel part')).toBe('Rim is the most expensive, at €40.');
  });

  it('is not guessed if unknown', () => {
    expect(compareBikes('whats the cheapest main')).toBe(
      "I'm not sure which ones count as main, but the cheapest in Hybrid bikes is Comet (€500), in E-bikes Cargo (€3,000), in Kids bikes Frog (€300) and in Parts Inner Tube (€7).",
    );
  });
});

describe('an item of a total that matches no entry', () => {
  const PASTRY = [
    { id: 'butter', name: 'Butter Croissant', category: 'Pastry', price: 340 },
    { id: 'almond', name: 'Almond Croissant', category: 'Pastry', price: 420 },
    { id: 'knot', name: 'Cinnamon Knot', category: 'Pastry', price: 380, description: 'Oat dough' },
  ];
  const almondMention = [{ id: 'almond', name: 'Almond Croissant', said: 'almond' }];
  const renderTotalOf = (text: string, ...mentions: Slots['catalogEntities'][string]) =>
    renderComparison(
      text,
      PASTRY,
      { catalogEntities: { item: mentions }, industryEntities: {} },
      { slot: 'item', kind: 'menu_item', format },
    )?.text;

  it('is asked about', () => {
    expect(renderTotalOf('so 3 plain and 2 almond is how much', almondMention)).toBe(
      '2 × Almond Croissant (€4.20) come to €8.40 in total. Which one do you mean by “plain”? We have Butter Croissant (€3.40) and Cinnamon Knot (€3.80).',
    );
  });

  it('is matched by a unique description', () => {
    expect(renderTotalOf('how much for 3 oat and 2 almond', almondMention)).toContain('come to €19.80 in total');
  });

  it('is counted in any wording', () => {
    expect(renderTotalOf('what would two of the almond come to', almondMention)).toBe(
      '2 × Almond Croissant (€4.20) come to €8.40 in total.',
    );
  });

  it('is not a number of people', () => {
    expect(renderTotalOf('how much for 2 almond and 4 people', almondMention)).toBe(
      '2 × Almond Croissant (€4.20) come to €8.40 in total.',
    );
  });
});

describe('a bundle', () => {
  const CUTS = [
    { id: 'both', name: 'Cut and Beard', price: 5_500 },
    { id: 'cut', name: 'Haircut', price: 3_800 },
    { id: 'beard', name: 'Beard Trim', price: 2_200 },
  ];
  const bundleMention = { service: [[{ id: 'both', name: 'Cut and Beard', said: 'cut and beard' }]] };
  const renderBundle = (entries: typeof CUTS) =>
    renderComparison(
      'whats cheaper, cut and beard separately or the combo',
      entries,
      { catalogEntities: bundleMention, industryEntities: {} },
      { slot: 'service', kind: 'service', format },
    )?.text;

  it('is compared with its parts', () => {
    expect(renderBundle(CUTS)).toBe('Haircut (€38) and Beard Trim (€22) come to €60. Cut and Beard is €55, €5 less.');
  });

  it('lists all prices if its parts are ambiguous', () => {
    expect(renderBundle([...CUTS, { id: 'buzz', name: 'Buzz Cut', price: 2_500 }])).toBe(
      'Cut and Beard is €55. On their own: Haircut (€38), Buzz Cut (€25) and Beard Trim (€22).',
    );
  });
});
