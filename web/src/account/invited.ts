// What an invitation says, and that somebody is on the way to accept it.
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';

export type Invitation = Answer<'POST /api/invitations/find'>;

const PATH = '/invitation?token=';
export const pathOf = (token: string) => PATH + encodeURIComponent(token);
/** The token of an invitation that one goes on to, after signing up or in. */
export const tokenIn = (next: string | undefined): string | undefined =>
  next?.startsWith(PATH) ? decodeURIComponent(next.slice(PATH.length)) : undefined;

export const useInvitation = (token: string | undefined) =>
  useQuery<Invitation>({
    queryKey: ['invitation', token],
    enabled: Boolean(token),
    retry: false,
    queryFn: () => api.post('/api/invitations/find', { token }),
  });

const JOINING = 'frontdesk.joining';
/** Whoever has said that they want to join is not asked again once they are signed in. */
export const startJoining = (token: string) => sessionStorage.setItem(JOINING, token);
export function isJoining(token: string): boolean {
  const is = sessionStorage.getItem(JOINING) === token;
  sessionStorage.removeItem(JOINING);
  return is;
}
