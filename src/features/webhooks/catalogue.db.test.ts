import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, queryAsDbOwner, type Service, startService, subscribeToAllEvents } from '../../../test/harness.ts';
import { loadIndustries } from '../../industries/load.ts';
import { createEventCatalogue } from './catalogue.ts';

const catalogue = createEventCatalogue(await loadIndustries());
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (into: Ajv2020) => void)(ajv);
const validators = new Map(catalogue.map(({ type, data }) => [type, ajv.compile(data)]));

function schemaErrors(type: string, data: unknown): unknown {
  const validate = validators.get(type);
  if (!validate) return `${type} is not in the catalogue`;
  return validate(data) ? undefined : [type, data, validate.errors];
}

/** Events that this test does not cause. */
const UNTESTED_TYPES = ['booking.reminder', 'quota.warning', 'quota.exceeded'];
const DOCUMENTED_TYPES = [
  ...['conversation.created', 'conversation.handoff', 'conversation.resolved', 'message.received', 'message.replied'],
  ...['feedback.received', 'booking.created', 'booking.rescheduled', 'booking.cancelled', 'booking.reminder'],
  ...['waitlist.offered', 'membership.requested', 'prescription.requested', 'prescription.updated', 'return.requested'],
  ...['quota.warning', 'quota.exceeded', 'config.changed', 'webhook.disabled', 'ping'],
];

describe('the catalogue', () => {
  it('has every documented event', () => {
    expect(catalogue.map(({ type }) => type)).toEqual(expect.arrayContaining(DOCUMENTED_TYPES));
  });

  it.for(catalogue)('has an example of $type that matches its schema', ({ type, example }) => {
    expect(schemaErrors(type, example)).toBeUndefined();
  });
});

describe('a day in a business of every industry', () => {
  let service: Service;
  let business: TestBusiness;
  let recordedEvents: { type: string; data: Record<string, unknown>; health: boolean }[];
  const customer = { name: 'Dana Fox', phone: '212 555 0142', email: 'dana@example.com' };
  const patient = { name: 'Ada Grey', dateOfBirth: '1961-05-03', phone: '212 555 0143' };

  beforeAll(async () => {
    service = await startService(undefined, { jobs: 'off' });
    business = await openBusiness(service, ['restaurant', 'medical', 'fitness', 'retail']);
    await useRestaurant();
    await useMedical();
    await useFitness();
    await useRetail();
    const endpointId = await subscribeToAllEvents(service, business.key);
    await chatAndRate('restaurant');
    await chatAndRate('medical');
    await disableEndpoint(endpointId);
    recordedEvents = (await queryAsDbOwner(service.connection, 'select type, data from events order by id')).rows;
  });

  const callApi = (method: string, path: string, body: object = {}) =>
    call(service, method, `/api${path}`, { key: business.key, body });
  const post = async (path: string, body: object) =>
    expectStatus(201, await business.send('POST', path, { body })).json;

  async function useRestaurant() {
    const reservation = { partySize: 2, startsAt: '2026-11-19T19:30', customer };
    const { id } = await post('/restaurant/reservations', reservation);
    expectStatus(200, await business.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T20:00' } }));
    expectStatus(200, await business.send('POST', `/bookings/${id}/cancel`));
  }

  async function useMedical() {
    const { json } = await business.send('GET', '/config');
    const [visit] = json.medical.visitTypes;
    const startsAt = '2026-11-18T12:00';
    await post('/medical/appointments', { visitType: visit.name, startsAt, patient, reason: 'A cough' });
    const pharmacy = { name: 'Walton', phone: '212 555 0144' };
    const { id } = await post('/medical/prescriptions', { patient, medication: 'Lisinopril', pharmacy });
    const path = `/medical/prescriptions/${id}`;
    expectStatus(200, await business.send('PATCH', path, { body: { status: 'approved' } }));
  }

  async function useFitness() {
    const { json } = await business.send('GET', '/fitness/classes?days=7');
    const { occurrenceId, capacity } = json.classes[0];
    const classBookings = [];
    for (let n = 0; n <= capacity; n++) {
      const guest = { name: `Guest ${n}`, email: `guest${n}@example.com` };
      classBookings.push(await post(`/fitness/classes/${occurrenceId}/bookings`, { customer: guest }));
    }
    expectStatus(200, await business.send('POST', `/bookings/${classBookings[0].id}/cancel`));
    const { memberships } = (await business.send('GET', '/config')).json.fitness;
    await post('/fitness/membership', { type: 'join', membership: memberships[0].name, customer });
  }

  async function useRetail() {
    const config = (await business.send('GET', '/config')).json;
    const [order] = config.retail.orders;
    const orders = [{ ...order, deliveredAt: '2026-11-14T12:00:00-05:00', status: 'delivered' }];
    expectStatus(200, await business.send('PUT', '/config', { body: { retail: { ...config.retail, orders } } }));
    const items = [{ sku: order.items[0].sku, quantity: 1 }];
    await post('/retail/returns', { number: order.number, email: order.email, items, reason: 'Too small' });
  }

  async function chatAndRate(businessType: string) {
    const chatResponse = await callApi('POST', '/chat', {
      message: 'Hello, are you open on Friday?',
      businessType,
      customer,
    });
    const { conversationId } = expectStatus(200, chatResponse).json;
    expectStatus(201, await callApi('POST', `/conversations/${conversationId}/messages`, { text: 'We are.' }));
    expectStatus(200, await callApi('POST', '/chat', { message: 'I want to speak to a person', conversationId }));
    expectStatus(200, await callApi('POST', `/conversations/${conversationId}/resolve`));
    expectStatus(200, await callApi('POST', `/conversations/${conversationId}/handoff`, { reason: 'He called' }));
    expectStatus(
      200,
      await callApi('POST', `/conversations/${conversationId}/feedback`, { rating: 5, comment: 'Quick!' }),
    );
  }

  async function disableEndpoint(id: string) {
    expectStatus(202, await callApi('POST', `/webhooks/${id}/test`));
    expectStatus(200, await callApi('PATCH', `/webhooks/${id}`, { status: 'disabled' }));
  }

  it('causes every event', () => {
    const seenTypes = new Set(recordedEvents.map(({ type }) => type));
    expect([...seenTypes].sort()).toEqual(DOCUMENTED_TYPES.filter((type) => !UNTESTED_TYPES.includes(type)).sort());
  });

  it('causes events that match the catalogue', () => {
    expect(recordedEvents.map(({ type, data }) => schemaErrors(type, data)).filter(Boolean)).toEqual([]);
  });

  it('reveals nothing about patients', () => {
    expect(JSON.stringify(recordedEvents)).not.toMatch(/Ada Grey|Lisinopril|cough|1961/);
    const healthEvents = recordedEvents.filter(({ type, data }) => type === 'message.received' && !('text' in data));
    expect(healthEvents).toHaveLength(2);
  });
});

describe('the API reference', () => {
  it('describes every event with its headers, schema and example', async () => {
    const service = await startService(undefined, { jobs: 'off' });
    const { json } = await call(service, 'GET', '/openapi.json');
    expect(Object.keys(json.webhooks)).toEqual(catalogue.map(({ type }) => type));
    for (const [type, { post }] of Object.entries<{ post: EventOperation }>(json.webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const { schema, example } = post.requestBody.content['application/json'];
      expect(ajv.compile(schema)(example), type).toBe(true);
      expect(Object.keys(schema.properties)).toEqual(['type', 'timestamp', 'data']);
    }
  });
});

type EventOperation = {
  parameters: { name: string }[];
  requestBody: { content: { 'application/json': { schema: { properties: object }; example: object } } };
};
