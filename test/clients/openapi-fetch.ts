import createFetchClient from 'openapi-fetch';
import type { Paths } from '../../clients/typescript/src/index.ts';
import { CLOCK, DOCUMENT, type JourneyClient, KEPT, SETUP, verifyByLibrary } from './journey.ts';

/** The API description's types, and openapi-fetch to send. */
export function openapiFetchClient(baseUrl: string, key: string): JourneyClient {
  const client = createFetchClient<Paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}`, 'X-Test-Clock': CLOCK },
  });
  return {
    async setUp() {
      dataOf(await client.POST('/api/v1/setup', { body: SETUP }));
      dataOf(await client.PUT('/api/v1/config', { body: DOCUMENT }));
      return dataOf(await client.POST('/api/v1/config/samples', { body: KEPT }));
    },
    subscribe: async (body) => dataOf(await client.POST('/api/webhooks', { body })),
    chat: async (message, conversationId) =>
      dataOf(await client.POST('/api/chat', { body: { message, conversationId } })),
    async book(body) {
      const booking = dataOf(await client.POST('/api/v1/restaurant/reservations', { body }));
      if ('available' in booking) throw new Error('An answer to checkOnly is no booking.');
      return booking;
    },
    move: async (id, startsAt) =>
      dataOf(await client.PATCH('/api/v1/bookings/{id}', { params: { path: { id } }, body: { startsAt } })),
    cancel: async (id) => dataOf(await client.POST('/api/v1/bookings/{id}/cancel', { params: { path: { id } } })),
    verify: verifyByLibrary,
    eventsOf: async (objectId) => dataOf(await client.GET('/api/events', { params: { query: { objectId } } })).data,
  };
}

function dataOf<T>({ data, error }: { data?: T; error?: { code: string; detail?: string } }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}
