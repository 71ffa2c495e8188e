import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
let team: Awaited<ReturnType<typeof createTeam>>;

beforeAll(async () => {
  service = await startService();
  team = await createTeam(service);
});

type AuditEntry = { id: string; actor: string; actorName: string; action: string; subject: string; reason: string };

const callAsOwner = (method: string, path: string, body?: unknown) =>
  callAsMember(service, team.owner, team.workspace, method, `/api${path}`, body);
const listEntries = async (query = '') =>
  (await callAsOwner('GET', `/audit?limit=100&${query}`)).json.data as AuditEntry[];

describe('the audit log', () => {
  it('records sign-ins, keys, roles, invitations, document versions and plans', async () => {
    const { email, password } = team.owner;
    expectStatus(200, await call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password } }));
    const key = (await callAsOwner('POST', '/keys', { name: 'Site', mode: 'live', kind: 'secret' })).json;
    const rotatedKey = (await callAsOwner('POST', `/keys/${key.id}/rotate`, {})).json;
    await callAsOwner('DELETE', `/keys/${rotatedKey.id}`);
    await callAsOwner('PATCH', `/members/${team.agent.user.id}`, { role: 'read-only' });
    const invitation = (await callAsOwner('POST', '/invitations', { email: 'new@example.com', role: 'agent' })).json;
    await callAsOwner('DELETE', `/invitations/${invitation.id}`);
    await callAsOwner('POST', '/v1/setup', { industry: 'salon' });
    await callAsOwner('PUT', '/plan', { plan: 'professional' });
    await callAsOwner('DELETE', `/members/${team.agent.user.id}`);
    const entries = (await listEntries()).map(({ action, subject, reason }) => [action, subject, reason]);
    expect(entries).toEqual([
      ['member.remove', team.agent.user.id, 'read-only'],
      ['plan.change', team.workspace, 'business → professional'],
      ['config.change', 'version 1', 'config'],
      ['invitation.withdraw', invitation.id, 'invitations'],
      ['invitation.create', invitation.id, 'agent'],
      ['member.change', team.agent.user.id, 'agent → read-only'],
      ['key.revoke', rotatedKey.id, 'keys'],
      ['key.rotate', key.id, `to ${rotatedKey.id}`],
      ['key.create', key.id, 'live secret'],
      ['member.sign_in', team.owner.user.id, 'email'],
    ]);
  });

  it('records nothing for rejected requests', async () => {
    const countBefore = (await listEntries()).length;
    const { email } = team.owner;
    await call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password: 'wrong-horse-9' } });
    await callAsOwner('DELETE', '/keys/key_none');
    await callAsOwner('PATCH', `/members/${team.owner.user.id}`, { role: 'agent' });
    expect(await listEntries()).toHaveLength(countBefore);
  });
});

describe('the list', () => {
  it('includes names, and supports filters, pages and CSV', async () => {
    const [firstEntry] = await listEntries('action=key.create');
    expect(firstEntry).toMatchObject({ actor: team.owner.user.id, actorName: 'Ann Owner', subjectName: 'Site' });
    expect((await listEntries('action=key.*')).map(({ action }) => action)).toEqual([
      'key.revoke',
      'key.rotate',
      'key.create',
    ]);
    expect(await listEntries(`subject=${firstEntry!.subject}`)).toHaveLength(2);
    expect(await listEntries(`actor=${team.admin.user.id}`)).toEqual([]);
    expect(await listEntries('to=2020-01-01')).toEqual([]);
    expect((await listEntries('from=2020-01-01')).length).toBeGreaterThan(5);
    const page = (await callAsOwner('GET', '/audit?limit=2')).json;
    expect(page.has_more).toBe(true);
    const nextEntries = await listEntries(`starting_after=${page.data[1].id}`);
    expect(Number(nextEntries[0]!.id)).toBe(Number(page.data[1].id) - 1);
    const csv = await callAsOwner('GET', '/audit?format=csv&action=key.*');
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.text.trim().split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain('Ann Owner,key.create');
  });

  it('is verified and reports the first broken entry', async () => {
    const verification = (await callAsOwner('GET', '/audit/verification')).json;
    expect(verification).toMatchObject({
      ok: true,
      entries: (await listEntries()).length,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      sealedFrom: 1,
    });
    await queryAsDbOwner(
      service.connection,
      `begin; set local session_replication_role = replica;
       update audit_entries set actor = 'usr_other' where workspace_id = '${team.workspace}' and sequence = 3; commit`,
    );
    expect((await callAsOwner('GET', '/audit/verification')).json).toEqual({
      ok: false,
      sequence: 3,
      fault: 'changed',
    });
    await queryAsDbOwner(
      service.connection,
      `begin; set local session_replication_role = replica;
       delete from audit_entries where workspace_id = '${team.workspace}';
       update audit_heads set entries = 0 where workspace_id = '${team.workspace}'; commit`,
    );
    expect((await callAsOwner('GET', '/audit/verification')).json).toEqual({ ok: false, fault: 'head changed' });
  });

  it('is only for admins of the workspace', async () => {
    const outsider = (await createTeam(service)).owner;
    const { key } = await createApiKey(service, team.workspace);
    for (const path of ['/api/audit', '/api/audit/verification']) {
      expectProblem(await call(service, 'GET', path), 401, 'missing_session');
      expectProblem(await call(service, 'GET', path, { key }), 401, 'missing_session');
      expect((await callAsMember(service, team.admin, team.workspace, 'GET', path)).status).toBe(200);
      expectProblem(await callAsMember(service, outsider, team.workspace, 'GET', path), 404, 'not_found');
    }
    const otherTeam = (await createTeam(service)) as typeof team;
    expectProblem(
      await callAsMember(service, otherTeam.agent, otherTeam.workspace, 'GET', '/api/audit'),
      403,
      'insufficient_scope',
    );
    for (const query of ['starting_after=9999', 'starting_after=x', 'from=x', 'junk=1', 'limit=0'])
      expectProblem(await callAsOwner('GET', `/audit?${query}`), 400, 'invalid_request');
  });
});
