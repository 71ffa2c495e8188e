// For every operation of the API a request that succeeds, made of what a workspace has.

import { createCalendarLinks } from '../../src/features/bookings/calendar-link.ts';
import { openKeyring } from '../../src/kernel/crypto.ts';
import { must } from '../business.ts';
import type { Full } from '../full-workspace.ts';
import { call, type Service } from '../harness.ts';
import { ACCOUNT_REQUESTS } from './valid-account-requests.ts';

export type Given = {
  as?: 'key' | 'sandbox' | 'session' | 'page' | 'nobody' | { cookie: string };
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Whoever sends it as it is may do so, by the secret in it. */
  free?: boolean;
  /** Nothing in it is to be tried with what is another's: it is a password of one's own, or open to anybody. */
  alone?: boolean;
  /** Where it cannot succeed here. */
  status?: number;
};
export type Make = (own: Full, service: Service) => Given | Given[] | Promise<Given | Given[]>;

const post = async (service: Service, { key }: Full, path: string, body: object) =>
  must(201, await call(service, 'POST', path, { key, body })).json;
const soon = (days = 4) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const ofConversation = (body?: object): Make => {
  const whole = body ? { body } : {};
  return ({ known: { conversation, visited } }) => [
    { params: { id: conversation }, ...whole },
    { params: { id: visited }, as: 'page', ...whole },
  ];
};
const byTeam =
  (body?: object): Make =>
  ({ known: { conversation: id } }) => ({ params: { id }, body });
const mailed = (own: Full) => ({ ...own.customer(), email: own.known.email });
const patientOf = ({ known: { patient: name, phone } }: Full) => ({ name, dateOfBirth: '1980-02-03', phone });
const booked = (own: Full) => ({ startsAt: own.time(), customer: mailed(own), notes: 'By the window' });

export const VALID: Record<string, Make> = {
  'POST /api/chat': (own) => [
    {
      body: {
        message: 'Are you open today?',
        conversationId: own.known.conversation,
        customer: mailed(own),
        metadata: { ref: own.known.booking },
        locale: 'en-US',
        businessName: 'Bella',
      },
    },
    { body: { message: `Please cancel my booking ${own.known.code}`, businessType: 'restaurant' } },
    { as: 'page', body: { message: 'Are you open today?', conversationId: own.known.visited, channel: 'widget' } },
    {
      body: {
        id: own.known.conversation,
        messages: [{ id: own.known.message, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        trigger: 'submit-message',
      },
    },
  ],
  'GET /api/conversations': ({ known }) => [
    { query: { q: 'llamas' } },
    { query: { starting_after: known.conversation } },
  ],
  'GET /api/conversations/{id}': ofConversation(),
  'POST /api/conversations/{id}/messages': byTeam({ text: 'Hello' }),
  'POST /api/conversations/{id}/handoff': ofConversation({ reason: 'asked' }),
  'POST /api/conversations/{id}/handback': byTeam({}),
  'POST /api/conversations/{id}/feedback': ofConversation({ rating: 5, comment: 'Good' }),
  'POST /api/conversations/{id}/resolve': byTeam({}),
  'GET /api/conversations/{id}/events': ({ known: { conversation, visited, message } }) => [
    { params: { id: conversation }, query: { after: message } },
    { params: { id: visited }, as: 'page' },
  ],
  'GET /api/conversations/{id}/stream': ofConversation(),
  'POST /api/conversations/{id}/transcript': ({ known: { conversation: id, email } }) => ({
    params: { id },
    body: { email },
  }),
  'PUT /api/v1/assistant/provider': () => ({ body: { provider: 'openai', apiKey: 'sk-1234567890' } }),
  'GET /api/inbox/conversations': ({ known: { conversation, user } }) => [
    { query: { ids: conversation } },
    { query: { assignee: user } },
    { query: { starting_after: conversation } },
  ],
  'GET /api/inbox/conversations/{id}': byTeam(),
  'PATCH /api/inbox/conversations/{id}': ({ known: { conversation: id, user } }) => ({
    params: { id },
    body: { tags: ['vip'], assigneeId: user },
  }),
  'POST /api/inbox/conversations/{id}/notes': byTeam({ text: 'A regular' }),
  'POST /api/inbox/conversations/{id}/typing': byTeam({}),
  'GET /api/conversations/{id}/customer': byTeam(),
  'DELETE /api/inbox/notes/{id}': async (own, service) => {
    const { conversation } = own.known;
    return {
      params: { id: (await post(service, own, `/api/inbox/conversations/${conversation}/notes`, { text: 'x' })).id },
    };
  },
  'POST /api/inbox/replies': (own) => ({ body: { title: `Parking ${own.time()}`, text: 'Behind the house.' } }),
  'DELETE /api/inbox/replies/{id}': async (own, service) => ({
    params: { id: (await post(service, own, '/api/inbox/replies', { title: `x ${own.time()}`, text: 'x' })).id },
  }),
  'GET /api/requests': ({ known: { rx } }) => ({ query: { starting_after: rx } }),
  'PATCH /api/requests/{id}': ({ known: { mbr, ret } }) => [
    { params: { id: mbr }, body: { status: 'in_progress' } },
    { params: { id: ret }, body: { status: 'approved' } },
  ],
  'POST /api/widget/session': ({ page: { token } }) => ({
    as: 'page',
    body: { visitor: token, businessType: 'retail' },
  }),
  'GET /api/widget/conversations': ({ known: { visited } }) => ({ as: 'page', query: { starting_after: visited } }),
  'POST /api/v1/setup': () => ({ body: { industry: 'salon' } }),
  'PUT /api/v1/config': ({ known: { user } }) => ({
    body: { greeting: 'Hi', contact: { website: 'https://x.example/' }, description: user },
  }),
  'POST /api/v1/config/versions/{version}/restore': () => ({ params: { version: '6' }, body: {} }),
  'GET /api/v1/config/versions/{version}': () => ({ params: { version: '6' } }),
  'POST /api/v1/config/samples': () => ({ body: { keep: ['/hours'], remove: ['/closures'] } }),
  'POST /api/v1/config/from-live': () => ({ as: 'sandbox', body: { overwrite: true } }),
  'POST /api/v1/checkup': () => ({ body: {}, as: 'sandbox' }),
  'GET /api/v1/checkup/{version}': () => ({ params: { version: '1' }, as: 'sandbox' }),
  'POST /api/v1/knowledge': () => [
    { body: { title: 'Parking', text: 'Behind the house.' } },
    { body: { file: { name: 'a.md', base64: Buffer.from('# A\nText').toString('base64') }, title: 'A' } },
  ],
  'GET /api/v1/knowledge/{id}': ({ known: { knowledge: id } }) => ({ params: { id } }),
  'DELETE /api/v1/knowledge/{id}': async (own, service) => ({
    params: { id: (await post(service, own, '/api/v1/knowledge', { title: 'x', text: 'x' })).id },
  }),
  'GET /api/v1/fitness/classes': () => ({ query: { from: soon(), q: 'yoga' } }),
  'POST /api/v1/fitness/classes/{occurrenceId}/bookings': (own) => ({
    params: { occurrenceId: own.known.occurrence },
    body: { customer: own.customer(), notes: 'New here' },
  }),
  'POST /api/v1/fitness/membership': (own) => ({
    body: { type: 'join', membership: own.known.membership, customer: mailed(own), notes: 'From May' },
  }),
  'POST /api/v1/fitness/training': (own) => ({
    body: { trainer: own.known.trainer, goals: 'Strength', ...booked(own) },
  }),
  'POST /api/v1/medical/appointments': (own) => [
    {
      body: {
        visitType: own.known.visitType,
        provider: own.known.provider,
        startsAt: own.time(),
        patient: patientOf(own),
        reason: 'Cough',
      },
    },
    { body: { action: 'reschedule', code: own.known.visitCode, dateOfBirth: '1980-02-03', startsAt: own.time() } },
    { body: { action: 'cancel', code: own.known.visitCode, patient: patientOf(own) } },
  ],
  'POST /api/v1/medical/prescriptions': (own) => ({
    body: {
      patient: patientOf(own),
      medication: 'Lisinopril',
      dosage: '10 mg',
      pharmacy: own.known.pharmacy,
      notes: 'x',
    },
  }),
  'GET /api/v1/medical/insurance': ({ known: { payer } }) => ({ query: { payer, plan: 'Gold' } }),
  'GET /api/v1/restaurant/menu': () => ({ query: { q: 'soup' } }),
  'GET /api/v1/restaurant/dietary': ({ known: { dish: item } }) => ({ query: { item } }),
  'POST /api/v1/restaurant/reservations': (own) => ({ body: { partySize: 2, ...booked(own) } }),
  'GET /api/v1/retail/products': () => ({ query: { q: 'mug' } }),
  'POST /api/v1/retail/orders/lookup': ({ known: { order: number, buyer: email } }) => ({ body: { number, email } }),
  'POST /api/v1/retail/returns': ({ known: { order: number, buyer: email, sku } }) => ({
    body: { number, email, items: [{ sku, quantity: 1 }], reason: 'Too small' },
  }),
  'GET /api/v1/salon/services': () => ({ query: { q: 'cut' } }),
  'GET /api/v1/salon/availability': ({ known: { cut: service, stylist } }) => ({
    query: { service, stylist, from: soon() },
  }),
  'POST /api/v1/salon/appointments': (own) => ({
    body: { service: own.known.cut, stylist: own.known.stylist, ...booked(own) },
  }),
  'GET /api/v1/bookings': ({ known: { booking, email } }) => [
    { query: { starting_after: booking } },
    { query: { q: email } },
  ],
  'GET /api/v1/bookings/{id}': ({ known: { booking, visit } }) => [
    { params: { id: booking } },
    { params: { id: visit } },
  ],
  'PATCH /api/v1/bookings/{id}': (own) => ({
    params: { id: own.known.booking },
    body: { startsAt: own.time(), resourceId: own.known.table, notes: 'Birthday' },
  }),
  'GET /api/v1/bookings/{id}/calendar.ics': ({ known: { booking: id, workspace } }, service) => {
    const keyring = openKeyring(Buffer.from(service.config.masterKey!, 'base64'));
    const { searchParams } = new URL(
      createCalendarLinks(keyring, service.url).urlOf({ workspace_id: workspace, id, ends_at: new Date() } as never),
    );
    return [
      { params: { id } },
      { params: { id }, query: { token: searchParams.get('token')! }, as: 'nobody', free: true },
    ];
  },
  'POST /api/v1/bookings/{id}/cancel': async (own, service) => ({
    params: { id: (await post(service, own, '/api/v1/restaurant/reservations', { partySize: 2, ...booked(own) })).id },
    body: {},
  }),
  'GET /api/v1/availability/explain': (own) => ({
    query: { industry: 'salon', service: own.known.cut, stylist: own.known.stylist, startsAt: own.time() },
  }),
  'GET /api/v1/medical/prescriptions/{id}': ({ known: { rx: id } }) => ({ params: { id } }),
  'PATCH /api/v1/medical/prescriptions/{id}': ({ known: { rx: id } }) => ({
    params: { id },
    body: { status: 'approved', note: 'Fine' },
  }),
  'POST /mcp': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  'POST /api/webhooks': () => ({
    body: { url: 'https://hooks.example.com/x', events: ['ping'], description: 'x' },
  }),
  'GET /api/webhooks': ({ known: { webhook } }) => ({ query: { starting_after: webhook } }),
  'GET /api/webhooks/{id}': ({ known: { webhook: id } }) => ({ params: { id } }),
  'PATCH /api/webhooks/{id}': ({ known: { webhook: id } }) => ({
    params: { id },
    body: { description: 'x', status: 'enabled' },
  }),
  'DELETE /api/webhooks/{id}': async (own, service) => ({
    params: { id: (await post(service, own, '/api/webhooks', { url: 'https://x.example/', events: ['ping'] })).id },
  }),
  'POST /api/webhooks/{id}/test': ({ known: { webhook: id } }) => ({ params: { id }, body: {} }),
  'POST /api/webhooks/{id}/rotate': ({ known: { webhook: id } }) => ({ params: { id }, body: {} }),
  'GET /api/webhooks/{id}/deliveries': ({ known: { webhook: id, delivery } }) => ({
    params: { id },
    query: { starting_after: delivery },
  }),
  'GET /api/webhooks/deliveries/{id}': ({ known: { delivery: id } }) => ({ params: { id } }),
  'POST /api/webhooks/deliveries/{id}/replay': ({ known: { delivery: id } }) => ({ params: { id }, body: {} }),
  'POST /api/webhooks/{id}/replay': ({ known: { webhook: id } }) => ({ params: { id }, body: { since: '2026-01-01' } }),
  'GET /api/request-log': ({ known: { keyId } }) => ({ query: { actor: keyId } }),
  'GET /api/request-log/{id}': ({ known: { logged: id } }) => ({ params: { id } }),
  'POST /api/analytics/gaps/{id}/answer': ({ known: { gap: id } }) => ({
    params: { id },
    body: { question: 'Are llamas allowed?', answer: 'In the garden.' },
  }),
  ...ACCOUNT_REQUESTS,
};

/** Of every tool of the Model Context Protocol, arguments that it takes. */
export const TOOLS: Record<string, (own: Full, service: Service) => object | Promise<object>> = {
  restaurant_menu: () => ({ q: 'soup' }),
  restaurant_dietary: ({ known: { dish: item } }) => ({ item }),
  restaurant_reserve: (own) => ({ partySize: 2, ...booked(own) }),
  salon_services: () => ({ q: 'cut' }),
  salon_availability: ({ known: { cut: service, stylist } }) => ({ service, stylist, from: soon(), days: 1 }),
  salon_book: (own) => ({ service: own.known.cut, stylist: own.known.stylist, ...booked(own) }),
  medical_insurance: ({ known: { payer } }) => ({ payer, plan: 'Gold' }),
  medical_book: (own) => ({
    visitType: own.known.visitType,
    provider: own.known.provider,
    startsAt: own.time(),
    patient: patientOf(own),
  }),
  medical_refill: (own) => ({ patient: patientOf(own), medication: 'Lisinopril', pharmacy: own.known.pharmacy }),
  fitness_classes: () => ({ q: 'yoga' }),
  fitness_join_class: (own) => ({ occurrenceId: own.known.occurrence, customer: own.customer() }),
  fitness_membership: (own) => ({ type: 'join', membership: own.known.membership, customer: mailed(own) }),
  fitness_train: (own) => ({ trainer: own.known.trainer, ...booked(own) }),
  retail_products: () => ({ q: 'mug' }),
  retail_order: ({ known: { order: number, buyer: email } }) => ({ number, email }),
  retail_return: ({ known: { order: number, buyer: email, sku } }) => ({
    number,
    email,
    items: [{ sku, quantity: 1 }],
  }),
  booking_find: ({ known: { code } }) => ({ code }),
  booking_change: (own) => ({ code: own.known.code, startsAt: own.time(), resourceId: own.known.table }),
  booking_cancel: async (own, service) => ({
    code: (await post(service, own, '/api/v1/restaurant/reservations', { partySize: 2, ...booked(own) })).code,
  }),
  general_hours: () => ({ days: 3 }),
  general_contact: () => ({}),
};
