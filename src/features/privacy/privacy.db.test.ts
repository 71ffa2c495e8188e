import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { dumpTables } from '../../../test/database-dump.ts';
import { expectProblem, findEmailsTo } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  openTestKeyring,
  queryAsDbOwner,
  type Service,
  startService,
  verifyAuditLog,
} from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { appendAuditEntries } from '../../kernel/audit/log.ts';
import { rebuildAnalytics } from '../analytics/jobs.ts';
import { inSnapshotTransaction } from './remove-records.ts';

const ZEB = { name: 'Zebulon Quickwater', phone: '+12125550188', email: 'zeb@quickwater.example' };
const BYSTANDER = { name: 'Olga Otherwise', phone: '+12125550177', email: 'olga@otherwise.example' };
const DATE_OF_BIRTH = '1961-05-03';
const RECORD_COUNTS = { conversations: 3, bookings: 1, requests: 2, customers: 1, prescriptions: 1 };
const NO_RECORDS = { conversations: 0, bookings: 0, requests: 0, customers: 0, prescriptions: 0 };
const DAY_MS = 86_400_000;

let service: Service;
let team: Awaited<ReturnType<typeof createTeam>>;
let key: string;

const post = async (path: string, body: object, status = 201) =>
  expectStatus(status, await call(service, 'POST', path, { key, body })).json;
const callAsRole = (role: 'owner' | 'admin' | 'agent', method: string, path: string, body?: unknown) =>
  callAsMember(service, team[role], team.workspace, method, `/api/privacy${path}`, body);
const queryRows = async (text: string, values: unknown[] = [team.workspace]) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
const readTotals = async () => {
  const { json } = await call(service, 'GET', '/api/analytics', { key });
  const { apiCalls: _, ...totals } = json.totals;
  return { totals, channels: json.channels, intents: json.intents };
};
const parseLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

type Person = typeof ZEB;

/** Jobs read the current state, so emails must have been sent before the test undoes their cause. */
const waitForJobs = () => {
  const waitingJobsSql = `select from graphile_worker.jobs where attempts < max_attempts and run_at < now()`;
  return vi.waitFor(async () => expect(await queryRows(waitingJobsSql, [])).toEqual([]), { timeout: 60_000 });
};

/** Creates a record of every kind about a customer. */
async function createRecords(person: Person, hour: string) {
  const { name, phone, email } = person;
  const customer = person;
  const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const chat = await post('/api/chat', { message: 'When are you open?', businessType: 'restaurant', customer }, 200);
  await post(`/api/conversations/${chat.conversationId}/handoff`, { reason: `${name} is waiting` }, 200);
  await waitForJobs();
  await post(`/api/conversations/${chat.conversationId}/resolve`, {}, 200);
  const contactMessage = `My name is ${name}, my number is ${phone.replace('+1212', '(212) ')} and my address ${email}`;
  await post('/api/chat', { message: contactMessage, businessType: 'restaurant' }, 200);
  const booking = await post('/api/v1/restaurant/reservations', {
    partySize: 2,
    startsAt: `${day}T${hour}:00`,
    customer,
    notes: `${name} likes the window`,
  });
  await post('/api/v1/fitness/membership', { type: 'inquiry', customer });
  await post('/api/v1/retail/returns', { number: `N-${hour}`, email, items: [{ sku: 'MUG', quantity: 1 }] });
  const patient = { name, dateOfBirth: DATE_OF_BIRTH, phone, email };
  await post('/api/v1/medical/prescriptions', {
    patient,
    medication: 'Lisinopril',
    pharmacy: { name: 'Walton', phone: '+13035550180' },
  });
  await post('/api/chat', { message: `A refill for ${name}, please`, businessType: 'medical', customer }, 200);
  return { conversation: chat.conversationId as string, booking: booking.id as string };
}

beforeAll(async () => {
  service = await startService();
  team = await createTeam(service);
  key = (await createApiKey(service, team.workspace)).key;
  for (const industry of ['restaurant', 'medical', 'fitness', 'retail']) await post('/api/v1/setup', { industry });
  const orders = [ZEB, BYSTANDER].map(({ email }, n) => ({
    number: n ? 'N-12' : 'N-13',
    email,
    status: 'delivered',
    items: [{ sku: 'MUG', name: 'Mug', quantity: 1 }],
    orderedAt: '2026-11-01T10:00:00Z',
    deliveredAt: new Date(Date.now() - DAY_MS).toISOString(),
  }));
  const retail = (await call(service, 'GET', '/api/v1/config', { key })).json.retail;
  const mug = { id: 'mug', sku: 'MUG', name: 'Mug', category: 'x', price: 900, stock: 3 };
  const businessFields = { hours: createEveryDayHours(['09:00', '23:00']), closures: [], timezone: 'America/New_York' };
  const body = { ...businessFields, retail: { ...retail, products: [mug], orders, returnDays: 30 } };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
});

describe('one customer', () => {
  let zebIds: { conversation: string; booking: string };

  beforeAll(async () => {
    zebIds = await createRecords(ZEB, '13');
    await createRecords(BYSTANDER, '12');
    await callAsMember(
      service,
      team.owner,
      team.workspace,
      'POST',
      `/api/inbox/conversations/${zebIds.conversation}/notes`,
      {
        text: `${ZEB.name} is a friend of the house`,
      },
    );
  });

  it('is found by phone, by email, or as a patient', async () => {
    const expectedRecords = { ...RECORD_COUNTS, mentions: [], mentionCount: 0 };
    for (const query of [{ email: 'ZEB@quickwater.example' }, zebQuery()])
      expect((await callAsRole('admin', 'POST', '/customers/find', query)).json).toEqual(expectedRecords);
    // The return has only an email, which the customer has beside the phone.
    const phoneResponse = await callAsRole('admin', 'POST', '/customers/find', { phone: '(212) 555-0188' });
    expect(phoneResponse.json).toEqual(expectedRecords);
    const patient = { name: 'zebulon  QUICKWATER', dateOfBirth: DATE_OF_BIRTH };
    expect((await callAsRole('admin', 'POST', '/customers/find', patient)).json).toMatchObject({ prescriptions: 1 });
    // Parts of an identifier match nobody.
    for (const partialQuery of [
      { email: 'eb@quickwater.example' },
      { email: 'zeb@quickwater.exam' },
      { phone: '+4912125550' },
    ])
      expect((await callAsRole('admin', 'POST', '/customers/find', partialQuery)).json).toMatchObject({
        conversations: 0,
      });
    const unknownCustomer = await callAsRole('admin', 'POST', '/customers/find', { phone: '+12125550100' });
    expect(unknownCustomer.json).toEqual({ ...NO_RECORDS, mentions: [], mentionCount: 0 });
  });

  it('is exported completely, with encrypted rows only for owners and each one audited', async () => {
    const countSql = `select count(*)::int as n from audit_entries where workspace_id = $1 and action = 'prescription.read'`;
    const [countRowBefore] = await queryRows(countSql);
    const adminResponse = await callAsRole('admin', 'POST', '/customers/export', { email: ZEB.email });
    expect(adminResponse.headers.get('content-disposition')).toMatch(/attachment; filename="customer-/);
    expect(adminResponse.text).not.toContain('Lisinopril');
    expect(await queryRows(countSql)).toEqual([countRowBefore]);
    const { text } = await callAsRole('owner', 'POST', '/customers/export', { email: ZEB.email });
    for (const privateText of ['Lisinopril', 'friend of the house', 'likes the window', 'inquiry', 'N-13'])
      expect(text).toContain(privateText);
    expect(text).not.toContain('Otherwise');
    expect(parseLines(text).map(({ type }) => type)).toEqual(
      ['export', ...Array(3).fill('conversation'), 'booking', 'request', 'request', 'customer', 'prescription'].map(
        String,
      ),
    );
    expect((await queryRows(countSql))[0].n).toBe(countRowBefore.n + 1);
  });

  it('cannot be erased with upcoming bookings', async () => {
    const rejectedResponse = await callAsRole('admin', 'POST', '/customers/erase', { phone: ZEB.phone });
    expectProblem(rejectedResponse, 409, 'conflict');
    expect(rejectedResponse.json).toMatchObject({ reason: 'upcoming_bookings', bookings: [zebIds.booking] });
    await waitForJobs();
    await post(`/api/v1/bookings/${zebIds.booking}/cancel`, {}, 200);
  });

  it('is erased from every table without changing analytics', async () => {
    const totalsBefore = await readTotals();
    expect(totalsBefore.totals).toMatchObject({ handoffs: 2, resolved: 2, bookings: 2 });
    // A waiting email to them is removed too; sent emails are no longer in the queue.
    await waitForJobs();
    const { status, json } = await callAsRole('admin', 'POST', '/customers/erase', zebQuery());
    expect({ status, json }).toMatchObject({ status: 200, json: { ...RECORD_COUNTS, mentionCount: 0 } });
    expect(json.report.map(({ about: _, ...row }: { about: string }) => Object.values(row))).toEqual([
      ...[
        ['conversations', 'removed', 3],
        ['bookings', 'emptied', 1],
        ['requests', 'removed', 2],
        ['customers', 'removed', 1],
      ],
      ...[
        ['prescriptions', 'removed', 1],
        ['events', 'removed', 7],
        ['document', 'emptied', 1],
      ],
      ...[
        ['stored_answers', 'removed', 0],
        ['mails', 'removed', 3],
        ['mentions', 'kept', 0],
      ],
      ...['reminder_refusals', 'counters', 'audit_log', 'request_log', 'figures', 'sandbox', 'backups'].map((place) => [
        ...[place, 'kept', null],
      ]),
    ]);
    const leftovers: string[] = [];
    for (const [table, text] of await dumpTables(service.connection))
      for (const word of ['quickwater', '2125550188', '5550188', '555-0188'])
        if (text.toLowerCase().includes(word)) leftovers.push(`${table}: ${word}`);
    expect(leftovers).toEqual([]);
    expect(await readTotals()).toEqual(totalsBefore);
    await rebuildAnalytics(service.database, team.workspace);
    expect(await readTotals()).toEqual(totalsBefore);
    expect(
      (await queryRows('select customer, erased_at from bookings where id = $1', [zebIds.booking]))[0],
    ).toMatchObject({
      customer: { name: 'Erased' },
      erased_at: expect.any(Date),
    });
    const bystanderResponse = await callAsRole('admin', 'POST', '/customers/find', { email: BYSTANDER.email });
    expect(bystanderResponse.json).toMatchObject(RECORD_COUNTS);
    expect(await findEmailsTo(service, ZEB.email)).toEqual([]);
    expect((await findEmailsTo(service, BYSTANDER.email)).length).toBeGreaterThan(0);
    expect((await call(service, 'GET', '/api/v1/config', { key })).text).toContain(BYSTANDER.email);
    const secondErasure = await callAsRole('admin', 'POST', '/customers/erase', zebQuery());
    expect(secondErasure.json).toMatchObject({ ...NO_RECORDS, mentionCount: 0 });
  });

  it('is erased by id, together with customers that were merged into it', async () => {
    const keptCustomer = await post('/api/v1/customers', { name: 'Merga Quickwater', phone: '+12125550155' });
    const mergedCustomer = await post('/api/v1/customers', {
      name: 'M. Quickwater',
      email: 'merga@quickwater.example',
    });
    await post(
      '/api/chat',
      { message: 'Open?', businessType: 'restaurant', customer: { email: 'merga@quickwater.example' } },
      200,
    );
    await post(`/api/v1/customers/${keptCustomer.id}/merge`, { customerId: mergedCustomer.id }, 200);
    const erase = (role: 'agent' | 'admin') =>
      callAsMember(service, team[role], team.workspace, 'DELETE', `/api/v1/customers/${keptCustomer.id}`);
    expectProblem(await erase('agent'), 403, 'insufficient_scope');
    expect((await erase('admin')).json).toMatchObject({ customers: 2, conversations: 1, mentionCount: 0 });
    expectProblem(await erase('admin'), 404, 'not_found');
    expect([...(await dumpTables(service.connection)).values()].join().toLowerCase()).not.toContain('merga');
  });

  it('appears in the audit log only as counts, and its chain stays valid', async () => {
    const [entry] = await queryRows(
      `select actor, subject, reason from audit_entries where workspace_id = $1 and action = 'customer.erase'`,
    );
    expect(entry).toEqual({
      actor: team.admin.user.id,
      subject: 'customer',
      reason:
        '3 conversations, 1 bookings, 2 requests, 1 customers, 1 prescriptions, 7 events, 1 versions, 0 answers, 3 mails',
    });
    expect(await verifyAuditLog(service, team.workspace)).toMatchObject({ ok: true });
  });

  it('can be erased while others write to the audit log', async () => {
    const email = 'nobody@quickwater.example';
    let isErased = false;
    const concurrentEntries = Array.from({ length: 3 }, async () => {
      while (!isErased) expectStatus(200, await callAsRole('owner', 'POST', '/customers/find', { email }));
    });
    const erasure = await callAsRole('admin', 'POST', '/customers/erase', { email });
    isErased = true;
    await Promise.all(concurrentEntries);
    expect(erasure.status, erasure.text).toBe(200);
    expect(await verifyAuditLog(service, team.workspace)).toMatchObject({ ok: true });
  });

  const zebQuery = () => ({ phone: ZEB.phone, email: ZEB.email, name: ZEB.name, dateOfBirth: DATE_OF_BIRTH });

  it('can be erased concurrently with other erasures and audit entries', async () => {
    const customer = { name: 'Pat Passer', phone: '+12125550166' };
    await post('/api/chat', { message: 'When are you open?', businessType: 'restaurant', customer }, 200);
    const paths = Array.from({ length: 12 }, (_, n) => `/customers/${n % 2 ? 'find' : 'erase'}`);
    const responses = await Promise.all(
      paths.map((path) => callAsRole('admin', 'POST', path, { phone: customer.phone })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const { json } = await callAsRole('admin', 'POST', '/customers/find', { phone: customer.phone });
    expect(json).toMatchObject({ conversations: 0 });
    expect(await verifyAuditLog(service, team.workspace)).toMatchObject({ ok: true });
  });
});

describe('the whole workspace', () => {
  it('is streamed line by line, with patients’ data only for owners', async () => {
    const { text, headers } = await callAsRole('owner', 'POST', '/export', {});
    expect(headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const types = new Set(parseLines(text).map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'audit_entry',
      'booking',
      'conversation',
      'customer',
      'document_version',
      'export',
      'key',
      'member',
      'prescription',
      'request',
    ]);
    expect(text).toContain('Lisinopril');
    expect(text).not.toContain(key);
    const adminResponse = await callAsRole('admin', 'POST', '/export', {});
    expect(adminResponse.text).not.toContain('Lisinopril');
    expect(
      await queryRows(
        `select reason from audit_entries where workspace_id = $1 and action = 'workspace.export' order by sequence`,
      ),
    ).toEqual([{ reason: 'with health data' }, { reason: 'without health data' }]);
  });
});

describe('retention', () => {
  it('shows what is due, following the document', async () => {
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { retentionDays: 10 } }));
    await queryAsDbOwner(
      service.connection,
      `update conversations set updated_at = now() - interval '5 days' where workspace_id = $1`,
      [team.workspace],
    );
    const { status, json } = await callAsRole('admin', 'GET', '');
    expect(status).toBe(200);
    expect(json).toMatchObject({ retentionDays: 10, requestLogDays: 10, deletion: null });
    const conversations = json.due.find(({ kind }: { kind: string }) => kind === 'conversations');
    expect(conversations).toEqual({ kind: 'conversations', next: 0, week: 3, month: 3 });
  });

  it('removes expired rows daily without changing analytics', async () => {
    const totalsBefore = await readTotals();
    const daysLater = (days: number) => () => new Date(Date.now() + days * DAY_MS);
    await runTask(service, 'privacy.purge', {}, daysLater(6));
    expect(await queryRows('select from conversations where workspace_id = $1')).toEqual([]);
    expect(await queryRows('select from messages where workspace_id = $1')).toEqual([]);
    expect(await queryRows('select from requests where workspace_id = $1')).toHaveLength(2);
    await runTask(service, 'privacy.purge', {}, daysLater(20));
    for (const table of ['requests', 'prescriptions', 'events', 'webhook_deliveries'])
      expect(await queryRows(`select from ${table} where workspace_id = $1`)).toEqual([]);
    expect(await queryRows('select from bookings where workspace_id = $1 and erased_at is null')).toEqual([]);
    expect(await readTotals()).toEqual(totalsBefore);
    await rebuildAnalytics(service.database, team.workspace);
    expect(await readTotals()).toEqual(totalsBefore);
    const databaseDump = (await dumpTables(service.connection)).values().toArray().join('\n');
    expect(databaseDump).not.toContain(BYSTANDER.phone);
    const auditEntries = await queryRows(
      `select actor, subject, reason from audit_entries where workspace_id = $1 and action = 'retention.purge' order by sequence`,
    );
    expect(auditEntries[0]).toEqual({ actor: 'system', subject: 'older than 10 days', reason: '3 conversations' });
  });

  it('records what it removes in the audit log, even with concurrent entries', async () => {
    const { id } = await createWorkspace(service);
    const entry = { workspaceId: id, at: new Date(), actor: 'a', action: 'b', subject: 'c', reason: 'd' };
    const keyring = openTestKeyring(service);
    let attempts = 0;
    await inSnapshotTransaction(service.database, id, async (db) => {
      await sql`select 1 from audit_entries`.execute(db);
      if (attempts++ === 0)
        await service.database.inWorkspace(id, (otherDb) => appendAuditEntries({ db: otherDb, keyring }, entry));
      await appendAuditEntries({ db, keyring }, entry);
    });
    expect(attempts).toBe(2);
    expect(await verifyAuditLog(service, id)).toMatchObject({ ok: true });
  });

  it('applies to the request log, and to no other workspace', async () => {
    const otherWorkspace = await createWorkspace(service);
    await call(service, 'GET', '/api/conversations', { key: otherWorkspace.key });
    await call(service, 'GET', '/api/request-log', { key: otherWorkspace.key });
    await queryAsDbOwner(service.connection, `update request_log set logged_at = now() - interval '15 days'`);
    await service.database.statement('select purge_request_log($1)', [30]);
    expect(await queryRows('select from request_log where workspace_id = $1')).toEqual([]);
    expect(
      (await queryRows('select from request_log where workspace_id = $1', [otherWorkspace.id])).length,
    ).toBeGreaterThan(0);
  });
});

describe('rejected requests', () => {
  it('include invalid bodies', async () => {
    for (const body of [
      {},
      { name: 'Ann' },
      { dateOfBirth: DATE_OF_BIRTH, phone: ZEB.phone },
      { phone: 'x' },
      { email: 'x' },
      { name: 'A', dateOfBirth: 'x' },
      { junk: 1 },
    ])
      for (const path of ['find', 'export', 'erase'])
        expectProblem(await callAsRole('admin', 'POST', `/customers/${path}`, body), 422, 'validation_failed');
    expectProblem(
      await callAsRole('owner', 'POST', '/deletion', { name: 'Another', password: 'x' }),
      422,
      'validation_failed',
    );
  });

  it('include those without a session, with an insufficient role, or from another workspace', async () => {
    const routes: [string, string, object?][] = [
      ['GET', '/api/privacy'],
      ['POST', '/api/privacy/export', {}],
      ['POST', '/api/privacy/customers/find', { phone: ZEB.phone }],
      ['POST', '/api/privacy/customers/export', { phone: ZEB.phone }],
      ['POST', '/api/privacy/customers/erase', { phone: ZEB.phone }],
      ['POST', '/api/privacy/deletion', { name: 'Bella Vista', password: 'Correct-horse-9' }],
      ['DELETE', '/api/privacy/deletion'],
    ];
    const stranger = (await createTeam(service)).owner;
    for (const [method, path, body] of routes) {
      expectProblem(await call(service, method, path, { body }), 401, 'missing_session');
      expectProblem(
        await callAsMember(service, team.agent, team.workspace, method, path, body),
        403,
        'insufficient_scope',
      );
      expectProblem(await callAsMember(service, stranger, team.workspace, method, path, body), 404, 'not_found');
    }
    expectProblem(
      await callAsRole('admin', 'POST', '/deletion', { name: 'x', password: 'x' }),
      403,
      'insufficient_scope',
    );
  });
});

describe('deleting the workspace', () => {
  const requestDeletion = (password = 'Correct-horse-9') =>
    callAsRole('owner', 'POST', '/deletion', { name: 'Bella Vista', password });
  const readKeyStatus = async () => (await call(service, 'GET', '/api/conversations', { key })).status;

  it('requires the password, rejects keys at once, and can be undone', async () => {
    expectProblem(await requestDeletion('wrong'), 401, 'invalid_credentials');
    expectProblem(await callAsRole('owner', 'DELETE', '/deletion'), 409, 'conflict');
    expect(await readKeyStatus()).toBe(200);
    const { status, json } = await requestDeletion();
    expect(status).toBe(200);
    expect(Date.parse(json.deletesAt) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    expectProblem(await call(service, 'GET', '/api/conversations', { key }), 401, 'revoked_api_key');
    const me = await call(service, 'GET', '/api/me', { cookie: team.owner.cookie });
    expect(me.json.workspaces[0].deletesAt).toBeTruthy();
    await vi.waitFor(async () => expect((await findEmailsTo(service, team.owner.email)).at(-1)).toContain('/settings'));
    await runTask(service, 'privacy.delete-workspaces', {}, () => new Date(Date.now() + 6 * DAY_MS));
    expect((await callAsRole('owner', 'DELETE', '/deletion')).status).toBe(204);
    expect(await readKeyStatus()).toBe(200);
  });

  it('removes every row when due, and keeps only the hash of its audit log', async () => {
    await requestDeletion();
    const [{ live_id, ids }] = await queryRows(
      'select live_id, array_agg(id) as ids from workspaces where live_id = $1 group by 1',
    );
    await runTask(service, 'privacy.delete-workspaces', {}, () => new Date(Date.now() + 8 * DAY_MS));
    const tables = await queryRows(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
      [],
    );
    for (const { name } of tables)
      expect({ name, rows: await queryRows(`select from ${name} where workspace_id = any($1)`, [ids]) }).toEqual({
        name,
        rows: [],
      });
    expect(await queryRows('select from workspaces where id = any($1)', [ids])).toEqual([]);
    const remainingRows = await queryRows(
      'select id, asked_by, audit_entries::int, length(audit_head) as head from deleted_workspaces',
      [],
    );
    expect(remainingRows).toEqual([
      { id: live_id, asked_by: team.owner.user.id, audit_entries: expect.any(Number), head: 32 },
    ]);
    expectProblem(await call(service, 'GET', '/api/conversations', { key }), 401, 'invalid_api_key');
    // A user without a workspace gets a new one, as after signing up.
    expect((await call(service, 'GET', '/api/me', { cookie: team.owner.cookie })).json.workspaces).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it('does not replay exports of a customer or the workspace', async () => {
    const { owner, workspace } = await createTeam(service);
    for (const [path, body] of [
      ['/customers/export', { email: ZEB.email }],
      ['/export', {}],
    ] as const) {
      for (let round = 0; round < 2; round++) {
        const response = await call(service, 'POST', `/api/privacy${path}`, {
          cookie: owner.cookie,
          body,
          headers: { 'idempotency-key': 'export', 'x-workspace': workspace },
        });
        expect(response.status, response.text.slice(0, 200)).toBe(200);
        expect(parseLines(response.text)[0]).toMatchObject({ type: 'export' });
      }
    }
  });
});
