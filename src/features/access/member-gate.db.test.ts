import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, type Service, signUp, startService } from '../../../test/harness.ts';
import { hasRole, ROLES, type Role } from '../accounts/roles.ts';
import type { Scope } from '../keys/scopes.ts';
import { ROLE_SCOPES } from './role-scopes.ts';

/** `requirement` is a scope if the route also accepts a key, otherwise a role. */
type RouteAccess = { method: string; path: string; requirement: string; acceptsKey: boolean };

let service: Service;
let workspaceId: string;
let routes: RouteAccess[];
const cookies = new Map<Role, string>();
let strangerCookie: string;

beforeAll(async () => {
  service = await startService();
  const owner = await signUp(service, { businessName: 'Bella Vista' });
  const me = await call(service, 'GET', '/api/me', { cookie: owner.cookie });
  workspaceId = me.json.workspaces[0].id;
  cookies.set('owner', owner.cookie);
  for (const role of ROLES.slice(0, 3)) {
    const { cookie, user } = await signUp(service);
    await service.database.inWorkspace(workspaceId, (db) =>
      db.insertInto('members').values({ workspace_id: workspaceId, user_id: user.id, role }).execute(),
    );
    cookies.set(role, cookie);
  }
  strangerCookie = (await signUp(service)).cookie;
  routes = await listMemberRoutes();
});

type Operation = { description?: string; security?: object[] };

/** Reads from the OpenAPI document which routes accept a member's session and what they require. */
async function listMemberRoutes(): Promise<RouteAccess[]> {
  const { json } = await call(service, 'GET', '/openapi.json');
  return Object.entries(json.paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .flatMap(({ path, method, operation }) => {
      const [, kind, requirement] = operation.description?.match(/Needs the (scope|role) `([^`]+)`/) ?? [];
      const concretePath = path.replace(/\{(\w+)\}/g, (_, name) => `${name}_01k9z0v3w8e5r7t2y4u6i8o0pa`);
      const acceptsKey = kind === 'scope';
      // Skips routes for widget visitors and for operators.
      const isNotForMembers = (acceptsKey && path.includes('/widget/')) || requirement === 'operator';
      return requirement && !isNotForMembers
        ? [{ method: method.toUpperCase(), path: concretePath, requirement, acceptsKey }]
        : [];
    });
}

const isAllowed = (role: Role, { requirement, acceptsKey }: RouteAccess): boolean =>
  acceptsKey ? ROLE_SCOPES[role].has(requirement as Scope) : hasRole(role, requirement as Role);

const callRoute = ({ method, path }: RouteAccess, cookie: string, headers: Record<string, string> = {}) =>
  // Streams never end, so they are called with HEAD, which passes the same gate.
  call(service, method === 'GET' && path.endsWith('/events') ? 'HEAD' : method, path, {
    cookie,
    headers: { 'x-workspace': workspaceId, 'x-mode': 'test', ...headers },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: { nonsense: true } }),
  });

describe('a session', () => {
  it.each(ROLES)('gives the role %s exactly its permissions', async (role) => {
    expect(routes.length).toBeGreaterThan(60);
    const unexpectedResponses: string[] = [];
    for (const route of routes) {
      const response = await callRoute(route, cookies.get(role)!);
      const isRefused =
        response.status === 403 && (response.json?.code ?? 'insufficient_scope') === 'insufficient_scope';
      if (isRefused === isAllowed(role, route) || response.status === 401 || response.status >= 500)
        unexpectedResponses.push(`${route.method} ${route.path}: ${response.status} ${response.text}`);
    }
    expect(unexpectedResponses).toEqual([]);
  });

  it('gives no access to another workspace', async () => {
    for (const route of routes) expect((await callRoute(route, strangerCookie)).status).toBe(404);
  });

  it('rejects cross-site writes', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const crossSiteHeaders: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of crossSiteHeaders) {
        const response = await callRoute(route, cookies.get('owner')!, headers);
        expect([response.status, response.json.code]).toEqual([403, 'origin_not_allowed']);
      }
    }
  });

  it('uses the sandbox on request, and the live workspace otherwise', async () => {
    const cookie = cookies.get('owner')!;
    const readConfig = async (mode?: string) =>
      (await call(service, 'GET', '/api/v1/config', { cookie, headers: mode ? { 'x-mode': mode } : {} })).json;
    const body = { name: 'The sandbox', timezone: 'Europe/Rome' };
    await call(service, 'PUT', '/api/v1/config', { cookie, body, headers: { 'x-mode': 'test' } });
    expect((await readConfig('test')).name).toBe('The sandbox');
    expect((await readConfig()).name).toBe('Bella Vista');
    const { key } = await createApiKey(service, workspaceId, { mode: 'test' });
    expect((await call(service, 'GET', '/api/v1/config', { key })).json.name).toBe('The sandbox');
    const versions = await call(service, 'GET', '/api/v1/config/versions', { cookie, headers: { 'x-mode': 'test' } });
    expect(versions.json.data[0].createdAt).toMatch(/\+0[12]:00$/);
    const invalidModeResponse = await call(service, 'GET', '/api/v1/config', { cookie, headers: { 'x-mode': 'real' } });
    expect([invalidModeResponse.status, invalidModeResponse.json.code]).toEqual([400, 'invalid_request']);
  });

  it('does not count towards the plan, and cannot use the live assistant', async () => {
    const cookie = cookies.get('owner')!;
    const readUsedCalls = async () => (await call(service, 'GET', '/api/plan', { cookie })).json.used;
    const usedBefore = await readUsedCalls();
    expect((await call(service, 'GET', '/api/conversations', { cookie })).status).toBe(200);
    expect(await readUsedCalls()).toBe(usedBefore);
    const chatResponse = await call(service, 'POST', '/api/chat', { cookie, body: { message: 'Hi' } });
    expect([chatResponse.status, chatResponse.json.code]).toEqual([403, 'insufficient_scope']);
  });

  it('requires a session or a key', async () => {
    expect((await call(service, 'GET', '/api/conversations')).json.code).toBe('missing_api_key');
    const cookie = 'account.session_token=nobody';
    expect((await call(service, 'GET', '/api/conversations', { cookie })).status).toBe(401);
  });
});

it('rejects a member who calls faster than any person could', async () => {
  const strictService = await startService(undefined, {}, { maxMemberCallsPerMinute: 5 });
  const [hastyMember, calmMember] = [await signUp(strictService), await signUp(strictService)];
  const paths = ['/api/me', '/api/keys', '/api/v1/bookings', '/api/conversations', '/api/me', '/api/v1/config'];
  const statuses: number[] = [];
  for (const path of paths)
    statuses.push((await call(strictService, 'GET', path, { cookie: hastyMember.cookie })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expectProblem(await call(strictService, 'GET', '/api/me', { cookie: hastyMember.cookie }), 429, 'rate_limited');
  expect((await call(strictService, 'GET', '/api/me', { cookie: calmMember.cookie })).status).toBe(200);
});
