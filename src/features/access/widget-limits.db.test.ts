import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';
import { WIDGET_LIMITS } from './widget-limits.ts';

describe('websites with the widget', () => {
  let service: Service;
  let site: WidgetSite;
  let starterSite: WidgetSite;

  beforeAll(async () => {
    const limits = {
      ...WIDGET_LIMITS,
      messagesPerMinute: { visitor: 3, address: 5 },
      sessionsPerMinute: { address: 6 },
      emergencyMessagesPerMinute: { visitor: 4, address: 100, workspace: 100 },
    };
    service = await startService(undefined, { trustProxy: 'loopback' }, { widget: { limits } });
    const { id } = await createWorkspace(service);
    site = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const starterWorkspace = await createWorkspace(service, { plan: 'starter' });
    starterSite = {
      key: (await createApiKey(service, starterWorkspace.id, { kind: 'publishable', origins: [ORIGIN] })).key,
    };
  });

  const forwardedFor = (address: string) => ({ 'x-forwarded-for': address });
  const sendMessage = (token: string | undefined, address: string, message = 'hello', path = '/api/chat') =>
    callFromWidget(service, site, 'POST', path, { token, body: { message }, headers: forwardedFor(address) });
  const startSession = (address: string, sessionSite = site) =>
    callFromWidget(service, sessionSite, 'POST', '/api/widget/session', { body: {}, headers: forwardedFor(address) });

  it('have limited messages per visitor and per address', async () => {
    const [firstVisitor, secondVisitor] = [
      await startVisitorSession(service, site),
      await startVisitorSession(service, site),
    ];
    for (let n = 0; n < 3; n++) expect((await sendMessage(firstVisitor.token, '198.51.100.1')).status).toBe(200);
    const refusedResponse = await sendMessage(firstVisitor.token, '198.51.100.2');
    expectProblem(refusedResponse, 429, 'rate_limited');
    expect(Number(refusedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusedResponse.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(refusedResponse.headers.get('ratelimit')).toMatch(/"burst"/);
    expect((await sendMessage(secondVisitor.token, '198.51.100.1')).status).toBe(200);
    expect((await sendMessage(undefined, '198.51.100.1')).status).toBe(200);
    expectProblem(await sendMessage(undefined, '198.51.100.1'), 429, 'rate_limited');
    expect((await sendMessage(secondVisitor.token, '198.51.100.3')).status).toBe(200);
  });

  it('get a response above the limits if somebody is in danger, up to another limit', async () => {
    const { token } = await startVisitorSession(service, site);
    const address = '198.51.100.20';
    for (let n = 0; n < 3; n++) expect((await sendMessage(token, address)).status).toBe(200);
    expectProblem(await sendMessage(token, address), 429, 'rate_limited');
    const emergencyResponse = await sendMessage(token, address, "my father collapsed and he isn't breathing");
    expect(emergencyResponse.status).toBe(200);
    expect(emergencyResponse.json).toMatchObject({ intent: 'safety.emergency', status: 'handoff' });
    expect(emergencyResponse.json.reply).toContain('911');
    expectProblem(await sendMessage(token, address, 'a table for two please'), 429, 'rate_limited');
    const streamedResponse = await sendMessage(token, address, 'I want to kill myself', '/api/chat/stream');
    expect([streamedResponse.status, streamedResponse.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(streamedResponse.text).toContain('"intent":"safety.emergency"');
    expectProblem(await sendMessage(token, address, 'I want to kill myself'), 429, 'rate_limited');
  });

  it('have limited sessions per address', async () => {
    for (let n = 0; n < 6; n++) expect((await startSession('198.51.100.9')).status).toBe(200);
    expectProblem(await startSession('198.51.100.9'), 429, 'rate_limited');
    expect((await startSession('198.51.100.10')).status).toBe(200);
  });

  it('have as many sessions per key as the plan has calls per minute', async () => {
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await startSession(`198.51.101.${n}`, starterSite)).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });
});
