import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schema } from './operations.ts';
import { createSchemaValues, matchesSchema, type ValueSource } from './schema-values.ts';

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const EMPTY_SOURCE: ValueSource = { pick: () => undefined, pickObject: () => undefined };
const sampleMany = (schema: Schema, source = EMPTY_SOURCE, name = '') =>
  fc.sample(createSchemaValues(schema, source, name), { seed: 1, numRuns: 200 });

const SCHEMAS: [name: string, schema: Schema][] = [
  ['anything', {}],
  ['a choice', { type: 'string', enum: ['a', 'b'] }],
  ['a choice that may be null', { type: ['string', 'null'], enum: ['a', null] }],
  ['a text', { type: 'string' }],
  ['a short text', { type: 'string', minLength: 2, maxLength: 3 }],
  ['a text that is not blank', { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' }],
  ['a line', { type: 'string', minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)\\P{Cc}*$' }],
  ['a time of the day', { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$' }],
  ['a color', { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }],
  ['a URL', { type: 'string', pattern: '^https://', maxLength: 30 }],
  ['a time', { type: 'string', format: 'date-time' }],
  ['a day', { type: 'string', format: 'date' }],
  ['an email address', { type: 'string', format: 'email', maxLength: 254 }],
  ['an integer', { type: 'integer' }],
  ['an integer in a range', { type: 'integer', minimum: 1, maximum: 100 }],
  ['a number', { type: 'number', minimum: 0, maximum: 1 }],
  ['a list', { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 }],
  ['a set', { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, uniqueItems: true }],
  ['a dictionary', { type: 'object', additionalProperties: { type: 'integer' } }],
  ['nothing at all', { type: 'object', properties: {}, additionalProperties: false }],
  [
    'an object',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] } },
      required: ['a'],
      additionalProperties: false,
    },
  ],
  ['one of two', { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] }],
];

describe('values of a schema', () => {
  it.each(SCHEMAS)('are valid for Ajv: %s', (_, schema) => {
    const validate = ajv.compile(schema);
    expect(sampleMany(schema).filter((value) => !validate(value))).toEqual([]);
  });

  it.each(SCHEMAS)('match the schema: %s', (_, schema) => {
    expect(sampleMany(schema).filter((value) => !matchesSchema(schema, value))).toEqual([]);
  });

  it('include both ends of a range, and sometimes omit optional fields', () => {
    const numbers = sampleMany({ type: 'integer', minimum: 1, maximum: 100 });
    expect([Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))]).toEqual([1, 100]);
    const lengths = (sampleMany({ type: 'string', maxLength: 300 }) as string[]).map((text) => [...text].length);
    expect(Math.max(...lengths)).toBe(300);
    const objects = sampleMany({ type: 'object', properties: { a: { type: 'boolean' } } }) as object[];
    expect(new Set(objects.map((object) => 'a' in object))).toEqual(new Set([true, false]));
  });
});

describe('recorded values', () => {
  it('are used most of the time if they match the schema', () => {
    const source: ValueSource = {
      ...EMPTY_SOURCE,
      pick: (name, _, isSuitable) => [7, 'cut'].find((value) => name === 'service' && isSuitable(value)),
    };
    const texts = sampleMany({ type: 'string', maxLength: 5 }, source, 'service');
    expect(texts.filter((text) => text === 'cut').length).toBeGreaterThan(150);
    expect(texts).not.toContain(7);
    expect(sampleMany({ type: 'string', maxLength: 5 }, source, 'stylist')).not.toContain('cut');
    expect(sampleMany({ type: 'string', maxLength: 2 }, source, 'service')).not.toContain('cut');
  });

  it('keep the fields of one object together', () => {
    const order = { number: 'A1', email: 'ada@example.com', total: 'much' };
    const source: ValueSource = {
      ...EMPTY_SOURCE,
      pickObject: (_, names) => (names.includes('number') ? order : undefined),
    };
    const textSchema: Schema = { type: 'string', maxLength: 20 };
    const schema: Schema = {
      type: 'object',
      properties: { number: textSchema, email: textSchema },
      required: ['number', 'email'],
    };
    const copiedObjects = sampleMany(schema, source).filter((value) => (value as { number: string }).number === 'A1');
    expect(copiedObjects.length).toBeGreaterThan(80);
    for (const value of copiedObjects) expect(value).toEqual({ number: 'A1', email: 'ada@example.com' });
  });
});

it.each([
  [{ type: 'string' }, 1],
  [{ type: 'integer' }, 1.5],
  [{ type: 'string', enum: ['a'] }, 'b'],
  [{ type: 'string', maxLength: 1 }, '𝒳𝒳'],
  [{ type: 'string', format: 'date' }, 'tomorrow'],
  [{ type: 'integer', minimum: 1 }, 0],
  [{ type: 'array', items: { type: 'string' } }, [1]],
  [{ type: 'object', properties: { a: {} }, required: ['a'] }, {}],
  [{ type: 'object', properties: {}, additionalProperties: false }, { a: 1 }],
] as [Schema, unknown][])('rejects a value that does not match: %j, %j', (schema, value) =>
  expect(matchesSchema(schema, value)).toBe(false),
);
