// Loads invitations, and remembers that the user wants to accept one while they sign in.
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';

export type Invitation = Answer<'POST /api/invitations/find'>;

const INVITATION_PATH = '/invitation?token=';
export const invitationPath = (token: string) => INVITATION_PATH + encodeURIComponent(token);
/** The invitation token in the path to continue to after signing in. */
export const invitationToken = (next: string | undefined): string | undefined =>
  next?.startsWith(INVITATION_PATH) ? decodeURIComponent(next.slice(INVITATION_PATH.length)) : undefined;

export const useInvitation = (token: string | undefined) =>
  useQuery<Invitation>({
    queryKey: ['invitation', token],
    enabled: Boolean(token),
    retry: false,
    queryFn: () => api.post('/api/invitations/find', { token }),
  });

const JOINING_KEY = 'frontdesk.joining';
/** Remembers the user's choice to join, so they are not asked again after signing in. */
export const startJoining = (token: string) => sessionStorage.setItem(JOINING_KEY, token);
export function takeJoining(token: string): boolean {
  const isSame = sessionStorage.getItem(JOINING_KEY) === token;
  sessionStorage.removeItem(JOINING_KEY);
  return isSame;
}
