// Unusual lists: text hidden from screen readers, marks between a name and its price, and texts that only look like lists.
import { expect, it } from 'vitest';
import type { Facts } from './findings.ts';
import { readHtmlPage } from './read-page.ts';

const pageOf = (body: string, peopleWords: string[] = []) =>
  readHtmlPage(`<html lang="en"><body>${body}</body></html>`, new Set(peopleWords));
const valuesOn = <Kind extends keyof Facts>(kind: Kind, body: string, words?: string[]): Facts[Kind][] =>
  pageOf(body, words).findings.flatMap((finding) => (finding.kind === kind ? [finding.value as Facts[Kind]] : []));
const offersOn = (body: string) =>
  valuesOn('offer', body).map(({ name, price, durationMinutes }) => [name, price?.amount, durationMinutes]);

it('text hidden from screen readers is read if people can see it', () => {
  const card = (name: string, minutes: string, price: string, screenReaderText: string) =>
    `<li><h3>${name}</h3><p aria-hidden="true">${minutes}</p>` +
    `<div><span aria-hidden="true">${price}</span><span class="sr-only">${screenReaderText}</span></div></li>`;
  expect(
    offersOn(
      `<ul>${card('Dog wash', '40 min', '€28', '28 euros')}${card('Claw trim', '10 min', '€9', '9 euros')}</ul>`,
    ),
  ).toEqual([
    ['Dog wash', '28', 40],
    ['Claw trim', '9', 10],
  ]);
});

it('icons, and dialogs that are closed, stay hidden', () => {
  const entry = (name: string, price: string) => `<li>${name} <i aria-hidden="true">star</i> <b>${price}</b></li>`;
  expect(
    offersOn(
      `<ul>${entry('Dog wash', '€28')}${entry('Claw trim', '€9')}</ul>` +
        '<div aria-hidden="true"><ul><li>Old wash <b>€20</b></li><li>Old trim <b>€5</b></li></ul></div>',
    ),
  ).toEqual([
    ['Dog wash', '28', undefined],
    ['Claw trim', '9', undefined],
  ]);
});

it('a duration may stand beside the name or the price', () => {
  const lesson = (name: string, minutes: string) =>
    `<div><h4>${name} <small>${minutes}</small></h4><p>For all levels.</p></div>`;
  expect(offersOn(`<h1>Lessons</h1>${lesson('Pottery 2', '90 min')}${lesson('Glazing', '1 hr')}`)).toEqual([
    ['Pottery 2', undefined, 90],
    ['Glazing', undefined, 60],
  ]);
  const visit = (name: string, price: string) =>
    `<div><h3>${name}</h3><p><em>${price}</em></p><p>By the vet.</p></div>`;
  expect(offersOn(visit('Checkup', '$70 · 30 minutes') + visit('Booster', 'from $35 · 15 minutes'))).toEqual([
    ['Checkup', '70', 30],
    ['Booster', '35', 15],
  ]);
});

it('a duration or a label before the price is not the name', () => {
  const entry = (name: string, rest: string) => `<div><h3>${name}</h3>${rest}<p>With care.</p></div>`;
  const expected = [
    ['Shoe repair', '25', 30],
    ['New soles', '60', 90],
  ];
  const offersWith = (rest: (minutes: string, price: string) => string) =>
    offersOn(entry('Shoe repair', rest('30 min', '$25')) + entry('New soles', rest('1 hr 30 min', '$60')));
  expect(offersWith((minutes, price) => `<div>${minutes} | ${price}</div>`)).toEqual(expected);
  expect(offersWith((minutes, price) => `<div><span>${minutes}</span><span>${price}</span></div>`)).toEqual(expected);
  expect(offersWith((minutes, price) => `<p>Duration: ${minutes}</p><p>Price: ${price}</p>`)).toEqual(expected);
});

it('marks may stand between a name and a price without currency', () => {
  const body =
    '<h2>Plates</h2><p><b>Leek tart</b> (v) &nbsp;11</p><p><b>Bean stew</b> (vg, gf) &nbsp;9.5<br>White beans</p>' +
    '<p><b>Lamb neck</b> &nbsp;17</p><p><b>Clams</b> (gf) &nbsp;4 each / 20 bowl</p><p><b>Turbot</b> &nbsp;market price</p>' +
    '<p>All prices in £.</p>';
  expect(valuesOn('offer', body).map(({ name, price }) => [name, price?.amount, price?.currency])).toEqual([
    ['Leek tart', '11', '£'],
    ['Bean stew', '9.5', '£'],
    ['Lamb neck', '17', '£'],
    ['Clams', undefined, undefined],
    ['Turbot', undefined, undefined],
  ]);
  expect(pageOf(body).unclearQuotes.map(({ quote }) => quote)).toEqual([
    'Clams (gf) 4 each / 20 bowl',
    'Turbot market price',
  ]);
});

it('a price in a heading is not a heading, and a price per unit is a price', () => {
  const plan = (name: string, price: string) =>
    `<div><h4>${name}</h4><div><h1>${price}</h1><p>All days</p></div></div>`;
  const body = `<h1>Memberships</h1>${plan('Solo', '$40 <small>/mo</small>')}${plan('Guest', '$12 per visit')}`;
  expect(valuesOn('offer', body).map(({ name, price, headings }) => [name, price?.amount, headings])).toEqual([
    ['Solo', '40', ['Memberships']],
    ['Guest', '12', ['Memberships']],
  ]);
});

it('the same price twice is one price, and the total of an empty cart is none', () => {
  const item = (name: string, prices: string) => `<li><h3>${name}</h3><div class="price">${prices}</div></li>`;
  expect(
    offersOn(
      `<div><h2>Estimated total</h2><p>$0.00</p></div><ul>${item('Bowl', '<div>$30</div>')}` +
        `${item('Vase', '<div>$22</div><div>$22</div>')}${item('Jug', '<div>$25</div><div>$40</div>')}</ul>`,
    ),
  ).toEqual([
    ['Bowl', '30', undefined],
    ['Vase', '22', undefined],
    ['Jug', undefined, undefined],
  ]);
});

it('the title of a box beside the list is not its category', () => {
  const items = '<ul><li><h3>Bowl</h3><p>$30</p></li><li><h3>Vase</h3><p>$22</p></li></ul>';
  const categoriesOn = (body: string) => valuesOn('offer', body).map(({ category }) => category);
  expect(categoriesOn(`<h1>Shop</h1><div><p class="box-heading">Sort by</p><p>Price</p></div>${items}`)).toEqual([
    undefined,
    undefined,
  ]);
  expect(categoriesOn(`<div><p class="box-heading">Clay</p></div>${items}`)).toEqual(['Clay', 'Clay']);
  expect(
    categoriesOn(
      `<h1>Shop</h1><section><div><p class="box-heading">Clay</p><p>Fired twice</p></div>${items}</section>`,
    ),
  ).toEqual(['Clay', 'Clay']);
});

it('a title below a name is the role of the person, and a button is not a person', () => {
  const person = (name: string, role: string) => `<div><h4>${name}</h4><h5>${role}</h5><p>Here since 2019.</p></div>`;
  expect(
    valuesOn(
      'person',
      `<h1>Our team</h1>${person('Ida Moreau', 'Senior Groomer')}${person('Tom Asante', 'Bath & Brush')}<button>Reject All</button>`,
    ).map(({ name, description }) => [name, description]),
  ).toEqual([
    ['Ida Moreau', 'Senior Groomer. Here since 2019.'],
    ['Tom Asante', 'Bath & Brush. Here since 2019.'],
  ]);
});

it('names without a title are people if all boxes side by side begin with one', () => {
  const cards = (...texts: [string, string][]) =>
    `<h2>Meet the team</h2><div>${texts.map(([name, role]) => `<div class="c"><p>${name}</p><p>${role}</p></div>`).join('')}</div>`;
  const namesOn = (body: string) => valuesOn('person', body).map(({ name, description }) => [name, description]);
  expect(namesOn(cards(['Ida Moreau', 'Groomer'], ['Tom Asante', 'Bather']))).toEqual([
    ['Ida Moreau', 'Groomer'],
    ['Tom Asante', 'Bather'],
  ]);
  expect(namesOn(cards(['Warm Welcome', 'Always'], ['We love dogs', 'And cats']))).toEqual([]);
});

it('titles in footers and cookie banners are not people', () => {
  expect(
    valuesOn(
      'person',
      '<h2>Meet the team</h2><div><h3>Ida Moreau</h3><p>Groomer</p></div><footer><h4>Quick Links</h4><p>Home</p></footer>' +
        '<div class="site-footer"><h4>Follow Us</h4><p>Here</p></div><div class="cookie-bar"><h3>Your Privacy</h3><p>Yes</p></div>',
    ).map(({ name }) => name),
  ).toEqual(['Ida Moreau']);
});

it('a question in other markup than the rest is a slogan', () => {
  const faqItem = (question: string) => `<details><summary>${question}</summary><p>Yes, always.</p></details>`;
  expect(
    valuesOn(
      'faq',
      `${faqItem('May I bring my dog?')}${faqItem('Can I pay by card?')}<section><h2>Ready to come by?</h2><p>Call us.</p></section>`,
    ).map(({ question }) => question),
  ).toEqual(['May I bring my dog?', 'Can I pay by card?']);
});

it('the hours of today are not those of the week', () => {
  const row = (day: string, times: string) => `<tr><td>${day}</td><td>${times}</td></tr>`;
  const week = row('Mon', 'Closed') + row('Tue', '10 am – 7 pm') + row('Sun', '11 am – 5 pm');
  const today = `<table>${row('Open today', '9 am – 8 pm')}</table>`;
  expect(valuesOn('hours', `<h3>Hours</h3><div>${today}<table style="display:none">${week}</table></div>`)).toEqual([
    { mon: [], tue: [['10:00', '19:00']], sun: [['11:00', '17:00']] },
  ]);
  expect(valuesOn('hours', `<h3>Hours</h3><div>${today}</div>`)).toEqual([]);
});

it('an address may follow a sentence, and be Irish', () => {
  expect(valuesOn('address', '<p>You find us right at the bridge: 4 Quay Road, Galway, H91 X2Y3.</p>')).toEqual([
    '4 Quay Road, Galway, H91 X2Y3',
  ]);
});
