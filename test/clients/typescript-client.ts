import { createClient } from '../../clients/typescript/src/index.ts';
import {
  BUSINESS_DOCUMENT,
  CLOCK,
  type JourneyClient,
  KEEP_SAMPLES_REQUEST,
  SETUP_REQUEST,
  verifyWithStandardWebhooks,
} from './journey.ts';

/** The client in clients/typescript. */
export function createTypescriptClient(baseUrl: string, key: string): JourneyClient {
  const { call } = createClient({ baseUrl, key, headers: () => ({ 'X-Test-Clock': CLOCK }) });
  return {
    async setUp() {
      await call('POST /api/v1/setup', { body: SETUP_REQUEST });
      await call('PUT /api/v1/config', { body: BUSINESS_DOCUMENT });
      return call('POST /api/v1/config/samples', { body: KEEP_SAMPLES_REQUEST });
    },
    subscribe: (body) => call('POST /api/webhooks', { body }),
    chat: (message, conversationId) => call('POST /api/chat', { body: { message, conversationId } }),
    async book(body) {
      const booking = await call('POST /api/v1/restaurant/reservations', { body });
      if ('available' in booking) throw new Error('A response to checkOnly is not a booking.');
      return booking;
    },
    move: (id, startsAt) => call('PATCH /api/v1/bookings/{id}', { params: { id }, body: { startsAt } }),
    cancel: (id) => call('POST /api/v1/bookings/{id}/cancel', { params: { id } }),
    verify: verifyWithStandardWebhooks,
    listEvents: async (objectId) => (await call('GET /api/events', { query: { objectId } })).data,
  };
}
