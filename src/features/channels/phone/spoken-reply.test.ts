import { describe, expect, it } from 'vitest';
import { ENGLISH, formatterFor } from '../../../capability/formatter.ts';
import { toSpeech } from './spoken-reply.ts';

const toSpokenText = (text: string, format = ENGLISH) =>
  toSpeech(text, format)
    .map((sentence) => sentence.text)
    .join(' ');

describe('sentences', () => {
  it('are said one by one, with their position in the text', () => {
    const text = 'You’re booked for Friday at 7:30 PM. Your code is K7P4QX. Anything else?';
    const sentences = toSpeech(text, ENGLISH);
    expect(sentences.map((sentence) => sentence.text)).toEqual([
      'You’re booked for Friday at 7:30 PM.',
      'Your code is K, 7, P, 4, Q, X.',
      'Anything else?',
    ]);
    expect(sentences.map(({ end }) => text.slice(0, end).split(' ').at(-1))).toEqual(['PM.', 'K7P4QX.', 'else?']);
  });

  it.each([
    ['We open at 5 p.m. on Friday.', 1],
    ['Dr. Lee is free. Shall I book it?', 2],
    ['First line\nSecond line', 2],
    ['', 0],
    ['🙂', 0],
  ])('are split at most once too often in %j', (text, count) => {
    expect(toSpeech(text, ENGLISH).length).toBeLessThanOrEqual(count + 1);
    if (count < 2) expect(toSpeech(text, ENGLISH)).toHaveLength(count);
  });
});

describe('what only a screen can show', () => {
  it.each([
    ['**Great** news!', 'Great news!'],
    ['See [our menu](https://bella.example/menu).', 'See our menu.'],
    ['See https://bella.example/menu?x=1.', 'See our website.'],
    ['The menu is at www.bella.example, as always.', 'The menu is at our website, as always.'],
    ['Welcome! 🎉👍🏽', 'Welcome!'],
    ['# Hours\nWe open at 9:00 AM.', 'Hours We open at 9 AM.'],
    ['Use `K7P4QX` _now_', 'Use K, 7, P, 4, Q, X now'],
  ])('%j', (text, expected) => expect(toSpokenText(text)).toBe(expected));
});

describe('lists', () => {
  it('of up to three items are said in full', () => {
    expect(toSpokenText('We have:\n- Soup\n- Salad\n- Bread')).toBe('We have: Soup, Salad, and Bread.');
    expect(toSpokenText('1. Soup\n2. Salad')).toBe('Soup and Salad.');
  });

  it('of more than three items are shortened', () => {
    expect(toSpokenText('We have:\n- Soup\n- Salad\n- Bread\n- Pasta\n- Cake')).toBe(
      'We have: Soup, Salad, Bread, and 2 more.',
    );
    expect(toSpokenText('• A1\n• B2\n• C3\n• D4')).toBe('A1, B2, C3, and one more.');
  });
});

describe('a list of names within a sentence', () => {
  const itemNames = ['Soup', 'Salad', 'Bread', 'Pasta', 'Fig Cake'];
  const firstSentenceOf = (text: string) => toSpeech(text, ENGLISH, itemNames)[0]?.text;
  it.each([
    ['We have Soup, Salad, Bread, Pasta, and Fig Cake.', 'We have Soup, Salad, Bread, and 2 more.'],
    ['We have Soup, Salad, Bread, and Pasta today.', 'We have Soup, Salad, Bread, and one more today.'],
    [
      'We have Soup ($4), Salad ($5), Bread ($2) and Pasta ($9).',
      'We have Soup (4 dollars), Salad (5 dollars), Bread (2 dollars), and one more.',
    ],
    ['Vegan: Soup, Salad, Bread, Pasta, Fig Cake, and 5 more.', 'Vegan: Soup, Salad, Bread, and 7 more.'],
    ['We have Soup, Salad, and Bread.', 'We have Soup, Salad, and Bread.'],
    ['Soup comes with Salad.', 'Soup comes with Salad.'],
    ['It contains milk, egg, nuts, soy, and fish.', 'It contains milk, egg, nuts, soy, and fish.'],
  ])('%s', (text, expected) => expect(firstSentenceOf(text)).toBe(expected));
});

describe('times and prices', () => {
  it.each([
    ['It’s $14.50.', 'It’s 14 dollars and 50 cents.'],
    ['It’s $14.', 'It’s 14 dollars.'],
    ['It’s $1.', 'It’s 1 dollar.'],
    ['It’s $0.50.', 'It’s 50 cents.'],
    ['It’s £12.01 a head.', 'It’s 12 pounds and 1 penny a head.'],
    ['It’s €1,200.', 'It’s 1200 euros.'],
    ['At 7:00 PM or 7:30 PM.', 'At 7 PM or 7:30 PM.'],
    ['11:30 AM – 2:30 PM', '11:30 AM to 2:30 PM'],
    ['Mon–Fri 9:00 AM–5:00 PM', 'Monday to Friday 9 AM to 5 PM'],
    ['fish & chips', 'fish and chips'],
    ['ages 3-5', 'ages 3 to 5'],
  ])('%j', (text, expected) => expect(toSpokenText(text)).toBe(expected));
});

describe('codes, numbers and addresses', () => {
  it.each([
    ['Your code is 234567.', 'Your code is 2, 3, 4, 5, 6, 7.'],
    ['ABCDEF', 'A, B, C, D, E, F'],
    ['Abcdef and SUMMER', 'Abcdef and S, U, M, M, E, R'],
    ['Call (212) 555-0147.', 'Call 2 1 2, 5 5 5, 0 1 4 7.'],
    ['Call +442079460958.', 'Call plus 4 4 2 0, 7 9 4 6, 0 9 5 8.'],
    ['Write to info@bella.example.', 'Write to info at bella dot example.'],
    ['Call 911 now.', 'Call 911 now.'],
    ['On 2026-11-20', 'On 2026-11-20'],
  ])('%j', (text, expected) => expect(toSpokenText(text)).toBe(expected));
});

describe('a long reply', () => {
  const sentence = 'This is a sentence of the reply that has about sixty characters.';
  it('is shortened, and says so', () => {
    const text = Array.from({ length: 20 }, () => sentence).join(' ');
    expect(toSpokenText(text).length).toBeLessThan(600);
    expect(toSpokenText(text)).toMatch(/Want to hear more\?$/);
  });

  it('keeps the question at its end', () => {
    const text = `${Array.from({ length: 20 }, () => sentence).join(' ')} Shall I book it?`;
    expect(toSpokenText(text)).toMatch(/Shall I book it\?$/);
    expect(toSpeech(text, ENGLISH).at(-1)?.end).toBe(text.length);
  });
});

it('leaves the numbers of other languages to the voice', () => {
  const format = formatterFor({ locale: 'de-DE', timezone: 'UTC', currency: 'EUR', language: 'de' });
  expect(toSpokenText('Das kostet 14,50 €. Ihr Code ist K7P4QX.', format)).toBe(
    'Das kostet 14,50 €. Ihr Code ist K, 7, P, 4, Q, X.',
  );
});
