// A phone number is parsed the same way in a chat as in the REST API.
import { beforeAll, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness } from '../../../test/business.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

it.each([
  ['IE', '212 555 0142', '+3532125550142'],
  ['IE', '01 555 0160', '+35315550160'],
  ['GB', '07700 900123', '+447700900123'],
  ['US', '212 555 0142', '+12125550142'],
])('parses a number in %s: %s', async (country, phone, storedPhone) => {
  const business = await openBusiness(service, 'restaurant', { country });
  const sendMessage = async (message: string, conversationId?: string) => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    return expectStatus(
      200,
      await call(service, 'POST', '/api/chat', { key: business.key, headers: { 'x-test-clock': NOW }, body }),
    ).json;
  };
  const { conversationId } = await sendMessage('a table for 2 on friday at 7pm please');
  await sendMessage(`Dana Fox, ${phone}`, conversationId);
  const { receipts } = await sendMessage('yes please', conversationId);
  const chatBooking = expectStatus(200, await business.send('GET', `/bookings/${receipts[0].id}`)).json;
  const body = { partySize: 2, startsAt: '2026-11-21T19:00', customer: { name: 'Dana Fox', phone } };
  const apiBooking = expectStatus(201, await business.send('POST', '/restaurant/reservations', { body })).json;
  expect([chatBooking.customer.phone, apiBooking.customer.phone]).toEqual([storedPhone, storedPhone]);
});
