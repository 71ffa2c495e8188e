// Somebody whose business is on the service, with every way there is to ask it: keys, a page, sessions.
import type pg from 'pg';
import { everyDay, must } from '../business.ts';
import { call, makeKey, type Service, signUp } from '../harness.ts';
import { makeTeam } from '../members.ts';
import { fromPage, ORIGIN } from '../visitor.ts';
import { FACTS, PASSWORD } from './facts.ts';
import { type Letters, readLetters } from './letters.ts';
import { createMemory, type Memory } from './memory.ts';
import type { Schema } from './operations.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
const LATELY = '2026-11-12T10:00:00-05:00';
/** Signs up where addresses are confirmed. */
export const AWAITED = 'awaited@example.com';

export type Tenant = {
  mode: 'live' | 'test';
  workspace: string;
  name: string;
  memory: Memory;
  letters: Letters;
  /** `Authorization` of a secret key. */
  key: string;
  /** What a page of the business sends. */
  page: Record<string, string>;
  owner: { email: string; cookie: string };
  /** Of the service, who decides which plan a workspace gets. */
  operator: { cookie: string };
  /** Somebody who signs up, signs in, changes the password and signs out again; the business is another's. */
  visitor: { email: string; cookie: string; secondFactor?: SecondFactor };
  tools: { name: string; inputSchema: Schema }[];
  /** The owner, for another plan than they have. */
  askForPlan(): Promise<void>;
  /** Something that a request can then name. */
  make(collection: string, path: string, body: object): Promise<void>;
  /** The visitor, into the team. */
  invite(): Promise<void>;
  /** Of the visitor, begun where it was not. */
  secondFactor(): Promise<SecondFactor>;
  /** Makes good what a request has undone, by what the next one was refused with; says whether there was something to. */
  restore(code: string): Promise<boolean>;
};

type SecondFactor = { totpURI: string; backupCodes: string[] };

/** `mailing` confirms addresses; `database` is the owner's, for what must be seen or done behind the service's back. */
export async function openTenant(
  { service, mailing, database }: { service: Service; mailing: Service; database: pg.Client },
  mode: Tenant['mode'],
): Promise<Tenant> {
  const { workspace, owner } = await makeTeam(service);
  const memory = createMemory();
  for (const [name, values] of Object.entries(FACTS)) memory.learn(name, values);
  const { name } = must(200, await call(service, 'GET', '/api/me', owner)).json.workspaces[0];

  const makeKeys = async () => {
    const { key } = await makeKey(service, workspace, { mode });
    const { key: publishable } = await makeKey(service, workspace, { mode, kind: 'publishable', origins: [ORIGIN] });
    // Nobody where the business has come to ask visitors who they are.
    const session = await fromPage(service, { key: publishable }, 'POST', '/api/widget/session', { body: {} });
    const visitor: Record<string, string> = session.json.token ? { 'x-frontdesk-visitor': session.json.token } : {};
    return { key: `Bearer ${key}`, page: { authorization: `Bearer ${publishable}`, origin: ORIGIN, ...visitor } };
  };
  const welcome = async () => {
    // A machine with much else to do takes its time for a password.
    const { email, cookie } = await signUp(service).catch(() => signUp(service));
    const passwords = { password: PASSWORD, currentPassword: PASSWORD, newPassword: PASSWORD };
    memory.learn('visitor', { email, ...passwords });
    return { email, cookie };
  };
  const tenant: Tenant = {
    mode,
    workspace,
    name,
    memory,
    letters: readLetters(database),
    owner,
    operator: await makeOperator(service, database),
    ...(await makeKeys()),
    visitor: await welcome(),
    tools: [],
    async askForPlan() {
      const options = { cookie: owner.cookie, headers: { 'x-workspace': workspace } };
      const { plan } = (await call(service, 'GET', '/api/plan', options)).json;
      const body = { plan: plan === 'business' ? 'professional' : 'business' };
      await call(service, 'PUT', '/api/plan/request', { ...options, body });
      const { json } = await call(service, 'GET', '/api/operator/plan-requests?limit=100', tenant.operator);
      for (const { id, status } of json.data) {
        if (status === 'open') memory.learn('plan-requests', id);
        else memory.forget(id);
      }
    },
    async make(collection, path, body) {
      const { status, json } = await call(service, 'POST', path, { headers: { authorization: tenant.key }, body });
      if (status < 300) memory.learn(collection, json.id);
    },
    async invite() {
      const options = { cookie: owner.cookie, headers: { 'x-workspace': workspace } };
      const body = { email: tenant.visitor.email, role: 'agent' };
      await call(service, 'POST', '/api/invitations', { ...options, body });
    },
    async secondFactor() {
      const { cookie, secondFactor } = tenant.visitor;
      if (secondFactor) return secondFactor;
      const options = { cookie, body: { password: PASSWORD } };
      const { status, json } = await call(service, 'POST', '/api/auth/two-factor/enable', options);
      if (status !== 200) tenant.visitor = await welcome();
      tenant.visitor.secondFactor = status === 200 ? json : undefined;
      return tenant.visitor.secondFactor ?? tenant.secondFactor();
    },
    async restore(code) {
      switch (code) {
        case 'missing_session':
        case 'invalid_credentials':
          tenant.visitor = await welcome();
          return true;
        case 'industry_not_active':
        case 'identity_required':
        case 'plan_required':
        case 'rate_limited':
        case 'quota_exceeded':
          await putBack(service, database, tenant);
          await call(service, 'POST', `/api/v1/config/versions/${furnished}/restore`, {
            headers: { authorization: tenant.key },
          });
          return true;
        case 'insufficient_scope':
        case 'invalid_api_key':
        case 'revoked_api_key':
        case 'expired_api_key':
        case 'invalid_visitor':
          await putBack(service, database, tenant);
          Object.assign(tenant, await makeKeys());
          return true;
        default:
          return false;
      }
    },
  };
  const furnished = await furnish(service, tenant);
  // Addresses are confirmed where mail goes out, so that letter comes from there.
  const newcomer = { name: 'Ann', email: AWAITED, password: PASSWORD };
  must(200, await call(mailing, 'POST', '/api/auth/sign-up/email', { body: newcomer }));
  return tenant;
}

/** A business of every industry, open all day, whose orders have arrived and whose events are listened to: which version of its document that is. */
async function furnish(service: Service, tenant: Tenant): Promise<number> {
  const ask = (method: string, path: string, body?: object) =>
    call(service, method, path, { headers: { authorization: tenant.key }, body });
  for (const industry of INDUSTRIES) must(201, await ask('POST', '/api/v1/setup', { industry }));
  const hours = everyDay(['09:00', '23:00']);
  const { retail } = must(200, await ask('GET', '/api/v1/config')).json;
  const orders = retail.orders.map((order: object) => ({ ...order, status: 'delivered', deliveredAt: LATELY }));
  const document = { hours, closures: [], retail: { ...retail, orders } };
  tenant.memory.learn('config', must(200, await ask('PUT', '/api/v1/config', document)).json);
  const hook = { url: 'https://hooks.example.com/all', events: ['*'] };
  tenant.memory.learn('webhooks', must(201, await ask('POST', '/api/webhooks', hook)).json);
  const listed = must(200, await ask('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  tenant.tools = listed.json.result.tools;
  return must(200, await ask('GET', '/api/v1/config/versions')).json.data[0].version;
}

async function putBack(service: Service, database: pg.Client, { workspace, owner }: Tenant): Promise<void> {
  await database.query(
    `insert into members (workspace_id, user_id, role) select $1, id, 'owner' from auth_users where email = $2
     on conflict (workspace_id, user_id) do update set role = 'owner'`,
    [workspace, owner.email],
  );
  await database.query(`update workspaces set plan = 'business' where live_id = $1`, [workspace]);
  const headers = { 'x-workspace': workspace };
  await call(service, 'DELETE', '/api/privacy/deletion', { cookie: owner.cookie, headers });
}

async function makeOperator(service: Service, database: pg.Client): Promise<{ cookie: string }> {
  const { cookie, user } = await signUp(service);
  await database.query('insert into operators (user_id) values ($1)', [user.id]);
  return { cookie };
}

/** A browser keeps the cookies that it is given, and drops those that are taken back. */
export function withCookies(before: string, given: string[]): string {
  const jar = new Map(before.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
  for (const cookie of given) {
    const [name, value] = cookie.split(';')[0]!.split(/=(.*)/s, 2) as [string, string];
    if (value && !/max-age=0/i.test(cookie)) jar.set(name, value);
    else jar.delete(name);
  }
  return [...jar]
    .filter(([name]) => name)
    .map((pair) => pair.join('='))
    .join('; ');
}
