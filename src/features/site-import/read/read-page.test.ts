import { describe, expect, it } from 'vitest';
import type { Facts, Finding } from './findings.ts';
import { readHtmlPage } from './read-page.ts';

const findingsOn = (body: string, words: string[] = [], head = '') =>
  readHtmlPage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, new Set(words)).findings;
const valuesOf = <Kind extends keyof Facts>(findings: Finding[], kind: Kind): Facts[Kind][] =>
  findings.flatMap((finding) => (finding.kind === kind ? [finding.value as Facts[Kind]] : []));
const offersOn = (body: string) =>
  valuesOf(findingsOn(body), 'offer').map(({ name, price, category }) => [name, price?.amount, category]);

describe('offers', () => {
  it('are entries of lists, in any markup', () => {
    const expected = [
      ['Soup', '5', 'Starters'],
      ['Bread', '3', 'Starters'],
    ];
    expect(offersOn('<h2>Starters</h2><ul><li>Soup $5</li><li>Bread $3</li></ul>')).toEqual(expected);
    expect(offersOn('<h2>Starters</h2><p>Soup .... $5<br>Bread .... $3</p>')).toEqual(expected);
    expect(offersOn('<h2>Starters</h2><h3>Soup</h3><p>$5</p><h3>Bread</h3><p>$3</p>')).toEqual(expected);
    expect(offersOn('<h2>Starters</h2><dl><dt>Soup</dt><dd>$5</dd><dt>Bread</dt><dd>$3</dd></dl>')).toEqual(expected);
    expect(
      offersOn('<h2>Starters</h2><div><div><b>Soup</b><div>$5</div></div><div><b>Bread</b><div>$3</div></div></div>'),
    ).toEqual(expected);
  });

  it('are not amounts in sentences, slogans and figures', () => {
    expect(offersOn('<p>Dinner for two runs around $90.</p><p>A missed visit costs $40.</p>')).toEqual([]);
    expect(offersOn('<p>Free shipping over $75</p><div><p>Gift cards from $25</p></div>')).toEqual([]);
    expect(
      offersOn('<div><div>$0</div><div>joining fee</div></div><div><div>$5M</div><div>raised</div></div>'),
    ).toEqual([]);
  });

  it('have no price if there are several', () => {
    expect(offersOn('<ul><li>Chowder <b>$6 / $9</b></li><li>Bread <b>$3</b></li></ul>')).toEqual([
      ['Chowder', undefined, undefined],
      ['Bread', '3', undefined],
    ]);
  });

  it('do not have a price that is crossed out', () => {
    expect(offersOn('<ul><li>Mister <s>$32</s> <b>$26</b></li><li>Pot <b>$3</b></li></ul>')[0]).toEqual([
      'Mister',
      '26',
      undefined,
    ]);
  });
});

describe('questions', () => {
  const faqsOn = (body: string) => valuesOf(findingsOn(body), 'faq');

  it('have their answers', () => {
    const expected = [
      { question: 'Is there parking?', answer: 'Yes, free.' },
      { question: 'Are dogs allowed?', answer: 'On the deck.' },
    ];
    expect(
      faqsOn(
        '<h3>Is there parking?</h3><p>Yes, free.</p><h3>Are dogs allowed?</h3><p>On the deck.</p><h2>Visit</h2><p>Us</p>',
      ),
    ).toEqual(expected);
    expect(
      faqsOn('<p><b>Is there parking?</b><br>Yes, free.</p><p><b>Are dogs allowed?</b><br>On the deck.</p>'),
    ).toEqual(expected);
  });

  it('that nobody answers are slogans', () => {
    expect(faqsOn('<h2>Ready to order?</h2><a href="/o">Order</a><h2>Hungry?</h2>')).toEqual([]);
  });
});

describe('people', () => {
  const peopleOn = (body: string) => valuesOf(findingsOn(body, ['barbers']), 'person').map(({ name }) => name);

  it('are names under a heading for staff', () => {
    expect(peopleOn('<h2>Our team</h2><h3>Dr. Ana Ruiz</h3><p>Owner</p><h3>Jo de Vries, NP</h3><p>Nurse</p>')).toEqual([
      'Dr. Ana Ruiz',
      'Jo de Vries, NP',
    ]);
    expect(
      peopleOn('<h2>Barbers</h2><h3>Sam Lee</h3><p>Fades</p><h2>Reviews</h2><h3>Karen Page</h3><p>Loved it</p>'),
    ).toEqual(['Sam Lee']);
  });
});

describe('contact details', () => {
  it('leave out the fax and keep what stands in the page', () => {
    const findings = findingsOn(
      '<p>Phone: (570) 555-0181<br>Fax: (570) 555-0182</p><p>12 Main St<br>Scranton, PA 18503</p>',
    );
    expect(valuesOf(findings, 'phone')).toEqual(['(570) 555-0181']);
    expect(valuesOf(findings, 'address')).toEqual(['12 Main St, Scranton, PA 18503']);
    expect(valuesOf(findings, 'country')).toEqual(['US']);
  });
});

it('broken and hostile markup is read without harm', () => {
  expect(findingsOn(`${'<div>'.repeat(5_000)}hi@site.example`).length).toBe(2);
  expect(() =>
    findingsOn(
      '<p>x</p>',
      [],
      '<script type="application/ld+json">{"@type": ["A", {}], "address": {"@type": 5}, </script>',
    ),
  ).not.toThrow();
  expect(() =>
    findingsOn(
      '<p>x</p>',
      [],
      '<script type="application/ld+json">{"@type": ["A", {}], "address": {"@type": 5}, "openingHours": [1, null]}</script>',
    ),
  ).not.toThrow();
});
