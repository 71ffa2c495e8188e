import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { Nullable, OneOf } from './schema.ts';

const isValid = (schema: object, value: unknown) => new Ajv().compile(schema)(value);

it.each([
  ['an enum', OneOf(['a', 'b'] as const), 'a'],
  ['a string', Type.String(), 'a'],
  ['an object', Type.Object({ a: Type.Integer() }), { a: 1 }],
  ['a union', Type.Union([Type.String(), Type.Integer()]), 1],
])('Nullable: %s may also be null, but nothing else', (_, schema, value) => {
  for (const validValue of [value, null]) expect(isValid(Nullable(schema), validValue)).toBe(true);
  expect(isValid(Nullable(schema), true)).toBe(false);
});
