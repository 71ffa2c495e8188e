import { useRouter } from '@tanstack/react-router';
import { clearSession } from '../me.ts';

/** Only paths within the dashboard, to prevent open redirects. */
const isInternalPath = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next);

/** Goes to the page the user wanted before signing in, or to the home page. */
export function useContinueAfterSignIn() {
  const router = useRouter();
  return (next?: string) => {
    clearSession();
    router.history.push(isInternalPath(next) ? next : '/');
  };
}
