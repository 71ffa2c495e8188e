// An owner asks for a plan, an operator decides.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { must } from '../../../test/business.ts';
import { expectProblem, mailsTo, pointers } from '../../../test/expect.ts';
import { asOwner, call, makeKey, type Service, signUp, startService } from '../../../test/harness.ts';

type Person = { email: string; cookie: string; user: { id: string } };
type Owner = Person & { workspace: string; key: string };

let service: Service;
let second: Service;
let olga: Person;

const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;
const send = (who: { cookie: string } | undefined, method: string, path: string, body?: unknown, on = service) =>
  call(on, method, path, { ...(who ? { cookie: who.cookie } : {}), ...(body === undefined ? {} : { body }) });
const LIST = '/api/operator/plan-requests';
const ask = (who: Person, body: unknown = { plan: 'professional' }) => send(who, 'PUT', '/api/plan/request', body);
const planOf = async (who: Person) => (await send(who, 'GET', '/api/plan')).json;
const open = async () => must(200, await send(olga, 'GET', `${LIST}?status=open&limit=100`)).json.data;
const decide = (who: Person | undefined, id: string, how: 'grant' | 'decline', body: unknown = {}) =>
  send(who, 'POST', `${LIST}/${id}/${how}`, body);

async function makeOwner(businessName = 'Bella Vista'): Promise<Owner> {
  const person = await signUp(service, { businessName });
  const workspace = (await send(person, 'GET', '/api/me')).json.workspaces[0].id as string;
  return { ...person, workspace, key: (await makeKey(service, workspace)).key };
}

async function makeOperator(): Promise<Person> {
  const person = await signUp(service, { name: 'Olga Operator' });
  await sql('insert into operators (user_id) values ($1)', [person.user.id]);
  return person;
}

/** What an owner asks for, as the operator finds it. */
async function asked(who: Owner, body?: unknown): Promise<string> {
  must(200, await ask(who, body));
  return (await open()).find(({ workspace }: { workspace: { id: string } }) => workspace.id === who.workspace).id;
}

const mailed = (to: string, subject: RegExp) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(service, to)).filter((mail) => subject.test(mail));
      expect(found).toHaveLength(1);
      return found[0]!;
    },
    { timeout: 60_000, interval: 25 },
  );

beforeAll(async () => {
  service = await startService(undefined, { planChanges: 'operator' });
  second = await startService(service.connection, { planChanges: 'operator', jobs: 'off' });
  olga = await makeOperator();
});

describe('an owner', () => {
  it('asks for a plan, once at a time, and takes it back', async () => {
    const ann = await makeOwner();
    expect((await planOf(ann)).request).toBe(null);
    const first = must(200, await ask(ann, { plan: 'professional', note: 'We grow.' })).json;
    expect(first).toMatchObject({ plan: 'professional', status: 'open', note: 'We grow.', reason: null });
    must(200, await ask(ann, { plan: 'business' }));
    expect((await planOf(ann)).request).toMatchObject({ plan: 'business', status: 'open', note: null });
    expect(await sql('select status from plan_requests where workspace_id = $1 order by id', [ann.workspace])).toEqual([
      { status: 'withdrawn' },
      { status: 'open' },
    ]);
    must(204, await send(ann, 'DELETE', '/api/plan/request'));
    expect((await planOf(ann)).request).toBe(null);
    expectProblem(await send(ann, 'DELETE', '/api/plan/request'), 404, 'not_found');
    expect((await planOf(ann)).plan).toBe('starter');
    const log = (await send(ann, 'GET', '/api/audit?action=plan.*')).json.data;
    expect(log.map(({ action, reason }: { action: string; reason: string }) => [action, reason])).toEqual([
      ['plan.withdraw', 'business'],
      ['plan.ask', 'starter → business'],
      ['plan.ask', 'starter → professional'],
    ]);
  });

  it('many times at once has one open request', async () => {
    const ann = await makeOwner();
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(ann)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
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
  ])('is refused %s', async (_, body, pointer) => {
    const reply = await ask(await makeOwner(), body);
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual([pointer]);
  });

  it('is refused the plan that they have, and one too small for what is active', async () => {
    const ann = await makeOwner();
    expectProblem(await ask(ann, { plan: 'starter' }), 409, 'conflict');
    await sql(`update workspaces set plan = 'business' where live_id = $1`, [ann.workspace]);
    for (const industry of ['salon', 'retail'])
      must(201, await call(service, 'POST', '/api/v1/setup', { key: ann.key, body: { industry } }));
    expectProblem(await ask(ann, { plan: 'starter' }), 409, 'conflict');
  });

  it('alone can ask: no admin, no key, no stranger', async () => {
    const ann = await makeOwner();
    const bob = await signUp(service);
    await sql(`insert into members (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
      ann.workspace,
      bob.user.id,
    ]);
    const body = { plan: 'business' };
    const headers = { 'x-workspace': ann.workspace };
    for (const method of ['PUT', 'DELETE']) {
      const path = '/api/plan/request';
      const own = method === 'PUT' ? { body } : {};
      expectProblem(await call(service, method, path, own), 401, 'missing_session');
      expectProblem(await call(service, method, path, { key: ann.key, ...own }), 401, 'missing_session');
      expectProblem(
        await call(service, method, path, { cookie: bob.cookie, headers, ...own }),
        403,
        'insufficient_scope',
      );
      expectProblem(await call(service, method, path, { cookie: olga.cookie, headers, ...own }), 404, 'not_found');
    }
  });

  it('who may change the plan themselves need not ask', async () => {
    const free = await startService(service.connection, { planChanges: 'owner', jobs: 'off' });
    const ann = await makeOwner();
    must(200, await ask(ann, { plan: 'business' }));
    expectProblem(await send(ann, 'PUT', '/api/plan/request', { plan: 'business' }, free), 409, 'conflict');
    must(200, await send(ann, 'PUT', '/api/plan', { plan: 'professional' }, free));
    expect(await planOf(ann)).toMatchObject({ plan: 'professional', request: null });
  });
});

describe('an operator', () => {
  it('is told by mail, by one workspace once a day, without what the owner wrote', async () => {
    const ann = await makeOwner('Ann’s http://evil.example Bakery');
    must(200, await ask(ann, { plan: 'professional', note: 'Click evil.example' }));
    must(204, await send(ann, 'DELETE', '/api/plan/request'));
    must(200, await ask(ann, { plan: 'business' }));
    const mail = await mailed(olga.email, new RegExp(ann.workspace));
    expect(mail).toContain('wants to switch from Starter to Professional');
    expect(mail).toContain('/operator');
    expect(mail).not.toMatch(/Click|http:\/\/evil/);
  });

  it('sees who asks for what, with what they have and use, and nothing else', async () => {
    const ann = await makeOwner();
    await call(service, 'POST', '/api/chat', { key: ann.key, body: { message: 'My secret' } });
    const id = await asked(ann, { plan: 'business', note: 'We grow.' });
    const shown = (await open()).find((each: { id: string }) => each.id === id);
    expect(shown).toEqual({
      ...{ id, status: 'open', plan: 'business', note: 'We grow.', reason: null, decidedAt: null, decidedBy: null },
      createdAt: expect.any(String),
      askedBy: { name: 'Ann Owner', email: ann.email },
      workspace: {
        ...{ id: ann.workspace, name: 'Bella Vista', plan: 'starter', used: 1, limit: 500 },
        createdAt: expect.any(String),
      },
    });
    const headers = { 'x-workspace': ann.workspace };
    for (const path of ['/api/conversations', '/api/plan', '/api/audit', '/api/members', '/api/keys'])
      expectProblem(await call(service, 'GET', path, { cookie: olga.cookie, headers }), 404, 'not_found');
  });

  it('grants it: at once, everywhere, in the log, and by mail', async () => {
    const ann = await makeOwner();
    const id = await asked(ann);
    const { json } = must(200, await decide(olga, id, 'grant'));
    expect(json).toMatchObject({ status: 'granted', decidedBy: 'Olga Operator', workspace: { plan: 'professional' } });
    expect(await planOf(ann)).toMatchObject({ plan: 'professional', limit: 2_000, request: null });
    for (const on of [service, second]) {
      const burst = async () =>
        (await call(on, 'GET', '/api/conversations', { key: ann.key })).headers.get('x-ratelimit-limit');
      await expect.poll(burst, { interval: 10 }).toBe('300');
    }
    const [entry] = (await send(ann, 'GET', '/api/audit?action=plan.change')).json.data;
    expect(entry).toMatchObject({ actor: 'operator', subject: ann.workspace, reason: 'starter → professional' });
    expect((await send(ann, 'GET', '/api/audit/verification')).json.ok).toBe(true);
    expect(await mailed(ann.email, /Subject: .*Professional/)).toContain('was approved');
    expectProblem(await decide(olga, id, 'grant'), 409, 'conflict');
    expectProblem(await decide(olga, id, 'decline'), 409, 'conflict');
  });

  it('declines it: the plan stays, and the owner reads why', async () => {
    const ann = await makeOwner();
    const id = await asked(ann, { plan: 'business' });
    must(200, await decide(olga, id, 'decline', { reason: 'Please pay the open bill first.' }));
    expect(await planOf(ann)).toMatchObject({
      plan: 'starter',
      request: { plan: 'business', status: 'declined', reason: 'Please pay the open bill first.' },
    });
    expect(await mailed(ann.email, /declined/)).toContain('Their reason: Please pay the open bill first.');
    const [entry] = (await send(ann, 'GET', '/api/audit?action=plan.decline')).json.data;
    expect(entry).toMatchObject({ actor: 'operator', subject: id, reason: 'business' });
    expectProblem(await decide(olga, id, 'grant'), 409, 'conflict');
    must(200, await ask(ann, { plan: 'business' }));
  });

  it('cannot grant what was taken back, or is too small by now', async () => {
    const ann = await makeOwner();
    const taken = await asked(ann);
    must(204, await send(ann, 'DELETE', '/api/plan/request'));
    expectProblem(await decide(olga, taken, 'grant'), 409, 'conflict');
    await sql(`update workspaces set plan = 'business' where live_id = $1`, [ann.workspace]);
    const small = await asked(ann, { plan: 'starter' });
    for (const industry of ['salon', 'retail'])
      must(201, await call(service, 'POST', '/api/v1/setup', { key: ann.key, body: { industry } }));
    expectProblem(await decide(olga, small, 'grant'), 409, 'conflict');
    // Nothing of it stays.
    expect(await planOf(ann)).toMatchObject({ plan: 'business', request: { status: 'open' } });
  });

  it('one of several who grant and decline at once is the one', async () => {
    const other = await makeOperator();
    const ann = await makeOwner();
    const id = await asked(ann);
    const both = await Promise.all([
      decide(olga, id, 'grant'),
      decide(other, id, 'decline'),
      decide(other, id, 'grant'),
      ask(ann, { plan: 'business' }),
    ]);
    const done = both.slice(0, 3).filter(({ status }) => status === 200);
    expect(done.length).toBeLessThanOrEqual(1);
    expect(both.every(({ status }) => [200, 409].includes(status))).toBe(true);
    await sql('delete from operators where user_id = $1', [other.user.id]);
  });

  it('reads page by page, by state', async () => {
    for (let times = 0; times < 3; times++) await asked(await makeOwner());
    const page = async (query: string) => must(200, await send(olga, 'GET', `${LIST}?${query}`)).json;
    const first = await page('status=open&limit=2');
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const next = await page(`status=open&limit=2&starting_after=${first.data[1].id}`);
    expect(next.data[0].id < first.data[1].id).toBe(true);
    expect((await page('status=granted')).data.every(({ status }: { status: string }) => status === 'granted')).toBe(
      true,
    );
    expectProblem(await send(olga, 'GET', `${LIST}?starting_after=prq_x`), 400, 'invalid_request');
    expectProblem(await send(olga, 'GET', `${LIST}?status=lost`), 400, 'invalid_request');
    expectProblem(await decide(olga, 'prq_01k9z0v3w8e5r7t2y4u6i8o0pa', 'grant'), 404, 'not_found');
  });

  it('is nobody else: no owner, no key, nobody who signed up with the same name', async () => {
    const ann = await makeOwner();
    const id = await asked(ann);
    expectProblem(await send(undefined, 'GET', LIST), 401, 'missing_session');
    expectProblem(await call(service, 'GET', LIST, { key: ann.key }), 401, 'missing_session');
    for (const how of ['grant', 'decline'] as const) {
      expectProblem(await decide(undefined, id, how), 401, 'missing_session');
      expectProblem(await decide(ann, id, how), 403, 'insufficient_scope');
    }
    expectProblem(await send(ann, 'GET', LIST), 403, 'insufficient_scope');
    expect((await send(ann, 'GET', '/api/me')).json.operator).toBe(false);
    expect((await send(olga, 'GET', '/api/me')).json.operator).toBe(true);
    // The service itself cannot make one, nor read requests for somebody who is none.
    await expect(
      service.database.statement('insert into operators (user_id) values ($1)', [ann.user.id]),
    ).rejects.toMatchObject({ code: '42501' });
    const list = 'select * from plan_requests_for($1, $2, 10)';
    expect(await service.database.statement(list, [ann.user.id, ['open']])).toEqual([]);
    // A page of another site cannot decide with an operator's cookie.
    const headers = { origin: 'https://evil.example' };
    const path = `${LIST}/${id}/grant`;
    expectProblem(
      await call(service, 'POST', path, { cookie: olga.cookie, headers, body: {} }),
      403,
      'origin_not_allowed',
    );
  });

  it('who is none any more is refused at once', async () => {
    const other = await makeOperator();
    must(200, await send(other, 'GET', LIST));
    await sql('delete from operators where user_id = $1', [other.user.id]);
    expectProblem(await send(other, 'GET', LIST), 403, 'insufficient_scope');
  });
});
