import { describe, expect, it } from 'vitest';
import { findLegend, hasOnlyMarks, splitMarks } from './marks.ts';
import { readHtmlPage } from './read-page.ts';

const NO_LEGEND = new Map<string, string>();
const plainText = (text: string) => ({ text, breaks: [], superscripts: [] });

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
  ])('are removed from %s if they are marks', (text, name) => {
    expect(splitMarks(plainText(text), NO_LEGEND).text).toBe(name);
  });

  it('may be known only from the legend of the page', () => {
    const legend = findLegend([{ text: 'Allergene: A Gluten, C Eier, 4 geschwefelt' }]);
    expect([...legend.keys()]).toEqual(['A', 'C', '4']);
    expect(splitMarks(plainText('Maultaschen A, C'), legend)).toEqual({ text: 'Maultaschen', marks: ['A', 'C'] });
    expect(splitMarks(plainText('Vitamin C'), NO_LEGEND).text).toBe('Vitamin C');
    expect(findLegend([{ text: 'Open late, by the harbor' }, { text: 'We do, most days' }]).size).toBe(0);
  });

  it('are recognized only if the text contains nothing else', () => {
    expect(hasOnlyMarks('v / df', NO_LEGEND)).toBe(true);
    expect(hasOnlyMarks('vegan chili', NO_LEGEND)).toBe(false);
    expect(hasOnlyMarks('', NO_LEGEND)).toBe(false);
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
