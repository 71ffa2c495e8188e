import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { describe, expect, it } from 'vitest';
import { listFoldersWithKennel } from '../../test/industries/kennel.ts';
import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { type AnyCapability, getPersonField } from '../capability/capability.ts';
import { type Business, createDocumentPatchSchema, EMPTY_DOCUMENT } from '../capability/document.ts';
import type { AnyIndustry } from '../capability/industry.ts';
import { listTrainingExamples } from '../features/assistant/training-data.ts';
import { checkDocument } from '../features/business/check.ts';
import { activateIndustry } from '../features/business/setup.ts';
import { createValidatorCompiler } from '../kernel/http/validation.ts';
import { rulesOf } from '../scheduling/schedules.ts';
import { bookingFields } from '../scheduling/shapes.ts';
import { findSlotsPerCandidate } from '../scheduling/slots.ts';
import { loadIndustries } from './load.ts';

const industries = await loadIndustries(await listFoldersWithKennel());
const capabilities = industries.flatMap((industry) => industry.capabilities);

const documentPatchSchema = createDocumentPatchSchema(industries);
const compileSchema = (schema: object) =>
  createValidatorCompiler()({ schema, method: 'PUT', url: '', httpPart: 'body' }) as ((value: unknown) => boolean) & {
    errors?: unknown;
  };
const validate = compileSchema(documentPatchSchema);

const businessWithTemplate = (industry: AnyIndustry) =>
  activateIndustry({ ...EMPTY_DOCUMENT, name: 'Test' } as Business, industry);

describe.each(industries.map((industry) => [industry.name, industry] as const))(
  'the template of %s',
  (name, industry) => {
    const { common, section } = industry.template;

    it('is valid and complete', () => {
      const body = structuredClone({ ...common, [name]: section });
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
      expect(body).toEqual({ ...common, [name]: section });
    });

    it('has no validation errors', () => {
      expect(checkDocument(businessWithTemplate(industry), industries)).toEqual([]);
    });

    it.each([
      ['its common fields', common, documentPatchSchema],
      ['its section', section, industry.schema],
    ])('marks every entry in the lists of %s as a sample', (_, fields, schema) => {
      const { properties } = schema as { properties: Record<string, { items?: { properties?: object } }> };
      const lists = Object.entries(fields as Record<string, { sample?: boolean }[]>).filter(
        ([list]) => 'sample' in (properties[list]?.items?.properties ?? {}),
      );
      expect(lists.length).toBeGreaterThan(0);
      expect(lists.filter(([, entries]) => entries.some(({ sample }) => sample !== true))).toEqual([]);
    });

    it('has no business name but all common content', () => {
      expect(common).not.toHaveProperty('name');
      const { faqs, greeting, description, policies, handoff, contact } = common as unknown as Business;
      expect(faqs.length).toBeGreaterThanOrEqual(8);
      for (const text of [greeting, description, handoff.message]) expect(text).toBeTruthy();
      expect(policies.cancellation ?? policies.returns).toBeTruthy();
      expect(contact.phone).toMatch(/555-01\d\d$/);
    });
  },
);

/** Inputs to book in addition to those with only the required fields. */
const EXTRA_BOOKING_INPUTS: Record<string, object[]> = {
  'restaurant.reserve': [{ partySize: 2 }, { partySize: 4, area: 'Patio' }, { partySize: 12 }],
  'fitness.train': [{ trainer: 'Tasha Green' }, { trainer: 'elena', durationMinutes: 30 }],
};

type FieldSchema = { title?: string; enum?: unknown[]; minimum?: number; examples?: unknown[] };

/** Values of a required field: each entry of the list it refers to, each choice, or the smallest number. */
function listFieldValues(field: string, { title, enum: choices, minimum, examples }: FieldSchema, business: Business) {
  const [, section, list] = /^Ids in (\w+)\.(\w+)$/.exec(title ?? '') ?? [];
  const entries = section && list ? (business[section] as Record<string, { id: string }[]>)[list] : undefined;
  const values = entries?.map(({ id }) => id) ?? choices ?? examples ?? (minimum === undefined ? [] : [minimum]);
  if (values.length === 0)
    throw new Error(`Give ${field} a minimum, choices, referenceTo(…) or examples, so that a booking can be tried.`);
  return values;
}

/** Inputs of a booking with each combination of the fields that it depends on. */
function listBookingInputs(capability: AnyCapability, business: Business): object[] {
  const { required = [], properties } = (capability.form ?? capability.input) as TObject;
  const nonSchedulingFields = [
    ...Object.keys(bookingFields),
    ...(capability.nonSchedulingFields ?? []),
    getPersonField(capability),
  ];
  const inputs = required
    .filter((field) => !nonSchedulingFields.includes(field))
    .reduce<object[]>(
      (partialInputs, field) =>
        listFieldValues(field, properties[field] as FieldSchema, business).flatMap((value) =>
          partialInputs.map((input) => ({ ...input, [field]: value })),
        ),
      [{}],
    );
  return [...inputs, ...(EXTRA_BOOKING_INPUTS[capability.name] ?? [])];
}

const bookableCapabilities = industries.flatMap((industry) => {
  const business = businessWithTemplate(industry);
  return industry.capabilities
    .filter(({ bookingRequest }) => bookingRequest)
    .map((capability) => ({ name: capability.name, capability, business }));
});

describe.each(bookableCapabilities)('with the template, $name', ({ capability, business }) => {
  const { bookingRequest: createBookingRequest } = capability;

  it.each(listBookingInputs(capability, business).map((input) => [input]))(
    '%o can be booked in the coming week',
    (input) => {
      const bookingRequest: BookingRequestOrRefusal = createBookingRequest!(business, input);
      expect(bookingRequest).not.toHaveProperty('ok');
      const now = Date.parse('2026-11-09T10:00:00-05:00');
      const schedules = (bookingRequest as BookingRequest).candidates.map(
        ({ id, name: resourceName, hours, timeOff, findBusyTimes }) => ({
          id,
          name: resourceName,
          hours: hours as Business['hours'] as never,
          timeOff,
          busy: findBusyTimes?.(now, now + 7 * 86_400_000) ?? [],
        }),
      );
      const freeSlots = findSlotsPerCandidate(
        rulesOf(business),
        now,
        bookingRequest as BookingRequest,
        schedules,
        now,
        now + 7 * 86_400_000,
      );
      expect(freeSlots.every((slots) => slots.length > 0)).toBe(true);
    },
  );
});

describe('realistic businesses', () => {
  const file = join(import.meta.dirname, '../../test/fixtures/businesses.json');
  const businesses: { id: string; industry: string; config: Record<string, unknown> }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );

  it.each(businesses.map((business) => [business.id, business] as const))('%s is valid', (_, { industry, config }) => {
    const body = structuredClone(config);
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    const document = { ...EMPTY_DOCUMENT, ...body, industry, industries: [industry] } as Business;
    expect(checkDocument(document, industries)).toEqual([]);
  });
});

describe('omitted fields', () => {
  it.each(industries.map((industry) => [industry.name, industry] as const))('%s may be empty', (name, { check }) => {
    const body = { [name]: {} };
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    expect(check(body[name], body)).toEqual([]);
  });

  it('get defaults', () => {
    const body = { salon: { services: [{ name: 'Cut', durationMinutes: 30 }] } };
    expect(validate(body)).toBe(true);
    expect(body.salon).toEqual({ services: [{ name: 'Cut', durationMinutes: 30, bufferMinutes: 0 }], stylists: [] });
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
  ])('the invalid field %s is refused', (path, body) => {
    expect(validate(body)).toBe(false);
    expect((validate.errors as unknown as { instancePath: string }[])[0]!.instancePath).toBe(path);
  });
});

describe('capabilities', () => {
  it('have unique names and paths', () => {
    const endpoints = industries.flatMap(({ name, capabilities: industryCapabilities }) =>
      industryCapabilities.map(({ rest }) => `${rest.method} ${name}${rest.path}`),
    );
    for (const values of [capabilities.map(({ name }) => name), endpoints])
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });

  it.each(capabilities.map((capability) => [capability.name, capability] as const))(
    '%s has examples and questions',
    (_, capability) => {
      const { dialogue, input, effect } = capability;
      expect(dialogue.examples.length).toBeGreaterThanOrEqual(20);
      const { required = [] } = input as { required?: string[] };
      const fieldsWithQuestion = Object.keys(dialogue.ask);
      const fieldsWithoutQuestion = required.filter(
        (field) => !fieldsWithQuestion.some((path) => path === field || path.startsWith(`${field}.`)),
      );
      expect(fieldsWithoutQuestion).toEqual([]);
      if (effect === 'write') expect(dialogue.confirm).toBeTypeOf('function');
    },
  );

  it('of health care ask for the date of birth, which proves whose a booking is', () => {
    const healthBookings = capabilities.filter(({ health, bookingRequest }) => health && bookingRequest);
    expect(healthBookings.length).toBeGreaterThan(0);
    for (const { name, dialogue } of healthBookings)
      expect(dialogue.identification?.missingProof, name).toContain('date of birth');
  });

  // The classifier of an industry learns its examples and the general ones, but never those of another industry.
  it.each(industries)('of $name have examples that no other intent claims', (industry) => {
    const normalize = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
    const examplesByText = Map.groupBy(listTrainingExamples(industry), ({ text }) => normalize(text));
    const contestedExamples = [...examplesByText].filter(
      ([, examples]) => new Set(examples.map(({ intent }) => intent)).size > 1,
    );
    expect(contestedExamples).toEqual([]);
    for (const { dialogue } of industry.capabilities)
      expect(dialogue.examples.length - new Set(dialogue.examples.map(normalize)).size).toBe(0);
  });
});
