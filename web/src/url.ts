import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type UrlParams = Record<string, string | undefined>;

/** Page state in the URL's search params, so that links show the same state. Undefined removes a param. */
export function useUrlParams<T extends UrlParams>(): [
  Partial<T>,
  (change: Partial<T>, options?: { replace?: boolean }) => void,
] {
  // Cast, because the router knows the params of all routes, and each page names those that it reads.
  const search = useSearch({ strict: false }) as unknown as Partial<T>;
  const navigate = useNavigate();
  const setParams = useCallback(
    (changes: Partial<T>, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (currentSearch: object) => ({ ...currentSearch, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, setParams];
}
