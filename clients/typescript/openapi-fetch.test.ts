// Other clients that are typed by the API description, here openapi-fetch, get the reply without a cast. Most of this test
// is its types, which `npm run typecheck` checks.
import createClient from 'openapi-fetch';
import { expect, expectTypeOf, it } from 'vitest';
import type { ChatReply, operations } from './src/api.ts';

type Post<Name extends keyof operations> = { parameters: Record<string, never>; post: operations[Name] };
type Paths = { '/api/chat': Post<'POST /api/chat'>; '/api/chat/stream': Post<'POST /api/chat/stream'> };

const answer = (body: string, status = 200) =>
  createClient<Paths>({
    baseUrl: 'http://127.0.0.1',
    fetch: async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
  });

it('types the reply as JSON', async () => {
  const { data } = await answer('{"reply":"Hi!"}').POST('/api/chat', { body: { message: 'Hello' } });
  expectTypeOf(data).toEqualTypeOf<ChatReply | undefined>();
  expect(data?.reply).toBe('Hi!');
});

it('types the stream as text', async () => {
  const { data } = await answer('data: {}').POST('/api/chat/stream', { body: { message: 'Hello' }, parseAs: 'text' });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
  expect(data).toBe('data: {}');
});

it('types the error as a problem', async () => {
  const { error } = await answer('{"code":"rate_limited"}', 429).POST('/api/chat', { body: { message: 'Hello' } });
  expectTypeOf(error?.code).toEqualTypeOf<string | undefined>();
  expect(error?.code).toBe('rate_limited');
});
