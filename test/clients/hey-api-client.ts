// Generates a client with hey-api, as `npx @hey-api/openapi-ts` does.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import type { Booking, ChatReply, ExpandedEvent as Event } from '../../clients/typescript/src/index.ts';
import {
  BUSINESS_DOCUMENT,
  CLOCK,
  type JourneyClient,
  KEEP_SAMPLES_REQUEST,
  SETUP_REQUEST,
  verifyWithStandardWebhooks,
} from './journey.ts';

export async function generateHeyApi(description: object, folder: string): Promise<void> {
  await createClient({
    input: description as Record<string, unknown>,
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
}

type SdkFunction<T> = (options: { path?: object; query?: object; body?: object }) => Promise<{ data: T }>;
/** What the journey calls. The generated types themselves are checked in journey.db.test.ts. */
type GeneratedSdk = {
  client: { setConfig(config: object): void };
  postSetup: SdkFunction<unknown>;
  putConfig: SdkFunction<unknown>;
  postConfigSamples: SdkFunction<{ name?: unknown }>;
  postWebhooks: SdkFunction<{ secret: string }>;
  postChat: SdkFunction<ChatReply>;
  postRestaurantReservations: SdkFunction<Booking>;
  patchBookingsId: SdkFunction<Booking>;
  postBookingsIdCancel: SdkFunction<Booking>;
  getEvents: SdkFunction<{ data: Event[] }>;
};

export async function createHeyApiClient(folder: string, baseUrl: string, key: string): Promise<JourneyClient> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const sdk: GeneratedSdk = { ...(await load('index.ts')), ...(await load('client.gen.ts')) };
  sdk.client.setConfig({ baseUrl, auth: key, headers: { 'X-Test-Clock': CLOCK }, throwOnError: true });
  return {
    async setUp() {
      await sdk.postSetup({ body: SETUP_REQUEST });
      await sdk.putConfig({ body: BUSINESS_DOCUMENT });
      return (await sdk.postConfigSamples({ body: KEEP_SAMPLES_REQUEST })).data;
    },
    subscribe: async (body) => (await sdk.postWebhooks({ body })).data,
    chat: async (message, conversationId) => (await sdk.postChat({ body: { message, conversationId } })).data,
    book: async (body) => (await sdk.postRestaurantReservations({ body })).data,
    move: async (id, startsAt) => (await sdk.patchBookingsId({ path: { id }, body: { startsAt } })).data,
    cancel: async (id) => (await sdk.postBookingsIdCancel({ path: { id } })).data,
    verify: verifyWithStandardWebhooks,
    listEvents: async (objectId) => (await sdk.getEvents({ query: { objectId } })).data.data,
  };
}
