import { call, queryAsDbOwner, type Service, signUp } from './harness.ts';

/** Creates a workspace on the Business plan with one member of each role. */
export async function createTeam(service: Service) {
  const owner = await signUp(service, { name: 'Ann Owner', businessName: 'Bella Vista' });
  const workspace = (await call(service, 'GET', '/api/me', { cookie: owner.cookie })).json.workspaces[0].id as string;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where live_id = $1`, [workspace]);
  const addMember = async (role: string) => {
    const person = await signUp(service, { name: `Some ${role}` });
    await queryAsDbOwner(service.connection, 'insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
      workspace,
      person.user.id,
      role,
    ]);
    return person;
  };
  return { workspace, owner, admin: await addMember('admin'), agent: await addMember('agent') };
}

/** Sends a request with a member's session in a workspace. */
export const callAsMember = (
  service: Service,
  { cookie }: { cookie: string },
  workspace: string,
  method: string,
  path: string,
  body?: unknown,
) => call(service, method, path, { cookie, body, headers: { 'x-workspace': workspace } });
