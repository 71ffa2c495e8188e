import { createClient } from '../../clients/typescript/src/index.ts';
import { CLOCK, DOCUMENT, type JourneyClient, KEPT, SETUP, verifyByLibrary } from './journey.ts';

/** clients/typescript */
export function ourClient(baseUrl: string, key: string): JourneyClient {
  const { call } = createClient({ baseUrl, key, headers: () => ({ 'X-Test-Clock': CLOCK }) });
  return {
    async setUp() {
      await call('POST /api/v1/setup', { body: SETUP });
      await call('PUT /api/v1/config', { body: DOCUMENT });
      return call('POST /api/v1/config/samples', { body: KEPT });
    },
    subscribe: (body) => call('POST /api/webhooks', { body }),
    chat: (message, conversationId) => call('POST /api/chat', { body: { message, conversationId } }),
    async book(body) {
      const booking = await call('POST /api/v1/restaurant/reservations', { body });
      if ('available' in booking) throw new Error('An answer to checkOnly is no booking.');
      return booking;
    },
    move: (id, startsAt) => call('PATCH /api/v1/bookings/{id}', { params: { id }, body: { startsAt } }),
    cancel: (id) => call('POST /api/v1/bookings/{id}/cancel', { params: { id } }),
    verify: verifyByLibrary,
    eventsOf: async (objectId) => (await call('GET /api/events', { query: { objectId } })).data,
  };
}
