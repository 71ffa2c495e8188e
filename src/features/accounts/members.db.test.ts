import { describe, expect, it } from 'vitest';
import { expectProblem, findEmailedToken, findEmailsTo, getErrorPointers } from '../../../test/expect.ts';
import { call, type HttpResponse, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';
import { hasRole, ROLES, type Role } from './roles.ts';

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });

type Person = { email: string; cookie: string; user: { id: string } };
type Team = { id: string } & Record<Role, Person>;

const queryDb = (sql: string, values: unknown[] = []) => queryAsDbOwner(service.connection, sql, values);
const addMember = (workspaceId: string, userId: string, role: Role) =>
  queryDb('insert into members values ($1, $2, $3)', [workspaceId, userId, role]);
const findOwnWorkspaceId = async ({ cookie }: Person): Promise<string> =>
  (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
const requestAs = (
  person: Person,
  workspaceId: string,
  method: string,
  path: string,
  body?: unknown,
  instance: Service = service,
) => call(instance, method, path, { cookie: person.cookie, body, headers: { 'x-workspace': workspaceId } });
const readRoles = async (workspaceId: string) => {
  const { rows } = await queryDb('select user_id, role from members where workspace_id = $1', [workspaceId]);
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
};

let extraCount = 0;
/** Adds a member who never signs in. */
async function addExtraMember(workspaceId: string, role: Role): Promise<string> {
  const id = `usr_extra${++extraCount}`;
  await queryDb('insert into auth_users (id, name, email) values ($1, $2, $3)', [id, 'Extra', `${id}@example.com`]);
  await addMember(workspaceId, id, role);
  return id;
}

async function createTeam(): Promise<Team> {
  const [owner, admin, agent, reader] = await Promise.all([0, 1, 2, 3].map(() => signUp(service)));
  const id = await findOwnWorkspaceId(owner!);
  await addMember(id, admin!.user.id, 'admin');
  await addMember(id, agent!.user.id, 'agent');
  await addMember(id, reader!.user.id, 'read-only');
  return { id, owner: owner!, admin: admin!, agent: agent!, 'read-only': reader! };
}

const team = await createTeam();

describe('each role', () => {
  const KEY_REQUEST = { name: 'k', mode: 'test', kind: 'secret' };
  const DASHBOARD_ROUTES: [requiredRole: Role, method: string, path: string, body?: unknown][] = [
    ['admin', 'GET', '/api/keys'],
    ['admin', 'POST', '/api/keys', KEY_REQUEST],
    ['admin', 'DELETE', '/api/keys/key_1'],
    ['admin', 'POST', '/api/keys/key_1/rotate', {}],
    ['read-only', 'GET', '/api/plan'],
    ['owner', 'PUT', '/api/plan', { plan: 'professional' }],
    ['read-only', 'GET', '/api/members'],
    ['admin', 'PATCH', '/api/members/:extra', { role: 'read-only' }],
    ['admin', 'DELETE', '/api/members/:extra'],
    ['admin', 'GET', '/api/invitations'],
    ['admin', 'POST', '/api/invitations', { email: 'new@example.com', role: 'agent' }],
    ['admin', 'DELETE', '/api/invitations/inv_1'],
  ];
  const roleCases = DASHBOARD_ROUTES.flatMap(([requiredRole, method, path, body]) =>
    ROLES.map((role) => [role, hasRole(role, requiredRole) ? 'may' : 'may not', method, path, body] as const),
  );

  it.each(roleCases)('%s %s %s %s', async (role, permission, method, path, body) => {
    const pathWithId = path.replace(':extra', path.includes(':extra') ? await addExtraMember(team.id, 'agent') : '');
    const response = await requestAs(team[role], team.id, method, pathWithId, body);
    if (permission === 'may not') return expectProblem(response, 403, 'insufficient_scope');
    const expectedStatus = /_1/.test(path) ? 404 : method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200;
    expect({ status: response.status, text: response.text }).toMatchObject({ status: expectedStatus });
  });

  it('sees itself in the list of members', async () => {
    const { json } = await requestAs(team.agent, team.id, 'GET', '/api/members');
    expect(json).toMatchObject({ object: 'list', has_more: false });
    for (const role of ROLES) {
      const { email, user } = team[role];
      expect(json.data).toContainEqual(expect.objectContaining({ userId: user.id, email, role }));
    }
  });

  it('can leave', async () => {
    const { id, ...people } = await createTeam();
    for (const role of ['admin', 'agent', 'read-only'] as const) {
      expect((await requestAs(people[role], id, 'DELETE', `/api/members/${people[role].user.id}`)).status).toBe(204);
      expectProblem(await requestAs(people[role], id, 'GET', '/api/members'), 404, 'not_found');
    }
    expect(await readRoles(id)).toEqual({ [people.owner.user.id]: 'owner' });
  });
});

describe('X-Workspace', () => {
  it('is not found for another workspace', async () => {
    const eve = await signUp(service);
    const KEY_REQUEST = { name: 'k', mode: 'test', kind: 'secret' };
    for (const id of [team.id, 'ws_00000000000000000000000000', "'; drop table members; --"]) {
      expectProblem(await requestAs(eve, id, 'GET', '/api/keys'), 404, 'not_found');
      expectProblem(await requestAs(eve, id, 'POST', '/api/keys', KEY_REQUEST), 404, 'not_found');
    }
    const { rows } = await queryDb(`select id from workspaces where live_id = $1 and mode = 'test'`, [team.id]);
    expectProblem(await requestAs(team.owner, rows[0].id, 'GET', '/api/keys'), 404, 'not_found');
  });

  it('chooses among the user’s workspaces and defaults to the first', async () => {
    const ownWorkspaceId = await findOwnWorkspaceId(team.agent);
    const countMembers = async (headers: Record<string, string>) => {
      const { json } = await call(service, 'GET', '/api/members', { cookie: team.agent.cookie, headers });
      return json.data.length;
    };
    expect(ownWorkspaceId).not.toBe(team.id);
    expect(await countMembers({})).toBe(1);
    expect(await countMembers({ 'x-workspace': ownWorkspaceId })).toBe(1);
    expect(await countMembers({ 'x-workspace': team.id })).toBeGreaterThanOrEqual(4);
  });
});

describe('owners', () => {
  it('cannot leave or be demoted if they are the last', async () => {
    const ann = await signUp(service);
    const id = await findOwnWorkspaceId(ann);
    const path = `/api/members/${ann.user.id}`;
    expectProblem(await requestAs(ann, id, 'DELETE', path), 409, 'conflict');
    expectProblem(await requestAs(ann, id, 'PATCH', path, { role: 'admin' }), 409, 'conflict');
    expect(await readRoles(id)).toEqual({ [ann.user.id]: 'owner' });

    const newOwnerId = await addExtraMember(id, 'agent');
    expect((await requestAs(ann, id, 'PATCH', `/api/members/${newOwnerId}`, { role: 'owner' })).json).toEqual({
      userId: newOwnerId,
      role: 'owner',
    });
    expect((await requestAs(ann, id, 'PATCH', path, { role: 'agent' })).status).toBe(200);
    expectProblem(await requestAs(ann, id, 'PUT', '/api/plan', { plan: 'business' }), 403, 'insufficient_scope');
  });

  it('cannot be changed by an admin', async () => {
    const ownerPath = `/api/members/${team.owner.user.id}`;
    const extraId = await addExtraMember(team.id, 'agent');
    const attempts = [
      await requestAs(team.admin, team.id, 'DELETE', ownerPath),
      await requestAs(team.admin, team.id, 'PATCH', ownerPath, { role: 'read-only' }),
      await requestAs(team.admin, team.id, 'PATCH', `/api/members/${extraId}`, { role: 'owner' }),
      await requestAs(team.admin, team.id, 'PATCH', `/api/members/${team.admin.user.id}`, { role: 'owner' }),
    ];
    for (const response of attempts) expectProblem(response, 403, 'insufficient_scope');
    expect(await readRoles(team.id)).toMatchObject({
      [team.owner.user.id]: 'owner',
      [team.admin.user.id]: 'admin',
      [extraId]: 'agent',
    });
  });

  it('who remove each other at the same moment leave one owner', async () => {
    const [ann, bob] = await Promise.all([signUp(service), signUp(service)]);
    const id = await findOwnWorkspaceId(ann);
    for (let round = 0; round < 5; round++) {
      await queryDb('delete from members where workspace_id = $1', [id]);
      for (const { user } of [ann, bob]) await addMember(id, user.id, 'owner');
      const removeMember = (person: Person, target: Person, instance: Service): Promise<HttpResponse> =>
        requestAs(person, id, 'DELETE', `/api/members/${target.user.id}`, undefined, instance);
      const responses = await Promise.all([removeMember(ann, bob, service), removeMember(bob, ann, secondInstance)]);
      expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(Object.values(await readRoles(id))).toEqual(['owner']);
    }
  });
});

describe('members', () => {
  it('are not found if unknown or in another workspace', async () => {
    const outsiderId = await addExtraMember(await findOwnWorkspaceId(team.agent), 'agent');
    for (const id of ['usr_1', outsiderId]) {
      expectProblem(await requestAs(team.owner, team.id, 'DELETE', `/api/members/${id}`), 404, 'not_found');
      expectProblem(
        await requestAs(team.owner, team.id, 'PATCH', `/api/members/${id}`, { role: 'agent' }),
        404,
        'not_found',
      );
    }
  });

  it('reject unknown roles and fields', async () => {
    const path = `/api/members/${team.agent.user.id}`;
    for (const [body, pointer] of [
      [{ role: 'king' }, '/role'],
      [{ role: 'agent', name: 'x' }, '/name'],
      [{}, '/role'],
    ]) {
      const response = await requestAs(team.owner, team.id, 'PATCH', path, body);
      expectProblem(response, 422, 'validation_failed');
      expect(getErrorPointers(response)).toEqual([pointer]);
    }
  });
});

describe('an invitation', () => {
  const invite = (email: string, role: string, inviter = team.admin) =>
    requestAs(inviter, team.id, 'POST', '/api/invitations', { email, role });
  const accept = (person: Person, token: string, instance: Service = service) =>
    call(instance, 'POST', '/api/invitations/accept', { cookie: person.cookie, body: { token } });

  it('comes by email and can be accepted once', async () => {
    const guest = await signUp(service);
    const createResponse = await invite(guest.email.toUpperCase(), 'agent');
    expect(createResponse.status).toBe(201);
    expect(createResponse.json).toMatchObject({ email: guest.email, role: 'agent' });
    const days = (Date.parse(createResponse.json.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const token = await findEmailedToken(service, guest.email);
    // This service can't send email, so the admin passes the link on.
    expect(createResponse.json.link).toContain(token);

    const acceptResponse = await accept(guest, token);
    expect({ status: acceptResponse.status, json: acceptResponse.json }).toMatchObject({
      status: 200,
      json: { id: team.id, role: 'agent' },
    });
    expect((await readRoles(team.id))[guest.user.id]).toBe('agent');
    expect((await requestAs(guest, team.id, 'GET', '/api/members')).status).toBe(200);
    expectProblem(await accept(guest, token), 404, 'not_found');
  });

  it('can be read with its token', async () => {
    const guest = await signUp(service);
    await invite(guest.email, 'agent');
    const token = await findEmailedToken(service, guest.email);
    const findInvitation = (invitationToken: string) =>
      call(service, 'POST', '/api/invitations/find', { body: { token: invitationToken } });
    expect((await findInvitation(token)).json).toEqual({
      email: guest.email,
      role: 'agent',
      workspace: expect.any(String),
      invitedBy: 'Ann Owner',
    });
    expectProblem(await findInvitation('made-up'), 404, 'not_found');
    expect((await accept(guest, token)).status).toBe(200);
    expectProblem(await findInvitation(token), 404, 'not_found');
  });

  it('is accepted once even by concurrent requests', async () => {
    const guest = await signUp(service);
    await invite(guest.email, 'agent');
    const token = await findEmailedToken(service, guest.email);
    const responses = await Promise.all([accept(guest, token), accept(guest, token, secondInstance)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is valid only for the invited address', async () => {
    const [guest, thief] = await Promise.all([signUp(service), signUp(service)]);
    await invite(guest.email, 'admin');
    const token = await findEmailedToken(service, guest.email);
    expectProblem(await accept(thief, token), 404, 'not_found');
    expectProblem(await accept(thief, 'made-up'), 404, 'not_found');
    const body = { token };
    expectProblem(await call(service, 'POST', '/api/invitations/accept', { body }), 401, 'missing_session');
    expect((await readRoles(team.id))[thief.user.id]).toBeUndefined();
    expect((await accept(guest, token)).status).toBe(200);
  });

  it('is replaced by the next one to the same address', async () => {
    const guest = await signUp(service);
    await invite(guest.email, 'admin');
    const firstToken = await findEmailedToken(service, guest.email);
    await invite(guest.email, 'read-only');
    const nextToken = await findEmailedToken(service, guest.email, 2);
    expectProblem(await accept(guest, firstToken), 404, 'not_found');
    expect((await accept(guest, nextToken)).json.role).toBe('read-only');
  });

  it('ends when withdrawn or expired', async () => {
    const guest = await signUp(service);
    const { json } = await invite(guest.email, 'agent');
    const withdrawnToken = await findEmailedToken(service, guest.email);
    expect((await requestAs(team.admin, team.id, 'DELETE', `/api/invitations/${json.id}`)).status).toBe(204);
    expectProblem(await accept(guest, withdrawnToken), 404, 'not_found');
    await invite(guest.email, 'agent');
    const expiredToken = await findEmailedToken(service, guest.email, 2);
    await queryDb(`update invitations set expires_at = now() - interval '1 second' where email = $1`, [guest.email]);
    expectProblem(await accept(guest, expiredToken), 404, 'not_found');
    const { data } = (await requestAs(team.admin, team.id, 'GET', '/api/invitations?limit=100')).json;
    expect(data.filter(({ email }: { email: string }) => email === guest.email)).toEqual([]);
  });

  it('does not lower the role of a member', async () => {
    await invite(team.owner.email, 'read-only');
    const token = await findEmailedToken(service, team.owner.email);
    expect((await accept(team.owner, token)).json.role).toBe('owner');
  });

  it.each([
    ['as owner', { email: 'x@example.com', role: 'owner' }, '/role'],
    ['of no address', { email: 'x', role: 'agent' }, '/email'],
    ['with an unknown field', { email: 'x@example.com', role: 'agent', plan: 'free' }, '/plan'],
  ])('rejects %s, naming the field', async (_what, body, pointer) => {
    const response = await requestAs(team.owner, team.id, 'POST', '/api/invitations', body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
  });

  it('is listed only in its own workspace, newest first, page by page', async () => {
    const ann = await signUp(service);
    const id = await findOwnWorkspaceId(ann);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const body = { email: `${name}@list.example`, role: 'agent' };
      ids.unshift((await requestAs(ann, id, 'POST', '/api/invitations', body)).json.id);
    }
    const readPage = async (query: string) => {
      const { json } = await requestAs(ann, id, 'GET', `/api/invitations${query}`);
      return [json.data.map((row: { id: string }) => row.id), json.has_more];
    };
    expect(await readPage('')).toEqual([ids, false]);
    expect(await readPage('?limit=2')).toEqual([ids.slice(0, 2), true]);
    expect(await readPage(`?limit=2&starting_after=${ids[1]}`)).toEqual([ids.slice(2), false]);
    const unknownCursorResponse = await requestAs(
      ann,
      id,
      'GET',
      '/api/invitations?starting_after=inv_00000000000000000000000000',
    );
    expectProblem(unknownCursorResponse, 400, 'invalid_request');
  });

  it('is limited to twenty a day, including replaced and withdrawn ones', async () => {
    const ann = await signUp(service);
    const id = await findOwnWorkspaceId(ann);
    const sendInvitation = (n: number) =>
      requestAs(ann, id, 'POST', '/api/invitations', { email: `d${n % 15}@day.example`, role: 'agent' });
    const responses = [];
    for (let n = 0; n < 20; n++) responses.push(await sendInvitation(n));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    await requestAs(ann, id, 'DELETE', `/api/invitations/${responses.at(-1)!.json.id}`);
    const rejectedResponse = await sendInvitation(20);
    expectProblem(rejectedResponse, 429, 'rate_limited');
    expect(Number(rejectedResponse.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    const otherOwner = await signUp(service);
    const body = { email: 'd0@day.example', role: 'agent' };
    expect(
      (await requestAs(otherOwner, await findOwnWorkspaceId(otherOwner), 'POST', '/api/invitations', body)).status,
    ).toBe(201);
    await queryDb(`update attempt_counters set window_start = window_start - interval '1 day 1 second'`, []);
    expect((await sendInvitation(21)).status).toBe(201);
  });

  it('contains names as one line without links', async () => {
    const ann = await signUp(service, { name: 'Win hthttps://tps://a.example', businessName: 'HTTP://b.example' });
    const body = { email: 'names@mail.example', role: 'agent' };
    await requestAs(ann, await findOwnWorkspaceId(ann), 'POST', '/api/invitations', body);
    await findEmailedToken(service, body.email);
    const [email] = await findEmailsTo(service, body.email);
    expect(email).toContain('Win a.example invited you to join the b.example team as');
    expect(email!.match(/https?:/gi)).toHaveLength(1);
  });

  it('cannot be withdrawn from another workspace', async () => {
    const guest = await signUp(service);
    const { json } = await invite(guest.email, 'agent');
    const ownWorkspaceId = await findOwnWorkspaceId(guest);
    expectProblem(await requestAs(guest, ownWorkspaceId, 'DELETE', `/api/invitations/${json.id}`), 404, 'not_found');
    expect((await accept(guest, await findEmailedToken(service, guest.email))).status).toBe(200);
  });
});
