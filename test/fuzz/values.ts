// Values that a JSON schema allows. Left to chance alone, a service would never be one that the business has: what is
// known from earlier answers is taken where it fits.
import fc from 'fast-check';
import type { Fields } from './memory.ts';
import type { Schema } from './operations.ts';

export type Known = {
  value(name: string, dice: number, fits: (value: unknown) => boolean): unknown;
  object(kind: string, names: string[], dice: number): Fields | undefined;
};

/** Of ten values, so many are known ones where there are any. */
const KNOWN_OF_TEN = 9;
/** Of ten objects, so many are like one that was seen. */
const LENT_OF_TEN = 6;
/** The longest that is made up to a limit: beyond, a body would be too large anyway. */
const LONGEST = 5_000;
const MOST_ITEMS = 3;

export function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, known, name)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, known, name)));
  switch (schema.type) {
    case 'object':
      return objects(schema, known, name);
    case 'array':
      return arrays(schema, known, name);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return orKnown(texts(schema), schema, known, name);
    case 'integer':
      return orKnown(integers(schema), schema, known, name);
    case 'number':
      return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true, noDefaultInfinity: true });
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const dice = fc.nat({ max: 1_000_000 });

function orKnown(fresh: fc.Arbitrary<unknown>, schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  return fc
    .tuple(dice, dice, fresh)
    .map(([thrown, which, made]) =>
      thrown % 10 < KNOWN_OF_TEN ? (known.value(name, which, (value) => fits(schema, value)) ?? made) : made,
    );
}

/** Something seen before lends the values of its fields: an order's number goes with that order's e-mail address. */
function objects(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  if (names.length === 0) {
    const inner = typeof additionalProperties === 'object' ? valuesOf(additionalProperties, known, name) : undefined;
    if (!inner && additionalProperties === false) return fc.constant({});
    return fc.dictionary(fc.string({ minLength: 1 }), inner ?? fc.jsonValue({ maxDepth: 1 }), { maxKeys: MOST_ITEMS });
  }
  const fields = names.map((field) => {
    const made = valuesOf(properties[field]!, known, field);
    return [field, required.includes(field) ? made : atTimes(made)] as const;
  });
  return fc.tuple(dice, dice, fc.record(Object.fromEntries(fields))).map(([thrown, which, made]) => {
    const there = Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
    const lender =
      thrown % 10 < LENT_OF_TEN ? known.object(name, required.length ? required : names, which) : undefined;
    if (!lender) return there;
    // A customer is taken as it is; of a whole document only what was to be sent anyway.
    const wanted = name ? names : Object.keys(there);
    const lent = wanted.filter((field) => field in lender && fits(properties[field]!, lender[field]));
    return { ...there, ...Object.fromEntries(lent.map((field) => [field, lender[field]])) };
  });
}

/** Most of what may be left out is: all filters of a list at once find nothing. */
const atTimes = (made: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: made });

function arrays({ items = {}, minItems = 0, maxItems, uniqueItems }: Schema, known: Known, name: string) {
  const item = valuesOf(items, known, name);
  const size = { minLength: minItems, maxLength: Math.min(maxItems ?? Infinity, minItems + MOST_ITEMS) };
  return uniqueItems ? fc.uniqueArray(item, { ...size, selector: (one) => JSON.stringify(one) }) : fc.array(item, size);
}

function integers({ minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) {
  const near = fc.integer({ min: Math.max(minimum, -10), max: Math.min(maximum, Math.max(minimum, 0) + 100) });
  return fc.oneof(
    { weight: 3, arbitrary: near },
    { weight: 1, arbitrary: fc.maxSafeInteger().map((any) => Math.min(maximum, Math.max(minimum, any))) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

const madeBefore = new Map<string, fc.Arbitrary<string>>();

/** Texts of one kind are asked for in many places, and what makes them is slow to set up. */
function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const kind = { format, pattern, minLength, maxLength };
  const made = madeBefore.get(JSON.stringify(kind)) ?? textsOf(kind);
  madeBefore.set(JSON.stringify(kind), made);
  return made;
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = LONGEST } = schema;
  switch (format) {
    case 'date-time':
      return dates.map((date) => date.toISOString());
    case 'date':
      return dates.map((date) => date.toISOString().slice(0, 10));
    case 'email':
      return fc.emailAddress().filter((address) => address.length <= maxLength);
    case 'uri':
      return fc.constantFrom('https://www.example.com/', 'http://127.0.0.1:1/x?y=z#w', 'https://[::1]/');
  }
  const of = (text: string) => fits(schema, text);
  // What asks for little more than some letter or other is met by chance; the rest has to be made to measure.
  if (pattern && !/\\S$|\\P/.test(pattern)) return fc.stringMatching(new RegExp(pattern), { maxLength }).filter(of);
  const most = Math.min(maxLength, LONGEST);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(most, 40)) });
  return fc.oneof(
    { weight: 12, arbitrary: any.filter(of) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(most), '𝒳'.repeat(most)) },
  );
}

/** Whether a value, and what is inside of it, is one that the schema allows. */
export function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.anyOf) return schema.anyOf.some((each) => fits(each, value));
  const types = [schema.type ?? []].flat();
  if (types.length && !types.includes(typeOf(value)) && !(types.includes('number') && typeOf(value) === 'integer'))
    return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    return value.length >= minItems && value.length <= maxItems && value.every((item) => fits(items, item));
  }
  return typeof value !== 'object' || value === null || fitsObject(schema, value as Fields);
}

function fitsObject({ properties = {}, required = [], additionalProperties }: Schema, value: Fields): boolean {
  return (
    required.every((name) => value[name] !== undefined) &&
    Object.entries(value).every(([name, inner]) => {
      const own = properties[name] ?? additionalProperties;
      return own === false ? false : typeof own !== 'object' || fits(own, inner);
    })
  );
}

const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s.]+$/,
  uri: /^\w+:\/\/\S+$/,
};

function fitsText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, value: string): boolean {
  const { length } = [...value];
  if (length < minLength || length > maxLength) return false;
  if (pattern && !new RegExp(pattern, 'u').test(value)) return false;
  return !format || !FORMATS[format] || FORMATS[format].test(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
