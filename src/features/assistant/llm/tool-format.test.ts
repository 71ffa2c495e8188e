import { Type } from 'typebox';
import { expect, it } from 'vitest';
import type { Tool } from '../../../capability/tool.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { createModelSchema } from './tool-format.ts';

it('hides inputs that only the system sets from a model', () => {
  const input = Strict({
    partySize: Type.Integer({ minimum: 1, description: 'How many people' }),
    customer: Strict({ name: Type.String() }, { description: 'Required, unless `checkOnly` is true' }),
    checkOnly: Type.Optional(Type.Boolean()),
  });
  expect(createModelSchema(input as unknown as Tool['inputSchema'], 'write')).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      partySize: { type: 'integer', minimum: 1, description: 'How many people' },
      customer: { type: 'object', properties: { name: { type: 'string' } } },
    },
  });
});
