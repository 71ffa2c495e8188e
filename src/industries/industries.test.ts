import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { type Business, documentPatch, EMPTY_DOCUMENT } from '../capability/document.ts';
import type { AnyIndustry } from '../capability/industry.ts';
import { checkDocument } from '../features/business/check.ts';
import { validatorCompiler } from '../kernel/http/validation.ts';
import { rulesOf } from '../scheduling/calendar.ts';
import { slotsPerCandidate } from '../scheduling/slots.ts';
import { loadIndustries } from './load.ts';

const industries = await loadIndustries();
const capabilities = industries.flatMap((industry) => industry.capabilities);

const patch = documentPatch(industries);
const compile = (schema: object) =>
  validatorCompiler()({ schema, method: 'PUT', url: '', httpPart: 'body' }) as ((value: unknown) => boolean) & {
    errors?: unknown;
  };
const validate = compile(patch);

const withTemplate = ({ name, template }: AnyIndustry) =>
  structuredClone({
    ...EMPTY_DOCUMENT,
    name: 'Test',
    ...template.common,
    industry: name,
    industries: [name],
    [name]: template.section,
  });

describe.each(industries.map((industry) => [industry.name, industry] as const))(
  'the template of %s',
  (name, industry) => {
    const { common, section: own } = industry.template;

    it('is valid and complete', () => {
      const sent = structuredClone({ ...common, [name]: own });
      expect(validate(sent), JSON.stringify(validate.errors)).toBe(true);
      expect(sent).toEqual({ ...common, [name]: own });
    });

    it('has no validation errors', () => {
      expect(checkDocument(withTemplate(industry) as Business, industries)).toEqual([]);
    });

    it('marks every entry as a sample and gives it an id', () => {
      const lists = Object.entries({ ...common, ...(own as object) }).filter(
        ([list, value]) => Array.isArray(value) && !['joins', 'turnMinutes'].includes(list),
      ) as [string, { sample?: boolean; id?: string }[]][];
      expect(lists.length).toBeGreaterThan(3);
      expect(
        lists.filter(([, entries]) => entries.some(({ sample }) => sample !== true)).map(([list]) => list),
      ).toEqual([]);
      const { properties } = industry.schema as { properties: Record<string, { items?: { properties?: object } }> };
      const withIds = lists.filter(([list]) => 'id' in (properties[list]?.items?.properties ?? {}));
      expect(withIds.flatMap(([, entries]) => entries.filter(({ id }) => id === undefined))).toEqual([]);
    });

    it('has no business name but all common content', () => {
      expect(common).not.toHaveProperty('name');
      const { faqs, greeting, description, policies, handoff, contact } = common as unknown as Business;
      expect(faqs.length).toBeGreaterThanOrEqual(8);
      for (const text of [greeting, description, handoff.message]) expect(text).toBeTruthy();
      expect(Object.keys(policies).length).toBeGreaterThan(1);
      expect(contact.phone).toMatch(/555-01\d\d$/);
    });
  },
);

const idsOf = (industry: string, list: string): string[] => {
  const { section: own } = industries.find(({ name }) => name === industry)!.template;
  return (own as Record<string, { id: string }[]>)[list]!.map(({ id }) => id);
};
const BOOKING_INPUTS: Record<string, object[]> = {
  restaurant: [{ partySize: 2 }, { partySize: 4, area: 'Patio' }, { partySize: 12 }],
  salon: idsOf('salon', 'services').map((service) => ({ service })),
  medical: idsOf('medical', 'visitTypes').map((visitType) => ({ visitType })),
  fitness: [{}, { trainer: 'Tasha Green' }, { trainer: 'elena', durationMinutes: 30 }],
};

describe.each(Object.entries(BOOKING_INPUTS))('with the template of %s', (name, inputs) => {
  const industry = industries.find((each) => each.name === name)!;
  const business = withTemplate(industry) as Business;
  const { bookingRequest: requested } = industry.capabilities.find((each) => each.bookingRequest)!;

  it.each(inputs.map((input) => [input]))('%o can be booked in the coming week', (asked) => {
    const made: BookingRequestOrRefusal = requested!(business, asked);
    expect(made).not.toHaveProperty('ok');
    const now = Date.parse('2026-11-09T10:00:00-05:00');
    const people = (made as BookingRequest).candidates.map(({ id, name: called, hours, timeOff, busy }) => ({
      id,
      name: called,
      hours: hours as Business['hours'] as never,
      timeOff,
      busy: busy?.(now, now + 7 * 86_400_000) ?? [],
    }));
    const free = slotsPerCandidate(rulesOf(business), now, made as BookingRequest, people, now, now + 7 * 86_400_000);
    expect(free.every((slots) => slots.length > 0)).toBe(true);
  });
});

describe('realistic businesses', () => {
  const file = join(import.meta.dirname, '../../test/fixtures/businesses.json');
  const businesses: { id: string; industry: string; config: Record<string, unknown> }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );

  it.each(businesses.map((business) => [business.id, business] as const))('%s is valid', (_, { industry, config }) => {
    const sent = structuredClone(config);
    expect(validate(sent), JSON.stringify(validate.errors)).toBe(true);
    const document = { ...EMPTY_DOCUMENT, ...sent, industry, industries: [industry] } as Business;
    expect(checkDocument(document, industries)).toEqual([]);
  });
});

describe('omitted fields', () => {
  it.each(industries.map((industry) => [industry.name, industry] as const))('%s may be empty', (name, { check }) => {
    const sent = { [name]: {} };
    expect(validate(sent), JSON.stringify(validate.errors)).toBe(true);
    expect(check(sent[name], sent)).toEqual([]);
  });

  it('get defaults', () => {
    const sent = { salon: { services: [{ name: 'Cut', durationMinutes: 30 }] } };
    expect(validate(sent)).toBe(true);
    expect(sent.salon).toEqual({ services: [{ name: 'Cut', durationMinutes: 30, bufferMinutes: 0 }], stylists: [] });
  });

  it.each([
    ['/restaurant/menu/0/price', { restaurant: { menu: [{ name: 'Soup', price: 9.5 }] } }],
    [
      '/restaurant/menu/0/allergens/contains/0',
      { restaurant: { menu: [{ name: 'Soup', allergens: { contains: ['gold'] } }] } },
    ],
    ['/salon/services/0', { salon: { services: [{ name: 'Cut' }] } }],
    [
      '/fitness/classes/0/weekly/0/time',
      {
        fitness: {
          classes: [{ name: 'Spin', durationMinutes: 45, capacity: 9, weekly: [{ day: 'mon', time: '6pm' }] }],
        },
      },
    ],
    [
      '/retail/orders/0/status',
      { retail: { orders: [{ number: '1', email: 'a@example.com', status: 'lost', items: [] }] } },
    ],
    ['/medical', { medical: { doctors: [] } }],
  ])('%s is refused', (place, sent) => {
    expect(validate(sent)).toBe(false);
    expect((validate.errors as unknown as { instancePath: string }[])[0]!.instancePath).toBe(place);
  });
});

describe('capabilities', () => {
  it('match the documented list', () => {
    expect(capabilities.map(({ name }) => name).sort()).toEqual([
      'fitness.classes',
      'fitness.join_class',
      'fitness.membership',
      'fitness.train',
      'medical.book',
      'medical.insurance',
      'medical.refill',
      'restaurant.dietary',
      'restaurant.menu',
      'restaurant.reserve',
      'retail.order',
      'retail.products',
      'retail.return',
      'salon.availability',
      'salon.book',
      'salon.services',
    ]);
  });

  it.each(capabilities.map((capability) => [capability.name, capability] as const))(
    '%s has examples and questions',
    (_, capability) => {
      const { dialogue, input, effect } = capability;
      expect(dialogue.examples.length).toBeGreaterThanOrEqual(20);
      const { required = [] } = input as { required?: string[] };
      const asked = Object.keys(dialogue.ask);
      const unasked = required.filter((field) => !asked.some((path) => path === field || path.startsWith(`${field}.`)));
      expect(unasked).toEqual([]);
      if (effect === 'write') expect(dialogue.confirm).toBeTypeOf('function');
    },
  );

  it('have distinct examples', () => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
    const seen = new Map<string, string>();
    const twice = capabilities.flatMap(({ name, dialogue }) =>
      dialogue.examples.filter((example) => {
        const known = seen.has(plain(example));
        seen.set(plain(example), name);
        return known;
      }),
    );
    expect(twice).toEqual([]);
  });
});
