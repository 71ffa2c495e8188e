// Calls every tool of every industry with the protocol's client, which validates results against their schemas.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, connectAgent } from '../../../test/agent.ts';
import { NOW, openBusiness } from '../../../test/business.ts';
import { type Service, startService } from '../../../test/harness.ts';
import { loadIndustries } from '../../industries/load.ts';

const industries = await loadIndustries();
const CUSTOMER = { name: 'Dana Fox', phone: '+12125550142' };
const PATIENT = { name: 'Pat Doe', dateOfBirth: '1980-05-17', phone: '+12125550143' };
const ORDER = {
  number: 'A-1001',
  email: 'buyer@private.example',
  status: 'delivered',
  items: [{ sku: 'sku-1', quantity: 1 }],
  deliveredAt: '2026-11-14',
};

let service: Service;
let agent: Agent;

beforeAll(async () => {
  service = await startService();
  const business = await openBusiness(
    service,
    industries.map(({ name }) => name),
    {
      timezone: 'America/New_York',
      hours: Object.fromEntries(
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['09:00', '21:00']]]),
      ),
      closures: [],
      handoff: { email: 'desk@private.example', message: 'private words' },
      salon: {
        services: [{ id: 'cut', name: 'Cut', durationMinutes: 30 }],
        stylists: [{ id: 'ann', name: 'Ann', timeOff: [{ from: '2026-12-01', to: '2026-12-09', reason: 'surgery' }] }],
      },
      medical: {
        visitTypes: [{ id: 'checkup', name: 'Check-up', durationMinutes: 30 }],
        providers: [{ id: 'lee', name: 'Dr. Lee' }],
        insurance: [{ payer: 'Aetna', plans: [{ name: 'Gold', accepted: true }] }],
        pharmacies: [{ id: 'main', name: 'Main Pharmacy' }],
      },
      retail: { products: [{ id: 'p1', sku: 'sku-1', name: 'Notebook', price: 900 }], orders: [ORDER] },
    },
  );
  agent = await connectAgent(service, business.key, { 'x-test-clock': NOW });
  // The client caches the schemas that it validates results against.
  await agent.client.listTools();
});

describe('a tool’s result matches its schema', () => {
  const confirmedBooking = { status: 'confirmed' };
  const orderRef = { number: ORDER.number, email: ORDER.email };
  it.each<[string, object, object]>([
    ['restaurant_menu', {}, {}],
    ['restaurant_dietary', { diet: 'vegan' }, {}],
    ['restaurant_reserve', { partySize: 2, startsAt: '2026-11-18T19:00', customer: CUSTOMER }, confirmedBooking],
    ['restaurant_reserve', { partySize: 2, startsAt: '2026-11-18T19:00', customer: CUSTOMER, checkOnly: true }, {}],
    ['salon_services', {}, { services: [{ id: 'cut' }] }],
    ['salon_availability', { service: 'cut', from: '2026-11-18', days: 1 }, { stylists: [{ id: 'ann' }] }],
    ['salon_book', { service: 'cut', startsAt: '2026-11-18T10:00', customer: CUSTOMER }, confirmedBooking],
    ['medical_insurance', { payer: 'Aetna', plan: 'Gold' }, { accepted: true, copay: null }],
    [
      'medical_book',
      { visitType: 'checkup', startsAt: '2026-11-18T10:00', patient: PATIENT },
      { ...confirmedBooking, sealed: true },
    ],
    ['medical_refill', { patient: PATIENT, medication: 'Lisinopril', pharmacy: 'main' }, { status: 'requested' }],
    ['fitness_classes', {}, {}],
    ['fitness_membership', { type: 'inquiry', customer: CUSTOMER }, { status: 'received' }],
    ['fitness_train', { startsAt: '2026-11-18T10:00', customer: CUSTOMER }, confirmedBooking],
    ['retail_products', { q: 'notebook' }, { products: [{ sku: 'sku-1' }] }],
    ['retail_order', orderRef, { status: 'delivered' }],
    ['retail_return', { ...orderRef, items: [{ sku: 'sku-1', quantity: 1 }] }, { status: 'requested' }],
  ])('%s', async (name, args, expectedContent) => {
    expect(await agent.call(name, args)).toMatchObject({ isError: false, content: expectedContent });
  });

  it('fitness_join_class', async () => {
    const { content } = await agent.call('fitness_classes');
    const { occurrenceId } = content.classes.find(({ spotsLeft }: { spotsLeft: number }) => spotsLeft > 0);
    expect(await agent.call('fitness_join_class', { occurrenceId, customer: CUSTOMER })).toMatchObject({
      content: confirmedBooking,
    });
  });
});

describe('private data', () => {
  it('is in no resource: customers, handoff addresses, absences and internal marks', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources).toHaveLength(2 + industries.length);
    const contents = await Promise.all(resources.map(({ uri }) => agent.client.readResource({ uri })));
    const allContents = JSON.stringify(contents);
    expect(allContents).toContain('Notebook');
    expect(allContents).toContain('Dr. Lee');
    for (const secret of ['private', 'orders', 'surgery', 'timeOff', 'sample', 'retentionDays', 'widget'])
      expect(allContents).not.toContain(secret);
  });

  it.each(industries.map(({ name, publicFields = [], schema }) => [name, publicFields, schema] as const))(
    '%s lists only existing fields as public',
    (_, publicFields, schema) => {
      expect(publicFields.length).toBeGreaterThan(0);
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...publicFields]));
    },
  );

  it('includes patients, who are not found by code or name without the date of birth', async () => {
    const visit = { visitType: 'checkup', startsAt: '2026-11-19T11:00', patient: PATIENT };
    const { content: booking } = await agent.call('medical_book', visit);
    const validClaim = { code: booking.code, dateOfBirth: '1980-05-17' };
    for (const claim of [validClaim, { name: 'pat doe', dateOfBirth: '1980-05-17' }]) {
      const { content } = await agent.call('booking_find', claim);
      const foundBooking = content.bookings.find(({ id }: { id: string }) => id === booking.id);
      expect(foundBooking).toMatchObject({
        sealed: true,
        customer: { name: '', phone: null, email: null },
        notes: null,
      });
    }
    for (const claim of [{ name: 'Pat Doe', dateOfBirth: '1980-05-18' }, { code: booking.code }]) {
      const response = await agent.call('booking_find', claim);
      expect(response).toMatchObject({ isError: true, content: { code: 'not_found' } });
    }
    const cancelResponse = await agent.call('booking_cancel', validClaim);
    expect(cancelResponse).toMatchObject({ content: { status: 'cancelled', customer: { name: '' } } });
  });
});
