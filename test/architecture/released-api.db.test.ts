// Compares the API with that of the last release. `npm run release:api` stores today's as released.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, startService } from '../harness.ts';
import { type Api, findBreakingChanges } from './breaking-changes.ts';

const FILE = join(import.meta.dirname, 'released-api.json');
const isReleasing = process.env.RELEASE_API !== undefined;

it('breaks nothing that the last release had', async () => {
  const api = (await call(await startService(undefined, { jobs: 'off' }), 'GET', '/openapi.json')).json as Api;
  if (isReleasing || !existsSync(FILE)) writeFileSync(FILE, serialize(api));
  const released = JSON.parse(readFileSync(FILE, 'utf8')) as Api;
  expect(findBreakingChanges(released, api)).toEqual([]);

  // It would notice.
  const planted = structuredClone(api);
  const chat = planted.paths['/api/chat']!.post!;
  const body = chat.requestBody!.content['application/json']!.schema!;
  body.required = ['locale'];
  delete chat.responses!['200']!.content!['application/json']!.schema!.properties!.reply;
  delete planted.paths['/api/v1/bookings']!.get;
  expect(findBreakingChanges(released, planted)).toEqual([
    'POST /api/chat body/locale is now required',
    'POST /api/chat 200/reply was removed',
    'GET /api/v1/bookings was removed',
  ]);
});

/** What can break, an operation per line, so that changes can be reviewed. */
function serialize({ paths, webhooks = {} }: Api): string {
  const lines = (operations: Api['paths']) =>
    Object.entries(operations)
      .flatMap(([path, methods]) => [
        `${JSON.stringify(path)}: {`,
        Object.entries(methods)
          .map(([method, operation]) => `${JSON.stringify(method)}: ${JSON.stringify(strip(operation))}`)
          .join(',\n'),
        '},',
      ])
      .join('\n')
      .replace(/,$/, '');
  return `{"paths": {\n${lines(paths)}\n}, "webhooks": {\n${lines(webhooks)}\n}}\n`;
}

const UNCOMPARED = ['description', 'summary', 'example', 'examples', 'title', 'tags', 'operationId', 'security'];

/** Without texts, and without the errors, which are shared by all operations. */
function strip(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || !UNCOMPARED.includes(key))
      .filter(([, each]) => !(each as { $ref?: string } | null)?.$ref?.startsWith('#/components/responses/'))
      .map(([key, each]) => [key, strip(each, key === 'properties')]),
  );
}
