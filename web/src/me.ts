import { hashKey } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Answer, ApiError, api, type Workspace } from './api.ts';
import { ME_PATH, queryClient } from './queries.ts';
import { toast } from './ui/toast.tsx';

export type { Workspace };
export type Role = Workspace['role'];
export type Me = Answer<'GET /api/me'>;

const ROLES: readonly Role[] = ['read-only', 'agent', 'admin', 'owner'];

export const hasRole = (role: Role, needed: Role) => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The same in every workspace, so it is kept once. */
const ME = { queryKey: [ME_PATH], queryKeyHashFn: hashKey, staleTime: 60_000 };
const WAS_HERE = 'frontdesk.signed-in';

/** Nobody where nobody is signed in. A browser that knows of no sign-in asks first: it logs each 401 as an error. */
export async function loadMe(): Promise<Me | undefined> {
  if (!localStorage.getItem(WAS_HERE) && !(await api.get('/api/auth/get-session'))) return undefined;
  const me = await queryClient.fetchQuery<Me>(ME).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  });
  if (me) localStorage.setItem(WAS_HERE, 'yes');
  else localStorage.removeItem(WAS_HERE);
  return me;
}

export function forgetMe(): void {
  localStorage.removeItem(WAS_HERE);
  queryClient.clear();
}

/** Calls off what is under way, which would only be refused, and forgets what was read once no page is there to read it. */
export async function signOut(leave: () => Promise<void>): Promise<void> {
  await queryClient.cancelQueries();
  // Whoever leaves a desk leaves it, even where the service cannot be told.
  await api.post('/api/auth/sign-out').catch(({ message }: Error) => toast.error(message));
  localStorage.removeItem(WAS_HERE);
  await leave();
  forgetMe();
}

/** Who is signed in, the workspace that they look at, and what they may do there. */
export function useMe() {
  const { me, workspace } = getRouteApi('/app').useRouteContext();
  return { ...me, workspace, can: (role: Role) => hasRole(workspace.role, role) };
}
