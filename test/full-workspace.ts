// A workspace with something of every kind in it, for tests that look at it from another one.
import { vi } from 'vitest';
import { everyDay, must } from './business.ts';
import { asOwner, call, makeKey, type Service, signUp } from './harness.ts';
import { beginSession, fromPage, ORIGIN } from './visitor.ts';

export type Full = Awaited<ReturnType<typeof fillWorkspace>>;

const PATIENCE = { timeout: 60_000, interval: 50 };
const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const day = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);

/** `mark` is in all that it has to hide. */
export async function fillWorkspace(service: Service, name: string, mark: string) {
  const owner = await signUp(service, { businessName: `Bella ${name}`, name: `Ann ${name}` });
  const workspace = (await call(service, 'GET', '/api/me', { cookie: owner.cookie })).json.workspaces[0].id as string;
  const rows = async (sql: string) => (await asOwner(service.connection, sql, [workspace])).rows;
  await rows(`update workspaces set plan = 'business' where live_id = $1`);
  const [{ id: sandbox }] = await rows(`select id from workspaces where live_id = $1 and mode = 'test'`);
  const { key, keyId } = await makeKey(service, workspace, { name: mark });
  const { key: publishable, keyId: pageKey } = await makeKey(service, workspace, {
    kind: 'publishable',
    origins: [ORIGIN],
  });
  const { key: testKey, keyId: testKeyId } = await makeKey(service, workspace, { mode: 'test' });
  let times = 0;
  let people = 0;
  const time = () => `${day(3 + (times % 80))}T${String(8 + 2 * (Math.floor(times++ / 80) % 7)).padStart(2, '0')}:00`;
  const phone = () => `+1212${6_000_000 + ++people}`;
  const customer = () => ({ name: `Dana ${name}`, phone: phone() });
  const send = async (status: number, method: string, path: string, body?: object) =>
    must(status, await call(service, method, path, { key, body })).json;
  const own = async (status: number, method: string, path: string, body?: object) =>
    must(status, await call(service, method, path, { cookie: owner.cookie, body })).json;

  for (const industry of INDUSTRIES) await send(201, 'POST', '/api/v1/setup', { industry });
  await send(200, 'PUT', '/api/v1/config', documentOf(name, mark));
  const { id: webhook } = await send(201, 'POST', '/api/webhooks', {
    url: `https://hooks.example.com/${mark}`,
    events: ['*'],
  });

  const chat = { message: `${mark}: do you allow llamas in the garden?`, businessType: 'restaurant' };
  const { conversationId: conversation, id: message } = await send(200, 'POST', '/api/chat', chat);
  const note = (await send(201, 'POST', `/api/inbox/conversations/${conversation}/notes`, { text: mark })).id;
  await send(200, 'PATCH', `/api/inbox/conversations/${conversation}`, { tags: [mark], assigneeId: owner.user.id });
  const reply = (await send(201, 'POST', '/api/inbox/replies', { title: mark, text: mark })).id;
  const { token, id: visitor } = await beginSession(service, { key: publishable });
  const asVisitor = { token, body: { message: mark, channel: 'widget' } };
  const { conversationId: visited } = must(
    200,
    await fromPage(service, { key: publishable }, 'POST', '/api/chat', asVisitor),
  ).json;

  const patient = { name: `Pat ${name}`, dateOfBirth: '1980-02-03', phone: phone() };
  const email = `dana-${name}@example.com`;
  const booking = await send(201, 'POST', '/api/v1/restaurant/reservations', {
    partySize: 2,
    startsAt: time(),
    customer: { ...customer(), email },
    notes: mark,
  });
  const visit = await send(201, 'POST', '/api/v1/medical/appointments', {
    visitType: `checkup-${name}`,
    startsAt: time(),
    patient,
    reason: mark,
  });
  const { classes } = await send(200, 'GET', `/api/v1/fitness/classes?from=${day(4)}`);
  const prescription = { patient, medication: mark, pharmacy: `main-${name}`, notes: mark };
  const { id: rx } = await send(201, 'POST', '/api/v1/medical/prescriptions', prescription);
  const joining = { type: 'inquiry', customer: customer(), notes: mark };
  const { id: mbr } = await send(201, 'POST', '/api/v1/fitness/membership', joining);
  const order = { number: `A-${name}`, email: `buyer-${name}@example.com` };
  const returned = { ...order, items: [{ sku: `sku-${name}`, quantity: 1 }], reason: mark };
  const { id: ret } = await send(201, 'POST', '/api/v1/retail/returns', returned);
  const { id: knowledge } = await send(201, 'POST', '/api/v1/knowledge', { title: mark, text: `All about ${mark}.` });

  const { id: invitation } = await own(201, 'POST', '/api/invitations', {
    email: `i-${name}@example.com`,
    role: 'agent',
  });
  await own(201, 'POST', '/api/widget/identity-secret', {});
  await own(200, 'POST', '/api/auth/request-password-reset', { email: owner.email });
  const gap = `gap_${workspace.slice(3)}`;
  await asOwner(
    service.connection,
    `with gap as (insert into analytics_gaps values ($1, $2, '\\x00') returning id)
     insert into analytics_questions (workspace_id, message_id, at, gap_id)
     select $1, m.id, now(), gap.id from gap, messages m where m.workspace_id = $1 and m.role = 'customer'
     on conflict (workspace_id, message_id) do update set gap_id = excluded.gap_id`,
    [workspace, gap],
  );
  const planRequest = `prq_${workspace.slice(3)}`;
  await rows(
    `insert into plan_requests (workspace_id, id, plan, note, created_at) values ($1, '${planRequest}', 'professional', '${mark}', now())`,
  );
  const logged = await vi.waitFor(async () => {
    const [row] = await rows('select id from request_log where workspace_id = $1 limit 1');
    return row.id as string;
  }, PATIENCE);
  const [{ token: invitationToken }] = await rows(
    `select substring(payload ->> 'text' from 'token=([\\w-]+)') as token from graphile_worker._private_jobs
     where payload ->> 'to' = 'i-${name}@example.com' and $1 <> ''`,
  );
  const [delivery] = await rows(
    'select id, event_id from webhook_deliveries where workspace_id = $1 order by id limit 1',
  );
  return {
    mark,
    cookie: owner.cookie,
    password: owner.password,
    key,
    testKey,
    page: { key: publishable, token },
    /** One that nothing else was booked at. */
    time,
    /** Of somebody else each time. */
    phone,
    customer,
    /** Whatever somebody who is not of it might have heard of: ids, codes, names, tokens. */
    known: {
      ...{ workspace, sandbox, user: owner.user.id, ownerEmail: owner.email, keyId, pageKey, key, visitor, token },
      ...{ conversation, message, visited, note, reply, webhook, delivery: delivery.id, event: delivery.event_id },
      ...{
        booking: booking.id,
        code: booking.code,
        visit: visit.id,
        visitCode: visit.code,
        rx,
        mbr,
        ret,
        knowledge,
        gap,
        planRequest,
      },
      ...{ occurrence: classes[0].occurrenceId, invitation, email, phone: patient.phone, patient: patient.name },
      ...{ invitationToken, logged, name: `Bella ${name}`, testKey, testKeyId },
      ...{ cut: `cut-${name}`, visitType: `checkup-${name}`, provider: `lee-${name}`, pharmacy: `main-${name}` },
      ...{ trainer: `tom-${name}`, membership: `gold-${name}`, payer: `Payer ${name}`, dish: `soup-${name}` },
      ...{ order: order.number, buyer: order.email, sku: `sku-${name}`, table: `t1-${name}`, stylist: `ann-${name}` },
    },
  };
}

const documentOf = (name: string, mark: string) => ({
  name: `Bella ${name}`,
  description: mark,
  hours: everyDay(['06:00', '23:00']),
  closures: [],
  faqs: [{ question: `What is ${mark}?`, answer: mark }],
  handoff: { email: `desk-${name}@example.com`, message: mark },
  booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 60 },
  restaurant: {
    menu: [{ id: `soup-${name}`, name: `Soup ${mark}`, price: 900 }],
    tables: [{ id: `t1-${name}`, name: mark, seats: 4 }],
  },
  salon: {
    services: [{ id: `cut-${name}`, name: `Cut ${mark}`, durationMinutes: 30 }],
    stylists: [{ id: `ann-${name}`, name: `Ann ${mark}` }],
  },
  medical: {
    visitTypes: [{ id: `checkup-${name}`, name: `Check-up ${mark}`, durationMinutes: 30 }],
    providers: [{ id: `lee-${name}`, name: `Dr. Lee ${mark}` }],
    insurance: [{ payer: `Payer ${name}`, plans: [{ name: 'Gold', accepted: true, copay: {} }] }],
    pharmacies: [{ id: `main-${name}`, name: mark }],
  },
  fitness: {
    classes: [
      {
        id: `yoga-${name}`,
        name: `Yoga ${mark}`,
        durationMinutes: 60,
        capacity: 1_000,
        weekly: EVERY_DAY.map((each) => ({ day: each, time: '18:00' })),
      },
    ],
    memberships: [{ id: `gold-${name}`, name: `Gold ${mark}`, price: 7_900 }],
    trainers: [{ id: `tom-${name}`, name: `Tom ${mark}` }],
  },
  retail: {
    products: [{ id: `p-${name}`, sku: `sku-${name}`, name: `Mug ${mark}`, price: 900 }],
    orders: [
      {
        number: `A-${name}`,
        email: `buyer-${name}@example.com`,
        status: 'delivered',
        items: [{ sku: `sku-${name}`, name: mark, quantity: 1_000 }],
        deliveredAt: day(-1),
      },
    ],
  },
});
