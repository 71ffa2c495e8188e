import { expect, it } from 'vitest';
import { call, startService } from '../../test/harness.ts';
import { generate } from './generate.ts';

// `npm run client` runs this test with --update, which writes the file.
it('the generated client matches the current API description', async () => {
  const { json } = await call(await startService(), 'GET', '/openapi.json');
  await expect(await generate(json)).toMatchFileSnapshot('./src/api.ts');
});

const generateTypes = (schema: object) =>
  generate({
    openapi: '3.1.0',
    info: { title: 'An API', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } } },
    components: { schemas: {} },
  });
const menuItemSchema = {
  type: 'object',
  title: 'Menu item',
  properties: { 'a-b': { type: 'string' } },
  required: ['a-b'],
};

it('generates one type per titled schema', async () => {
  const generatedTypes = await generateTypes({
    anyOf: [menuItemSchema, { type: 'array', items: { ...menuItemSchema, type: ['object', 'null'] } }],
  });
  expect(generatedTypes.match(/"a-b": string;/g)).toHaveLength(1);
  expect(generatedTypes).toContain(`export type MenuItem = components['schemas']['MenuItem'];`);
  expect(generatedTypes).toContain(
    '"application/json": components["schemas"]["MenuItem"] | (components["schemas"]["MenuItem"] | null)[];',
  );
});

it('rejects two schemas with the same title', () =>
  expect(generateTypes({ anyOf: [menuItemSchema, { ...menuItemSchema, required: [] }] })).rejects.toThrow('Menu item'));

it('generates tuples for fixed-length arrays', async () =>
  expect(await generateTypes({ type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } })).toMatch(
    /"application\/json": \[\s+string,\s+string\s+\];/,
  ));
