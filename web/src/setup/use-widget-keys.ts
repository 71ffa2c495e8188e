import type { Key, ListOf } from '../api.ts';
import { useGet } from '../queries.ts';
import { selectLiveWidgetKeys } from './widget-keys.ts';

/** The API reports a key's first use some seconds late, so unused keys are refetched until the last step shows as done. */
const FIRST_USE_REFETCH_MS = 5_000;
const areAllUnused = (keys: Key[]) => keys.length > 0 && !keys.some(({ lastUsedAt }) => lastUsedAt);

/** The live keys of the business's websites; undefined until they are loaded. */
export function useWidgetKeys(enabled = true): Key[] | undefined {
  const { data } = useGet<ListOf<Key>>(
    '/api/keys',
    { limit: 100 },
    {
      enabled,
      refetchMs: (keys) => (keys && areAllUnused(selectLiveWidgetKeys(keys.data)) ? FIRST_USE_REFETCH_MS : undefined),
    },
  );
  return data && selectLiveWidgetKeys(data.data);
}
