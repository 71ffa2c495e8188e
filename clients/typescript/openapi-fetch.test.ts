// Other clients that are typed by the API description, here openapi-fetch, get the reply without a cast. Most of this test
// is its types, which `npm run typecheck` checks.
import createClient from 'openapi-fetch';
import { expect, expectTypeOf, it } from 'vitest';
import type { ChatReply } from './src/api.ts';
import type { Paths } from './src/operations.ts';

const clientReceiving = (body: string, status = 200) =>
  createClient<Paths>({
    baseUrl: 'http://127.0.0.1',
    fetch: async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
  });

it('types the reply as JSON', async () => {
  const { data } = await clientReceiving('{"reply":"Hi!"}').POST('/api/chat', { body: { message: 'Hello' } });
  expectTypeOf(data).toEqualTypeOf<ChatReply | undefined>();
  expect(data?.reply).toBe('Hi!');
});

it('types the stream as text', async () => {
  const { data } = await clientReceiving('data: {}').POST('/api/chat/stream', {
    body: { message: 'Hello' },
    parseAs: 'text',
  });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
  expect(data).toBe('data: {}');
});

it('types a list as JSON, which may be downloaded as a file too', async () => {
  const client = createClient<Paths, 'application/json' | 'application/problem+json'>({
    baseUrl: 'http://127.0.0.1',
    fetch: async () => Response.json({ object: 'list', data: [{ id: 'bkg_1' }], has_more: false }),
  });
  const { data, error } = await client.GET('/api/v1/bookings', { params: { query: { expand: ['conversation'] } } });
  expectTypeOf(data?.data[0]?.id).toEqualTypeOf<string | undefined>();
  expectTypeOf(error?.code).toEqualTypeOf<string | undefined>();
  expect(data?.data[0]?.id).toBe('bkg_1');
});

it('types the error as a problem', async () => {
  const { error } = await clientReceiving('{"code":"rate_limited"}', 429).POST('/api/chat', {
    body: { message: 'Hello' },
  });
  expectTypeOf(error?.code).toEqualTypeOf<string | undefined>();
  expect(error?.code).toBe('rate_limited');
});
