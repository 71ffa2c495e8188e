// Generates values that match a JSON schema. Values from earlier responses are preferred, because random ones would
// never refer to anything that exists.
import fc from 'fast-check';
import type { Fields } from './observed-values.ts';
import type { Schema } from './operations.ts';

export type ValueSource = {
  pick(name: string, randomIndex: number, matches: (value: unknown) => boolean): unknown;
  pickObject(objectName: string, fieldNames: string[], randomIndex: number): Fields | undefined;
};

/** How many of ten values are recorded ones, if there are any. */
const OBSERVED_PER_TEN = 9;
/** How many of ten objects are based on a recorded one. */
const COPIED_PER_TEN = 6;
/** The maximum length of generated strings: longer ones would make the body too large. */
const MAX_TEXT_LENGTH = 5_000;
const MAX_EXTRA_ITEMS = 3;

export function createSchemaValues(schema: Schema, source: ValueSource, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => createSchemaValues(option, source, name)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => createSchemaValues({ ...schema, type }, source, name)));
  switch (schema.type) {
    case 'object':
      return createObjectValues(schema, source, name);
    case 'array':
      return createArrayValues(schema, source, name);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return preferObserved(createStringValues(schema), schema, source, name);
    case 'integer':
      return preferObserved(createIntegerValues(schema), schema, source, name);
    case 'number':
      return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true, noDefaultInfinity: true });
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const randomNumber = fc.nat({ max: 1_000_000 });

function preferObserved(
  generator: fc.Arbitrary<unknown>,
  schema: Schema,
  source: ValueSource,
  name: string,
): fc.Arbitrary<unknown> {
  return fc
    .tuple(randomNumber, randomNumber, generator)
    .map(([chance, randomIndex, generated]) =>
      chance % 10 < OBSERVED_PER_TEN
        ? (source.pick(name, randomIndex, (value) => matchesSchema(schema, value)) ?? generated)
        : generated,
    );
}

/** Copies fields from a recorded object, so that for example an order's number comes with that order's email address. */
function createObjectValues(schema: Schema, source: ValueSource, name: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fieldNames = Object.keys(properties);
  if (fieldNames.length === 0) {
    const additionalValues =
      typeof additionalProperties === 'object' ? createSchemaValues(additionalProperties, source, name) : undefined;
    if (!additionalValues && additionalProperties === false) return fc.constant({});
    return fc.dictionary(fc.string({ minLength: 1 }), additionalValues ?? fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: MAX_EXTRA_ITEMS,
    });
  }
  const fields = fieldNames.map((field) => {
    const fieldValues = createSchemaValues(properties[field]!, source, field);
    return [field, required.includes(field) ? fieldValues : maybeOmitted(fieldValues)] as const;
  });
  return fc
    .tuple(randomNumber, randomNumber, fc.record(Object.fromEntries(fields)))
    .map(([chance, randomIndex, generated]) => {
      const presentFields = Object.fromEntries(Object.entries(generated).filter(([, value]) => value !== undefined));
      const observedObject =
        chance % 10 < COPIED_PER_TEN
          ? source.pickObject(name, required.length ? required : fieldNames, randomIndex)
          : undefined;
      if (!observedObject) return presentFields;
      // A named object is copied with all its fields, a whole body only with the fields that were generated.
      const copyableNames = name ? fieldNames : Object.keys(presentFields);
      const copiedNames = copyableNames.filter(
        (field) => field in observedObject && matchesSchema(properties[field]!, observedObject[field]),
      );
      return { ...presentFields, ...Object.fromEntries(copiedNames.map((field) => [field, observedObject[field]])) };
    });
}

/** Usually omits an optional field, because a list with all filters set would be empty. */
const maybeOmitted = (fieldValues: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fieldValues });

function createArrayValues(
  { items = {}, minItems = 0, maxItems, uniqueItems }: Schema,
  source: ValueSource,
  name: string,
) {
  const item = createSchemaValues(items, source, name);
  const size = { minLength: minItems, maxLength: Math.min(maxItems ?? Infinity, minItems + MAX_EXTRA_ITEMS) };
  return uniqueItems
    ? fc.uniqueArray(item, { ...size, selector: (element) => JSON.stringify(element) })
    : fc.array(item, size);
}

function createIntegerValues({ minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) {
  const smallValues = fc.integer({ min: Math.max(minimum, -10), max: Math.min(maximum, Math.max(minimum, 0) + 100) });
  return fc.oneof(
    { weight: 3, arbitrary: smallValues },
    { weight: 1, arbitrary: fc.maxSafeInteger().map((integer) => Math.min(maximum, Math.max(minimum, integer))) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

const dates = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

const textGenerators = new Map<string, fc.Arbitrary<string>>();

/** Generators are cached, because many fields have the same kind of text and creating one is slow. */
function createStringValues({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const constraints = { format, pattern, minLength, maxLength };
  const generator = textGenerators.get(JSON.stringify(constraints)) ?? createUncachedStringValues(constraints);
  textGenerators.set(JSON.stringify(constraints), generator);
  return generator;
}

function createUncachedStringValues(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = MAX_TEXT_LENGTH } = schema;
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
  const isMatch = (text: string) => matchesSchema(schema, text);
  // Simple patterns are matched by filtering random text; others need a generator for the pattern.
  if (pattern && !/\\S$|\\P/.test(pattern))
    return fc.stringMatching(new RegExp(pattern), { maxLength }).filter(isMatch);
  const maxGenerated = Math.min(maxLength, MAX_TEXT_LENGTH);
  const anyText = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxGenerated, 40)),
  });
  return fc.oneof(
    { weight: 12, arbitrary: anyText.filter(isMatch) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxGenerated), '𝒳'.repeat(maxGenerated)) },
  );
}

/** Whether a value and everything inside it match the schema. */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.anyOf) return schema.anyOf.some((option) => matchesSchema(option, value));
  const types = [schema.type ?? []].flat();
  if (types.length && !types.includes(typeOf(value)) && !(types.includes('number') && typeOf(value) === 'integer'))
    return false;
  if (typeof value === 'string') return matchesText(schema, value);
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    return value.length >= minItems && value.length <= maxItems && value.every((item) => matchesSchema(items, item));
  }
  return typeof value !== 'object' || value === null || matchesObject(schema, value as Fields);
}

function matchesObject({ properties = {}, required = [], additionalProperties }: Schema, value: Fields): boolean {
  return (
    required.every((name) => value[name] !== undefined) &&
    Object.entries(value).every(([name, inner]) => {
      const fieldSchema = properties[name] ?? additionalProperties;
      return fieldSchema === false ? false : typeof fieldSchema !== 'object' || matchesSchema(fieldSchema, inner);
    })
  );
}

const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s.]+$/,
  uri: /^\w+:\/\/\S+$/,
};

function matchesText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, value: string): boolean {
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
