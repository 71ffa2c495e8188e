// A workspace with all kinds of credentials: API keys, the widget's headers and sessions.

import type pg from 'pg';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { insertCalendarConnection } from '../calendars/connection.ts';
import { insertChannelConnection } from '../channels/connection.ts';
import { call, createApiKey, type Service, signUp } from '../harness.ts';
import { createTeam } from '../members.ts';
import { createSubscription } from '../push-service.ts';
import { addReadImport } from '../sites/read-import.ts';
import { callFromWidget, ORIGIN } from '../visitor.ts';
import { EXAMPLE_VALUES, PASSWORD } from './example-values.ts';
import { createObservedValues, type ObservedValues } from './observed-values.ts';
import type { Schema } from './operations.ts';
import { type QueuedEmails, readQueuedEmails } from './queued-emails.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
const DELIVERED_AT = '2026-11-12T10:00:00-05:00';
/** The address of a person whose confirmation email is queued. */
export const UNCONFIRMED_EMAIL = 'awaited@example.com';

export type Tenant = {
  mode: 'live' | 'test';
  workspace: string;
  name: string;
  observedValues: ObservedValues;
  queuedEmails: QueuedEmails;
  /** The `Authorization` header with a secret key. */
  authorization: string;
  /** The headers that the widget on the business's website sends. */
  widgetHeaders: Record<string, string>;
  owner: { email: string; cookie: string };
  /** An operator of the service, who grants plans. */
  operator: { cookie: string };
  /** A signed-up user outside the team, for the requests that sign up, sign in, change a password and sign out. */
  newcomer: { email: string; cookie: string; secondFactor?: SecondFactor };
  tools: { name: string; inputSchema: Schema }[];
  /** Requests a different plan as the owner. */
  requestPlan(): Promise<void>;
  /** Creates something that a later request can refer to. */
  create(collection: string, path: string, body: object): Promise<void>;
  /** Stores a connection to a channel, whose provider does not exist. */
  addChannel(): Promise<void>;
  /** Stores a connection to a calendar, whose server does not exist. */
  addCalendar(): Promise<void>;
  addImport(): Promise<void>;
  /** Registers a browser of the owner for alerts. */
  addDevice(): Promise<void>;
  /** Invites the newcomer to the team. */
  invite(): Promise<void>;
  /** The newcomer's second factor, enabled if it was not. */
  secondFactor(): Promise<SecondFactor>;
  /** Restores what an earlier request disabled, given the code of the resulting error. Returns whether it could. */
  recoverFrom(code: string): Promise<boolean>;
};

type SecondFactor = { totpURI: string; backupCodes: string[] };

/** `mailingService` is an instance that confirms email addresses; `database` is connected as the database owner. */
export async function openTenant(
  { service, mailingService, database }: { service: Service; mailingService: Service; database: pg.Client },
  mode: Tenant['mode'],
): Promise<Tenant> {
  const { workspace, owner } = await createTeam(service);
  const observedValues = createObservedValues();
  for (const [name, values] of Object.entries(EXAMPLE_VALUES)) observedValues.record(name, values);
  const { name } = expectStatus(200, await call(service, 'GET', '/api/me', owner)).json.workspaces[0];

  const createKeys = async () => {
    const { key } = await createApiKey(service, workspace, { mode });
    const { key: publishable } = await createApiKey(service, workspace, {
      mode,
      kind: 'publishable',
      origins: [ORIGIN],
    });
    // There is no token if the business requires identified visitors.
    const session = await callFromWidget(service, { key: publishable }, 'POST', '/api/widget/session', { body: {} });
    const visitorHeader: Record<string, string> = session.json.token ? { 'x-visitor-token': session.json.token } : {};
    return {
      authorization: `Bearer ${key}`,
      widgetHeaders: { authorization: `Bearer ${publishable}`, origin: ORIGIN, ...visitorHeader },
    };
  };
  const signUpNewcomer = async () => {
    // Password hashing may time out on a busy machine.
    const { email, cookie } = await signUp(service).catch(() => signUp(service));
    const passwords = { password: PASSWORD, currentPassword: PASSWORD, newPassword: PASSWORD };
    observedValues.record('visitor', { email, ...passwords });
    return { email, cookie };
  };
  const tenant: Tenant = {
    mode,
    workspace,
    name,
    observedValues,
    queuedEmails: readQueuedEmails(database),
    owner,
    operator: await createOperator(service, database),
    ...(await createKeys()),
    newcomer: await signUpNewcomer(),
    tools: [],
    async requestPlan() {
      const options = { cookie: owner.cookie, headers: { 'x-workspace': workspace } };
      const { plan } = (await call(service, 'GET', '/api/plan', options)).json;
      const body = { plan: plan === 'business' ? 'professional' : 'business' };
      await call(service, 'PUT', '/api/plan/request', { ...options, body });
      const { json } = await call(service, 'GET', '/api/operator/plan-requests?limit=100', tenant.operator);
      for (const { id, status } of json.data) {
        if (status === 'open') observedValues.record('plan-requests', id);
        else observedValues.remove(id);
      }
    },
    async create(collection, path, body) {
      const { status, json } = await call(service, 'POST', path, {
        headers: { authorization: tenant.authorization },
        body,
      });
      if (status < 300) observedValues.record(collection, json.id);
    },
    async addChannel() {
      observedValues.record('channels', await insertChannelConnection(service, workspace));
    },
    async addCalendar() {
      observedValues.record('calendar-connections', await insertCalendarConnection(service, workspace));
    },
    async addImport() {
      observedValues.record('imports', await addReadImport(service, workspace));
    },
    async addDevice() {
      const options = { cookie: owner.cookie, headers: { 'x-workspace': workspace } };
      const body = createSubscription('https://push.example.com').json;
      const { status, json } = await call(service, 'POST', '/api/notifications/devices', { ...options, body });
      if (status < 300) observedValues.record('devices', json.id);
    },
    async invite() {
      const options = { cookie: owner.cookie, headers: { 'x-workspace': workspace } };
      const body = { email: tenant.newcomer.email, role: 'agent' };
      await call(service, 'POST', '/api/invitations', { ...options, body });
    },
    async secondFactor() {
      const { cookie, secondFactor } = tenant.newcomer;
      if (secondFactor) return secondFactor;
      const options = { cookie, body: { password: PASSWORD } };
      const { status, json } = await call(service, 'POST', '/api/auth/two-factor/enable', options);
      if (status !== 200) tenant.newcomer = await signUpNewcomer();
      tenant.newcomer.secondFactor = status === 200 ? json : undefined;
      return tenant.newcomer.secondFactor ?? tenant.secondFactor();
    },
    async recoverFrom(problemCode) {
      switch (problemCode) {
        case 'missing_session':
        case 'invalid_credentials':
          tenant.newcomer = await signUpNewcomer();
          return true;
        case 'industry_not_active':
        case 'identity_required':
        case 'plan_required':
        case 'rate_limited':
        case 'quota_exceeded':
          await restoreAccess(service, database, tenant);
          await call(service, 'POST', `/api/v1/config/versions/${configuredVersion}/restore`, {
            headers: { authorization: tenant.authorization },
          });
          return true;
        case 'insufficient_scope':
        case 'invalid_api_key':
        case 'revoked_api_key':
        case 'expired_api_key':
        case 'invalid_visitor':
          await restoreAccess(service, database, tenant);
          Object.assign(tenant, await createKeys());
          return true;
        default:
          return false;
      }
    },
  };
  const configuredVersion = await setUpBusiness(service, tenant);
  // Only the instance with email enabled queues confirmation emails.
  const unconfirmedPerson = { name: 'Ann', email: UNCONFIRMED_EMAIL, password: PASSWORD };
  expectStatus(200, await call(mailingService, 'POST', '/api/auth/sign-up/email', { body: unconfirmedPerson }));
  return tenant;
}

/** Sets up a business with every industry, long hours, delivered orders and a webhook. Returns its document version. */
async function setUpBusiness(service: Service, tenant: Tenant): Promise<number> {
  const send = (method: string, path: string, body?: object) =>
    call(service, method, path, { headers: { authorization: tenant.authorization }, body });
  for (const industry of INDUSTRIES) expectStatus(201, await send('POST', '/api/v1/setup', { industry }));
  const hours = createEveryDayHours(['09:00', '23:00']);
  const { retail } = expectStatus(200, await send('GET', '/api/v1/config')).json;
  const orders = retail.orders.map((order: object) => ({ ...order, status: 'delivered', deliveredAt: DELIVERED_AT }));
  const document = { hours, closures: [], retail: { ...retail, orders } };
  tenant.observedValues.record('config', expectStatus(200, await send('PUT', '/api/v1/config', document)).json);
  const webhook = { url: 'https://hooks.example.com/all', events: ['*'] };
  tenant.observedValues.record('webhooks', expectStatus(201, await send('POST', '/api/webhooks', webhook)).json);
  const toolList = expectStatus(200, await send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  tenant.tools = toolList.json.result.tools;
  return expectStatus(200, await send('GET', '/api/v1/config/versions')).json.data[0].version;
}

async function restoreAccess(service: Service, database: pg.Client, { workspace, owner }: Tenant): Promise<void> {
  await database.query(
    `insert into members (workspace_id, user_id, role) select $1, id, 'owner' from auth_users where email = $2
     on conflict (workspace_id, user_id) do update set role = 'owner'`,
    [workspace, owner.email],
  );
  await database.query(`update workspaces set plan = 'business' where live_id = $1`, [workspace]);
  const headers = { 'x-workspace': workspace };
  await call(service, 'DELETE', '/api/privacy/deletion', { cookie: owner.cookie, headers });
}

async function createOperator(service: Service, database: pg.Client): Promise<{ cookie: string }> {
  const { cookie, user } = await signUp(service);
  await database.query('insert into operators (user_id) values ($1)', [user.id]);
  return { cookie };
}

/** Updates a cookie header from Set-Cookie headers, as a browser would. */
export function withCookies(cookieHeader: string, setCookies: string[]): string {
  const cookies = new Map(cookieHeader.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
  for (const cookie of setCookies) {
    const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s, 2) as [string, string];
    if (value && !/max-age=0/i.test(cookie)) cookies.set(name, value);
    else cookies.delete(name);
  }
  return [...cookies]
    .filter(([name]) => name)
    .map((pair) => pair.join('='))
    .join('; ');
}
