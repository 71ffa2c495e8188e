import { beforeAll, expect, it, vi } from 'vitest';
import { must } from '../../../test/business.ts';
import { mailsTo } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function openBusiness(industry: string, handoff: object) {
  const { id, key } = await makeWorkspace(service);
  const send = (path: string, body: object, apiKey = key) =>
    call(service, 'POST', `/api/v1${path}`, { key: apiKey, body });
  must(201, await send('/setup', { industry }));
  must(200, await call(service, 'PUT', '/api/v1/config', { key, body: { handoff } }));
  return { id, send };
}

const handoffMails = (to: string, count: number) =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(service, to);
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 60_000, interval: 50 },
  );

it('mails the team’s address for each waiting customer, without the conversation’s text', async () => {
  const { id, send } = await openBusiness('medical', { email: 'desk@example.com' });
  const first = must(200, await send('/chat', { message: 'I want to talk to a person about my rash' })).json;
  expect(first.status).toBe('handoff');
  const [mail] = await handoffMails('desk@example.com', 1);
  expect(mail).toContain(`/inbox?workspace=${id}&conversation=${first.conversationId}`);
  expect(mail).not.toMatch(/rash/i);
  const second = must(200, await send('/chat', { message: 'Are you open on Friday?' })).json;
  must(200, await send(`/conversations/${second.conversationId}/handoff`, {}));
  await handoffMails('desk@example.com', 2);
});

it('sends no mail without an address, or for the sandbox', async () => {
  const { id, send } = await openBusiness('salon', {});
  must(200, await send('/chat', { message: 'I want to talk to a person' }));
  const { key } = await makeKey(service, id, { mode: 'test' });
  must(201, await send('/setup', { industry: 'salon' }, key));
  must(200, await call(service, 'PUT', '/api/v1/config', { key, body: { handoff: { email: 'sandbox@example.com' } } }));
  must(200, await send('/chat', { message: 'I want to talk to a person' }, key));
  await vi.waitFor(
    async () => {
      const { rows } = await asOwner(
        service.connection,
        `select count(*)::int from graphile_worker.jobs where task_identifier = 'handoff.mail'`,
      );
      expect(rows[0].count).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await mailsTo(service, 'sandbox@example.com')).toEqual([]);
});
