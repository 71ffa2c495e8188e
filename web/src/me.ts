import { hashKey } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Answer, Workspace } from './api.ts';
import { ME_PATH, queryClient } from './queries.ts';

export type { Workspace };
export type Role = Workspace['role'];
export type Me = Answer<'GET /api/me'>;

const ROLES: readonly Role[] = ['read-only', 'agent', 'admin', 'owner'];

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
