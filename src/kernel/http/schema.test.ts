import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { Nullable, OneOf } from './schema.ts';

const allows = (schema: object, value: unknown) => new Ajv().compile(schema)(value);

it.each([
  ['a choice', OneOf(['a', 'b'] as const), 'a'],
  ['a text', Type.String(), 'a'],
  ['an object', Type.Object({ a: Type.Integer() }), { a: 1 }],
  ['one of several', Type.Union([Type.String(), Type.Integer()]), 1],
])('%s that may be null', (_, schema, value) => {
  for (const allowed of [value, null]) expect(allows(Nullable(schema), allowed)).toBe(true);
  expect(allows(Nullable(schema), true)).toBe(false);
});
