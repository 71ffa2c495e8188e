import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type State = Record<string, string | undefined>;

/** What of a page's state the address holds: a link to it shows the same. Undefined takes a name out of it. */
export function useUrl<T extends State>(): [Partial<T>, (change: Partial<T>, options?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as unknown as Partial<T>;
  const navigate = useNavigate();
  const change = useCallback(
    (next: Partial<T>, { replace = false } = {}) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace, resetScroll: false }),
    [navigate],
  );
  return [search, change];
}
