import { expect, it } from 'vitest';
import { call, startService } from '../../test/harness.ts';
import { generate } from './generate.ts';

// `npm run client` is this test with leave to write the file.
it('has the types of what the API says of itself today', async () => {
  const { json } = await call(await startService(), 'GET', '/openapi.json');
  await expect(await generate(json)).toMatchFileSnapshot('./src/api.ts');
});

const write = (schema: object) =>
  generate({
    openapi: '3.1.0',
    info: { title: 'An API', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } } },
    components: { schemas: {} },
  });
const entry = { type: 'object', title: 'Menu item', properties: { 'a-b': { type: 'string' } }, required: ['a-b'] };

it('writes what has a title once', async () => {
  const twice = await write({ anyOf: [entry, { type: 'array', items: { ...entry, type: ['object', 'null'] } }] });
  expect(twice.match(/"a-b": string;/g)).toHaveLength(1);
  expect(twice).toContain(`export type MenuItem = components['schemas']['MenuItem'];`);
  expect(twice).toContain(
    '"application/json": components["schemas"]["MenuItem"] | (components["schemas"]["MenuItem"] | null)[];',
  );
});

it('refuses two shapes of one title', () =>
  expect(write({ anyOf: [entry, { ...entry, required: [] }] })).rejects.toThrow('Menu item'));

it('writes a tuple where the length is fixed', async () =>
  expect(await write({ type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } })).toMatch(
    /"application\/json": \[\s+string,\s+string\s+\];/,
  ));
