import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { createTestClock, type TestClock } from '../../../test/live-business.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

/** The weekly hours of the business. */
const NINE_TO_FIVE = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '17:00']]]));
const TARGETS = {
  default: { firstResponseMinutes: 30, resolutionMinutes: 480 },
  widget: { firstResponseMinutes: 10 },
};

let service: Service;
let clock: TestClock;
let team: Awaited<ReturnType<typeof createTeam>>;
let key: string;

const callAsAdmin = (method: string, path: string, body?: unknown) =>
  callAsMember(service, team.admin, team.workspace, method, path, body);
const callAsAgent = (method: string, path: string, body?: unknown) =>
  callAsMember(service, team.agent, team.workspace, method, path, body);
const runCheck = () => runTask(service, 'service-levels.check', {}, clock);
const runSql = async (statement: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, statement, values)).rows;
const readMissedEvents = () =>
  runSql(`select data from events where workspace_id = $1 and type = 'service_level.missed' order by id`, [
    team.workspace,
  ]);

async function handOff(channel = 'api'): Promise<string> {
  const { json } = expectStatus(
    200,
    await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello', channel } }),
  );
  expectStatus(
    200,
    await call(service, 'POST', `/api/conversations/${json.conversationId}/handoff`, { key, body: {} }),
  );
  return json.conversationId;
}

/** Waits for the job that a handoff, a reply or a changed setting enqueues. */
async function waitForDue(id: string, isExpected: (due: unknown) => boolean = (due) => due !== null) {
  return vi.waitFor(
    async () => {
      const { due } = expectStatus(200, await callAsAgent('GET', `/api/inbox/conversations/${id}`)).json;
      if (!isExpected(due)) throw new Error(`not yet: ${JSON.stringify(due)}`);
      return due;
    },
    { timeout: 60_000, interval: 25 },
  );
}

beforeAll(async () => {
  clock = createTestClock();
  service = await startService(undefined, {}, { clock });
  team = await createTeam(service);
  ({ key } = await createApiKey(service, team.workspace));
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
  const body = { hours: NINE_TO_FIVE, closures: [], timezone: 'America/New_York' };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
});

describe('setting service levels', () => {
  it('is off at first, allowed only to admins, and rejects invalid targets', async () => {
    expect((await callAsAgent('GET', '/api/service-levels')).json).toEqual({ available: true, serviceLevels: null });
    const body = { hours: 'opening', targets: TARGETS };
    expectProblem(await callAsAgent('PUT', '/api/service-levels', body), 403, 'insufficient_scope');
    const invalidBody = { hours: 'opening', targets: { fax: {}, default: { firstResponseMinutes: 0 } } };
    expectProblem(await callAsAdmin('PUT', '/api/service-levels', invalidBody), 422, 'validation_failed');
    const id = await handOff();
    expect((await callAsAgent('GET', `/api/inbox/conversations/${id}`)).json.due).toBeNull();
    expect((await callAsAgent('GET', '/api/inbox')).json.due).toBeNull();
    // Once turned on, the targets apply to earlier handoffs too.
    expectStatus(200, await callAsAdmin('PUT', '/api/service-levels', body));
    expect(await waitForDue(id)).toEqual({ kind: 'first_response', at: '2026-11-16T14:30:00.000Z', isMissed: false });
    expectStatus(200, await call(service, 'POST', `/api/conversations/${id}/resolve`, { key, body: {} }));
    await waitForDue(id, (due) => due === null);
  });
});

describe('a handoff', () => {
  it('is due by its channel’s target, counted while the business is open', async () => {
    clock.set('2026-11-16T16:55:00-05:00');
    const [widgetId, apiId] = [await handOff('widget'), await handOff()];
    expect(await waitForDue(widgetId)).toMatchObject({ kind: 'first_response', at: '2026-11-17T14:05:00.000Z' });
    expect(await waitForDue(apiId)).toMatchObject({ kind: 'first_response', at: '2026-11-17T14:25:00.000Z' });
    const sortedRows = expectStatus(200, await callAsAgent('GET', '/api/inbox/conversations?sort=due')).json.data;
    expect(sortedRows.map(({ id }: { id: string }) => id)).toEqual([widgetId, apiId]);
    const nextPage = expectStatus(
      200,
      await callAsAgent('GET', `/api/inbox/conversations?sort=due&starting_after=${widgetId}`),
    ).json;
    expect(nextPage.data.map(({ id }: { id: string }) => id)).toEqual([apiId]);
    expect((await callAsAgent('GET', '/api/inbox')).json.due).toBe(2);

    // The reply in time meets the target. Then the resolution is due, which the widget has no target for.
    clock.set('2026-11-17T09:04:00-05:00');
    for (const id of [widgetId, apiId])
      expectStatus(201, await callAsAgent('POST', `/api/conversations/${id}/messages`, { text: 'Hi' }));
    await waitForDue(widgetId, (due) => due === null);
    expect(await waitForDue(apiId, (due) => (due as { kind?: string })?.kind === 'resolution')).toMatchObject({
      at: '2026-11-17T21:55:00.000Z',
    });

    // A page after a conversation that is no longer due begins where it was, or is refused.
    const path = `/api/inbox/conversations?sort=due&starting_after=${widgetId}`;
    const refusedResponse = await callAsAgent('GET', path);
    expectProblem(refusedResponse, 400, 'invalid_request');
    expect(refusedResponse.json.errors).toMatchObject([{ pointer: '/starting_after' }]);
    expectProblem(
      await callAsAgent('GET', `/api/inbox/conversations?sort=due&ending_before=${widgetId}`),
      400,
      'invalid_request',
    );
    for (const [dueAfter, ids] of [
      ['2026-11-17T14:05:00.000Z', [apiId]],
      ['2026-11-17T21:56:00.000Z', []],
    ] as const) {
      const { data } = expectStatus(200, await callAsAgent('GET', `${path}&due_after=${dueAfter}`)).json;
      expect(data.map(({ id }: { id: string }) => id)).toEqual(ids);
    }
    expectStatus(200, await callAsAgent('POST', `/api/conversations/${apiId}/resolve`, {}));
    await waitForDue(apiId, (due) => due === null);
    expect(await readMissedEvents()).toEqual([]);
  });

  it('moves with the opening hours', async () => {
    clock.set('2026-11-17T16:50:00-05:00');
    const id = await handOff('widget');
    expect(await waitForDue(id)).toMatchObject({ at: '2026-11-17T22:00:00.000Z' });
    const hours = { ...NINE_TO_FIVE, tue: [['09:00', '16:55']] };
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { hours } }));
    const isMoved = (due: unknown) => (due as { at?: string })?.at === '2026-11-18T14:05:00.000Z';
    expect(await waitForDue(id, isMoved)).toMatchObject({ isMissed: false });
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { hours: NINE_TO_FIVE } }));
    expectStatus(201, await callAsAgent('POST', `/api/conversations/${id}/messages`, { text: 'Hi' }));
  });

  it('that is late is overdue, and reported once', async () => {
    clock.set('2026-11-18T10:00:00-05:00');
    const id = await handOff('widget');
    await waitForDue(id);
    await runCheck();
    expect(await readMissedEvents()).toEqual([]);
    clock.set('2026-11-18T10:11:00-05:00');
    // Two runners at the same time, and again later.
    await Promise.all([runCheck(), runCheck()]);
    await runCheck();
    expect(await waitForDue(id, (due) => (due as { isMissed?: boolean })?.isMissed === true)).toMatchObject({
      kind: 'first_response',
    });
    const data = {
      conversationId: id,
      kind: 'first_response',
      channel: 'widget',
      startedAt: '2026-11-18T10:00:00-05:00',
      dueAt: '2026-11-18T10:10:00-05:00',
    };
    expect(await readMissedEvents()).toEqual([{ data }]);
    expectStatus(201, await callAsAgent('POST', `/api/conversations/${id}/messages`, { text: 'Sorry!' }));
    await waitForDue(id, (due) => due === null);
    expect(await readMissedEvents()).toHaveLength(1);
  });

  it('answered late between two checks is missed, too', async () => {
    clock.set('2026-11-19T10:00:00-05:00');
    const id = await handOff('widget');
    await waitForDue(id);
    clock.set('2026-11-19T10:10:30-05:00');
    expectStatus(201, await callAsAgent('POST', `/api/conversations/${id}/messages`, { text: 'Sorry!' }));
    await vi.waitFor(async () => expect(await readMissedEvents()).toHaveLength(2), { timeout: 60_000, interval: 25 });
  });

  it('started by a member has only a resolution target', async () => {
    clock.set('2026-11-20T10:00:00-05:00');
    const { json } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } }));
    expectStatus(200, await callAsAgent('POST', `/api/conversations/${json.conversationId}/handoff`, {}));
    expect(await waitForDue(json.conversationId)).toMatchObject({ kind: 'resolution', at: '2026-11-23T15:00:00.000Z' });
  });
});

describe('service level analytics', () => {
  it('count what was met and missed, by channel', async () => {
    const { serviceLevels } = expectStatus(
      200,
      await call(service, 'GET', '/api/analytics?from=2026-11-16&to=2026-11-20', { key }),
    ).json;
    expect(serviceLevels).toEqual([
      { channel: 'api', kind: 'first_response', met: 2, missed: 0 },
      { channel: 'api', kind: 'resolution', met: 2, missed: 0 },
      { channel: 'widget', kind: 'first_response', met: 2, missed: 2 },
    ]);
  });
});

describe('without the plan', () => {
  it('nothing is due, and nothing is reported', async () => {
    clock.set('2026-11-25T10:00:00-05:00');
    const id = await handOff('widget');
    await waitForDue(id);
    await runSql(`update workspaces set plan = 'professional' where live_id = $1`, [team.workspace]);
    clock.set('2026-11-25T10:30:00-05:00');
    const countBefore = (await readMissedEvents()).length;
    await runCheck();
    expect((await callAsAgent('GET', `/api/inbox/conversations/${id}`)).json.due).toBeNull();
    expect(await readMissedEvents()).toHaveLength(countBefore);
    const refusedResponse = await callAsAdmin('PUT', '/api/service-levels', { hours: 'always', targets: TARGETS });
    expectProblem(refusedResponse, 403, 'plan_required');
    expect(refusedResponse.json.plan).toBe('business');
    await runSql(`update workspaces set plan = 'business' where live_id = $1`, [team.workspace]);
  });

  it('turning it off removes what is due and keeps what was decided', async () => {
    const id = await handOff('widget');
    await waitForDue(id);
    expectStatus(204, await callAsAdmin('DELETE', '/api/service-levels'));
    expect((await callAsAgent('GET', `/api/inbox/conversations/${id}`)).json.due).toBeNull();
    const { serviceLevels } = expectStatus(
      200,
      await call(service, 'GET', '/api/analytics?from=2026-11-16&to=2026-11-20', { key }),
    ).json;
    expect(serviceLevels).toHaveLength(3);
  });
});
