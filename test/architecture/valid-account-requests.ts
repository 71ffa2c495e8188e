// Valid requests of a signed-in member: keys, privacy, plan, account and team.
import { expectStatus } from '../business.ts';
import type { FullWorkspace } from '../full-workspace.ts';
import { call, getCookieHeader, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import { createSubscription } from '../push-service.ts';
import type { RequestFactory } from './request-factory.ts';

const createAsOwner = async (service: Service, { cookie }: FullWorkspace, path: string, body: object) =>
  expectStatus(201, await call(service, 'POST', path, { cookie, body })).json;
const createOwnKey = (workspace: FullWorkspace, service: Service) =>
  createAsOwner(service, workspace, '/api/keys', { name: 'k', mode: 'live', kind: 'secret' });

/** Signs the owner in again and returns the new session's cookie. */
async function signInAgain(service: Service, { ids: { ownerEmail: email }, password }: FullWorkspace): Promise<string> {
  return getCookieHeader(
    expectStatus(200, await call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password } })),
  );
}

async function addTeammate(service: Service, { ids: { workspace } }: FullWorkspace): Promise<string> {
  const { user } = await signUp(service);
  await queryAsDbOwner(
    service.connection,
    `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`,
    [workspace, user.id],
  );
  return user.id;
}

const registerDevice = async (workspace: FullWorkspace, service: Service): Promise<string> =>
  (
    await createAsOwner(
      service,
      workspace,
      '/api/notifications/devices',
      createSubscription('https://push.example.com').json,
    )
  ).id;

const createPasswordRequest: RequestFactory = async (workspace, service) => ({
  as: { cookie: await signInAgain(service, workspace) },
  body: { password: workspace.password },
  skipSubstitution: true,
});
async function createOperator(service: Service): Promise<{ cookie: string }> {
  const { cookie, user } = await signUp(service);
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [user.id]);
  return { cookie };
}

/** Requests a plan and returns the request's id, which the API shows only to operators. */
async function requestPlan({ cookie, ids: { workspace } }: FullWorkspace, service: Service): Promise<string> {
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where live_id = $1`, [workspace]);
  expectStatus(200, await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'professional' } }));
  const openRequestsSql = `select id from plan_requests where workspace_id = $1 and status = 'open'`;
  return (await queryAsDbOwner(service.connection, openRequestsSql, [workspace])).rows[0].id;
}

/** Operators decide for every workspace; the owner who made the request is not allowed to. */
const planDecisions: RequestFactory = async (workspace, service) => {
  const params = { id: await requestPlan(workspace, service) };
  return [
    { as: await createOperator(service), params, body: {}, skipSubstitution: true },
    { params, body: {}, status: 403 },
  ];
};

const chooseDomain = async ({ cookie }: FullWorkspace, service: Service) =>
  expectStatus(
    200,
    await call(service, 'PUT', '/api/brand/domain', { cookie, body: { domain: 'desk.bella-vista.example' } }),
  );

export const ACCOUNT_REQUESTS: Record<string, RequestFactory> = {
  'GET /api/audit': ({ ids: { user } }) => [{ query: { actor: user } }, { query: { subject: user } }],
  'GET /api/keys': ({ ids: { keyId } }) => ({ query: { starting_after: keyId } }),
  'POST /api/keys': () => ({
    body: { name: 'k', mode: 'live', kind: 'publishable', scopes: ['chat:write'], origins: ['https://x.example'] },
  }),
  'DELETE /api/keys/{id}': async (workspace, service) => ({
    params: { id: (await createOwnKey(workspace, service)).id },
  }),
  'POST /api/keys/{id}/rotate': async (workspace, service) => ({
    params: { id: (await createOwnKey(workspace, service)).id },
    body: {},
  }),
  'POST /api/privacy/customers/find': ({ ids: { email, phone } }) => ({ body: { email, phone } }),
  'POST /api/privacy/customers/export': ({ ids: { email } }) => ({ body: { email } }),
  'POST /api/privacy/customers/erase': () => ({ body: { email: 'nobody@example.com' } }),
  'PUT /api/service-levels': () => ({
    body: { hours: 'opening', targets: { default: { firstResponseMinutes: 30, resolutionMinutes: 480 } } },
  }),
  'PUT /api/brand/domain': () => ({ body: { domain: 'desk.bella-vista.example' } }),
  'DELETE /api/brand/domain': async (workspace, service) => {
    await chooseDomain(workspace, service);
    return {};
  },
  // No name server responds in this test.
  'POST /api/brand/domain/verify': async (workspace, service) => {
    await chooseDomain(workspace, service);
    return { body: {}, status: 409 };
  },
  'GET /api/brand/domains': () => ({
    as: 'nobody',
    query: { domain: 'desk.bella-vista.example' },
    skipSubstitution: true,
    status: 404,
  }),
  'GET /api/status/reports/{period}': () => ({
    as: 'nobody',
    params: { period: '1999-01' },
    skipSubstitution: true,
    status: 404,
  }),
  // In this test only operators can change a plan.
  'PUT /api/plan': () => ({ body: { plan: 'business' }, status: 403 }),
  'PUT /api/plan/request': () => ({ body: { plan: 'professional', note: 'We grow.' } }),
  'DELETE /api/plan/request': async (workspace, service) => {
    await requestPlan(workspace, service);
    return {};
  },
  'GET /api/operator/plan-requests': async (workspace, service) => [
    {
      as: await createOperator(service),
      query: { starting_after: workspace.ids.planRequest },
      skipSubstitution: true,
    },
    { query: { starting_after: workspace.ids.planRequest }, status: 403 },
  ],
  'POST /api/operator/plan-requests/{id}/grant': planDecisions,
  'POST /api/operator/plan-requests/{id}/decline': planDecisions,
  'POST /api/auth/sign-up/email': (workspace) => ({
    as: 'nobody',
    body: {
      name: 'New',
      email: `new-${workspace.pickUnusedTime().replace(':', '-')}-${workspace.marker}@example.com`.toLowerCase(),
      password: 'Correct-horse-9',
    },
    carriesSecret: true,
  }),
  'POST /api/auth/verify-email': () => ({ as: 'nobody', body: { token: 'x' }, status: 422 }),
  'POST /api/auth/sign-in/email': (workspace) => ({
    as: 'nobody',
    body: { email: workspace.ids.ownerEmail, password: workspace.password },
    skipSubstitution: true,
  }),
  'POST /api/auth/sign-out': async (workspace, service) => ({
    as: { cookie: await signInAgain(service, workspace) },
    body: {},
  }),
  'POST /api/auth/request-password-reset': (workspace) => ({
    as: 'nobody',
    body: { email: workspace.ids.ownerEmail },
    skipSubstitution: true,
  }),
  'POST /api/auth/check-reset-link': () => ({ as: 'nobody', body: { token: 'x' } }),
  'POST /api/auth/reset-password': () => ({
    as: 'nobody',
    body: { token: 'x', newPassword: 'Another-horse-9' },
    status: 422,
  }),
  'POST /api/auth/change-password': ({ password }) => ({
    body: { currentPassword: password, newPassword: password, revokeOtherSessions: false },
    skipSubstitution: true,
  }),
  'POST /api/auth/revoke-session': async (workspace, service) => {
    const cookie = await signInAgain(service, workspace);
    return { body: { token: decodeURIComponent(/session_token=([^;]+)/.exec(cookie)![1]!).split('.')[0] } };
  },
  'POST /api/auth/two-factor/enable': createPasswordRequest,
  'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '000000', trustDevice: true }, status: 400 }),
  'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'abcde-fghij' }, status: 400 }),
  'POST /api/auth/two-factor/disable': createPasswordRequest,
  'PATCH /api/members/{userId}': async (workspace, service) => ({
    params: { userId: await addTeammate(service, workspace) },
    body: { role: 'admin' },
  }),
  'POST /api/members/{userId}/reset-link': async (workspace, service) => ({
    // The teammate also has a workspace of their own.
    params: { userId: await addTeammate(service, workspace) },
    body: {},
    status: 409,
  }),
  'PATCH /api/notifications': () => ({ body: { waitingEmails: true } }),
  'POST /api/notifications/devices': () => ({ body: createSubscription('https://push.example.com').json }),
  'DELETE /api/notifications/devices/{id}': async (workspace, service) => ({
    params: { id: await registerDevice(workspace, service) },
  }),
  'POST /api/notifications/devices/{id}/test': async (workspace, service) => ({
    params: { id: await registerDevice(workspace, service) },
    body: {},
  }),
  'POST /api/notifications/sign-out-device': () => ({ body: { endpoint: 'https://push.example.com/send/1' } }),
  'DELETE /api/members/{userId}': async (workspace, service) => ({
    params: { userId: await addTeammate(service, workspace) },
  }),
  'GET /api/invitations': ({ ids: { invitation } }) => ({ query: { starting_after: invitation } }),
  'POST /api/invitations': (workspace) => ({
    body: { email: `i${workspace.pickUnusedTime().replace(':', '-')}@example.com`.toLowerCase(), role: 'agent' },
  }),
  'DELETE /api/invitations/{id}': async (workspace, service) => {
    const invitation = {
      email: `j${workspace.pickUnusedTime().replace(':', '-')}@example.com`.toLowerCase(),
      role: 'agent',
    };
    return { params: { id: (await createAsOwner(service, workspace, '/api/invitations', invitation)).id } };
  },
  'POST /api/invitations/find': ({ ids: { invitationToken: token } }) => ({ as: 'nobody', body: { token } }),
  'POST /api/invitations/accept': ({ ids: { invitationToken: token } }) => ({ body: { token }, status: 404 }),
  // Unhealthy, because no job runner is started.
  'GET /api/health': () => ({ as: 'nobody', status: 503, skipSubstitution: true }),
  'GET /api/health/ready': () => ({ as: 'nobody', status: 503, skipSubstitution: true }),
  'POST /api/privacy/deletion': (workspace) => ({
    body: { name: workspace.ids.name, password: workspace.password },
  }),
};
