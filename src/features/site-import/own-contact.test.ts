import { describe, expect, it } from 'vitest';
import { propose } from './propose.ts';
import { readHtmlPage } from './read/read-page.ts';

const TEAM_HEADING = '<h2>Our team</h2>';
/** The phone numbers and email addresses proposed for a website with these pages. */
function proposedContact(...bodies: string[]) {
  const pages = bodies.map((body, index) => ({
    ...readHtmlPage(`<html lang="en"><body>${body}</body></html>`, new Set()),
    url: `https://shop.example/${index}`,
  }));
  const { proposals } = propose(pages, [], { country: 'US', currency: 'USD' }, '2026-01-01');
  const proposedValues = (pointer: string) =>
    proposals.find((proposal) => proposal.pointer === pointer)?.options.map(({ value }) => value);
  return { phone: proposedValues('/contact/phone'), email: proposedValues('/contact/email') };
}
const mailtoLink = (address: string, text = address) => `<a href="mailto:${address}">${text}</a>`;

describe('the email address of the business', () => {
  it('is not an address of its staff', () => {
    const staffCard = (name: string, address: string) =>
      `<div><h3>${name}</h3><p>Nurse</p>${mailtoLink(address)}</div>`;
    const team =
      TEAM_HEADING + staffCard('Ines Varga', 'ines@vet.example') + staffCard('Tom Oduya', 'frontroom@vet.example');
    const invitation = '<p>Write to us</p>';
    expect(
      proposedContact(
        `${invitation}${mailtoLink('pets@vet.example')}`,
        team,
        `<h1>Tom</h1>${mailtoLink('toduya@vet.example')}`,
      ).email,
    ).toEqual(['pets@vet.example']);
  });

  it('is not that of the web agency or another department, nor on a different domain than most', () => {
    const footer = `<p>Site by Blue Kite, ${mailtoLink('hi@bluekite.example')}</p>`;
    expect(proposedContact(`${mailtoLink('mail@deli.example')}${footer}`).email).toEqual(['mail@deli.example']);
    expect(
      proposedContact(`<p>Realisierung: Nordlicht, nord@licht.example</p><p>hallo@kiosk.example</p>`).email,
    ).toEqual(['hallo@kiosk.example']);
    expect(
      proposedContact(`<p>Jobs: ${mailtoLink('work@deli.example')}</p><p>${mailtoLink('mail@deli.example')}</p>`).email,
    ).toEqual(['mail@deli.example']);
    expect(
      proposedContact(
        mailtoLink('a@deli.example'),
        mailtoLink('a@deli.example') + mailtoLink('b@deli.example'),
        mailtoLink('x@other.example'),
      ).email,
    ).toEqual(['a@deli.example']);
  });

  it('is the one that stands alone rather than in a sentence', () => {
    const sentence = `<p>For the walking tour please write to our friend at ${mailtoLink('tour@walks.example')} in good time.</p>`;
    expect(proposedContact(`${sentence}<p>${mailtoLink('hello@inn.example')}</p>`).email).toEqual([
      'hello@inn.example',
    ]);
    expect(proposedContact(sentence).email).toEqual(['tour@walks.example']);
  });

  it('is left to the owner if there are two alike', () => {
    expect(proposedContact(mailtoLink('one@inn.example') + mailtoLink('two@inn.example')).email).toHaveLength(2);
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
  ])('is found in %s', (body) => {
    expect(proposedContact(body).phone).toEqual(['(415) 555-0132']);
  });

  it('is that of the main branch', () => {
    const branch = (name: string, street: string, code: string, phone: string) =>
      `<div><h2>${name}</h2><p>${street}<br>Reno, NV ${code}</p><p>${phone}</p></div>`;
    const page =
      branch('Main bakery', '12 Mill Street', '89501', '(775) 555-0140') +
      branch('Market stall', '80 Oak Street', '89502', '(775) 555-0141');
    expect(proposedContact(page).phone).toEqual(['(775) 555-0140']);
    expect(proposedContact(page.replace('Main bakery', 'Mill Street')).phone).toHaveLength(2);
  });
});
