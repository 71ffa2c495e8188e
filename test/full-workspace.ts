// A workspace that contains every kind of data, for tests that try to reach it from another workspace.
import { vi } from 'vitest';
import { loadIndustries } from '../src/industries/load.ts';
import { createEveryDayHours, expectStatus } from './business.ts';
import { insertCalendarConnection } from './calendars/connection.ts';
import { insertChannelConnection } from './channels/connection.ts';
import { call, createApiKey, queryAsDbOwner, type Service, signUp } from './harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from './visitor.ts';

export type FullWorkspace = Awaited<ReturnType<typeof fillWorkspace>>;

const POLL_OPTIONS = { timeout: 60_000, interval: 50 };
const industries = (await loadIndustries()).map(({ name }) => name);
/** All industries, with the restaurant as the main one. */
const INDUSTRIES = [...new Set(['restaurant', ...industries])];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const formatDateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** `marker` appears in all private text of the workspace, so that a leak can be detected. */
export async function fillWorkspace(service: Service, name: string, marker: string) {
  const owner = await signUp(service, { businessName: `Bella ${name}`, name: `Ann ${name}` });
  const workspaceId = (await call(service, 'GET', '/api/me', { cookie: owner.cookie })).json.workspaces[0].id as string;
  const queryRows = async (sql: string) => (await queryAsDbOwner(service.connection, sql, [workspaceId])).rows;
  await queryRows(`update workspaces set plan = 'business' where live_id = $1`);
  const [{ id: sandboxId }] = await queryRows(`select id from workspaces where live_id = $1 and mode = 'test'`);
  const { key, keyId } = await createApiKey(service, workspaceId, { name: marker });
  const { key: publishableKey, keyId: publishableKeyId } = await createApiKey(service, workspaceId, {
    kind: 'publishable',
    origins: [ORIGIN],
  });
  const { key: testKey, keyId: testKeyId } = await createApiKey(service, workspaceId, { mode: 'test' });
  let usedTimeCount = 0;
  let usedPhoneCount = 0;
  const pickUnusedTime = () =>
    `${formatDateInDays(3 + (usedTimeCount % 80))}T${String(8 + 2 * (Math.floor(usedTimeCount++ / 80) % 7)).padStart(2, '0')}:00`;
  const pickUnusedPhone = () => `+1212${6_000_000 + ++usedPhoneCount}`;
  const createCustomer = () => ({ name: `Dana ${name}`, phone: pickUnusedPhone() });
  const send = async (expectedStatus: number, method: string, path: string, body?: object) =>
    expectStatus(expectedStatus, await call(service, method, path, { key, body })).json;
  const sendAsOwner = async (expectedStatus: number, method: string, path: string, body?: object) =>
    expectStatus(expectedStatus, await call(service, method, path, { cookie: owner.cookie, body })).json;

  for (const industry of INDUSTRIES) await send(201, 'POST', '/api/v1/setup', { industry });
  await send(200, 'PUT', '/api/v1/config', createBusinessDocument(name, marker));
  await send(200, 'POST', '/api/v1/config/samples', { keep: INDUSTRIES.map((industry) => `/${industry}`) });
  const versions = await send(200, 'GET', '/api/v1/config/versions');
  const { id: webhookId } = await send(201, 'POST', '/api/webhooks', {
    url: `https://hooks.example.com/${marker}`,
    events: ['*'],
  });

  const chatRequest = { message: `${marker}: do you allow llamas in the garden?`, businessType: 'restaurant' };
  const { conversationId, id: messageId } = await send(200, 'POST', '/api/chat', chatRequest);
  const noteId = (await send(201, 'POST', `/api/inbox/conversations/${conversationId}/notes`, { text: marker })).id;
  await send(200, 'PATCH', `/api/inbox/conversations/${conversationId}`, { tags: [marker], assigneeId: owner.user.id });
  const savedReplyId = (await send(201, 'POST', '/api/inbox/replies', { title: marker, text: marker })).id;
  const { token: visitorToken, id: visitor } = await startVisitorSession(service, { key: publishableKey });
  const visitorRequest = { token: visitorToken, body: { message: marker, channel: 'widget' } };
  const { conversationId: visitorConversationId } = expectStatus(
    200,
    await callFromWidget(service, { key: publishableKey }, 'POST', '/api/chat', visitorRequest),
  ).json;

  const patient = { name: `Pat ${name}`, dateOfBirth: '1980-02-03', phone: pickUnusedPhone() };
  const email = `dana-${name}@example.com`;
  const booking = await send(201, 'POST', '/api/v1/restaurant/reservations', {
    partySize: 2,
    startsAt: pickUnusedTime(),
    customer: { ...createCustomer(), email },
    notes: marker,
  });
  const visit = await send(201, 'POST', '/api/v1/medical/appointments', {
    visitType: `checkup-${name}`,
    startsAt: pickUnusedTime(),
    patient,
    reason: marker,
  });
  const { data: customers } = await send(200, 'GET', `/api/v1/customers?bookingId=${booking.id}`);
  const customerId = customers[0].id as string;
  await send(200, 'PATCH', `/api/v1/customers/${customerId}`, { notes: marker, tags: [marker] });
  const { id: customerImportId } = await send(201, 'POST', '/api/v1/customers/imports', {
    csv: `name,phone\n${marker},1`,
  });
  const { classes } = await send(200, 'GET', `/api/v1/fitness/classes?from=${formatDateInDays(4)}`);
  const prescription = { patient, medication: marker, pharmacy: `main-${name}`, notes: marker };
  const { id: prescriptionId } = await send(201, 'POST', '/api/v1/medical/prescriptions', prescription);
  const membershipRequest = { type: 'inquiry', customer: createCustomer(), notes: marker };
  const { id: membershipRequestId } = await send(201, 'POST', '/api/v1/fitness/membership', membershipRequest);
  const order = { number: `A-${name}`, email: `buyer-${name}@example.com` };
  const returnRequest = { ...order, items: [{ sku: `sku-${name}`, quantity: 1 }], reason: marker };
  const { id: returnRequestId } = await send(201, 'POST', '/api/v1/retail/returns', returnRequest);
  const { id: knowledgeId } = await send(201, 'POST', '/api/v1/knowledge', {
    title: marker,
    text: `All about ${marker}.`,
  });

  const { id: invitationId } = await sendAsOwner(201, 'POST', '/api/invitations', {
    email: `i-${name}@example.com`,
    role: 'agent',
  });
  await sendAsOwner(201, 'POST', '/api/widget/identity-secret', {});
  await sendAsOwner(200, 'POST', '/api/auth/request-password-reset', { email: owner.email });
  const gapId = `gap_${workspaceId.slice(3)}`;
  await queryAsDbOwner(
    service.connection,
    `with gap as (insert into analytics_gaps values ($1, $2, '\\x00') returning id)
     insert into analytics_questions (workspace_id, message_id, at, gap_id)
     select $1, m.id, now(), gap.id from gap, messages m where m.workspace_id = $1 and m.role = 'customer'
     on conflict (workspace_id, message_id) do update set gap_id = excluded.gap_id`,
    [workspaceId, gapId],
  );
  const planRequestId = `prq_${workspaceId.slice(3)}`;
  await queryRows(
    `insert into plan_requests (workspace_id, id, plan, note, created_at) values ($1, '${planRequestId}', 'professional', '${marker}', now())`,
  );
  const channelId = await insertChannelConnection(service, workspaceId);
  const calendarId = await insertCalendarConnection(service, workspaceId, booking.id);
  const requestLogId = await vi.waitFor(async () => {
    const [row] = await queryRows('select id from request_log where workspace_id = $1 limit 1');
    return row.id as string;
  }, POLL_OPTIONS);
  const [{ token: invitationToken }] = await queryRows(
    `select substring(payload ->> 'text' from 'token=([\\w-]+)') as token from graphile_worker._private_jobs
     where payload ->> 'to' = 'i-${name}@example.com' and $1 <> ''`,
  );
  const [delivery] = await queryRows(
    'select id, event_id from webhook_deliveries where workspace_id = $1 order by id limit 1',
  );
  return {
    marker,
    configVersion: String(versions.data[0].version),
    cookie: owner.cookie,
    password: owner.password,
    key,
    testKey,
    widget: { key: publishableKey, visitorToken },
    /** A start time that has not been booked yet. */
    pickUnusedTime,
    /** A new phone number on each call. */
    pickUnusedPhone,
    createCustomer,
    /** Everything an outsider might have learned: ids, codes, names, tokens. */
    ids: {
      workspace: workspaceId,
      sandbox: sandboxId,
      user: owner.user.id,
      ownerEmail: owner.email,
      keyId,
      publishableKeyId,
      key,
      visitor,
      visitorToken,
      conversation: conversationId,
      message: messageId,
      visitorConversation: visitorConversationId,
      note: noteId,
      savedReply: savedReplyId,
      webhook: webhookId,
      delivery: delivery.id,
      event: delivery.event_id,
      booking: booking.id,
      code: booking.code,
      visit: visit.id,
      visitCode: visit.code,
      prescription: prescriptionId,
      membershipRequest: membershipRequestId,
      returnRequest: returnRequestId,
      customer: customerId,
      customerImport: customerImportId,
      knowledge: knowledgeId,
      gap: gapId,
      planRequest: planRequestId,
      channel: channelId,
      calendar: calendarId,
      occurrence: classes[0].occurrenceId,
      invitation: invitationId,
      email,
      phone: patient.phone,
      patient: patient.name,
      invitationToken,
      requestLogId,
      name: `Bella ${name}`,
      testKey,
      testKeyId,
      salonService: `cut-${name}`,
      visitType: `checkup-${name}`,
      provider: `lee-${name}`,
      pharmacy: `main-${name}`,
      trainer: `tom-${name}`,
      membership: `gold-${name}`,
      payer: `Payer ${name}`,
      dish: `soup-${name}`,
      order: order.number,
      buyerEmail: order.email,
      sku: `sku-${name}`,
      table: `t1-${name}`,
      stylist: `ann-${name}`,
    },
  };
}

const createBusinessDocument = (name: string, marker: string) => ({
  name: `Bella ${name}`,
  description: marker,
  hours: createEveryDayHours(['06:00', '23:00']),
  closures: [],
  faqs: [{ question: `What is ${marker}?`, answer: marker }],
  handoff: { email: `desk-${name}@example.com`, message: marker },
  booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 60 },
  restaurant: {
    menu: [{ id: `soup-${name}`, name: `Soup ${marker}`, price: 900 }],
    tables: [{ id: `t1-${name}`, name: marker, seats: 4 }],
  },
  salon: {
    services: [{ id: `cut-${name}`, name: `Cut ${marker}`, durationMinutes: 30 }],
    stylists: [{ id: `ann-${name}`, name: `Ann ${marker}` }],
  },
  medical: {
    visitTypes: [{ id: `checkup-${name}`, name: `Check-up ${marker}`, durationMinutes: 30 }],
    providers: [{ id: `lee-${name}`, name: `Dr. Lee ${marker}` }],
    insurance: [{ payer: `Payer ${name}`, plans: [{ name: 'Gold', accepted: true, copay: {} }] }],
    pharmacies: [{ id: `main-${name}`, name: marker }],
  },
  fitness: {
    classes: [
      {
        id: `yoga-${name}`,
        name: `Yoga ${marker}`,
        durationMinutes: 60,
        capacity: 1_000,
        weekly: WEEKDAYS.map((weekday) => ({ day: weekday, time: '18:00' })),
      },
    ],
    memberships: [{ id: `gold-${name}`, name: `Gold ${marker}`, price: 7_900 }],
    trainers: [{ id: `tom-${name}`, name: `Tom ${marker}` }],
  },
  retail: {
    products: [{ id: `p-${name}`, sku: `sku-${name}`, name: `Mug ${marker}`, price: 900 }],
    orders: [
      {
        number: `A-${name}`,
        email: `buyer-${name}@example.com`,
        status: 'delivered',
        items: [{ sku: `sku-${name}`, name: marker, quantity: 1_000 }],
        deliveredAt: formatDateInDays(-1),
      },
    ],
  },
});
