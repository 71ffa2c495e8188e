import { expect, it } from 'vitest';
import { call, startService } from '../../test/harness.ts';
import { generate } from './generate.ts';

// `npm run client` is this test with leave to write the file.
it('has the types of what the API says of itself today', async () => {
  const { json } = await call(await startService(), 'GET', '/openapi.json');
  await expect(generate(json)).toMatchFileSnapshot('./src/api.ts');
});

const answering = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
const write = (schema: object) =>
  generate({
    paths: { '/x': { get: answering(schema) } },
    components: { schemas: { Problem: { type: 'object', title: 'Problem' } } },
  });

it.each([
  [{ type: 'string', enum: ['a', "b's"] }, `'a' | 'b\\'s'`],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ type: ['string', 'null'], enum: ['a', null] }, `'a' | null`],
  [{ enum: [true, 'unknown'] }, `true | 'unknown'`],
  [{ type: 'array', items: { type: 'boolean' } }, 'Array<boolean>'],
  [{ type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } }, '[string, string]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, 'Record<string, number>'],
  [{ type: 'object', properties: {} }, 'Record<string, never>'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{}, 'unknown'],
])('writes %j', (schema, type) => expect(write(schema)).toContain(`answer: ${type};`));

it('writes what has a title once, and refuses two of one title', () => {
  const entry = { type: 'object', title: 'Menu item', properties: { 'a-b': { type: 'string' } }, required: ['a-b'] };
  const twice = write({ type: 'array', items: { anyOf: [entry, { ...entry, type: ['object', 'null'] }] } });
  expect(twice).toContain('export type MenuItem = {\n  "a-b": string;\n};');
  expect(twice).toContain('answer: Array<MenuItem | MenuItem | null>;');
  expect(() => write({ anyOf: [entry, { ...entry, required: [] }] })).toThrow('Menu item');
});
