// Loads invitations, and remembers that the user wants to accept one while they sign in.
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';

export type Invitation = Answer<'POST /api/invitations/find'>;

const INVITATION_PATH = '/invitation?token=';
export const buildInvitationPath = (token: string) => INVITATION_PATH + encodeURIComponent(token);
/** The invitation token in the path to continue to after signing in. */
export const parseInvitationToken = (path: string | undefined): string | undefined =>
  path?.startsWith(INVITATION_PATH) ? decodeURIComponent(path.slice(INVITATION_PATH.length)) : undefined;

export const useInvitation = (token: string | undefined) =>
  useQuery<Invitation>({
    queryKey: ['invitation', token],
    enabled: Boolean(token),
    retry: false,
    queryFn: () => api.post('/api/invitations/find', { token }),
  });

const PENDING_JOIN_KEY = 'frontdesk.joining';
/** Remembers that the user chose to join, so that they are not asked again after signing in. */
export const storePendingJoin = (token: string) => sessionStorage.setItem(PENDING_JOIN_KEY, token);
/** Whether the user had chosen to join with this token; forgets it. */
export function consumePendingJoin(token: string): boolean {
  const isSameToken = sessionStorage.getItem(PENDING_JOIN_KEY) === token;
  sessionStorage.removeItem(PENDING_JOIN_KEY);
  return isSameToken;
}
