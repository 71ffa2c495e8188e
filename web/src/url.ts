import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type UrlParams = Record<string, string | undefined>;

/** Page state in the URL's search params, so that links show the same state. Undefined removes a param. */
export function useUrlParams<T extends UrlParams>(): [
  Partial<T>,
  (change: Partial<T>, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ strict: false }) as unknown as Partial<T>;
  const navigate = useNavigate();
  const change = useCallback(
    (next: Partial<T>, { replace = false } = {}) =>
      void navigate({ to: '.', search: (current: object) => ({ ...current, ...next }), replace, resetScroll: false }),
    [navigate],
  );
  return [search, change];
}
