import { hashKey } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ME_PATH, queryClient } from './queries.ts';

const ROLES = ['read-only', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];
export type Workspace = { id: string; name: string; plan: string; role: Role; deletesAt: string | null };
export type Me = { user: { id: string; name: string; email: string }; workspaces: Workspace[] };

export const hasRole = (role: Role, needed: Role) => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The same in every workspace, so it is kept once. */
const ME = { queryKey: [ME_PATH], queryKeyHashFn: hashKey, staleTime: 60_000 };
export const loadMe = () => queryClient.fetchQuery<Me>(ME);
export const forgetMe = () => queryClient.clear();

/** Who is signed in, the workspace that they look at, and what they may do there. */
export function useMe() {
  const { me, workspace } = getRouteApi('/app').useRouteContext();
  return { ...me, workspace, can: (role: Role) => hasRole(workspace.role, role) };
}
