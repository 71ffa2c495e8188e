import { hashKey } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Answer, ApiError, api, type Workspace } from './api.ts';
import { closeWorkspaceStream } from './live.ts';
import { ME_PATH, queryClient } from './queries.ts';
import { toast } from './ui/toast.tsx';

export type { Workspace };
export type Role = Workspace['role'];
export type Me = Answer<'GET /api/me'>;

const ROLES_BY_RANK: readonly Role[] = ['read-only', 'agent', 'admin', 'owner'];

export const isRoleAtLeast = (role: Role, minimumRole: Role) =>
  ROLES_BY_RANK.indexOf(role) >= ROLES_BY_RANK.indexOf(minimumRole);

/** The signed-in user is the same in every workspace, so the query key does not include the workspace. */
const ME_QUERY = { queryKey: [ME_PATH], queryKeyHashFn: hashKey, staleTime: 60_000 };
const SIGNED_IN_KEY = 'frontdesk.signed-in';

/** Undefined if nobody is signed in. Without a stored sign-in it asks for the session first, because browsers log each 401. */
export async function loadMe(): Promise<Me | undefined> {
  if (!localStorage.getItem(SIGNED_IN_KEY) && !(await api.get('/api/auth/get-session'))) return undefined;
  const me = await queryClient.fetchQuery<Me>(ME_QUERY).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  });
  if (me) localStorage.setItem(SIGNED_IN_KEY, 'yes');
  else localStorage.removeItem(SIGNED_IN_KEY);
  return me;
}

export function clearSession(): void {
  localStorage.removeItem(SIGNED_IN_KEY);
  queryClient.clear();
}

/** Cancels running queries, which would fail, and clears the cache only after the page that uses it is gone. */
export async function signOut(navigateAway: () => Promise<void>): Promise<void> {
  closeWorkspaceStream();
  await queryClient.cancelQueries();
  // Sign out locally even if the API cannot be reached.
  await api.post('/api/auth/sign-out').catch(({ message }: Error) => toast.error(message));
  localStorage.removeItem(SIGNED_IN_KEY);
  await navigateAway();
  clearSession();
}

/** The signed-in user, the current workspace, and a check of the user's role in it. */
export function useMe() {
  const { me, workspace } = getRouteApi('/app').useRouteContext();
  return { ...me, workspace, hasRoleAtLeast: (role: Role) => isRoleAtLeast(workspace.role, role) };
}
