import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';
import { WIDGET_LIMITS } from './widget-limits.ts';

describe('pages', () => {
  let service: Service;
  let page: WidgetSite;
  let otherPage: WidgetSite;

  beforeAll(async () => {
    const limits = {
      ...{ ...WIDGET_LIMITS, message: { visitor: 3, address: 5 }, session: { address: 6 } },
      emergency: { visitor: 4, address: 100, workspace: 100 },
    };
    service = await startService(undefined, { trustProxy: 'loopback' }, { widget: { limits } });
    const { id } = await createWorkspace(service);
    page = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const smallWorkspace = await createWorkspace(service, { plan: 'starter' });
    otherPage = {
      key: (await createApiKey(service, smallWorkspace.id, { kind: 'publishable', origins: [ORIGIN] })).key,
    };
  });

  const forwardedFor = (address: string) => ({ 'x-forwarded-for': address });
  const sendMessage = (token: string | undefined, address: string, message = 'hello', path = '/api/chat') =>
    callFromWidget(service, page, 'POST', path, { token, body: { message }, headers: forwardedFor(address) });
  const startSession = (address: string, sessionPage = page) =>
    callFromWidget(service, sessionPage, 'POST', '/api/widget/session', { body: {}, headers: forwardedFor(address) });

  it('have limited messages per visitor and per address', async () => {
    const [first, second] = [await startVisitorSession(service, page), await startVisitorSession(service, page)];
    for (let n = 0; n < 3; n++) expect((await sendMessage(first.token, '198.51.100.1')).status).toBe(200);
    const refusedReply = await sendMessage(first.token, '198.51.100.2');
    expectProblem(refusedReply, 429, 'rate_limited');
    expect(Number(refusedReply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusedReply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(refusedReply.headers.get('ratelimit')).toMatch(/"burst"/);
    expect((await sendMessage(second.token, '198.51.100.1')).status).toBe(200);
    expect((await sendMessage(undefined, '198.51.100.1')).status).toBe(200);
    expectProblem(await sendMessage(undefined, '198.51.100.1'), 429, 'rate_limited');
    expect((await sendMessage(second.token, '198.51.100.3')).status).toBe(200);
  });

  it('get a response above the limits if somebody is in danger, up to another limit', async () => {
    const { token } = await startVisitorSession(service, page);
    const address = '198.51.100.20';
    for (let n = 0; n < 3; n++) expect((await sendMessage(token, address)).status).toBe(200);
    expectProblem(await sendMessage(token, address), 429, 'rate_limited');
    const emergencyReply = await sendMessage(token, address, "my father collapsed and he isn't breathing");
    expect(emergencyReply.status).toBe(200);
    expect(emergencyReply.json).toMatchObject({ intent: 'safety.emergency', status: 'handoff' });
    expect(emergencyReply.json.reply).toContain('911');
    expectProblem(await sendMessage(token, address, 'a table for two please'), 429, 'rate_limited');
    const streamedReply = await sendMessage(token, address, 'I want to kill myself', '/api/chat/stream');
    expect([streamedReply.status, streamedReply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(streamedReply.text).toContain('"intent":"safety.emergency"');
    expectProblem(await sendMessage(token, address, 'I want to kill myself'), 429, 'rate_limited');
  });

  it('have limited sessions per address', async () => {
    for (let n = 0; n < 6; n++) expect((await startSession('198.51.100.9')).status).toBe(200);
    expectProblem(await startSession('198.51.100.9'), 429, 'rate_limited');
    expect((await startSession('198.51.100.10')).status).toBe(200);
  });

  it('have as many sessions per key as the plan has calls per minute', async () => {
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await startSession(`198.51.101.${n}`, otherPage)).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });
});
