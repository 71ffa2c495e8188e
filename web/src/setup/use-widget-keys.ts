import type { Key, ListOf } from '../api.ts';
import { useGet } from '../queries.ts';
import { liveWidgetKeys } from './widget-keys.ts';

/** A key's first use is known some seconds later. Until then they are read again, so that the last step ticks itself. */
const FIRST_USE_REFETCH_MS = 5_000;
const isUnused = (keys: Key[]) => keys.length > 0 && !keys.some(({ lastUsedAt }) => lastUsedAt);

/** Undefined until they are loaded. */
export function useWidgetKeys(enabled = true): Key[] | undefined {
  const { data } = useGet<ListOf<Key>>(
    '/api/keys',
    { limit: 100 },
    { enabled, refetchMs: (keys) => (keys && isUnused(liveWidgetKeys(keys.data)) ? FIRST_USE_REFETCH_MS : undefined) },
  );
  return data && liveWidgetKeys(data.data);
}
