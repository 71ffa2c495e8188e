import { useRouter } from '@tanstack/react-router';
import { forgetMe } from '../me.ts';

/** Only ways within the dashboard: an address from outside must not lead anybody away. */
const isOwn = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next);

/** After signing in: where the person wanted to go, or the start. */
export function useContinueAfterSignIn() {
  const router = useRouter();
  return (next?: string) => {
    forgetMe();
    router.history.push(isOwn(next) ? next : '/');
  };
}
