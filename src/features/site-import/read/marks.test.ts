import { describe, expect, it } from 'vitest';
import { isMarks, legendOf, splitMarks } from './marks.ts';
import { readHtmlPage } from './read-page.ts';

const NONE = new Map<string, string>();
const plain = (text: string) => ({ text, breaks: [], raised: [] });

describe('marks after a name', () => {
  it.each([
    ['Lentil dal (vg)', 'Lentil dal'],
    ['Pad thai (V)(GF)', 'Pad thai'],
    ['Ramen [vegan option]', 'Ramen'],
    ['Tortilla (gluten free on request)', 'Tortilla'],
    ['Flammkuchen (vegetarisch)', 'Flammkuchen'],
    ['Tarte au citron (végétarien)', 'Tarte au citron'],
    ['Quinoa bowl GF', 'Quinoa bowl'],
    ['Shakshuka 🌱🌶️', 'Shakshuka'],
    ['Soup of the day*', 'Soup of the day'],
    // These belong to the name.
    ['Fish & chips (large)', 'Fish & chips (large)'],
    ['Rosé (175 ml)', 'Rosé (175 ml)'],
    ['Refill (free)', 'Refill (free)'],
    ['Henry V', 'Henry V'],
    ['Kombucha™', 'Kombucha™'],
  ])('%s', (text, name) => {
    expect(splitMarks(plain(text), NONE).text).toBe(name);
  });

  it('may be known only from the legend of the page', () => {
    const legend = legendOf([{ text: 'Allergene: A Gluten, C Eier, 4 geschwefelt' }]);
    expect([...legend.keys()]).toEqual(['A', 'C', '4']);
    expect(splitMarks(plain('Maultaschen A, C'), legend)).toEqual({ text: 'Maultaschen', marks: ['A', 'C'] });
    expect(splitMarks(plain('Vitamin C'), NONE).text).toBe('Vitamin C');
    expect(legendOf([{ text: 'Open late, by the harbor' }, { text: 'We do, most days' }]).size).toBe(0);
  });

  it('are nothing but marks', () => {
    expect(isMarks('v / df', NONE)).toBe(true);
    expect(isMarks('vegan chili', NONE)).toBe(false);
    expect(isMarks('', NONE)).toBe(false);
  });
});

it('marks in markup of their own are not part of an offer', () => {
  const dish = (name: string, price: string) => `<li><p>${name}</p><p>${price}</p></li>`;
  const body = `<h2>Karte</h2><ul>${dish('Rösti<sup>1, f</sup>', '9,50 €')}${dish('Salat <span>v</span>', '7,00 €')}${dish('Bier', '4,20 €')}</ul>`;
  expect(
    readHtmlPage(`<html lang="de"><body>${body}</body></html>`, new Set()).findings.flatMap((finding) =>
      finding.kind === 'offer' ? [finding.value.name] : [],
    ),
  ).toEqual(['Rösti', 'Salat', 'Bier']);
});
