import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { findEmailsTo } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function setUpBusiness(handoff: object, industry = 'salon') {
  const team = await createTeam(service);
  const { key } = await createApiKey(service, team.workspace);
  const post = (path: string, body: object, apiKey = key) =>
    call(service, 'POST', `/api/v1${path}`, { key: apiKey, body });
  expectStatus(201, await post('/setup', { industry }));
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { name: 'Bella Vista', handoff } }));
  const requestPerson = async (message = 'I want to talk to a person'): Promise<string> => {
    const { json } = expectStatus(200, await post('/chat', { message }));
    expect(json.status).toBe('handoff');
    return json.conversationId;
  };
  return { ...team, key, post, askForPerson: requestPerson };
}

const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

const waitForHandoffEmails = (to: string, count: number) =>
  waitFor(async () => {
    const emails = (await findEmailsTo(service, to)).filter((email) => email.includes('waiting'));
    expect(emails).toHaveLength(count);
    return emails;
  });

/** Ends the ten minutes in which no further email is sent. */
async function skipTenMinuteDelay(workspaceId: string) {
  await queryAsDbOwner(
    service.connection,
    `update handoff_mails set sent_at = sent_at - interval '10 minutes' where workspace_id = $1`,
    [workspaceId],
  );
  await queryAsDbOwner(
    service.connection,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`handoff mail ${workspaceId}`],
  );
}

const readWaitingJobs = async (workspaceId: string) =>
  (
    await queryAsDbOwner(
      service.connection,
      `select run_at > now() + interval '9 minutes' as later from graphile_worker.jobs where key = $1 and locked_at is null`,
      [`handoff mail ${workspaceId}`],
    )
  ).rows;

describe('a waiting customer', () => {
  it('is reported to the team’s email address, without what was said', async () => {
    const { workspace, owner, askForPerson } = await setUpBusiness({ email: 'desk@example.com' }, 'medical');
    const id = await askForPerson('I want to talk to a person about my rash');
    const [email] = await waitForHandoffEmails('desk@example.com', 1);
    expect(email).toContain('Bella Vista: a customer is waiting');
    expect(email).toContain(`/inbox?workspace=${workspace}&conversation=${id}`);
    expect(email).not.toMatch(/rash/i);
    await waitForHandoffEmails(owner.email, 0);
  });

  it('is reported to the owners if the team has no email address, and to members who turned it on', async () => {
    const { workspace, owner, admin, agent, askForPerson } = await setUpBusiness({});
    expectStatus(
      200,
      await callAsMember(service, agent, workspace, 'PATCH', '/api/notifications', { waitingEmails: true }),
    );
    await askForPerson();
    await waitForHandoffEmails(owner.email, 1);
    await waitForHandoffEmails(agent.email, 1);
    await waitForHandoffEmails(admin.email, 0);
  });

  it('is reported at once; customers of the next ten minutes follow in one email if they are still waiting', async () => {
    const { workspace, owner, key, post, askForPerson } = await setUpBusiness({});
    await askForPerson();
    await waitForHandoffEmails(owner.email, 1);
    const laterIds = [await askForPerson(), await askForPerson(), await askForPerson(), await askForPerson()];
    const answeredId = laterIds.pop();
    const resolvedId = laterIds.pop();
    await waitFor(async () => expect(await readWaitingJobs(workspace)).toEqual([{ later: true }]));
    expectStatus(201, await post(`/conversations/${answeredId}/messages`, { text: 'Hello, Rosa here.' }));
    expectStatus(200, await call(service, 'POST', `/api/conversations/${resolvedId}/resolve`, { key, body: {} }));
    await waitForHandoffEmails(owner.email, 1);
    await skipTenMinuteDelay(workspace);
    const emails = await waitForHandoffEmails(owner.email, 2);
    const collectiveEmail = emails.find((email) => email.includes('Bella Vista: 2 customers are waiting')) ?? '';
    for (const id of laterIds) expect(collectiveEmail).toContain(`conversation=${id}`);
    expect(collectiveEmail).not.toContain(answeredId);
    expect(collectiveEmail).not.toContain(resolvedId);
  });

  it('in an emergency is reported at once, even if they were waiting already', async () => {
    const { owner, post, askForPerson } = await setUpBusiness({}, 'medical');
    const conversationId = await askForPerson();
    await waitForHandoffEmails(owner.email, 1);
    expectStatus(200, await post('/chat', { message: 'I have chest pain and can’t breathe', conversationId }));
    const emails = await waitForHandoffEmails(owner.email, 2);
    const urgentEmail = emails.find((email) => email.includes('Urgent')) ?? '';
    expect(urgentEmail).toContain(`conversation=${conversationId} (this may be an emergency)`);
    expect(urgentEmail).not.toMatch(/chest|pain/i);
  });

  it('in the sandbox is reported to nobody', async () => {
    const { workspace, owner, post } = await setUpBusiness({});
    const { key } = await createApiKey(service, workspace, { mode: 'test' });
    expectStatus(201, await post('/setup', { industry: 'salon' }, key));
    expectStatus(
      200,
      await call(service, 'PUT', '/api/v1/config', { key, body: { handoff: { email: 'box@example.com' } } }),
    );
    expect(expectStatus(200, await post('/chat', { message: 'I want to talk to a person' }, key)).json.status).toBe(
      'handoff',
    );
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select task from jobs_of(array(select id from workspaces where live_id = $1)) where task ~ '^(handoff|push)'`,
      [workspace],
    );
    expect(rows).toEqual([]);
    await waitForHandoffEmails('box@example.com', 0);
    await waitForHandoffEmails(owner.email, 0);
  });
});
