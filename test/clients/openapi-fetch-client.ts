import createFetchClient from 'openapi-fetch';
import type { Paths } from '../../clients/typescript/src/index.ts';
import {
  BUSINESS_DOCUMENT,
  CLOCK,
  type JourneyClient,
  KEEP_SAMPLES_REQUEST,
  SETUP_REQUEST,
  verifyWithStandardWebhooks,
} from './journey.ts';

/** openapi-fetch with the types of the API description. */
export function createOpenapiFetchClient(baseUrl: string, key: string): JourneyClient {
  const client = createFetchClient<Paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}`, 'X-Test-Clock': CLOCK },
  });
  return {
    async setUp() {
      getDataOrThrow(await client.POST('/api/v1/setup', { body: SETUP_REQUEST }));
      getDataOrThrow(await client.PUT('/api/v1/config', { body: BUSINESS_DOCUMENT }));
      return getDataOrThrow(await client.POST('/api/v1/config/samples', { body: KEEP_SAMPLES_REQUEST }));
    },
    subscribe: async (body) => getDataOrThrow(await client.POST('/api/webhooks', { body })),
    chat: async (message, conversationId) =>
      getDataOrThrow(await client.POST('/api/chat', { body: { message, conversationId } })),
    async book(body) {
      const booking = getDataOrThrow(await client.POST('/api/v1/restaurant/reservations', { body }));
      if ('available' in booking) throw new Error('A response to checkOnly is not a booking.');
      return booking;
    },
    move: async (id, startsAt) =>
      getDataOrThrow(await client.PATCH('/api/v1/bookings/{id}', { params: { path: { id } }, body: { startsAt } })),
    cancel: async (id) =>
      getDataOrThrow(await client.POST('/api/v1/bookings/{id}/cancel', { params: { path: { id } } })),
    verify: verifyWithStandardWebhooks,
    listEvents: async (objectId) =>
      getDataOrThrow(await client.GET('/api/events', { params: { query: { objectId } } })).data,
  };
}

function getDataOrThrow<T>({ data, error }: { data?: T; error?: { code: string; detail?: string } }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}
