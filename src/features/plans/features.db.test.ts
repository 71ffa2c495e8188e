// Checks that each listed feature works with its plan and is refused without it, unless people provide it.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { call, createApiKey, type HttpResponse, type Service, signUp, startService } from '../../../test/harness.ts';
import { loadChannels } from '../channels/load.ts';
import { FEATURES, type Feature, PLAN_LABELS, PLAN_NAMES, PLANS, type PlanName } from './plans.ts';

let service: Service;
let owner: Awaited<ReturnType<typeof signUp>>;
let key: string;

const callAsOwner = (method: string, path: string, body?: unknown) =>
  call(service, method, path, { cookie: owner.cookie, body });
const putConfig = (body: object) => call(service, 'PUT', '/api/v1/config', { key, body });
const changePlan = async (plan: PlanName) => expectStatus(200, await callAsOwner('PUT', '/api/plan', { plan }));

type SoftwareFeature = {
  [Name in Feature]: (typeof FEATURES)[Name]['providedBy'] extends 'software' ? Name : never;
}[Feature];

/** What each feature lets a business do. A feature without a probe does not compile. */
const PROBES: Record<SoftwareFeature, (() => Promise<HttpResponse>)[]> = {
  basicWidget: [() => putConfig({ widget: { color: '#102030', position: 'left', greeting: 'Hi!' } })],
  theming: [() => putConfig({ widget: { theme: 'dark' } }), () => putConfig({ widget: { title: 'Chat' } })],
  whiteLabel: [
    () => putConfig({ widget: { poweredBy: false } }),
    () => putConfig({ brand: { name: 'Lumen' } }),
    () => callAsOwner('PUT', '/api/brand/domain', { domain: 'desk.lumen.example' }),
  ],
  serviceLevels: [
    () =>
      callAsOwner('PUT', '/api/service-levels', {
        hours: 'always',
        targets: { default: { firstResponseMinutes: 5 } },
      }),
  ],
};

beforeAll(async () => {
  service = await startService();
  owner = await signUp(service);
  const { id } = (await callAsOwner('GET', '/api/me')).json.workspaces[0];
  ({ key } = await createApiKey(service, id));
});

describe.each(PLAN_NAMES)('the %s plan', (plan) => {
  const planIndex = PLAN_NAMES.indexOf(plan);
  beforeAll(() => changePlan(plan));

  it.each(Object.keys(PROBES) as SoftwareFeature[])(
    'has %s exactly if the list of features says so',
    async (feature) => {
      const { plan: smallestPlan } = FEATURES[feature];
      const isIncluded = planIndex >= PLAN_NAMES.indexOf(smallestPlan);
      for (const probe of PROBES[feature]) {
        const { status, json } = await probe();
        expect({ status, plan: json.plan }).toEqual(
          isIncluded ? { status: 200, plan: undefined } : { status: 403, plan: smallestPlan },
        );
        // Unchanged options are accepted after a downgrade, so nothing is left behind.
        if (isIncluded) expectStatus(200, await putConfig({ widget: {}, brand: {} }));
      }
    },
  );

  it('has exactly its channels', async () => {
    for (const channel of PLANS.business.channels) {
      const { status } = await call(service, 'POST', '/api/chat', { key, body: { message: 'Hi', channel } });
      expect([channel, status]).toEqual([channel, PLANS[plan].channels.includes(channel) ? 200 : 403]);
    }
  });

  it('has its limits', async () => {
    const { headers } = await call(service, 'GET', '/api/conversations', { key });
    const { burstPerMinute, callsPerMonth } = PLANS[plan];
    const policies = [`"burst";q=${burstPerMinute};w=60`, ...(callsPerMonth ? [`"monthly";q=${callsPerMonth};`] : [])];
    for (const policy of policies) expect(headers.get('ratelimit-policy')).toContain(policy);
    expect(headers.get('ratelimit-policy')?.includes('monthly')).toBe(callsPerMonth !== null);
  });
});

describe('the list of plans', () => {
  it('names every channel that can be connected, and no other', async () => {
    const connectableChannels = [...(await loadChannels()).keys()];
    expect([...PLANS.business.channels].sort()).toEqual(['api', 'widget', ...connectableChannels].sort());
  });

  it('says who provides each feature', async () => {
    const { json } = await call(service, 'GET', '/api/plans');
    const listedFeatures = (
      json as { also: string[]; features: { name: Feature; label: string; providedBy: string }[] }[]
    ).flatMap(({ also, features }) => features.map((feature, index) => ({ ...feature, listedLabel: also[index] })));
    expect(listedFeatures.map(({ name }) => name).sort()).toEqual(Object.keys(FEATURES).sort());
    for (const { name, label, listedLabel, providedBy } of listedFeatures) {
      expect(listedLabel).toBe(label);
      expect([name, providedBy]).toEqual([name, FEATURES[name].providedBy]);
    }
  });

  it('is the one in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8');
    for (const { label, plan } of Object.values(FEATURES))
      expect(guide).toContain(`| ${label} | ${PLAN_LABELS[plan]} |`);
    for (const { callsPerMonth, burstPerMinute } of Object.values(PLANS)) {
      expect(guide).toContain(callsPerMonth === null ? 'no limit' : callsPerMonth.toLocaleString('en-US'));
      expect(guide).toContain(burstPerMinute.toLocaleString('en-US'));
    }
  });
});
