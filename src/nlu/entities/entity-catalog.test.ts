import { describe, expect, it } from 'vitest';
import { type CatalogEntry, createEntityCatalog } from './entity-catalog.ts';

const createItems = (...names: string[]): CatalogEntry[] =>
  names.map((name) => ({ slot: 'item', id: name.toLowerCase(), name }));
const findMentions = (entries: readonly CatalogEntry[], text: string) => createEntityCatalog(entries).find(text);

describe('a mention', () => {
  it('has a position and a score', () => {
    expect(findMentions(createItems('Lamb Shoulder'), 'is the lamb shoulder on?')).toEqual([
      { slot: 'item', id: 'lamb shoulder', name: 'Lamb Shoulder', start: 7, end: 20, score: 1, isExact: true },
    ]);
  });

  it('scores higher the more of the name is used and the better it is spelled', () => {
    const scores = ['smoked salmon bagel', 'salmon bagel', 'salmon', 'samlon'].map(
      (text) => findMentions(createItems('Smoked Salmon Bagel', 'Plain Bagel'), text)[0]!.score,
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('is found by an alias and has the entry name', () => {
    const [mention] = findMentions(
      [{ slot: 'payer', id: 'bcbs', name: 'Blue Cross', aliases: ['Anthem'] }],
      'do you take anthem?',
    );
    expect(mention).toMatchObject({ id: 'bcbs', name: 'Blue Cross', isExact: true });
  });

  it.each([
    ['I have never coloured my hair before', 0.6],
    ['I want my hair coloured', 0.9],
  ])('scores past events lower than requests: %j', (text, maxScore) => {
    const [{ score } = { score: 1 }] = findMentions(createItems('Global Hair Colour', 'Balayage'), text);
    expect(score).toBeLessThanOrEqual(maxScore);
    expect(score).toBeGreaterThan(maxScore - 0.3);
  });

  it('is returned once for an entry that is named twice', () => {
    expect(findMentions(createItems('Lamb Shoulder'), 'the lamb. how much is the lamb?')).toHaveLength(1);
  });

  it('is returned in message order', () => {
    const mentions = findMentions(
      createItems('Onion Soup', 'Lamb Shoulder', 'Baklava'),
      'baklava, then the lamb, no onion soup',
    );
    expect(mentions.map(({ name }) => name)).toEqual(['Baklava', 'Lamb Shoulder', 'Onion Soup']);
  });
});

describe('entries with similar names', () => {
  it('get the same score when they match equally well', () => {
    const mentions = findMentions(
      createItems("Women's Haircut", "Men's Haircut", 'Deluxe Beard and Haircut Combo'),
      'a haircut',
    );
    expect(mentions).toHaveLength(3);
    expect(new Set(mentions.map(({ score }) => score)).size).toBe(1);
  });

  it.each([
    ['a longer match beats a shorter one', 'spin express', 'Spin Express'],
    ['a whole name beats a part of another', 'spin', 'Spin'],
    ['words come in any order', 'express spin', 'Spin Express'],
    ['rarer words decide', 'the evening spin', 'Evening Spin Ride'],
  ])('%s', (_, text, name) => {
    const mentions = findMentions(createItems('Spin', 'Spin Express', 'Evening Spin Ride', 'Evening Yoga'), text);
    expect(mentions.map((mention) => mention.name)).toEqual([name]);
  });

  it.each([
    ['long consult', 'Long consultation'],
    ['a longer consultation', 'Long consultation'],
    ['the longest consult', 'Long consultation'],
    ['standard consults', 'Standard consultation'],
  ])('%j finds the closest one', (text, name) => {
    const mentions = findMentions(
      createItems('Long consultation', 'Standard consultation', 'Telephone consultation'),
      text,
    );
    expect(mentions.map((mention) => mention.name)).toEqual([name]);
  });

  it('do not match the "long" of "no longer"', () => {
    const mentions = findMentions(
      createItems('Long consultation', 'Standard consultation'),
      'I no longer need the consultation',
    );
    expect(mentions).toHaveLength(2);
  });

  it('do not compete across slots', () => {
    const entries: CatalogEntry[] = [...createItems('Jackets'), { slot: 'category', id: 'jackets', name: 'Jackets' }];
    expect(findMentions(entries, 'jackets').map(({ slot }) => slot)).toEqual(['item', 'category']);
  });

  it('are limited to 50 unless one matches exactly', () => {
    const mugs = createItems(...Array.from({ length: 400 }, (_, index) => `Mug ${index + 1000}`));
    expect(findMentions(mugs, 'a mug').length).toBeLessThanOrEqual(50);
    expect(findMentions(mugs, 'mug 1234').map(({ name }) => name)).toEqual(['Mug 1234']);
  });
});

describe('words of a name', () => {
  it.each([
    ['may stand a little apart', 'boots by ridge', ['Ridge Boots']],
    ['are not put together over an "or"', 'the ridge or the boots of tarn', ['Ridge Boots', 'Tarn Tent']],
    ['are not put together over a full stop', 'I like ridge. Tent?', ['Ridge Boots', 'Tarn Tent']],
    ['may have a typo', 'rigde boots', ['Ridge Boots']],
    ['are not made of ordinary words', 'I was in a rush for the bridge', []],
  ])('%s', (_, text, names) => {
    const mentions = findMentions(createItems('Ridge Boots', 'Tarn Tent'), text);
    expect([...new Set(mentions.map(({ name }) => name))]).toEqual(names);
  });

  it.each([
    ['glued', 'Blow Dry', 'blowdry'],
    ['split', 'Blowout', 'blow out'],
    ['hyphenated', 'Follow-up', 'follow up'],
    ['in the plural', 'Croissant', 'croissants'],
    ['with an accent', 'Crème Brûlée', 'creme brulee'],
    ['with another apostrophe', 'Children’s Menu', "children's menu"],
    ['British', 'Gray Color Rinse', 'grey colour rinse'],
    ['American', 'Aubergine Parmigiana', 'eggplant parmigiana'],
    ['as initials', 'Blue Cross Blue Shield', 'bcbs'],
    ['with neighbours exchanged', 'Gnocchi', 'gnochci'],
    ['with two slips in a long word', 'Bruschetta', 'brushceta'],
    ['as what is being done', 'Leg Wax', 'leg waxing'],
    ['in the plural of a short last word', 'Root Touch-Up', 'root touch ups'],
    ['shortened', 'Dermatology Review', 'dermat'],
    ['shortened to an ordinary word', 'Consultation', 'a consult'],
    ['abbreviated', 'Emergency Appointment', 'emerg appt'],
  ])('are found %s', (_, name, text) => {
    expect(findMentions(createItems(name, 'Something Else'), text).map((mention) => mention.name)).toEqual([name]);
  });

  it.each([
    ['a weekday', 'Friday Special', 'a table on friday'],
    ['a number', 'Two-Person Tent', 'two please'],
    ['a generic word', 'Body Pump Class', 'which class do you mean'],
    ['a verb', 'Will Grant', 'will you be open'],
    ['a conjunction', 'Plus', 'two adults plus a child'],
    ['a greeting', 'Hello Kitty Mug', 'hello'],
    ['a short word with a letter changed', 'Lamb Shoulder', 'a lamp'],
    ['a word with another beginning', 'Physical', 'fysical'],
    ['an ordinary word that another begins with', 'Pepperoni Pizza', 'stuffed peppers'],
    ['a word in another degree', 'Long Consultation', 'how much longer'],
  ])('are not found by %s alone', (_, name, text) => {
    expect(findMentions(createItems(name, 'Something Else'), text)).toEqual([]);
  });
});

it('finds nothing without entries or words', () => {
  expect(findMentions([], 'the lamb')).toEqual([]);
  expect(findMentions(createItems('Lamb Shoulder', '', '…'), '')).toEqual([]);
});
