import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schema } from './operations.ts';
import { fits, type Known, valuesOf } from './values.ts';

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const NOTHING: Known = { value: () => undefined, object: () => undefined };
const many = (schema: Schema, known = NOTHING, name = '') =>
  fc.sample(valuesOf(schema, known, name), { seed: 1, numRuns: 200 });

const SCHEMAS: [name: string, schema: Schema][] = [
  ['anything', {}],
  ['a choice', { type: 'string', enum: ['a', 'b'] }],
  ['a choice that may be null', { type: ['string', 'null'], enum: ['a', null] }],
  ['a text', { type: 'string' }],
  ['a short text', { type: 'string', minLength: 2, maxLength: 3 }],
  ['a text that is not blank', { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' }],
  ['a line', { type: 'string', minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)\\P{Cc}*$' }],
  ['a time of the day', { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$' }],
  ['a colour', { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }],
  ['an address', { type: 'string', pattern: '^https://', maxLength: 30 }],
  ['a time', { type: 'string', format: 'date-time' }],
  ['a day', { type: 'string', format: 'date' }],
  ['an e-mail address', { type: 'string', format: 'email', maxLength: 254 }],
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
  it.each(SCHEMAS)('are valid: %s', (_, schema) => {
    const validate = ajv.compile(schema);
    expect(many(schema).filter((value) => !validate(value))).toEqual([]);
  });

  it.each(SCHEMAS)('fit: %s', (_, schema) => {
    expect(many(schema).filter((value) => !fits(schema, value))).toEqual([]);
  });

  it('reach both ends of a range, and leave out what may be left out', () => {
    const numbers = many({ type: 'integer', minimum: 1, maximum: 100 });
    expect([Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))]).toEqual([1, 100]);
    const lengths = (many({ type: 'string', maxLength: 300 }) as string[]).map((text) => [...text].length);
    expect(Math.max(...lengths)).toBe(300);
    const objects = many({ type: 'object', properties: { a: { type: 'boolean' } } }) as object[];
    expect(new Set(objects.map((each) => 'a' in each))).toEqual(new Set([true, false]));
  });
});

describe('what is known', () => {
  it('is taken where it fits, and mostly', () => {
    const known: Known = {
      ...NOTHING,
      value: (name, _, fit) => [7, 'cut'].find((value) => name === 'service' && fit(value)),
    };
    const texts = many({ type: 'string', maxLength: 5 }, known, 'service');
    expect(texts.filter((text) => text === 'cut').length).toBeGreaterThan(150);
    expect(texts).not.toContain(7);
    expect(many({ type: 'string', maxLength: 5 }, known, 'stylist')).not.toContain('cut');
    expect(many({ type: 'string', maxLength: 2 }, known, 'service')).not.toContain('cut');
  });

  it('lends fields that belong together', () => {
    const order = { number: 'A1', email: 'ada@example.com', total: 'much' };
    const known: Known = { ...NOTHING, object: (_, names) => (names.includes('number') ? order : undefined) };
    const text: Schema = { type: 'string', maxLength: 20 };
    const schema: Schema = { type: 'object', properties: { number: text, email: text }, required: ['number', 'email'] };
    const lent = many(schema, known).filter((value) => (value as { number: string }).number === 'A1');
    expect(lent.length).toBeGreaterThan(80);
    for (const value of lent) expect(value).toEqual({ number: 'A1', email: 'ada@example.com' });
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
] as [Schema, unknown][])('does not fit: %j, %j', (schema, value) => expect(fits(schema, value)).toBe(false));
