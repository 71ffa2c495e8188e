import { describe, expect, it } from 'vitest';
import { propose } from './propose.ts';
import { readHtmlPage } from './read/read-page.ts';

const TEAM = '<h2>Our team</h2>';
/** What is proposed for a website with these pages. */
function contactOf(...bodies: string[]) {
  const pages = bodies.map((body, index) => ({
    ...readHtmlPage(`<html lang="en"><body>${body}</body></html>`, new Set()),
    url: `https://shop.example/${index}`,
  }));
  const { proposals } = propose(pages, [], { country: 'US', currency: 'USD' }, '2026-01-01');
  const valuesOf = (pointer: string) =>
    proposals.find((each) => each.pointer === pointer)?.options.map(({ value }) => value);
  return { phone: valuesOf('/contact/phone'), email: valuesOf('/contact/email') };
}
const mail = (address: string, text = address) => `<a href="mailto:${address}">${text}</a>`;

describe('the email address of the business', () => {
  it('is not that of its staff', () => {
    const member = (name: string, address: string) => `<div><h3>${name}</h3><p>Nurse</p>${mail(address)}</div>`;
    const team = TEAM + member('Ines Varga', 'ines@vet.example') + member('Tom Oduya', 'frontroom@vet.example');
    const own = '<p>Write to us</p>';
    expect(
      contactOf(`${own}${mail('pets@vet.example')}`, team, `<h1>Tom</h1>${mail('toduya@vet.example')}`).email,
    ).toEqual(['pets@vet.example']);
  });

  it('is not that of the agency, of another desk, or at another domain than the others', () => {
    const footer = `<p>Site by Blue Kite, ${mail('hi@bluekite.example')}</p>`;
    expect(contactOf(`${mail('mail@deli.example')}${footer}`).email).toEqual(['mail@deli.example']);
    expect(contactOf(`<p>Realisierung: Nordlicht, nord@licht.example</p><p>hallo@kiosk.example</p>`).email).toEqual([
      'hallo@kiosk.example',
    ]);
    expect(contactOf(`<p>Jobs: ${mail('work@deli.example')}</p><p>${mail('mail@deli.example')}</p>`).email).toEqual([
      'mail@deli.example',
    ]);
    expect(
      contactOf(mail('a@deli.example'), mail('a@deli.example') + mail('b@deli.example'), mail('x@other.example')).email,
    ).toEqual(['a@deli.example']);
  });

  it('stands by itself rather than in a sentence', () => {
    const sentence = `<p>For the walking tour please write to our friend at ${mail('tour@walks.example')} in good time.</p>`;
    expect(contactOf(`${sentence}<p>${mail('hello@inn.example')}</p>`).email).toEqual(['hello@inn.example']);
    expect(contactOf(sentence).email).toEqual(['tour@walks.example']);
  });

  it('is a choice between two that stand alike', () => {
    expect(contactOf(mail('one@inn.example') + mail('two@inn.example')).email).toHaveLength(2);
  });
});

describe('the phone number of the business', () => {
  it.each([
    '<p>Call (415) 555-0132</p><p>Fax (415) 555-0133</p>',
    '<dl><dt>Phone</dt><dd>(415) 555-0132</dd><dt>Fax</dt><dd>(415) 555-0133</dd></dl>',
    '<p>(415) 555-0132</p><p>Emergencies: (415) 555-0134</p>',
    '<p>(415) 555-0132</p><p>(415) 555-0135 (after hours)</p>',
    '<p>Phone: (415) 555-0132 | Webdesign: Studio K, (415) 555-0136</p>',
    '<p>Web: www.shop.example, phone: (415) 555-0132</p>',
  ])('%s', (body) => {
    expect(contactOf(body).phone).toEqual(['(415) 555-0132']);
  });

  it('is that of the main branch', () => {
    const branch = (name: string, street: string, code: string, phone: string) =>
      `<div><h2>${name}</h2><p>${street}<br>Reno, NV ${code}</p><p>${phone}</p></div>`;
    const page =
      branch('Main bakery', '12 Mill Street', '89501', '(775) 555-0140') +
      branch('Market stall', '80 Oak Street', '89502', '(775) 555-0141');
    expect(contactOf(page).phone).toEqual(['(775) 555-0140']);
    expect(contactOf(page.replace('Main bakery', 'Mill Street')).phone).toHaveLength(2);
  });
});
