// Compares the API with that of the last release. `npm run release:api` stores the current API as released.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, startService } from '../harness.ts';
import { type Api, findBreakingChanges } from './breaking-changes.ts';

const RELEASED_API_FILE = join(import.meta.dirname, 'released-api.json');
const isReleasing = process.env.RELEASE_API !== undefined;

it('the API has no breaking changes since the last release', async () => {
  const currentApi = (await call(await startService(undefined, { jobs: 'off' }), 'GET', '/openapi.json')).json as Api;
  if (isReleasing || !existsSync(RELEASED_API_FILE)) writeFileSync(RELEASED_API_FILE, serialize(currentApi));
  const releasedApi = JSON.parse(readFileSync(RELEASED_API_FILE, 'utf8')) as Api;
  expect(findBreakingChanges(releasedApi, currentApi)).toEqual([]);

  // Make sure that the comparison finds such changes.
  const brokenApi = structuredClone(currentApi);
  const chatOperation = brokenApi.paths['/api/chat']!.post!;
  const bodySchema = chatOperation.requestBody!.content['application/json']!.schema!;
  bodySchema.required = ['locale'];
  delete chatOperation.responses!['200']!.content!['application/json']!.schema!.properties!.reply;
  delete brokenApi.paths['/api/v1/bookings']!.get;
  expect(findBreakingChanges(releasedApi, brokenApi)).toEqual([
    'POST /api/chat body/locale is now required',
    'POST /api/chat 200/reply was removed',
    'GET /api/v1/bookings was removed',
  ]);
});

/** The parts of the API that clients depend on, one operation per line, so that changes can be reviewed. */
function serialize({ paths, webhooks = {} }: Api): string {
  const serializeOperations = (operations: Api['paths']) =>
    Object.entries(operations)
      .flatMap(([path, methods]) => [
        `${JSON.stringify(path)}: {`,
        Object.entries(methods)
          .map(([method, operation]) => `${JSON.stringify(method)}: ${JSON.stringify(removeTexts(operation))}`)
          .join(',\n'),
        '},',
      ])
      .join('\n')
      .replace(/,$/, '');
  return `{"paths": {\n${serializeOperations(paths)}\n}, "webhooks": {\n${serializeOperations(webhooks)}\n}}\n`;
}

const IGNORED_KEYS = ['description', 'summary', 'example', 'examples', 'title', 'tags', 'operationId', 'security'];

/** Removes texts, and the error responses, which all operations share. */
function removeTexts(value: unknown, hasFieldNames = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => removeTexts(inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => hasFieldNames || !IGNORED_KEYS.includes(key))
      .filter(([, inner]) => !(inner as { $ref?: string } | null)?.$ref?.startsWith('#/components/responses/'))
      .map(([key, inner]) => [key, removeTexts(inner, key === 'properties')]),
  );
}
