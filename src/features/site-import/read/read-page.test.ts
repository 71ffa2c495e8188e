import { describe, expect, it } from 'vitest';
import type { Facts, Finding } from './findings.ts';
import { readHtmlPage } from './read-page.ts';

const findingsOn = (body: string, peopleWords: string[] = [], head = '') =>
  readHtmlPage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, new Set(peopleWords)).findings;
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

  it('have their price where the other items have theirs, however it is written', () => {
    const items = (...entries: [string, string][]) =>
      entries
        .map(([name, price]) => `<div class="i"><div><div><p>${name}</p></div><div><p>${price}</p></div></div></div>`)
        .join('');
    expect(
      offersOn(
        `<h2>Mains</h2><div>${items(['Hash', '14.5'], ['Melt', '$13'], ['Perch', 'MP'], ['Tea', 'Free'])}</div>` +
          `<h2>Pie</h2><div>${items(['Cherry', '6.–'], ['Cream', '6.50'])}</div><div>${items(['Since', '1961'])}</div>`,
      ),
    ).toEqual([
      ['Hash', '14.5', 'Mains'],
      ['Melt', '13', 'Mains'],
      ['Perch', undefined, 'Mains'],
      ['Tea', '0', 'Mains'],
      ['Cherry', '6', 'Pie'],
      ['Cream', '6.50', 'Pie'],
    ]);
    expect(
      offersOn(
        '<ul><li>Soup <b>$5</b></li><li>Bread <b>3</b></li><li>Water <b>Free</b></li><li>Pie <b>$4</b></li></ul>',
      ),
    ).toEqual([
      ['Soup', '5', undefined],
      ['Bread', '3', undefined],
      ['Water', '0', undefined],
      ['Pie', '4', undefined],
    ]);
  });

  it('are not made from words around other prices', () => {
    const table =
      '<tr><td>Dish</td><td>Price</td></tr><tr><td>Soup</td><td>$5</td></tr><tr><td>Pie</td><td>$4</td></tr>';
    const offerNames = (body: string) => offersOn(body).map(([name]) => name);
    expect(offerNames(`<table>${table}</table><table><tr><td>Mon</td><td>9-5</td></tr></table>`)).toEqual([
      'Soup',
      'Pie',
    ]);
    expect(offerNames('<div><div>Soup<br>$5</div><div>Pie<br>$4</div><div>Ask us<br>anything</div></div>')).toEqual([
      'Soup',
      'Pie',
    ]);
  });

  it('include only the priced one of several similar boxes', () => {
    const item = (name: string, price = '') => `<div class="i"><b>${name}</b><p>Good ${name}</p>${price}</div>`;
    const body = `<div>${item('Soup')}${item('Stew', '<i>$5</i>')}</div><ul><li>Bread - $3</li></ul>`;
    expect(valuesOf(findingsOn(body), 'offer').map(({ name, description }) => [name, description])).toEqual([
      ['Stew', 'Good Stew'],
      ['Bread', undefined],
    ]);
  });

  it('are not described by marks', () => {
    const item = (mark: string) => `<div><b>Mug</b><div>$5</div>${mark}</div>`;
    const body = `<div>${item('<div class="product-mark">New</div>')}${item('<div>Sold out</div>')}</div>`;
    expect(valuesOf(findingsOn(body), 'offer').map(({ description }) => description)).toEqual([undefined, undefined]);
  });

  it('may say in words what they cost, or that it depends', () => {
    const card = (name: string, ...lines: string[]) =>
      `<div class="card"><h3>${name}</h3>${lines.map((line) => `<p class="t">${line}</p>`).join('')}</div>`;
    const cards = card('Facial', '50 min', '£60') + card('Brow tint', 'twelve pounds') + card('Peel', '30 min', '£45');
    const offers = offersOn(`<div>${cards}${card('Bridal makeup', 'Price on request')}</div>`);
    expect(offers).toEqual([
      ['Facial', '60', undefined],
      ['Brow tint', '12', undefined],
      ['Peel', '45', undefined],
      ['Bridal makeup', undefined, undefined],
    ]);
    const row = (name: string, price: string) => `<tr><td><b>${name}</b></td><td>${price}</td></tr>`;
    const rows = row('Cider', '£5') + row('Ale', 'half £2.60 / pint £4.90') + row('Cola', '£3') + row('Oysters', 'MP');
    expect(offersOn(`<table>${rows}</table>`).map(([name, price]) => [name, price])).toEqual([
      ['Cider', '5'],
      ['Ale', undefined],
      ['Cola', '3'],
      ['Oysters', undefined],
    ]);
    const item = (name: string, price: string, text = '') =>
      `<div class="i"><b>${name}</b>${text}<div class="cost">${price}</div></div>`;
    const items = item('Cod', '£14') + item('Crab', 'see board', '<p>Dressed</p>') + item('Sole', '£19');
    expect(offersOn(`<div>${items}</div>`).map(([name]) => name)).toEqual(['Cod', 'Crab', 'Sole']);
  });

  it('may have numbers without a currency, as printed menus do', () => {
    const row = (name: string, price: string) => `<div class="row"><h3>${name}</h3><span>${price}</span></div>`;
    const menuOffers = (list: string) =>
      offersOn(`<h2>Plates</h2><div>${list}</div>`).map(([name, price]) => [name, price]);
    expect(
      menuOffers(['Cod', 'Leek', 'Beet'].map((name, index) => `<p>${name} <b>${index + 7}</b></p>`).join('')),
    ).toEqual([
      ['Cod', '7'],
      ['Leek', '8'],
      ['Beet', '9'],
    ]);
    expect(
      menuOffers(
        `${row('Cod', '<div>14</div>')}${row('Leek', '<div>9.50</div>')}${row('Beet', '<div>8</div>')}${row('Crab', '<div>MP</div>')}`,
      ),
    ).toEqual([
      ['Cod', '14'],
      ['Leek', '9.50'],
      ['Beet', '8'],
      ['Crab', undefined],
    ]);
    const figure = (number: string, text: string) => `<div class="f"><div>${number}</div><div>${text}</div></div>`;
    expect(menuOffers(figure('25', 'years') + figure('4', 'coaches') + figure('900', 'members'))).toEqual([]);
    expect(offersOn('<p>Lager ..... 6<br>Porter ..... 7</p>').map(([name, price]) => [name, price])).toEqual([
      ['Lager', '6'],
      ['Porter', '7'],
    ]);
  });

  it('may have “POA” or “free” instead of a price, and have none if there is one for each column', () => {
    expect(
      offersOn(
        '<ul><li>Nail clip – £15</li><li>Passport – POA</li><li>Chip – £18</li><li>Puppy pack – FREE</li></ul>',
      ).map(([name, price]) => [name, price]),
    ).toEqual([
      ['Nail clip', '15'],
      ['Passport', undefined],
      ['Chip', '18'],
      ['Puppy pack', '0'],
    ]);
    const row = (name: string, ...prices: string[]) => `<tr><td>${[name, ...prices].join('</td><td>')}</td></tr>`;
    const table = row('', 'Dogs', 'Cats') + row('Visit', '£48', '£44') + row('Jab', '£62', '£58');
    expect(offersOn(`<table>${table}</table>`)).toEqual([
      ['Visit', undefined, undefined],
      ['Jab', undefined, undefined],
    ]);
  });

  it('are not lines of hours', () => {
    expect(offersOn('<p>Tue: 12.00 - 14.30<br>Sat: 12.30 - 15.00</p>')).toEqual([]);
  });

  it('with the same name keep their durations in it', () => {
    expect(
      offersOn('<ul><li>Massage, 30 min: $40</li><li>Massage, 60 min: $70</li><li>Facial, 50 min: $60</li></ul>').map(
        ([name]) => name,
      ),
    ).toEqual(['Massage, 30 min', 'Massage, 60 min', 'Facial']);
  });

  it('have the current price', () => {
    expect(
      offersOn('<ul><li>Peel: was $90, now $75</li><li>Wax: $30 (reg. $35)</li><li>Tint: $12 each</li></ul>').map(
        ([name, price]) => [name, price],
      ),
    ).toEqual([
      ['Peel', '75'],
      ['Wax', '30'],
      ['Tint', '12'],
    ]);
  });

  it('do not have a price that is crossed out', () => {
    const cutOffer = (mark: string) =>
      `<div><b>Cut</b><p><span ${mark}>$40</span> $32</p></div><div><b>Shave</b><p>$20</p></div>`;
    for (const mark of ['style="text-decoration: line-through"', 'class="line-through"', 'class="price-old"'])
      expect(offersOn(cutOffer(mark))[0]).toEqual(['Cut', '32', undefined]);
    expect(offersOn('<ul><li>Mister <s>$32</s> <b>$26</b></li><li>Pot <b>$3</b></li></ul>')[0]).toEqual([
      'Mister',
      '26',
      undefined,
    ]);
  });
});

describe('contact details', () => {
  it('leave out the fax number, and keep the notation of the page', () => {
    const findings = findingsOn(
      '<p>Phone: (570) 555-0181<br>Fax: (570) 555-0182</p><p>12 Main St<br>Scranton, PA 18503</p>',
    );
    expect(valuesOf(findings, 'phone')).toEqual(['(570) 555-0181']);
    expect(valuesOf(findings, 'address')).toEqual(['12 Main St, Scranton, PA 18503']);
    expect(valuesOf(findings, 'country')).toEqual(['US']);
  });

  it.each([
    ['Fern & Co<br>41 Tib Street<br>Manchester<br>M4 1LX', '41 Tib Street, Manchester, M4 1LX', 'GB'],
    ['12 Main St<br>Suite 200<br>Scranton, PA 18503', '12 Main St, Suite 200, Scranton, PA 18503', 'US'],
    ['16 Granville Street<br>Halifax, NS B3J 1X1', '16 Granville Street, Halifax, NS B3J 1X1', 'CA'],
    ['We are at <b>9 Elm Row, Truro, NS B2N 1A1</b>, by the mill.', '9 Elm Row, Truro, NS B2N 1A1', 'CA'],
    ['Fern & Co | 41 Tib Street, Manchester M4 1LX | info@fern.example', '41 Tib Street, Manchester M4 1LX', 'GB'],
    ['Come to 5 Dock Road, Reno, NV 89501 and ring twice.', '5 Dock Road, Reno, NV 89501', 'US'],
    ['27 Drayton Street, Bowden SA 5007', '27 Drayton Street, Bowden SA 5007', 'AU'],
  ])('have the whole address: %s', (body, address, country) => {
    const findings = findingsOn(`<p>${body}</p>`);
    expect(valuesOf(findings, 'address')).toEqual([address]);
    expect(valuesOf(findings, 'country')).toEqual([country]);
  });
});

it('reads broken and hostile markup without errors', () => {
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
