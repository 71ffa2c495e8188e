// A valid request for every API operation, built from the data of a workspace.

import { createCalendarLinks } from '../../src/features/bookings/calendar-link.ts';
import { openKeyring } from '../../src/kernel/crypto.ts';
import { expectStatus } from '../business.ts';
import { insertCalendarConnection } from '../calendars/connection.ts';
import { insertChannelConnection } from '../channels/connection.ts';
import type { FullWorkspace } from '../full-workspace.ts';
import { call, type Service } from '../harness.ts';
import { createPng, JPEG } from '../images.ts';
import { addReadImport, MENU_PDF } from '../sites/read-import.ts';
import type { RequestFactory } from './request-factory.ts';
import { ACCOUNT_REQUESTS } from './valid-account-requests.ts';

const createWithKey = async (service: Service, { key }: FullWorkspace, path: string, body: object) =>
  expectStatus(201, await call(service, 'POST', path, { key, body })).json;
const formatDateInDays = (days = 4) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const forMemberAndVisitor = (body?: object): RequestFactory => {
  const withBody = body ? { body } : {};
  return ({ ids: { conversation, visitorConversation } }) => [
    { params: { id: conversation }, ...withBody },
    { params: { id: visitorConversation }, as: 'visitor', ...withBody },
  ];
};
const forMemberConversation =
  (body?: object): RequestFactory =>
  ({ ids: { conversation: id } }) => ({ params: { id }, body });
const createCustomerWithEmail = (workspace: FullWorkspace) => ({
  ...workspace.createCustomer(),
  email: workspace.ids.email,
});
const createPatientInput = ({ ids: { patient: name, phone } }: FullWorkspace) => ({
  name,
  dateOfBirth: '1980-02-03',
  phone,
});
const createBookingFields = (workspace: FullWorkspace) => ({
  startsAt: workspace.pickUnusedTime(),
  customer: createCustomerWithEmail(workspace),
  notes: 'By the window',
});

export const VALID_REQUESTS: Record<string, RequestFactory> = {
  'POST /api/chat': (workspace) => [
    {
      body: {
        message: 'Are you open today?',
        conversationId: workspace.ids.conversation,
        customer: createCustomerWithEmail(workspace),
        metadata: { ref: workspace.ids.booking },
        locale: 'en-US',
        businessName: 'Bella',
      },
    },
    { body: { message: `Please cancel my booking ${workspace.ids.code}`, businessType: 'restaurant' } },
    {
      as: 'visitor',
      body: { message: 'Are you open today?', conversationId: workspace.ids.visitorConversation, channel: 'widget' },
    },
    {
      body: {
        id: workspace.ids.conversation,
        messages: [{ id: workspace.ids.message, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        trigger: 'submit-message',
      },
    },
  ],
  'POST /api/chat/stream': ({ ids: { conversation: conversationId } }) => ({
    body: { message: 'Are you open today?', conversationId },
  }),
  'GET /api/conversations': ({ ids }) => [{ query: { q: 'llamas' } }, { query: { starting_after: ids.conversation } }],
  'GET /api/conversations/{id}': forMemberAndVisitor(),
  'POST /api/conversations/{id}/messages': forMemberConversation({ text: 'Hello' }),
  'POST /api/conversations/{id}/handoff': forMemberAndVisitor({ reason: 'asked' }),
  'POST /api/conversations/{id}/handback': forMemberConversation({}),
  'POST /api/conversations/{id}/feedback': forMemberAndVisitor({ rating: 5, comment: 'Good' }),
  'POST /api/conversations/{id}/resolve': forMemberConversation({}),
  'GET /api/conversations/{id}/events': ({ ids: { conversation, visitorConversation, message } }) => [
    { params: { id: conversation }, query: { after: message } },
    { params: { id: visitorConversation }, as: 'visitor' },
  ],
  'GET /api/conversations/{id}/stream': forMemberAndVisitor(),
  'POST /api/conversations/{id}/transcript': ({ ids: { conversation: id, email } }) => ({
    params: { id },
    body: { email },
  }),
  'PUT /api/v1/assistant/provider': () => ({ body: { provider: 'openai', apiKey: 'sk-1234567890' } }),
  'GET /api/inbox/conversations': ({ ids: { conversation, user } }) => [
    { query: { ids: conversation } },
    { query: { assignee: user } },
    { query: { starting_after: conversation } },
  ],
  'GET /api/inbox/conversations/{id}': forMemberConversation(),
  'PATCH /api/inbox/conversations/{id}': ({ ids: { conversation: id, user } }) => ({
    params: { id },
    body: { tags: ['vip'], assigneeId: user },
  }),
  'POST /api/inbox/conversations/{id}/notes': forMemberConversation({ text: 'A regular' }),
  'POST /api/inbox/conversations/{id}/typing': forMemberConversation({}),
  'GET /api/conversations/{id}/customer': forMemberConversation(),
  'DELETE /api/inbox/notes/{id}': async (workspace, service) => {
    const { conversation } = workspace.ids;
    return {
      params: {
        id: (await createWithKey(service, workspace, `/api/inbox/conversations/${conversation}/notes`, { text: 'x' }))
          .id,
      },
    };
  },
  'POST /api/inbox/replies': (workspace) => ({
    body: { title: `Parking ${workspace.pickUnusedTime()}`, text: 'Behind the house.' },
  }),
  'DELETE /api/inbox/replies/{id}': async (workspace, service) => ({
    params: {
      id: (
        await createWithKey(service, workspace, '/api/inbox/replies', {
          title: `x ${workspace.pickUnusedTime()}`,
          text: 'x',
        })
      ).id,
    },
  }),
  'GET /api/requests': ({ ids: { prescription } }) => ({ query: { starting_after: prescription } }),
  'PATCH /api/requests/{id}': ({ ids: { membershipRequest, returnRequest } }) => [
    { params: { id: membershipRequest }, body: { status: 'in_progress' } },
    { params: { id: returnRequest }, body: { status: 'approved' } },
  ],
  'POST /api/widget/session': ({ widget: { visitorToken } }) => ({
    as: 'visitor',
    body: { visitor: visitorToken, businessType: 'retail' },
  }),
  'GET /api/widget/conversations': ({ ids: { visitorConversation } }) => ({
    as: 'visitor',
    query: { starting_after: visitorConversation },
  }),
  'POST /api/v1/widget/pictures': () => ({ body: { image: createPng().toString('base64') } }),
  'DELETE /api/v1/widget/pictures/{id}': async (workspace, service) => ({
    params: {
      id: (await createWithKey(service, workspace, '/api/v1/widget/pictures', { image: JPEG.toString('base64') })).id,
    },
  }),
  'POST /api/v1/setup': () => ({ body: { industry: 'salon' } }),
  'PUT /api/v1/booking-page': () => ({ body: { enabled: true, name: 'bella-vista', hidden: ['salon.services/cut'] } }),
  'PUT /api/v1/config': ({ ids: { user } }) => ({
    body: { greeting: 'Hi', contact: { website: 'https://x.example/' }, description: user },
  }),
  'POST /api/v1/config/versions/{version}/restore': ({ configVersion: version }) => ({ params: { version }, body: {} }),
  'GET /api/v1/config/versions/{version}': ({ configVersion: version }) => ({ params: { version } }),
  'POST /api/v1/config/samples': () => ({ body: { keep: ['/hours'], remove: ['/closures'] } }),
  'POST /api/v1/config/from-live': () => ({ as: 'sandbox', body: { overwrite: true } }),
  'POST /api/v1/config/imports': () => ({ body: { file: MENU_PDF } }),
  'GET /api/v1/config/imports/{id}': async (workspace, service) => ({
    params: { id: (await createWithKey(service, workspace, '/api/v1/config/imports', { file: MENU_PDF })).id },
  }),
  'POST /api/v1/config/imports/{id}/accept': async ({ ids: { workspace } }, service) => ({
    params: { id: await addReadImport(service, workspace) },
    body: { accept: [{ id: 'p1', value: { question: 'Is there parking?', answer: 'Yes.' } }] },
  }),
  'DELETE /api/v1/config/imports/{id}': async (workspace, service) => ({
    params: { id: (await createWithKey(service, workspace, '/api/v1/config/imports', { file: MENU_PDF })).id },
  }),
  'POST /api/v1/checkup': () => ({ body: {}, as: 'sandbox' }),
  'GET /api/v1/checkup/{version}': () => ({ params: { version: '1' }, as: 'sandbox' }),
  'POST /api/v1/knowledge': () => [
    { body: { title: 'Parking', text: 'Behind the house.' } },
    { body: { file: { name: 'a.md', base64: Buffer.from('# A\nText').toString('base64') }, title: 'A' } },
  ],
  'GET /api/v1/knowledge/{id}': ({ ids: { knowledge: id } }) => ({ params: { id } }),
  'DELETE /api/v1/knowledge/{id}': async (workspace, service) => ({
    params: { id: (await createWithKey(service, workspace, '/api/v1/knowledge', { title: 'x', text: 'x' })).id },
  }),
  'GET /api/v1/fitness/classes': () => ({ query: { from: formatDateInDays(), q: 'yoga' } }),
  'POST /api/v1/fitness/classes/{occurrenceId}/bookings': (workspace) => ({
    params: { occurrenceId: workspace.ids.occurrence },
    body: { customer: workspace.createCustomer(), notes: 'New here' },
  }),
  'POST /api/v1/fitness/membership': (workspace) => ({
    body: {
      type: 'join',
      membership: workspace.ids.membership,
      customer: createCustomerWithEmail(workspace),
      notes: 'From May',
    },
  }),
  'POST /api/v1/fitness/training': (workspace) => ({
    body: { trainer: workspace.ids.trainer, goals: 'Strength', ...createBookingFields(workspace) },
  }),
  'POST /api/v1/medical/appointments': (workspace) => [
    {
      body: {
        visitType: workspace.ids.visitType,
        provider: workspace.ids.provider,
        startsAt: workspace.pickUnusedTime(),
        patient: createPatientInput(workspace),
        reason: 'Cough',
      },
    },
    {
      body: {
        action: 'reschedule',
        code: workspace.ids.visitCode,
        dateOfBirth: '1980-02-03',
        startsAt: workspace.pickUnusedTime(),
      },
    },
    { body: { action: 'cancel', code: workspace.ids.visitCode, patient: createPatientInput(workspace) } },
  ],
  'POST /api/v1/medical/prescriptions': (workspace) => ({
    body: {
      patient: createPatientInput(workspace),
      medication: 'Lisinopril',
      dosage: '10 mg',
      pharmacy: workspace.ids.pharmacy,
      notes: 'x',
    },
  }),
  'GET /api/v1/medical/insurance': ({ ids: { payer } }) => ({ query: { payer, plan: 'Gold' } }),
  'GET /api/v1/restaurant/menu': () => ({ query: { q: 'soup' } }),
  'GET /api/v1/restaurant/dietary': ({ ids: { dish: item } }) => ({ query: { item } }),
  'POST /api/v1/restaurant/reservations': (workspace) => ({
    body: { partySize: 2, ...createBookingFields(workspace) },
  }),
  'GET /api/v1/retail/products': () => ({ query: { q: 'mug' } }),
  'POST /api/v1/retail/orders/lookup': ({ ids: { order: number, buyerEmail: email } }) => ({ body: { number, email } }),
  'POST /api/v1/retail/returns': ({ ids: { order: number, buyerEmail: email, sku } }) => ({
    body: { number, email, items: [{ sku, quantity: 1 }], reason: 'Too small' },
  }),
  'GET /api/v1/salon/services': () => ({ query: { q: 'cut' } }),
  'GET /api/v1/salon/availability': ({ ids: { salonService: service, stylist } }) => ({
    query: { service, stylist, from: formatDateInDays() },
  }),
  'POST /api/v1/salon/appointments': (workspace) => ({
    body: { service: workspace.ids.salonService, stylist: workspace.ids.stylist, ...createBookingFields(workspace) },
  }),
  'GET /api/v1/bookings': ({ ids: { booking, email, customer } }) => [
    { query: { starting_after: booking } },
    { query: { q: email } },
    { query: { customerId: customer } },
  ],
  'GET /api/v1/bookings/{id}': ({ ids: { booking, visit } }) => [
    { params: { id: booking } },
    { params: { id: visit } },
  ],
  'GET /api/v1/bookings/{id}/notices': ({ ids: { booking: id } }) => ({ params: { id } }),
  'PATCH /api/v1/bookings/{id}': (workspace) => ({
    params: { id: workspace.ids.booking },
    body: { startsAt: workspace.pickUnusedTime(), resourceId: workspace.ids.table, notes: 'Birthday' },
  }),
  'POST /api/v1/calendar-feeds/reset': () => ({ body: { resource: null } }),
  'GET /calendars/{token}': async ({ key }, service) => {
    const { json } = expectStatus(200, await call(service, 'GET', '/api/v1/calendar-feeds', { key }));
    const [, token = ''] = new URL(json.data[0].url).pathname.split('/calendars/');
    return { as: 'nobody', params: { token }, carriesSecret: true, skipSubstitution: true };
  },
  // No calendar server responds in this test, and no operator has set up Google.
  'POST /api/v1/calendar-connections': () => ({
    body: { resource: null, server: 'https://127.0.0.1', user: 'ana', password: 'secret' },
    status: 422,
  }),
  'GET /api/v1/calendar-connections/{id}/calendars': ({ ids: { calendar: id } }) => ({ params: { id }, status: 422 }),
  'PATCH /api/v1/calendar-connections/{id}': ({ ids: { calendar: id } }) => ({
    params: { id },
    body: { password: 'new' },
    status: 422,
  }),
  'POST /api/v1/calendar-connections/{id}/sync': ({ ids: { calendar: id } }) => ({ params: { id }, body: {} }),
  'DELETE /api/v1/calendar-connections/{id}': async ({ ids: { workspace } }, service) => ({
    params: { id: await insertCalendarConnection(service, workspace) },
  }),
  'DELETE /api/v1/calendar-connections/{id}/conflicts/{bookingId}': async (
    { ids: { workspace, booking } },
    service,
  ) => ({
    params: { id: await insertCalendarConnection(service, workspace, booking), bookingId: booking },
  }),
  'POST /api/v1/calendar-connections/google': ({ ids: { calendar } }) => ({
    body: { resource: null, connection: calendar },
    status: 409,
  }),
  'POST /api/v1/calendar-connections/google/finish': () => ({ body: { code: 'code', state: 'state' }, status: 409 }),
  'GET /api/v1/bookings/{id}/calendar.ics': ({ ids: { booking: id, workspace } }, service) => {
    const keyring = openKeyring(Buffer.from(service.config.masterKey!, 'base64'));
    const { searchParams } = new URL(
      createCalendarLinks(keyring, service.url).createUrl({
        workspace_id: workspace,
        id,
        ends_at: new Date(),
      } as never),
    );
    return [
      { params: { id } },
      { params: { id }, query: { token: searchParams.get('token')! }, as: 'nobody', carriesSecret: true },
    ];
  },
  'POST /api/v1/bookings/{id}/cancel': async (workspace, service) => ({
    params: {
      id: (
        await createWithKey(service, workspace, '/api/v1/restaurant/reservations', {
          partySize: 2,
          ...createBookingFields(workspace),
        })
      ).id,
    },
    body: {},
  }),
  'GET /api/v1/customers': ({ ids: { customer, email, booking } }) => [
    { query: { starting_after: customer } },
    { query: { q: email } },
    { query: { bookingId: booking } },
  ],
  'GET /api/v1/customers/{id}': ({ ids: { customer: id } }) => ({ params: { id } }),
  'POST /api/v1/customers': (workspace) => ({ body: { ...workspace.createCustomer(), notes: 'Window' } }),
  'PATCH /api/v1/customers/{id}': ({ ids: { customer: id } }) => ({ params: { id }, body: { notes: 'Birthday' } }),
  'POST /api/v1/customers/{id}/merge': async (workspace, service) => ({
    params: { id: workspace.ids.customer },
    body: { customerId: (await createWithKey(service, workspace, '/api/v1/customers', workspace.createCustomer())).id },
  }),
  'DELETE /api/v1/customers/{id}': async (workspace, service) => ({
    as: 'session',
    params: { id: (await createWithKey(service, workspace, '/api/v1/customers', workspace.createCustomer())).id },
  }),
  'POST /api/v1/customer-imports': (workspace) => ({
    body: { csv: `name,phone\nDana,${workspace.pickUnusedPhone()}` },
  }),
  'GET /api/v1/customer-imports/{id}': ({ ids: { customerImport: id } }) => ({ params: { id } }),
  'GET /api/v1/availability/explain': (workspace) => ({
    query: {
      industry: 'salon',
      service: workspace.ids.salonService,
      stylist: workspace.ids.stylist,
      startsAt: workspace.pickUnusedTime(),
    },
  }),
  'GET /api/v1/medical/prescriptions/{id}': ({ ids: { prescription: id } }) => ({ params: { id } }),
  'PATCH /api/v1/medical/prescriptions/{id}': ({ ids: { prescription: id } }) => ({
    params: { id },
    body: { status: 'approved', note: 'Fine' },
  }),
  'POST /mcp': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  // No messaging provider responds in this test.
  'POST /api/channels': () => ({
    body: { kind: 'telegram', settings: { botToken: `1:${'A'.repeat(35)}`, apiUrl: 'https://bot.example.invalid' } },
    status: 422,
  }),
  'PATCH /api/channels/{id}': ({ ids: { channel: id } }) => ({ params: { id }, body: { status: 'active' } }),
  'POST /api/channels/{id}/test': ({ ids: { channel: id } }) => ({ params: { id }, body: { to: '77' }, status: 422 }),
  'DELETE /api/channels/{id}': async ({ ids: { workspace } }, service) => ({
    params: { id: await insertChannelConnection(service, workspace) },
  }),
  // Stripe does not respond in this test.
  'PUT /api/payments/connection': () => ({ body: { secretKey: `sk_test_${'A'.repeat(24)}` }, status: 422 }),
  'DELETE /api/payments/connection': () => ({ status: 404 }),
  'POST /api/bookings/{id}/deposit/waive': ({ ids: { booking: id } }) => ({ params: { id }, body: {}, status: 409 }),
  'POST /api/bookings/{id}/deposit/refund': ({ ids: { booking: id } }) => ({ params: { id }, body: {}, status: 409 }),
  'POST /api/webhooks': () => ({
    body: { url: 'https://hooks.example.com/x', events: ['ping'], description: 'x' },
  }),
  'GET /api/webhooks': ({ ids: { webhook } }) => ({ query: { starting_after: webhook } }),
  'GET /api/webhooks/{id}': ({ ids: { webhook: id } }) => ({ params: { id } }),
  'PATCH /api/webhooks/{id}': ({ ids: { webhook: id } }) => ({
    params: { id },
    body: { description: 'x', status: 'enabled' },
  }),
  'DELETE /api/webhooks/{id}': async (workspace, service) => ({
    params: {
      id: (await createWithKey(service, workspace, '/api/webhooks', { url: 'https://x.example/', events: ['ping'] }))
        .id,
    },
  }),
  'POST /api/webhooks/{id}/test': ({ ids: { webhook: id } }) => ({ params: { id }, body: {} }),
  'POST /api/webhooks/{id}/rotate': ({ ids: { webhook: id } }) => ({ params: { id }, body: {} }),
  'GET /api/webhooks/{id}/deliveries': ({ ids: { webhook: id, delivery } }) => ({
    params: { id },
    query: { starting_after: delivery },
  }),
  'GET /api/deliveries/{id}': ({ ids: { delivery: id } }) => ({ params: { id } }),
  'GET /api/events': ({ ids: { booking } }) => ({ query: { objectId: booking } }),
  'GET /api/events/{id}': async ({ key }, service) => {
    const { json } = expectStatus(200, await call(service, 'GET', '/api/events?limit=1', { key }));
    return { params: { id: json.data[0].id } };
  },
  'POST /api/webhooks/deliveries/{id}/replay': ({ ids: { delivery: id } }) => ({ params: { id }, body: {} }),
  'POST /api/webhooks/{id}/replay': ({ ids: { webhook: id } }) => ({ params: { id }, body: { since: '2026-01-01' } }),
  'GET /api/request-log': ({ ids: { keyId } }) => ({ query: { actor: keyId } }),
  'GET /api/request-log/{id}': ({ ids: { requestLogId: id } }) => ({ params: { id } }),
  'POST /api/analytics/gaps/{id}/answer': ({ ids: { gap: id } }) => ({
    params: { id },
    body: { question: 'Are llamas allowed?', answer: 'In the garden.' },
  }),
  ...ACCOUNT_REQUESTS,
};

/** Valid arguments for every MCP tool. */
export const TOOL_ARGUMENTS: Record<string, (workspace: FullWorkspace, service: Service) => object | Promise<object>> =
  {
    restaurant_menu: () => ({ q: 'soup' }),
    restaurant_dietary: ({ ids: { dish: item } }) => ({ item }),
    restaurant_reserve: (workspace) => ({ partySize: 2, ...createBookingFields(workspace) }),
    salon_services: () => ({ q: 'cut' }),
    salon_availability: ({ ids: { salonService: service, stylist } }) => ({
      service,
      stylist,
      from: formatDateInDays(),
      days: 1,
    }),
    salon_book: (workspace) => ({
      service: workspace.ids.salonService,
      stylist: workspace.ids.stylist,
      ...createBookingFields(workspace),
    }),
    medical_insurance: ({ ids: { payer } }) => ({ payer, plan: 'Gold' }),
    medical_book: (workspace) => ({
      visitType: workspace.ids.visitType,
      provider: workspace.ids.provider,
      startsAt: workspace.pickUnusedTime(),
      patient: createPatientInput(workspace),
    }),
    medical_refill: (workspace) => ({
      patient: createPatientInput(workspace),
      medication: 'Lisinopril',
      pharmacy: workspace.ids.pharmacy,
    }),
    fitness_classes: () => ({ q: 'yoga' }),
    fitness_join_class: (workspace) => ({
      occurrenceId: workspace.ids.occurrence,
      customer: workspace.createCustomer(),
    }),
    fitness_membership: (workspace) => ({
      type: 'join',
      membership: workspace.ids.membership,
      customer: createCustomerWithEmail(workspace),
    }),
    fitness_train: (workspace) => ({ trainer: workspace.ids.trainer, ...createBookingFields(workspace) }),
    retail_products: () => ({ q: 'mug' }),
    retail_order: ({ ids: { order: number, buyerEmail: email } }) => ({ number, email }),
    retail_return: ({ ids: { order: number, buyerEmail: email, sku } }) => ({
      number,
      email,
      items: [{ sku, quantity: 1 }],
    }),
    booking_find: ({ ids: { code } }) => ({ code }),
    booking_change: (workspace) => ({
      code: workspace.ids.code,
      startsAt: workspace.pickUnusedTime(),
      resourceId: workspace.ids.table,
    }),
    booking_cancel: async (workspace, service) => ({
      code: (
        await createWithKey(service, workspace, '/api/v1/restaurant/reservations', {
          partySize: 2,
          ...createBookingFields(workspace),
        })
      ).code,
    }),
    general_hours: () => ({ days: 3 }),
    general_contact: () => ({}),
  };
