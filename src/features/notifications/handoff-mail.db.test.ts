import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { emailsTo } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function openBusiness(handoff: object, industry = 'salon') {
  const team = await createTeam(service);
  const { key } = await createApiKey(service, team.workspace);
  const send = (path: string, body: object, apiKey = key) =>
    call(service, 'POST', `/api/v1${path}`, { key: apiKey, body });
  expectStatus(201, await send('/setup', { industry }));
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { name: 'Bella Vista', handoff } }));
  const askForPerson = async (message = 'I want to talk to a person'): Promise<string> => {
    const { json } = expectStatus(200, await send('/chat', { message }));
    expect(json.status).toBe('handoff');
    return json.conversationId;
  };
  return { ...team, key, send, askForPerson };
}

const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

const handoffMails = (to: string, count: number) =>
  waitFor(async () => {
    const mails = (await emailsTo(service, to)).filter((mail) => mail.includes('waiting'));
    expect(mails).toHaveLength(count);
    return mails;
  });

/** The ten minutes after a mail are over. */
async function passTenMinutes(workspace: string) {
  await queryAsDbOwner(
    service.connection,
    `update handoff_mails set sent_at = sent_at - interval '10 minutes' where workspace_id = $1`,
    [workspace],
  );
  await queryAsDbOwner(
    service.connection,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`handoff mail ${workspace}`],
  );
}

const waitingJobs = async (workspace: string) =>
  (
    await queryAsDbOwner(
      service.connection,
      `select run_at > now() + interval '9 minutes' as later from graphile_worker.jobs where key = $1 and locked_at is null`,
      [`handoff mail ${workspace}`],
    )
  ).rows;

describe('a waiting customer', () => {
  it('is told to the team’s address, without what was said', async () => {
    const { workspace, owner, askForPerson } = await openBusiness({ email: 'desk@example.com' }, 'medical');
    const id = await askForPerson('I want to talk to a person about my rash');
    const [mail] = await handoffMails('desk@example.com', 1);
    expect(mail).toContain('Bella Vista: a customer is waiting');
    expect(mail).toContain(`/inbox?workspace=${workspace}&conversation=${id}`);
    expect(mail).not.toMatch(/rash/i);
    await handoffMails(owner.email, 0);
  });

  it('is told to the owners where there is no such address, and to whoever turned it on', async () => {
    const { workspace, owner, admin, agent, askForPerson } = await openBusiness({});
    expectStatus(
      200,
      await callAsMember(service, agent, workspace, 'PATCH', '/api/notifications', { waitingEmails: true }),
    );
    await askForPerson();
    await handoffMails(owner.email, 1);
    await handoffMails(agent.email, 1);
    await handoffMails(admin.email, 0);
  });

  it('is told of at once, and those of the next ten minutes in one mail, if they still wait', async () => {
    const { workspace, owner, key, send, askForPerson } = await openBusiness({});
    await askForPerson();
    await handoffMails(owner.email, 1);
    const later = [await askForPerson(), await askForPerson(), await askForPerson(), await askForPerson()];
    const answered = later.pop();
    const resolved = later.pop();
    await waitFor(async () => expect(await waitingJobs(workspace)).toEqual([{ later: true }]));
    expectStatus(201, await send(`/conversations/${answered}/messages`, { text: 'Hello, Rosa here.' }));
    expectStatus(200, await call(service, 'POST', `/api/conversations/${resolved}/resolve`, { key, body: {} }));
    await handoffMails(owner.email, 1);
    await passTenMinutes(workspace);
    const mails = await handoffMails(owner.email, 2);
    const gathered = mails.find((mail) => mail.includes('Bella Vista: 2 customers are waiting')) ?? '';
    for (const id of later) expect(gathered).toContain(`conversation=${id}`);
    expect(gathered).not.toContain(answered);
    expect(gathered).not.toContain(resolved);
  });

  it('in an emergency is told of at once, also if they were waiting already', async () => {
    const { owner, send, askForPerson } = await openBusiness({}, 'medical');
    const conversationId = await askForPerson();
    await handoffMails(owner.email, 1);
    expectStatus(200, await send('/chat', { message: 'I have chest pain and can’t breathe', conversationId }));
    const mails = await handoffMails(owner.email, 2);
    const urgent = mails.find((mail) => mail.includes('Urgent')) ?? '';
    expect(urgent).toContain(`conversation=${conversationId} (this may be an emergency)`);
    expect(urgent).not.toMatch(/chest|pain/i);
  });

  it('of the sandbox is told to nobody', async () => {
    const { workspace, owner, send } = await openBusiness({});
    const { key } = await createApiKey(service, workspace, { mode: 'test' });
    expectStatus(201, await send('/setup', { industry: 'salon' }, key));
    expectStatus(
      200,
      await call(service, 'PUT', '/api/v1/config', { key, body: { handoff: { email: 'box@example.com' } } }),
    );
    expect(expectStatus(200, await send('/chat', { message: 'I want to talk to a person' }, key)).json.status).toBe(
      'handoff',
    );
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select task from jobs_of(array(select id from workspaces where live_id = $1)) where task ~ '^(handoff|push)'`,
      [workspace],
    );
    expect(rows).toEqual([]);
    await handoffMails('box@example.com', 0);
    await handoffMails(owner.email, 0);
  });
});
