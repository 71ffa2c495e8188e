import { describe, expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { loadIndustries } from '../../industries/load.ts';
import { activateIndustry } from '../business/setup.ts';
import { listFindings } from './findings.ts';

const industries = await loadIndustries();
const NOW = new Date('2026-11-16T14:00:00Z');
const HOURS = { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']], sat: [] } as Business['hours'];

const createSalonWith = (changes: object = {}): Business =>
  ({
    ...EMPTY_DOCUMENT,
    name: 'Shear',
    timezone: 'America/New_York',
    industry: 'salon',
    industries: ['salon'],
    contact: { phone: '(212) 736-5000', email: 'hi@shear.studio' },
    hours: HOURS,
    salon: {
      services: [
        { id: 'cut', name: 'Cut', price: 4000, durationMinutes: 30 },
        { id: 'color', name: 'Color', price: 9000, durationMinutes: 90 },
      ],
      stylists: [{ id: 'ana', name: 'Ana', services: ['cut', 'Color'] }],
    },
    ...changes,
  }) as unknown as Business;
const collectFindings = (document: Business) =>
  listFindings(document, industries, NOW).map(({ at, text }) => `${at}: ${text}`);

describe('a document', () => {
  it('that is complete and consistent has no findings', () => {
    expect(collectFindings(createSalonWith())).toEqual([]);
    const faqs = [
      { question: 'When do you open on Mondays?', answer: 'We open at 9 on Mondays and close at 5 pm.' },
      { question: 'How do I reach you?', answer: 'Call 212 736 5000 or write to Hi@shear.studio.' },
      { question: 'How long does color take?', answer: 'About 90 minutes, longer for long hair.' },
    ];
    expect(collectFindings(createSalonWith({ faqs }))).toEqual([]);
  });

  it.each(industries)('with the starter content of $name has findings for its samples', (industry) => {
    const document = activateIndustry({ ...EMPTY_DOCUMENT, name: 'Test' } as Business, industry);
    const pointers = listFindings(document, industries, NOW).map((finding) => finding.at);
    expect(pointers).toEqual(expect.arrayContaining(['/hours', '/faqs', '/contact', '/policies/cancellation']));
    expect(pointers.some((pointer) => pointer.startsWith(`/${industry.name}/`))).toBe(true);
    expect(new Set(pointers).size).toBe(pointers.length);
  });

  it.each([
    ['has no contact details', { contact: { address: '1 Main Street' } }, '/contact', /Add a phone number or email/],
    [
      'has an invalid phone number',
      { contact: { phone: 'abc' } },
      '/contact/phone',
      /“abc” isn’t valid. It must be a phone number/,
    ],
    [
      'has an example email',
      { contact: { email: 'hello@example.com' } },
      '/contact/email',
      /^hello@example.com is a placeholder/,
    ],
    [
      'has a website without a scheme',
      { contact: { phone: '2127365000', website: 'shear.studio' } },
      '/contact/website',
      /must be a web address/,
    ],
    [
      'has a website without a valid domain',
      { contact: { phone: '2127365000', website: 'https://shear' } },
      '/contact/website',
      /must be a web address/,
    ],
    ['is never open', { hours: { mon: [], tue: [] } }, '/hours', /every day/i],
    [
      'offers nothing',
      { salon: { services: [], stylists: [{ id: 'ana', name: 'Ana' }] } },
      '/salon/services',
      /See services and prices/,
    ],
  ])('that %s has a finding', (_, change, at, text) => {
    const [firstFinding, ...otherFindings] = listFindings(createSalonWith(change), industries, NOW);
    expect(otherFindings).toEqual([]);
    expect(firstFinding).toMatchObject({ at, text: expect.stringMatching(text) });
  });

  it('lists services without a price and services nobody is assigned to', () => {
    const { services } = createSalonWith().salon as { services: object[] };
    const allServices = [...services, { id: 'perm', name: 'Perm', durationMinutes: 60 }];
    expect(
      collectFindings(
        createSalonWith({
          salon: { services: allServices, stylists: [{ id: 'ana', name: 'Ana', services: ['cut'] }] },
        }),
      ),
    ).toEqual(['/salon/services: Missing prices: Perm.', '/salon/stylists: No one is assigned to: Color, Perm.']);
  });

  it.each([
    ['Call us on 212 736 9999.', 'doesn’t match your phone number, (212) 736-5000.'],
    ['Write to bookings@shear.studio.', 'doesn’t match your email, hi@shear.studio.'],
    ['We are open until 8 pm on Mondays.', 'doesn’t match your opening hours'],
    ['We open at 7 am.', 'doesn’t match your opening hours'],
    ['We are open on Saturdays.', 'doesn’t match your opening hours'],
  ])('with the FAQ answer “%s” contradicts itself', (answer, reason) => {
    const findings = listFindings(createSalonWith({ faqs: [{ question: 'A question?', answer }] }), industries, NOW);
    expect(findings).toMatchObject([{ at: '/faqs/0', text: expect.stringContaining(reason) }]);
  });
});
