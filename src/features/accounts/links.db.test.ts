// Links that people share by hand if the service cannot send email.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, queryAsDbOwner, type Service, signUp, startService, verifyAuditLog } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
let mailingService: Service;
beforeAll(async () => {
  service = await startService();
  mailingService = await startService(service.connection, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
});

type Team = Awaited<ReturnType<typeof createTeam>>;
const readToken = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Creates a user who joined with an invitation's link and belongs to no other workspace. */
async function joinByLink({ workspace, owner }: Team, email: string, role = 'agent') {
  const { json } = expectStatus(
    201,
    await callAsMember(service, owner, workspace, 'POST', '/api/invitations', { email, role }),
  );
  const person = await signUp(service, { name: 'Dana Colleague', email });
  const body = { token: readToken(json.link) };
  expectStatus(200, await call(service, 'POST', '/api/invitations/accept', { cookie: person.cookie, body }));
  return person;
}

describe('an invitation', () => {
  it('shows its link where email cannot be sent, again in the list, and the link works', async () => {
    const team = await createTeam(service);
    const { owner, workspace } = team;
    const email = 'dana@example.com';
    const { json } = expectStatus(
      201,
      await callAsMember(service, owner, workspace, 'POST', '/api/invitations', { email, role: 'agent' }),
    );
    expect(json.link).toMatch(/^http.*\/invitation\?token=[\w-]{40,}$/);
    const listInvitations = async (instance = service) =>
      (await callAsMember(instance, owner, workspace, 'GET', '/api/invitations')).json.data;
    expect(await listInvitations()).toMatchObject([{ email, link: json.link }]);
    expect(await listInvitations(mailingService)).toMatchObject([{ email, link: null }]);
    const findResponse = expectStatus(
      200,
      await call(service, 'POST', '/api/invitations/find', { body: { token: readToken(json.link) } }),
    );
    expect(findResponse.json).toMatchObject({ email, role: 'agent' });
    const secondResponse = expectStatus(
      201,
      await callAsMember(service, owner, workspace, 'POST', '/api/invitations', { email, role: 'admin' }),
    );
    expect(secondResponse.json.link).not.toBe(json.link);
    const oldLinkResponse = await call(service, 'POST', '/api/invitations/find', {
      body: { token: readToken(json.link) },
    });
    expectProblem(oldLinkResponse, 404, 'not_found');
  });

  it('has no link where email is sent', async () => {
    const { owner, workspace } = await createTeam(service);
    const body = { email: 'eve@example.com', role: 'agent' };
    expect(
      expectStatus(201, await callAsMember(mailingService, owner, workspace, 'POST', '/api/invitations', body)).json
        .link,
    ).toBeNull();
  });
});

describe('a reset link', () => {
  const createResetLink = (team: Team, userId: string, requester = team.owner, instance = service) =>
    callAsMember(instance, requester, team.workspace, 'POST', `/api/members/${userId}/reset-link`, {});
  const resetPassword = (link: string, newPassword = 'A-new-password-1') =>
    call(service, 'POST', '/api/auth/reset-password', { body: { token: readToken(link), newPassword } });
  const signIn = (email: string, password: string) =>
    call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password } });

  it('lets a member choose a new password, once, and is in the audit log', async () => {
    const team = await createTeam(service);
    const dana = await joinByLink(team, 'dana1@example.com');
    const { link } = expectStatus(201, await createResetLink(team, dana.user.id)).json;
    expect(link).toMatch(/\/reset-password\?token=[\w-]{32}$/);
    expectStatus(200, await resetPassword(link));
    expectProblem(await signIn(dana.email, dana.password), 401, 'invalid_credentials');
    expectStatus(200, await signIn(dana.email, 'A-new-password-1'));
    expectProblem(await resetPassword(link), 422, 'validation_failed');
    const auditEntries = (
      await callAsMember(service, team.owner, team.workspace, 'GET', `/api/audit?subject=${dana.user.id}`)
    ).json.data;
    expect(auditEntries).toContainEqual(
      expect.objectContaining({
        action: 'member.reset_link',
        actor: team.owner.user.id,
      }),
    );
    expect(await verifyAuditLog(service, team.workspace)).toMatchObject({ ok: true });
  });

  it('replaces the previous link, and expires', async () => {
    const team = await createTeam(service);
    const dana = await joinByLink(team, 'dana2@example.com');
    const firstLink = expectStatus(201, await createResetLink(team, dana.user.id)).json.link;
    const secondLink = expectStatus(201, await createResetLink(team, dana.user.id)).json.link;
    expectProblem(await resetPassword(firstLink), 422, 'validation_failed');
    await queryAsDbOwner(
      service.connection,
      `update auth_verifications set "expiresAt" = "expiresAt" - interval '61 minutes' where value = $1`,
      [dana.user.id],
    );
    expectProblem(await resetPassword(secondLink), 422, 'validation_failed');
  });

  it('can only be created by owners, and only for members of their workspace', async () => {
    const team = await createTeam(service);
    const dana = await joinByLink(team, 'dana3@example.com');
    expectProblem(await createResetLink(team, dana.user.id, team.admin), 403, 'insufficient_scope');
    expectProblem(await createResetLink(team, (await signUp(service)).user.id), 404, 'not_found');
    expectProblem(await createResetLink(team, team.owner.user.id), 409, 'conflict');
    expectProblem(await createResetLink(team, dana.user.id, team.owner, mailingService), 409, 'conflict');
  });

  it('is refused for anyone who belongs to another workspace or runs the service', async () => {
    const team = await createTeam(service);
    // Has a workspace of their own since signing up.
    expectProblem(await createResetLink(team, team.agent.user.id), 409, 'conflict');
    const olga = await joinByLink(team, 'olga@example.com');
    await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [olga.user.id]);
    expectProblem(await createResetLink(team, olga.user.id), 409, 'conflict');
  });

  it('no longer works once the member has joined another workspace, or left', async () => {
    const [team, otherTeam] = [await createTeam(service), await createTeam(service)];
    const dana = await joinByLink(team, 'dana4@example.com');
    const { link } = expectStatus(201, await createResetLink(team, dana.user.id)).json;
    const invitation = { email: dana.email, role: 'admin' };
    const { json } = expectStatus(
      201,
      await callAsMember(service, otherTeam.owner, otherTeam.workspace, 'POST', '/api/invitations', invitation),
    );
    const body = { token: readToken(json.link) };
    expectStatus(200, await call(service, 'POST', '/api/invitations/accept', { cookie: dana.cookie, body }));
    expectProblem(await resetPassword(link), 422, 'validation_failed');
    const ben = await joinByLink(team, 'ben4@example.com');
    const { link: benLink } = expectStatus(201, await createResetLink(team, ben.user.id)).json;
    expectStatus(204, await callAsMember(service, team.owner, team.workspace, 'DELETE', `/api/members/${ben.user.id}`));
    expectProblem(await resetPassword(benLink), 422, 'validation_failed');
  });
});

it('shows users whether the service can send email, signed in or not', async () => {
  const { owner, workspace } = await createTeam(service);
  for (const [instance, canSendEmail] of [
    [service, false],
    [mailingService, true],
  ] as const) {
    expect((await callAsMember(instance, owner, workspace, 'GET', '/api/me')).json).toMatchObject({ canSendEmail });
    expect((await call(instance, 'GET', '/api/auth/options')).json).toEqual({ canSendEmail });
  }
});
