// Requests that succeed, of whoever is signed in: keys, privacy, plan, account and team.
import { must } from '../business.ts';
import type { Full } from '../full-workspace.ts';
import { asOwner, call, cookies, type Service, signUp } from '../harness.ts';
import { newSubscription } from '../push-service.ts';
import type { Make } from './valid-requests.ts';

const asOwnerOf = async (service: Service, { cookie }: Full, path: string, body: object) =>
  must(201, await call(service, 'POST', path, { cookie, body })).json;
const newKey = (own: Full, service: Service) =>
  asOwnerOf(service, own, '/api/keys', { name: 'k', mode: 'live', kind: 'secret' });

/** Somebody else's session in the place of the owner's own. */
async function anotherSession(service: Service, { known: { ownerEmail: email }, password }: Full): Promise<string> {
  return cookies(must(200, await call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password } })));
}

async function teammate(service: Service, { known: { workspace } }: Full): Promise<string> {
  const { user } = await signUp(service);
  await asOwner(service.connection, `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`, [
    workspace,
    user.id,
  ]);
  return user.id;
}

const newDevice = async (own: Full, service: Service): Promise<string> =>
  (await asOwnerOf(service, own, '/api/notifications/devices', newSubscription('https://push.example.com').json)).id;

const byPassword: Make = async (own, service) => ({
  as: { cookie: await anotherSession(service, own) },
  body: { password: own.password },
  alone: true,
});
async function operator(service: Service): Promise<{ cookie: string }> {
  const { cookie, user } = await signUp(service);
  await asOwner(service.connection, 'insert into operators (user_id) values ($1)', [user.id]);
  return { cookie };
}

/** Its id, which operators alone are told. */
async function askForPlan({ cookie, known: { workspace } }: Full, service: Service): Promise<string> {
  await asOwner(service.connection, `update workspaces set plan = 'business' where live_id = $1`, [workspace]);
  must(200, await call(service, 'PUT', '/api/plan/request', { cookie, body: { plan: 'professional' } }));
  const open = `select id from plan_requests where workspace_id = $1 and status = 'open'`;
  return (await asOwner(service.connection, open, [workspace])).rows[0].id;
}

/** Operators decide for every workspace; its owner, whose request it is, for none. */
const decided: Make = async (own, service) => {
  const params = { id: await askForPlan(own, service) };
  return [
    { as: await operator(service), params, body: {}, alone: true },
    { params, body: {}, status: 403 },
  ];
};

export const ACCOUNT_REQUESTS: Record<string, Make> = {
  'GET /api/audit': ({ known: { user } }) => [{ query: { actor: user } }, { query: { subject: user } }],
  'GET /api/keys': ({ known: { keyId } }) => ({ query: { starting_after: keyId } }),
  'POST /api/keys': () => ({
    body: { name: 'k', mode: 'live', kind: 'publishable', scopes: ['chat:write'], origins: ['https://x.example'] },
  }),
  'DELETE /api/keys/{id}': async (own, service) => ({ params: { id: (await newKey(own, service)).id } }),
  'POST /api/keys/{id}/rotate': async (own, service) => ({ params: { id: (await newKey(own, service)).id }, body: {} }),
  'POST /api/privacy/customers/find': ({ known: { email, phone } }) => ({ body: { email, phone } }),
  'POST /api/privacy/customers/export': ({ known: { email } }) => ({ body: { email } }),
  'POST /api/privacy/customers/erase': () => ({ body: { email: 'nobody@example.com' } }),
  // Here operators grant it.
  'PUT /api/plan': () => ({ body: { plan: 'business' }, status: 403 }),
  'PUT /api/plan/request': () => ({ body: { plan: 'professional', note: 'We grow.' } }),
  'DELETE /api/plan/request': async (own, service) => {
    await askForPlan(own, service);
    return {};
  },
  'GET /api/operator/plan-requests': async (own, service) => [
    { as: await operator(service), query: { starting_after: own.known.planRequest }, alone: true },
    { query: { starting_after: own.known.planRequest }, status: 403 },
  ],
  'POST /api/operator/plan-requests/{id}/grant': decided,
  'POST /api/operator/plan-requests/{id}/decline': decided,
  'POST /api/auth/sign-up/email': (own) => ({
    as: 'nobody',
    body: {
      name: 'New',
      email: `new-${own.time().replace(':', '-')}-${own.mark}@example.com`.toLowerCase(),
      password: 'Correct-horse-9',
    },
    free: true,
  }),
  'POST /api/auth/verify-email': () => ({ as: 'nobody', body: { token: 'x' }, status: 422 }),
  'POST /api/auth/sign-in/email': (own) => ({
    as: 'nobody',
    body: { email: own.known.ownerEmail, password: own.password },
    alone: true,
  }),
  'POST /api/auth/sign-out': async (own, service) => ({ as: { cookie: await anotherSession(service, own) }, body: {} }),
  'POST /api/auth/request-password-reset': (own) => ({
    as: 'nobody',
    body: { email: own.known.ownerEmail },
    alone: true,
  }),
  'POST /api/auth/reset-password': () => ({
    as: 'nobody',
    body: { token: 'x', newPassword: 'Another-horse-9' },
    status: 422,
  }),
  'POST /api/auth/change-password': ({ password }) => ({
    body: { currentPassword: password, newPassword: password, revokeOtherSessions: false },
    alone: true,
  }),
  'POST /api/auth/revoke-session': async (own, service) => {
    const cookie = await anotherSession(service, own);
    return { body: { token: decodeURIComponent(/session_token=([^;]+)/.exec(cookie)![1]!).split('.')[0] } };
  },
  'POST /api/auth/two-factor/enable': byPassword,
  'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '000000', trustDevice: true }, status: 400 }),
  'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'abcde-fghij' }, status: 400 }),
  'POST /api/auth/two-factor/disable': byPassword,
  'PATCH /api/members/{userId}': async (own, service) => ({
    params: { userId: await teammate(service, own) },
    body: { role: 'admin' },
  }),
  'POST /api/members/{userId}/reset-link': async (own, service) => ({
    // Has a workspace of their own, too.
    params: { userId: await teammate(service, own) },
    body: {},
    status: 409,
  }),
  'PATCH /api/notifications': () => ({ body: { waitingEmails: true } }),
  'POST /api/notifications/devices': () => ({ body: newSubscription('https://push.example.com').json }),
  'DELETE /api/notifications/devices/{id}': async (own, service) => ({ params: { id: await newDevice(own, service) } }),
  'POST /api/notifications/devices/{id}/test': async (own, service) => ({
    params: { id: await newDevice(own, service) },
    body: {},
  }),
  'POST /api/notifications/sign-out-device': () => ({ body: { endpoint: 'https://push.example.com/send/1' } }),
  'DELETE /api/members/{userId}': async (own, service) => ({ params: { userId: await teammate(service, own) } }),
  'GET /api/invitations': ({ known: { invitation } }) => ({ query: { starting_after: invitation } }),
  'POST /api/invitations': (own) => ({
    body: { email: `i${own.time().replace(':', '-')}@example.com`.toLowerCase(), role: 'agent' },
  }),
  'DELETE /api/invitations/{id}': async (own, service) => {
    const invited = { email: `j${own.time().replace(':', '-')}@example.com`.toLowerCase(), role: 'agent' };
    return { params: { id: (await asOwnerOf(service, own, '/api/invitations', invited)).id } };
  },
  'POST /api/invitations/find': ({ known: { invitationToken: token } }) => ({ as: 'nobody', body: { token } }),
  'POST /api/invitations/accept': ({ known: { invitationToken: token } }) => ({ body: { token }, status: 404 }),
  // Nobody runs jobs here.
  'GET /api/health': () => ({ as: 'nobody', status: 503, alone: true }),
  'GET /api/health/ready': () => ({ as: 'nobody', status: 503, alone: true }),
  'POST /api/privacy/deletion': (own) => ({ body: { name: own.known.name, password: own.password } }),
};
