// Owners request a plan, and an operator decides.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem, findEmailsTo, getErrorPointers } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';

type Person = { email: string; cookie: string; user: { id: string } };
type Owner = Person & { workspace: string; key: string };

let service: Service;
let secondInstance: Service;
let olga: Person;

const sql = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
const callAs = (
  person: { cookie: string } | undefined,
  method: string,
  path: string,
  body?: unknown,
  instance = service,
) =>
  call(instance, method, path, {
    ...(person ? { cookie: person.cookie } : {}),
    ...(body === undefined ? {} : { body }),
  });
const LIST_PATH = '/api/operator/plan-requests';
const putRequest = (person: Person, body: unknown = { plan: 'professional' }) =>
  callAs(person, 'PUT', '/api/plan/request', body);
const readPlan = async (person: Person) => (await callAs(person, 'GET', '/api/plan')).json;
const listOpenRequests = async () =>
  expectStatus(200, await callAs(olga, 'GET', `${LIST_PATH}?status=open&limit=100`)).json.data;
const decide = (person: Person | undefined, id: string, decision: 'grant' | 'decline', body: unknown = {}) =>
  callAs(person, 'POST', `${LIST_PATH}/${id}/${decision}`, body);

async function createOwner(businessName = 'Bella Vista'): Promise<Owner> {
  const person = await signUp(service, { businessName });
  const workspace = (await callAs(person, 'GET', '/api/me')).json.workspaces[0].id as string;
  return { ...person, workspace, key: (await createApiKey(service, workspace)).key };
}

async function createOperator(): Promise<Person> {
  const person = await signUp(service, { name: 'Olga Operator' });
  await sql('insert into operators (user_id) values ($1)', [person.user.id]);
  return person;
}

/** Requests a plan and returns the request's id as the operator sees it. */
async function requestPlan(person: Owner, body?: unknown): Promise<string> {
  expectStatus(200, await putRequest(person, body));
  return (await listOpenRequests()).find(
    ({ workspace }: { workspace: { id: string } }) => workspace.id === person.workspace,
  ).id;
}

const waitForEmail = (to: string, subject: RegExp) =>
  vi.waitFor(
    async () => {
      const matchingEmails = (await findEmailsTo(service, to)).filter((email) => subject.test(email));
      expect(matchingEmails).toHaveLength(1);
      return matchingEmails[0]!;
    },
    { timeout: 60_000, interval: 25 },
  );

beforeAll(async () => {
  service = await startService(undefined, { planChanges: 'operator' });
  secondInstance = await startService(service.connection, { planChanges: 'operator', jobs: 'off' });
  olga = await createOperator();
});

describe('an owner', () => {
  it('can request one plan at a time, and withdraw the request', async () => {
    const ann = await createOwner();
    expect((await readPlan(ann)).request).toBe(null);
    const firstRequest = expectStatus(200, await putRequest(ann, { plan: 'professional', note: 'We grow.' })).json;
    expect(firstRequest).toMatchObject({ plan: 'professional', status: 'open', note: 'We grow.', reason: null });
    expectStatus(200, await putRequest(ann, { plan: 'business' }));
    expect((await readPlan(ann)).request).toMatchObject({ plan: 'business', status: 'open', note: null });
    expect(await sql('select status from plan_requests where workspace_id = $1 order by id', [ann.workspace])).toEqual([
      { status: 'withdrawn' },
      { status: 'open' },
    ]);
    expectStatus(204, await callAs(ann, 'DELETE', '/api/plan/request'));
    expect((await readPlan(ann)).request).toBe(null);
    expectProblem(await callAs(ann, 'DELETE', '/api/plan/request'), 404, 'not_found');
    expect((await readPlan(ann)).plan).toBe('starter');
    const auditEntries = (await callAs(ann, 'GET', '/api/audit?action=plan.*')).json.data;
    expect(auditEntries.map(({ action, reason }: { action: string; reason: string }) => [action, reason])).toEqual([
      ['plan.withdraw', 'business'],
      ['plan.ask', 'starter → business'],
      ['plan.ask', 'starter → professional'],
    ]);
  });

  it('has one open request even after concurrent ones', async () => {
    const ann = await createOwner();
    const responses = await Promise.all(Array.from({ length: 8 }, () => putRequest(ann)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [row] = await sql(`select count(*)::int from plan_requests where workspace_id = $1 and status = 'open'`, [
      ann.workspace,
    ]);
    expect(row.count).toBe(1);
  });

  it.each([
    ['an unknown plan', { plan: 'gold' }, '/plan'],
    ['no plan', {}, '/plan'],
    ['an unknown field', { plan: 'business', coupon: 'x' }, '/coupon'],
    ['a note that is too long', { plan: 'business', note: 'x'.repeat(1_001) }, '/note'],
  ])('gets an error for %s', async (_, body, pointer) => {
    const response = await putRequest(await createOwner(), body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
  });

  it('cannot request the current plan, or one that allows fewer industries than are active', async () => {
    const ann = await createOwner();
    expectProblem(await putRequest(ann, { plan: 'starter' }), 409, 'conflict');
    await sql(`update workspaces set plan = 'business' where live_id = $1`, [ann.workspace]);
    for (const industry of ['salon', 'retail'])
      expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: ann.key, body: { industry } }));
    expectProblem(await putRequest(ann, { plan: 'starter' }), 409, 'conflict');
  });

  it('is the only one who can request a plan: an admin, a key or a stranger cannot', async () => {
    const ann = await createOwner();
    const bob = await signUp(service);
    await sql(`insert into members (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
      ann.workspace,
      bob.user.id,
    ]);
    const body = { plan: 'business' };
    const headers = { 'x-workspace': ann.workspace };
    for (const method of ['PUT', 'DELETE']) {
      const path = '/api/plan/request';
      const options = method === 'PUT' ? { body } : {};
      expectProblem(await call(service, method, path, options), 401, 'missing_session');
      expectProblem(await call(service, method, path, { key: ann.key, ...options }), 401, 'missing_session');
      expectProblem(
        await call(service, method, path, { cookie: bob.cookie, headers, ...options }),
        403,
        'insufficient_scope',
      );
      expectProblem(await call(service, method, path, { cookie: olga.cookie, headers, ...options }), 404, 'not_found');
    }
  });

  it('cannot request a plan where owners change it themselves', async () => {
    const selfServiceInstance = await startService(service.connection, { planChanges: 'owner', jobs: 'off' });
    const ann = await createOwner();
    expectStatus(200, await putRequest(ann, { plan: 'business' }));
    expectProblem(
      await callAs(ann, 'PUT', '/api/plan/request', { plan: 'business' }, selfServiceInstance),
      409,
      'conflict',
    );
    expectStatus(200, await callAs(ann, 'PUT', '/api/plan', { plan: 'professional' }, selfServiceInstance));
    expect(await readPlan(ann)).toMatchObject({ plan: 'professional', request: null });
  });
});

describe('an operator', () => {
  it('gets at most one email a day per workspace, without the owner’s note', async () => {
    const ann = await createOwner('Ann’s http://evil.example Bakery');
    expectStatus(200, await putRequest(ann, { plan: 'professional', note: 'Click evil.example' }));
    expectStatus(204, await callAs(ann, 'DELETE', '/api/plan/request'));
    expectStatus(200, await putRequest(ann, { plan: 'business' }));
    const email = await waitForEmail(olga.email, new RegExp(ann.workspace));
    expect(email).toContain('asked to switch from Starter to Professional');
    expect(email).toContain('/operator');
    expect(email).not.toMatch(/Click|http:\/\/evil/);
  });

  it('sees the requester, the plan and its usage, and nothing else', async () => {
    const ann = await createOwner();
    await call(service, 'POST', '/api/chat', { key: ann.key, body: { message: 'My secret' } });
    const id = await requestPlan(ann, { plan: 'business', note: 'We grow.' });
    const listedRequest = (await listOpenRequests()).find((request: { id: string }) => request.id === id);
    expect(listedRequest).toEqual({
      id,
      status: 'open',
      plan: 'business',
      note: 'We grow.',
      reason: null,
      decidedAt: null,
      decidedBy: null,
      createdAt: expect.any(String),
      askedBy: { name: 'Ann Owner', email: ann.email },
      workspace: {
        id: ann.workspace,
        name: 'Bella Vista',
        plan: 'starter',
        used: 1,
        limit: 500,
        createdAt: expect.any(String),
      },
    });
    const headers = { 'x-workspace': ann.workspace };
    for (const path of ['/api/conversations', '/api/plan', '/api/audit', '/api/members', '/api/keys'])
      expectProblem(await call(service, 'GET', path, { cookie: olga.cookie, headers }), 404, 'not_found');
  });

  it('can grant a request: at once on all instances, with an audit entry and an email', async () => {
    const ann = await createOwner();
    const id = await requestPlan(ann);
    const { json } = expectStatus(200, await decide(olga, id, 'grant'));
    expect(json).toMatchObject({ status: 'granted', decidedBy: 'Olga Operator', workspace: { plan: 'professional' } });
    expect(await readPlan(ann)).toMatchObject({ plan: 'professional', limit: 2_000, request: null });
    for (const instance of [service, secondInstance]) {
      const readBurstLimit = async () =>
        (await call(instance, 'GET', '/api/conversations', { key: ann.key })).headers.get('x-ratelimit-limit');
      await expect.poll(readBurstLimit, { interval: 10 }).toBe('300');
    }
    const [entry] = (await callAs(ann, 'GET', '/api/audit?action=plan.change')).json.data;
    expect(entry).toMatchObject({ actor: 'operator', subject: ann.workspace, reason: 'starter → professional' });
    expect((await callAs(ann, 'GET', '/api/audit/verification')).json.ok).toBe(true);
    expect(await waitForEmail(ann.email, /Subject: .*Professional/)).toContain('was approved');
    expectProblem(await decide(olga, id, 'grant'), 409, 'conflict');
    expectProblem(await decide(olga, id, 'decline'), 409, 'conflict');
  });

  it('can decline a request: the plan stays, and the owner gets the reason', async () => {
    const ann = await createOwner();
    const id = await requestPlan(ann, { plan: 'business' });
    expectStatus(200, await decide(olga, id, 'decline', { reason: 'Please pay the open bill first.' }));
    expect(await readPlan(ann)).toMatchObject({
      plan: 'starter',
      request: { plan: 'business', status: 'declined', reason: 'Please pay the open bill first.' },
    });
    expect(await waitForEmail(ann.email, /declined/)).toContain('Reason: Please pay the open bill first.');
    const [entry] = (await callAs(ann, 'GET', '/api/audit?action=plan.decline')).json.data;
    expect(entry).toMatchObject({ actor: 'operator', subject: id, reason: 'business' });
    expectProblem(await decide(olga, id, 'grant'), 409, 'conflict');
    expectStatus(200, await putRequest(ann, { plan: 'business' }));
  });

  it('cannot grant a withdrawn request, or a plan that has become too small', async () => {
    const ann = await createOwner();
    const withdrawnId = await requestPlan(ann);
    expectStatus(204, await callAs(ann, 'DELETE', '/api/plan/request'));
    expectProblem(await decide(olga, withdrawnId, 'grant'), 409, 'conflict');
    await sql(`update workspaces set plan = 'business' where live_id = $1`, [ann.workspace]);
    const tooSmallId = await requestPlan(ann, { plan: 'starter' });
    for (const industry of ['salon', 'retail'])
      expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: ann.key, body: { industry } }));
    expectProblem(await decide(olga, tooSmallId, 'grant'), 409, 'conflict');
    // The failed grant changed nothing.
    expect(await readPlan(ann)).toMatchObject({ plan: 'business', request: { status: 'open' } });
  });

  it('decides a request once, even with concurrent decisions', async () => {
    const otherOperator = await createOperator();
    const ann = await createOwner();
    const id = await requestPlan(ann);
    const results = await Promise.all([
      decide(olga, id, 'grant'),
      decide(otherOperator, id, 'decline'),
      decide(otherOperator, id, 'grant'),
      putRequest(ann, { plan: 'business' }),
    ]);
    const successfulDecisions = results.slice(0, 3).filter(({ status }) => status === 200);
    expect(successfulDecisions.length).toBeLessThanOrEqual(1);
    expect(results.every(({ status }) => [200, 409].includes(status))).toBe(true);
    await sql('delete from operators where user_id = $1', [otherOperator.user.id]);
  });

  it('can list requests by status, page by page', async () => {
    for (let n = 0; n < 3; n++) await requestPlan(await createOwner());
    const readPage = async (query: string) =>
      expectStatus(200, await callAs(olga, 'GET', `${LIST_PATH}?${query}`)).json;
    const firstPage = await readPage('status=open&limit=2');
    expect([firstPage.data.length, firstPage.has_more]).toEqual([2, true]);
    const nextPage = await readPage(`status=open&limit=2&starting_after=${firstPage.data[1].id}`);
    expect(nextPage.data[0].id < firstPage.data[1].id).toBe(true);
    expect(
      (await readPage('status=granted')).data.every(({ status }: { status: string }) => status === 'granted'),
    ).toBe(true);
    expectProblem(await callAs(olga, 'GET', `${LIST_PATH}?starting_after=prq_x`), 400, 'invalid_request');
    expectProblem(await callAs(olga, 'GET', `${LIST_PATH}?status=lost`), 400, 'invalid_request');
    expectProblem(await decide(olga, 'prq_01k9z0v3w8e5r7t2y4u6i8o0pa', 'grant'), 404, 'not_found');
  });

  it('uses endpoints that reject owners, keys and calls without a session', async () => {
    const ann = await createOwner();
    const id = await requestPlan(ann);
    expectProblem(await callAs(undefined, 'GET', LIST_PATH), 401, 'missing_session');
    expectProblem(await call(service, 'GET', LIST_PATH, { key: ann.key }), 401, 'missing_session');
    for (const decision of ['grant', 'decline'] as const) {
      expectProblem(await decide(undefined, id, decision), 401, 'missing_session');
      expectProblem(await decide(ann, id, decision), 403, 'insufficient_scope');
    }
    expectProblem(await callAs(ann, 'GET', LIST_PATH), 403, 'insufficient_scope');
    expect((await callAs(ann, 'GET', '/api/me')).json.operator).toBe(false);
    expect((await callAs(olga, 'GET', '/api/me')).json.operator).toBe(true);
    // The service's database role can neither add an operator nor read requests for a non-operator.
    await expect(
      service.database.statement('insert into operators (user_id) values ($1)', [ann.user.id]),
    ).rejects.toMatchObject({ code: '42501' });
    const listSql = 'select * from plan_requests_for($1, $2, 10)';
    expect(await service.database.statement(listSql, [ann.user.id, ['open']])).toEqual([]);
    // Another site's page cannot use an operator's cookie.
    const headers = { origin: 'https://evil.example' };
    const path = `${LIST_PATH}/${id}/grant`;
    expectProblem(
      await call(service, 'POST', path, { cookie: olga.cookie, headers, body: {} }),
      403,
      'origin_not_allowed',
    );
  });

  it('loses access at once when removed', async () => {
    const otherOperator = await createOperator();
    expectStatus(200, await callAs(otherOperator, 'GET', LIST_PATH));
    await sql('delete from operators where user_id = $1', [otherOperator.user.id]);
    expectProblem(await callAs(otherOperator, 'GET', LIST_PATH), 403, 'insufficient_scope');
  });
});
